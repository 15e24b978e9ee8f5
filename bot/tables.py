"""The one door to every table: who may do what, in what order, saved before it is shown."""

from __future__ import annotations

import logging

from bot.steps import announcements
from bot.table.changes import Ply
from bot.table.live import Asked, Candidate, CannotGoOn, HandPost, Look, Menu, Prompt, Recap, Turn
from bot.table.seating import NotSeated, Person, SeatHolder, StaleClick, Status, Table
from bot.verbs.absence import AbsenceVerbs
from bot.verbs.agreeing import AgreeingVerbs
from bot.verbs.analysing import AnalysingVerbs
from bot.verbs.digest import DigestVerbs
from bot.verbs.forgetting import ForgettingVerbs
from bot.verbs.looking import LookingVerbs
from bot.verbs.naming import NamingVerbs
from bot.verbs.places import PlaceVerbs
from bot.verbs.playing import PlayingVerbs
from bot.verbs.refereeing import RefereeVerbs
from bot.verbs.reminding import RemindingVerbs
from bot.verbs.seats import SeatVerbs
from bot.verbs.servers import ServerVerbs
from bot.verbs.sleeping import SleepVerbs
from rules import registry

__all__ = [
    "Asked",
    "Candidate",
    "HandPost",
    "Look",
    "Menu",
    "NotSeated",
    "Person",
    "Ply",
    "Prompt",
    "Recap",
    "SeatHolder",
    "StaleClick",
    "Status",
    "Table",
    "Tables",
    "Turn",
]

log = logging.getLogger(__name__)


class Tables(
    ForgettingVerbs,
    NamingVerbs,
    PlaceVerbs,
    SeatVerbs,
    RefereeVerbs,
    AgreeingVerbs,
    AbsenceVerbs,
    DigestVerbs,
    PlayingVerbs,
    SleepVerbs,
    LookingVerbs,
    RemindingVerbs,
    AnalysingVerbs,
    ServerVerbs,
):
    """All tables of the bot. Every change adds one to a table's revision and is saved whole."""

    async def resume(self) -> None:
        """After a start: show lobbies without a post, count motions, wake AI seats and analyses."""
        for table_id in await self._store.lobbies_without_post():
            try:
                await self.show_again(table_id)
            except Exception:
                log.exception("The lobby %s is not shown for now", table_id)
        await self.count_motions()
        for table_id in await self._store.live_with_ai():
            self._machines.wake(table_id)
        await self._resume_analyses()

    async def bring_along(self) -> None:
        """After a start: look at the games that other rules have written, or that were stuck."""
        versions = {key: game.facts.version for key, game in registry.games().items()}
        for table_id in await self._store.of_other_rules(versions):
            try:
                await self._bring_along(table_id)
            except Exception:
                log.exception("Table %s is looked at when somebody comes", table_id)
        self._notify()

    async def _bring_along(self, table_id: int) -> None:
        """Tell people once that their game is stuck; show it again once it goes on."""
        async with self._alone(table_id):
            try:
                stuck, post = False, announcements.again(await self._load(table_id))
            except CannotGoOn:
                people = (await self.get(table_id)).humans()
                stuck, post = True, announcements.notice("table.notice_stuck", people)
            await self._store.set_stuck(table_id, stuck, post)

    async def close(self) -> None:
        """Let no AI begin anything more; the next start goes on where this one stopped."""
        await self._machines.close()
        await self._analyses.close()
