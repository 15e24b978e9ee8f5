"""Services: each covers one kind of thing that people may do, and is given what it needs.

`build_services` connects them: no service inherits from another, and none knows them all.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bot.ai.adviser import Adviser
from bot.ai.pool import Brains
from bot.ai.seats import AiSeats
from bot.service.advance import Advance
from bot.service.analyses import Analyses
from bot.service.cache import BUDGET, LiveTables
from bot.service.commits import Commits
from bot.service.lessons import Lessons
from bot.service.lobbies import Lobbies
from bot.service.moves import Moves
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
from bot.steps.spectators import WATCH
from bot.store.store import Store
from bot.table.advance import ADVANCE
from bot.table.post import LOST


class Services(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """All services on one store."""

    people: People
    tables: LiveTables
    commits: Commits
    advance: Advance
    moves: Moves
    proxies: Proxies
    lobbies: Lobbies
    lessons: Lessons
    votes: Votes
    seats: Seats
    servers: Servers
    reminders: Reminders
    places: Places
    reading: Reading
    replays: Replays
    sandboxes: Sandboxes
    analyses: Analyses
    spectators: Spectators
    privacy: Privacy
    statistics: Statistics
    standstill: Standstill
    startup: Startup
    adviser: Adviser
    ai_seats: AiSeats

    @property
    def on_due(self) -> dict[str, Does]:
        """Handler of each kind of due row."""
        return {
            "motion": self.votes.lapse,
            "pause": self.reminders.end_pause,
            REMINDER: self.reminders.remind,
            CALL: self.reminders.repeat_question,
            NEXT: self.reminders.announce_next,
            BACK: self.reminders.call_back,
            TIME_UP: self.reminders.apply_late_policy,
            IDLE: self.reminders.check_quiet_game,
            WATCH: self.spectators.call,
            ADVANCE: self.advance.make,
            LOST: self.places.retry_lost,
        }

    async def close(self) -> None:
        """Stop all AI work; the next start resumes it."""
        await self.ai_seats.close()
        await self.analyses.close()


def build_services(
    store: Store,
    brains: Brains,
    *,
    notify: Callable[[], None],
    people: People | None = None,
    budget: int = BUDGET,
) -> Services:
    """Build the services on a store; they call `notify` when there may be a new delivery."""
    people = people or People(store, {})
    tables, adviser = LiveTables(store, budget), Adviser(brains)
    # the only circular dependency: a saved step wakes the AI, and the AI's move is a step
    commits = Commits(
        tables, store, people, notify=notify, wake_ai=lambda table_id: ai_seats.wake(table_id)
    )
    advance = Advance(tables, commits, store)
    moves = Moves(tables, commits, store, people, adviser, advance)
    ai_seats = AiSeats(brains, store.clock, store.figures, load=moves.load, play=moves.play_for_ai)
    lobbies = Lobbies(tables, commits, store, people)
    votes = Votes(tables, commits, store, people)
    places = Places(tables, commits, store)
    analyses = Analyses(tables, store, brains, notify=notify)
    return Services(
        people=people,
        tables=tables,
        commits=commits,
        advance=advance,
        moves=moves,
        proxies=Proxies(tables, commits, store, adviser),
        lobbies=lobbies,
        lessons=Lessons(tables, commits, store, lobbies),
        votes=votes,
        seats=Seats(tables, commits, store, people, lobbies),
        servers=Servers(tables, store),
        reminders=Reminders(tables, commits, store, people),
        places=places,
        reading=Reading(tables, store),
        replays=Replays(tables),
        sandboxes=Sandboxes(tables, commits, store),
        analyses=analyses,
        spectators=Spectators(tables, commits, store, people),
        privacy=Privacy(tables, commits, store, people),
        statistics=Statistics(store),
        standstill=Standstill(store, people),
        startup=Startup(tables, commits, store, places, votes, analyses, ai_seats),
        adviser=adviser,
        ai_seats=ai_seats,
    )
