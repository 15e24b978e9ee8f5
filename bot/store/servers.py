"""Rows of servers: their settings, when they removed the bot, and the deletion of their data.

Finished games stay, as records of them and links to them stay valid. The rows that belong to a
table or to a server are found in the schema, so that later migrations are covered. Everything here
runs on the database's thread.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Collection, Iterator
from datetime import datetime

import msgspec

from bot.database import note_leftovers
from bot.store import erasure
from bot.store.rows import put
from bot.table.encoding import as_json, stamp
from bot.table.server import ServerSettings

log = logging.getLogger(__name__)

ENDED_WITH_A_LOBBY = ("guest", "told", "watch", "guess")
"""SQL tables whose rows a removed server does not need, even for a finished game."""


# ---- settings ------------------------------------------------------------------------------------


def read_settings(db: sqlite3.Connection, guild_id: int) -> ServerSettings:
    """Settings of a server; the defaults where nobody chose, or a newer version wrote others."""
    query = "SELECT settings FROM server WHERE guild_id = ?"
    row = db.execute(query, (guild_id,)).fetchone()
    try:
        return ServerSettings() if row is None else msgspec.json.decode(row[0], type=ServerSettings)
    except msgspec.ValidationError as error:
        log.error("The settings of server %s are not understood: %s", guild_id, error)
        return ServerSettings()


def write_settings(db: sqlite3.Connection, guild_id: int, settings: ServerSettings) -> None:
    """Write the settings of a server; defaults need no row."""
    if settings == ServerSettings():
        db.execute("DELETE FROM server WHERE guild_id = ?", (guild_id,))
        return
    put(db, "server", guild_id=guild_id, settings=settings)


# ---- servers that are gone -----------------------------------------------------------------------


def note_joined(db: sqlite3.Connection, guild_id: int) -> None:
    """Note that a server has the bot, perhaps again."""
    db.execute("DELETE FROM left_server WHERE guild_id = ?", (guild_id,))


def note_left(db: sqlite3.Connection, guild_id: int, at: datetime) -> None:
    """Note that a server has removed the bot, unless that is already noted."""
    insert = "INSERT OR IGNORE INTO left_server (guild_id, at) VALUES (?, ?)"
    db.execute(insert, (guild_id, stamp(at)))


def note_present(db: sqlite3.Connection, guild_ids: Collection[int], at: datetime) -> None:
    """Note the servers that have the bot now; every other server with rows has removed it."""
    present = "SELECT value FROM json_each(?)"
    values = (as_json(list(guild_ids)),)
    db.execute(f"DELETE FROM left_server WHERE guild_id IN ({present})", values)
    servers = " UNION ".join(f"SELECT guild_id FROM {table}" for table in _tables_of_servers(db))
    absent = f"SELECT guild_id FROM ({servers}) WHERE guild_id NOT IN ({present})"
    for row in db.execute(absent, values).fetchall():
        note_left(db, row["guild_id"], at)


def read_left(db: sqlite3.Connection, before: datetime) -> list[int]:
    """The servers that removed the bot before a moment."""
    query = "SELECT guild_id FROM left_server WHERE at < ? ORDER BY at"
    return [row["guild_id"] for row in db.execute(query, (stamp(before),))]


def clear(db: sqlite3.Connection, guild_id: int) -> list[int]:
    """Delete the rows of a server except its finished games; returns the deleted tables."""
    query = "SELECT id FROM table_ WHERE guild_id = ? AND status <> 'over'"
    tables = [row["id"] for row in db.execute(query, (guild_id,))]
    db.executemany("INSERT INTO removal (table_id) VALUES (?)", [(table,) for table in tables])
    for statement in _deletions(db, "table_", "id IN (SELECT table_id FROM removal)"):
        db.execute(statement)
    db.execute("DELETE FROM removal")
    for table in ENDED_WITH_A_LOBBY:
        of_server = "SELECT id FROM table_ WHERE guild_id = ?"
        db.execute(f"DELETE FROM {table} WHERE table_id IN ({of_server})", (guild_id,))
    for table in _tables_of_servers(db):
        if table != "table_":
            db.execute(f"DELETE FROM {table} WHERE guild_id = ?", (guild_id,))
    _forget_strangers(db)
    note_leftovers(db)
    return tables


def _deletions(db: sqlite3.Connection, table: str, where: str) -> Iterator[str]:
    """The statements that delete rows of an SQL table, the rows that refer to them first."""
    for child in _tables(db):
        for key in db.execute(f"PRAGMA foreign_key_list({child})").fetchall():
            if key["table"] == table != child:
                parents = f"SELECT {key['to']} FROM {table} WHERE {where}"
                yield from _deletions(db, child, f"{key['from']} IN ({parents})")
    yield f"DELETE FROM {table} WHERE {where}"


def _tables_of_servers(db: sqlite3.Connection) -> list[str]:
    """The SQL tables whose rows belong to a server."""
    named = "SELECT 1 FROM pragma_table_info(?) WHERE name = 'guild_id'"
    return [table for table in _tables(db) if db.execute(named, (table,)).fetchone()]


def _tables(db: sqlite3.Connection) -> list[str]:
    query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    return [row["name"] for row in db.execute(query)]


def _forget_strangers(db: sqlite3.Connection) -> None:
    """Delete the people without preferences whom no other row names."""
    named = " ".join(
        f"AND user_id NOT IN (SELECT {column.name} FROM {column.table} "
        f"WHERE {column.name} IS NOT NULL)"
        for column in erasure.columns(db)
    )
    db.execute(f"DELETE FROM person WHERE habits IS NULL {named}")
