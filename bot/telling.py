"""What is posted about a step: at the table, and to each in private; when, and calling whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from bot.playing import Playing
from bot.posts import Post
from bot.seating import Status, Table
from rules.contract import Seat

AI_PATIENCE = 2.0
"""Seconds that a board post waits for the answer of an AI seat, to show both at once."""
AI_TURN_PATIENCE = 30.0
"""Seconds that a board post waits for an AI seat to go on with its turn; none thinks so long."""
MID_TURN_PATIENCE = 300.0
"""Seconds that posts wait for a person to go on with a turn, to show the whole of it at once."""


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


def opening(after: Playing) -> Post:
    """The post that makes the table's home and shows the first board."""
    return replace(board(after, first=1), kind="open")


def again(playing: Playing) -> Post:
    """Where things stand, once more: the lobby, or the newest board, calling who is waited for."""
    table = playing.table
    if table.status is Status.LOBBY:
        return lobby_post(table)
    called = [table.seats[seat].user_id for seat in playing.to_act if not table.seats[seat].ai]
    return Post("again", {"plies": [1, 0], "revision": table.revision, "mention": called})


def lobby_post(table: Table) -> Post:
    """The post that redraws the lobby."""
    return Post("lobby", {"revision": table.revision})


def notice(code: str, **args: Any) -> Post:
    """One line at the table, in its language."""
    return Post("notice", {"code": code, "args": args})


def question(table: Table, asked: Sequence[int]) -> Post:
    """The post that asks whether to break the game off, with all who are asked mentioned."""
    return Post("ask", {"revision": table.revision, "mention": list(asked)})


def hands(playing: Playing, seats: Iterable[Seat], delay: float = 0.0) -> tuple[Post, ...]:
    """The posts that show each of these seats its own hand; none in a game without hands."""
    if not playing.game.facts.hands:
        return ()
    return tuple(Post("hand", {"seat": seat}, delay, seat) for seat in seats)


def changed_hands(before: Playing, after: Playing, delay: float) -> tuple[Post, ...]:
    """The posts to the people whose hand has changed, now or earlier in the turn."""
    earlier = [before.state] if before.turn is None else [before.state, before.turn.began]
    hand = after.game.hand

    def has_changed(seat: Seat) -> bool:
        return any(hand(state, seat) != hand(after.state, seat) for state in earlier)

    return hands(after, filter(has_changed, people(after)), delay)


def people(playing: Playing) -> list[Seat]:
    """The seats that people play."""
    return [seat for seat, holder in enumerate(playing.table.seats) if holder.ai is None]
