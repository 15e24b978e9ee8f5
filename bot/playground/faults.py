"""Misfortunes on demand: what goes wrong between a bot and Discord, once, when asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.playground.errors import CallRefused, Json

CATALOGUE: Mapping[str, Mapping[str, Any]] = {
    "gateway_close": {"code": 4000},
    "gateway_reconnect": {},
    "gateway_invalid": {"resumable": False},
    "http_error": {"status": 503, "count": 1, "path": ""},
    "rate_limit": {"retry_after": 1.0, "via": True, "global": False, "count": 1, "path": ""},
    "forbidden_dm": {"count": 1},
    "unknown_message": {"count": 1},
    "unknown_interaction": {"count": 1},
    "old_message": {"count": 1},
    "twice": {"count": 1},
    "slow": {"seconds": 2.0, "count": 1, "path": ""},
    "drop": {"count": 1, "path": ""},
    "upload_fails": {"count": 1},
}
"""The faults and their arguments; PROTOCOL.md says what each does."""


class Faults:
    """Which faults wait for their moment."""

    def __init__(self) -> None:
        self._waiting: list[tuple[str, Json]] = []
        self.at_once: Callable[[str, Json], None] = lambda name, args: None
        """Carries out what concerns the gateway; set by the server."""

    def inject(self, name: str, /, **args: Any) -> None:
        """Order a fault: `faults.inject("http_error", status=500, path="/messages")`."""
        if name not in CATALOGUE or not args.keys() <= CATALOGUE[name].keys():
            raise CallRefused("playground.unknown_fault", name=name)
        complete = {**CATALOGUE[name], **args}
        if name.startswith("gateway_"):
            self.at_once(name, complete)
        else:
            self._waiting.append((name, complete))

    def take(self, name: str, path: str = "") -> Json | None:
        """The arguments of a waiting fault if it strikes here; used up when its count is."""
        for index, (kind, args) in enumerate(self._waiting):
            if kind == name and args.get("path", "") in path:
                args["count"] -= 1
                if args["count"] <= 0:
                    del self._waiting[index]
                return args
        return None

    def clear(self) -> None:
        """Forget all that waits."""
        self._waiting.clear()

    def shown(self) -> list[Json]:
        """The catalogue for the page."""
        return [{"name": name, "args": dict(args)} for name, args in CATALOGUE.items()]
