"""Players for AI seats: easy beats random, founds, connects, fights for oracles, sells late."""

from collections import Counter

import pytest

from rules import analysis, record
from rules.magna_grecia import legal, limits, players, prospects
from rules.magna_grecia.actions import Market
from rules.magna_grecia.prospects import EASY, HARD
from rules.record import RecordedPly
from rules.rng import Rng
from tests.cases import each_case
from tests.magna_grecia.building import GAME, lay, recorded
from tests.tier import deep, of_tier


def match(names, seed, **options):
    """A game of these players: the position at its end, and all its events."""
    state, rng, events = GAME.new(len(names), seed, options), Rng(seed), []
    players = [GAME.player(name) for name in names]
    while acting := GAME.to_act(state):
        [seat] = acting
        action = players[seat].choose(state, seat, rng)
        GAME.check(state, seat, action)
        events += GAME.apply(state, seat, action)
    return state, events


def beginning_of(name, rounds):
    """The position in which a round of a recorded game begins."""
    states = (state for state, _ in record.replay(recorded(name)))
    return next(state for state in states if state.round == rounds)


@each_case("seed", of_tier(range(1), range(4)))
def test_easy_beats_random_on_either_seat(seed):
    names = ["easy", "random"] if seed % 2 else ["random", "easy"]
    state, _ = match(names, seed)
    assert GAME.result(state).winners == (names.index("easy"),)


@deep
def test_easy_founds_connects_and_trades_and_makes_sensible_scores():
    """Typical final totals of sensible play are 20 to 45."""
    state, events = match(["easy"] * 4, 3)
    counts = Counter(event.code.partition(".")[2] for event in events)
    for name in ("city_founded", "connected", "oracle_turned", "market_placed"):
        assert counts[name] >= 4
    assert counts["market_sold"]
    assert min(score.total for score in GAME.scores(state)) >= 20


@each_case("weights", [EASY, HARD])
@each_case("rounds", [3, 7, 11, 12])
def test_the_worth_of_a_market_is_known_before_it_stands(rounds, weights):
    """A plan tries the best few of them: no other would be worth more."""
    state = beginning_of("three_random_oracles", rounds)
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
    """The lead of a seat that plans so over an easy one."""
    state = GAME.new(2, seed)
    seats = [players.Weighing(weights, width), GAME.player("easy")]
    while acting := GAME.to_act(state):
        GAME.apply(state, acting[0], seats[acting[0]].choose(state, acting[0], Rng(seed)))
    first, second = (score.total for score in GAME.scores(state))
    return first - second


@each_case("name", ["opening", "three_random_oracles", "four_by_points"])
def test_strong_counts_villages_that_are_reached_where_more_than_two_play(name):
    state = beginning_of(name, 3)
    seats = range(len(state.players))
    parts = GAME.player("strong").sight.parts
    counted = [parts(state, seat)["sites"] for seat in seats]
    share = prospects.share_left(state)
    reached = [HARD.site * share * len(list(limits.sites(state, seat))) for seat in seats]
    assert any(reached)
    assert counted == (reached if len(seats) > 2 else [0.0, 0.0])


def easy_move(table):
    """The move that an easy player chooses for the first seat."""
    return table.notation(GAME.player("easy").choose(table.state, 0, Rng(1)))


def test_easy_takes_an_oracle_that_one_road_tile_wins():
    table = lay(cities="0:N7", roads="0:N8 E-W", oracles="M10", card="Y2")
    while table.state.to_move == 0:
        table = table.play(easy_move(table))
    assert table.holder("M10") == 0


def test_easy_meets_its_obligations():
    table = lay(cities="0:F7").play("C F6")
    after = table.play(easy_move(table))
    owed = [len([*limits.villages_to_cover(each.state, 0)]) for each in (table, after)]
    assert owed[1] < owed[0]


def test_to_end_a_turn_is_no_fine_move_though_all_else_would_cost_points():
    """In the last round only markets remain that would never bring what they cost."""
    poor = {"score": 3, "roads": 0, "cities": 0, "reserve_roads": 0, "reserve_cities": 0}
    table = lay(cities="0:F7", round=12, players=[poor, {}])
    judge = analysis.judge_of(GAME)
    best, second, *_ = judge.judge(table.state, 0, Rng(1))
    assert best.worth > second.worth
    assert table.notation(best.action) == "end"
    verdict = analysis.verdict_of(GAME, judge, table.state, [RecordedPly(0, "end")], 1)
    assert (verdict.loss, verdict.margin) == (0, 0)


def test_easy_ends_its_turn():
    table = lay(players=[{"score": 0, "reserve_roads": 0, "reserve_cities": 0}, {}])
    assert easy_move(table) == "end"


def test_a_sample_that_finds_no_place_is_legal_all_the_same(monkeypatch):
    """It gives up looking for roads, city tiles and markets."""
    monkeypatch.setattr("rules.magna_grecia.sampling.TRIES", 0)
    table, rng = lay(cities="0:A9", markets="0:A9"), Rng(2)
    moves = {table.notation(GAME.sample(table.state, 0, rng)) for _ in range(60)}
    assert {move[0] for move in moves} == {"D", "S", "e"}
    assert moves <= table.legal()
