"""The whole playground: one loopback web server for the bot and for the page."""

from __future__ import annotations

import asyncio
import ipaddress
import mimetypes
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import aiohttp
import msgspec
from aiohttp import web
from yarl import URL

from playground import people
from playground.address import Address
from playground.clock import Clock, WorldClock
from playground.core import Core
from playground.driver import Person
from playground.errors import Json
from playground.faults import Faults
from playground.hub import Hub
from playground.interactions import Deadlines
from playground.moderation import Moderator
from playground.observed import observations
from playground.people import Member
from playground.rest import PREFIX, Rest
from playground.routing import Call
from playground.seat import Seat
from playground.sessions import Starts
from playground.wire import BadJson, json_of, whole_number
from playground.words import words
from playground.world import World

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
PAGE = Path(__file__).parent / "page"
MOST_CALL_BYTES = 1 << 22
"""Size of the largest call of a page, which may attach a file."""
LOOPBACK_NAMES = {"localhost", "127.0.0.1", "::1"}
CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none';"
    " form-action 'none'"
)


class Playground:
    """A running playground, made by `start`."""

    def __init__(self, core: Core, rest: Rest) -> None:
        self._core, self._rest = core, rest
        self._hub = Hub(core)
        self._runner: web.AppRunner | None = None
        self._address: Address | None = None
        self._sockets: set[web.WebSocketResponse] = set()
        self._drivers: dict[str, Person] = {}
        core.broken = self._hub.send_refusal
        core.commands_changed = self._hub.tell_commands
        core.emojis_changed = self._hub.tell_emojis

    # ---- public access ---------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """Address of the page."""
        return f"{self._core.base}/"

    @property
    def api_base(self) -> str:
        """REST base for discord.py."""
        return self._core.base + PREFIX

    @property
    def gateway_url(self) -> str:
        """Gateway address for discord.py."""
        return self._core.gateway.url

    @property
    def token(self) -> str:
        """The only token that this server accepts."""
        return people.SAMPLE_TOKEN

    @property
    def portal(self) -> Json:
        """The owner's settings in the portal: `portal["interactions_endpoint_url"] = "…"`."""
        return self._core.portal

    @property
    def faults(self) -> Faults:
        """Faults to order: `playground.faults.inject("http_error", status=503)`."""
        return self._core.faults

    @property
    def world(self) -> World:
        """World of the sample server, for tests that need more than the page shows."""
        return self._core.world

    @property
    def requests(self) -> list[Call]:
        """Requests of the bot, oldest first."""
        return list(self._rest.requests)

    @property
    def counts(self) -> Counter[tuple[str, str]]:
        """Number of calls of each kind: `counts["POST", "/channels/{channel_id}/messages"]`."""
        return self._rest.counts

    @property
    def refusals(self) -> list[str]:
        """Requests of the bot that Discord would refuse."""
        return self._rest.refused

    @property
    def limited(self) -> int:
        """Number of requests of the bot that a rate limit has refused."""
        return self._rest.limited

    @property
    def misspelt(self) -> list[str]:
        """Fields sent by the bot that Discord does not know."""
        return self._rest.misspelt

    @property
    def display_faults(self) -> list[str]:
        """Rows of texts of the bot that a phone does not show as they are meant."""
        return self._rest.display_faults

    @property
    def connections(self) -> int:
        """Number of times that the bot connected to the gateway."""
        return self._core.gateway.connections

    @property
    def shards(self) -> int:
        """Number of shards that the bot is asked to begin."""
        return self._core.gateway.shards

    @property
    def connected(self) -> int:
        """Number of the bot's shards that are connected."""
        return self._core.gateway.connected

    @property
    def settled(self) -> bool:
        """Whether every shard has been sent all its servers."""
        return not self._core.gateway.sending

    @property
    def online(self) -> bool:
        """Whether the bot is connected."""
        return self._core.gateway.online

    def add_servers(self, count: int) -> list[int]:
        """Add the bot to so many more servers; return their ids. It hears of them at READY."""
        return self._core.world.servers.add(count)

    @property
    def moderator(self) -> Moderator:
        """Moderator who deletes, archives, locks, hides: `playground.moderator.delete(thread)`."""
        return self._hub.moderator

    def person(self, name: str) -> Person:
        """A member of the sample server, driven by a test; always the same object for a name."""
        if name not in self._drivers:
            self._drivers[name] = Person(self._hub, self.member(name), self.refusals)
        return self._drivers[name]

    def member(self, name: str) -> Member:
        """The member of the sample server of this name."""
        members = self._core.world.people.values()
        return next(member for member in members if member.name == name)

    def add_member(self, name: str) -> Member:
        """Add a member to the sample server."""
        member = self._core.world.add_person(name)
        self._hub.tell_members()
        return member

    def page(self, name: str, hear: Callable[[Json], None], *, is_private: bool = False) -> Seat:
        """A new open page of a member, whose events are given to `hear`.

        A private one hears only of what its member does and what is for them alone.
        """
        seat = Seat(self._hub, hear, is_private=is_private)
        seat.hello(str(self.member(name).id))
        return seat

    def deny(self, channel: int, permissions: int) -> None:
        """Deny permissions to the bot in a channel; 0 denies none."""
        self.moderator.overwrite(channel, people.BOT_ID, deny=permissions)

    # ---- running ---------------------------------------------------------------------------------

    def let_pass(self, seconds: float) -> None:
        """Put the clock forward, also for the bot: nonces and tokens age, idle threads close.

        The deadlines of pending answers do not change.
        """
        self._hub.let_pass(timedelta(seconds=seconds))

    async def serve(self, host: str, port: int, *, reachable: bool = True) -> None:
        """Bind an address, which sets `url` and the others; answer there where `reachable`."""
        app = web.Application(middlewares=[guard], client_max_size=32 * 2**20)
        self._rest.add_to(app)
        app.router.add_get("/gateway", self._core.gateway.serve)
        app.router.add_get("/gateway/", self._core.gateway.serve)
        app.router.add_get("/play/ws", self._page_socket)
        app.router.add_get("/play/words/{language}.json", _words)
        app.router.add_get("/attachments/{id}/{name}", self._file)
        app.router.add_get("/emojis/{id}.png", self._file)
        app.router.add_get("/", _index)
        if PAGE.is_dir():
            app.router.add_static("/play/static/", PAGE)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        self._address = Address(self._runner, host, port)
        self._core.base = f"http://{self._address.name}"
        self._core.gateway.url = f"ws://{self._address.name}/gateway"
        if reachable:
            await self.appear()

    async def appear(self) -> None:
        """Accept connections, for the first time or after `vanish`."""
        assert self._address is not None
        await self._address.open()

    async def vanish(self) -> None:
        """Become unreachable, as without a network: abort connections and refuse new ones."""
        assert self._address is not None
        await self._address.shut()

    async def close(self) -> None:
        """Close the connections of the pages and the bot, and stop listening."""
        self._core.interactions.close()
        for socket in list(self._sockets):
            await socket.close(code=1001)
        await self._core.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
        if self._address is not None:
            self._address.close()
        self._core.vault.close()

    # ---- the page --------------------------------------------------------------------------------

    async def _page_socket(self, request: web.Request) -> web.StreamResponse:
        """Serve one open page until it is closed."""
        socket = web.WebSocketResponse(timeout=1.0, heartbeat=30, max_msg_size=MOST_CALL_BYTES)
        await socket.prepare(request)
        self._sockets.add(socket)
        outgoing: asyncio.Queue[Json] = asyncio.Queue()
        seat = Seat(self._hub, outgoing.put_nowait)
        writer = asyncio.create_task(_write(socket, outgoing))
        try:
            await _listen(socket, seat, outgoing)
        finally:
            seat.leave()
            writer.cancel()
            self._sockets.discard(socket)
        return socket

    async def _file(self, request: web.Request) -> web.Response:
        """An uploaded file or the picture of an emoji, which never changes."""
        number = whole_number(request.match_info["id"])
        file = None if number is None else self._core.vault.file(number)
        if file is None:
            raise web.HTTPNotFound
        name, content = file
        kind = mimetypes.guess_type(name)[0] or ""
        shown_kind = (
            kind if kind in {"image/png", "image/gif", "image/jpeg", "image/webp"} else None
        )
        headers = {
            "Content-Type": shown_kind or "application/octet-stream",
            "Cache-Control": "private, max-age=31536000, immutable",
            "X-Content-Type-Options": "nosniff",
        }
        return web.Response(body=content, headers=headers)


async def _listen(socket: web.WebSocketResponse, seat: Seat, outgoing: asyncio.Queue[Json]) -> None:
    """Carry out the calls of a page; a slow call does not delay the next."""
    async with asyncio.TaskGroup() as calls:
        async for message in socket:
            if message.type is aiohttp.WSMsgType.TEXT:
                request = _call(message.data)
                calls.create_task(_carry_out(seat, request, outgoing))


async def _carry_out(seat: Seat, request: Json, outgoing: asyncio.Queue[Json]) -> None:
    outgoing.put_nowait(await seat.call(request))


def _call(text: str) -> Json:
    try:
        request = json_of(text)
    except BadJson:
        return {}
    return request if isinstance(request, dict) else {}


async def _write(socket: web.WebSocketResponse, outgoing: asyncio.Queue[Json]) -> None:
    while True:
        event = await outgoing.get()
        if not socket.closed:
            await socket.send_str(msgspec.json.encode(event).decode())


async def _index(_: web.Request) -> web.StreamResponse:
    return web.FileResponse(PAGE / "index.html")


async def _words(request: web.Request) -> web.Response:
    sentences = words(request.match_info["language"])
    if sentences is None:
        raise web.HTTPNotFound
    return web.json_response(sentences)


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse requests to names other than loopback, and those from pages of other sites."""
    host = _address(f"http://{request.host}")
    if host is None or host.host not in LOOPBACK_NAMES:
        raise web.HTTPForbidden(text="loopback only")
    origin = request.headers.get("Origin")
    if origin is not None and _address(origin) != host.origin():
        raise web.HTTPForbidden(text="another site")
    answer = await handler(request)
    if not answer.prepared:
        answer.headers.setdefault("X-Content-Type-Options", "nosniff")
        answer.headers.setdefault("Content-Security-Policy", CONTENT_POLICY)
        answer.headers.setdefault("Cache-Control", "no-cache")
    return answer


def _address(text: str) -> URL | None:
    """The address in a header; None where it is malformed."""
    try:
        return URL(text)
    except ValueError:
        return None


def check_loopback(host: str) -> None:
    """Refuse to listen where other machines could connect."""
    if host != "localhost" and not ipaddress.ip_address(host).is_loopback:
        raise ValueError(f"the playground listens on this machine only, not on {host}")


async def start(
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    file: Path | None = None,
    strict: bool = True,
    limited: bool = True,
    deadlines: Deadlines = Deadlines(),  # noqa: B008 (frozen)
    shards: int = 1,
    starts_limited: bool = False,
    concurrency: int = 1,
    reachable: bool = True,
    clock: Clock | None = None,
    observed: Path | None = None,
) -> Playground:
    """Start a playground, which answers when this returns if it is to be `reachable`.

    `clock` is one that a bot in this process shares. `file` keeps the world over restarts. Without
    `strict`, requests that do not fit the API description pass; without `limited`, no rate limit
    applies. Where `starts_limited`, `concurrency` shards may begin a session in five seconds.
    `observed` is a file of `./run rehearse`, whose answers and limits replace the assumed ones.
    """
    check_loopback(host)
    core = Core(file, deadlines, shards, clock or WorldClock(), observations(observed))
    if starts_limited:
        core.gateway.starts = Starts(core.world.clock.monotonic, concurrency=concurrency)
    playground = Playground(core, Rest(core, strict=strict, limited=limited))
    await playground.serve(host, port, reachable=reachable)
    return playground
