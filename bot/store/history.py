"""Players of a seat from the start to now: people come and go, an AI stands in."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from enum import StrEnum, auto

import msgspec

from bot.i18n import text
from bot.store.rows import insert, struct_from_row
from bot.table.changes import Ply, Via
from bot.table.seating import Occupant


class Cause(StrEnum):
    """Way in which a person or an AI came to play a seat."""

    JOINED = auto()
    """They had the seat when the game began."""
    SUBSTITUTE = auto()
    """They took it over from another person."""
    STAND_IN = auto()
    """An AI plays for them for the time being."""
    BACK = auto()
    """They play it themselves again."""
    RESIGNED = auto()
    """They gave it up; an AI plays it, or it is empty."""


class Sitting(msgspec.Struct, frozen=True):
    """Player of a seat from one action on."""

    seat: int
    after_ply: int
    """The last action of the table before the player came."""
    at: str
    """UTC, ISO 8601."""
    user_id: int | None
    name: str
    """The player's name at that moment; "" for a person who was erased."""
    ai: str | None
    """The AI player that chooses the moves; None for a person."""
    how: Cause

    @property
    def kind(self) -> str:
        """Kind of player, without a name."""
        return self.ai or "person"


def cause_of_change(before: Occupant | None, after: Occupant) -> Cause | None:
    """Way in which a seat changed hands; None where it did not."""
    if before is None:
        return Cause.JOINED
    if after.resigned and not before.resigned:
        return Cause.RESIGNED
    if after.user_id != before.user_id:
        return Cause.SUBSTITUTE
    if after.ai != before.ai:
        return Cause.STAND_IN if after.ai else Cause.BACK
    return None


def sitting(history: Sequence[Sitting], seat: int, ply: int) -> Sitting | None:
    """Player of a seat when an action was made; None where the history does not say."""
    sittings = [row for row in history if row.seat == seat and row.after_ply < ply]
    return sittings[-1] if sittings else None


def actor(history: Sequence[Sitting], ply: Ply, language: str) -> str:
    """Name, at that time, of the player who made a ply; "" where it is unknown.

    A ply that was played for a late player, or by a referee, bears that player's name.
    """
    player = sitting(history, ply.seat, ply.ply)
    if player is None or not player.name:
        return ""
    if player.user_id is not None and ply.ai and ply.via not in (Via.LATE, Via.FOR_OTHER):
        return text("table.ai_name", language, name=player.name)
    return player.name


def kinds(history: Sequence[Sitting], seats: int) -> list[list[list[int | str]]]:
    """For each seat, from which action on a person played it, or which AI; without names."""
    return [
        [[row.after_ply + 1, row.kind] for row in history if row.seat == seat]
        for seat in range(seats)
    ]


# ---- rows ----------------------------------------------------------------------------------------


def note(
    db: sqlite3.Connection,
    table_id: int,
    before: Sequence[Occupant],
    after: Sequence[Occupant],
    at: str,
) -> None:
    """Write the seats whose player changed; `before` is empty at the start of a game."""
    query = "SELECT coalesce(max(ply), 0) FROM action WHERE table_id = ?"
    (newest,) = db.execute(query, (table_id,)).fetchone()
    for seat, occupant in enumerate(after):
        how = cause_of_change(before[seat] if before else None, occupant)
        if how is not None:
            who = {"user_id": occupant.user_id, "name": occupant.name, "ai": occupant.ai}
            when = {"after_ply": newest, "at": at}
            insert(db, "seat_history", table_id=table_id, seat=seat, how=how, **who, **when)


def read(db: sqlite3.Connection, table_id: int) -> list[Sitting]:
    """Players of a table's seats, in order."""
    rows = db.execute("SELECT * FROM seat_history WHERE table_id = ? ORDER BY id", (table_id,))
    return [struct_from_row(row, Sitting) for row in rows]
