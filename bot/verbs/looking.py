"""What may be seen of a table, now and looking back."""

from __future__ import annotations

from bot.service import records
from bot.service.loading import unread
from bot.steps import visibility
from bot.store.history import Sitting
from bot.table.changes import Ply
from bot.table.live import HandPost, Look, Recap
from bot.table.seating import Status, Table
from bot.verbs.saving import Saving
from rules.contract import Json, RulesError


class LookingVerbs(Saving):
    """What is asked about tables; nothing here changes one."""

    async def numbered(self, guild_id: int, number: int) -> Table:
        """The table that people of a server call by this number. Raises `table.not_found`."""
        table = await self._store.table_numbered(guild_id, number)
        if table is None:
            raise RulesError("table.not_found")
        return table

    async def at(self, channel_id: int, user_id: int | None = None) -> Table | None:
        """The open table of a channel or thread, if any; of several, where a person plays."""
        return await self._store.table_at(channel_id, user_id)

    async def last_at(self, channel_id: int) -> Table | None:
        """The newest table of a channel or thread, over or not, if there ever was one."""
        return await self._store.last_table_at(channel_id)

    async def in_trouble(self, guild_id: int, trouble: str) -> list[Table]:
        """The open tables of a server whose host was last told of just this trouble."""
        return await self._store.tables_in_trouble(guild_id, trouble)

    async def of_person(self, user_id: int, guild_id: int) -> list[Table]:
        """The open tables of a server where a person plays, newest first."""
        return await self._store.tables_of(user_id, guild_id)

    async def in_guild(self, guild_id: int) -> list[Table]:
        """The open tables of a server, newest first."""
        return await self._store.tables_in(guild_id)

    async def opened_in(self, guild_id: int, channel_id: int) -> list[Table]:
        """The newest open tables that were opened in a channel, newest first."""
        return await self._store.tables_from(guild_id, channel_id)

    async def look(self, table_id: int, user_id: int | None) -> Look:
        """The position as a person may see it; None is a spectator."""
        async with self._at(table_id) as playing:
            return visibility.looked(playing, user_id)

    async def hand(self, table_id: int, seat: int) -> HandPost:
        """What the person in a seat is shown in private, and where."""
        async with self._at(table_id) as playing:
            direct = await self._store.direct(table_id, seat)
            return visibility.shown_hand(playing, seat, direct, await self._log(table_id))

    async def hand_posted(
        self, table_id: int, seat: int, user_id: int, *, channel_id: int, message_id: int
    ) -> bool:
        """Note the private message that shows a hand; False if the seat is another's by now."""
        theirs = await self._store.set_direct(table_id, seat, user_id, channel_id, message_id)
        self._notify()
        return theirs

    async def hand_closed(self, table_id: int, seat: int) -> None:
        """Note that a person takes no private messages."""
        await self._store.close_direct(table_id, seat)

    async def closed_hand_untold(self, table_id: int, user_id: int) -> bool:
        """Whether to tell a person, now, that no message reached them; True only once."""
        return await self._store.tell_closed(table_id, user_id)

    async def log(self, table_id: int, user_id: int | None = None) -> list[Ply]:
        """What a person may know was done, in order, with what it caused in public.

        What was taken back is in it, and says when: `Ply.undone`.
        """
        async with self._alone(table_id):
            table, log = await self.get(table_id), await self._log(table_id)
            return visibility.log_for(table, log, visibility.seat_or_none(table, user_id))

    async def history(self, table_id: int) -> list[Sitting]:
        """Who has played the seats of a game, in order."""
        return await self._store.history(table_id)

    async def midway(self, table_id: int, user_id: int | None) -> int | None:
        """The seat of who else is in the middle of a turn, of which a person sees nothing yet."""
        async with self._alone(table_id):
            table, log = await self.get(table_id), await self._log(table_id)
            return visibility.midway_for(table, log, visibility.seat_or_none(table, user_id))

    async def recap(self, table_id: int, user_id: int) -> Recap:
        """What happened since a person last acted."""
        async with self._at(table_id) as playing:
            playing.table.require(Status.LIVE, Status.OVER)
            return visibility.recapped(playing, await self._log(table_id), user_id)

    async def record(self, table_id: int) -> Json:
        """The game as a record for `python -m rules replay`; with the seed once it is over."""
        async with self._alone(table_id):
            playing = self._playing.get(table_id) or unread(await self._stored(table_id))
            playing.table.require(Status.LIVE, Status.OVER, Status.CANCELLED)
            log = await self._log(table_id)
            history = await self._store.history(table_id)
            return records.export(playing, visibility.log_for(playing.table, log, None), history)
