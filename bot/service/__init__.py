"""Services: each covers one kind of thing that people may do.

`Services` connects them. All share the tables, the people and the saving of steps (`base`); another
service that one needs is given to it, and none knows them all.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bot.ai.adviser import Adviser
from bot.ai.pool import Brains
from bot.ai.seats import AiSeats
from bot.service.absences import Absences
from bot.service.advance import Advance
from bot.service.analyses import Analyses
from bot.service.cache import BUDGET, LiveTables
from bot.service.commits import Commits, Decide
from bot.service.lessons import Lessons
from bot.service.lobbies import Lobbies
from bot.service.moves import Moves
from bot.service.onlookers import Onlookers
from bot.service.people import BACK, People
from bot.service.places import Places
from bot.service.privacy import Privacy
from bot.service.proxies import Proxies
from bot.service.reading import Reading
from bot.service.reminders import Reminders
from bot.service.replays import Replays
from bot.service.sandboxes import Sandboxes
from bot.service.scheduler import Does
from bot.service.seats import Seats
from bot.service.servers import Servers
from bot.service.spectators import Spectators
from bot.service.standstill import Standstill
from bot.service.startup import Startup
from bot.service.statistics import Statistics
from bot.service.votes import Votes
from bot.steps.calling import CALL
from bot.steps.deadlines import TIME_UP
from bot.steps.idle import IDLE
from bot.steps.next_up import NEXT
from bot.steps.reminders import REMINDER
from bot.steps.seats import PAUSE
from bot.steps.spectators import WATCH
from bot.store.motion_rows import MOTION
from bot.store.store import Store
from bot.table.advance import ADVANCE
from bot.table.post import LOST


class Services:
    """All services on one store; they call `notify` when there may be a new delivery."""

    def __init__(
        self,
        store: Store,
        brains: Brains,
        *,
        notify: Callable[[], None],
        people: People | None = None,
        budget: int = BUDGET,
    ) -> None:
        self.people = people = people or People(store, {})
        self.tables = LiveTables(store, budget)
        # the only circular dependency: a saved step wakes the AI, and the AI's move is a step
        self.commits = commits = Commits(
            self.tables,
            store,
            people,
            notify=notify,
            wake_ai=lambda table_id: self.ai_seats.wake(table_id),
        )
        self.adviser = Adviser(brains)
        self.advance = Advance(commits)
        self.lobbies = Lobbies(commits)
        self.lessons = Lessons(commits, self.lobbies)
        self.moves = Moves(commits, self.adviser, self.advance, self.lessons)
        self.ai_seats = AiSeats(
            brains, store.clock, store.figures, load=self.moves.load, play=self.moves.play_for_ai
        )
        self.proxies = Proxies(commits, self.adviser)
        self.votes = Votes(commits)
        self.seats = Seats(commits, self.lobbies)
        self.servers = Servers(commits)
        self.reminders = Reminders(commits)
        self.absences = Absences(commits)
        self.places = Places(commits)
        self.reading = Reading(commits)
        self.replays = Replays(commits)
        self.sandboxes = Sandboxes(commits)
        self.analyses = Analyses(commits, brains)
        self.spectators = Spectators(commits)
        self.onlookers = Onlookers(commits)
        self.privacy = Privacy(commits)
        self.statistics = Statistics(commits)
        self.standstill = Standstill(commits)
        self.startup = Startup(commits, self.places, self.votes, self.analyses, self.ai_seats)

    @property
    def on_due(self) -> dict[str, Does]:
        """Handler of each kind of due row."""
        at_table: dict[str, Decide] = {
            PAUSE: self.reminders.on_end_of_pause,
            REMINDER: self.reminders.on_reminder,
            CALL: self.reminders.on_call,
            NEXT: self.reminders.on_next,
            TIME_UP: self.reminders.on_time_up,
            WATCH: self.spectators.on_call,
            ADVANCE: self.advance.on_due,
        }
        return {
            MOTION: self.votes.lapse,
            BACK: self.absences.call_back,
            IDLE: self.reminders.check_quiet_game,
            LOST: lambda due: self.places.retry_deliveries(due.table_id or 0),
            **{kind: partial(self.commits.handle_due, decide) for kind, decide in at_table.items()},
        }

    async def stop_ai(self) -> None:
        """Stop all AI work; the next start resumes it."""
        await self.ai_seats.close()
        await self.analyses.close()
