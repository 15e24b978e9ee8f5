"""A finished game, looked at by the player that looks ahead: what is told of it afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import msgspec

from bot import reasons
from bot.playing import Playing
from bot.reasons import Reason
from bot.seating import Status, Table
from bot.stored import Ply
from rules import analysis
from rules.analysis import SeatReport, Verdict
from rules.contract import Game, RulesError, Seat, read
from rules.log import LEAVES


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """What is thought of a game so far, and how far that is."""

    table: Table
    log: tuple[Ply, ...]
    """What there is to look at: the moves that stand."""
    seen: int
    """How many of them were looked at."""
    going: bool
    """Whether it goes on by itself."""
    verdicts: tuple[Verdict, ...]

    @property
    def whole(self) -> bool:
        """Whether nothing is left to be thought about."""
        return self.seen >= len(self.log)

    @property
    def reports(self) -> list[SeatReport]:
        """What is thought of each seat."""
        return analysis.report(self.verdicts, len(self.table.seats))

    @property
    def turns(self) -> tuple[int, ...]:
        """Of each ply, in which of its seat's turns it was made; the first is 1."""
        return turns_of(self.log)

    def missed(self, seat: Seat) -> tuple[float | None, ...]:
        """What each turn of a seat has missed, as a share of the most that a loss counts for.

        None where it had nothing to choose.
        """
        turns, most = self.turns, analysis.greatest(self.verdicts)
        lost: dict[int, float] = {}
        for one in self.verdicts:
            if one.seat == seat:
                turn = turns[one.ply - 1]
                lost[turn] = lost.get(turn, 0.0) + one.loss
        own = (turn for turn, ply in zip(turns, self.log, strict=True) if ply.seat == seat)
        every = range(1, max(own, default=0) + 1)
        return tuple(analysis.share(lost[turn], most) if turn in lost else None for turn in every)

    def made(self, verdict: Verdict) -> tuple[Ply, ...]:
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


def require_judgeable(playing: Playing, log: Sequence[Ply]) -> None:
    """Refuse to judge what still hides something, or what the rules of today cannot judge."""
    table = playing.table
    if table.status is Status.LIVE:
        raise RulesError("analysis.running")
    if table.status is Status.CANCELLED:
        raise RulesError("analysis.broken_off")
    table.require(Status.OVER)
    if table.version != playing.game.facts.version:
        raise RulesError("analysis.other_rules")
    if not log:
        raise RulesError("analysis.no_moves")
    try:
        analysis.judge_of(playing.game)
    except analysis.NoJudge:
        raise RulesError("analysis.no_judge") from None


def coming(game: Game[Any, Any, Any], log: Sequence[Ply]) -> tuple[str, ...]:
    """What the seat of the first ply did from there on without a break, in notation."""
    seat = log[0].seat
    own = takewhile(lambda ply: ply.seat == seat and ply.notation != LEAVES, log)
    return tuple(ply.notation for ply in own)[: game.facts.longest_turn]


def turns_of(log: Sequence[Ply]) -> tuple[int, ...]:
    """Of each ply, in which of its seat's turns it was made."""
    begun: dict[Seat, int] = {}
    turns, goes_on = list[int](), False
    for ply in log:
        if not goes_on:
            begun[ply.seat] = begun.get(ply.seat, 0) + 1
        turns.append(begun.get(ply.seat, 1))
        goes_on = not ply.ends_turn
    return tuple(turns)


def moment(game: Game[Any, Any, Any], state: Any, verdict: Verdict) -> Moment:
    """A decision at the position in which it was made. Raises RulesError where it cannot be."""
    seat = verdict.seat
    made, better = (read(game, state, seat, moves) for moves in (verdict.moves, verdict.better))
    told = reasons.told(verdict.gains, analysis.judge_of(game).sight.units)
    speaking = (reason for reason in told if reason.change > 0)
    brought = (game.consequences(state, seat, line) for line in (better, made))
    return Moment(
        verdict=verdict,
        view=game.view(state, seat),
        made=game.preview_line(state, seat, made),
        better=game.preview_line(state, seat, better),
        reason=next(reasons.pointed(speaking, *brought), None),
    )
