"""The figures for Prometheus, on an address of this machine only.

Counters begin at 0 with the process. No label names a person, a server or a table, and no sample
says anything about a hand.
"""

from __future__ import annotations

from types import TracebackType
from typing import Final, Self

from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from bot.figures import Observer, Stock

LOOPBACK: Final = "127.0.0.1"
LOOPBACK_NAMES: Final = frozenset({"localhost", LOOPBACK, "::1"})
SECONDS: Final = (0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 30, 60, 300)
"""Upper bounds of the histograms of times."""


class Metrics(Observer):
    """Counts everything that the figures hear of."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self._moves = Counter(
            "hexagora_moves", "Moves that were saved", ("game", "by"), registry=registry
        )
        self._ai_moves = self._seconds("ai", "Time that an AI seat took to choose a move")
        self._pictures = self._seconds("picture", "Time to draw a picture that somebody waits for")
        self._deliveries = self._seconds(
            "delivery", "Time from the moment of a delivery to its display"
        )
        self._refusals = Counter(
            "hexagora_refusals",
            "Deliveries that were given up, by Discord's code",
            ("code",),
            registry=registry,
        )
        self._faults = Counter("hexagora_faults", "Faults of Hexagora itself", registry=registry)
        self._queue = Gauge(
            "hexagora_overdue_deliveries", "Deliveries whose moment has come", registry=registry
        )
        self._tables = Gauge(
            "hexagora_tables", "Tables by game and status", ("game", "status"), registry=registry
        )
        self._bytes = Gauge(
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

    @property
    def page(self) -> bytes:
        """All samples in the text format of Prometheus."""
        return generate_latest(self.registry)

    # ---- what it hears of ------------------------------------------------------------------------

    def move(self, game: str, *, ai: bool) -> None:
        """Count a move."""
        self._moves.labels(game, "ai" if ai else "person").inc()

    def ai_move(self, seconds: float) -> None:
        """Count a choice of an AI seat."""
        self._ai_moves.observe(seconds)

    def picture(self, seconds: float) -> None:
        """Count a picture."""
        self._pictures.observe(seconds)

    def delivery(self, seconds: float) -> None:
        """Count a delivery."""
        self._deliveries.observe(seconds)

    def refusal(self, code: int | None) -> None:
        """Count a delivery that was given up."""
        self._refusals.labels("none" if code is None else str(code)).inc()

    def fault(self) -> None:
        """Count a fault."""
        self._faults.inc()

    def queue(self, length: int) -> None:
        """Set the number of overdue deliveries."""
        self._queue.set(length)

    def stock(self, stock: Stock) -> None:
        """Set what the database holds; kinds of tables that are gone disappear."""
        self._tables.clear()
        for (game, status), number in stock.tables.items():
            self._tables.labels(game, status).set(number)
        self._bytes.labels("database").set(stock.database_bytes)
        self._bytes.labels("wal").set(stock.wal_bytes)


class MetricsPage:
    """Serves the samples at `/metrics`: `async with MetricsPage(metrics, port) as page: ...`."""

    def __init__(self, metrics: Metrics, port: int) -> None:
        self._metrics, self._port = metrics, port
        application = web.Application()
        application.router.add_get("/metrics", self._show)
        self._runner = web.AppRunner(application, access_log=None)

    async def __aenter__(self) -> Self:
        """Begin to listen. Raises OSError where the port is taken."""
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, LOOPBACK, self._port).start()
        except BaseException:
            await self._runner.cleanup()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        await self._runner.cleanup()

    @property
    def url(self) -> str:
        """Address of the page."""
        host, port = self._runner.addresses[0][:2]
        return f"http://{host}:{port}/metrics"

    async def _show(self, request: web.Request) -> web.Response:
        """Show the samples; not to a page of another site, whose name leads to this machine."""
        if request.url.host not in LOOPBACK_NAMES:
            raise web.HTTPForbidden(text="loopback only")
        return web.Response(body=self._metrics.page, headers={"Content-Type": CONTENT_TYPE_LATEST})
