"""Seats of running games: given up, offered, taken, lent to an AI; and the role of the host."""

from __future__ import annotations

from msgspec.structs import replace

from bot.service.base import Service
from bot.service.commits import Commits
from bot.service.lobbies import Lobbies
from bot.steps import announcements, resignation, seats
from bot.store import hand_rows
from bot.table import seating
from bot.table.acts import act
from bot.table.encoding import stamp
from bot.table.seating import Person, Status, Table
from rules.contract import RulesError


class Seats(Service):
    """Changes of a seat that one person may make without a vote."""

    def __init__(self, commits: Commits, lobbies: Lobbies) -> None:
        super().__init__(commits)
        self._lobbies = lobbies

    async def resign(self, table_id: int, user_id: int) -> Table:
        """Give up a person's seat, which ranks last: by the game's rule, or an AI plays on.

        The game ends where no other person plays.
        """
        async with self._tables.hold(table_id) as live:
            at, line = stamp(self._now), act(live.table, "resigned", user_id)
            after, change = resignation.resign(live, user_id, at=at)
            return await self._commits.save(after, replace(change, acts=(line,)))

    # ---- lent to an AI ---------------------------------------------------------------------------

    async def start_stand_in(self, table_id: int, user_id: int) -> Table:
        """Let an AI play for a person until they are back."""
        async with self._tables.hold(table_id) as live:
            return await self._commits.save(*seats.let_ai_stand_in(live, user_id))

    async def end_stand_in(self, table_id: int, user_id: int) -> Table:
        """End the stand-in of an AI: the person plays again."""
        async with self._tables.hold(table_id) as live:
            return await self._commits.save(*seats.come_back(live, user_id))

    async def end_any_stand_in(self, table_id: int, user_id: int) -> bool:
        """End the stand-in of an AI if one plays for the person; return whether one did."""
        async with self._tables.hold(table_id) as live:
            table = live.table
            if table.status is not Status.LIVE or user_id not in table.humans():
                return False
            if not table.seats[table.seat_of(user_id)].stands_in:
                return False
            await self._commits.save(*seats.come_back(live, user_id))
            return True

    # ---- given to other people -------------------------------------------------------------------

    async def offer(self, table_id: int, user_id: int, seat: int | None = None) -> Table:
        """Offer a person's own seat to everybody, or the `seat` of a player who has resigned."""
        async with self._tables.hold(table_id) as live:
            own = live.table.seat_of(user_id)
            if seat not in (None, own) and not seats.holder_of(live.table, seat or 0).resigned:
                raise RulesError("table.no_such_seat")
            seat = own if seat is None else seat
            step = seats.offer_seat(live, seat, user_id, stands_in=False)
            return await self._commits.save(*step)

    async def take(self, table_id: int, seat: int, person: Person) -> Table:
        """Take an offered seat with its hand; the previous player no longer sees the hand.

        Raises RulesError where the person does not meet the entry condition.
        """
        async with self._tables.hold(table_id) as live:
            direct = await self._store.read(hand_rows.read_direct, table_id, seat)
            await self._lobbies.require_entry(live.table, person.user_id)
            farewell = announcements.farewell(direct, seat, live.table.language)
            await self._commits.save(*seats.take_seat(live, seat, person, *farewell))
        await self._people.note_language(person)
        return await self._tables.get(table_id)

    async def hand_over(self, table_id: int, user_id: int, seat: int) -> Table:
        """Make another person at the table the host; only the host may."""
        async with self._tables.hold(table_id) as live:
            table = seating.hand_over(live.table, seat, user_id)
            line = act(table, "host", user_id, table.host_id)
            call = announcements.notice("table.notice_host", [table.host_id])
            posts = announcements.lobby_post(table), call
            return await self._commits.save(*seats.seat_step(live, table, *posts, acts=(line,)))
