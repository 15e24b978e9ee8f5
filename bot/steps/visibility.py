"""Views of a table for one person: the position now, a recap since their last turn, their hand.

A turn under way belongs to its player: all others see the table as it was when the turn began.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.table.changes import Direct, Ply
from bot.table.live import Gain, HandPost, LiveTable, Look, Recap, Score
from bot.table.seating import NotSeated, Status, Table
from rules.contract import Game, RulesError, Seat, SeatScore
from rules.log import repeat_move


def visible_game(live: LiveTable, seat: Seat | None) -> tuple[LiveTable, Seat | None]:
    """The table as a seat may see it, and the seat, if any, whose turn under way is hidden."""
    turn = live.turn
    if turn is None or turn.seat == seat:
        return live, None
    return live.turn_begun, turn.seat


def log_for(table: Table, log: Sequence[Ply], seat: Seat | None) -> list[Ply]:
    """The log as a seat may see it: its own plies, and the public plies of the others.

    Plies that a player took back before the turn ended were never public.
    """
    ended = len(log) - len(under_way(table, log))
    public = public_plies(log[:ended])
    visible = [ply for ply in log[:ended] if ply.seat == seat or ply.ply in public]
    return visible + [ply for ply in log[ended:] if ply.seat == seat]


def public_plies(log: Sequence[Ply]) -> set[int]:
    """Numbers of the plies of ended turns; a ply taken back with the end of its turn counts."""
    public, ends = set[int](), set[str | None]((None,))
    for ply in reversed(log):
        if ply.ends_turn:
            ends.add(ply.undone)
        if ply.undone in ends:
            public.add(ply.ply)
    return public


def midway_for(table: Table, log: Sequence[Ply], seat: Seat | None) -> Seat | None:
    """Another seat that is in the middle of a turn, or None."""
    doing = (ply.seat for ply in under_way(table, log) if not ply.undone and ply.seat != seat)
    return next(doing, None)


def under_way(table: Table, log: Sequence[Ply]) -> list[Ply]:
    """Plies since the last turn ended, the newest first; empty once the game is over."""
    if table.status is not Status.LIVE:
        return []
    return list(takewhile(lambda ply: not ply.ends_turn, reversed(log)))


def look_of(live: LiveTable, user_id: int | None) -> Look:
    """The table as a person may see it."""
    live.table.require(Status.LIVE, Status.OVER)
    seat = live.seat_or_none(user_id)
    live, midway = visible_game(live, seat)
    return Look(
        table=live.table,
        seat=seat,
        to_act=live.to_act,
        view=live.game.view(live.state, seat),
        hand=hand_of(live, seat),
        result=live.result,
        midway=midway,
        threats=live.threats,
    )


def score_of(live: LiveTable, user_id: int | None, seat: Seat | None) -> Score:
    """The places behind the numbers of a seat, by default the person's own or else the first."""
    look = look_of(live, user_id)
    if seat is None or seat >= len(look.table.seats):
        seat = look.seat or 0
    places = live.game.score_places(look.view, seat)
    return Score(table=look.table, seat=seat, view=look.view, places=places)


def hand_post(live: LiveTable, seat: Seat, direct: Direct, log: Sequence[Ply] = ()) -> HandPost:
    """Private message with the hand of a seat; without the hand once its player has resigned.

    It changes only between turns, so it never shows plies that are taken back within a turn.
    """
    live.table.require(Status.LIVE, Status.OVER)
    live, _ = visible_game(live, None)
    occupant = live.table.seats[seat]
    if occupant.user_id is None:
        raise NotSeated("table.not_seated")
    eyes = None if occupant.resigned else seat
    return HandPost(
        table=live.table,
        seat=seat,
        user_id=occupant.user_id,
        view=live.game.view(live.state, eyes),
        hand=hand_of(live, eyes),
        channel_id=direct.channel_id,
        message_id=direct.message_id,
        closed=direct.closed,
        language=direct.language or live.table.language,
        result=live.result,
        plies=tuple(plies_since_turn(live.table, log, seat)),
    )


def hand_of(live: LiveTable, seat: Seat | None) -> msgspec.Struct | None:
    """Hidden hand of a seat; None for a spectator."""
    return None if seat is None else live.game.hand(live.state, seat)


def seat_or_none(table: Table, user_id: int | None) -> Seat | None:
    """The seat of a person; None for a spectator."""
    try:
        return None if user_id is None else table.seat_of(user_id)
    except RulesError:
        return None


def seat_in_log(table: Table, log: Sequence[Ply], user_id: int | None) -> Seat | None:
    """The seat whose plies of a turn under way a person may see; of a sandbox's host, any seat."""
    if not table.belongs_to(user_id):
        return seat_or_none(table, user_id)
    return next((ply.seat for ply in under_way(table, log) if not ply.undone), None)


# ---- looking back --------------------------------------------------------------------------------


def standing(log: Sequence[Ply]) -> list[Ply]:
    """The plies that were not taken back."""
    return [ply for ply in log if ply.undone is None]


def newest_turn(log: Sequence[Ply]) -> list[Ply]:
    """Standing plies of the turn under way, or else of the last turn."""
    plies = standing(log)
    ended = [number for number, ply in enumerate(plies[:-1], 1) if ply.ends_turn]
    return plies[max(ended, default=0) :]


def state_after(live: LiveTable, log: Sequence[Ply], plies: int) -> Any:
    """The position after the first `plies` standing plies, replayed from the deal."""
    return replay(live.game, live.deal(), standing(log)[:plies])


def replay(game: Game[Any, Any, Any], state: Any, plies: Sequence[Ply]) -> Any:
    """The position after replaying plies of the log, known to be legal, from `state`."""
    state = state.clone()
    for ply in plies:
        repeat_move(game, state, ply.seat, ply.notation)
    return state


def recap_for(live: LiveTable, log: Sequence[Ply], user_id: int | None) -> Recap:
    """Recap since a person's last turn, or of the whole game if they had none yet.

    It leaves out a turn under way even for its player. A spectator sees one round.
    """
    table, game, seat = live.table, live.game, live.seat_or_none(user_id)
    to_act = live.to_act
    live, midway = visible_game(live, None)
    visible = log_for(table, log, None)
    log = standing(visible)
    last = round_of(table, log) if seat is None else last_ply_of_person(log, seat, user_id)
    state_before = state_then(live, log, last)
    before = None if state_before is None else game.view(state_before, seat)
    after = game.view(live.state, seat)
    return Recap(
        table=table,
        seat=seat,
        to_act=to_act,
        before=before,
        after=after,
        plies=tuple(log[last:]),
        undone=plies_taken_back_since(
            visible, log[:last] if seat is None else acts_of(visible, seat, user_id)
        ),
        gained=()
        if state_before is None
        else tuple(
            replace(gain, parts=gain.parts | number_changes(game, before, after, each))
            for each, gain in enumerate(gains_between(game, state_before, live.state))
        ),
        midway=None if midway == seat else midway,
    )


def plies_since_turn(table: Table, log: Sequence[Ply], seat: Seat) -> list[Ply]:
    """Standing public plies since the last turn of a seat."""
    visible = standing(log_for(table, log, None))
    return visible[turns_of(visible, seat) :]


def turns_of(log: Sequence[Ply], seat: Seat) -> int:
    """Number of plies up to the last one of a seat."""
    return max((number for number, ply in enumerate(log, 1) if ply.seat == seat), default=0)


def last_ply_of_person(log: Sequence[Ply], seat: Seat, user_id: int | None) -> int:
    """Number of plies up to the last one that a person made; an AI may have played on for them.

    If they have not acted yet, it counts up to the last ply of their seat.
    """
    numbers = (n for n, ply in enumerate(log, 1) if ply.seat == seat and ply.by == user_id)
    return max(numbers, default=0) or turns_of(log, seat)


def acts_of(log: Sequence[Ply], seat: Seat, user_id: int | None) -> list[Ply]:
    """Plies of a person, or of their seat if they have not acted yet."""
    of_seat = [ply for ply in log if ply.seat == seat]
    return [ply for ply in of_seat if ply.by == user_id] or of_seat


def plies_taken_back_since(log: Sequence[Ply], before: Sequence[Ply]) -> tuple[Ply, ...]:
    """Plies of a log that were taken back after the plies `before` were made."""
    newest = max((ply.at for ply in before), default="")
    return tuple(ply for ply in log if ply.undone is not None and ply.undone >= newest)


def round_of(table: Table, log: Sequence[Ply]) -> int:
    """Number of plies before the newest turns, one for each seat."""
    ended = [number for number, ply in enumerate(log, 1) if ply.ends_turn]
    return ended[-len(table.seats) - 1] if len(ended) > len(table.seats) else 0


def state_then(live: LiveTable, log: Sequence[Ply], plies: int) -> Any:
    """The position after the first `plies` plies; None where the rules have changed since."""
    if live.table.version != live.game.facts.version:
        return None
    return state_after(live, log, plies)


def rounds_of(live: LiveTable, log: Sequence[Ply]) -> dict[int, int]:
    """Round of each public standing ply; {} in a game without rounds, or of other rules."""
    game, table = live.game, live.table
    plies = standing(log_for(table, log, None))
    if not plies or not game.facts.rounds or table.version != game.facts.version:
        return {}
    rounds, state = dict[int, int](), live.deal()
    for ply in plies:
        rounds[ply.ply] = game.number(state) or 0
        repeat_move(game, state, ply.seat, ply.notation)
    return rounds


def gains_between(game: Game[Any, Any, Any], then: Any, now: Any) -> tuple[Gain, ...]:
    """Gain of each seat from one position to another."""
    return tuple(map(gain_between, game.scores(then), game.scores(now)))


def number_changes(
    game: Game[Any, Any, Any], before: Any, after: Any, seat: Seat
) -> dict[str, int]:
    """Changes of the numbers of a seat that have places, from one view to another.

    Some of them are parts of the score, others stand beside it.
    """
    then, now = (
        {part: sum(place.points for place in places) for part, places in each.items()}
        for each in (game.score_places(view, seat) for view in (before, after))
    )
    changes = {part: n - then.get(part, 0) for part, n in now.items()}
    return {part: change for part, change in changes.items() if change}


def gain_between(then: SeatScore, now: SeatScore) -> Gain:
    """Gain from one score of a seat to another."""
    parts = {part: points - then.parts.get(part, 0) for part, points in now.parts.items()}
    changed = {part: change for part, change in parts.items() if change}
    return Gain(now.total - then.total, now.total, changed)
