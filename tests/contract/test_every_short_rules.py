"""The rules in short of every game: from the goal to typing moves, each claim with its number."""

import re

import pytest

from bot import words
from bot.i18n import LANGUAGES, text
from bot.words import composed
from bot.words.rulebook import rules
from rules.contract import BadNotation
from tests.cases import each_case
from tests.contract.playing import every_game
from tests.tier import games

LONGEST_TITLE = 100
"""Characters of an option of Discord's menus."""
ROOMY = 700
"""Characters of a section that a phone shows without scrolling far."""
CITED = 0.4
"""The least share of a game's rules that its rules in short speak of."""
UNNUMBERED = {"goal", "notation"}
"""Sections that may say what the others prove, or how to write it."""

every_language = each_case("language", LANGUAGES)


def sections_of(key, language):
    """Every section of a game by its name, as people read it."""
    return {
        name: text(composed.section_text(key, name), language)
        for name in words.of(key, "en").sections
    }


def numbers_in(section):
    return re.findall(r"\b[A-Z]{2}-\d+\b", section)


def moves_in(section):
    """Every move that a section shows, one after the other; commands are no moves."""
    lines = re.findall(r"`([^`/]+)`", section)
    return [move for line in lines for move in line.split(";")]


@every_game
def test_the_sections_lead_from_the_goal_to_typing_moves(key):
    assert words.of(key, "en").sections[0] == "goal"
    assert words.of(key, "en").sections[-1] == "notation"


@every_game
@every_language
def test_every_section_has_its_title_and_fits(key, language):
    for name, section in sections_of(key, language).items():
        title = text(composed.section(key, name), language)
        assert len(title) <= LONGEST_TITLE
        assert section.startswith(f"### {title}\n"), name
        assert len(section) <= ROOMY, name


@every_game
@every_language
def test_every_section_cites_rules_that_exist_and_all_together_most_of_them(key, language):
    book, cited = rules(key, language), set()
    for name, section in sections_of(key, language).items():
        numbers = set(numbers_in(section))
        assert numbers <= set(book), name
        assert numbers or name in UNNUMBERED, f"{name} cites no rule"
        cited |= numbers
    assert len(cited) >= CITED * len(book)


@every_game
def test_all_languages_cite_the_same_rules(key):
    english, *translations = (sections_of(key, language) for language in LANGUAGES)
    for sections in translations:
        for name, section in english.items():
            assert sorted(numbers_in(section)) == sorted(numbers_in(sections[name])), name


@every_game
@every_language
def test_every_move_that_is_shown_can_be_typed(key, language):
    game = games()[key]
    state = game.new(max(game.facts.seats), seed=1)
    seat = game.to_act(state)[0]
    moves = moves_in(sections_of(key, language)["notation"])
    assert moves
    for move in moves:
        try:
            game.parse(state, seat, move)
        except BadNotation as refusal:
            pytest.fail(f"`{move}` is no move: {refusal}")
