"""Faults between the bot and Discord, ordered by a test or a page."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from playground.errors import KNOWN, CallRefused, Json

ANYWHERE = {"method": "", "path": "", "count": 1}
"""Requests that a fault strikes: regular expressions, and how many requests."""
EDIT = {"method": "PATCH", "path": r"^/channels/\d+/messages/\d+$", "count": 1}
NEW_THREAD = {"method": "POST", "path": "/threads$", "count": 1}
CALLBACK = {"method": "POST", "path": "/callback$", "count": 1}
PAGE = "<!DOCTYPE html><html><head><title>Attention Required!</title></head></html>"
"""Page by which a proxy in front of Discord blocks a request."""

CATALOGUE: Mapping[str, Mapping[str, Any]] = {
    "gateway_close": {"code": 4000},
    "gateway_reconnect": {},
    "gateway_invalid": {"resumable": False},
    "gateway_event": {"event": "GUILD_UPDATE", "data": {}},
    "http_error": {"status": 503, **ANYWHERE},
    "page": {"status": 403, "seconds": 0.0, "body": PAGE, "kind": "text/html", **ANYWHERE},
    "foreign": {
        "status": 403,
        "seconds": 0.0,
        "code": 40333,
        "message": "internal network error",
        **ANYWHERE,
    },
    "refuse": {"code": 50013, "status": 0, "message": "", "having": "", **ANYWHERE},
    "rate_limit": {
        "retry_after": 1.0,
        "via": True,
        "global": False,
        "scope": "user",
        "code": 0,
        **ANYWHERE,
    },
    "global_limit": {"seconds": 5.0},
    "slow": {"seconds": 2.0, "before": False, **ANYWHERE},
    "drop": {"before": False, **ANYWHERE},
    "lost_request": ANYWHERE,
    "upload_fails": {"count": 1},
    "forbidden_dm": {"code": 50007, "count": 1},
    "twice": {"count": 1},
    "long_limit": {"retry_after": 31.0, **ANYWHERE},
    "old_message": {"retry_after": 600.0, **EDIT},
    "unknown_message": {**EDIT, "method": "PATCH|DELETE"},
    "unknown_interaction": CALLBACK,
    "answered_interaction": CALLBACK,
    "threads_full": NEW_THREAD,
    "title_blocked": NEW_THREAD,
    "too_many_dms": {"method": "POST", "path": "^/users/@me/channels$", "count": 1},
}
"""The faults and their default arguments; PROTOCOL.md describes each."""
LASTING = frozenset({"page", "foreign", "global_limit"})
"""Faults that may last `seconds` instead of a `count`."""
SHORTHANDS: Mapping[str, tuple[str, Json]] = {
    "lost_request": ("drop", {"before": True}),
    "long_limit": ("rate_limit", {}),
    "old_message": ("rate_limit", {"code": 30046}),
    "unknown_message": ("refuse", {"code": 10008}),
    "unknown_interaction": ("refuse", {"code": 10062}),
    "answered_interaction": ("refuse", {"code": 40060}),
    "threads_full": ("refuse", {"code": 160006}),
    "title_blocked": ("refuse", {"code": 200001}),
    "too_many_dms": ("refuse", {"code": 40003}),
}
"""Faults that stand for another one with set arguments."""


class Order(msgspec.Struct, eq=False):
    """A fault that waits for a request."""

    name: str
    args: Json
    left: int
    """How often it still strikes; 0 or less means without end."""
    until: float | None = None
    """The moment at which it ends, by the clock of the faults; None where no time is set."""

    def strikes(self, name: str, method: str, path: str, body: Any, *, before: bool) -> bool:
        """Whether it applies to this request, `before` or after the request is carried out."""
        if name != self.name or self.args.get("before", False) is not before:
            return False
        awaited_method, having = self.args.get("method") or method, self.args.get("having", "")
        return bool(
            re.fullmatch(awaited_method, method)
            and re.search(self.args.get("path", ""), path)
            and (not having or re.search(having, msgspec.json.encode(body).decode()))
        )


class Hold:
    """Stops one request, or its answer, until it is released."""

    def __init__(self) -> None:
        self._arrived, self._released = asyncio.Event(), asyncio.Event()

    async def wait_for_arrival(self) -> None:
        """Wait until the request arrives."""
        await self._arrived.wait()

    async def reach(self) -> None:
        """Note the arrival of the request and wait for its release."""
        self._arrived.set()
        await self._released.wait()

    def release(self) -> None:
        """Release the request."""
        self._released.set()


class Faults:
    """The faults that wait for their requests."""

    def __init__(self, moment: Callable[[], float]) -> None:
        self._waiting: list[Order] = []
        self._moment = moment
        self.at_once: Callable[[str, Json], None] = lambda name, args: None
        """Carries out a fault of the gateway; set by the server."""

    def inject(self, name: str, /, **args: Any) -> None:
        """Order a fault: `faults.inject("http_error", status=500, path="/messages")`.

        With a `count` of 0 it lasts until `clear`; a page may instead last `seconds`.
        """
        self._order(name, args)

    def refuse(self, method: str, path: str, *, code: int, **args: Any) -> None:
        """Refuse the next requests: `faults.refuse("POST", "/threads$", code=160006)`.

        The status and the message default to those of a known code.
        """
        self.inject("refuse", method=method, path=path, code=code, **args)

    def hold(self, method: str, path: str, *, before: bool = False) -> Hold:
        """Hold up the answer to the next request, or the request itself `before` it is carried out.

        A hold that is never released is an answer that never comes.
        """
        hold = Hold()
        where = {"method": method, "path": path, "before": before}
        self._waiting.append(Order("hold", {**where, "by": hold}, 1))
        return hold

    @contextmanager
    def during(self, name: str, /, **args: Any) -> Iterator[None]:
        """A fault that lasts as long as a `with` block."""
        order = self._order(name, {**args, "count": 0})
        try:
            yield
        finally:
            self._waiting = [waiting for waiting in self._waiting if waiting is not order]

    def _order(self, name: str, args: Json) -> Order:
        complete = _complete(name, args)
        name, fixed = SHORTHANDS.get(name, (name, {}))
        complete = {**CATALOGUE[name], **complete, **fixed}
        order = Order(name, complete, complete.get("count", 1))
        if name in LASTING and complete["seconds"]:
            order.left, order.until = 0, self._moment() + complete["seconds"]
            order.args["until"] = order.until
        if name.startswith("gateway_"):
            self.at_once(name, complete)
        else:
            self._waiting.append(order)
        return order

    def take(
        self, name: str, method: str = "", path: str = "", body: Any = None, *, before: bool = False
    ) -> Json | None:
        """The arguments of a fault that strikes this request, if any; counts the strike."""
        now = self._moment()
        self._waiting = [
            order for order in self._waiting if order.until is None or now < order.until
        ]
        for order in self._waiting:
            if order.strikes(name, method, path, body, before=before):
                order.left -= 1
                if order.left == 0:
                    self._waiting.remove(order)
                return order.args
        return None

    def global_limit(self) -> float:
        """Seconds for which a global limit still refuses all requests; 0 where there is none."""
        order = self.take("global_limit")
        return order["until"] - self._moment() if order and "until" in order else 0.0

    def clear(self) -> None:
        """Drop every waiting fault."""
        self._waiting.clear()

    def entries(self) -> list[Json]:
        """The catalogue for the page."""
        return [{"name": name, "args": dict(args)} for name, args in CATALOGUE.items()]


def _complete(name: str, args: Json) -> Json:
    """The arguments of a fault with its defaults. Raises CallRefused for invalid ones."""
    defaults = CATALOGUE.get(name)
    if defaults is None or not all(
        key in defaults and _fits(key, value, defaults[key]) for key, value in args.items()
    ):
        raise CallRefused("playground.unknown_fault", name=name)
    complete = {**defaults, **args}
    if name == "refuse" and not complete["status"] and complete["code"] not in KNOWN:
        raise CallRefused("playground.unknown_fault", name=name)
    return complete


def _fits(key: str, value: object, default: object) -> bool:
    """Whether an argument has the type of its default, and a pattern compiles."""
    if isinstance(default, float):
        return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
    if key == "data":
        return True
    if key in {"method", "path", "having"}:
        return isinstance(value, str) and _is_pattern(value)
    if key == "status":
        return value == default or (isinstance(value, int) and 200 <= value <= 599)
    return type(value) is type(default) and (not isinstance(value, int) or value >= 0)


def _is_pattern(text: str) -> bool:
    try:
        re.compile(text)
    except re.error:
        return False
    return True
