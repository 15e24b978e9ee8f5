"""An alarm for everything that becomes due while a table waits, on a clock that the test moves."""

from __future__ import annotations

from bot.service import Services
from bot.service.people import BACK
from bot.service.scheduler import Scheduler
from bot.steps.deadlines import TIME_UP
from bot.steps.idle import IDLE
from bot.steps.next_up import NEXT
from bot.steps.reminders import REMINDER
from bot.steps.spectators import WATCH
from bot.store.store import Store
from bot.table.advance import ADVANCE


def alarm_of(store: Store, services: Services) -> Scheduler:
    """Scheduler of reminders, calls, deadlines, absences, pauses, votes and idle games."""
    reminders = services.reminders
    return Scheduler(
        store,
        {
            REMINDER: reminders.remind,
            BACK: reminders.call_back,
            NEXT: reminders.announce_next,
            WATCH: services.spectators.call,
            ADVANCE: services.advance.make,
            TIME_UP: reminders.apply_late_policy,
            IDLE: reminders.check_quiet_game,
            "pause": reminders.end_pause,
            "motion": services.votes.lapse,
        },
    )
