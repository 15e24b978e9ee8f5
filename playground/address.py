"""Address of the server, kept even while it accepts no connections."""

from __future__ import annotations

import os
import socket

from aiohttp import web


class Address:
    """A host and a port that stay reserved; they refuse connections while shut."""

    def __init__(self, runner: web.AppRunner, host: str, port: int) -> None:
        self._runner = runner
        self._socket = _reserve(host, port)
        self._site: web.SockSite | None = None
        named = f"[{host}]" if ":" in host else host
        self.name = f"{named}:{self._socket.getsockname()[1]}"
        """As in a URL: `127.0.0.1:8080`."""

    async def open(self) -> None:
        """Accept connections."""
        self._site = web.SockSite(self._runner, self._socket)
        await self._site.start()

    async def shut(self) -> None:
        """Abort all connections and refuse new ones, as without a network."""
        if self._site is None or self._runner.server is None:
            return
        host, port = self._socket.getsockname()[:2]
        await self._site.stop()
        self._site = None
        for connection in self._runner.server.connections:
            if connection.transport is not None:
                connection.transport.abort()
        self._socket = _reserve(host, port)

    def close(self) -> None:
        """Release the address."""
        self._socket.close()


def _reserve(host: str, port: int) -> socket.socket:
    """A bound socket that does not listen; port 0 takes any free one."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    reserved = socket.socket(family, kind, protocol)
    if os.name == "posix":
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(address)
    return reserved
