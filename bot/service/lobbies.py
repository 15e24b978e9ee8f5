"""Lobbies: opened, announced, joined, set up by the host, started or closed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Unpack

from msgspec.structs import replace

from bot.database import Connection
from bot.service.base import Service
from bot.steps import announcements, moves, seats
from bot.store import guests, motion_rows, person_rows, reliability, table_lists
from bot.store.outbox import write_post
from bot.store.store import Read
from bot.table import seating
from bot.table.acts import Act, Who, act, act_person
from bot.table.changes import Change, Secret
from bot.table.encoding import stamp
from bot.table.live import LiveTable
from bot.table.options import Entry
from bot.table.payloads import Payload
from bot.table.post import Post
from bot.table.seating import Occupant, Person, Settings, Status, Table, people_with_seats
from rules import registry
from rules.contract import RulesError


class Lobbies(Service):
    """Tables until they start, and the conditions for taking a seat."""

    # ---- opened ----------------------------------------------------------------------------------

    async def open(
        self,
        *,
        game: str,
        guild_id: int,
        channel_id: int,
        host: Person,
        in_thread: bool,
        is_posted: bool = False,
        **settings: Unpack[Settings],
    ) -> Table:
        """Open a table with its host in the first seat, and AI players after them.

        With `is_posted` its post follows; otherwise the answer to the command shows it.
        """
        table = Table(
            game=game,
            guild_id=guild_id,
            channel_id=channel_id,
            in_thread=in_thread,
            host_id=host.user_id,
            language=settings["language"],
            size=settings["size"],
            options={},
            seats=(Occupant(host.user_id, host.name),),
        )
        table = seating.configure(table, **settings)
        posts = [announcements.lobby_post(table)] if is_posted else []
        if await self.people_to_tell(table):
            posts.append(Post("invite"))
        return await self._insert(table, *posts)

    async def rematch(self, table_id: int, person: Person) -> Table:
        """Give a person a seat in the rematch of a table that is over.

        The first person opens its lobby and is the host; the lobby post mentions the others.
        """
        async with self._tables.lock(table_id):
            over = await self._tables.get(table_id)
            new = seating.rematch_of(over, person)
            lobby = await self._store.read(table_lists.open_rematch, table_id)
            if lobby is None:
                table = await self._open_rematch(over, new, person)
        if lobby is not None:
            return await self.join(lobby.id, person)
        return await self.start(table.id, person.user_id) if table.size == 1 else table

    async def has_rematch(self, table_id: int) -> bool:
        """Whether the lobby of the rematch of a table is open."""
        return await self._store.read(table_lists.open_rematch, table_id) is not None

    async def _open_rematch(self, over: Table, new: Table, person: Person) -> Table:
        """Open the lobby of a rematch, and invite the people who played."""
        players = [occupant.ai for occupant in over.seats if occupant.ai and not occupant.user_id]
        table = seating.configure(new, ai=players)
        co_players = [user for user in people_with_seats(over) if user != person.user_id]
        posts = [announcements.lobby_post(table, co_players)]
        if 1 < table.size <= len(table.seats):
            posts.append(announcements.full(table))
        return await self._insert(table, *posts)

    async def _insert(self, table: Table, *posts: Post) -> Table:
        """Store a new table with a new secret, its commitment and its first posts."""
        secret = Secret.new()
        sealed = replace(
            table,
            commitment=secret.commitment,
            version=registry.get(table.game).facts.version,
            opened_at=stamp(self._now),
        )
        table = await self._store.open_table(Change(table=sealed, posts=posts), secret)
        self._commits.notify()
        return table

    # ---- joined and left -------------------------------------------------------------------------

    async def join(self, table_id: int, person: Person) -> Table:
        """Give a person the next free seat."""
        async with self._tables.hold(table_id) as live:
            table = seating.join(live.table, person)
            if table.rematch_of is not None:
                table = seating.rotate_seats(table, await self._tables.get(table.rematch_of))
            await self.require_entry(live.table, person.user_id)
            is_full = len(table.seats) >= table.size and not table.host_called
            calls = [announcements.full(table)] if is_full else []
            table = await self._save(live, table, *calls)
            await self._people.note_language(person)
            return table

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Free a person's seat before the start."""
        async with self._tables.hold(table_id) as live:
            return await self._save(live, seating.leave(live.table, user_id))

    async def remove(self, table_id: int, user_id: int, seat: int) -> Table:
        """Remove a person before the start; only the host may."""
        async with self._tables.hold(table_id) as live:
            table = seating.remove(live.table, seat, user_id)
            removed_id = live.table.seats[seat].user_id
            line = act(live.table, "removed", user_id, removed_id)
            after, change = seats.seat_step(
                live, table, announcements.lobby_post(table), acts=(line,)
            )
            uninvited = () if removed_id is None else (removed_id,)
            return await self._commits.save(after, replace(change, uninvited=uninvited))

    # ---- set up, started, closed -----------------------------------------------------------------

    async def configure(self, table_id: int, user_id: int, **settings: Unpack[Settings]) -> Table:
        """Change settings of a lobby; only the host may."""
        async with self._tables.hold(table_id) as live:
            live.table.require(Status.LOBBY)
            live.table.require_host(user_id)
            table = seating.configure(live.table, **settings)
            entry = table.terms.entry
            opens = entry is not Entry.INVITED and entry is not live.table.terms.entry
            return await self._save(live, table, *([Post("invite")] if opens else ()))

    async def start(
        self, table_id: int, user_id: int, *, size: int | None = None, fill: str | None = None
    ) -> Table:
        """Deal and begin; only the host may, and only when every seat is taken.

        Before that, change the number of seats to `size`, and let the AI player `fill` take every
        free seat, where they are given.
        """
        async with self._tables.hold(table_id) as live:
            live.table.require(Status.LOBBY)
            live.table.require_host(user_id)
            table = live.table if size is None else seating.configure(live.table, size=size)
            table = table if fill is None else seating.fill(table, fill)
            seating.require_ready(table)
            return await self._commits.save(*moves.deal(replace(live, table=table)))

    async def _save(self, live: LiveTable, table: Table, *posts: Post) -> Table:
        """Save a lobby with changed seats or settings; do nothing where they are the same."""
        if table == live.table:
            return table
        table = replace(table, revision=table.revision + 1)
        change = Change(table=table, seated=True, posts=(announcements.lobby_post(table), *posts))
        return await self._commits.save(replace(live, table=table), change)

    async def close_stale(self, older_than: timedelta) -> list[Table]:
        """Close the lobbies that have not changed for so long; return them."""
        closed, before = [], self._now - older_than
        for table_id in await self._store.read(table_lists.stale_lobbies, before):
            guard = self._store.figures.guard(f"The stale lobby {table_id} stays open for now")
            with guard, suppress(RulesError):  # it may have begun in between
                closed.append(await self._close(table_id))
        return closed

    async def _close(self, table_id: int) -> Table:
        """Close a lobby that no person has asked to close."""
        async with self._tables.lock(table_id):
            live = await self._tables.load_without_state(table_id)
            return await self._commits.save(*moves.cancel(live, None))

    # ---- invitations -----------------------------------------------------------------------------

    async def invite(self, table_id: int, user_id: int, guest: Person) -> Table:
        """Let a guest take a seat, and mention them at the table; only the host may.

        They are mentioned once; not at all where they and a player block one another.
        """
        async with self._tables.lock(table_id):
            table = await self._tables.get(table_id)
            table.require(Status.LOBBY, Status.LIVE)
            table.require_host(user_id)
            table.require_shared()
            if guest.user_id in table.humans():
                raise RulesError("table.sits_here", name=guest.name)
            posts = []
            with suppress(RulesError):
                await self._store.read(person_rows.require_welcome, table, guest.user_id)
                posts.append(Post("guest", Payload(mention=[guest.user_id])))
            about = Who(guest.user_id, guest.name)
            await self._save_guest(
                table_id,
                guest,
                Act(code="invited", by=act_person(table, user_id), about=about),
                posts,
            )
            self._commits.notify()
            return table

    async def _save_guest(
        self, table_id: int, guest: Person, line: Act, posts: Sequence[Post]
    ) -> None:
        """Save an invitation with its log line and its posts, unless it is saved already."""
        now = self._now

        def work(db: Connection) -> None:
            if guests.add(db, table_id, guest.user_id):
                motion_rows.write_acts(db, table_id, [line], now)
                for post in posts:
                    write_post(db, table_id, post, now)

        await self._store.write(work)

    is_invited = Read(guests.knows)

    async def require_entry(self, table: Table, user_id: int) -> None:
        """Refuse a seat to a person who is blocked or does not meet the table's entry condition.

        Guests whom the host has invited need not meet the condition.
        """
        if table.terms.entry is not Entry.OPEN and not await self.is_invited(table.id, user_id):
            await self._require_reliability(table, user_id)
        await self._store.read(person_rows.require_welcome, table, user_id)

    async def _require_reliability(self, table: Table, user_id: int) -> None:
        """Refuse a seat to an uninvited person whose record does not meet the entry condition."""
        if table.terms.entry is Entry.INVITED:
            names = (occupant.name for occupant in table.seats if occupant.user_id == table.host_id)
            raise RulesError("table.not_invited", name=next(names, ""))
        record = await self._store.read(reliability.read, user_id)
        reliability.require(table.terms.entry, record)

    # ---- people who wait for a table -------------------------------------------------------------

    wishes = Read(person_rows.read_wishes)

    async def wish(
        self, user_id: int, guild_id: int, games: Collection[str], language: str | None = None
    ) -> None:
        """Replace the games for which a person wants to be told of open tables on a server.

        A known `language` is noted, and used to tell them.
        """
        games = sorted(set(games) & set(registry.games()))
        await self._store.write(person_rows.write_wishes, user_id, guild_id, games)
        if language is not None:
            await self._store.write(person_rows.note_language, user_id, language)

    async def people_to_tell(self, table: Table) -> list[int]:
        """Return the people who are still to be told that a table has a free seat.

        [] where the table has none, or is by invitation only. It leaves out people who would be
        refused a seat.
        """
        if table.terms.entry is Entry.INVITED:
            return []
        if table.status is not Status.LOBBY or len(table.seats) >= table.size:
            return []

        def work(db: Connection) -> list[int]:
            waiting = person_rows.read_waiting(db, table, self._now)
            entry = table.terms.entry
            return [
                user for user in waiting if reliability.passes(entry, reliability.read(db, user))
            ]

        return await self._store.read(work)

    async def note_told(self, table: Table, *user_ids: int) -> None:
        """Note that people have been told of a table, so that they are told only once."""
        await self._store.write(person_rows.tell, table.id, user_ids)
