"""The search of the strong player: the next tile that its seat may get."""

import pytest

from rules.akropolis import players, sight
from rules.akropolis.pieces import QUARRY
from rules.contract import play
from rules.rng import Rng
from tests.akropolis.building import GAME, build, city, replayed, solo


def middle(moves=14):
    """A position of a recorded game for two."""
    return replayed("two_by_points", moves)


def test_the_best_place_of_each_tile_is_the_one_that_trying_all_places_finds():
    state = middle()
    [seat] = GAME.to_act(state)
    city, share = state.cities[seat], players.share_left(state)
    worths = players.best_worths(state, seat, state.line, players.HARD)
    prospects = city.stones + players.HARD.quarries * share * len(city.showing[QUARRY])
    for index, tile in enumerate(state.line):
        ideas = players.ideas(state, seat, (index,), players.HARD)
        best = max(worth for worth, *_ in ideas)
        assert worths[tile] == pytest.approx(best + index + prospects)


def test_prospects_count_as_far_as_they_remain_after_the_next_turn():
    state = middle()
    ahead, after = sight.Ahead(state, 0), state.clone()
    after.turn += 2
    worths = players.best_worths(after, 0, state.line, players.HARD)
    assert {tile: ahead.best[tile] for tile in state.line} == worths


def test_the_tiles_of_the_line_are_expected_as_they_lie_there():
    """In solo no tile is taken between two turns: the better of two counts, its price paid."""
    state = solo("51@-1,2r5", stones=1, line=[12, 34], stacks=[])
    ahead = sight.Ahead(state, 0)
    cheap, dear = ahead.best[12], ahead.best[34] - 1
    assert ahead.worth() - ahead._last() == pytest.approx(max(cheap, dear))


def test_after_the_last_turn_points_alone_count():
    state = build(city("51@-1,2r5"), city(), line=[12, 34], stacks=[])
    ahead = sight.Ahead(state, 0)
    assert ahead.worth() - ahead._last() == pytest.approx(GAME.scores(state)[0].total)


def test_at_the_end_points_alone_count():
    state = replayed("two_by_points")
    for seat in range(2):
        parts = dict(sight.SIGHT.parts(state, seat))
        del parts["ahead"]
        assert parts == GAME.scores(state)[seat].parts


def test_tiles_of_a_line_that_has_just_been_filled_are_not_known_yet():
    """The worth before is the same, whichever tiles are revealed behind the last one."""
    state = middle(moves=11)
    [seat] = GAME.to_act(state)
    worths = set()
    for luck in range(3):
        redealt = GAME.redeal(state, seat, Rng(luck))
        after, _ = play(GAME, redealt, seat, next(GAME.legal_actions(redealt, seat)))
        assert len(after.line) == 4
        worths.add(sight.Ahead(after, seat).worth())
    assert len(worths) == 1
