"""Rows of people: their preferences, blocks and wishes. It all runs on the database's thread."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.store import due_rows
from bot.store.outbox import write_post
from bot.store.rows import insert, put
from bot.table.changes import EndOfAbsence
from bot.table.encoding import as_json, stamp
from bot.table.post import Post
from bot.table.preferences import Blocked, Preferences
from bot.table.seating import Table
from rules.contract import RulesError

log = logging.getLogger(__name__)

HUSH = timedelta(hours=1)
"""Time in which nobody who waits hears of a second table of the same host and game."""


def know(db: sqlite3.Connection, *user_ids: int) -> None:
    """Make sure that each of these people has a row."""
    rows = [(user_id,) for user_id in user_ids]
    db.executemany("INSERT OR IGNORE INTO person (user_id) VALUES (?)", rows)


def read_all_habits(db: sqlite3.Connection) -> dict[int, Preferences]:
    """Preferences of every person who ever chose any, by user id."""
    query = "SELECT user_id, habits FROM person WHERE habits IS NOT NULL"
    return {row["user_id"]: habits_of(row) for row in db.execute(query)}


def habits_of(row: sqlite3.Row) -> Preferences:
    """Preferences of a person; the defaults where a newer version wrote unreadable ones."""
    try:
        return msgspec.json.decode(row["habits"], type=Preferences)
    except msgspec.ValidationError as error:
        log.error("The settings of %s are not understood: %s", row["user_id"], error)
        return Preferences()


def change_habits(
    db: sqlite3.Connection, user_id: int, chosen: Mapping[str, Any], discord: str | None = None
) -> Preferences:
    """Change some of a person's preferences, by name, and return all of them.

    Whoever has chosen no language is written to in that of their Discord, if it is known.
    """
    know(db, user_id)
    query = "SELECT user_id, habits FROM person WHERE user_id = ?"
    row = db.execute(query, (user_id,)).fetchone()
    preferences = replace(Preferences() if row["habits"] is None else habits_of(row), **chosen)
    update = """
        UPDATE person SET habits = ?, language = coalesce(?, language) WHERE user_id = ?
    """
    db.execute(update, (as_json(preferences), preferences.language or discord, user_id))
    return preferences


def read_language(db: sqlite3.Connection, user_id: int) -> str | None:
    """Language of a person with a row, as Discord last reported it; None until it has."""
    row = db.execute("SELECT language FROM person WHERE user_id = ?", (user_id,)).fetchone()
    return None if row is None else row["language"]


def has_other_language(db: sqlite3.Connection, user_id: int, language: str) -> bool:
    """Whether a person who has chosen no language has a row that does not say this one."""
    query = """
        SELECT 1 FROM person
        WHERE user_id = ? AND language IS NOT coalesce(habits ->> 'language', ?)
    """
    return db.execute(query, (user_id, language)).fetchone() is not None


def note_language(db: sqlite3.Connection, user_id: int, language: str) -> None:
    """Note the language of a person who already has a row, unless they have chosen another.

    Nothing is stored about others.
    """
    update = "UPDATE person SET language = coalesce(habits ->> 'language', ?) WHERE user_id = ?"
    db.execute(update, (language, user_id))


def end_absence(db: sqlite3.Connection, end: EndOfAbsence) -> None:
    """Write the end of a person's absence, and the row that calls them back to their tables."""
    change_habits(db, end.user_id, {"away_until": end.at})
    due_rows.write(db, [end.due])


def tell_tables(
    db: sqlite3.Connection, user_id: int, post_for: Callable[[str], Post], now: datetime
) -> None:
    """Queue a post at every running table where a person plays, made from their name there."""
    query = """
        SELECT table_id, name FROM seat JOIN table_ ON table_.id = table_id
        WHERE user_id = ? AND NOT resigned AND status = 'live' ORDER BY table_id
    """
    for row in db.execute(query, (user_id,)).fetchall():
        write_post(db, row["table_id"], post_for(row["name"]), now)


def block(db: sqlite3.Connection, user_id: int, blocked: Blocked) -> None:
    """Note that a person does not want to play with another one."""
    know(db, user_id, blocked.user_id)
    pair = {"user_id": user_id, "blocked_id": blocked.user_id}
    put(db, "block", **pair, name=blocked.name)


def unblock(db: sqlite3.Connection, user_id: int, blocked_id: int) -> None:
    """Lift a person's block of another one."""
    db.execute("DELETE FROM block WHERE user_id = ? AND blocked_id = ?", (user_id, blocked_id))


def read_blocked(db: sqlite3.Connection, user_id: int) -> list[Blocked]:
    """People whom a person does not want to play with, by name."""
    query = "SELECT blocked_id, name FROM block WHERE user_id = ? ORDER BY name, blocked_id"
    return [Blocked(row["blocked_id"], row["name"]) for row in db.execute(query, (user_id,))]


def require_welcome(db: sqlite3.Connection, table: Table, user_id: int) -> None:
    """Refuse a seat where the person or a seated player blocks the other.

    A person who blocks a player reads that player's name; a blocked person reads no name.
    """
    query = """
        SELECT user_id, name FROM block
        WHERE :user IN (user_id, blocked_id)
            AND (user_id IN (SELECT value FROM json_each(:seated))
                OR blocked_id IN (SELECT value FROM json_each(:seated)))
        ORDER BY user_id = :user
    """
    row = db.execute(query, {"user": user_id, "seated": as_json(table.humans())}).fetchone()
    if row is None:
        return
    if row["user_id"] == user_id:
        raise RulesError("table.you_blocked", name=row["name"])
    raise RulesError("table.no_seat_for_you")


# ---- waiting for a table -------------------------------------------------------------------------


def read_wishes(db: sqlite3.Connection, user_id: int, guild_id: int) -> list[str]:
    """The games that a person waits for on a server."""
    query = "SELECT game FROM wish WHERE user_id = ? AND guild_id = ? ORDER BY game"
    return [row["game"] for row in db.execute(query, (user_id, guild_id))]


def write_wishes(db: sqlite3.Connection, user_id: int, guild_id: int, games: Sequence[str]) -> None:
    """Replace the games that a person waits for on a server."""
    know(db, user_id)
    db.execute("DELETE FROM wish WHERE user_id = ? AND guild_id = ?", (user_id, guild_id))
    for game in games:
        insert(db, "wish", user_id=user_id, guild_id=guild_id, game=game)


def fulfil(db: sqlite3.Connection, table: Table, user_ids: Iterable[int]) -> None:
    """Delete the wishes of people who now have a seat in that game."""
    delete = "DELETE FROM wish WHERE user_id = ? AND guild_id = ? AND game = ?"
    db.executemany(delete, [(user, table.guild_id, table.game) for user in user_ids])


def tell(db: sqlite3.Connection, table_id: int, user_ids: Sequence[int]) -> None:
    """Note that people were told about a table that they wait for."""
    insert = "INSERT OR IGNORE INTO told (table_id, user_id) VALUES (?, ?)"
    db.executemany(insert, [(table_id, user_id) for user_id in user_ids])


def read_waiting(db: sqlite3.Connection, table: Table, now: datetime) -> list[int]:
    """People to tell about a table: they wait for its game, have no seat and no block bars them.

    Who was told of another table of its host and game within HUSH is left out.
    """
    query = """
        SELECT user_id FROM wish
        WHERE guild_id = :guild AND game = :game
            AND user_id NOT IN (SELECT value FROM json_each(:seated))
            AND user_id NOT IN (
                SELECT user_id FROM told JOIN table_ AS earlier ON earlier.id = told.table_id
                WHERE earlier.id = :table OR (
                    earlier.host_id = :host AND earlier.guild_id = :guild
                    AND earlier.game = :game AND earlier.opened_at > :since
                )
            )
            AND NOT EXISTS (
                SELECT 1 FROM block JOIN json_each(:seated) AS there
                WHERE block.user_id = wish.user_id AND blocked_id = there.value
                    OR blocked_id = wish.user_id AND block.user_id = there.value
            )
        ORDER BY user_id
    """
    seated = as_json(table.humans())
    values = {
        "guild": table.guild_id,
        "game": table.game,
        "host": table.host_id,
        "seated": seated,
        "table": table.id,
        "since": stamp(now - HUSH),
    }
    return [row["user_id"] for row in db.execute(query, values)]
