"""Every game can be measured and shown without a line of its own in `bench/`."""

import pytest

from bench import measured, presses, sizes, texts
from bench.measured import GameBench, game_bench
from render.contract import CANDIDATE, HAND, TABLE
from render.registry import renderer
from tests.cases import each_case
from tests.contract.playing import every_game
from tests.records import recorded_game
from tests.tier import deep, games

REST = [*games()][1:]
"""Games that are looked at in a deep run only, where much is drawn."""


@pytest.fixture
def recorded_games(monkeypatch):
    """Recorded games in place of those that easy players would have to play first."""
    monkeypatch.setattr(measured, "easy_game", recorded_game)


def drawn(key, picture):
    return renderer(key).draw("table", picture.view, news=picture.news)


@pytest.mark.usefixtures("recorded_games")
@every_game
def test_a_move_changes_the_picture_that_is_measured(key):
    before, after = game_bench(key).move()
    assert drawn(key, before) != drawn(key, after)


@pytest.mark.usefixtures("recorded_games")
@every_game
def test_a_game_without_a_bench_of_its_own_has_positions_and_a_move(key):
    game, bench = games()[key], GameBench(key)
    positions, seats = bench.positions(), game.facts.seats
    assert {int(name.partition("-")[0]) for name in positions} == set(seats)
    assert game.to_act(positions[f"{min(seats)}-over"]()) == ()
    before, after = bench.move()
    assert before.view != after.view


@every_game
def test_a_seat_that_is_given_all_that_helps_may_still_act(key):
    game = games()[key]
    start = game.new(max(game.facts.seats), 7)
    position = game.state_to_json(start)
    game_bench(key).enrich(position)
    assert game.to_act(game.state_from_json(position)) == game.to_act(start)


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=[deep] * (key in REST)) for key in games()]
)
def test_texts_are_on_a_late_picture_and_large_enough_where_it_is_shown(key):
    """Each role of text by its goal, and any text at all by the least one, late in an easy game.

    `python -m bench.sizes` prints them; a table as wide as some recorded ones has smaller texts.
    """
    bench = game_bench(key)
    assert sizes.too_small(bench, max(bench.game.facts.seats)) == {}


@each_case("picture", (TABLE, HAND, CANDIDATE))
def test_a_picture_is_as_wide_as_a_phone_and_the_box_of_a_computer_allow(picture):
    """A phone indents posts by the avatar; a computer fits their pictures into 550 × 350."""
    widths = [texts.shown_width(picture, 1000, height) for height in (500, 1111, 1400)]
    assert widths == ([314, 314, 250] if picture == TABLE else [335] * 3)


@every_game
def test_the_first_turn_of_a_recorded_game_is_made_by_presses(key):
    """*Play*, and at least one press more."""
    turn = next(presses.turns_of(next(presses.records(key))))
    assert (presses.presses_by_hand(turn) or 0) >= 2
