"""The length that a game says it has is that of games in which `easy` plays every seat."""

from itertools import product

import pytest

from rules import levels
from rules.length import percentile, play_game
from rules.registry import get
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


def usual(game, seats, options):
    """The median number of turns of some games."""
    player = game.player(levels.best(game.facts.players, levels.EASY))
    turns = [play_game(game, seats, 700 + n, options, player).turns for n in range(GAMES)]
    return percentile(turns, 50)
