"""The store: tables, their logs and positions, and the deliveries that wait.

Operations of several statements are in `table_rows` (tables) and `outbox` (deliveries).
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from bot.clock import Clock
from bot.database import Database, file_sizes, meta
from bot.figures import SLOW_DELIVERY, Figures, Stock
from bot.steps.calling import NextCall, through_gate
from bot.store import (
    due,
    history,
    left_moves,
    motions,
    outbox,
    person_rows,
    pings,
    spectators,
    table_rows,
    verdicts,
)
from bot.store.history import Sitting
from bot.store.retirement import retire_hand, retire_shown
from bot.store.table_rows import AWAKE, OPEN, PUBLIC, TABLE, table_of
from bot.store.verdicts import Judged
from bot.table.acts import Act, acts_at
from bot.table.advance import LeftMove
from bot.table.changes import Change, Direct, Effects, Ping, Ply, Position, Secret
from bot.table.due import Due
from bot.table.encoding import as_json, stamp
from bot.table.motions import Motion
from bot.table.post import LOST, Delivery, Lane, Lateness, Post, Way, retirement
from bot.table.seating import Table
from bot.table.spectators import Calls
from rules.analysis import Verdict

LISTED = 100
"""Most tables that a list offers, the newest ones."""


class Store(Database):
    """The database, with the queries and writes of the bot."""

    def __init__(self, *opened: Any) -> None:
        super().__init__(*opened)
        self.clock = Clock()
        self.figures = Figures(self.clock)
        self.newly_due = asyncio.Event()
        """Set when a due is written, so that the alarm reads its moment."""
        self.next_call: NextCall = lambda _, now: now
        """First moment at which a person may be notified; set by the service that knows people."""

    def note_failure(self, error: Exception) -> None:
        """Note an error in the figures, which tell the host about one of the disk."""
        self.figures.store_failure(error)

    # ---- meta and people -------------------------------------------------------------------------

    async def meta(self, key: str) -> str | None:
        """The text stored under `key`, if any."""
        return await self.read(lambda db: meta.read(db, key))

    async def set_meta(self, key: str, value: str) -> None:
        """Store a text under `key`."""
        await self.write(lambda db: meta.write(db, key, value))

    async def language_of(self, user_id: int) -> str | None:
        """The language of a person with a row, as Discord last reported it; None until it has."""
        row = await self._row("SELECT language FROM person WHERE user_id = ?", user_id)
        return None if row is None else row["language"]

    async def note_language(self, user_id: int, language: str) -> None:
        """Note the language of a person who already has a row; nothing is stored about others."""
        query = "SELECT 1 FROM person WHERE user_id = ? AND language IS NOT ?"
        if await self._row(query, user_id, language) is None:
            return
        update = "UPDATE person SET language = ? WHERE user_id = ?"
        await self.write(lambda db: db.execute(update, (language, user_id)))

    async def require_welcome(self, table: Table, user_id: int) -> None:
        """Refuse a seat where the person or a seated player blocks the other."""
        await self.read(lambda db: person_rows.require_welcome(db, table.humans(), user_id))

    # ---- tables ----------------------------------------------------------------------------------

    async def open_table(self, opened: Change, secret: Secret) -> Table:
        """Write a new table, and what its opening brings, in one transaction.

        Returns it with its id and number. Refuses a channel that has a table.
        """
        now = self.clock.now()
        table = await self.write(lambda db: table_rows.open_table(db, opened, secret, now))
        self._call_alarm(opened)
        return table

    async def save(self, *changes: Change) -> None:
        """Write changes in order, with the effects of each, in one transaction."""
        now = self.clock.now()

        def work(db: sqlite3.Connection) -> None:
            for change in changes:
                table_rows.save_change(db, change, now)

        await self.write(work)
        for change in changes:
            self._call_alarm(change)
            for ply in change.plies:
                self.figures.move(change.table.game, ai=ply.ai)

    async def note(self, table_id: int, written: Effects) -> None:
        """Write effects that change no game: posts, and dues to add or settle."""
        now = self.clock.now()
        await self.write(lambda db: table_rows.write_beside(db, table_id, written, now))
        self._call_alarm(written)

    def _call_alarm(self, written: Effects) -> None:
        if written.due:
            self.newly_due.set()

    async def place(
        self,
        table_id: int,
        *,
        lobby_message_id: int | None = None,
        home_id: int | None = None,
        thread_id: int | None = None,
        board_message_id: int | None = None,
        film_message_id: int | None = None,
        trouble: str | None = None,
        host_called: bool | None = None,
        tell: Sequence[Post] = (),
        way: Way = Way.BARE,
    ) -> None:
        """Note where and how a table is shown, and queue the posts of `tell`.

        None leaves a value as it is. Posts that are replaced are retired, a board in this `way`.
        """
        update = """
            UPDATE table_ SET
                lobby_message_id = coalesce(?, lobby_message_id),
                home_id = coalesce(?, home_id),
                thread_id = coalesce(?, thread_id),
                board_message_id = coalesce(?, board_message_id),
                film_message_id = coalesce(?, film_message_id),
                trouble = coalesce(?, trouble),
                host_called = coalesce(?, host_called)
            WHERE id = ?
        """
        places = (lobby_message_id, home_id, thread_id, board_message_id, film_message_id)
        values = (*places, trouble, host_called, table_id)
        lobby, board, now = lobby_message_id, board_message_id, self.clock.now()

        def work(db: sqlite3.Connection) -> None:
            retire_shown(db, table_id, now, lobby=lobby, board=board, way=way)
            db.execute(update, values)
            for post in tell:
                outbox.write_post(db, table_id, post, now)

        await self.write(work)

    async def move(
        self, table_id: int, *, channel_id: int, in_thread: bool, post: Post | None
    ) -> None:
        """Move a table to another channel and queue `post`. Refuses a channel that has a table."""
        now = self.clock.now()
        await self.write(
            lambda db: table_rows.move_table(db, table_id, channel_id, in_thread, post, now)
        )

    async def post(self, table_id: int, post: Post) -> None:
        """Queue a post that changes nothing."""
        now = self.clock.now()
        await self.write(lambda db: outbox.write_post(db, table_id, post, now))

    async def position(self, table_id: int) -> Position | None:
        """A table and its newest position, or None where no such table exists."""
        return await self.read(lambda db: table_rows.read_position(db, table_id))

    async def plies(self, table_id: int) -> list[Ply]:
        """The whole log of a table."""
        return await self.read(lambda db: table_rows.read_plies(db, table_id))

    async def history(self, table_id: int) -> list[Sitting]:
        """Players of a game's seats, in order."""
        return await self.read(lambda db: history.read(db, table_id))

    async def table_numbered(self, guild_id: int, number: int) -> Table | None:
        """The table that has this number on a server, if any."""
        row = await self._row(f"{TABLE} WHERE guild_id = ? AND number = ?", guild_id, number)
        return None if row is None else table_of(row)

    async def open_rematch(self, table_id: int) -> Table | None:
        """The lobby of the rematch of a table, if any."""
        query = f"{TABLE} WHERE rematch_of = ? AND status = 'lobby' ORDER BY id LIMIT 1"
        row = await self._row(query, table_id)
        return None if row is None else table_of(row)

    async def table_at(self, channel_id: int, user_id: int | None = None) -> Table | None:
        """The open table of a channel or thread, if any; of several, one where a person plays."""
        return await self.read(lambda db: table_rows.read_table_at(db, channel_id, user_id))

    async def last_table_at(self, channel_id: int) -> Table | None:
        """The newest table that was played in a channel or thread, whatever its status."""
        query = f"{TABLE} WHERE home_id = ? ORDER BY id DESC LIMIT 1"
        row = await self._row(query, channel_id)
        return None if row is None else table_of(row)

    async def tables_through(self, place: int) -> list[int]:
        """The open tables of a server, or those opened or played in a channel or thread."""
        query = f"SELECT id FROM table_ WHERE {OPEN} AND ? IN (guild_id, channel_id, home_id)"
        return [row["id"] for row in await self._rows(query, place)]

    async def tables_in_trouble(self, guild_ids: Collection[int], trouble: str) -> list[Table]:
        """The open tables of these servers whose host was last told about this trouble."""
        servers = "SELECT value FROM json_each(?)"
        query = f"{TABLE} WHERE guild_id IN ({servers}) AND {OPEN} AND trouble = ? ORDER BY id"
        rows = await self._rows(query, as_json(list(guild_ids)), trouble)
        return [table_of(row) for row in rows]

    async def open_tables(self) -> list[Table]:
        """The open tables that are awake, oldest first; no sandboxes."""
        return [table_of(row) for row in await self._rows(f"{TABLE} WHERE {PUBLIC} ORDER BY id")]

    async def tables_in(self, guild_id: int) -> list[Table]:
        """The open tables of a server that are awake, newest first; no sandboxes."""
        query = f"{TABLE} WHERE guild_id = ? AND {PUBLIC} ORDER BY id DESC"
        return [table_of(row) for row in await self._rows(query, guild_id)]

    async def tables_from(self, guild_id: int, channel_id: int) -> list[Table]:
        """The newest open tables that were opened in a channel and are awake, newest first."""
        query = f"""
            {TABLE} WHERE guild_id = ? AND {PUBLIC} AND channel_id = ?
            ORDER BY id DESC LIMIT {LISTED}
        """
        return [table_of(row) for row in await self._rows(query, guild_id, channel_id)]

    async def tables_of(self, user_id: int, guild_id: int) -> list[Table]:
        """The open tables of a server where a person plays, awake ones, newest first."""
        query = f"""
            {TABLE} WHERE guild_id = ? AND {AWAKE} AND id IN (
                SELECT table_id FROM seat WHERE user_id = ? AND NOT resigned
            ) ORDER BY id DESC
        """
        return [table_of(row) for row in await self._rows(query, guild_id, user_id)]

    async def tables_everywhere(self, user_id: int) -> list[tuple[Table, str | None, str]]:
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
        return [
            (table_of(row), row["ended"], row["changed_at"])
            for row in await self._rows(query, user_id)
        ]

    async def seats_of(self, user_id: int) -> list[int]:
        """Every open table where a person plays."""
        query = f"""
            SELECT id FROM table_ JOIN seat ON table_id = id
            WHERE user_id = ? AND NOT resigned AND {OPEN} ORDER BY id
        """
        return [row["id"] for row in await self._rows(query, user_id)]

    async def tables_with_clock_of(self, user_id: int) -> list[int]:
        """The running tables where a person's clock runs."""
        query = """
            SELECT id FROM table_ JOIN seat ON table_id = id
            WHERE user_id = ? AND status = 'live' AND time ->> 'since' NOTNULL ORDER BY id
        """
        return [row["id"] for row in await self._rows(query, user_id)]

    async def has_tables(self) -> bool:
        """Whether any table is open or running."""
        query = "SELECT 1 FROM table_ WHERE status IN ('lobby', 'live') LIMIT 1"
        return bool(await self._rows(query))

    async def live_with_ai(self) -> list[int]:
        """The running tables where an AI has a seat or plays a late turn."""
        query = """
            SELECT id FROM table_ WHERE status = 'live' AND EXISTS (
                SELECT 1 FROM seat
                WHERE table_id = table_.id AND (ai IS NOT NULL OR time ->> 'late' = 'ai')
            ) ORDER BY id
        """
        return [row["id"] for row in await self._rows(query)]

    async def tables_of_other_rules(self, versions: Mapping[str, int]) -> list[int]:
        """The running tables that are stuck or that other versions of the rules wrote."""
        query = """
            SELECT id, game, snapshot.version, stuck FROM table_ JOIN snapshot ON table_id = id
            WHERE status = 'live' ORDER BY id
        """
        live = await self._rows(query)
        return [
            row["id"] for row in live if row["stuck"] or row["version"] != versions.get(row["game"])
        ]

    async def set_stuck(self, table_id: int, stuck: bool, post: Post) -> None:
        """Note whether a game is stuck; where that is a change, queue `post`."""
        update = "UPDATE table_ SET stuck = :stuck WHERE id = :id AND stuck <> :stuck"
        now = self.clock.now()

        def work(db: sqlite3.Connection) -> None:
            if db.execute(update, {"id": table_id, "stuck": stuck}).rowcount:
                outbox.write_post(db, table_id, post, now)

        await self.write(work)

    async def lobbies_without_post(self) -> list[int]:
        """The lobbies whose post is not known, as the bot stopped too early."""
        query = "SELECT id FROM table_ WHERE status = 'lobby' AND lobby_message_id IS NULL"
        return [row["id"] for row in await self._rows(query)]

    async def stale_lobbies(self, before: datetime) -> list[int]:
        """The lobbies that have not changed since a moment."""
        query = "SELECT id FROM table_ WHERE status = 'lobby' AND changed_at < ? ORDER BY id"
        return [row["id"] for row in await self._rows(query, stamp(before))]

    async def unarchived_threads(self, before: datetime) -> list[tuple[int, int]]:
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
        return [(row["id"], row["home_id"]) for row in await self._rows(query, stamp(before))]

    async def put_away(self, table_id: int) -> None:
        """Note that the thread of a table was put away, or cannot be and is not tried again."""
        update = "UPDATE table_ SET put_away = 1 WHERE id = ?"
        await self.write(lambda db: db.execute(update, (table_id,)))

    # ---- outbox ----------------------------------------------------------------------------------

    async def next_lane(self, busy: Collection[Lane]) -> tuple[Lane | None, float]:
        """The lane to serve now and 0, or None and the seconds to wait; skips `busy` lanes."""
        return await self.read(lambda db: outbox.next_lane(db, self.clock.now(), busy))

    async def stock(self) -> Stock:
        """Number of tables by game and status, and the sizes of the files."""
        query = "SELECT game, status, count(*) AS number FROM table_ GROUP BY game, status"
        rows = await self._rows(query)
        tables = {(row["game"], row["status"]): row["number"] for row in rows}
        return Stock(tables, *await asyncio.to_thread(file_sizes, self.file))

    async def overdue(self) -> int:
        """Number of waiting deliveries whose moment has come."""
        return await self.read(lambda db: outbox.overdue(db, self.clock.now()))

    async def lateness(self, guild_id: int) -> Lateness:
        """How far behind the deliveries of a server are."""
        before = self.clock.now() - timedelta(seconds=SLOW_DELIVERY)
        return await self.read(lambda db: outbox.lateness(db, guild_id, before))

    async def claim(self, lane: Lane) -> Delivery | None:
        """Claim the next delivery of a lane, merged with those behind it, and fix its content.

        It is quiet for those who may not be notified now, and what calls them later is due.
        """
        now = self.clock.now()

        def work(db: sqlite3.Connection) -> Delivery | None:
            delivery = outbox.claim_next(db, lane, now)
            if delivery is None:
                return None
            passed, calls = through_gate(delivery, self.next_call, now)
            if passed != delivery:
                outbox.note_try(db, passed, now)
                due.bring_forward(db, calls, passed.table_id)
            return passed

        delivery = await self.write(work)
        if delivery is not None and delivery.payload.get("quiet"):
            self.newly_due.set()
        return delivery

    async def forget_delivery(self, delivery_id: int) -> None:
        """Delete a delivery that Discord has received."""
        await self.write(lambda db: outbox.forget_delivery(db, delivery_id, self.clock.now()))

    async def postpone(self, delivery_id: int, seconds: float, *, failed: bool) -> None:
        """Postpone a delivery and all behind it in its queue.

        A delivery that waits because it `failed` is tried at once when a post is queued behind it.
        """
        now = self.clock.now()
        await self.write(lambda db: outbox.postpone(db, delivery_id, now, seconds, failed=failed))

    async def refuse(self, delivery_id: int, reason: str) -> None:
        """Give up a delivery; its row stays as evidence and blocks no other."""
        update = "UPDATE outbox SET refused = ?, sendings = '{}' WHERE id = ?"
        await self.write(lambda db: db.execute(update, (reason, delivery_id)))

    async def set_aside(self, delivery: Delivery, reason: str) -> None:
        """Set aside a delivery that had nowhere to go, until it is due again."""
        now = self.clock.now()

        def write(db: sqlite3.Connection) -> None:
            pause = outbox.set_aside(db, delivery, reason)
            retry = Due(kind=LOST, at=now + pause)
            due.write(db, [retry], delivery.table_id)

        await self.write(write)
        self.newly_due.set()

    async def has_posts(self, table_id: int) -> bool:
        """Whether posts of a table wait to be delivered."""
        query = "SELECT 1 FROM outbox WHERE table_id = ? AND refused IS NULL LIMIT 1"
        return await self._row(query, table_id) is not None

    async def bring_back(self, table_id: int) -> None:
        """Make the deliveries set aside at a table due at once."""
        await self.write(lambda db: outbox.bring_back(db, table_id, self.clock.now()))

    # ---- dues ------------------------------------------------------------------------------------

    async def next_due(self) -> tuple[Due, datetime] | None:
        """The next due and the moment at which to try it."""
        return await self.read(due.read_next)

    async def dues(self, table_id: int) -> list[Due]:
        """Dues of a table, the next first."""
        return await self.read(lambda db: due.read_all(db, table_id))

    async def dues_of(self, kind: str, user_id: int) -> list[Due]:
        """Dues of a kind about a person whose moment has come, at any table."""
        now = self.clock.now()
        return await self.read(lambda db: due.read_of_person(db, kind, user_id, now))

    async def is_due(self, due_id: int) -> bool:
        """Whether a due still exists."""
        return await self.read(lambda db: due.is_there(db, due_id))

    async def finish_due(self, due_id: int) -> None:
        """Delete a due that was carried out or is no longer needed."""
        await self.write(lambda db: due.drop(db, due_id))

    async def postpone_due(self, due_id: int, until: datetime) -> None:
        """Count a failed attempt at a due and set the moment of the next one."""
        await self.write(lambda db: due.postpone(db, due_id, until))

    async def live_without(self, kind: str) -> list[int]:
        """The running tables without a due of a kind."""
        query = """
            SELECT id FROM table_ WHERE status = 'live' AND NOT EXISTS (
                SELECT 1 FROM due WHERE table_id = table_.id AND kind = ?
            ) ORDER BY id
        """
        return [row["id"] for row in await self._rows(query, kind)]

    async def set_pings(self, messages: Sequence[Ping], instead: Collection[str]) -> list[Ping]:
        """Note a message for each person whom it mentions; returns the pings that it replaces.

        It replaces pings of the kinds `instead` to the same people.
        """
        now = self.clock.now()
        return await self.write(lambda db: pings.write(db, messages, instead, now))

    async def pings(self, table_id: int, kinds: Collection[str]) -> list[Ping]:
        """The messages of some kinds that mention people at a table."""
        return await self.read(lambda db: pings.read(db, table_id, kinds))

    async def take_pings(
        self,
        table_id: int,
        but: Collection[tuple[str, int | None]],
        kinds: Collection[str],
        put_away: Callable[[Ping], Post],
    ) -> list[Ping]:
        """Retire and return the pings of a table.

        It keeps those of the (kind, person) pairs in `but`, and all of some `kinds`.
        """
        now = self.clock.now()
        if not await self.read(lambda db: pings.has_stale(db, table_id, but, kinds)):
            return []
        return await self.write(lambda db: pings.take(db, table_id, but, kinds, put_away, now))

    # ---- spectators ------------------------------------------------------------------------------

    async def spectator_calls(self, table_id: int) -> dict[int, Calls]:
        """The people whom a table calls as spectators, and when."""
        return await self.read(lambda db: spectators.read_calls(db, table_id))

    async def guesses(self, table_id: int) -> dict[int, int]:
        """The seat that each spectator says will win."""
        return await self.read(lambda db: spectators.read_guesses(db, table_id))

    # ---- hands -----------------------------------------------------------------------------------

    async def direct(self, table_id: int, seat: int) -> Direct:
        """Place where the person in a seat is shown their hand."""
        query = """
            SELECT channel_id, message_id, closed, language
            FROM seat JOIN person USING (user_id) LEFT JOIN hand USING (table_id, seat, user_id)
            WHERE table_id = ? AND seat = ?
        """
        row = await self._row(query, table_id, seat)
        return Direct(row[0], row[1], bool(row[2]), row[3]) if row else Direct()

    async def hands_shown(self, user_id: int) -> list[tuple[int, int]]:
        """The (table, seat) pairs of running games whose hand a message shows to a person.

        Or is about to show: where it is being sent, it may say what held a moment ago.
        """
        query = """
            SELECT table_id, seat FROM hand JOIN table_ ON table_.id = table_id
            WHERE user_id = ? AND message_id NOTNULL AND status = 'live'
            UNION SELECT table_id, seat FROM outbox JOIN seat USING (table_id, seat)
            WHERE user_id = ? AND kind = 'hand'
        """
        rows = await self._rows(query, user_id, user_id)
        return [(row["table_id"], row["seat"]) for row in rows]

    async def set_direct(
        self, table_id: int, seat: int, user_id: int, channel_id: int, message_id: int
    ) -> bool:
        """Note the message that shows a person their hand, which proves that they accept messages.

        The earlier message is retired. Where the seat is no longer theirs, this one is retired too,
        and False is returned.
        """
        now = self.clock.now()
        upsert = """
            INSERT OR REPLACE INTO hand (table_id, seat, user_id, channel_id, message_id)
            SELECT table_id, seat, user_id, ?, ? FROM seat
            WHERE table_id = ? AND seat = ? AND user_id = ?
        """
        values = (channel_id, message_id, table_id, seat, user_id)

        def work(db: sqlite3.Connection) -> bool:
            retire_hand(db, table_id, seat, user_id, message_id, now)
            is_theirs = db.execute(upsert, values).rowcount > 0
            if not is_theirs:
                late = retirement(channel_id, message_id, Way.DELETE)
                outbox.write_post(db, table_id, late, now)
            return is_theirs

        return await self.write(work)

    async def close_direct(self, table_id: int, seat: int) -> None:
        """Note that the person in a seat accepts no private messages."""
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
        """Whether to tell a person now that no message reached them; True only once.

        The person may then allow messages: the next change tries again.
        """
        update = """
            UPDATE hand SET told = 1, closed = 0
            WHERE table_id = ? AND user_id = ? AND closed AND NOT told
        """
        values = (table_id, user_id)
        return await self.write(lambda db: db.execute(update, values).rowcount > 0)

    # ---- motions and acts ------------------------------------------------------------------------

    async def open_motion(self, motion: Motion, act: Act, ask: Callable[[Motion], Post]) -> Motion:
        """Write a motion, its act in the log, its due end and the post that asks."""
        now = self.clock.now()

        def work(db: sqlite3.Connection) -> Motion:
            opened = motions.insert_motion(db, motion)
            motions.write_acts(db, motion.table_id, acts_at((act,), stamp(now)))
            outbox.write_post(db, motion.table_id, ask(opened), now)
            due.write(db, [motions.end_of(opened)])
            return opened

        opened = await self.write(work)
        self.newly_due.set()
        return opened

    async def left_moves(self, table_id: int) -> list[LeftMove]:
        """Saved moves of a table."""
        return await self.read(lambda db: left_moves.read(db, table_id))

    async def motion_posted(self, motion_id: int, post: tuple[int, int]) -> None:
        """Note the channel and the message that ask a motion."""
        await self.write(lambda db: motions.note_post(db, motion_id, post))

    async def motion(self, motion_id: int) -> Motion | None:
        """A motion, open or closed, if it exists."""
        rows = await self.read(lambda db: motions.read_motions(db, "id = ?", motion_id))
        return rows[0] if rows else None

    async def motions_of(self, table_id: int) -> list[Motion]:
        """The open motions of a table."""
        where = "table_id = ? AND outcome IS NULL"
        return await self.read(lambda db: motions.read_motions(db, where, table_id))

    async def tables_that_vote(self) -> list[int]:
        """The tables with an open motion."""
        query = "SELECT DISTINCT table_id FROM motion WHERE outcome IS NULL ORDER BY table_id"
        return [row["table_id"] for row in await self._rows(query)]

    async def acts(self, table_id: int) -> list[Act]:
        """Acts of a table's log."""
        return await self.read(lambda db: motions.read_acts(db, table_id))

    # ---- analysis of a finished game -------------------------------------------------------------

    async def begin_analysis(self, table_id: int) -> None:
        """Note that an analysis of a game was requested."""
        await self.write(lambda db: verdicts.begin(db, table_id))

    async def add_verdict(self, table_id: int, ply: int, verdict: Verdict | None) -> None:
        """Write the verdict on the decision that begins with a ply."""
        await self.write(lambda db: verdicts.add(db, table_id, ply, verdict))

    async def end_analysis(
        self, table_id: int, ply: int, verdict: Verdict | None, post: Post | None
    ) -> None:
        """Write the last verdict on a game, together with the post that tells of it, if any."""
        now = self.clock.now()

        def work(db: sqlite3.Connection) -> None:
            verdicts.add(db, table_id, ply, verdict)
            verdicts.end(db, table_id)
            if post is not None:
                outbox.write_post(db, table_id, post, now)

        await self.write(work)

    async def verdicts(self, table_id: int) -> list[Judged]:
        """Verdicts on a game so far, in its order."""
        return await self.read(lambda db: verdicts.read(db, table_id))

    async def analyses_under_way(self) -> list[int]:
        """The tables whose analysis was requested and has not ended."""
        return await self.read(verdicts.under_way)

    # ---- queries ---------------------------------------------------------------------------------

    async def _rows(self, query: str, *values: Any) -> list[sqlite3.Row]:
        return await self.read(lambda db: db.execute(query, values).fetchall())

    async def _row(self, query: str, *values: Any) -> sqlite3.Row | None:
        rows = await self._rows(query, *values)
        return rows[0] if rows else None
