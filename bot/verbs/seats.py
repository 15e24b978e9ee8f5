"""Who plays on: seats given up, offered and taken, stand-ins, the next host."""

from __future__ import annotations

from msgspec.structs import replace

from bot.steps import announcements, resignation, seats
from bot.table import seating
from bot.table.acts import act
from bot.table.encoding import stamp
from bot.table.seating import Person, Status, Table
from bot.verbs.agreeing import AgreeingVerbs
from bot.verbs.inviting import InvitingVerbs
from rules.contract import RulesError


class SeatVerbs(AgreeingVerbs, InvitingVerbs):
    """What one person does about a seat, without asking anybody."""

    async def resign(self, table_id: int, user_id: int) -> Table:
        """Give a seat up, which is ranked last: by the game's rule, or an AI plays on in it.

        The game ends where nobody else plays.
        """
        async with self._at(table_id) as playing:
            at, line = stamp(self._store.clock.now()), act(playing.table, "resigned", user_id)
            after, change = resignation.resigned(playing, user_id, at=at)
            await self._save(after, replace(change, acts=(line,)))
        return await self.get(table_id)

    async def stand_in(self, table_id: int, user_id: int) -> Table:
        """Let an AI play for me until I am back."""
        async with self._at(table_id) as playing:
            await self._save(*seats.stood_in(playing, user_id))
        return await self.get(table_id)

    async def sit_again(self, table_id: int, user_id: int) -> Table:
        """Play myself again."""
        async with self._at(table_id) as playing:
            return await self._save(*seats.come_back(playing, user_id))

    async def sits_again(self, table_id: int, user_id: int) -> bool:
        """The same, where an AI plays for me; whether it did."""
        async with self._at(table_id) as playing:
            table = playing.table
            if table.status is not Status.LIVE or user_id not in table.humans():
                return False
            if not table.seats[table.seat_of(user_id)].stands_in:
                return False
            await self._save(*seats.come_back(playing, user_id))
            return True

    async def offer(self, table_id: int, user_id: int, seat: int | None = None) -> Table:
        """Offer my seat to whoever wants it; or one whose player has resigned."""
        async with self._at(table_id) as playing:
            own = playing.table.seat_of(user_id)
            if seat not in (None, own) and not seats.holder_of(playing.table, seat or 0).resigned:
                raise RulesError("table.no_such_seat")
            offered = own if seat is None else seat
            return await self._save(*seats.offered(playing, offered, user_id, stands_in=False))

    async def take(self, table_id: int, seat: int, person: Person) -> Table:
        """Take a seat that is offered, with all that it holds; who had it sees it no more."""
        async with self._at(table_id) as playing:
            direct = await self._store.direct(table_id, seat)
            await self._require_entry(playing.table, person.user_id)
            await self._store.require_welcome(playing.table, person.user_id)
            farewell = announcements.farewell(direct, playing.table.language)
            await self._save(*seats.taken(playing, seat, person, *farewell))
        if person.language is not None:
            await self._store.note_language(person.user_id, person.language)
        return await self.get(table_id)

    async def remove(self, table_id: int, user_id: int, seat: int) -> Table:
        """Send somebody away before the start; only the host may."""
        async with self._at(table_id) as playing:
            table = seating.removed(playing.table, seat, user_id)
            gone = playing.table.seats[seat].user_id
            await self._uninvite(playing.table, gone)
            line = act(playing.table, "removed", user_id, gone)
            after, change = seats.saved(
                playing, table, announcements.lobby_post(table), acts=(line,)
            )
            return await self._save(after, change)

    async def hand_over(self, table_id: int, user_id: int, seat: int) -> Table:
        """Make somebody else at the table its host; only the host may."""
        async with self._at(table_id) as playing:
            table = seating.handed_over(playing.table, seat, user_id)
            line = act(table, "host", user_id, table.host_id)
            posts = announcements.lobby_post(table), announcements.new_host(table)
            after, change = seats.saved(playing, table, *posts, acts=(line,))
            return await self._save(after, change)
