"""Review of a finished game by a look-ahead player: verdicts, losses and single decisions."""

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
    """The standing plies."""
    seen: int
    """Number of them that were judged."""
    going: bool
    """Whether the analysis is running."""
    judge: str
    """Name of the judging player among the players of the game."""
    verdicts: tuple[Verdict, ...]
    behind: tuple[float, ...]
    """For each seat the worth from its place to the next better one (`Sight.behind`)."""

    @property
    def whole(self) -> bool:
        """Whether all plies were judged."""
        return self.seen >= len(self.log)

    @property
    def reports(self) -> list[SeatReport]:
        """Report on each seat, without the judge's own choices, which prove nothing."""
        return analysis.report(self.of_others, len(self.table.seats))

    @property
    def of_others(self) -> list[Verdict]:
        """Verdicts on decisions that the judge did not make itself."""
        return [verdict for verdict in self.verdicts if not self._is_own(self.log[verdict.ply - 1])]

    def is_own(self, seat: Seat) -> bool:
        """Whether the judge itself made all plies of a seat."""
        plies = [ply for ply in self.log if ply.seat == seat]
        return bool(plies) and all(map(self._is_own, plies))

    def _is_own(self, ply: Ply) -> bool:
        table = self.table
        player = stand_in(table.game) if ply.via else table.seats[ply.seat].ai
        return ply.ai and player == self.judge

    @property
    def turns(self) -> tuple[int, ...]:
        """Turn number of each ply among the turns of its seat, from 1."""
        return turns_of(self.log)

    def period_of(self, verdict: Verdict) -> int:
        """Turn or round of a decision, as the game counts; else the turn number of its seat."""
        return self.turns[verdict.ply - 1] if verdict.when is None else verdict.when

    @property
    def most(self) -> float:
        """Largest loss that counts for one decision, in the judge's measure."""
        return analysis.greatest(self.of_others)

    @property
    def turning_point(self) -> Verdict | None:
        """The costliest decision of all that have cost their seat a place, if any has."""
        costliest = filter(None, (report.turning for report in self.reports))
        turning = filter(self.has_cost_a_place, costliest)
        return max(turning, key=lambda verdict: verdict.loss, default=None)

    def has_cost_a_place(self, verdict: Verdict) -> bool:
        """Whether the better moves of a decision would have led to a better place at the end."""
        return verdict.loss > self.behind[verdict.seat]

    def losses_of(self, seat: Seat) -> tuple[float | None, ...]:
        """Loss of a seat in each turn or round, as a share of `most`.

        Decisions before the first turn or round count in the first. None where the seat had no
        choice, or where the judge chose for it.
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

    def ply_before(self, verdict: Verdict) -> int:
        """Number of the last standing ply before a decision; 0 at the deal."""
        return self.log[verdict.ply - 2].ply if verdict.ply > 1 else 0

    def plies_of(self, verdict: Verdict) -> tuple[Ply, ...]:
        """The plies of a decision."""
        return self.log[verdict.ply - 1 :][: len(verdict.moves)]


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, as its seat saw the table when it made it."""

    verdict: Verdict
    view: msgspec.Struct
    made: msgspec.Struct | None
    """Preview of the moves that were made, without what was hidden then."""
    better: msgspec.Struct | None
    """Preview of the better moves."""
    reason: Reason | None
    """Strongest reason for the better moves, if any."""


def require_judgeable(live: LiveTable, log: Sequence[Ply]) -> None:
    """Refuse to judge a game that is not over, or that today's rules cannot judge."""
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
    """Consecutive moves of the first ply's seat, in notation; at most the longest turn's number."""
    seat = log[0].seat
    plies = takewhile(lambda ply: ply.seat == seat and ply.notation != LEAVES, log)
    return tuple(ply.notation for ply in plies)[: game.facts.longest_turn]


def turns_of(log: Sequence[Ply]) -> tuple[int, ...]:
    """Turn number of each ply among the turns of its seat, from 1."""
    counts: dict[Seat, int] = {}
    turns, goes_on = list[int](), False
    for ply in log:
        if not goes_on:
            counts[ply.seat] = counts.get(ply.seat, 0) + 1
        turns.append(counts.get(ply.seat, 1))
        goes_on = not ply.ends_turn
    return tuple(turns)


def moment(game: Game[Any, Any, Any], state: Any, verdict: Verdict) -> Moment:
    """A decision at the position where it was made. Raises RulesError if its moves are illegal."""
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
