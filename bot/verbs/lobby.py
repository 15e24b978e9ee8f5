"""Before the game: a table is opened, people join and leave, the host sets it up and starts."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from bot.service.loading import unread
from bot.steps import announcements, moves
from bot.store import person_rows
from bot.table import seating
from bot.table.changes import Change, Secret
from bot.table.encoding import stamp
from bot.table.live import Playing
from bot.table.options import Entry, Terms
from bot.table.post import Post
from bot.table.seating import Person, SeatHolder, Status, Table
from bot.verbs.inviting import InvitingVerbs
from bot.verbs.wishing import WishVerbs
from rules import registry
from rules.contract import RulesError
from rules.record import commitment

log = logging.getLogger(__name__)


class LobbyVerbs(WishVerbs, InvitingVerbs):
    """What may be done with a table until it starts."""

    async def open(
        self,
        *,
        game: str,
        guild_id: int,
        channel_id: int,
        host: Person,
        size: int,
        options: Mapping[str, Any],
        language: str,
        in_thread: bool,
        ai: Sequence[str] = (),
        drawn: bool = True,
        terms: Terms | None = None,
    ) -> Table:
        """A new table: its host has joined, and AI players after them."""
        table = Table(
            id=0,
            game=game,
            guild_id=guild_id,
            channel_id=channel_id,
            in_thread=in_thread,
            host_id=host.user_id,
            language=language,
            size=size,
            drawn=drawn,
            options=dict(options),
            terms=terms or Terms(),
            seats=(SeatHolder(host.user_id, host.name),),
            commitment="",
            version=0,
            opened_at="",
        )
        table = await self._insert(seating.configured(table, ai=ai))
        if await self.waiting_for(table):
            await self._store.post(table.id, announcements.invitation())
            self._notify()
        return table

    async def _insert(self, table: Table) -> Table:
        """Store a new table, whose luck is fixed and sealed now."""
        secret = Secret(secrets.token_hex(16), secrets.token_hex(16))
        sealed = replace(
            table,
            commitment=commitment(secret.seed, secret.salt),
            version=registry.get(table.game).facts.version,
            opened_at=stamp(self._store.clock.now()),
        )
        return await self._store.insert(sealed, secret)

    async def rematch(self, table_id: int, person: Person) -> Table:
        """A seat in the lobby where the people of a table that is over play once more.

        Who wants it first opens it and is its host; it mentions the others, who join it.
        """
        async with self._alone(table_id):
            over = await self.get(table_id)
            new = seating.once_more(over, person)
            there = await self._store.open_rematch(table_id)
            if there is None:
                machines = [holder.ai for holder in over.seats if holder.ai and not holder.user_id]
                table = await self._insert(seating.configured(new, ai=machines))
                await self._invite_again(over, table)
                invited = [one for one in seating.seated_people(over) if one != person.user_id]
                await self._store.post(table.id, announcements.lobby_post(table, invited))
                if 1 < table.size <= len(table.seats):
                    await self._store.post(table.id, announcements.full(table))
                self._notify()
        if there is not None:
            return await self.join(there.id, person)
        return await self.start(table.id, person.user_id) if table.size == 1 else table

    async def join(self, table_id: int, person: Person) -> Table:
        """Give somebody the next free seat."""
        async with self._at(table_id) as playing:
            joined = seating.joined(playing.table, person)
            if joined.rematch_of is not None:
                joined = seating.rotated(joined, await self.get(joined.rematch_of))
            await self._require_entry(playing.table, person.user_id)
            await self._store.require_welcome(playing.table, person.user_id)
            full = len(joined.seats) >= joined.size and not joined.host_called
            calls = [announcements.full(joined)] if full else []
            table = await self._seat(playing, joined, *calls)
            await self._store.write(lambda db: person_rows.fulfil(db, table, person.user_id))
            await self.heard(person)
            return table

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Free somebody's seat before the start."""
        async with self._at(table_id) as playing:
            return await self._seat(playing, seating.left(playing.table, user_id))

    async def configure(
        self,
        table_id: int,
        user_id: int,
        *,
        size: int | None = None,
        options: Mapping[str, Any] | None = None,
        ai: Sequence[str] | None = None,
        language: str | None = None,
        drawn: bool | None = None,
        terms: Terms | None = None,
    ) -> Table:
        """Change the settings of a lobby; only the host may. What is None stays as it is."""
        async with self._at(table_id) as playing:
            playing.table.require(Status.LOBBY)
            playing.table.require_host(user_id)
            table = seating.configured(
                playing.table,
                size=size,
                options=options,
                ai=ai,
                language=language,
                drawn=drawn,
                terms=terms,
            )
            entry = table.terms.entry
            opens = entry is not Entry.INVITED and entry is not playing.table.terms.entry
            return await self._seat(
                playing, table, *([announcements.invitation()] if opens else ())
            )

    async def start(self, table_id: int, user_id: int) -> Table:
        """Deal and begin; only the host may, and only when every seat is taken."""
        async with self._at(table_id) as playing:
            playing.table.require(Status.LOBBY)
            playing.table.require_host(user_id)
            seating.require_ready(playing.table)
            return await self._save(*moves.dealt(playing))

    async def _seat(self, playing: Playing, table: Table, *told: Post) -> Table:
        """Save other seats or settings of a lobby; nothing where they are the same."""
        if table == playing.table:
            return table
        table = replace(table, revision=table.revision + 1)
        change = Change(table=table, seated=True, posts=(announcements.lobby_post(table), *told))
        return await self._save(replace(playing, table=table), change)

    async def language_of(self, user_id: int, table: Table) -> str:
        """The language of a person; the table's until theirs is known."""
        return await self._store.language_of(user_id) or table.language

    async def heard(self, person: Person) -> None:
        """Remember the language of a player, for messages that they do not ask for."""
        if person.language is not None:
            await self._store.note_language(person.user_id, person.language)

    async def close_stale_lobbies(self, older_than: timedelta) -> list[Table]:
        """Close the lobbies that nobody has touched for so long."""
        closed = []
        for table_id in await self._store.stale_lobbies(self._store.clock.now() - older_than):
            try:
                closed.append(await self._close(table_id))
            except RulesError:
                continue  # it has begun, or somebody was quicker
            except Exception:
                log.exception("The stale lobby %s stays open for now", table_id)
        return closed

    async def _close(self, table_id: int) -> Table:
        """Close a lobby that everybody has forgotten."""
        async with self._alone(table_id):
            playing = unread(await self._stored(table_id))
            return await self._save(*moves.cancelled(playing, None))
