"""The length that a game says it has is that of games in which `easy` plays every seat."""

import re
from itertools import product

import pytest

from cogs._lobby.new_table import description
from cogs._words.labels import usual_turns
from cogs._words.terms import length_text
from rules import levels
from rules.length import percentile, play_game
from rules.registry import get
from tests.contract.playing import every_game
from tests.tier import deep, games, of_tier

GAMES, SLACK = of_tier((3, 0.25), (12, 0.0))
"""Games of each setting; and the share by which their median may lie beyond the range, as one game
in five does.
"""


def settings():
    """Each number of seats of each game, with each way to shorten it; some for deep runs only."""
    for key, game in games().items():
        endings = [
            [(choice.key, value) for value in choice.values if value not in choice.endless]
            for choice in game.facts.choices
            if choice.endless
        ]
        for seats, *options in product(game.facts.seats, *endings):
            is_costly = seats > min(game.facts.seats) and not endings
            name = " ".join((key, str(seats), *(value for _, value in options)))
            yield pytest.param(
                key, seats, dict(options), id=name, marks=[deep] if is_costly else []
            )


@pytest.mark.parametrize(("key", "seats", "options"), [*settings()])
def test_the_usual_game_is_within_the_range(key, seats, options):
    game = get(key)
    length = game.turns(seats, options)
    least, most = length.least * (1 - SLACK), length.most * (1 + SLACK)
    assert least <= usual(game, seats, options) <= most


@every_game
def test_a_length_is_the_same_wherever_it_is_told(key):
    """In the lobby of a table as the game proposes it, in `/help` and at the command."""
    game = get(key)
    facts, (_, told) = game.facts, usual_turns(game.facts)
    lengths = dict(zip(facts.seats, facts.turns, strict=True))
    for seats, length in lengths.items():
        options = {choice.key: choice.default for choice in facts.settings(seats)}
        assert game.turns(seats, options) == game.turns(seats, {}) == length
        assert {f"{length.usual}", f"{length.most}"} <= numbers_in(length_text(length, seats, "en"))
    assert (told["least"], told["most"]) == (
        lengths[told["few"]].usual,
        lengths[told["many"]].usual,
    )
    assert {f"{told['least']}", f"{told['most']}"} <= numbers_in(str(description(facts).extras))


def numbers_in(line):
    return {*re.findall(r"\d+", line)}


def usual(game, seats, options):
    """The median number of turns of some games."""
    player = game.player(levels.best(game.facts.players, levels.EASY))
    turns = [play_game(game, seats, 700 + n, options, player).turns for n in range(GAMES)]
    return percentile(turns, 50)
