"""Figures of the running bot: counts of each hour, and troubles that begin and end.

The log has one line when a trouble begins and one when it ends; between them it is only counted.
`bot.host.heartbeats` writes the figures to a file once a minute for `./run doctor --running`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import traceback
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import msgspec

from bot.clock import Clock
from bot.connection.outages import reason
from bot.database import BadStore, DriverError, disk_trouble
from bot.i18n import text
from bot.meters import DISK, Meters

log = logging.getLogger(__name__)

SLOW_PICTURE: Final = 2.0
"""Seconds of drawing above which a picture is slow."""
SLOW_DELIVERY: Final = 5.0
"""Seconds between the moment a delivery is due and its display above which it is slow."""
LONG_QUEUE: Final = 225
"""Overdue deliveries above which the queue is long: about as many as go out in five seconds."""
CALM: Final = timedelta(minutes=10)
"""Time without a new occurrence after which a trouble has ended."""
CALMING: Final = frozenset(
    {"slow_picture", "late_picture", "painter", "slow_delivery", "long_queue", "refused", "fault"}
)
"""Kinds of troubles that end only by `CALM`."""
REFUSED_WRITES: Final = frozenset({"disk_full", "disk_read_only", "disk_failing"})
"""Kinds of troubles that end once the database takes a write."""
OLD_COPY: Final = timedelta(days=2)
"""Age of the newest copy of the database from which it is a trouble."""
CALM_DISK: Final = timedelta(minutes=1)
"""A full disk may still take small writes: only a write this long after an error counts."""
HOUR: Final = timedelta(hours=1)
MEBIBYTE: Final = 2**20
HOUSE: Final = Path(__file__).parents[1]


class Reported(Exception):
    """A failure that is no fault of its own: its cause has been reported as a trouble."""


class ForeignFault(Exception):
    """A fault in another process, whose traceback is its message."""

    def __init__(self, kind: str, frames: Sequence[tuple[str, int]], traceback: str) -> None:
        super().__init__(traceback)
        self.kind = kind
        self.frames = frames
        """File and line of each call, the innermost last."""


class Hour(msgspec.Struct, kw_only=True):
    """Counts since a moment."""

    since: datetime
    pictures: int = 0
    slowest_picture: float = 0.0
    """Seconds."""
    deliveries: int = 0
    slowest_delivery: float = 0.0
    """Seconds."""
    longest_queue: int = 0
    refusals: int = 0
    faults: int = 0


class Trouble(msgspec.Struct, kw_only=True):
    """A trouble that has not ended."""

    kind: str
    cause: str
    """Text that tells troubles of one kind apart; "" where a kind has only one."""
    place: str = ""
    """Place of its first occurrence, or the text of its first error."""
    since: datetime
    newest: datetime
    """Moment of its newest occurrence."""
    times: int = 0
    worst: float = 0.0
    """Largest measure so far: seconds, or waiting deliveries."""

    @property
    def sentence_args(self) -> dict[str, Any]:
        """Arguments of the sentences about it."""
        minutes = round((self.newest - self.since) / timedelta(minutes=1))
        return {
            "cause": self.cause,
            "place": self.place,
            "n": self.times,
            "minutes": minutes,
            "worst": round(self.worst, 1),
        }


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All figures at one moment, as another process reads them."""

    began: datetime
    """Moment when the process began."""
    hour: Hour
    """Counts of the hour under way."""
    last_hour: Hour | None
    troubles: list[Trouble]
    connected: datetime | None = None
    """Moment when the bot last began to work on Discord; None before the first time."""
    pid: int = 0
    """Process that writes this."""


class Stock(msgspec.Struct, frozen=True):
    """What the database holds at one moment."""

    tables: Mapping[tuple[str, str], int]
    """Number of tables by game and status."""
    database_bytes: int
    wal_bytes: int
    """Bytes of the write-ahead log beside the database."""


class Figures:
    """Figures of one process, reported by the code that measures; call `look` once a minute."""

    def __init__(self, clock: Clock, language: str = "en") -> None:
        self.clock, self.language = clock, language
        self.meters = Meters()
        self.began = clock.now()
        self.hour = Hour(since=self.began)
        self.last_hour: Hour | None = None
        self.troubles: dict[tuple[str, str], Trouble] = {}
        self.connected: datetime | None = None
        self.news = asyncio.Event()
        """Set when the report is worth writing at once."""
        self.sampler: Callable[[], Awaitable[None]] | None = None
        """Measures what is not reported by itself; None where no database is open."""

    @property
    def report(self) -> Report:
        """The figures as they stand."""
        return Report(
            began=self.began,
            hour=self.hour,
            last_hour=self.last_hour,
            troubles=list(self.troubles.values()),
            connected=self.connected,
            pid=os.getpid(),
        )

    # ---- measures --------------------------------------------------------------------------------

    def connect(self) -> None:
        """Note that a connection to Discord stands: the bot plays there from now on."""
        self.connected = self.clock.now()
        self.news.set()

    def move(self, game: str, *, ai: bool) -> None:
        """Note a move that was saved."""
        self.meters.moves.labels(game, "ai" if ai else "person").inc()

    def ai_move(self, seconds: float) -> None:
        """Note how long an AI seat took to choose a move."""
        self.meters.ai_moves.observe(seconds)

    def stock(self, stock: Stock) -> None:
        """Note what the database holds."""
        self.meters.show_tables(stock.tables)
        self.meters.bytes.labels("database").set(stock.database_bytes)
        self.meters.bytes.labels("wal").set(stock.wal_bytes)

    def picture(self, seconds: float = 0.0) -> None:
        """Count a picture by the seconds that it took to draw; by none if it may be slow."""
        self.meters.pictures.observe(seconds)
        self.hour.pictures += 1
        self.hour.slowest_picture = max(self.hour.slowest_picture, seconds)
        if seconds > SLOW_PICTURE:
            self._meet("slow_picture", worst=seconds)

    def late_picture(self) -> None:
        """Note that the words of a post went ahead, as its picture had to wait for too long."""
        self._meet("late_picture")

    def painter_failure(self, reason: str) -> None:
        """Note that a process that draws has died, hangs or does not start."""
        self._meet("painter", place=reason)

    def delivery(self, seconds: float) -> None:
        """Count a delivery that was shown `seconds` after it was due."""
        self.meters.deliveries.observe(seconds)
        self.hour.deliveries += 1
        self.hour.slowest_delivery = max(self.hour.slowest_delivery, seconds)
        if seconds > SLOW_DELIVERY:
            self._meet("slow_delivery", worst=seconds)

    def queue(self, length: int) -> None:
        """Note the number of overdue deliveries."""
        self.meters.queue.set(length)
        self.hour.longest_queue = max(self.hour.longest_queue, length)
        if length > LONG_QUEUE:
            self._meet("long_queue", worst=length)

    def refusal(self, error: Exception, place: str) -> None:
        """Count a delivery that was given up because of an error."""
        code = getattr(error, "code", None)
        self.meters.refusals.labels("none" if code is None else str(code)).inc()
        self.hour.refusals += 1
        self._meet("refused", reason(error), place=place)

    # ---- errors ----------------------------------------------------------------------------------

    def fault(self, place: str, error: BaseException) -> bool:
        """Count a fault of our own; True where it is new and its traceback was logged.

        An error of the disk is not counted here: `store_failure` reports it. Nor is `Reported`.
        """
        if is_told(error):
            return False
        self.meters.faults.inc()
        self.hour.faults += 1
        return self._meet("fault", fault_cause(error), place=place, error=error)

    @contextmanager
    def guard(self, place: str) -> Iterator[None]:
        """Block whose fault is counted, so that it keeps nothing else from being done."""
        try:
            yield
        except Exception as error:
            self.fault(place, error)

    def store_failure(self, error: BaseException) -> None:
        """Note an error of the database if its disk is the cause."""
        if kind := disk_trouble(error):
            self._meet(f"disk_{kind}")

    @property
    def disk_troubles(self) -> list[Trouble]:
        """Troubles of the disk that have not ended."""
        return [trouble for trouble in self.troubles.values() if trouble.kind in REFUSED_WRITES]

    def store_success(self) -> None:
        """Note that the database has taken a test write, which may end troubles of its disk."""
        for trouble in self.disk_troubles:
            if self.clock.now() - trouble.newest >= CALM_DISK:
                self._end(trouble.kind)

    def disk_room(self, free: int, needed: int) -> None:
        """Note the free bytes of the database's disk, and those that the games need to go on."""
        if free < needed:
            self._meet("disk_nearly_full", worst=-(-(needed - free) // MEBIBYTE))
        else:
            self._end("disk_nearly_full")

    def newest_copy(self, moment: datetime | None) -> None:
        """Note when the newest copy of the database was made; None where there is none."""
        self.meters.newest_copy.set(moment.timestamp() if moment else 0)
        if self.clock.now() - max(moment or self.began, self.began) > OLD_COPY:
            self._meet("no_copy", worst=OLD_COPY // timedelta(days=1))
        else:
            self._end("no_copy")

    def port_taken(self, port: int) -> None:
        """Note that another program has the port of the figures for Prometheus."""
        self._meet("port_taken", str(port))

    def code(self, *, is_new: bool) -> None:
        """Note whether the code on the disk is newer than what runs: processes would mix them."""
        if is_new:
            self._meet("other_code")
        else:
            self._end("other_code")

    def newer_version(self, name: str) -> None:
        """Note the newest version that could be had in place of this one; "" for none."""
        for kind, cause in [*self.troubles]:
            if kind == "newer_version" and cause != name:
                self._end(kind, cause)
        if name:
            self._meet("newer_version", name)

    def chore_failure(self, name: str, error: Exception) -> None:
        """Note that a chore has failed and will be tried again later."""
        if is_told(error):
            return
        if isinstance(error, BadStore):
            cause = f"{name}: {error.code}"
            self._meet("chore", cause, place=error.sentence(self.language))
        else:
            self._meet("chore", f"{name}: {fault_cause(error)}", place=str(error), error=error)

    def chore_success(self, name: str) -> None:
        """Note that a chore has succeeded, which ends all its troubles."""
        for kind, cause in [*self.troubles]:
            if kind == "chore" and cause.startswith(f"{name}: "):
                self._end(kind, cause)

    # ---- beginning and end -----------------------------------------------------------------------

    def _meet(
        self,
        kind: str,
        cause: str = "",
        *,
        worst: float = 0.0,
        place: str = "",
        error: BaseException | None = None,
    ) -> bool:
        """Count an occurrence of a trouble; True where it is new, and then logged."""
        now = self.clock.now()
        trouble = self.troubles.get((kind, cause))
        is_new = trouble is None
        if trouble is None:
            trouble = Trouble(kind=kind, cause=cause, place=place, since=now, newest=now)
            self.troubles[kind, cause] = trouble
        trouble.newest, trouble.times = now, trouble.times + 1
        trouble.worst = max(trouble.worst, worst)
        if is_new:
            level = logging.WARNING if error is None else logging.ERROR
            log.log(level, "%s", beginning(trouble, self.language), exc_info=error)
        return is_new

    def _end(self, kind: str, cause: str = "") -> None:
        """Log that a trouble has ended, if it had begun."""
        trouble = self.troubles.pop((kind, cause), None)
        if trouble is not None:
            log.info("%s", text(f"figures.{kind}_ends", self.language, **trouble.sentence_args))

    # ---- once a minute ---------------------------------------------------------------------------

    async def look(self) -> None:
        """Call the sampler, end troubles that have calmed down, and close an hour that is over."""
        if self.sampler is not None:
            await self.sampler()
        now = self.clock.now()
        for kind, cause in [*self.troubles]:
            if kind in CALMING and now - self.troubles[kind, cause].newest >= CALM:
                self._end(kind, cause)
        for kind in DISK:
            self.meters.disk.labels(kind).set((kind, "") in self.troubles)
        if now - self.hour.since >= HOUR:
            log.info("%s", hour_line(self.hour, self.language))
            self.last_hour, self.hour = self.hour, Hour(since=now)


def is_told(error: BaseException) -> bool:
    """Whether an error comes from a trouble that has been reported: of a disk, or of a process."""
    if isinstance(error, Reported):
        return True
    return isinstance(error, DriverError) and disk_trouble(error) is not None


def beginning(trouble: Trouble, language: str) -> str:
    """Sentence that announces a trouble."""
    return text(f"figures.{trouble.kind}_begins", language, **trouble.sentence_args)


def hour_line(hour: Hour, language: str) -> str:
    """Counts of an hour in one line."""
    rounded = msgspec.structs.replace(
        hour,
        slowest_picture=round(hour.slowest_picture, 1),
        slowest_delivery=round(hour.slowest_delivery, 1),
    )
    args = {**msgspec.structs.asdict(rounded), "since": minute(hour.since)}
    return text("figures.hour", language, **args)


def minute(moment: datetime) -> str:
    """A moment in UTC, to the minute."""
    return f"{moment:%Y-%m-%d %H:%M}"


def fault_cause(error: BaseException) -> str:
    """Kind of an error and the innermost line of our own code, as in "KeyError in a.py:7".

    The error's message is left out: it may differ each time, or hold a secret.
    """
    if isinstance(error, ForeignFault):
        kind, frames = error.kind, list(error.frames)
    else:
        kind, calls = type(error).__name__, traceback.extract_tb(error.__traceback__)
        frames = [(call.filename, call.lineno or 0) for call in calls]
    own_frames = [frame for frame in frames if is_own(frame[0])] or frames
    if not own_frames:
        return kind
    filename, line = own_frames[-1]
    return f"{kind} in {Path(filename).name}:{line}"


def is_own(filename: str) -> bool:
    """Whether a source file belongs to this project."""
    path = Path(filename)
    return path.is_relative_to(HOUSE) and ".venv" not in path.parts
