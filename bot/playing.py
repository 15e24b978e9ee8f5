"""A table in memory and what each step makes of it: pure functions, no clock, no Discord.

Every step takes a `Playing` and returns the next one with the `Change` that saves it. The one
before stays as it was, so that a save that fails leaves nothing to undo.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.seating import NotSeated, SeatHolder, Status, Table
from bot.store import Change, Direct, Ply, Position, Post, Secret, Undo
from rules import registry
from rules.contract import (
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
AI_TURN_PATIENCE = 30.0
"""Seconds that a board post waits for an AI seat to go on with its turn; none thinks so long."""
MID_TURN_PATIENCE = 300.0
"""Seconds that posts wait for a person to go on with a turn, to show the whole of it at once."""


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """A move in the making: the next question, or a whole candidate where `options` is empty."""

    table: Table
    seat: Seat
    revision: int
    tokens: tuple[str, ...]
    options: tuple[Option, ...]
    view: msgspec.Struct
    hand: msgspec.Struct | None
    """What the seat holds hidden from the others, in a game that has such."""
    restart: int
    """Plies that *Restart my turn* would take back; 0 where it would not."""
    preview: msgspec.Struct | None = None
    """What to draw: the candidate, or what helps with the question."""
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
    goes_on: bool
    """Whether the turn has not ended with it: the same seat goes on."""
    result: Result | None
    view: msgspec.Struct


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """The table as one person may see it; `seat` is None for a spectator."""

    table: Table
    seat: Seat | None
    to_act: tuple[Seat, ...]
    view: msgspec.Struct
    hand: msgspec.Struct | None
    """What the seat holds hidden from the others; None for a spectator."""
    result: Result | None


class HandPost(msgspec.Struct, frozen=True, kw_only=True):
    """What the private message of a seat shows, and where it is."""

    table: Table
    seat: Seat
    user_id: int
    view: msgspec.Struct
    hand: msgspec.Struct | None
    """None for who has resigned: the AI that plays on holds it now."""
    channel_id: int | None
    message_id: int | None
    """The message so far; None before the first."""
    closed: bool
    """Whether the person takes no private messages: nothing is to be sent."""
    result: Result | None


class Recap(msgspec.Struct, frozen=True, kw_only=True):
    """What happened since a seat last acted."""

    table: Table
    seat: Seat
    before: msgspec.Struct
    after: msgspec.Struct
    plies: tuple[Ply, ...]


class OpenTurn(msgspec.Struct, frozen=True):
    """A turn under way: the position when it began, and what was done in it and stands."""

    began: Any
    plies: tuple[Ply, ...]


class Playing(msgspec.Struct, frozen=True):
    """A table with its position; `state` is None before the start."""

    table: Table
    secret: Secret
    state: Any
    plies: int
    """How many there are in the log, those taken back included."""
    result: Result | None
    turn: OpenTurn | None = None
    """None between turns."""

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
    game = registry.get(position.table.game)

    def read(state: bytes | None) -> Any:
        return None if state is None else game.state_from_json(msgspec.json.decode(state))

    return Playing(
        table=position.table,
        secret=position.secret,
        state=read(position.state),
        plies=position.plies,
        result=position.result,
        turn=OpenTurn(read(position.began), position.turn) if position.began else None,
    )


# ---- a move --------------------------------------------------------------------------------------


def acting_seat(playing: Playing, user_id: int) -> Seat:
    """The seat of a person who must act now, or the refusal that says why not."""
    seat = playing.table.seat_of(user_id)
    playing.table.require(Status.LIVE)
    if seat not in playing.to_act:
        awaited = [playing.table.seats[other].name for other in playing.to_act]
        raise IllegalMove("table.not_your_turn", names=awaited)
    return seat


def understood(playing: Playing, seat: Seat, tokens: Sequence[str]) -> Any:
    """The legal action that `tokens` say. Raises BadNotation or IllegalMove."""
    action = playing.game.parse(playing.state, seat, " ".join(tokens))
    playing.game.check(playing.state, seat, action)
    return action


def begun(playing: Playing, seat: Seat, tokens: Sequence[str]) -> Prompt | None:
    """The question that `tokens` lead to; None where they lead to none.

    The last token may be cut short: the question before it, then, with the answers that begin so.
    """
    if options := following(playing, seat, tokens):
        return question(playing, seat, tokens, options)
    if not tokens:
        return None
    *taken, cut = tokens
    options = [
        option
        for option in following(playing, seat, taken)
        if option.token.lower().startswith(cut.lower())
    ]
    return question(playing, seat, taken, options) if options else None


def following(playing: Playing, seat: Seat, tokens: Sequence[str]) -> Sequence[Option]:
    """The tokens that may follow; none where these are a whole move, or lead nowhere."""
    try:
        return playing.game.options(playing.state, seat, tokens)
    except RulesError:
        return ()


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
        hand=playing.game.hand(playing.state, seat),
        restart=restartable(playing, seat),
        preview=playing.game.hint(playing.state, seat, tokens),
    )


def candidate(playing: Playing, seat: Seat, action: Any) -> Prompt:
    """A whole legal move, to be looked at before it is made."""
    game, state = playing.game, playing.state
    variations = game.variations(state, seat, action)
    return Prompt(
        table=playing.table,
        seat=seat,
        revision=playing.table.revision,
        tokens=tuple(game.notation(state, seat, action).split()),
        options=(),
        view=game.view(state, seat),
        hand=game.hand(state, seat),
        restart=restartable(playing, seat),
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
    ends_turn = result is not None or not game.mid_turn(state)
    public = tuple(event for event in events if event.only is None)
    ply = Ply(playing.plies + 1, seat, notation, public, at, ai, ends_turn)
    after = Playing(
        table, playing.secret, state, ply.ply, result, None if ends_turn else gone_on(playing, ply)
    )
    posts = (
        board(after, first=ply.ply, waited_for=playing.to_act, actor=seat),
        *changed_hands(playing, after, MID_TURN_PATIENCE if after.turn else 0.0),
    )
    change = Change(
        table=table, ply=ply, state=as_snapshot(after), plies=ply.ply, posts=posts, result=result
    )
    return after, change, turn_of(after, ply, events)


def gone_on(before: Playing, ply: Ply) -> OpenTurn:
    """The turn under way, grown by a ply, or begun with it."""
    turn = before.turn or OpenTurn(before.state, ())
    return OpenTurn(turn.began, (*turn.plies, ply))


def restartable(playing: Playing, seat: Seat) -> int:
    """How many plies of its open turn a seat may take back: all of them, or none."""
    turn = () if playing.turn is None else playing.turn.plies
    mine = all(ply.seat == seat for ply in turn)
    return len(turn) if mine and not any(map(reveals, turn)) else 0


def reveals(ply: Ply) -> bool:
    """Whether it brought to light what was hidden."""
    return any(event.reveals for event in ply.events)


def restarted(playing: Playing, seat: Seat, *, at: str) -> tuple[Playing, Change]:
    """Take back the open turn of a seat. Raises IllegalMove where something was revealed in it."""
    turn, table = playing.turn, playing.table
    if turn is None:
        raise IllegalMove("table.nothing_to_restart")
    if not restartable(playing, seat):
        raise IllegalMove("table.already_revealed")
    table = replace(table, revision=table.revision + 1)
    after = replace(playing, table=table, state=turn.began, turn=None)
    undo = Undo(turn.plies[0].ply, turn.plies[-1].ply, seat, at)
    correction = board(after, first=undo.first, waited_for=playing.to_act)
    change = Change(
        table=table,
        state=as_snapshot(after),
        plies=after.plies,
        posts=changed_hands(playing, after, MID_TURN_PATIENCE),
        undo=undo,
        correction=replace(correction, delay=MID_TURN_PATIENCE),
    )
    return after, change


def turn_of(after: Playing, ply: Ply, events: Sequence[Event]) -> Turn:
    """A move as its maker may read it."""
    return Turn(
        table=after.table,
        seat=ply.seat,
        ply=ply.ply,
        notation=ply.notation,
        events=tuple(event for event in events if event.only in (None, ply.seat)),
        to_act=after.to_act,
        goes_on=ply.seat in after.to_act and not ply.ends_turn,
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
    known = set(waited_for) if after.turn else set(waited_for) - {actor}
    seats = [after.table.seats[seat] for seat in after.to_act if seat not in known]
    mention = [holder.user_id for holder in seats if holder.ai is None]
    payload = {
        "plies": [first, after.plies],
        "revision": after.table.revision,
        "mention": mention,
    }
    kind = "over" if after.result else "board"
    return Post(kind, payload, 0.0 if mention else patience(after, actor))


def patience(after: Playing, actor: Seat | None) -> float:
    """Seconds that a post which calls nobody waits for what is sure to follow."""
    if after.ai_seat is not None:
        return AI_TURN_PATIENCE if after.turn and after.ai_seat == actor else AI_PATIENCE
    return MID_TURN_PATIENCE if after.turn else 0.0


def changed_hands(before: Playing, after: Playing, delay: float = 0.0) -> tuple[Post, ...]:
    """The posts to those whose hand has changed, now or earlier in the turn; to all at the end."""
    earlier = [before.state] if before.turn is None else [before.state, before.turn.began]
    hand = after.game.hand

    def has_changed(seat: Seat) -> bool:
        return any(hand(state, seat) != hand(after.state, seat) for state in earlier)

    seats = [seat for seat in people(after) if after.result or has_changed(seat)]
    return hands(seats, delay)


def people(playing: Playing) -> list[Seat]:
    """The seats whose hands are told in private: those of people, in a game that has hands."""
    if not playing.game.facts.hands:
        return []
    return [seat for seat, holder in enumerate(playing.table.seats) if holder.ai is None]


def hands(seats: Iterable[Seat], delay: float = 0.0) -> tuple[Post, ...]:
    """The posts that show each of these seats its own hand, in private."""
    return tuple(Post("hand", {"seat": seat}, delay, seat) for seat in seats)


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
    posts = (opening(after), lobby_post(table), *hands(people(after)))
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
    after = replace(playing, table=table, result=result, turn=None if ends else playing.turn)
    told = notice("table.notice_resigned" if ends else "table.notice_stand_in", name=holder.name)
    shown = (board(after, first=after.plies + 1),) if ends else ()
    mine = {seat} if playing.game.facts.hands else set()
    last = hands(sorted({*people(after), *mine} if ends else mine))
    return after, Change(table=table, seated=True, posts=(told, *shown, *last), result=result)


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
        hand=hand_of(playing, seat),
        result=playing.result,
    )


def hand_of(playing: Playing, seat: Seat | None) -> msgspec.Struct | None:
    """What a seat holds hidden from the others; nobody looks over anybody's shoulder."""
    return None if seat is None else playing.game.hand(playing.state, seat)


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
        result=playing.result,
    )


def seat_or_none(table: Table, user_id: int | None) -> Seat | None:
    """The seat of a person, None for a spectator."""
    try:
        return None if user_id is None else table.seat_of(user_id)
    except RulesError:
        return None
