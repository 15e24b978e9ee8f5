"""Contract of consequences: certain effects of a line, and their texts."""

import re
from functools import cache

import msgspec
import pytest

from bot import words
from bot.ai import reasons
from bot.ai.worker import line_to_end_of_turn
from bot.i18n import LANGUAGES
from rules.consequence import Consequence
from rules.contract import Game
from rules.levels import best
from rules.lookahead import Lookahead
from rules.rng import Rng
from tests.cases import each_case
from tests.contract.playing import game_of, plain_setups, running
from tests.tier import games

every_table = each_case("setup", plain_setups(), ids=str, by=game_of)
every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.facts.key)

ROOM = 100
"""Characters of a line of a phone, twice over."""


@cache
def told(setup):
    """Consequences of the lines that people are shown, and of a random move, along a game."""
    game, found = setup.game, []
    for state, seat in running(setup):
        shown = [
            line_to_end_of_turn(game, state, seat, line) for line in thinkable(game, state, seat)
        ]
        lines = [(game.sample(state, seat, Rng(2)),), *map(tuple, shown)]
        found += [(state, seat, line, game.consequences(state, seat, line)) for line in lines]
    return found


def thinkable(game, state, seat):
    """The lines that the best player compares, where it looks ahead."""
    player = game.player(best(game.facts.players))
    return player.sight.candidates(state, seat, 4) if isinstance(player, Lookahead) else ()


@every_table
def test_it_is_the_same_in_positions_that_the_seat_cannot_tell_apart(setup):
    """Consequences give nothing hidden away and promise nothing uncertain."""
    game = setup.game
    for state, seat, line, found in told(setup):
        written = game.notation(state, seat, line[0])
        for luck in range(3):
            other = game.redeal(state, seat, Rng(luck))
            if len(line) == 1:
                line = (game.parse(other, seat, written),)
            assert list(game.consequences(other, seat, line)) == list(found), written


@every_table
def test_looking_changes_nothing(setup):
    game = setup.game
    for state, seat, line, found in told(setup):
        before = game.state_to_json(state)
        assert list(game.consequences(state, seat, line)) == list(found)
        assert game.state_to_json(state) == before


@every_table
def test_each_is_some_of_something_and_speaks_for_parts_of_the_worth(setup):
    player = setup.game.player(best(setup.game.facts.players))
    names = player.sight.names if isinstance(player, Lookahead) else ()
    for _, _, _, found in told(setup):
        assert all(one.amount for one in found)
        assert {part for one in found for part in one.parts} <= set(names)


@every_table
def test_nothing_is_pointed_at_twice(setup):
    for _, _, _, found in told(setup):
        assert [one for one in found if sum(one.is_like(other) for other in found) > 1] == []


@every_table
def test_it_comes_back_from_the_process_that_thinks_as_it_was(setup):
    for _, _, _, found in told(setup):
        sent = msgspec.json.encode(list(found))
        assert msgspec.json.decode(sent, type=list[Consequence]) == list(found)


@every_table
def test_a_line_has_nothing_before_itself(setup):
    for _, _, _, found in told(setup):
        assert [*reasons.gains_of_line(found, found), *reasons.costs_of_line(found, found)] == []


@every_table
@each_case("language", LANGUAGES)
def test_it_can_be_said_of_a_line_that_does_it_and_of_one_that_does_not(setup, language):
    spoken = words.of(setup.game.facts.key)
    for _, _, _, found in told(setup):
        for one in (one for one in found if one.parts):
            does, does_not = (spoken.consequence(form, language) for form in (one, one.missing))
            said = [does, does_not]
            assert 0 < len(does) <= ROOM
            assert does_not != does
            assert len(does_not) <= ROOM
            assert not re.search(r"[{}]", "".join(said))


@every_game
def test_a_game_that_can_point_at_something_does(game):
    """The others tell the parts of the worth by name."""
    can = type(game).consequences is not Game.consequences
    own = (setup for setup in plain_setups() if setup.game is game)
    assert any(found for setup in own for *_, found in told(setup)) is can
