"""The search of the strong player: the next tile that its seat may get."""

import pytest

from rules.akropolis import players, sight
from rules.akropolis.pieces import QUARRY
from rules.contract import play
from rules.rng import Rng
from tests.akropolis.building import GAME, build, city, solo


def middle(seats=2, moves=14):
    """A position of a game of easy players."""
    state, easy = GAME.new(seats, 9), GAME.player("easy")
    for _ in range(moves):
        [seat] = GAME.to_act(state)
        GAME.apply(state, seat, easy.choose(state, seat, Rng(1)))
    return state


def test_the_best_place_of_each_tile_is_the_one_that_trying_all_places_finds():
    state = middle()
    [seat] = GAME.to_act(state)
    own, left = state.cities[seat], players.share_left(state)
    found = players.best_worths(state, seat, state.line, players.HARD)
    there = own.stones + players.HARD.quarries * left * len(own.showing[QUARRY])
    for index, tile in enumerate(state.line):
        ideas = players.ideas(state, seat, (index,), players.HARD)
        best = max(worth for worth, *_ in ideas)
        assert found[tile] == pytest.approx(best + index + there)


def test_what_is_to_come_counts_as_far_as_it_is_to_come_after_the_next_turn():
    state = middle()
    ahead, later = sight.Ahead(state, 0), state.clone()
    later.turn += 2
    found = players.best_worths(later, 0, state.line, players.HARD)
    assert {tile: ahead.best[tile] for tile in state.line} == found


def test_what_lies_in_the_line_is_expected_as_it_lies_there():
    """In solo no tile is taken between two turns: the better of two counts, its price paid."""
    state = solo("51@-1,2r5", stones=1, line=[12, 34], stacks=[])
    ahead = sight.Ahead(state, 0)
    cheap, dear = ahead.best[12], ahead.best[34] - 1
    assert ahead.worth() - ahead._last() == pytest.approx(max(cheap, dear))


def test_where_no_turn_is_left_points_alone_count():
    state = build(city("51@-1,2r5"), city(), line=[12, 34], stacks=[])
    ahead = sight.Ahead(state, 0)
    assert ahead.worth() - ahead._last() == pytest.approx(GAME.scores(state)[0].total)


def test_at_the_end_points_alone_count():
    state = middle(moves=36)
    assert GAME.to_act(state) == ()
    for seat in range(2):
        parts = sight.SIGHT.parts(state, seat)
        own = {name: value for name, value in parts.items() if name != "ahead"}
        assert own == GAME.scores(state)[seat].parts


def test_tiles_of_a_line_that_has_just_been_filled_are_not_known_yet():
    """The worth before is the same, whichever tiles are revealed behind the last one."""
    state = middle(moves=11)
    [seat] = GAME.to_act(state)
    told = set()
    for luck in range(3):
        other = GAME.redeal(state, seat, Rng(luck))
        after, _ = play(GAME, other, seat, next(GAME.legal_actions(other, seat)))
        assert len(after.line) == 4
        told.add(sight.Ahead(after, seat).worth())
    assert len(told) == 1
