"""All the SQL: tables, their logs and positions, and what is still to be delivered."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from bot import posts
from bot.database import BadStore, Database
from bot.posts import Delivery, Post, as_json, call_off, stamp, utc_now, withdraw, write_post
from bot.seating import SeatHolder, StaleClick, Status, Table
from rules.contract import Event, Result, RulesError

__all__ = [
    "BadStore",
    "Change",
    "Delivery",
    "Direct",
    "Ply",
    "Position",
    "Post",
    "Secret",
    "Snapshot",
    "Store",
    "Undo",
    "stamp",
]

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
    status = :status, size = :size, drawn = :drawn, options = :options, language = :language,
    version = :version,
"""
ROW_OF_TABLE = tuple(name for name in Table.__struct_fields__ if name not in ("id", "seats"))
OPEN = "status IN ('lobby', 'live')"
LISTED = 100
"""Tables that a list has room to choose from, the newest ones."""
LOBBIES = 10
"""Open lobbies that one person may have."""


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
    ends_turn: bool = True
    """Whether another turn began after it."""
    undone: str | None = None
    """When it was taken back, UTC, ISO 8601; None while it stands."""


class Undo(msgspec.Struct, frozen=True):
    """Plies that a seat takes back, the first and the last of them."""

    first: int
    last: int
    seat: int
    at: str
    """UTC, ISO 8601."""


class Direct(msgspec.Struct, frozen=True):
    """The private message that shows somebody the hand of their seat."""

    channel_id: int | None = None
    message_id: int | None = None
    closed: bool = False
    """Whether they take no private messages."""
    language: str | None = None
    """What they read; None until they were heard of."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A position as it is stored."""

    state: bytes
    """JSON."""
    began: bytes | None = None
    """The one at the beginning of the turn under way; None between turns."""
    version: int
    """Of the rules that wrote them."""
    plies: int
    """How many there are in the log, those taken back included."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """All that one step does to a table; saved whole or not at all."""

    table: Table
    """As it shall be, its revision one more than before."""
    seated: bool = False
    """Whether the seats are others, too."""
    ply: Ply | None = None
    snapshot: Snapshot | None = None
    posts: tuple[Post, ...] = ()
    result: Result | None = None
    undo: Undo | None = None
    correction: Post | None = None
    """Goes out only where some of what is undone may have been shown."""


class Position(msgspec.Struct, frozen=True):
    """A table with what only the service may know about it."""

    table: Table
    secret: Secret
    snapshot: Snapshot | None
    """None before the start."""
    result: Result | None
    turn: tuple[Ply, ...] = ()
    """What was done in the turn under way, and stands."""


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
        upsert = """
            INSERT INTO meta (key, value) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET value = excluded.value
        """
        await self.write(lambda db: db.execute(upsert, (key, value)))

    async def language_of(self, user_id: int) -> str | None:
        """The language that a person of some table was last seen to read, if any."""
        row = await self._one("SELECT language FROM person WHERE user_id = ?", user_id)
        return None if row is None else row["language"]

    async def note_language(self, user_id: int, language: str) -> None:
        """Note what a person reads who has ever had a seat; nothing is kept of strangers."""
        known = "SELECT 1 FROM person WHERE user_id = ? AND language IS NOT ?"
        if await self._one(known, user_id, language) is None:
            return
        update = "UPDATE person SET language = ? WHERE user_id = ?"
        await self.write(lambda db: db.execute(update, (language, user_id)))

    # ---- tables ----------------------------------------------------------------------------------

    async def insert(self, table: Table, secret: Secret) -> Table:
        """Write a new table; returns it with id and number. Refuses a channel that has one."""
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
        lobby_message_id: int | None = None,
        home_id: int | None = None,
        board_message_id: int | None = None,
        trouble: str | None = None,
    ) -> None:
        """Note where a table is shown, and what stands in the way; what is None stays as it was."""
        update = """
            UPDATE table_ SET
                lobby_message_id = coalesce(?, lobby_message_id),
                home_id = coalesce(?, home_id),
                board_message_id = coalesce(?, board_message_id),
                trouble = coalesce(?, trouble)
            WHERE id = ?
        """
        values = (lobby_message_id, home_id, board_message_id, trouble, table_id)
        await self.write(lambda db: db.execute(update, values))

    async def move(
        self, table_id: int, *, channel_id: int, in_thread: bool, post: Post | None
    ) -> None:
        """Let a table go on in another channel, and say so there. Refuses one that has a table."""
        now = self.clock()
        await self.write(lambda db: move_table(db, table_id, channel_id, in_thread, post, now))

    async def post(self, table_id: int, post: Post) -> None:
        """Have something delivered that changes nothing."""
        now = self.clock()
        await self.write(lambda db: posts.write_post(db, table_id, post, now))

    async def position(self, table_id: int) -> Position | None:
        """A table and its newest position, or None where there is no such table."""
        return await self.read(lambda db: read_position(db, table_id))

    async def plies(self, table_id: int) -> list[Ply]:
        """The whole log of a table."""
        return await self.read(lambda db: read_plies(db, table_id))

    async def table_numbered(self, guild_id: int, number: int) -> Table | None:
        """The table that people of a server call by this number, if any."""
        row = await self._one(f"{TABLE} WHERE guild_id = ? AND number = ?", guild_id, number)
        return None if row is None else table_of(row)

    async def table_at(self, channel_id: int) -> Table | None:
        """The open table played in this channel or thread, if any."""
        return await self.read(lambda db: read_table_at(db, channel_id))

    async def last_table_at(self, channel_id: int) -> Table | None:
        """The newest table that was played in this channel or thread, whatever became of it."""
        query = f"{TABLE} WHERE home_id = ? ORDER BY id DESC LIMIT 1"
        row = await self._one(query, channel_id)
        return None if row is None else table_of(row)

    async def tables_through(self, channel_id: int) -> list[int]:
        """The open tables that were opened or are played in a channel or thread."""
        query = f"SELECT id FROM table_ WHERE {OPEN} AND (home_id = ? OR channel_id = ?)"
        return [row["id"] for row in await self._all(query, channel_id, channel_id)]

    async def tables_in(self, guild_id: int) -> list[Table]:
        """The newest open tables of a server, newest first."""
        query = f"{TABLE} WHERE guild_id = ? AND {OPEN} ORDER BY id DESC LIMIT {LISTED}"
        return [table_of(row) for row in await self._all(query, guild_id)]

    async def tables_from(self, guild_id: int, channel_id: int) -> list[Table]:
        """The newest open tables that were opened in a channel, newest first."""
        query = f"""
            {TABLE} WHERE guild_id = ? AND {OPEN} AND channel_id = ?
            ORDER BY id DESC LIMIT {LISTED}
        """
        return [table_of(row) for row in await self._all(query, guild_id, channel_id)]

    async def tables_of(self, user_id: int, guild_id: int) -> list[Table]:
        """The newest open tables of a server where a person plays, newest first."""
        query = f"""
            {TABLE} WHERE guild_id = ? AND {OPEN} AND id IN (
                SELECT table_id FROM seat WHERE user_id = ? AND NOT resigned
            ) ORDER BY id DESC LIMIT {LISTED}
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

    async def of_other_rules(self, versions: Mapping[str, int]) -> list[int]:
        """The running tables that were not written by these versions of the rules, or are stuck."""
        query = """
            SELECT id, game, snapshot.version, stuck FROM table_ JOIN snapshot ON table_id = id
            WHERE status = 'live' ORDER BY id
        """
        rows = await self._all(query)
        return [
            row["id"] for row in rows if row["stuck"] or row["version"] != versions.get(row["game"])
        ]

    async def set_stuck(self, table_id: int, stuck: bool, post: Post) -> None:
        """Note whether a game cannot go on; if that is new, `post` tells it."""
        update = "UPDATE table_ SET stuck = :stuck WHERE id = :id AND stuck <> :stuck"
        now = self.clock()

        def work(db: sqlite3.Connection) -> None:
            if db.execute(update, {"id": table_id, "stuck": stuck}).rowcount:
                posts.write_post(db, table_id, post, now)

        await self.write(work)

    async def lobbies_without_post(self) -> list[int]:
        """The lobbies that were opened, and then the bot ended before their post was known."""
        query = "SELECT id FROM table_ WHERE status = 'lobby' AND lobby_message_id IS NULL"
        return [row["id"] for row in await self._all(query)]

    async def stale_lobbies(self, before: datetime) -> list[int]:
        """The lobbies that nobody has touched since a moment."""
        query = "SELECT id FROM table_ WHERE status = 'lobby' AND changed_at < ? ORDER BY id"
        return [row["id"] for row in await self._all(query, stamp(before))]

    # ---- outbox ----------------------------------------------------------------------------------

    async def next_table(self, busy: Collection[int]) -> tuple[int | None, float]:
        """The table to serve now that is not `busy`, or in how many seconds there is one."""
        return await self.read(lambda db: posts.next_table(db, self.clock(), busy))

    async def claim(self, table_id: int) -> Delivery | None:
        """The next delivery of a table, with all that it may take in; its content is now fixed."""
        return await self.write(lambda db: posts.claim_next(db, table_id, self.clock()))

    async def delivered(self, delivery_id: int) -> None:
        """Discord has it: the row may go."""
        await self.write(lambda db: posts.delivered(db, delivery_id, self.clock()))

    async def postpone(self, delivery_id: int, seconds: float, *, failed: bool) -> None:
        """Try again later; the deliveries behind it in its queue wait as well.

        What waits because it `failed` is tried at once when something new is to be told.
        """
        now = self.clock()
        await self.write(lambda db: posts.postpone(db, delivery_id, now, seconds, failed=failed))

    async def refuse(self, delivery_id: int, reason: str) -> None:
        """Give up on a delivery; the row stays as evidence and holds up nothing."""
        update = "UPDATE outbox SET refused = ? WHERE id = ?"
        await self.write(lambda db: db.execute(update, (reason, delivery_id)))

    # ---- hands -----------------------------------------------------------------------------------

    async def direct(self, table_id: int, seat: int) -> Direct:
        """Where the person in a seat is shown their hand."""
        query = """
            SELECT channel_id, message_id, closed, language
            FROM seat JOIN person USING (user_id) LEFT JOIN hand USING (table_id, seat, user_id)
            WHERE table_id = ? AND seat = ?
        """
        row = await self._one(query, table_id, seat)
        return Direct(row[0], row[1], bool(row[2]), row[3]) if row else Direct()

    async def set_direct(self, table_id: int, seat: int, channel_id: int, message_id: int) -> None:
        """Note the message that shows a person their hand: they take messages, then."""
        upsert = """
            INSERT OR REPLACE INTO hand (table_id, seat, user_id, channel_id, message_id)
            SELECT table_id, seat, user_id, ?, ? FROM seat
            WHERE table_id = ? AND seat = ? AND user_id IS NOT NULL
        """
        values = (channel_id, message_id, table_id, seat)
        await self.write(lambda db: db.execute(upsert, values))

    async def close_direct(self, table_id: int, seat: int) -> None:
        """Note that the person in a seat takes no private messages."""
        upsert = """
            INSERT INTO hand (table_id, seat, user_id, closed)
            SELECT table_id, seat, user_id, 1 FROM seat
            WHERE table_id = ? AND seat = ? AND user_id IS NOT NULL
            ON CONFLICT DO UPDATE SET
                user_id = excluded.user_id,
                closed = 1,
                told = told AND user_id = excluded.user_id
        """
        await self.write(lambda db: db.execute(upsert, (table_id, seat)))

    async def tell_closed(self, table_id: int, user_id: int) -> bool:
        """Whether a person is to be told, now, that no message reached them; True only once.

        Who knows may open their messages: the next change tries again.
        """
        update = """
            UPDATE hand SET told = 1, closed = 0
            WHERE table_id = ? AND user_id = ? AND closed AND NOT told
        """
        values = (table_id, user_id)
        return await self.write(lambda db: db.execute(update, values).rowcount > 0)

    # ---- a game to be broken off -----------------------------------------------------------------

    async def consents(self, table_id: int, revision: int) -> frozenset[int]:
        """Who wants to break a game off, as it stands at this revision."""
        query = "SELECT user_id FROM consent WHERE table_id = ? AND revision = ?"
        return frozenset(row["user_id"] for row in await self._all(query, table_id, revision))

    async def consent(self, table_id: int, user_id: int, revision: int, *told: Post) -> None:
        """Note that somebody wants to break a game off, and have the others told."""
        upsert = """
            INSERT INTO consent (table_id, user_id, revision) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET revision = excluded.revision
        """
        now = self.clock()

        def work(db: sqlite3.Connection) -> None:
            db.execute(upsert, (table_id, user_id, revision))
            for post in told:
                write_post(db, table_id, post, now)

        await self.write(work)

    async def forget_consents(self, table_id: int) -> None:
        """Somebody plays on: nobody has agreed to anything."""
        delete = "DELETE FROM consent WHERE table_id = ?"
        await self.write(lambda db: db.execute(delete, (table_id,)))

    # ---- queries ---------------------------------------------------------------------------------

    async def _all(self, query: str, *values: Any) -> list[sqlite3.Row]:
        return await self.read(lambda db: db.execute(query, values).fetchall())

    async def _one(self, query: str, *values: Any) -> sqlite3.Row | None:
        rows = await self._all(query, *values)
        return rows[0] if rows else None


# ---- tables, on the database's thread ------------------------------------------------------------


def insert_table(db: sqlite3.Connection, table: Table, secret: Secret, now: str) -> Table:
    """Write a new table and its first seats, under the next number of its server."""
    require_room(db, table)
    add_people(db, table)
    table = replace(table, number=next_number(db, table.guild_id))
    values = {**row_of(table), "seed": secret.seed, "salt": secret.salt, "changed_at": now}
    names, marks = ", ".join(values), ", ".join(f":{name}" for name in values)
    table_id = db.execute(f"INSERT INTO table_ ({names}) VALUES ({marks})", values).lastrowid
    table = replace(table, id=table_id)
    write_seats(db, table)
    return table


def require_room(db: sqlite3.Connection, table: Table) -> None:
    """Refuse a second table in a channel, and one lobby too many of one person."""
    if not table.in_thread:
        require_free(db, table.channel_id)
    query = "SELECT count(*) FROM table_ WHERE status = 'lobby' AND host_id = ?"
    if db.execute(query, (table.host_id,)).fetchone()[0] >= LOBBIES:
        raise RulesError("table.too_many_lobbies", most=LOBBIES)


def require_free(db: sqlite3.Connection, channel_id: int, *, moving: int | None = None) -> None:
    """Refuse a channel where another table is than the one `moving`."""
    taken = read_table_at(db, channel_id)
    if taken is not None and taken.id != moving:
        raise RulesError("table.channel_taken", number=taken.number, link=taken.link)


def next_number(db: sqlite3.Connection, guild_id: int) -> int:
    """One more than the newest table of a server has."""
    query = "SELECT coalesce(max(number), 0) + 1 FROM table_ WHERE guild_id = ?"
    number: int = db.execute(query, (guild_id,)).fetchone()[0]
    return number


def move_table(
    db: sqlite3.Connection,
    table_id: int,
    channel_id: int,
    in_thread: bool,
    post: Post | None,
    now: datetime,
) -> None:
    """Forget where a table was shown: the next post finds it a home in its new channel."""
    if not in_thread:
        require_free(db, channel_id, moving=table_id)
    update = """
        UPDATE table_ SET
            channel_id = ?, in_thread = ?,
            home_id = NULL, lobby_message_id = NULL, board_message_id = NULL
        WHERE id = ?
    """
    db.execute(update, (channel_id, in_thread, table_id))
    if post is not None:
        posts.write_post(db, table_id, post, now)


def save_change(db: sqlite3.Connection, change: Change, now: datetime) -> None:
    """Write a step. Refuses one that another process has overtaken."""
    update_table(db, change, stamp(now))
    if change.seated:
        write_seats(db, change.table)
    if change.ply is not None:
        append(db, change.table.id, change.ply)
    if change.snapshot is not None:
        write_snapshot(db, change.table.id, change.snapshot)
    if change.undo is not None:
        take_back(db, change, change.undo, now)
    if change.table.status is Status.CANCELLED:
        call_off(db, change.table.id)
    for post in change.posts:
        write_post(db, change.table.id, post, now)
    if change.result is not None:
        values = (change.table.id, as_json(change.result), stamp(now))
        db.execute("INSERT INTO result (table_id, result, at) VALUES (?, ?, ?)", values)


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
        """
        INSERT INTO seat (table_id, seat, user_id, name, ai, resigned)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
            (table.id, seat, holder.user_id, holder.name, holder.ai, holder.resigned)
            for seat, holder in enumerate(table.seats)
        ],
    )


def append(db: sqlite3.Connection, table_id: int, ply: Ply) -> None:
    """Add an action to the log."""
    insert = """
        INSERT INTO action (table_id, ply, seat, notation, events, at, ai, ends_turn)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """
    told = (ply.ply, ply.seat, ply.notation, as_json(ply.events), ply.at, ply.ai, ply.ends_turn)
    db.execute(insert, (table_id, *told))


def write_snapshot(db: sqlite3.Connection, table_id: int, snapshot: Snapshot) -> None:
    """Keep the newest position of a table, and no other."""
    upsert = """
        INSERT INTO snapshot (table_id, ply, state, began, version) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET
            ply = excluded.ply,
            state = excluded.state,
            began = excluded.began,
            version = excluded.version
    """
    began = snapshot.began and snapshot.began.decode()
    values = (table_id, snapshot.plies, snapshot.state.decode(), began, snapshot.version)
    db.execute(upsert, values)


def take_back(db: sqlite3.Connection, change: Change, undo: Undo, now: datetime) -> None:
    """Mark plies as undone; tell nobody of those not shown yet, and correct what was shown."""
    table_id, plies = change.table.id, (undo.first, undo.last)
    insert = "INSERT INTO undo (table_id, first_ply, last_ply, seat, at) VALUES (?, ?, ?, ?, ?)"
    db.execute(insert, (table_id, *plies, undo.seat, undo.at))
    untold = withdraw(db, table_id, plies)
    if change.correction is not None and untold <= undo.last - undo.first:
        write_post(db, table_id, change.correction, now)


def read_plies(db: sqlite3.Connection, table_id: int, after: int = 0) -> list[Ply]:
    """The log of a table, or what comes after a ply."""
    query = """
        SELECT action.*, undo.at AS undone
        FROM action LEFT JOIN undo
            ON undo.table_id = action.table_id AND ply BETWEEN first_ply AND last_ply
        WHERE action.table_id = ? AND ply > ? ORDER BY ply
    """
    return [ply_of(row) for row in db.execute(query, (table_id, after))]


def read_turn(db: sqlite3.Connection, table_id: int) -> tuple[Ply, ...]:
    """What was done in the turn under way, and stands."""
    query = "SELECT ply FROM action WHERE table_id = ? AND ends_turn ORDER BY ply DESC LIMIT 1"
    last = db.execute(query, (table_id,)).fetchone()
    plies = read_plies(db, table_id, after=last["ply"] if last else 0)
    return tuple(ply for ply in plies if ply.undone is None)


def read_position(db: sqlite3.Connection, table_id: int) -> Position | None:
    """A table, its secret, its newest snapshot and its result."""
    query = f"""
        SELECT t.*, state, began, ply, snapshot.version AS written_by, result.result
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
        snapshot=snapshot_of(row) if row["state"] else None,
        result=msgspec.json.decode(row["result"], type=Result) if row["result"] else None,
        turn=read_turn(db, table_id) if row["began"] else (),
    )


def read_table_at(db: sqlite3.Connection, channel_id: int) -> Table | None:
    """The open table of a channel or thread."""
    query = f"{TABLE} WHERE {OPEN} AND (home_id = ? OR channel_id = ? AND NOT in_thread)"
    row = db.execute(query, (channel_id, channel_id)).fetchone()
    return None if row is None else table_of(row)


def snapshot_of(row: sqlite3.Row) -> Snapshot:
    """The position in a row of a table that has one."""
    return Snapshot(
        state=row["state"].encode(),
        began=row["began"] and row["began"].encode(),
        version=row["written_by"],
        plies=row["ply"],
    )


def table_of(row: sqlite3.Row) -> Table:
    """A row of the query TABLE as a value."""
    values = {name: row[name] for name in ROW_OF_TABLE}
    values |= {"status": Status(row["status"]), "in_thread": bool(row["in_thread"])}
    values |= {"drawn": bool(row["drawn"])}
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
    return Ply(
        ply=row["ply"],
        seat=row["seat"],
        notation=row["notation"],
        events=events,
        at=row["at"],
        ai=bool(row["ai"]),
        ends_turn=bool(row["ends_turn"]),
        undone=row["undone"],
    )
