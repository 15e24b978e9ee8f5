"""Erasing a person from every row that names them; the tables they played at stay as they are.

The columns that hold people are read from the schema: each of them refers to `person`. So columns
that later migrations add are found as well. Everything here runs on the database's thread.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from bot.database import note_leftovers
from bot.i18n import text
from bot.store import guests, motion_rows, ping_rows, sendings
from bot.store.outbox import payload_of, write_post
from bot.table import payloads
from bot.table.encoding import as_json
from bot.table.names import bold
from bot.table.payloads import Way
from bot.table.post import Post, retirement
from bot.table.seating import Status, ai_names, seat_label, stand_in

NOBODY = 0
"""User id for the host of a table where no person is left."""

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
    """Whether a row makes no sense without this column."""
    spoken: str | None
    """The column of the same table that holds the person's name, if any."""
    nameless: str | None
    """Value of that column in a row without a name."""


class Copy(msgspec.Struct, frozen=True):
    """A seat of a sandbox that has kept a person's name from the game it was opened from."""

    table_id: int
    seat: int
    name: str
    language: str


def tables_of(db: sqlite3.Connection, user_id: int) -> list[int]:
    """The tables where a person has or had a seat, is the host or is named, in order."""
    query = """
        SELECT table_id AS id FROM seat WHERE user_id = :user
        UNION SELECT table_id FROM seat_history WHERE user_id = :user
        UNION SELECT id FROM table_ WHERE host_id = :user
    """
    tables = {row["id"] for row in db.execute(query, {"user": user_id})}
    return sorted(tables.union(copy.table_id for copy in copies(db, user_id)))


def copies(db: sqlite3.Connection, user_id: int) -> list[Copy]:
    """Every seat of a sandbox under the name of a person who has that seat in the same game.

    There an AI may play for them.
    """
    seats = """
        SELECT DISTINCT seat, name, game FROM seat JOIN table_ ON id = table_id
        WHERE user_id = ?
    """
    named = """
        SELECT table_id, seat, name, language FROM seat JOIN table_ ON id = table_id
        WHERE purpose = 'sandbox' AND user_id IS NULL
            AND seat = :seat AND game = :game
            AND name IN (SELECT value FROM json_each(:names))
    """
    named_seats = list[Copy]()
    for row in db.execute(seats, (user_id,)).fetchall():
        names = [row["name"], *ai_names(row["name"])]
        values = {**dict(row), "names": as_json(names)}
        named_seats += (Copy(*copy) for copy in db.execute(named, values))
    return named_seats


def hide(db: sqlite3.Connection, user_id: int, now: datetime) -> None:
    """Queue the deliveries that remove a person from Discord, ahead of any later post.

    The lobby of each table and the newest board of a running one are redrawn, and their open
    motions are withdrawn. The messages that show their hands are deleted, and they are taken out of
    those that mention them.
    """
    motion_rows.withdraw(db, user_id, now)
    messages = """
        SELECT table_id, channel_id, message_id FROM hand
        WHERE user_id = ? AND message_id NOTNULL
    """
    for row in db.execute(messages, (user_id,)).fetchall():
        post = retirement(row["channel_id"], row["message_id"], Way.DELETE)
        write_post(db, row["table_id"], post, now)
    ping_rows.withdraw(db, user_id, now)
    for table_id in sorted({*tables_of(db, user_id), *guests.lobbies_of(db, user_id)}):
        _redraw(db, table_id, now)


def _redraw(db: sqlite3.Connection, table_id: int, now: datetime) -> None:
    """Queue a redraw of the posts of a table that show its players."""
    query = "SELECT status, lobby_message_id, board_message_id FROM table_ WHERE id = ?"
    row = db.execute(query, (table_id,)).fetchone()
    if row["status"] == Status.LIVE and row["board_message_id"] is not None:
        write_post(db, table_id, Post("redraw", payloads.Board()), now)
    if row["lobby_message_id"] is not None:
        write_post(db, table_id, Post("lobby", payloads.Lobby()), now)


def erase(db: sqlite3.Connection, user_id: int) -> None:
    """Erase a person from every row.

    Their remaining bytes in the file are removed when it is next tidied.
    """
    _clear_outbox(db, user_id)
    sendings.forget(db, user_id)
    _rename_copies(db, user_id)
    _free_seats(db, user_id)
    _rename_history(db, user_id)
    db.execute("INSERT OR IGNORE INTO person (user_id) VALUES (?)", (NOBODY,))
    db.execute(HAND_OVER, {"user": user_id, "nobody": NOBODY})
    for column in columns(db):
        _clear(db, column, user_id)
    db.execute("DELETE FROM person WHERE user_id = ?", (user_id,))
    note_leftovers(db)


def columns(db: sqlite3.Connection) -> Iterator[Column]:
    """Every column that refers to a person."""
    tables = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    for (table,) in tables:
        existing = {row["name"]: row for row in db.execute(f"PRAGMA table_info({table})")}
        for key in db.execute(f"PRAGMA foreign_key_list({table})").fetchall():
            if key["table"] == "person":
                column = existing[key["from"]]
                names = (f"{column['name'].removesuffix('_id')}_name", "name")
                spoken = next((existing[name] for name in names if name in existing), None)
                is_needed = bool(column["notnull"] or column["pk"])
                nameless = "" if spoken and spoken["notnull"] else None
                spoken_name = spoken and spoken["name"]
                yield Column(table, column["name"], is_needed, spoken_name, nameless)


def _clear(db: sqlite3.Connection, column: Column, user_id: int) -> None:
    """Remove a person and their name from a column; delete a row that needs the column."""
    where = f"WHERE {column.name} = ?"
    if column.is_needed:
        db.execute(f"DELETE FROM {column.table} {where}", (user_id,))
        return
    if column.spoken is not None:
        update = f"UPDATE {column.table} SET {column.spoken} = ? {where}"
        db.execute(update, (column.nameless, user_id))
    db.execute(f"UPDATE {column.table} SET {column.name} = NULL {where}", (user_id,))


def _free_seats(db: sqlite3.Connection, user_id: int) -> None:
    """Rename the seats of a person to "Player 2", in the language of each table.

    An AI plays on in a running game that they could not resign, as its rules are not today's.
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
        name = seat_label(row["seat"], row["language"])
        is_live = row["status"] == Status.LIVE
        plays_on = stand_in(row["game"]) if is_live else None
        db.execute(update, (name, plays_on, is_live, row["table_id"], row["seat"]))


def _rename_copies(db: sqlite3.Connection, user_id: int) -> None:
    """Rename a person to "Player 2" in the sandboxes of others, and in their history."""
    for copy in copies(db, user_id):
        label = seat_label(copy.seat, copy.language)
        for table in ("seat", "seat_history"):
            update = f"UPDATE {table} SET name = ? WHERE table_id = ? AND seat = ? AND name = ?"
            db.execute(update, (label, copy.table_id, copy.seat, copy.name))


def _rename_history(db: sqlite3.Connection, user_id: int) -> None:
    """Rename a person to "Player 2" in the history of every seat."""
    query = """
        SELECT seat_history.id, seat, language FROM seat_history JOIN table_ ON table_.id = table_id
        WHERE user_id = ?
    """
    for row in db.execute(query, (user_id,)).fetchall():
        name = seat_label(row["seat"], row["language"])
        update = "UPDATE seat_history SET user_id = NULL, name = ? WHERE id = ?"
        db.execute(update, (name, row["id"]))


def _clear_outbox(db: sqlite3.Connection, user_id: int) -> None:
    """Remove a person's id and name from the deliveries that wait or were refused."""
    names = _names(db, user_id)
    query = "SELECT id, table_id, kind, payload FROM outbox"
    for row in db.execute(query).fetchall():
        payload = payload_of(row)
        remaining = msgspec.to_builtins(payload.only(lambda user: user != user_id))
        cleared = with_names(remaining, names.get(row["table_id"], {}))
        if cleared != msgspec.to_builtins(payload):
            db.execute("UPDATE outbox SET payload = ? WHERE id = ?", (as_json(cleared), row["id"]))


def _names(db: sqlite3.Connection, user_id: int) -> dict[int, dict[str, str]]:
    """By table, each name of a person as texts show it, and its replacement."""
    query = """
        SELECT table_id, seat, name, language FROM seat JOIN table_ ON table_.id = table_id
        WHERE user_id = :user
        UNION SELECT table_id, seat, name, language
        FROM seat_history JOIN table_ ON table_.id = table_id WHERE user_id = :user
        UNION SELECT table_id, NULL, by_name, language
        FROM act JOIN table_ ON table_.id = table_id WHERE by_id = :user AND by_name NOTNULL
        UNION SELECT table_id, NULL, about_name, language
        FROM act JOIN table_ ON table_.id = table_id WHERE about_id = :user AND about_name NOTNULL
        ORDER BY seat DESC
    """
    rows = db.execute(query, {"user": user_id}).fetchall()
    rows += ((copy.table_id, copy.seat, copy.name, copy.language) for copy in copies(db, user_id))
    names: dict[int, dict[str, str]] = {}
    for table_id, seat, name, language in rows:
        nobody = text("table.somebody", language) if seat is None else seat_label(seat, language)
        if name:
            names.setdefault(table_id, {}).setdefault(bold(name), bold(nobody))
    return names


def with_names(value: Any, names: Mapping[str, str]) -> Any:
    """Copy of a delivery, or of a part of it, with the names replaced."""
    if isinstance(value, str):
        for name, instead in names.items():
            value = value.replace(name, instead)
        return value
    if isinstance(value, list):
        return [with_names(part, names) for part in value]
    if isinstance(value, dict):
        return {key: with_names(part, names) for key, part in value.items()}
    return value
