"""Where a table is shown: its lobby, its home, its newest board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from bot.ai.pool import Brains
from bot.service.memory import KEPT
from bot.service.people import People
from bot.steps import announcements
from bot.store.store import Store
from bot.table.due import Due
from bot.table.post import Post, Way, retirement
from bot.table.seating import Status, Table
from bot.verbs.saving import Saving


class PlaceVerbs(Saving):
    """What is known of the posts of a table, and how they are shown anew."""

    def __init__(
        self,
        store: Store,
        brains: Brains,
        *,
        notify: Callable[[], None],
        people: People | None = None,
        kept: int = KEPT,
    ) -> None:
        super().__init__(store, brains, notify=notify, people=people, kept=kept)
        self._opening: set[int] = set()

    async def posted(
        self,
        table: Table,
        *,
        lobby_message_id: int | None = None,
        home_id: int | None = None,
        thread_id: int | None = None,
        board_message_id: int | None = None,
        trouble: str | None = None,
        host_called: bool | None = None,
        tell: Sequence[Post] = (),
        way: Way = Way.BARE,
    ) -> Table:
        """Note where a table is shown, what stands in the way of its posts, whether they called.

        What is to `tell` of it is saved with it; the posts whose place others take are put away, a
        board in this `way`.
        Nothing is noted of a table that has moved to another channel meanwhile. What is None stays
        as it is; so does the revision, as the game does not change. The lobby post leads to the
        table, so it is redrawn once there is a thread, and when the game goes on somewhere else.
        """
        places: dict[str, Any] = {
            "lobby_message_id": lobby_message_id,
            "home_id": home_id,
            "thread_id": thread_id,
            "board_message_id": board_message_id,
            "trouble": trouble,
            "host_called": host_called,
        }
        async with self._at(table.id) as playing:
            if playing.table.channel_id != table.channel_id:
                return playing.table
            await self._store.place(table.id, **places, tell=tell, way=way)
            known = {name: place for name, place in places.items() if place is not None}
            after = replace(playing, table=replace(playing.table, **known))
            self._keep(after)
        led = playing.table.home_id or (None if table.in_thread else table.channel_id)
        if led != after.table.home_id is not None:
            await self._store.post(table.id, announcements.lobby_post(after.table))
        self._notify()
        return after.table

    async def retire_board(self, table: Table) -> None:
        """Take the buttons off the last board of a table, if there is one."""
        if table.board_message_id is not None:
            place = table.home_id or table.channel_id
            post = retirement(place, table.board_message_id, Way.BARE)
            await self._store.post(table.id, post)
            self._notify()

    @contextmanager
    def opening(self, table_id: int) -> Iterator[None]:
        """While Discord's answer about the post of a new lobby is awaited."""
        self._opening.add(table_id)
        try:
            yield
        finally:
            self._opening.discard(table_id)

    def is_opening(self, table_id: int) -> bool:
        """Whether the post of a lobby may be there already, though nobody knows it yet."""
        return table_id in self._opening

    async def show_again(self, table_id: int) -> None:
        """Post the lobby, or the newest board with its call, once more."""
        async with self._at(table_id) as playing:
            if playing.table.status in (Status.LOBBY, Status.LIVE):
                await self._store.post(table_id, announcements.again(playing))
        self._notify()

    async def try_lost_again(self, due: Due) -> None:
        """Try the deliveries of a table once more that had nowhere to go, as is due."""
        await self.find_home(due.table_id or 0)

    async def find_home(self, table_id: int) -> None:
        """Look once more for a place for what had nowhere to go."""
        await self._store.bring_back(table_id)
        self._notify()

    async def tell_hands_again(self, user_id: int) -> None:
        """Bring the messages that show a person their hands up to date, in another language say."""
        for table_id, seat in await self._store.hands_shown(user_id):
            await self._store.post(table_id, announcements.hand(seat))
        self._notify()

    async def move(self, table_id: int, *, channel_id: int, in_thread: bool) -> Table:
        """Go on with a table in another channel; the board of a game is posted there."""
        async with self._at(table_id) as playing:
            playing.table.require(Status.LOBBY, Status.LIVE)
            post = announcements.again(playing) if playing.table.status is Status.LIVE else None
            await self._store.move(table_id, channel_id=channel_id, in_thread=in_thread, post=post)
            self._forget(table_id)
        self._notify()
        return await self.get(table_id)

    async def through(self, place: int) -> list[int]:
        """The open tables of a server, or those opened or played in a channel or thread."""
        return await self._store.tables_through(place)
