"""All the SQL: tables, their logs and positions, and what is still to be delivered."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.database import BadStore, Database
from bot.seating import SeatHolder, StaleClick, Status, Table
from rules.contract import Event, Result, RulesError

__all__ = ["BadStore", "Change", "Delivery", "Ply", "Position", "Post", "Secret", "Store"]

TABLE = """
    SELECT table_.*, (
        SELECT json_group_array(json_array(user_id, name, ai, resigned))
        FROM (SELECT * FROM seat WHERE seat.table_id = table_.id ORDER BY seat)
    ) AS seats
    FROM table_
"""
UPDATE = """
    UPDATE table_ SET {} revision = :revision, changed_at = :changed_at
    WHERE id = :id AND revision = :revision - 1
"""
SETTINGS = """
    status = :status, size = :size, options = :options, language = :language, version = :version,
"""
ROW_OF_TABLE = tuple(name for name in Table.__struct_fields__ if name not in ("id", "seats"))
OPEN = "status IN ('lobby', 'live')"
MERGES = {
    ("open", "board"): "open",
    ("board", "board"): "board",
    ("board", "over"): "over",
    ("lobby", "lobby"): "lobby",
}
"""Which delivery may take in the next one of its table while neither has been tried: the kind."""


class Secret(msgspec.Struct, frozen=True):
    """What decides the deal, in hex; published when the game is over."""

    seed: str
    salt: str

    @property
    def number(self) -> int:
        """The seed as the rules want it."""
        return int(self.seed, 16)


class Ply(msgspec.Struct, frozen=True):
    """One action of the log and all that it caused in public. The first ply is 1."""

    ply: int
    seat: int
    notation: str
    events: tuple[Event, ...]
    at: str
    """UTC, ISO 8601."""
    ai: bool


class Post(msgspec.Struct, frozen=True):
    """A delivery to come, written in the transaction of the change that it tells."""

    kind: str
    payload: dict[str, Any]
    delay: float = 0.0
    """Seconds to wait for a later post of the same table that may take this one in."""


class Delivery(msgspec.Struct, frozen=True):
    """A post to be shown on Discord, once. Its content stays the same from the first try on."""

    id: int
    table_id: int
    kind: str
    payload: dict[str, Any]
    nonce: str
    """The same for every try: Discord shows one message however often it is sent."""
    attempts: int
    """Tries begun, this one included."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """All that one step does to a table; saved whole or not at all."""

    table: Table
    """As it shall be, its revision one more than before."""
    seated: bool = False
    """Whether the seats are others, too."""
    ply: Ply | None = None
    state: bytes | None = None
    """The new position as JSON, and after how many plies."""
    plies: int = 0
    posts: tuple[Post, ...] = ()
    result: Result | None = None


class Position(msgspec.Struct, frozen=True):
    """A table with what only the service may know about it."""

    table: Table
    secret: Secret
    state: bytes | None
    """JSON; None before the start."""
    plies: int
    result: Result | None


def utc_now() -> datetime:
    """The present moment."""
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """A moment as it is stored: its texts sort by time."""
    return moment.isoformat(timespec="milliseconds")


class Store(Database):
    """The database of the bot, in the words of the bot."""

    clock: Callable[[], datetime] = staticmethod(utc_now)

    # ---- odds and ends ---------------------------------------------------------------------------

    async def meta(self, key: str) -> str | None:
        """A text kept under `key`, if any."""
        row = await self._one("SELECT value FROM meta WHERE key = ?", key)
        return None if row is None else row["value"]

    async def set_meta(self, key: str, value: str) -> None:
        """Keep a text under `key`."""
        upsert = "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
        await self.write(lambda db: db.execute(upsert, (key, value)))

    async def language_of(self, user_id: int) -> str | None:
        """The language that a person has chosen; None for that of their Discord."""
        row = await self._one("SELECT language FROM person WHERE user_id = ?", user_id)
        return None if row is None else row["language"]

    async def set_language(self, user_id: int, language: str | None) -> None:
        """Remember the language that a person has chosen."""
        upsert = """
            INSERT INTO person (user_id, language) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET language = excluded.language
        """
        await self.write(lambda db: db.execute(upsert, (user_id, language)))

    # ---- tables ----------------------------------------------------------------------------------

    async def insert(self, table: Table, secret: Secret) -> Table:
        """Write a new table; returns it with its number. Refuses a channel that has one."""
        now = stamp(self.clock())
        return await self.write(lambda db: insert_table(db, table, secret, now))

    async def save(self, change: Change) -> None:
        """Write a step: table, seats, action, position, posts and result in one transaction."""
        now = self.clock()
        await self.write(lambda db: save_change(db, change, now))

    async def place(
        self,
        table_id: int,
        *,
        lobby_message_id: int | None,
        home_id: int | None,
        board_message_id: int | None,
    ) -> None:
        """Note where a table is shown; what is None stays as it was."""
        update = """
            UPDATE table_ SET
                lobby_message_id = coalesce(?, lobby_message_id),
                home_id = coalesce(?, home_id),
                board_message_id = coalesce(?, board_message_id)
            WHERE id = ?
        """
        values = (lobby_message_id, home_id, board_message_id, table_id)
        await self.write(lambda db: db.execute(update, values))

    async def position(self, table_id: int) -> Position | None:
        """A table and its newest position, or None where there is no such table."""
        return await self.read(lambda db: read_position(db, table_id))

    async def plies(self, table_id: int) -> list[Ply]:
        """The whole log of a table."""
        query = "SELECT * FROM action WHERE table_id = ? ORDER BY ply"
        return [ply_of(row) for row in await self._all(query, table_id)]

    async def table_at(self, channel_id: int) -> Table | None:
        """The open table played in this channel or thread, if any."""
        return await self.read(lambda db: read_table_at(db, channel_id))

    async def last_table_at(self, channel_id: int) -> Table | None:
        """The newest table that was played in this channel or thread, whatever became of it."""
        query = f"{TABLE} WHERE home_id = ? ORDER BY id DESC LIMIT 1"
        row = await self._one(query, channel_id)
        return None if row is None else table_of(row)

    async def tables_in(self, guild_id: int) -> list[Table]:
        """The open tables of a server, oldest first."""
        query = f"{TABLE} WHERE guild_id = ? AND {OPEN} ORDER BY id"
        return [table_of(row) for row in await self._all(query, guild_id)]

    async def tables_of(self, user_id: int, guild_id: int) -> list[Table]:
        """The open tables of a server where a person plays, oldest first."""
        query = f"""
            {TABLE} WHERE guild_id = ? AND {OPEN} AND id IN (
                SELECT table_id FROM seat WHERE user_id = ? AND NOT resigned
            ) ORDER BY id
        """
        return [table_of(row) for row in await self._all(query, guild_id, user_id)]

    async def live_with_ai(self) -> list[int]:
        """The running tables that have an AI seat."""
        query = """
            SELECT id FROM table_ WHERE status = 'live' AND EXISTS (
                SELECT 1 FROM seat WHERE table_id = table_.id AND ai IS NOT NULL
            ) ORDER BY id
        """
        return [row["id"] for row in await self._all(query)]

    async def stale_lobbies(self, before: datetime) -> list[int]:
        """The lobbies that nobody has touched since a moment."""
        query = "SELECT id FROM table_ WHERE status = 'lobby' AND changed_at < ? ORDER BY id"
        return [row["id"] for row in await self._all(query, stamp(before))]

    # ---- outbox ----------------------------------------------------------------------------------

    async def waiting(self) -> list[tuple[int, datetime]]:
        """For each table with something to deliver: when its next delivery is due."""
        rows = await self._all(WAITING)
        return [(row["table_id"], datetime.fromisoformat(row["due_at"])) for row in rows]

    async def claim(self, table_id: int) -> Delivery | None:
        """The next delivery of a table, with all that it may take in; its content is now fixed."""
        return await self.write(lambda db: claim_next(db, table_id))

    async def delivered(self, delivery_id: int) -> None:
        """Discord has it: the row may go."""
        await self.write(lambda db: db.execute("DELETE FROM outbox WHERE id = ?", (delivery_id,)))

    async def postpone(self, delivery_id: int, seconds: float) -> None:
        """Try again later; the deliveries behind it wait as well."""
        due = stamp(self.clock() + timedelta(seconds=seconds))
        update = "UPDATE outbox SET due_at = ? WHERE id = ?"
        await self.write(lambda db: db.execute(update, (due, delivery_id)))

    async def refuse(self, delivery_id: int, reason: str) -> None:
        """Give up on a delivery; the row stays as evidence and holds up nothing."""
        update = "UPDATE outbox SET refused = ? WHERE id = ?"
        await self.write(lambda db: db.execute(update, (reason, delivery_id)))

    # ---- queries ---------------------------------------------------------------------------------

    async def _all(self, query: str, *values: Any) -> list[sqlite3.Row]:
        return await self.read(lambda db: db.execute(query, values).fetchall())

    async def _one(self, query: str, *values: Any) -> sqlite3.Row | None:
        rows = await self._all(query, *values)
        return rows[0] if rows else None


# ---- tables, on the database's thread ------------------------------------------------------------


def insert_table(db: sqlite3.Connection, table: Table, secret: Secret, now: str) -> Table:
    """Write a new table and its first seats."""
    if not table.in_thread and read_table_at(db, table.channel_id):
        raise RulesError("table.channel_taken")
    add_people(db, table)
    values = {**row_of(table), "seed": secret.seed, "salt": secret.salt, "changed_at": now}
    names, marks = ", ".join(values), ", ".join(f":{name}" for name in values)
    number = db.execute(f"INSERT INTO table_ ({names}) VALUES ({marks})", values).lastrowid
    table = replace(table, id=number)
    write_seats(db, table)
    return table


def save_change(db: sqlite3.Connection, change: Change, now: datetime) -> None:
    """Write a step. Refuses one that another process has overtaken."""
    update_table(db, change, stamp(now))
    if change.seated:
        write_seats(db, change.table)
    if change.ply is not None:
        append(db, change.table.id, change.ply)
    if change.state is not None:
        upsert = "INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?)"
        db.execute(upsert, (change.table.id, change.plies, change.state.decode()))
    for post in change.posts:
        write_post(db, change.table.id, post, now)
    if change.result is not None:
        values = (change.table.id, as_json(change.result), stamp(now))
        db.execute("INSERT INTO result VALUES (?, ?, ?)", values)


def update_table(db: sqlite3.Connection, change: Change, now: str) -> None:
    """Count the revision up; most moves change nothing else of a table, and no index."""
    table = change.table
    if change.ply is not None and change.result is None:
        update = UPDATE.format("")
        values = {"id": table.id, "revision": table.revision, "changed_at": now}
    else:
        update = UPDATE.format(SETTINGS)
        values = {**row_of(table), "id": table.id, "changed_at": now}
    if db.execute(update, values).rowcount != 1:
        raise StaleClick("table.stale", revision=table.revision)


def add_people(db: sqlite3.Connection, table: Table) -> None:
    """Make sure that everybody at the table is known."""
    people = {table.host_id, *(holder.user_id for holder in table.seats if holder.user_id)}
    db.executemany("INSERT OR IGNORE INTO person (user_id) VALUES (?)", [(one,) for one in people])


def write_seats(db: sqlite3.Connection, table: Table) -> None:
    """Write who sits where, anew."""
    add_people(db, table)
    db.execute("DELETE FROM seat WHERE table_id = ?", (table.id,))
    db.executemany(
        "INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?)",
        [
            (table.id, seat, holder.user_id, holder.name, holder.ai, holder.resigned)
            for seat, holder in enumerate(table.seats)
        ],
    )


def append(db: sqlite3.Connection, table_id: int, ply: Ply) -> None:
    """Add an action to the log."""
    values = (table_id, ply.ply, ply.seat, ply.notation, as_json(ply.events), ply.at, ply.ai)
    db.execute("INSERT INTO action VALUES (?, ?, ?, ?, ?, ?, ?)", values)


def read_position(db: sqlite3.Connection, table_id: int) -> Position | None:
    """A table, its secret, its newest snapshot and its result."""
    query = f"""
        SELECT t.*, snapshot.state, snapshot.ply, result.result
        FROM ({TABLE} WHERE id = ?) AS t
        LEFT JOIN snapshot ON snapshot.table_id = t.id
        LEFT JOIN result ON result.table_id = t.id
    """
    row = db.execute(query, (table_id,)).fetchone()
    if row is None:
        return None
    return Position(
        table=table_of(row),
        secret=Secret(row["seed"], row["salt"]),
        state=row["state"].encode() if row["state"] else None,
        plies=row["ply"] or 0,
        result=msgspec.json.decode(row["result"], type=Result) if row["result"] else None,
    )


def read_table_at(db: sqlite3.Connection, channel_id: int) -> Table | None:
    """The open table of a channel or thread."""
    query = f"{TABLE} WHERE {OPEN} AND (home_id = ? OR channel_id = ? AND NOT in_thread)"
    row = db.execute(query, (channel_id, channel_id)).fetchone()
    return None if row is None else table_of(row)


def table_of(row: sqlite3.Row) -> Table:
    """A row of the query TABLE as a value."""
    values = {name: row[name] for name in ROW_OF_TABLE}
    values |= {"status": Status(row["status"]), "in_thread": bool(row["in_thread"])}
    seats = tuple(
        SeatHolder(user_id, name, ai, bool(resigned))
        for user_id, name, ai, resigned in msgspec.json.decode(row["seats"])
    )
    options = msgspec.json.decode(row["options"])
    return Table(**{**values, "id": row["id"], "seats": seats, "options": options})


def row_of(table: Table) -> dict[str, Any]:
    """A table as the values of a row, but for its number and its seats."""
    values = {name: getattr(table, name) for name in ROW_OF_TABLE}
    return {**values, "status": str(table.status), "options": as_json(table.options)}


def ply_of(row: sqlite3.Row) -> Ply:
    """A row of the log as a value."""
    events = msgspec.json.decode(row["events"], type=tuple[Event, ...])
    return Ply(row["ply"], row["seat"], row["notation"], events, row["at"], bool(row["ai"]))


def as_json(value: Any) -> str:
    """A value as JSON text."""
    return msgspec.json.encode(value).decode()


# ---- the outbox, on the database's thread --------------------------------------------------------

WAITING = """
    SELECT table_id,
        CASE WHEN attempts THEN due_at ELSE (
            SELECT min(due_at) FROM outbox WHERE table_id = head.table_id AND refused IS NULL
        ) END AS due_at
    FROM outbox AS head
    WHERE id IN (SELECT min(id) FROM outbox WHERE refused IS NULL GROUP BY table_id)
"""
"""What was never tried goes out as soon as anything behind it is due: that ends its wait."""


def write_post(db: sqlite3.Connection, table_id: int, post: Post, now: datetime) -> None:
    """Add a delivery to the outbox, under a nonce that no other has."""
    insert = "INSERT INTO outbox (table_id, kind, payload, nonce, due_at) VALUES (?, ?, ?, ?, ?)"
    due = stamp(now + timedelta(seconds=post.delay))
    nonce = secrets.token_hex(10)
    db.execute(insert, (table_id, post.kind, as_json(post.payload), nonce, due))


def claim_next(db: sqlite3.Connection, table_id: int) -> Delivery | None:
    """Merge what may be merged into the newest row, count the try, and return the delivery."""
    query = "SELECT * FROM outbox WHERE table_id = ? AND refused IS NULL ORDER BY id"
    rows = [delivery_of(row) for row in db.execute(query, (table_id,))]
    if not rows:
        return None
    whole, taken_in = merged(rows)
    db.executemany("DELETE FROM outbox WHERE id = ?", [(old,) for old in taken_in])
    update = "UPDATE outbox SET kind = ?, payload = ?, attempts = attempts + 1 WHERE id = ?"
    db.execute(update, (whole.kind, as_json(whole.payload), whole.id))
    return replace(whole, attempts=whole.attempts + 1)


def delivery_of(row: sqlite3.Row) -> Delivery:
    """A row of the outbox as a value."""
    payload = msgspec.json.decode(row["payload"])
    return Delivery(row["id"], row["table_id"], row["kind"], payload, row["nonce"], row["attempts"])


def merged(rows: Sequence[Delivery]) -> tuple[Delivery, list[int]]:
    """The first delivery grown by those behind it as far as they merge, and whose rows may go."""
    whole, taken_in = rows[0], []
    for later in rows[1:]:
        kind = MERGES.get((whole.kind, later.kind))
        if kind is None or whole.attempts or later.attempts:
            break
        taken_in.append(whole.id)
        whole = replace(later, kind=kind, payload=widened(whole.payload, later.payload))
    return whole, taken_in


def widened(earlier: dict[str, Any], later: dict[str, Any]) -> dict[str, Any]:
    """The later payload, telling the plies of both."""
    if "plies" not in earlier:
        return later
    return {**later, "plies": [earlier["plies"][0], later["plies"][1]]}
