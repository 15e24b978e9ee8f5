"""First lessons: opened with a fixed deal, followed step by step, closed by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

from msgspec.structs import replace

from bot.service.base import Service
from bot.service.commits import Commits
from bot.service.lobbies import Lobbies
from bot.steps import announcements, lessons, moves
from bot.steps.lessons import Progress
from bot.store import table_lists
from bot.table import seating
from bot.table.changes import Secret
from bot.table.encoding import stamp
from bot.table.live import LiveTable
from bot.table.names import bold
from bot.table.options import Entry, Terms
from bot.table.seating import Occupant, Person, Purpose, Status, Table
from rules import levels, registry
from rules.contract import RulesError
from rules.lesson import LEARNER, Lesson, Step
from rules.notation import SEPARATOR

LASTS = timedelta(days=7)
"""Time without a move after which a lesson closes by itself."""
KEPT = 20
"""Number of lines to keep, as a panel asks for one first and ★ shows it later."""
SALT = "0" * 32
"""Salt of every lesson: its deal is no secret, and its AI players always play alike."""


class Lessons(Service):
    """Lessons of newcomers, each at a table of its own in a thread of its own."""

    def __init__(self, commits: Commits, lobbies: Lobbies) -> None:
        super().__init__(commits)
        self._lobbies = lobbies
        self._ways: dict[tuple[int, int, str], str] = {}
        """Lines that do a step of a lesson, by its table, its revision and the step."""

    # ---- opened ----------------------------------------------------------------------------------

    async def under_way(self, game: str, guild_id: int, user_id: int) -> Table | None:
        """Return a person's lesson of a game on a server that is not over, if any."""
        running_lesson = (Purpose.LESSON, game, Status.LIVE)
        for table in await self._store.read(table_lists.of_player, user_id, guild_id):
            if (table.purpose, table.game, table.status) == running_lesson:
                return table
        return None

    async def open(
        self, game: str, *, guild_id: int, thread_id: int, person: Person, language: str
    ) -> Table:
        """Open a lesson in a thread, and deal at once. Raises RulesError where there is none."""
        lesson = lesson_of(game)
        secret = Secret(f"{lesson.seed:032x}", SALT)
        table = Table(
            game=game,
            guild_id=guild_id,
            channel_id=thread_id,
            home_id=thread_id,
            in_thread=False,
            host_id=person.user_id,
            purpose=Purpose.LESSON,
            language=language,
            size=lesson.seats,
            drawn=False,
            options=dict(lesson.options),
            terms=Terms(entry=Entry.INVITED),
            seats=(Occupant(person.user_id, person.name),),
            commitment=secret.commitment,
            version=registry.get(game).facts.version,
            opened_at=stamp(self._now),
        )
        table = seating.configure(table, ai=[levels.EASY] * (lesson.seats - 1))
        after, dealt = moves.deal(LiveTable(table, secret, state=None, plies=0, result=None))
        welcome = announcements.notice("lesson.welcome", name=bold(person.name))
        opened = lessons.quiet(replace(dealt, posts=(welcome, *dealt.posts)), log=())
        live = replace(after, table=await self._store.open_table(opened, secret))
        self._tables.keep(live)
        self._commits.wake(live)
        return live.table

    async def open_real_table(self, table_id: int, channel_id: int, person: Person) -> Table:
        """Open the lobby of a real table of a lesson's game in a channel; its post follows."""
        lesson = await self._tables.get(table_id)
        return await self._lobbies.open(
            game=lesson.game,
            guild_id=lesson.guild_id,
            channel_id=channel_id,
            host=person,
            size=max(registry.get(lesson.game).facts.seats),
            options={},
            language=lesson.language,
            in_thread=True,
            is_posted=True,
        )

    # ---- followed --------------------------------------------------------------------------------

    async def progress(self, table_id: int) -> Progress | None:
        """Return how far a lesson is, and whether its step can be done; None for other tables."""
        async with self._tables.hold(table_id) as live:
            progress = lessons.progress(live.table, await self._tables.log(table_id))
        if progress is None or LEARNER not in live.to_act:
            return progress
        return await self._progress_in_turn(live, progress)

    async def advice(self, live: LiveTable, tokens: Sequence[str]) -> str:
        """Return a line of moves that does the present step, and whose first has these tokens.

        "" at other tables, and where the step is done or cannot be done.
        """
        progress = lessons.progress(live.table, await self._tables.log(live.table.id))
        if progress is None:
            return ""
        progress = await self._progress_in_turn(live, progress)
        if progress.step is None or progress.is_done:
            return ""
        line = await self._way(live, progress.step)
        first, _, _ = line.partition(SEPARATOR)
        return line if first.split()[: len(tokens)] == list(tokens) else ""

    async def _progress_in_turn(self, live: LiveTable, progress: Progress) -> Progress:
        """Return the progress with the first step that the turn under way has done or can do."""
        for alternative in lessons.alternatives(live.table, progress):
            now = lessons.with_turn(alternative, live)
            if now.step is None or now.is_done or await self._way(live, now.step):
                return now
        return replace(lessons.with_turn(progress, live), can=False)

    async def _way(self, live: LiveTable, step: Step) -> str:
        """Return a line of moves that does a step, in notation; it is sought once a position."""
        key = (live.table.id, live.table.revision, step.name)
        if (line := self._ways.get(key)) is None:
            line = await asyncio.to_thread(lessons.way, live, step)
            self._ways[key] = line
            while len(self._ways) > KEPT:
                del self._ways[next(iter(self._ways))]
        return line

    # ---- closed ----------------------------------------------------------------------------------

    async def close(self, table_id: int, user_id: int) -> Table:
        """Close a person's lesson. Refuses other tables and other people."""
        async with self._tables.lock(table_id):
            live = await self._tables.load_without_state(table_id)
            if live.table.purpose is not Purpose.LESSON:
                raise RulesError("table.not_found")
            live.table.require(Status.LIVE)
            live.table.require_host(user_id)
            return await self._commits.save(*moves.cancel(live, user_id))

    async def close_stale(self) -> list[Table]:
        """Close the lessons that nobody has gone on with for long; return them."""
        closed = []
        before = stamp(self._now - LASTS)
        for table_id, user_id in await self._store.read(table_lists.stale_lessons, before):
            guard = self._store.figures.guard(f"The lesson {table_id} stays open for now")
            with guard, suppress(RulesError):  # it may have been closed in between
                closed.append(await self.close(table_id, user_id))
        return closed


def lesson_of(game: str) -> Lesson:
    """The lesson of a game. Raises RulesError where it has none."""
    lesson = registry.get(game).lesson
    if lesson is None:
        raise RulesError("lesson.none", game=registry.get(game).facts.title)
    return lesson
