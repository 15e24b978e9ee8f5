"""The page of the meters for Prometheus, on an address of this machine only."""

from __future__ import annotations

from types import TracebackType
from typing import Final, Self

from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

LOOPBACK: Final = "127.0.0.1"
LOOPBACK_NAMES: Final = frozenset({"localhost", LOOPBACK, "::1"})


class MetricsPage:
    """Serves the samples at `/metrics`: `async with MetricsPage(registry, port) as page: ...`."""

    def __init__(self, registry: CollectorRegistry, port: int) -> None:
        self._registry, self._port = registry, port
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
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
        headers = {"Content-Type": CONTENT_TYPE_LATEST}
        return web.Response(body=generate_latest(self._registry), headers=headers)
