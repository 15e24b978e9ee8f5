"""What a person may see of a table: now, since their last turn, and of the hand they hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.playing import HandPost, Look, Playing, Recap
from bot.seating import NotSeated, Status, Table
from bot.store import Direct, Ply
from rules.contract import RulesError, Seat


def looked(playing: Playing, user_id: int | None, last: int | None = None) -> Look:
    """The table as a person may see it; with `last`, before a turn that began after that ply."""
    playing.table.require(Status.LIVE, Status.OVER)
    playing = before_turn(playing, last)
    seat = seat_or_none(playing.table, user_id)
    return Look(
        table=playing.table,
        seat=seat,
        to_act=playing.to_act,
        view=playing.game.view(playing.state, seat),
        hand=hand_of(playing, seat),
        result=playing.result,
    )


def before_turn(playing: Playing, last: int | None) -> Playing:
    """The table without the turn under way, which may be taken back, if it began after `last`."""
    turn = playing.turn
    if last is None or turn is None or turn.plies[0].ply <= last:
        return playing
    return replace(playing, state=turn.began, turn=None)


def shown_hand(playing: Playing, seat: Seat, direct: Direct) -> HandPost:
    """What the person in a seat is shown in private, now that they may have left it."""
    playing.table.require(Status.LIVE, Status.OVER)
    holder = playing.table.seats[seat]
    if holder.user_id is None:
        raise NotSeated("table.not_seated")
    eyes = None if holder.resigned else seat
    return HandPost(
        table=playing.table,
        seat=seat,
        user_id=holder.user_id,
        view=playing.game.view(playing.state, eyes),
        hand=hand_of(playing, eyes),
        channel_id=direct.channel_id,
        message_id=direct.message_id,
        closed=direct.closed,
        language=direct.language or playing.table.language,
        result=playing.result,
    )


def hand_of(playing: Playing, seat: Seat | None) -> msgspec.Struct | None:
    """What a seat holds hidden from the others; nobody looks over anybody's shoulder."""
    return None if seat is None else playing.game.hand(playing.state, seat)


def seat_or_none(table: Table, user_id: int | None) -> Seat | None:
    """The seat of a person, None for a spectator."""
    try:
        return None if user_id is None else table.seat_of(user_id)
    except RulesError:
        return None


# ---- looking back --------------------------------------------------------------------------------


def standing(log: Sequence[Ply]) -> list[Ply]:
    """The plies that were not taken back."""
    return [ply for ply in log if ply.undone is None]


def state_after(playing: Playing, log: Sequence[Ply], plies: int) -> Any:
    """The position after the first `plies` actions that stand, played again from the deal."""
    game, table = playing.game, playing.table
    state = game.new(len(table.seats), playing.secret.number, table.options)
    for ply in standing(log)[:plies]:
        game.apply(state, ply.seat, game.parse(state, ply.seat, ply.notation))
    return state


def recapped(playing: Playing, log: Sequence[Ply], user_id: int) -> Recap:
    """What happened since a person's last turn; the whole game for who had none yet.

    The turn under way is no last turn: who is in the midst of it still sees what led to it.
    """
    table, game, log = playing.table, playing.game, standing(log)
    seat = table.seat_of(user_id)
    done = len(log) - len(playing.turn.plies if playing.turn else ())
    last = max((number for number, ply in enumerate(log[:done], 1) if ply.seat == seat), default=0)
    return Recap(
        table=table,
        seat=seat,
        after=game.view(playing.state, seat),
        plies=tuple(log[last:]),
        gained=gained(playing, log, last),
    )


def gained(playing: Playing, log: Sequence[Ply], plies: int) -> tuple[int, ...]:
    """What each seat has won since the first `plies` actions; () where they had other rules."""
    game = playing.game
    if playing.table.version != game.facts.version:
        return ()
    before, after = game.scores(state_after(playing, log, plies)), game.scores(playing.state)
    return tuple(now.total - then.total for then, now in zip(before, after, strict=True))
