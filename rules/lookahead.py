"""Search for every game: the outcome of some candidates when all seats play on.

A *look* deals anew what the seat cannot see, makes a candidate, lets all seats play on quickly as
far as the horizon, and takes the worth of the position there. All candidates are looked at with the
same luck, so that chance makes no difference between them; after each round the worse half of them
drops out (sequential halving: Karnin, Koren, Somekh, 2013).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from rules.contract import A_co, Clock, Game, Result, S_contra, Seat, State, no_time
from rules.rng import SEED_BITS, Rng

S = TypeVar("S", bound=State)
A = TypeVar("A")


class Sight(Protocol[S_contra, A_co]):
    """Knowledge of a game that a search needs. It may use only what `seat` sees.

    A line is an action, or several of one turn, each legal after those before it whatever is
    revealed on the way.
    """

    names: tuple[str, ...]
    """Names of the parts of a worth."""
    units: Mapping[str, float]
    """Worth of one more unit of the parts that people count: points, stones, buildings."""
    turns: int
    """Number of further own turns that the search looks ahead, beyond the present one."""

    def candidates(self, state: S_contra, seat: Seat, limit: int) -> Sequence[Sequence[A_co]]:
        """At most `limit` good lines, the best first; a single one if no other is thinkable."""

    def quick(self, state: S_contra, seat: Seat, rng: Rng) -> Sequence[A_co]:
        """A quick move of the searching seat."""

    def reply(self, state: S_contra, seat: Seat, rng: Rng) -> Sequence[A_co]:
        """A quick move of another seat meanwhile; as rough as does no harm."""

    def parts(self, state: S_contra, seat: Seat) -> Mapping[str, float]:
        """Parts of a seat's standing, which add up to it, by any measure of the game.

        Their names are codes, for texts on why one move is better than another.
        """

    def behind(self, state: S_contra, seat: Seat) -> float:
        """Worth beyond which a seat would have had a better place in a finished game.

        Infinite for the first place, and where no worth would have helped.
        """


def points_behind(result: Result, seat: Seat) -> float:
    """Points from a seat to the next better place; infinite where its place is no matter of points.

    So it is with the winner, and with whoever gave up in front of others.
    """
    points, rank = result.scores[seat].total, result.ranks[seat]
    distances = (
        score.total - points
        for score, better in zip(result.scores, result.ranks, strict=True)
        if better < rank and score.total >= points
    )
    return min(distances, default=math.inf)


class Effort(msgspec.Struct, frozen=True):
    """Effort for one action. It is counted, so that any machine finds the same."""

    candidates: int
    looks: int
    """Mean number per candidate with two seats; with more seats fewer, as each look is longer."""
    seconds: float = math.inf
    """Seconds after which the looks so far decide; at least one for each candidate."""
    caution: float = 0.0
    """Standard errors by which another candidate has to be better than the first one.

    For games in which chance decides more than most moves: there the first one is often right.
    It counts for each other seat, as with more seats a single move decides less.
    """
    duel: float = 0.0
    """Additional caution with two seats, where looks say more with more seats."""
    rounds: float = math.inf
    """Limit of the rounds that halve the candidates; 1 suffices for looks without chance."""
    plies: float = math.inf
    """Approximate limit of plies in all looks: for games whose turns, and so looks, grow longer.

    Where one look at each candidate needs more, fewer candidates are looked at.
    """


class Assessment(msgspec.Struct, Generic[A], frozen=True):
    """A candidate line, its mean worth, its number of looks and the parts of its worth."""

    line: tuple[A, ...]
    worth: float
    looks: int
    parts: dict[str, float]
    """Mean parts that add up to the worth, by name; empty before the first look."""
    counts: dict[str, float] = {}
    """Mean numbers of units at the horizon, for parts that hold their worth together."""

    @property
    def action(self) -> A:
        """The first action of the line."""
        return self.line[0]


@dataclass
class Trial(Generic[A]):
    """A candidate on trial, and the results of its looks so far."""

    line: tuple[A, ...]
    worths: list[float] = field(default_factory=list)
    parts: dict[str, float] = field(default_factory=dict)
    """Sums over all looks."""
    counts: dict[str, float] = field(default_factory=dict)
    """Sums over all looks."""

    @property
    def looks(self) -> int:
        """Number of looks."""
        return len(self.worths)

    def add(self, parts: Mapping[str, float], counts: Mapping[str, float]) -> None:
        """Add the result of one more look."""
        self.worths.append(sum(parts.values()))
        for sums, values in ((self.parts, parts), (self.counts, counts)):
            for name, value in values.items():
                sums[name] = sums.get(name, 0.0) + value

    @property
    def mean(self) -> float:
        """Mean worth; 0 before the first look."""
        return fmean(self.worths) if self.worths else 0.0

    def beats(self, other: Trial[A], caution: float) -> bool:
        """Whether it was better in the looks of both, by `caution` standard errors."""
        gains = [
            own_worth - other_worth
            for own_worth, other_worth in zip(self.worths, other.worths, strict=False)
        ]
        if len(gains) < 2:
            return self.mean > other.mean
        return fmean(gains) > caution * stdev(gains) / math.sqrt(len(gains))

    def assessment(self) -> Assessment[A]:
        """Means of all looks."""
        looks = max(1, self.looks)
        parts, counts = (
            {name: value / looks for name, value in sums.items()}
            for sums in (self.parts, self.counts)
        )
        return Assessment(self.line, self.mean, self.looks, parts, counts)


def no_counts(state: State, seat: Seat) -> Mapping[str, float]:
    """Counts of a game whose countable parts have a constant worth each (`Sight.units`)."""
    return {}


def no_glance(state: State, seat: Seat, limit: int) -> Sequence[Assessment[Any]]:
    """Glance of a game that has nothing to say on a choice without a search."""
    return ()


def full_share(state: State, seat: Seat) -> float:
    """Share of a game whose decisions all deserve the whole effort."""
    return 1.0


class Lookahead(Generic[S, A]):
    """The player that looks ahead."""

    def __init__(
        self,
        game: Game[S, A, Any],
        sight: Sight[S, A],
        effort: Effort,
        clock: Clock = no_time,
        count: Callable[[S, Seat], Mapping[str, float]] = no_counts,
        glance: Callable[[S, Seat, int], Sequence[Assessment[A]]] = no_glance,
        share: Callable[[S, Seat], float] = full_share,
    ) -> None:
        """`count` returns a seat's number of the units whose worth falls with their number.

        `glance` returns the best lines with their parts, where one is chosen without a search;
        nothing where it cannot. `share` returns the part of an effort's plies that a decision
        deserves, where a turn may have many.
        """
        self.sight = sight
        self.effort = effort
        self.count = count
        self.glance = glance
        self.share = share
        self._game, self._clock = game, clock

    def choose(self, state: S, seat: Seat, rng: Rng) -> A:
        """The best candidate."""
        return self.judge(state, seat, rng)[0].action

    def judge(self, state: S, seat: Seat, rng: Rng) -> list[Assessment[A]]:
        """All candidates, the best first; later dropouts stand before earlier ones.

        Equal `rng` and equal sight of the seat give equal answers. Raises ValueError where the
        game offers no candidate.
        """
        redealt = self._game.redeal(state, seat, rng)
        candidates = self.sight.candidates(redealt, seat, self.effort.candidates)
        if not candidates:
            raise ValueError(f"seat {seat} has nothing to choose from")
        trials = [Trial(tuple(line)) for line in candidates]
        first = trials[0]
        self._compare(trials, redealt, seat, rng)
        other_seats = self._others(redealt)
        caution = self.effort.caution * other_seats + self.effort.duel * (other_seats == 1)
        if caution and not trials[0].beats(first, caution):
            trials.remove(first)
            trials.insert(0, first)
        return [trial.assessment() for trial in trials]

    def advise(self, state: S, seat: Seat, rng: Rng) -> list[Assessment[A]]:
        """The same, with the next best lines also where the first was chosen without a search."""
        candidates = self.judge(state, seat, rng)
        if len(candidates) > 1:
            return candidates
        redealt = self._game.redeal(state, seat, rng)
        return [*self.glance(redealt, seat, self.effort.candidates)] or candidates

    def weigh(
        self, state: S, seat: Seat, lines: Sequence[Sequence[A]], rng: Rng, looks: int
    ) -> list[Assessment[A]]:
        """The given lines, in their order, each after `looks` looks with the same luck."""
        redealt = self._game.redeal(state, seat, rng)
        trials = [Trial(tuple(line)) for line in lines]
        for _ in range(looks):
            luck = rng.below(1 << SEED_BITS)
            for trial in trials:
                self._look(trial, redealt, seat, luck)
        return [trial.assessment() for trial in trials]

    def _compare(self, trials: list[Trial[A]], redealt: S, seat: Seat, rng: Rng) -> None:
        """Look at the candidates and sort them in place; a single one needs no look."""
        stop, remaining = self._clock() + self.effort.seconds, len(trials)
        rounds = min(math.ceil(math.log2(remaining)), self.effort.rounds)
        looks = remaining * self.effort.looks / self._others(redealt) / max(1, rounds)
        plies, done_plies, usual = self.effort.plies * self.share(redealt, seat), 0, 0
        while remaining > 1 and rounds:
            racing, limit = trials[:remaining], done_plies + (plies - done_plies) / rounds
            for _ in range(max(1, round(looks / remaining))):
                if racing[0].looks and self._clock() >= stop:
                    remaining = 1
                    break
                if racing[0].looks and done_plies + usual * len(racing) > limit:
                    break
                luck = rng.below(1 << SEED_BITS)
                usual = self._look(racing[0], redealt, seat, luck)
                if usual * len(racing) > plies:  # no time for one look at each
                    remaining = max(1, int(plies // usual))
                    racing = racing[:remaining]
                done_plies += usual + sum(
                    self._look(trial, redealt, seat, luck) for trial in racing[1:]
                )
            racing.sort(key=lambda trial: trial.mean, reverse=True)
            trials[: len(racing)] = racing
            remaining, rounds = math.ceil(remaining / 2), rounds - 1

    def _others(self, redealt: S) -> int:
        """Number of other seats; at least 1, as a solo seat plays against the game."""
        return max(1, len(self._game.scores(redealt)) - 1)

    def _look(self, trial: Trial[A], redealt: S, seat: Seat, luck: int) -> int:
        """Add the parts of the position to which a line leads, with the luck `luck`.

        Returns the number of plies on the way.
        """
        game, rng = self._game, Rng(luck)
        state = game.redeal(redealt, seat, rng)
        plies = self._do(state, seat, trial.line)
        turns = self.sight.turns + game.mid_turn(state)
        # turns of all seats; between two turns of a seat each other seat has two at most
        all_turns = turns * 2 * len(game.scores(state))
        while turns and all_turns and (acting := game.to_act(state)):
            acting_seat = acting[0]
            choose_line = self.sight.quick if acting_seat == seat else self.sight.reply
            plies += self._do(state, acting_seat, choose_line(state, acting_seat, rng))
            has_ended = not game.mid_turn(state)
            turns -= has_ended and acting_seat == seat
            all_turns -= has_ended
        trial.add(self.sight.parts(state, seat), self.count(state, seat))
        return plies

    def _do(self, state: S, seat: Seat, line: Sequence[A]) -> int:
        """Carry out a line in place; return the number of plies."""
        for action in line:
            self._game.apply(state, seat, action)
        return len(line)
