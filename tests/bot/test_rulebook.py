"""The sentences behind *Why?*: read from the rulebooks, a game's own before those it shares."""

from itertools import combinations

import pytest

from bot.i18n import LANGUAGES
from bot.words import rulebook
from bot.words.rulebook import rules
from cogs._answering import refusals
from rules import registry

BOOK = """# A game

Text between the rules, - **XX-9** no rule inside a line.

- **XX-1** One sentence
  on two lines.
- **XX-2** Another one.
"""


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """A game with rulebooks of its own and others that it shares."""
    toy_folder, shared = tmp_path / "toy", tmp_path / "_family"
    toy_folder.mkdir()
    shared.mkdir()
    (toy_folder / "RULES.md").write_text(BOOK, "utf-8")
    (toy_folder / "RULES.fr.md").write_text("- **XX-1** Une phrase.\n", "utf-8")
    (shared / "RULES.md").write_text("- **XX-2** Of all.\n- **XX-3** Shared.\n", "utf-8")
    monkeypatch.setattr(registry, "homes", lambda key: [toy_folder, shared])
    monkeypatch.setattr(registry, "games", lambda: {"toy": None})
    yield toy_folder
    rulebook.rules.cache_clear()


def test_a_rule_is_a_list_item_that_begins_with_its_number(shelf):
    assert rules("toy", "en")["XX-1"] == "One sentence on two lines."
    assert "XX-9" not in rules("toy", "en")


def test_the_words_of_a_game_go_before_those_it_shares(shelf):
    assert rules("toy", "en")["XX-2"] == "Another one."
    assert rules("toy", "en")["XX-3"] == "Shared."


def test_each_language_has_its_file(shelf):
    assert rules("toy", "fr") == {"XX-1": "Une phrase."}


def test_a_rule_that_finds_no_room_is_cut(shelf):
    (shelf / "RULES.md").write_text(f"- **XX-1** {'very ' * 1000}long.\n", "utf-8")
    rule_text = refusals.rule_text("toy", "XX-1", "en")
    assert len(rule_text) == 4000
    assert rule_text.startswith("**XX-1** very")
    assert rule_text.endswith("…")


def test_a_sentence_of_sister_games_stands_once():
    """A sentence that is the same in every language is in the rulebook of what they share."""
    twice = []
    for package in {package for key in registry.games() for package in registry.packages(key)[1:]}:
        for game, sister in combinations(registry.sisters(package), 2):
            books = [(own(game, each).items(), own(sister, each).items()) for each in LANGUAGES]
            alike = [{number for number, _ in mine & its} for mine, its in books]
            twice += sorted(set.intersection(*alike))
    assert twice == []


def own(key, language):
    """The rules in a game's own file."""
    return rulebook._read(registry.homes(key)[0] / rulebook._name(language))
