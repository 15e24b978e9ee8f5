"""The counters of the process, as Prometheus reads them: each begins at 0 with the process.

No label names a person, a server or a table, and no sample says anything about a hand.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

SECONDS: Final = (0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 30, 60, 300)
"""Upper bounds of the histograms of times."""


class Meters:
    """All that is counted, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.moves = Counter(
            "hexagora_moves", "Moves that were saved", ("game", "by"), registry=registry
        )
        self.ai_moves = self._seconds("ai", "Time that an AI seat took to choose a move")
        self.pictures = self._seconds("picture", "Time to draw a picture that somebody waits for")
        self.deliveries = self._seconds(
            "delivery", "Time from the moment of a delivery to its display"
        )
        self.refusals = Counter(
            "hexagora_refusals",
            "Deliveries that were given up, by Discord's code",
            ("code",),
            registry=registry,
        )
        self.faults = Counter("hexagora_faults", "Faults of Hexagora itself", registry=registry)
        self.queue = Gauge(
            "hexagora_overdue_deliveries", "Deliveries whose moment has come", registry=registry
        )
        self.tables = Gauge(
            "hexagora_tables", "Tables by game and status", ("game", "status"), registry=registry
        )
        self.bytes = Gauge(
            "hexagora_database_bytes",
            "Size of the database and of its write-ahead log",
            ("file",),
            registry=registry,
        )

    def _seconds(self, name: str, description: str) -> Histogram:
        """Histogram of times in seconds."""
        return Histogram(
            f"hexagora_{name}_seconds", description, buckets=SECONDS, registry=self.registry
        )
