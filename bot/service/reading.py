"""Read access to tables: find, view, list and export them."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from msgspec.structs import replace

from bot.service import records
from bot.service.base import Service
from bot.steps import visibility
from bot.store import hand_rows, history, motion_rows, outbox, placings, table_lists, table_rows
from bot.store.store import Read
from bot.table.changes import Ply
from bot.table.live import HandPost, Look, Recap, Score
from bot.table.seating import Status, Table
from rules.contract import BadPosition, Json, RulesError, Seat


class Ongoing(msgspec.Struct, frozen=True, kw_only=True):
    """A game that a person plays, or a lobby where they have a seat."""

    table: Table
    since: str
    """When its newest turn ended, UTC, ISO 8601.

    Before that: its newest change where it waits for the person, else its opening. A turn under way
    is known only to its player.
    """
    mine: bool = False
    """Whether it waits for the person."""
    to_act: tuple[Seat, ...] = ()
    """Seats it waits for; () in a lobby, and where it cannot go on under today's rules."""

    @property
    def urgency(self) -> tuple[bool, bool, str, int]:
        """Sort key: games that wait for the person, longest wait first; other games; lobbies."""
        in_lobby = self.table.status is Status.LOBBY
        return not self.mine, in_lobby, self.since, self.table.id


class Reading(Service):
    """Answers questions about tables, and changes none."""

    # ---- tables ----------------------------------------------------------------------------------

    async def table_numbered(self, guild_id: int, number: int) -> Table:
        """Return the table of a server by its number there. Raises `table.not_found`."""
        table = await self._store.read(table_lists.numbered, guild_id, number)
        if table is None:
            raise RulesError("table.not_found")
        return table

    table_in = Read(table_rows.read_table_at)
    last_table_in = Read(table_lists.newest_at)
    tables_of = Read(table_lists.of_player)
    tables_in_guild = Read(table_lists.of_server)
    open_tables = Read(table_lists.awake)
    awaits_delivery = Read(outbox.awaits_delivery)
    tables_opened_in = Read(table_lists.of_channel)

    async def ongoing(self, user_id: int) -> list[Ongoing]:
        """Return a person's open tables on all servers, first those that wait for them."""
        tables = await self._store.read(table_lists.of_player_everywhere, user_id)
        games = [await self._ongoing(*table, user_id) for table in tables]
        return sorted(games, key=lambda game: game.urgency)

    async def _ongoing(
        self, table: Table, ended: str | None, changed: str, user_id: int
    ) -> Ongoing:
        seat = visibility.seat_or_none(table, user_id)
        to_act: tuple[Seat, ...] = ()
        if table.status is Status.LIVE:
            with suppress(BadPosition, RulesError):
                async with self._tables.hold(table.id) as live:
                    to_act = visibility.visible_game(live, seat)[0].to_act
        mine = seat in to_act
        since = ended or (changed if mine else table.opened_at)
        return Ongoing(table=table, since=since, mine=mine, to_act=to_act)

    # ---- a table ---------------------------------------------------------------------------------

    async def look(self, table_id: int, user_id: int | None) -> Look:
        """Return the position as a person may see it; None is a spectator."""
        async with self._tables.hold(table_id) as live:
            look = visibility.look_of(live, user_id)
        if look.result is None:
            return look
        return replace(look, shares=await self._store.read(placings.shares, table_id))

    async def score(self, table_id: int, user_id: int, seat: Seat | None = None) -> Score:
        """Return the places behind the numbers of a seat, by default the person's or the first."""
        async with self._tables.hold(table_id) as live:
            return visibility.score_of(live, user_id, seat)

    async def hand(self, table_id: int, seat: int) -> HandPost:
        """Return the private post for the person in a seat, and its place."""
        async with self._tables.hold(table_id) as live:
            direct = await self._store.read(hand_rows.read_direct, table_id, seat)
            return visibility.hand_post(live, seat, direct, await self._tables.log(table_id))

    async def turn_in_progress(self, table_id: int, user_id: int | None) -> int | None:
        """Return the other seat whose turn is under way and hidden from a person, or None."""
        async with self._tables.lock(table_id):
            table, plies = await self._tables.get(table_id), await self._tables.log(table_id)
            seat = visibility.seat_in_log(table, plies, user_id)
            return visibility.midway_for(table, plies, seat)

    # ---- its past --------------------------------------------------------------------------------

    async def log(self, table_id: int, user_id: int | None = None) -> list[Ply]:
        """Return the plies that a person may know of, with their public events.

        Plies that were taken back are included, with the time in `Ply.undone`.
        """
        async with self._tables.lock(table_id):
            table, plies = await self._tables.get(table_id), await self._tables.log(table_id)
            seat = visibility.seat_in_log(table, plies, user_id)
            return visibility.log_for(table, plies, seat)

    async def rounds(self, table_id: int) -> dict[int, int]:
        """Return the round of each public ply; {} where it is not known."""
        try:
            async with self._tables.hold(table_id) as live:
                return visibility.rounds_of(live, await self._tables.log(table_id))
        except BadPosition:
            return {}

    acts = Read(motion_rows.read_acts)
    history = Read(history.read)

    async def recap(self, table_id: int, user_id: int | None) -> Recap:
        """Return a recap of the game since a person last acted; None for the last round."""
        async with self._tables.hold(table_id) as live:
            live.table.require(Status.LIVE, Status.OVER)
            return visibility.recap_for(live, await self._tables.log(table_id), user_id)

    async def record(self, table_id: int) -> Json:
        """Return the game as a record for `python -m rules replay`, with the seed once it is over.

        A stuck game can be exported too.
        """
        async with self._tables.lock(table_id):
            live = await self._tables.load_without_state(table_id)
            live.table.require(Status.LIVE, Status.OVER, Status.CANCELLED)
            plies = await self._tables.log(table_id)
            sittings = await self._store.read(history.read, table_id)
            return records.export(live, visibility.log_for(live.table, plies, None), sittings)
