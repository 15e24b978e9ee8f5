"""Matches: whose seat is whose, who has won, how long it took."""

from dataclasses import dataclass, field

import pytest

from rules import match
from rules.contract import Result, SeatScore
from rules.rng import Rng
from tests.cases import each_case


@dataclass
class Race:
    """Each seat runs in turn, in two steps; who has run farthest wins."""

    seed: int
    run: list[int]
    steps: int = 0
    luck: list[int] = field(default_factory=list)


class Running:
    def __init__(self, fastest=()):
        self.fastest = fastest

    def new(self, seats, seed, options):
        return Race(seed, [0] * seats)

    def to_act(self, state):
        seat = state.steps // 2
        return (seat,) if seat < len(state.run) else ()

    def mid_turn(self, state):
        return state.steps % 2 == 1

    def apply(self, state, seat, action):
        state.run[seat] += action
        state.steps += 1

    def result(self, state):
        winners = tuple(i for i, run in enumerate(state.run) if run == max(state.run))
        return Result((), winners, tuple(SeatScore(run, {}) for run in state.run), "over")


@dataclass
class Runner:
    """Runs as far as it is told, and takes so many seconds for it."""

    far: int
    clock: list[float]
    seconds: float = 0.0
    seats: list[int] = field(default_factory=list)
    luck: list[int] = field(default_factory=list)

    def choose(self, state, seat, rng):
        self.seats.append(seat)
        self.luck.append(rng.below(1000))
        self.clock[0] += self.seconds
        return self.far


def race(seats=2, number=0, far=(3, 2), seconds=(0.0, 0.0), seed=7):
    clock = [100.0]
    runners = [Runner(*each) for each in zip(far, (clock, clock), seconds, strict=True)]
    sides = match.play_match_game(Running(), runners, seats, number, seed, {}, lambda: clock[0])
    return sides, runners


@each_case(("number", "seat"), [(0, 0), (1, 1), (2, 2), (3, 0), (100, 1)])
def test_the_first_player_sits_in_one_seat_after_the_other(number, seat):
    _, (first, second) = race(seats=3, number=number)
    assert set(first.seats) == {seat}
    assert set(second.seats) == {0, 1, 2} - {seat}


def test_the_winner_is_told_with_the_mean_points_of_either_side():
    """A shared victory is a part for each."""
    (first, second), _ = race(seats=3, far=(3, 2))
    assert (first.won, first.points) == (1, 6)
    assert (second.won, second.points) == (0, 4)
    (first, second), _ = race(seats=4, far=(2, 2))
    assert (first.won, second.won) == (0.25, 0.75)


def test_a_turn_takes_as_long_as_its_moves():
    (first, second), _ = race(seats=3, seconds=(1.0, 2.0))
    assert (first.moves, first.turns) == ((1, 1), (2,))
    assert (second.moves, second.turns) == ((2,) * 4, (4, 4))


def test_the_luck_of_the_players_is_another_than_that_of_the_deal():
    """With equal luck a player that redeals hidden cards would deal them as they really are."""
    lucks = [race(seed=7)[1][0].luck for _ in range(2)]
    deal = Rng(7)
    assert lucks[0] == lucks[1] != [deal.below(1000) for _ in lucks[0]]


def test_all_games_together_have_means_and_the_longest():
    sides = [
        match.Side(1.0, 10.0, (1.0, 3.0), (4.0,)),
        match.Side(0.5, 20.0, (2.0, 2.0), (2.0, 2.0)),
    ]
    assert match.standing(sides) == match.Standing(2, 1.5, 15.0, 2.0, 3.0, 8 / 3, 4.0)


def test_the_interval_of_a_share_is_wilsons():
    standing = match.standing([match.Side(float(n < 8), 0.0, (), ()) for n in range(10)])
    assert standing.interval == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert match.wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)


def test_a_meeting_plays_the_same_game_again_and_the_next_one_with_another_deal():
    """A meeting holds everything that another process needs."""
    meeting = match.Meeting("massalia", ("random", "random"), 3, 5, {}, float)
    assert meeting.play_game(2) == meeting.play_game(2)
    assert meeting.play_game(0)[0].moves != meeting.play_game(3)[0].moves
