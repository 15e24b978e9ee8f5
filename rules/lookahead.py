"""One look ahead for every game: what becomes of some candidates when everybody plays on.

A *look* deals anew what the seat cannot see, makes a candidate, lets everybody play on quickly
as far as the horizon, and asks what the position is worth by then. All candidates are looked
at with the same luck, so that chance makes no difference between them; after each round the worse
half of them drops out (sequential halving: Karnin, Koren, Somekh, 2013).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from rules.contract import A_co, Clock, Game, S_contra, Seat, State, no_time
from rules.rng import SEED_BITS, Rng

S = TypeVar("S", bound=State)
A = TypeVar("A")


class Sight(Protocol[S_contra, A_co]):
    """What a game knows of itself, to be looked ahead in. It may look at what `seat` sees only.

    A line is an action, or several of one turn, each legal after those before it whatever comes
    to light on the way.
    """

    names: tuple[str, ...]
    """What the parts of a worth can be called."""
    units: Mapping[str, float]
    """What one more of a part is worth, of those that people count: points, stones, buildings."""
    turns: int
    """How many more turns of its own a seat looks ahead, beyond the one that it is in."""

    def candidates(self, state: S_contra, seat: Seat, most: int) -> Sequence[Sequence[A_co]]:
        """At most so many good lines, the best ones first; one where only one is thinkable."""

    def quick(self, state: S_contra, seat: Seat, rng: Rng) -> Sequence[A_co]:
        """What the seat that looks ahead would do next without thinking for long."""

    def reply(self, state: S_contra, seat: Seat, rng: Rng) -> Sequence[A_co]:
        """What another seat may do meanwhile; as rough as does no harm."""

    def parts(self, state: S_contra, seat: Seat) -> Mapping[str, float]:
        """How well `seat` stands, by any measure that is the same in one game: what adds up to it.

        Their names are codes, for words that tell why one move is better than another.
        """


class Effort(msgspec.Struct, frozen=True):
    """How much is thought about one action. It is counted, so any machine thinks the same."""

    candidates: int
    looks: int
    """For each candidate on average, where two play; with more others fewer, as each is longer."""
    seconds: float = math.inf
    """After so many it has to do with the looks so far; at least one for each candidate."""
    caution: float = 0.0
    """By how many standard errors another candidate has to be better than the first one.

    For games in which chance says more than most moves: there the first one is often right. So many
    for each other seat, as the more play, the less one move decides.
    """
    duel: float = 0.0
    """By how many more where two play: for games in which looks tell more the more others play."""
    rounds: float = math.inf
    """So often the worse half drops out at most; once is enough where looks leave no chance."""
    plies: float = math.inf
    """About so many are made in all looks at most: for games in which turns, and so looks, grow.

    Where one look at each candidate makes more, fewer are looked at.
    """


class Judged(msgspec.Struct, Generic[A], frozen=True):
    """A candidate line, its worth on average, in how many looks, and what parts make it up."""

    line: tuple[A, ...]
    worth: float
    looks: int
    parts: dict[str, float]
    """What adds up to the worth, by name, each on average; nothing before the first look."""
    counts: dict[str, float] = {}
    """How many there are by then, on average, where a part says what they are worth together."""

    @property
    def action(self) -> A:
        """The action to do now."""
        return self.line[0]


@dataclass
class Trial(Generic[A]):
    """A candidate on trial, and what came of it so far."""

    line: tuple[A, ...]
    worths: list[float] = field(default_factory=list)
    parts: dict[str, float] = field(default_factory=dict)
    """Of all looks together."""
    counts: dict[str, float] = field(default_factory=dict)
    """Of all looks together."""

    @property
    def looks(self) -> int:
        """How many there were."""
        return len(self.worths)

    def add(self, parts: Mapping[str, float], counts: Mapping[str, float]) -> None:
        """What came of one more look."""
        self.worths.append(sum(parts.values()))
        for sums, found in ((self.parts, parts), (self.counts, counts)):
            for name, value in found.items():
                sums[name] = sums.get(name, 0.0) + value

    @property
    def mean(self) -> float:
        """What it was worth on average; nothing before the first look."""
        return fmean(self.worths) if self.worths else 0.0

    def beats(self, other: Trial[A], caution: float) -> bool:
        """Whether it was better in the looks that both had, by so many standard errors."""
        gains = [one - two for one, two in zip(self.worths, other.worths, strict=False)]
        if len(gains) < 2:
            return self.mean > other.mean
        return fmean(gains) > caution * stdev(gains) / math.sqrt(len(gains))

    def judged(self) -> Judged[A]:
        """The verdict."""
        looks = max(1, self.looks)
        parts, counts = (
            {name: value / looks for name, value in sums.items()}
            for sums in (self.parts, self.counts)
        )
        return Judged(self.line, self.mean, self.looks, parts, counts)


def uncounted(state: State, seat: Seat) -> Mapping[str, float]:
    """For games in which every part that people count is worth the same each (`Sight.units`)."""
    return {}


def unseen(state: State, seat: Seat, most: int) -> Sequence[Judged[Any]]:
    """For games in which there is nothing to tell of a choice that was not looked at."""
    return ()


def whole(state: State, seat: Seat) -> float:
    """For games in which every decision deserves the whole effort."""
    return 1.0


class Lookahead(Generic[S, A]):
    """The player that looks ahead."""

    def __init__(
        self,
        game: Game[S, A, Any],
        sight: Sight[S, A],
        effort: Effort,
        clock: Clock = no_time,
        count: Callable[[S, Seat], Mapping[str, float]] = uncounted,
        glance: Callable[[S, Seat, int], Sequence[Judged[A]]] = unseen,
        share: Callable[[S, Seat], float] = whole,
    ) -> None:
        """`count` says how many a seat has of what is worth less the more one has.

        `glance` tells what speaks for the best lines, at most so many, where one is chosen without
        a look; nothing where it cannot. `share` says which part of an effort's plies a decision
        deserves, where a turn may have many.
        """
        self.sight = sight
        self.effort = effort
        self.count = count
        self.glance = glance
        self.share = share
        self._game, self._clock = game, clock

    def choose(self, state: S, seat: Seat, rng: Rng) -> A:
        """The candidate that came off best."""
        return self.judge(state, seat, rng)[0].action

    def judge(self, state: S, seat: Seat, rng: Rng) -> list[Judged[A]]:
        """All candidates, the best first. Who dropped out later stands before who did earlier.

        The same seat sees the same luck in the same order: equal `rng`, equal answer. Raises
        ValueError where the game offers none.
        """
        seen = self._game.redeal(state, seat, rng)
        candidates = self.sight.candidates(seen, seat, self.effort.candidates)
        if not candidates:
            raise ValueError(f"seat {seat} has nothing to choose from")
        trials = [Trial(tuple(line)) for line in candidates]
        first = trials[0]
        self._compare(trials, seen, seat, rng)
        others = self._others(seen)
        caution = self.effort.caution * others + self.effort.duel * (others == 1)
        if caution and not trials[0].beats(first, caution):
            trials.remove(first)
            trials.insert(0, first)
        return [trial.judged() for trial in trials]

    def advise(self, state: S, seat: Seat, rng: Rng) -> list[Judged[A]]:
        """The same, with the next best lines also where the first was chosen at a glance."""
        judged = self.judge(state, seat, rng)
        if len(judged) > 1:
            return judged
        seen = self._game.redeal(state, seat, rng)
        return [*self.glance(seen, seat, self.effort.candidates)] or judged

    def weigh(
        self, state: S, seat: Seat, lines: Sequence[Sequence[A]], rng: Rng, looks: int
    ) -> list[Judged[A]]:
        """These lines, in their order, each in so many looks with the same luck."""
        seen = self._game.redeal(state, seat, rng)
        trials = [Trial(tuple(line)) for line in lines]
        for _ in range(looks):
            luck = rng.below(1 << SEED_BITS)
            for trial in trials:
                self._look(trial, seen, seat, luck)
        return [trial.judged() for trial in trials]

    def _compare(self, trials: list[Trial[A]], seen: S, seat: Seat, rng: Rng) -> None:
        """Look at the candidates and put them in order, in place; one alone needs no look."""
        stop, left = self._clock() + self.effort.seconds, len(trials)
        rounds = min(math.ceil(math.log2(left)), self.effort.rounds)
        looks = left * self.effort.looks / self._others(seen) / max(1, rounds)
        plies, made, usual = self.effort.plies * self.share(seen, seat), 0, 0
        while left > 1 and rounds:
            racing, most = trials[:left], made + (plies - made) / rounds
            for _ in range(max(1, round(looks / left))):
                if racing[0].looks and self._clock() >= stop:
                    left = 1
                    break
                if racing[0].looks and made + usual * len(racing) > most:
                    break
                luck = rng.below(1 << SEED_BITS)
                usual = self._look(racing[0], seen, seat, luck)
                if usual * len(racing) > plies:  # no time for one look at each
                    left = max(1, int(plies // usual))
                    racing = racing[:left]
                made += usual + sum(self._look(one, seen, seat, luck) for one in racing[1:])
            racing.sort(key=lambda trial: trial.mean, reverse=True)
            trials[: len(racing)] = racing
            left, rounds = math.ceil(left / 2), rounds - 1

    def _others(self, seen: S) -> int:
        """How many others play; at least one, as if alone one played against the game."""
        return max(1, len(self._game.scores(seen)) - 1)

    def _look(self, trial: Trial[A], seen: S, seat: Seat, luck: int) -> int:
        """Add what makes up the worth of the position that a line leads to, if luck has it so.

        Returns how many plies were made on the way.
        """
        game, rng = self._game, Rng(luck)
        state = game.redeal(seen, seat, rng)
        plies = self._do(state, seat, trial.line)
        turns = self.sight.turns + game.mid_turn(state)
        # of all seats; between two turns of a seat each other one has two at most
        everybodys = turns * 2 * len(game.scores(state))
        while turns and everybodys and (acting := game.to_act(state)):
            who = acting[0]
            plays = self.sight.quick if who == seat else self.sight.reply
            plies += self._do(state, who, plays(state, who, rng))
            ends = not game.mid_turn(state)
            turns -= ends and who == seat
            everybodys -= ends
        trial.add(self.sight.parts(state, seat), self.count(state, seat))
        return plies

    def _do(self, state: S, seat: Seat, line: Sequence[A]) -> int:
        """Carry out a line in place; how many plies that were."""
        for action in line:
            self._game.apply(state, seat, action)
        return len(line)
