"""Plain requests to Discord: what is asked, the whole answer, and the limits that it names."""

from __future__ import annotations

import asyncio
import io
import math
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import aiohttp
import msgspec

from bot.host.version import version
from playground.observed import Limit

Sleep = Callable[[float], Awaitable[None]]
SOURCE = "https://github.com/hexagora/hexagora"
ATTEMPTS = 4
PAUSE = 2.0
"""Seconds before a request is repeated that did not reach Discord."""
LONGEST_WAIT = 120.0
"""Seconds that a limit may ask to wait; a longer one is an answer."""
OLD_EDITS = 30046
"""Discord's code for too many edits of an old message: no limit of the route, but an answer."""
BUSY = 429


class Answer(msgspec.Struct, frozen=True):
    """Answer to one request; the status is 0 where none came."""

    status: int
    body: Any = None

    @property
    def code(self) -> int:
        """Discord's code of an error, or 0."""
        return int(self.body.get("code", 0)) if isinstance(self.body, dict) and self.failed else 0

    @property
    def message(self) -> str:
        """Discord's words for an error, or ""."""
        return str(self.body.get("message", "")) if isinstance(self.body, dict) else ""

    @property
    def failed(self) -> bool:
        """Whether the request was not carried out."""
        return not 200 <= self.status < 300

    @property
    def came(self) -> bool:
        """Whether Discord itself answered, and not an outage."""
        return 0 < self.status < 500 and self.status != BUSY


class Requests:
    """Sender of requests with the bot's token: `await ask("POST", "/channels/{channel_id}/…")`."""

    def __init__(
        self, session: aiohttp.ClientSession, base: str, token: str, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._session, self._base, self._sleep = session, base, sleep
        self._headers = {
            "Authorization": f"Bot {token}",
            "User-Agent": f"DiscordBot ({SOURCE}, {version().partition(' ')[0]})",
        }
        self.limits: dict[str, Limit] = {}
        """The limits that answers named, by method and route."""

    async def __call__(
        self,
        method: str,
        route: str,
        body: Any = None,
        files: Mapping[str, bytes] | None = None,
        /,
        **places: str,
    ) -> Answer:
        """Send a request; waits for a limit, and repeats what did not reach Discord."""
        answer = Answer(0)
        for attempt in range(ATTEMPTS):
            answer, wait = await self._try(method, route, body, files, places)
            if answer.came or wait > LONGEST_WAIT or answer.code == OLD_EDITS:
                break
            if attempt + 1 < ATTEMPTS:
                await self._sleep(wait)
        return answer

    async def _try(
        self,
        method: str,
        route: str,
        body: Any,
        files: Mapping[str, bytes] | None,
        places: Mapping[str, str],
    ) -> tuple[Answer, float]:
        """The answer to one attempt, and the seconds to wait before another."""
        payload: dict[str, Any] = {} if body is None else {"json": body}
        if files is not None:
            payload = {"data": _form(body, files)}
        url = self._base + route.format(**places)
        try:
            async with self._session.request(
                method, url, headers=self._headers, **payload
            ) as response:
                text = await response.read()
                self._note_limit(f"{method} {route}", response.headers)
        except (aiohttp.ClientError, TimeoutError):
            return Answer(0), PAUSE
        answer = Answer(response.status, _json(text))
        wait = PAUSE
        if answer.status == BUSY and isinstance(answer.body, dict):
            wait = float(answer.body.get("retry_after", PAUSE))
        return answer, wait

    def _note_limit(self, name: str, headers: Mapping[str, str]) -> None:
        """Note a limit where the answer is the first of its window, which shows its length."""
        limit, remaining = (headers.get(f"X-RateLimit-{word}") for word in ("Limit", "Remaining"))
        if limit is None or remaining is None or int(remaining) != int(limit) - 1:
            return
        seconds = float(math.ceil(float(headers.get("X-RateLimit-Reset-After", 0))))
        name = name.partition("?")[0]
        known = self.limits.get(name)
        if known is None or known.seconds < seconds:
            self.limits[name] = Limit(int(limit), max(seconds, 1.0))

    async def download(self, url: str) -> bytes | None:
        """A file of Discord's, or None."""
        try:
            async with self._session.get(url) as response:
                return await response.read() if response.status == 200 else None
        except (aiohttp.ClientError, TimeoutError):
            return None


def _json(text: bytes) -> Any:
    try:
        return msgspec.json.decode(text) if text else None
    except msgspec.DecodeError:
        return None


def _form(body: Any, files: Mapping[str, bytes]) -> aiohttp.FormData:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", msgspec.json.encode(body).decode())
    for index, (name, content) in enumerate(files.items()):
        form.add_field(f"files[{index}]", io.BytesIO(content), filename=name)
    return form
