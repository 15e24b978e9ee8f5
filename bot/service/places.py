"""Places where a table is shown: its lobby, home, board and hands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypedDict, Unpack

from msgspec.structs import replace

from bot.database import Connection
from bot.service.base import Service
from bot.service.commits import Commits
from bot.steps import announcements
from bot.steps.film import require_film
from bot.store import hand_rows, outbox, place_rows, sendings, table_lists
from bot.store.store import Read, Write
from bot.table.changes import Effects
from bot.table.payloads import Way
from bot.table.post import Post, retirement
from bot.table.seating import Status, Table


class Noted(TypedDict, total=False):
    """What is noted of a table: where it is shown, what keeps its posts back, and more."""

    lobby_message_id: int | None
    home_id: int | None
    thread_id: int | None
    board_message_id: int | None
    film_message_id: int | None
    trouble: str | None
    host_called: bool | None


class Places(Service):
    """Notes where posts are, reposts them, and cleans up after places that are gone."""

    def __init__(self, commits: Commits) -> None:
        super().__init__(commits)
        self._posting: dict[int, list[asyncio.Event]] = {}
        """Answers to people that are about to send or edit a post of a table, by table."""

    # ---- the lobby and the board -----------------------------------------------------------------

    async def note(
        self,
        table: Table,
        *,
        tell: Sequence[Post] = (),
        way: Way = Way.BARE,
        beside: Sequence[Callable[[Connection], None]] = (),
        **noted: Unpack[Noted],
    ) -> Table:
        """Note where a table is shown, what keeps its posts back, whether the host was called.

        The posts in `tell` are saved with it. Posts that new ones replace are retired, a board in
        this `way`. Nothing is noted if the table has moved to another channel, but what `beside`
        writes in the same transaction. Arguments that are None change nothing. The revision stays,
        as the game does not change.
        """
        places: dict[str, Any] = {name: at for name, at in noted.items() if at is not None}
        async with self._tables.hold(table.id) as live:
            has_moved, now = live.table.channel_id != table.channel_id, self._now

            def work(db: Connection) -> None:
                if not has_moved:
                    place_rows.write_places(db, table.id, places, tell, way, now)
                for write in beside:
                    write(db)

            await self._store.write(work)
            if has_moved:
                return live.table
            after = replace(live, table=replace(live.table, **places))
            self._tables.keep(after)
        await self._redraw_lobby(live.table, after.table)
        self._commits.notify()
        return after.table

    async def _redraw_lobby(self, before: Table, after: Table) -> None:
        """Redraw the lobby post, which links to the table, where the game has a new home.

        A sandbox has none.
        """
        home = before.home_id or (None if before.in_thread else before.channel_id)
        if home != after.home_id is not None and not after.is_sandbox:
            await self._store.post(after.id, announcements.lobby_post(after))

    async def retire_board(self, table: Table) -> None:
        """Take the buttons off the last board of a table, if there is one."""
        if table.board_message_id is not None:
            place = table.home_id or table.channel_id
            post = retirement(place, table.board_message_id, Way.BARE)
            await self._store.post(table.id, post)
            self._commits.notify()

    @contextmanager
    def mark_posting(self, table_id: int) -> Iterator[None]:
        """Mark a table while the answer to a person sends or edits a post of it."""
        shown = asyncio.Event()
        under_way = self._posting.setdefault(table_id, [])
        under_way.append(shown)
        try:
            yield
        finally:
            shown.set()
            under_way.remove(shown)
            if not under_way:
                del self._posting[table_id]

    async def table_when_posted(self, table_id: int) -> Table:
        """The table, once no answer to a person is about to send or edit a post of it.

        Of two edits at once either may arrive last; the one that waits shows what is newer.
        """
        while under_way := self._posting.get(table_id):
            await under_way[0].wait()
        return await self._tables.get(table_id)

    async def post_again(self, table_id: int) -> None:
        """Repost the lobby, or the newest board with its mentions."""
        async with self._tables.hold(table_id) as live:
            if live.table.status in (Status.LOBBY, Status.LIVE):
                await self._store.post(table_id, announcements.board_repost(live))
        self._commits.notify()

    async def correct(self, table: Table, posts: Sequence[Post | None]) -> bool:
        """Send posts that correct what stands at a table; None stands for its newest board.

        Nothing is sent, and False returned, where the table has changed since it was looked at.
        """
        async with self._tables.hold(table.id) as live:
            if live.table != table:
                return False
            sent = tuple(post or announcements.board_repost(live) for post in posts)
            await self._store.note(table.id, Effects(posts=sent))
        self._commits.notify()
        return True

    async def post_restored(self, table_id: int) -> None:
        """Repost the board of a restored database, once: people look at a later one."""
        if await self._store.read(sendings.restored_gap, table_id) is not None:
            await self.post_again(table_id)

    async def request_film(self, table_id: int, *, gone: int | None = None) -> None:
        """Post the film of a finished game, unless it stands already; `gone` was its deleted post.

        Requests that come before it is made are one.
        """
        async with self._tables.hold(table_id) as live:
            require_film(live)
            if live.table.film_message_id in (None, gone):
                await self._store.post(table_id, announcements.film(live.table))
        self._commits.notify()

    async def move(self, table_id: int, *, channel_id: int, in_thread: bool) -> Table:
        """Move a table to another channel; the board of a running game is posted there."""
        async with self._tables.hold(table_id) as live:
            live.table.require(Status.LOBBY, Status.LIVE)
            live.table.require_shared()
            post = announcements.board_repost(live) if live.table.status is Status.LIVE else None
            await self._store.write(
                place_rows.move, table_id, channel_id, in_thread, post, self._now
            )
            self._tables.forget(table_id)
        self._commits.notify()
        return await self._tables.get(table_id)

    # ---- lost places -----------------------------------------------------------------------------

    async def retry_deliveries(self, table_id: int) -> None:
        """Make the deliveries of a table that were set aside due at once."""
        await self._store.write(outbox.bring_back, table_id, self._now)
        self._commits.notify()

    tables_at = Read(table_lists.through)
    tables_in_trouble = Read(table_lists.in_trouble)

    # ---- hands -----------------------------------------------------------------------------------

    async def note_hand_post(
        self, table_id: int, seat: int, user_id: int, *, channel_id: int, message_id: int
    ) -> bool:
        """Note the private message that shows a hand; False if the seat has a new occupant."""
        is_theirs = await self._store.write(
            hand_rows.write_direct, table_id, seat, user_id, (channel_id, message_id), self._now
        )
        self._commits.notify()
        return is_theirs

    note_hand_closed = Write(hand_rows.close)
    tell_hand_closed = Write(hand_rows.tell_closed)

    async def refresh_hands(self, user_id: int) -> None:
        """Update the messages that show a person their hands, for example in a new language."""
        for table_id, seat in await self._store.read(hand_rows.shown_to, user_id):
            await self._store.post(table_id, announcements.hand(seat))
        self._commits.notify()
