"""A table in memory and what each step makes of it: pure functions, no clock, no Discord.

Every step takes a `Playing` and returns the next one with the `Change` that saves it. The one
before stays as it was, so that a save that fails leaves nothing to undo.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.seating import SeatHolder, Status, Table
from bot.store import Change, Ply, Position, Post, Secret
from rules import registry
from rules.contract import (
    BadNotation,
    Event,
    Game,
    IllegalMove,
    Option,
    Result,
    RulesError,
    Seat,
    SeatScore,
    play,
)

STAND_IN = "greedy"
"""The player who takes over for somebody who resigns, and who makes suggestions."""
AI_PATIENCE = 2.0
"""Seconds that a board post waits for the answer of an AI seat, to show both at once."""


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """A move in the making: the next question, or a whole candidate where `options` is empty."""

    table: Table
    seat: Seat
    revision: int
    tokens: tuple[str, ...]
    options: tuple[Option, ...]
    view: msgspec.Struct
    preview: msgspec.Struct | None = None
    variations: dict[str, str] = {}
    """Where the buttons of a pad lead: name → notation."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was made and saved."""

    table: Table
    seat: Seat
    ply: int
    notation: str
    events: tuple[Event, ...]
    to_act: tuple[Seat, ...]
    result: Result | None
    view: msgspec.Struct


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """The table as one person may see it; `seat` is None for a spectator."""

    table: Table
    seat: Seat | None
    to_act: tuple[Seat, ...]
    view: msgspec.Struct
    result: Result | None


class Recap(msgspec.Struct, frozen=True, kw_only=True):
    """What happened since a seat last acted."""

    table: Table
    seat: Seat
    before: msgspec.Struct
    after: msgspec.Struct
    plies: tuple[Ply, ...]


class Playing(msgspec.Struct, frozen=True):
    """A table with its position; `state` is None before the start."""

    table: Table
    secret: Secret
    state: Any
    plies: int
    result: Result | None

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules."""
        return registry.get(self.table.game)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Seats that must act now."""
        return self.game.to_act(self.state) if self.table.status is Status.LIVE else ()

    @property
    def ai_seat(self) -> Seat | None:
        """The first AI seat that must act now, if any."""
        return next((seat for seat in self.to_act if self.table.seats[seat].ai), None)

    def luck(self, purpose: str) -> int:
        """A number for an AI to play by: the same after the same moves, and no hint at the deal."""
        told = f"{self.secret.seed}/{self.secret.salt}/{purpose}/{self.plies}"
        return int.from_bytes(hashlib.sha256(told.encode()).digest()[:16])


def playing_of(position: Position) -> Playing:
    """What was stored, ready to play on."""
    game, state = registry.get(position.table.game), None
    if position.state is not None:
        state = game.state_from_json(msgspec.json.decode(position.state))
    return Playing(position.table, position.secret, state, position.plies, position.result)


# ---- a move --------------------------------------------------------------------------------------


def acting_seat(playing: Playing, user_id: int) -> Seat:
    """The seat of a person who must act now, or the refusal that says why not."""
    seat = playing.table.seat_of(user_id)
    playing.table.require(Status.LIVE)
    if seat not in playing.to_act:
        awaited = [playing.table.seats[other].name for other in playing.to_act]
        raise IllegalMove("table.not_your_turn", names=awaited)
    return seat


def understood(
    playing: Playing, seat: Seat, tokens: Sequence[str]
) -> tuple[Any | None, Sequence[Option]]:
    """The action that `tokens` say; None and the next tokens where they are only its beginning.

    Raises BadNotation or IllegalMove where they lead nowhere.
    """
    try:
        return playing.game.parse(playing.state, seat, " ".join(tokens)), ()
    except BadNotation:
        options = playing.game.options(playing.state, seat, tokens)
        if not options:
            raise
        return None, options


def question(
    playing: Playing, seat: Seat, tokens: Sequence[str], options: Sequence[Option]
) -> Prompt:
    """The next tokens to choose from."""
    return Prompt(
        table=playing.table,
        seat=seat,
        revision=playing.table.revision,
        tokens=tuple(tokens),
        options=tuple(options),
        view=playing.game.view(playing.state, seat),
    )


def candidate(playing: Playing, seat: Seat, action: Any) -> Prompt:
    """A whole legal move, to be looked at before it is made. Raises IllegalMove."""
    game, state = playing.game, playing.state
    game.check(state, seat, action)
    variations = game.variations(state, seat, action)
    return Prompt(
        table=playing.table,
        seat=seat,
        revision=playing.table.revision,
        tokens=tuple(game.notation(state, seat, action).split()),
        options=(),
        view=game.view(state, seat),
        preview=game.preview(state, seat, action),
        variations={name: game.notation(state, seat, a) for name, a in variations.items()},
    )


def moved(
    playing: Playing, seat: Seat, action: Any, *, at: str, ai: bool
) -> tuple[Playing, Change, Turn]:
    """Make a move. Raises IllegalMove, and then nothing has changed."""
    game, table = playing.game, playing.table
    notation = game.notation(playing.state, seat, action)
    state, events = play(game, playing.state, seat, action)
    result = settled(game.result(state), table)
    table = replace(
        table, revision=table.revision + 1, status=Status.OVER if result else Status.LIVE
    )
    after = Playing(table, playing.secret, state, playing.plies + 1, result)
    public = tuple(event for event in events if event.only is None)
    ply = Ply(after.plies, seat, notation, public, at, ai)
    change = Change(
        table=table,
        ply=ply,
        state=as_snapshot(after),
        plies=after.plies,
        posts=(board(after, first=after.plies, waited_for=playing.to_act, actor=seat),),
        result=result,
    )
    return after, change, turn_of(after, ply, events)


def turn_of(after: Playing, ply: Ply, events: Sequence[Event]) -> Turn:
    """A move as its maker may read it."""
    return Turn(
        table=after.table,
        seat=ply.seat,
        ply=ply.ply,
        notation=ply.notation,
        events=tuple(event for event in events if event.only in (None, ply.seat)),
        to_act=after.to_act,
        result=after.result,
        view=after.game.view(after.state, ply.seat),
    )


def as_snapshot(playing: Playing) -> bytes:
    """The position as it is stored."""
    return msgspec.json.encode(playing.game.state_to_json(playing.state))


# ---- what is posted ------------------------------------------------------------------------------


def board(
    after: Playing, *, first: int, waited_for: Sequence[Seat] = (), actor: Seat | None = None
) -> Post:
    """The post that shows the plies from `first` on and mentions those who newly have to act."""
    seats = [after.table.seats[s] for s in after.to_act if s == actor or s not in waited_for]
    mention = [holder.user_id for holder in seats if holder.ai is None]
    payload = {
        "plies": [first, after.plies],
        "revision": after.table.revision,
        "mention": mention,
    }
    waits = after.ai_seat is not None and not mention
    return Post("over" if after.result else "board", payload, AI_PATIENCE if waits else 0.0)


def opening(after: Playing) -> Post:
    """The post that makes the table's home and shows the first board."""
    return msgspec.structs.replace(board(after, first=1), kind="open")


def lobby_post(table: Table) -> Post:
    """The post that redraws the lobby."""
    return Post("lobby", {"revision": table.revision})


def notice(code: str, **args: Any) -> Post:
    """One line at the table, in its language."""
    return Post("notice", {"code": code, "args": args})


# ---- the start, the end, and leaving before it ---------------------------------------------------


def dealt(playing: Playing) -> tuple[Playing, Change]:
    """Begin the game: the deal follows from the secret that was fixed when the table opened."""
    table, game = playing.table, playing.game
    state = game.new(len(table.seats), playing.secret.number, table.options)
    table = replace(
        table, status=Status.LIVE, revision=table.revision + 1, version=game.facts.version
    )
    after = Playing(table, playing.secret, state, 0, None)
    posts = (opening(after), lobby_post(table))
    return after, Change(table=table, state=as_snapshot(after), posts=posts)


def resigned(playing: Playing, user_id: int) -> tuple[Playing, Change]:
    """Give up a seat: an AI plays it to the end, unless nobody is left to play against."""
    table = playing.table
    seat = table.seat_of(user_id)
    table.require(Status.LIVE)
    holder = replace(table.seats[seat], ai=STAND_IN, resigned=True)
    table = replace(
        table,
        revision=table.revision + 1,
        seats=(*table.seats[:seat], holder, *table.seats[seat + 1 :]),
    )
    ends = len(table.seats) <= 2 or not table.humans()
    result = abandoned(playing, table) if ends else None
    table = replace(table, status=Status.OVER if ends else Status.LIVE)
    after = replace(playing, table=table, result=result)
    told = notice("table.notice_resigned" if ends else "table.notice_stand_in", name=holder.name)
    posts = (told, board(after, first=after.plies + 1)) if ends else (told,)
    return after, Change(table=table, seated=True, posts=posts, result=result)


def cancelled(playing: Playing, by: int | None) -> tuple[Playing, Change]:
    """Close a lobby or break a game off; `by` is None when it closed itself."""
    table, was = playing.table, playing.table.status
    table.require(Status.LOBBY, Status.LIVE)
    table = replace(table, status=Status.CANCELLED, revision=table.revision + 1)
    posts = [lobby_post(table)]
    if was is Status.LIVE:
        posts.append(notice("table.notice_cancelled", user=by))
    return replace(playing, table=table), Change(table=table, posts=tuple(posts))


def settled(result: Result | None, table: Table) -> Result | None:
    """The result with everybody who resigned ranked behind everybody who did not."""
    if result is None or not any(holder.resigned for holder in table.seats):
        return result
    return ranked(result, table.seats, result.ranks)


def abandoned(playing: Playing, table: Table) -> Result:
    """The result of a game that ends because people left: by the points so far."""
    scores: tuple[SeatScore, ...] = playing.game.scores(playing.state)
    result = Result((), (), scores, "table.end_resigned")
    return ranked(result, table.seats, [-score.total for score in scores])


def ranked(result: Result, seats: Sequence[SeatHolder], order: Sequence[int]) -> Result:
    """`result` with ranks by `order` (lowest first), those who resigned behind the others."""
    keys = [(holder.resigned, place) for holder, place in zip(seats, order, strict=True)]
    ranks = tuple(1 + sum(other < key for other in keys) for key in keys)
    winners = tuple(
        seat for seat, holder in enumerate(seats) if ranks[seat] == 1 and not holder.resigned
    )
    return replace(result, ranks=ranks, winners=winners)


# ---- looking back --------------------------------------------------------------------------------


def state_after(playing: Playing, log: Sequence[Ply], plies: int) -> Any:
    """The position after the first `plies` actions, played again from the deal."""
    game, table = playing.game, playing.table
    state = game.new(len(table.seats), playing.secret.number, table.options)
    for ply in log[:plies]:
        game.apply(state, ply.seat, game.parse(state, ply.seat, ply.notation))
    return state


def recapped(playing: Playing, log: Sequence[Ply], user_id: int) -> Recap:
    """What happened since a person last acted; the whole game for who has not acted yet."""
    table, game = playing.table, playing.game
    seat = table.seat_of(user_id)
    last = max((ply.ply for ply in log if ply.seat == seat), default=0)
    before = playing.state
    if table.version == game.facts.version:
        before = state_after(playing, log, last)
    return Recap(
        table=table,
        seat=seat,
        before=game.view(before, seat),
        after=game.view(playing.state, seat),
        plies=tuple(log[last:]),
    )


def looked(playing: Playing, user_id: int | None) -> Look:
    """The table as a person may see it."""
    playing.table.require(Status.LIVE, Status.OVER)
    seat = seat_or_none(playing.table, user_id)
    return Look(
        table=playing.table,
        seat=seat,
        to_act=playing.to_act,
        view=playing.game.view(playing.state, seat),
        result=playing.result,
    )


def seat_or_none(table: Table, user_id: int | None) -> Seat | None:
    """The seat of a person, None for a spectator."""
    try:
        return None if user_id is None else table.seat_of(user_id)
    except RulesError:
        return None
