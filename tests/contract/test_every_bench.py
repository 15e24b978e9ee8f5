"""Every game can be measured and shown without a line of its own in `bench/`."""

from functools import cache

import pytest

from bench import measured, sizes
from bench.measured import GameBench, easy_game, game_bench
from render.registry import renderer
from rules.contract import Seat
from tests.tier import games

every_game = pytest.mark.parametrize(
    "key", [pytest.param(key, marks=pytest.mark.xdist_group(f"bench-{key}")) for key in games()]
)


@cache
def played_once(key, seats, seed):
    return tuple(easy_game(key, seats, seed))


@pytest.fixture(autouse=True)
def games_played_once(monkeypatch):
    """A game of easy players takes longer than all that is looked at in it."""
    for module in (measured, sizes):
        monkeypatch.setattr(module, "easy_game", played_once)


def drawn(key, picture):
    return renderer(key).draw("table", picture.view, news=picture.news)


@every_game
def test_a_move_changes_the_picture_that_is_measured(key):
    before, after = game_bench(key).move()
    assert drawn(key, before) != drawn(key, after)


@every_game
def test_a_game_without_a_bench_of_its_own_has_positions_and_a_move(key):
    plain = GameBench(key)
    seats = games()[key].facts.seats
    assert {int(name.partition("-")[0]) for name in plain.positions()} == set(seats)
    over = plain.positions()[f"{min(seats)}-over"]()
    assert games()[key].to_act(over) == ()
    before, after = plain.move()
    assert drawn(key, before) != drawn(key, after)


@every_game
def test_who_is_given_all_that_helps_may_still_act(key):
    game = games()[key]
    start = game.new(max(game.facts.seats), 7)
    position = game.state_to_json(start)
    game_bench(key).enrich(position)
    seats: tuple[Seat, ...] = game.to_act(game.state_from_json(position))
    assert seats == game.to_act(start)


@every_game
def test_each_text_whose_size_is_measured_is_on_a_late_picture(key):
    game = game_bench(key)
    assert set(sizes.text_sizes(game, max(game.game.facts.seats))) == set(game.text_roles())
