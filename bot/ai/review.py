"""A finished game, looked at by the player that looks ahead: what is told of it afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import msgspec

from bot.ai import reasons
from bot.ai.reasons import Reason
from bot.table.changes import Ply
from bot.table.live import LiveTable
from bot.table.seating import Status, Table, stand_in
from rules import analysis
from rules.analysis import SeatReport, Verdict
from rules.contract import Game, RulesError, Seat, read
from rules.log import LEAVES


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """Verdicts on a game so far, and the progress of its analysis."""

    table: Table
    log: tuple[Ply, ...]
    """What there is to look at: the moves that stand."""
    seen: int
    """How many of them were looked at."""
    going: bool
    """Whether it goes on by itself."""
    judge: str
    """The player that judges, by its name among those of the game."""
    verdicts: tuple[Verdict, ...]

    @property
    def whole(self) -> bool:
        """Whether nothing is left to be thought about."""
        return self.seen >= len(self.log)

    @property
    def reports(self) -> list[SeatReport]:
        """Report on each seat; the judge's own choices prove nothing and are left out."""
        return analysis.report(self.of_others, len(self.table.seats))

    @property
    def of_others(self) -> list[Verdict]:
        """Verdicts on the decisions that the judge has not made itself."""
        return [verdict for verdict in self.verdicts if not self._is_own(self.log[verdict.ply - 1])]

    def is_own(self, seat: Seat) -> bool:
        """Whether the judge itself has played a seat, from its first move to its last."""
        plies = [ply for ply in self.log if ply.seat == seat]
        return bool(plies) and all(map(self._is_own, plies))

    def _is_own(self, ply: Ply) -> bool:
        table = self.table
        player = stand_in(table.game) if ply.via else table.seats[ply.seat].ai
        return ply.ai and player == self.judge

    @property
    def turns(self) -> tuple[int, ...]:
        """Of each ply, in which of its seat's turns it was made; the first is 1."""
        return turns_of(self.log)

    def period_of(self, verdict: Verdict) -> int:
        """In which turn or round a decision was made, as the game counts; else its seat's turn."""
        return self.turns[verdict.ply - 1] if verdict.when is None else verdict.when

    @property
    def most(self) -> float:
        """Upper limit of a single loss, in the measure of the player that judges."""
        return analysis.greatest(self.of_others)

    def losses_of(self, seat: Seat) -> tuple[float | None, ...]:
        """Loss of a seat in each turn or round, as a share of the most that counts.

        What comes before the first is in the first. None where the seat had nothing to choose, or
        where the judge chose for it.
        """
        ceiling = self.most
        lost: dict[int, float] = {}
        for verdict in self.of_others:
            if verdict.seat == seat:
                turn = max(1, self.period_of(verdict))
                lost[turn] = lost.get(turn, 0.0) + verdict.loss
        periods = range(1, max([1, *map(self.period_of, self.verdicts)]) + 1)
        return tuple(
            analysis.share(lost[turn], ceiling) if turn in lost else None for turn in periods
        )

    def plies_of(self, verdict: Verdict) -> tuple[Ply, ...]:
        """The moves of a decision, with what they caused."""
        return self.log[verdict.ply - 1 :][: len(verdict.moves)]


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, as its seat saw the table when it made it."""

    verdict: Verdict
    view: msgspec.Struct
    made: msgspec.Struct | None
    """What was to be known of the moves that were made, before they were."""
    better: msgspec.Struct | None
    """The same of those that would have been better."""
    reason: Reason | None
    """What most speaks for these; None where nothing does."""


def require_judgeable(live: LiveTable, log: Sequence[Ply]) -> None:
    """Refuse to judge what still hides something, or what the rules of today cannot judge."""
    table = live.table
    if table.status is Status.LIVE:
        raise RulesError("analysis.running")
    if table.status is Status.CANCELLED:
        raise RulesError("analysis.broken_off")
    table.require(Status.OVER)
    if table.version != live.game.facts.version:
        raise RulesError("analysis.other_rules")
    if not log:
        raise RulesError("analysis.no_moves")
    try:
        analysis.judge_of(live.game)
    except analysis.NoJudge:
        raise RulesError("analysis.no_judge") from None


def coming(game: Game[Any, Any, Any], log: Sequence[Ply]) -> tuple[str, ...]:
    """Moves of the first ply's seat from there on without a break, in notation."""
    seat = log[0].seat
    plies = takewhile(lambda ply: ply.seat == seat and ply.notation != LEAVES, log)
    return tuple(ply.notation for ply in plies)[: game.facts.longest_turn]


def turns_of(log: Sequence[Ply]) -> tuple[int, ...]:
    """Of each ply, in which of its seat's turns it was made."""
    counts: dict[Seat, int] = {}
    turns, goes_on = list[int](), False
    for ply in log:
        if not goes_on:
            counts[ply.seat] = counts.get(ply.seat, 0) + 1
        turns.append(counts.get(ply.seat, 1))
        goes_on = not ply.ends_turn
    return tuple(turns)


def moment(game: Game[Any, Any, Any], state: Any, verdict: Verdict) -> Moment:
    """A decision at the position in which it was made. Raises RulesError where it cannot be."""
    seat = verdict.seat
    actual, better = (read(game, state, seat, moves) for moves in (verdict.moves, verdict.better))
    differences = reasons.reasons_from_changes(verdict.gains, analysis.judge_of(game).sight.units)
    speaking = (reason for reason in differences if reason.change > 0)
    brought = (game.consequences(state, seat, line) for line in (better, actual))
    return Moment(
        verdict=verdict,
        view=game.view(state, seat),
        made=game.preview_line(state, seat, actual),
        better=game.preview_line(state, seat, better),
        reason=next(reasons.with_consequences(speaking, *brought), None),
    )
