"""Players for AI seats: easy beats random, founds, connects, fights for oracles, sells late."""

from functools import cache

import pytest

from rules import analysis
from rules.magna_grecia import legal, limits, players, prospects
from rules.magna_grecia.actions import Market
from rules.magna_grecia.prospects import EASY, HARD
from rules.record import RecordedPly
from rules.rng import Rng
from tests.cases import each_case
from tests.magna_grecia.building import GAME, lay
from tests.tier import deep


def match(names, seed, **options):
    """A game of these players: the position at its end, and everything that was told."""
    state, rng, told = GAME.new(len(names), seed, options), Rng(seed), []
    players = [GAME.player(name) for name in names]
    while acting := GAME.to_act(state):
        [seat] = acting
        action = players[seat].choose(state, seat, rng)
        GAME.check(state, seat, action)
        told += GAME.apply(state, seat, action)
    return state, told


@each_case("seed", range(4))
def test_easy_beats_random_on_either_seat(seed):
    names = ["easy", "random"] if seed % 2 else ["random", "easy"]
    state, _ = match(names, seed)
    assert GAME.result(state).winners == (names.index("easy"),)


@pytest.fixture(scope="module")
def game():
    return match(["easy"] * 4, 3)


def names_of(told):
    return [event.code.partition(".")[2] for event in told]


def test_easy_founds_connects_and_trades(game):
    names = names_of(game[1])
    for name in ("city_founded", "connected", "oracle_turned", "market_placed"):
        assert names.count(name) >= 4
    assert "market_sold" in names


def test_easy_makes_sensible_scores(game):
    """Typical final totals of sensible play are 20 to 45."""
    totals = [score.total for score in GAME.scores(game[0])]
    assert min(totals) >= 20


@cache
def begun(rounds):
    """The position in which a round begins among three easy players."""
    state = GAME.new(3, 4) if rounds == 1 else begun(rounds - 1).clone()
    easy = GAME.player("easy")
    while state.phase == "oracles" or state.round < rounds:
        [seat] = GAME.to_act(state)
        GAME.apply(state, seat, easy.choose(state, seat, Rng(1)))
    return state


@each_case("weights", [EASY, HARD])
@each_case("rounds", [3, 7, 11, 12])
def test_the_worth_of_a_market_is_known_before_it_stands(rounds, weights):
    """So a plan tries the best few of them: no other would be worth more."""
    state = begun(rounds)
    [seat] = GAME.to_act(state)
    before = prospects.worth(state, seat, weights)
    places = legal.market_places(state, seat)
    assert places
    for place in places:
        after = state.clone()
        GAME.apply(after, seat, Market(legal.hex_of(state, place)))
        gain = prospects.worth(after, seat, weights) - before
        assert prospects.market(state, seat, place, weights) == pytest.approx(gain)


@deep
def test_hard_follows_more_plans_than_easy_and_wins_by_it():
    """Both think the same of positions here: what they find is all that differs."""
    seeds = range(6)
    wins = [plays(HARD, players.WIDE, seed) > plays(HARD, 2, seed) for seed in seeds]
    assert sum(wins) >= 2 / 3 * len(seeds)


def plays(weights, width, seed):
    """What a seat comes to that plans so, against an easy one."""
    state = GAME.new(2, seed)
    seats = [players.Weighing(weights, width), GAME.player("easy")]
    while acting := GAME.to_act(state):
        GAME.apply(state, acting[0], seats[acting[0]].choose(state, acting[0], Rng(seed)))
    mine, other = (score.total for score in GAME.scores(state))
    return mine - other


@each_case("seats", [2, 3, 4])
def test_strong_counts_villages_that_are_reached_where_more_than_two_play(seats):
    strong, state = GAME.player("strong"), GAME.new(seats, 3, {"oracle_setup": "random"})
    hard = GAME.player("hard")
    while GAME.mid_turn(state) or state.round < 3:
        [seat] = GAME.to_act(state)
        GAME.apply(state, seat, hard.choose(state, seat, Rng(1)))
    counted = [strong.sight.parts(state, seat)["sites"] for seat in range(seats)]
    assert any(counted) is (seats > 2)
    left = prospects.share_left(state)
    reached = [HARD.site * left * len(list(limits.sites(state, seat))) for seat in range(seats)]
    assert any(reached)
    assert counted == (reached if seats > 2 else [0.0] * seats)


def test_easy_takes_an_oracle_that_one_road_tile_wins():
    table = lay(cities="0:N7", roads="0:N8 E-W", oracles="M10", card="Y2")
    taken = table
    while taken.state.to_move == 0:
        action = GAME.player("easy").choose(taken.state, 0, Rng(1))
        taken = taken.play(GAME.notation(taken.state, 0, action))
    assert taken.holder("M10") == 0


def test_easy_meets_its_obligations():
    table = lay(cities="0:F7").play("C F6")
    action = GAME.player("easy").choose(table.state, 0, Rng(1))
    after = table.play(GAME.notation(table.state, 0, action))
    assert len([*limits.villages_to_cover(after.state, 0)]) < len(
        [*limits.villages_to_cover(table.state, 0)]
    )


def test_to_end_a_turn_is_no_fine_move_though_all_else_would_cost_points():
    """In the last round nothing is left but markets that would never bring what they cost."""
    nothing = {"score": 3, "roads": 0, "cities": 0, "reserve_roads": 0, "reserve_cities": 0}
    table = lay(cities="0:F7", round=12, players=[nothing, {}])
    judge = analysis.judge_of(GAME)
    [best, *others] = judge.judge(table.state, 0, Rng(1))
    assert others
    assert best.worth > others[0].worth
    assert GAME.notation(table.state, 0, best.action) == "end"
    verdict = analysis.verdict_of(GAME, judge, table.state, [RecordedPly(0, "end")], 1)
    assert (verdict.loss, verdict.margin) == (0, 0)


def test_easy_ends_its_turn():
    table = lay(players=[{"score": 0, "reserve_roads": 0, "reserve_cities": 0}, {}])
    action = GAME.player("easy").choose(table.state, 0, Rng(1))
    assert GAME.notation(table.state, 0, action) == "end"


def test_luck_that_finds_no_place_ends_in_something_else(monkeypatch):
    """A sample that gives up looking for roads, city tiles and markets is legal all the same."""
    monkeypatch.setattr("rules.magna_grecia.sampling.TRIES", 0)
    table, rng = lay(cities="0:A9", markets="0:A9"), Rng(2)
    drawn = {GAME.notation(table.state, 0, GAME.sample(table.state, 0, rng)) for _ in range(60)}
    assert {move[0] for move in drawn} == {"D", "S", "e"}
    assert drawn <= table.legal()
