"""Every game is found by its folder; nothing lists them."""

import pytest

import rules
from rules import registry
from rules.contract import Game, RulesError
from rules.registry import games, get
from tests.cases import each_case


def test_games_are_named_by_their_key_in_the_order_of_the_alphabet():
    assert all(isinstance(game, Game) for game in games().values())
    assert list(games()) == sorted(game.facts.key for game in games().values())
    assert get("akropolis") is games()["akropolis"]


@each_case("key", ["", "chess", "Akropolis", "_settlements", "../akropolis"])
def test_an_unknown_game_is_refused_with_the_games_there_are(key):
    with pytest.raises(RulesError) as refused:
        get(key)
    assert refused.value.code == "common.unknown_game"
    assert "akropolis" in refused.value.details["games"]


def test_a_package_with_an_underscore_is_no_game(tmp_path, monkeypatch):
    """`_settlements` is an engine that two games share."""
    for name in ("_shared", "plain"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "RULES.md").write_text("")
    (tmp_path / "no_game").mkdir()
    monkeypatch.setattr(rules, "__path__", [str(tmp_path)])
    monkeypatch.setattr(registry, "import_module", lambda name: FakePackage(name))
    assert list(registry.games.__wrapped__()) == ["rules.plain"]


class FakePackage:
    """A package whose game is called like its module."""

    def __init__(self, name):
        key = type("Facts", (), {"key": name})
        self.GAME = type("FakeGame", (), {"facts": key})
