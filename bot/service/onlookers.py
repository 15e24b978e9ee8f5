"""Onlookers: a player shows their hand to one spectator, where the game counts for nobody else."""

from __future__ import annotations

from bot.database import Connection
from bot.service.base import Service
from bot.steps import announcements
from bot.store import onlooker_rows
from bot.store.outbox import write_post
from bot.table.names import bold
from bot.table.seating import Person, Status, Table
from rules import registry
from rules.contract import RulesError


class Onlookers(Service):
    """Notes who shows their hand to whom, and says it at the table."""

    async def show(self, table_id: int, user_id: int, guest: Person | None) -> Table:
        """Let a guest look at a person's hand, and nobody else; None for nobody.

        Refused where the guest plays, and where the game is rated: where other people play.
        """
        async with self._tables.lock(table_id):
            table = await self._tables.get(table_id)
            table.require(Status.LIVE)
            seat = table.seat_of(user_id)
            if not registry.get(table.game).facts.hands:
                raise RulesError("panel.no_hand")
            if not is_unrated(table):
                raise RulesError("table.rated")
            if guest is not None and guest.user_id in table.humans():
                raise RulesError("table.sits_here", name=guest.name)
            guest_id, now = (guest.user_id if guest else None), self._now
            name = bold(table.seats[seat].name)
            post = (
                announcements.notice("table.hand_closed", name=name)
                if guest is None
                else announcements.notice("table.hand_shown", name=name, guest=bold(guest.name))
            )

            def work(db: Connection) -> None:
                if onlooker_rows.write(db, table_id, user_id, guest_id):
                    write_post(db, table_id, post, now)

            await self._store.write(work)
            self._commits.notify()
            return table

    async def owner(self, table: Table, user_id: int) -> int | None:
        """The player whose hand a person may look at; None where there is none any more."""
        if user_id in table.humans() or not is_unrated(table):
            return None
        owner = await self._store.read(onlooker_rows.owner, table.id, user_id)
        return owner if owner in table.humans() else None


def is_unrated(table: Table) -> bool:
    """Whether one person plays alone or against AI players."""
    return len(table.humans()) == 1
