"""The counters of the process, as Prometheus reads them: each begins at 0 with the process.

All known labels are there from the start: a sample that appears with its first occurrence would
hide that from an alert about increases.

No label names a person, a server or a table, and no sample says anything about a hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import product
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from bot.connection import answers
from bot.table.seating import Status
from rules.registry import games

SECONDS: Final = (0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 30, 60, 300)
"""Upper bounds of the histograms of times."""
REFUSALS: Final = (*sorted(answers.PLACES | answers.PEOPLE | answers.MESSAGES), "none")
"""Codes by which Discord refuses a delivery; "none" for an answer without a code."""
DISK: Final = ("disk_full", "disk_read_only", "disk_failing", "disk_nearly_full")
"""Troubles of the disk."""


class Meters:
    """All that is counted, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        counter, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        self.moves = counter("hexagora_moves", "Moves that were saved", ("game", "by"))
        self.ai_moves = self._seconds("ai", "Time that an AI seat took to choose a move")
        self.pictures = self._seconds("picture", "Time to draw a picture that somebody waits for")
        self.deliveries = self._seconds(
            "delivery", "Time from the moment of a delivery to its display"
        )
        self.refusals = counter(
            "hexagora_refusals", "Deliveries that were given up, by Discord's code", ("code",)
        )
        self.faults = counter("hexagora_faults", "Faults of Hexagora itself")
        self.queue = gauge("hexagora_overdue_deliveries", "Deliveries whose moment has come")
        self.tables = gauge("hexagora_tables", "Tables by game and status", ("game", "status"))
        self.bytes = gauge(
            "hexagora_database_bytes",
            "Size of the database and of its write-ahead log",
            ("file",),
        )
        self.connected = gauge(
            "hexagora_connected", "Share of the connections to Discord that stand"
        )
        self.newest_copy = gauge(
            "hexagora_newest_copy_timestamp_seconds",
            "Moment of the newest daily copy of the database; 0 without one",
        )
        self.disk = gauge(
            "hexagora_disk_trouble", "Whether the disk of the database is in trouble", ("kind",)
        )
        for labels in product(games(), ("person", "ai")):
            self.moves.labels(*labels)
        self.show_tables({})
        for file in ("database", "wal"):
            self.bytes.labels(file)
        for code in REFUSALS:
            self.refusals.labels(code)
        for kind in DISK:
            self.disk.labels(kind)

    def show_tables(self, numbers: Mapping[tuple[str, str], int]) -> None:
        """Show these numbers of tables by game and status, and no others than 0."""
        self.tables.clear()
        known: dict[tuple[str, str], int] = dict.fromkeys(product(games(), Status), 0)
        for labels, number in {**known, **numbers}.items():
            self.tables.labels(*labels).set(number)

    def _seconds(self, name: str, description: str) -> Histogram:
        return Histogram(
            f"hexagora_{name}_seconds", description, buckets=SECONDS, registry=self.registry
        )
