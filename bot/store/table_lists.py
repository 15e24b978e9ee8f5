"""Tables that are open, by place and person. Everything here runs on the database's thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from bot.store.table_rows import AWAKE, OPEN, PUBLIC, TABLE, table_of
from bot.table.encoding import as_json, stamp
from bot.table.seating import Table

LISTED = 100
"""Most tables that a list offers, the newest ones."""


def tables(db: sqlite3.Connection, condition: str, *values: Any) -> list[Table]:
    """The tables for which a condition of SQL holds, in its order."""
    return [table_of(row) for row in db.execute(f"{TABLE} WHERE {condition}", values)]


def first_table(db: sqlite3.Connection, condition: str, *values: Any) -> Table | None:
    """The first of these tables, if any."""
    return next(iter(tables(db, f"{condition} LIMIT 1", *values)), None)


def ids(db: sqlite3.Connection, query: str, *values: Any) -> list[int]:
    """The first column of a query."""
    return [number for (number,) in db.execute(query, values)]


# ---- tables of a server, a channel, a person -----------------------------------------------------


def numbered(db: sqlite3.Connection, guild_id: int, number: int) -> Table | None:
    """The table that has this number on a server, if any."""
    return first_table(db, "guild_id = ? AND number = ?", guild_id, number)


def open_rematch(db: sqlite3.Connection, table_id: int) -> Table | None:
    """The lobby of the rematch of a table, if any."""
    return first_table(db, "rematch_of = ? AND status = 'lobby' ORDER BY id", table_id)


def newest_at(db: sqlite3.Connection, channel_id: int) -> Table | None:
    """The newest table that was played in a channel or thread, whatever its status."""
    return first_table(db, "home_id = ? ORDER BY id DESC", channel_id)


def in_trouble(db: sqlite3.Connection, guild_ids: Collection[int], trouble: str) -> list[Table]:
    """The open tables of these servers whose host was last told about this trouble."""
    servers = "SELECT value FROM json_each(?)"
    condition = f"guild_id IN ({servers}) AND {OPEN} AND trouble = ? ORDER BY id"
    return tables(db, condition, as_json(list(guild_ids)), trouble)


def awake(db: sqlite3.Connection) -> list[Table]:
    """The open tables that are awake, oldest first; no sandboxes."""
    return tables(db, f"{PUBLIC} ORDER BY id")


def of_server(db: sqlite3.Connection, guild_id: int) -> list[Table]:
    """The open tables of a server that are awake, newest first; no sandboxes."""
    return tables(db, f"guild_id = ? AND {PUBLIC} ORDER BY id DESC", guild_id)


def of_channel(db: sqlite3.Connection, guild_id: int, channel_id: int) -> list[Table]:
    """The newest open tables that were opened in a channel and are awake, newest first."""
    condition = f"guild_id = ? AND {PUBLIC} AND channel_id = ? ORDER BY id DESC LIMIT {LISTED}"
    return tables(db, condition, guild_id, channel_id)


def of_player(db: sqlite3.Connection, user_id: int, guild_id: int) -> list[Table]:
    """The open tables of a server where a person plays, awake ones, newest first."""
    seated = "SELECT table_id FROM seat WHERE user_id = ? AND NOT resigned"
    condition = f"guild_id = ? AND {AWAKE} AND id IN ({seated}) ORDER BY id DESC"
    return tables(db, condition, guild_id, user_id)


def of_player_everywhere(
    db: sqlite3.Connection, user_id: int
) -> list[tuple[Table, str | None, str]]:
    """The newest open and awake tables where a person plays, with two moments each.

    The first is the end of its newest turn, if any; the second is its last change, which is not
    public, as it reveals plies of a turn under way.
    """
    last = "FROM action WHERE table_id = mine.id AND ends_turn ORDER BY ply DESC LIMIT 1"
    query = f"""
        SELECT mine.*, (SELECT at {last}) AS ended
        FROM ({TABLE} WHERE {AWAKE} AND id IN (
            SELECT table_id FROM seat WHERE user_id = ? AND NOT resigned
        ) ORDER BY id DESC LIMIT {LISTED}) AS mine
    """
    rows = db.execute(query, (user_id,))
    return [(table_of(row), row["ended"], row["changed_at"]) for row in rows]


# ---- ids of tables -------------------------------------------------------------------------------


def through(db: sqlite3.Connection, place: int) -> list[int]:
    """The open tables of a server, or those opened or played in a channel or thread."""
    query = f"SELECT id FROM table_ WHERE {OPEN} AND ? IN (guild_id, channel_id, home_id)"
    return ids(db, query, place)


def with_seat_of(db: sqlite3.Connection, user_id: int) -> list[int]:
    """Every open table where a person plays."""
    query = f"""
        SELECT id FROM table_ JOIN seat ON table_id = id
        WHERE user_id = ? AND NOT resigned AND {OPEN} ORDER BY id
    """
    return ids(db, query, user_id)


def with_clock_of(db: sqlite3.Connection, user_id: int) -> list[int]:
    """The running tables where a person's clock runs."""
    query = """
        SELECT id FROM table_ JOIN seat ON table_id = id
        WHERE user_id = ? AND status = 'live' AND time ->> 'since' NOTNULL ORDER BY id
    """
    return ids(db, query, user_id)


def any_open(db: sqlite3.Connection) -> bool:
    """Whether any table is open or running."""
    return bool(ids(db, f"SELECT 1 FROM table_ WHERE {OPEN} LIMIT 1"))


def live(db: sqlite3.Connection) -> list[int]:
    """The tables that are played."""
    return ids(db, "SELECT id FROM table_ WHERE status = 'live' ORDER BY id")


def live_with_ai(db: sqlite3.Connection) -> list[int]:
    """The running tables where an AI has a seat or plays a late turn."""
    query = """
        SELECT id FROM table_ WHERE status = 'live' AND EXISTS (
            SELECT 1 FROM seat
            WHERE table_id = table_.id AND (ai IS NOT NULL OR time ->> 'late' = 'ai')
        ) ORDER BY id
    """
    return ids(db, query)


def live_without_due(db: sqlite3.Connection, kind: str) -> list[int]:
    """The running tables without a due of a kind."""
    query = """
        SELECT id FROM table_ WHERE status = 'live' AND NOT EXISTS (
            SELECT 1 FROM due WHERE table_id = table_.id AND kind = ?
        ) ORDER BY id
    """
    return ids(db, query, kind)


def live_by_other_rules(db: sqlite3.Connection, versions: Mapping[str, int]) -> list[int]:
    """The running tables that are stuck or that other versions of the rules wrote."""
    query = """
        SELECT id, game, snapshot.version, stuck FROM table_ JOIN snapshot ON table_id = id
        WHERE status = 'live' ORDER BY id
    """
    rows = db.execute(query)
    return [
        row["id"] for row in rows if row["stuck"] or row["version"] != versions.get(row["game"])
    ]


def stale_lobbies(db: sqlite3.Connection, before: datetime) -> list[int]:
    """The lobbies that have not changed since a moment."""
    query = "SELECT id FROM table_ WHERE status = 'lobby' AND changed_at < ? ORDER BY id"
    return ids(db, query, stamp(before))


def lobbies_without_post(db: sqlite3.Connection) -> list[int]:
    """The lobbies whose post is not known, as the bot stopped too early."""
    return ids(db, "SELECT id FROM table_ WHERE status = 'lobby' AND lobby_message_id IS NULL")


def stale_lessons(db: sqlite3.Connection, before: str) -> list[tuple[int, int]]:
    """The lessons without a change since a moment, each with its host."""
    query = """
        SELECT id, host_id FROM table_
        WHERE purpose = 'lesson' AND status = 'live' AND changed_at < ? ORDER BY id
    """
    return [(table_id, host_id) for table_id, host_id in db.execute(query, (before,))]


def with_unarchived_thread(db: sqlite3.Connection, before: datetime) -> list[tuple[int, int]]:
    """The tables that ended before a moment, each with its thread that is to be put away.

    A thread in which another game goes on is not among them.
    """
    query = """
        SELECT id, home_id FROM table_
        WHERE in_thread AND NOT put_away AND status IN ('over', 'cancelled')
            AND changed_at < ? AND home_id <> channel_id
            AND home_id NOT IN (
                SELECT coalesce(home_id, channel_id) FROM table_
                WHERE status IN ('lobby', 'live')
            )
        ORDER BY id
    """
    return [(table_id, thread) for table_id, thread in db.execute(query, (stamp(before),))]


def open_places(db: sqlite3.Connection) -> list[tuple[int, int]]:
    """The (server, channel) pairs with open tables."""
    query = f"""
        SELECT DISTINCT guild_id, channel_id FROM table_
        WHERE {OPEN} ORDER BY guild_id, channel_id
    """
    return [(server, channel) for server, channel in db.execute(query)]
