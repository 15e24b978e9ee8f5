"""Discord's rate limits: a bucket for each route and place, and a global one."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from playground.errors import Json
from playground.observed import Limit

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = f"{MESSAGES}/{{message_id}}"
FOLLOW_UP = "/webhooks/{webhook_id}/{webhook_token}"
MAJOR = ("channel_id", "guild_id", "webhook_token", "interaction_token")
"""The path parameters with a bucket for each value."""


class Rule(NamedTuple):
    """At most `limit` requests in `seconds`."""

    limit: int
    seconds: float


GLOBAL = Rule(50, 1.0)
USUAL = Rule(50, 1.0)
RULES: Mapping[tuple[str, str], Rule] = {
    ("POST", MESSAGES): Rule(5, 5.0),
    ("PATCH", MESSAGE): Rule(5, 5.0),
    ("DELETE", MESSAGE): Rule(5, 1.0),
    ("POST", "/channels/{channel_id}/typing"): Rule(5, 5.0),
    ("PATCH", "/channels/{channel_id}"): Rule(2, 600.0),
    ("POST", "/users/@me/channels"): Rule(10, 10.0),
    ("POST", FOLLOW_UP): Rule(5, 2.0),
    ("PATCH", f"{FOLLOW_UP}/messages/{{message_id}}"): Rule(5, 2.0),
    ("PATCH", f"{FOLLOW_UP}/messages/@original"): Rule(5, 2.0),
}
"""Limits observed on Discord, which documents none of them: a client must follow the headers."""


class Window:
    """Counts requests in windows that begin with the first one."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.used = 0
        self.ends = 0.0

    def take(self, now: float) -> bool:
        """Count a request; returns False where none is left in the window."""
        if now >= self.ends:
            self.used, self.ends = 0, now + self.rule.seconds
        if self.used >= self.rule.limit:
            return False
        self.used += 1
        return True


class Verdict(NamedTuple):
    """Verdict of the limits on one request."""

    headers: dict[str, str]
    refusal: Json | None


class Limits:
    """All buckets of one bot."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, seen: Mapping[str, Limit] | None = None
    ) -> None:
        self._clock = clock
        self._seen = seen or {}
        """Limits that were observed, in place of those of `RULES`."""
        self._windows: dict[tuple[str, ...], Window] = {}
        self._everything = Window(GLOBAL)

    def ask(self, method: str, template: str, places: Mapping[str, str]) -> Verdict:
        """Count a request; interactions do not count towards the global limit."""
        now = self._clock()
        if counts_everywhere(template) and not self._everything.take(now):
            return global_refusal(self._everything.ends - now)
        window = self._window(method, template, places)
        granted = window.take(now)
        wait = max(0.0, window.ends - now)
        headers = _bucket_headers(method, template, window, wait)
        if granted:
            return Verdict(headers, None)
        return Verdict(headers | refusal_headers("user", wait), body_of_429(wait, everywhere=False))

    def wait_for_old_edit(self, channel: str, limit: Limit) -> float:
        """Count an edit of an old message; the seconds to wait where it is refused, or 0."""
        now, key = self._clock(), ("old edits", channel)
        if key not in self._windows:
            self._windows[key] = Window(Rule(limit.limit, limit.seconds))
        window = self._windows[key]
        return 0.0 if window.take(now) else window.ends - now

    def _window(self, method: str, template: str, places: Mapping[str, str]) -> Window:
        major = tuple(places[name] for name in MAJOR if name in places)
        key = (method, template, *major)
        if key not in self._windows:
            self._drop_ended()
            self._windows[key] = Window(self._rule(method, template))
        return self._windows[key]

    def _rule(self, method: str, template: str) -> Rule:
        seen = self._seen.get(f"{method} {template}")
        if seen is not None:
            return Rule(seen.limit, seen.seconds)
        return RULES.get((method, template), USUAL)

    def _drop_ended(self) -> None:
        now = self._clock()
        if len(self._windows) > 1000:
            self._windows = {
                key: window for key, window in self._windows.items() if window.ends > now
            }


def counts_everywhere(template: str) -> bool:
    """Whether a request counts towards the global limit: answers to interactions do not."""
    return not template.startswith(("/interactions", "/webhooks"))


def global_refusal(wait: float) -> Verdict:
    """Refusal of any request by the global limit."""
    return Verdict(refusal_headers("global", wait), body_of_429(wait, everywhere=True))


def body_of_429(wait: float, *, everywhere: bool) -> Json:
    """The body of a 429 answer."""
    return {
        "message": "You are being rate limited.",
        "retry_after": math.ceil(wait * 1000) / 1000,
        "global": everywhere,
    }


def refusal_headers(scope: str, wait: float) -> dict[str, str]:
    """Headers that every 429 answer of Discord has: `user`, `global` or `shared` is its scope."""
    headers = {"Retry-After": str(math.ceil(wait)), "Via": "1.1 google", "X-RateLimit-Scope": scope}
    return headers | ({"X-RateLimit-Global": "true"} if scope == "global" else {})


def _bucket_headers(method: str, template: str, window: Window, wait: float) -> dict[str, str]:
    name = hashlib.sha256(f"{method} {template}".encode()).hexdigest()[:32]
    return {
        "X-RateLimit-Limit": str(window.rule.limit),
        "X-RateLimit-Remaining": str(window.rule.limit - window.used),
        "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
        "X-RateLimit-Reset-After": f"{wait:.3f}",
        "X-RateLimit-Bucket": name,
    }
