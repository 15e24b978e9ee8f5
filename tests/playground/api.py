"""The bot's requests by hand: what no client library would send."""

import io
import json
from typing import Any, NamedTuple

import aiohttp

from playground import Playground
from playground.people import BOT_ID, GAMES_ID

MESSAGES = f"/channels/{GAMES_ID}/messages"
COMMANDS = f"/applications/{BOT_ID}/commands"
PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x03\x00\x00\x00\x02\x08\x02\x00\x00\x00"
    b"\x12\x16\xf1M\x00\x00\x00\x00IEND\xaeB`\x82"
)
"""The beginning and the end of a picture of 3 by 2 pixels: enough for a server."""


class Reply(NamedTuple):
    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> int:
        return self.body["code"]

    @property
    def error(self) -> int:
        """The code of an error; 0 where the request was carried out."""
        return 0 if self.status < 300 else self.code

    @property
    def text(self) -> str:
        """Everything the answer says, to look for a word in."""
        return json.dumps(self.body)


class Api:
    """`await api("POST", MESSAGES, {"content": "hello"})`."""

    def __init__(self, ground: Playground, token: str | None = None) -> None:
        self._base = ground.api_base
        self._headers = {"Authorization": f"Bot {token or ground.token}"}

    async def __aenter__(self) -> "Api":
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        files: dict[str, bytes] | None = None,
        **query: str,
    ) -> Reply:
        payload: dict[str, Any] = {"json": body} if body is not None else {}
        if files is not None:
            payload = {"data": _form(body, files)}
        async with self._session.request(
            method, self._base + path, params=query, headers=self._headers, **payload
        ) as answer:
            text = await answer.text()
            kind = answer.headers.get("Content-Type")
            read = json.loads(text) if kind == "application/json" else text
            return Reply(answer.status, read, answer.headers)

    async def send(self, **body: Any) -> Reply:
        """Send a message to #games."""
        return await self("POST", MESSAGES, body)


def _form(body: Any, files: dict[str, bytes]) -> aiohttp.FormData:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps(body))
    for index, (name, content) in enumerate(files.items()):
        form.add_field(f"files[{index}]", io.BytesIO(content), filename=name)
    return form
