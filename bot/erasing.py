"""Forgetting a person: every row that names them, while the tables they played at stay as they are.

Which columns hold people, the database says itself: each of them refers to `person`. So what later
migrations add is found as well. It all runs on the database's thread.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import msgspec

from bot.i18n import text
from bot.posts import as_json
from bot.seating import Status, stand_in

NOBODY = 0
"""Stands for the host of a table where nobody is left."""
OUTBOX_LISTS = ("mention", "concerns", "calls")
"""Where a delivery says whom it calls: people, or pairs of a move and a person."""

HAND_OVER = """
    UPDATE table_ SET host_id = coalesce((
        SELECT user_id FROM seat
        WHERE table_id = table_.id AND user_id <> :user AND NOT resigned ORDER BY seat LIMIT 1
    ), :nobody)
    WHERE host_id = :user
"""


class Column(msgspec.Struct, frozen=True):
    """A column that holds people."""

    table: str
    name: str
    is_needed: bool
    """Whether a row makes no sense without it."""
    spoken: str | None
    """The column beside it that holds the person's name, if there is one."""
    nameless: str | None
    """What stands there where there is no name."""


def erase(db: sqlite3.Connection, user_id: int) -> list[int]:
    """Forget a person everywhere; the tables where they had a seat or were the host."""
    query = """
        SELECT table_id AS id FROM seat WHERE user_id = :user
        UNION SELECT id FROM table_ WHERE host_id = :user
    """
    tables = [row["id"] for row in db.execute(query, {"user": user_id})]
    _call_nobody(db, user_id)
    _free_seats(db, user_id)
    _rename_history(db, user_id)
    db.execute("INSERT OR IGNORE INTO person (user_id) VALUES (?)", (NOBODY,))
    db.execute(HAND_OVER, {"user": user_id, "nobody": NOBODY})
    for column in columns(db):
        _clear(db, column, user_id)
    db.execute("DELETE FROM person WHERE user_id = ?", (user_id,))
    return tables


def columns(db: sqlite3.Connection) -> Iterator[Column]:
    """Every column that refers to a person."""
    tables = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    for (table,) in tables:
        held = {row["name"]: row for row in db.execute(f"PRAGMA table_info({table})")}
        for key in db.execute(f"PRAGMA foreign_key_list({table})").fetchall():
            if key["table"] == "person":
                column = held[key["from"]]
                names = (f"{column['name'].removesuffix('_id')}_name", "name")
                spoken = next((held[name] for name in names if name in held), None)
                is_needed = bool(column["notnull"] or column["pk"])
                nameless = "" if spoken and spoken["notnull"] else None
                known = spoken and spoken["name"]
                yield Column(table, column["name"], is_needed, known, nameless)


def _clear(db: sqlite3.Connection, column: Column, user_id: int) -> None:
    """Empty a column of somebody, and of their name; delete the row where it needs them."""
    where = f"WHERE {column.name} = ?"
    if column.is_needed:
        db.execute(f"DELETE FROM {column.table} {where}", (user_id,))
        return
    if column.spoken is not None:
        update = f"UPDATE {column.table} SET {column.spoken} = ? {where}"
        db.execute(update, (column.nameless, user_id))
    db.execute(f"UPDATE {column.table} SET {column.name} = NULL {where}", (user_id,))


def _free_seats(db: sqlite3.Connection, user_id: int) -> None:
    """Leave the seats of somebody to "Player 2", in the language of each table.

    Where a game could not be left by its rules, as they are not those of today, an AI plays on.
    """
    query = """
        SELECT table_id, seat, game, language, status FROM seat JOIN table_ ON id = table_id
        WHERE user_id = ?
    """
    update = """
        UPDATE seat SET
            user_id = NULL,
            name = ?,
            ai = iif(resigned, ai, ?),
            resigned = max(resigned, ?)
        WHERE table_id = ? AND seat = ?
    """
    for row in db.execute(query, (user_id,)).fetchall():
        name = text("table.player", row["language"], number=row["seat"] + 1)
        is_live = row["status"] == Status.LIVE
        plays_on = stand_in(row["game"]) if is_live else None
        db.execute(update, (name, plays_on, is_live, row["table_id"], row["seat"]))


def _rename_history(db: sqlite3.Connection, user_id: int) -> None:
    """Call somebody "Player 2" wherever it is told who has played a seat."""
    query = """
        SELECT seat_history.id, seat, language FROM seat_history JOIN table_ ON table_.id = table_id
        WHERE user_id = ?
    """
    for row in db.execute(query, (user_id,)).fetchall():
        name = text("table.player", row["language"], number=row["seat"] + 1)
        update = "UPDATE seat_history SET user_id = NULL, name = ? WHERE id = ?"
        db.execute(update, (name, row["id"]))


def _call_nobody(db: sqlite3.Connection, user_id: int) -> None:
    """Take somebody out of what waits to be delivered, or was refused."""
    query = "SELECT id, payload FROM outbox WHERE instr(payload, ?)"
    for row in db.execute(query, (str(user_id),)).fetchall():
        payload = without(msgspec.json.decode(row["payload"]), user_id)
        db.execute("UPDATE outbox SET payload = ? WHERE id = ?", (as_json(payload), row["id"]))


def without(payload: dict[str, Any], user_id: int) -> dict[str, Any]:
    """A delivery that calls one person less."""
    kept = {
        name: [one for one in payload[name] if user_id not in (one, *_people(one))]
        for name in OUTBOX_LISTS
        if name in payload
    }
    return {**payload, **kept}


def _people(called: Any) -> list[int]:
    """Whom a pair of a move and a person calls."""
    return called[1:] if isinstance(called, list) else []
