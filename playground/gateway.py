"""Discord's gateway: the websocket that sends events to the bot."""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import aiohttp
import msgspec
from aiohttp import web

from playground import servers
from playground.channels import DM, Channel
from playground.errors import Json
from playground.limits import Rule, Window
from playground.people import BOT_ID, GUILD_ID
from playground.sessions import MOST_SERVERS, SERVERS_A_SHARD, Session, Starts
from playground.wire import BadJson, json_of
from playground.world import Message, World

log = logging.getLogger(__name__)

HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 1, 2, 3, 6, 7
REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 8, 9, 10, 11
VOICE_STATE = 4
GUILDS, MEMBERS, PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 12, 1 << 15
PRIVILEGED = MEMBERS | PRESENCES | MESSAGE_CONTENT
EVERY_INTENT = (1 << 26) - 1
MOST_EVENTS = Rule(120, 60.0)
"""Frames that a bot may send on a connection."""
MOST_FRAME_BYTES = 4096
HEARTBEAT_SECONDS = 41.25
HEARTBEAT_ANSWER_SECONDS = 0.1
"""Delay of an answer: discord.py's other thread must first have noted the time of the heartbeat."""
GOODBYE_SECONDS = 1.0
"""Seconds for which a bot that does not listen may delay a closing server."""
SERVERS_AT_ONCE = 10
"""Servers that are sent to a new session before others have their turn."""
BLANKED = {"content": "", "embeds": [], "attachments": [], "components": []}
CLICKED_ALONE = ("INTERACTION_CREATE", True)
"""The only event from a server that has the bot's commands without the bot."""


class Closed(Exception):
    """End of a connection by the gateway, with one of Discord's close codes."""

    def __init__(self, code: int, reason: str) -> None:
        self.code, self.reason = code, reason
        super().__init__(code, reason)


class Connection:
    """One websocket of the bot, of plain JSON or of one zlib stream."""

    def __init__(self, socket: web.WebSocketResponse, *, compress: bool) -> None:
        self.socket = socket
        self._compressor = zlib.compressobj() if compress else None
        self.session: Session | None = None
        self._order: asyncio.Future[Closed] = asyncio.get_running_loop().create_future()
        """Why this side closes it, once it does."""
        self._gone = asyncio.Event()
        self._outgoing: asyncio.Queue[Json | bytes] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, frame: Json | bytes) -> None:
        """Queue a frame, encoded or not; frames are sent in order."""
        self._outgoing.put_nowait(frame)

    def send_later(self, seconds: float, frame: Json) -> None:
        """Queue a frame after a delay; it is lost if the connection has ended."""
        asyncio.get_running_loop().call_later(seconds, self.send, frame)

    async def _write(self) -> None:
        while True:
            await self._send(await self._outgoing.get())
            self._outgoing.task_done()

    async def _send(self, frame: Json | bytes) -> None:
        if self.socket.closed:
            return
        text = frame if isinstance(frame, bytes) else msgspec.json.encode(frame)
        try:
            if self._compressor is None:
                await self.socket.send_str(text.decode())
                return
            packed = self._compressor.compress(text) + self._compressor.flush(zlib.Z_SYNC_FLUSH)
            await self.socket.send_bytes(packed)
        except (ConnectionError, aiohttp.ClientError):
            log.debug("the bot left while it was told something")

    @property
    def ended_here(self) -> bool:
        """Whether this side closes it; then the session can be resumed."""
        return self._order.done()

    async def close(self, code: int, reason: str = "") -> None:
        """Have the connection closed, and return once it has ended."""
        if not self._order.done():
            self._order.set_result(Closed(code, reason))
        await self._gone.wait()

    async def end(self, listening: Coroutine[None, None, None]) -> Closed | None:
        """Listen until the connection ends; return why this side closes it, if it does.

        Nobody may listen while it is closed: aiohttp would not wait for the bot's answer then, and
        a bot whose answer is lost takes the end for a fault of the network.
        """
        task = asyncio.create_task(listening)
        try:
            ends: set[asyncio.Future[Any]] = {task, self._order}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            task.cancel()
        try:
            await task
        except Closed as closed:
            if not self._order.done():
                self._order.set_result(closed)
        except asyncio.CancelledError:
            pass
        return self._order.result() if self._order.done() else None

    async def say_goodbye(self, closed: Closed) -> None:
        """Close the websocket once every queued frame is sent, and wait for the bot's answer."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._outgoing.join(), GOODBYE_SECONDS)
        await self.socket.close(code=closed.code, message=closed.reason.encode())

    def stop(self) -> None:
        """Stop the writer of an ended connection."""
        self._writer.cancel()
        self._gone.set()


class Gateway:
    """All sessions of the bot; forwards the changes of the world that its intents cover."""

    def __init__(
        self, world: World, token: str, public: Callable[[Json], Json], shards: int
    ) -> None:
        self._world, self._token, self._public = world, token, public
        self._fewest_shards = shards
        self.starts: Starts | None = None
        """Limits on new sessions; None where nothing is limited."""
        self._sessions: dict[str, Session] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.url = ""
        self.presence_changed: Callable[[], None] = lambda: None
        self.activity: str | None = None
        self.connections = 0
        """Number of websockets opened so far."""

    # ---- connections -----------------------------------------------------------------------------

    @property
    def online(self) -> bool:
        """Whether a session is connected or can be resumed."""
        self._sessions = {
            key: session for key, session in self._sessions.items() if session.resumable
        }
        return bool(self._sessions)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one websocket of the bot until it ends."""
        if request.query.get("compress") not in {None, "zlib-stream"}:
            return web.Response(status=400, text="only zlib-stream")
        socket = web.WebSocketResponse(
            timeout=GOODBYE_SECONDS, max_msg_size=1 << 16, compress=False
        )
        await socket.prepare(request)
        connection = Connection(socket, compress="compress" in request.query)
        self.connections += 1
        connection.send({"op": HELLO, "d": {"heartbeat_interval": int(HEARTBEAT_SECONDS * 1000)}})
        try:
            if (closed := await connection.end(self._listen(connection))) is not None:
                log.info("gateway closes %s: %s", closed.code, closed.reason)
                self._on_leave(connection)
                await connection.say_goodbye(closed)
        finally:
            self._on_leave(connection)
            connection.stop()
        return socket

    async def _listen(self, connection: Connection) -> None:
        events, clock = Window(MOST_EVENTS), asyncio.get_running_loop().time
        while True:
            try:
                message = await connection.socket.receive(timeout=HEARTBEAT_SECONDS * 1.5)
            except TimeoutError:
                raise Closed(4009, "Session timed out.") from None
            if message.type not in {aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY}:
                return
            if not events.take(clock()):
                raise Closed(4008, "Rate limited.")
            if len(message.data) > MOST_FRAME_BYTES:
                raise Closed(4002, "Error while decoding payload.")
            self._obey(connection, _decode(message.data))

    def _obey(self, connection: Connection, frame: Json) -> None:
        """Carry out one frame of the bot."""
        operation, wish = frame.get("op"), frame.get("d") or {}
        if operation == HEARTBEAT:
            connection.send_later(HEARTBEAT_ANSWER_SECONDS, {"op": HEARTBEAT_ACK})
        elif operation == IDENTIFY:
            self._identify(connection, wish)
        elif operation == RESUME:
            self._resume(connection, wish)
        elif connection.session is None:
            raise Closed(4003, "Not authenticated.")
        elif operation == PRESENCE:
            self._set_presence(wish)
        elif operation == REQUEST_MEMBERS:
            self._send_members(connection.session, wish)
        elif operation != VOICE_STATE:
            raise Closed(4001, "Unknown opcode.")

    def _identify(self, connection: Connection, wish: Json) -> None:
        if connection.session is not None:
            raise Closed(4005, "Already authenticated.")
        if wish.get("token") != self._token:
            raise Closed(4004, "Authentication failed.")
        intents, (shard, shards) = wish.get("intents"), wish.get("shard") or (0, 1)
        if not isinstance(intents, int) or not 0 <= intents <= EVERY_INTENT:
            raise Closed(4013, "Invalid intent(s).")
        if intents & PRIVILEGED:
            raise Closed(4014, "Disallowed intent(s).")
        if not 0 <= shard < shards:
            raise Closed(4010, "Invalid shard.")
        session = Session(intents, (shard, shards))
        guild_ids = [number for number in self._world.guild_ids() if session.has(number)]
        if len(guild_ids) > MOST_SERVERS:
            raise Closed(4011, "Sharding required.")
        if not self._may_start(shard):
            connection.send({"op": INVALID_SESSION, "d": False})
            return
        self._sessions = {
            key: known_session
            for key, known_session in self._sessions.items()
            if known_session.connection is not None or known_session.shard != session.shard
        }
        self._sessions[session.id] = session
        self._attach(session, connection)
        self._greet(session, guild_ids)
        self._set_presence(wish.get("presence") or {})

    def _may_start(self, shard: int) -> bool:
        """Count a new session; returns False where it comes too soon after another."""
        if self.starts is None:
            return True
        if not self.starts.take_of_day():
            raise Closed(4004, "Authentication failed.")
        return self.starts.take(shard)

    def _resume(self, connection: Connection, wish: Json) -> None:
        if wish.get("token") != self._token:
            raise Closed(4004, "Authentication failed.")
        session = self._sessions.get(wish.get("session_id", ""))
        if session is None or not session.resumable:
            connection.send({"op": INVALID_SESSION, "d": False})
            return
        if wish["seq"] > session.sequence:
            raise Closed(4007, "Invalid seq.")
        if not session.keeps_all_after(wish["seq"]):
            connection.send({"op": INVALID_SESSION, "d": False})
            return
        missed = session.after(wish["seq"])
        self._attach(session, connection)
        for frame in missed:
            connection.send(frame)
        self._deliver(session, "RESUMED", {"_trace": []})
        self.presence_changed()

    def _attach(self, session: Session, connection: Connection) -> None:
        session.connection = connection
        connection.session = session

    def _on_leave(self, connection: Connection) -> None:
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        session.left_at = asyncio.get_running_loop().time()
        if not connection.ended_here and connection.socket.close_code in {1000, 1001}:
            self._sessions.pop(session.id, None)
        self.presence_changed()

    def _greet(self, session: Session, guild_ids: list[int]) -> None:
        ready = {
            "v": 10,
            "user": self._world.user(BOT_ID)
            | {"verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": str(number), "unavailable": True} for number in guild_ids],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": str(BOT_ID), "flags": 0},
            "private_channels": [],
            "session_type": "normal",
            "_trace": [],
        }
        self._deliver(session, "READY", ready)
        if session.intents & GUILDS:
            for number in guild_ids[:SERVERS_AT_ONCE]:
                self._send_server(session, number)
            self._start_task(self._send_servers(session, guild_ids[SERVERS_AT_ONCE:]))

    async def _send_servers(self, session: Session, guild_ids: list[int]) -> None:
        """Send the servers of a new session, until it has ended."""
        for place, number in enumerate(guild_ids):
            if place % SERVERS_AT_ONCE == 0:
                await asyncio.sleep(0)
            if session.id not in self._sessions:
                return
            self._send_server(session, number)

    def _send_server(self, session: Session, guild_id: int) -> None:
        self._deliver(session, "GUILD_CREATE", self._guild(guild_id) | {"unavailable": False})

    def _guild(self, guild_id: int) -> Json:
        world, is_sample = self._world, guild_id == GUILD_ID
        channels, threads = world.standing(guild_id), world.threads_of(guild_id)
        return world.servers.guild(guild_id) | {
            "joined_at": world.member(BOT_ID)["joined_at"],
            "large": False,
            "member_count": len(world.people) + 1 if is_sample else servers.MEMBERS,
            "members": [world.member(BOT_ID)],
            "channels": [world.channel_json(channel) for channel in channels],
            "threads": [self._thread(thread) for thread in threads],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def _thread(self, channel: Channel) -> Json:
        member = {"member": self._world.thread_member(channel, BOT_ID)}
        return self._world.channel_json(channel) | (member if BOT_ID in channel.people else {})

    def _set_presence(self, presence: Json) -> None:
        activities = presence.get("activities") or [presence.get("game")]
        activity = next(filter(None, activities), None) or {}
        self.activity = activity.get("state") or activity.get("name")
        self.presence_changed()

    def _send_members(self, session: Session, wish: Json) -> None:
        """Answer a request for members; the whole list needs an intent that the bot lacks."""
        user_ids = wish.get("user_ids") or []
        user_ids = {
            str(user_id) for user_id in (user_ids if isinstance(user_ids, list) else [user_ids])
        }
        query = (wish.get("query") or "").lower()
        everybody = [self._world.member(number) for number in (BOT_ID, *self._world.people)]
        members = [
            member
            for member in everybody
            if member["user"]["id"] in user_ids
            or (query and member["user"]["username"].startswith(query))
        ]
        chunk = {
            "guild_id": str(wish.get("guild_id", GUILD_ID)),
            "members": members,
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": wish.get("nonce"),
            "not_found": sorted(user_ids - {member["user"]["id"] for member in members}),
        }
        self._deliver(session, "GUILD_MEMBERS_CHUNK", chunk)

    # ---- faults ----------------------------------------------------------------------------------

    def misbehave(self, name: str, args: Json) -> None:
        """Carry out a fault: close, reconnect, invalidate sessions, or send an event unchanged."""
        for session in list(self._sessions.values()):
            connection = session.connection
            if connection is None:
                continue
            if name == "gateway_close":
                self._start_task(connection.close(args["code"]))
            elif name == "gateway_event":
                self._deliver(session, args["event"], args["data"])
            elif name == "gateway_reconnect":
                connection.send({"op": RECONNECT, "d": None})
            else:
                if not args["resumable"]:
                    del self._sessions[session.id]
                connection.send({"op": INVALID_SESSION, "d": args["resumable"]})

    def _start_task(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Close every connection as a restarting Discord does."""
        for session in list(self._sessions.values()):
            if session.connection is not None:
                await session.connection.close(1001)

    @property
    def connected(self) -> int:
        """Number of shards that are connected and know, or are being told, their servers."""
        sessions = self._sessions.values()
        return len({session.shard for session in sessions if session.connection is not None})

    @property
    def sending(self) -> bool:
        """Whether servers are being sent to a shard, or a connection is being closed."""
        return bool(self._tasks)

    @property
    def shards(self) -> int:
        """Number of shards that Discord recommends."""
        return max(self._fewest_shards, -(-len(self._world.guild_ids()) // SERVERS_A_SHARD))

    # ---- events ----------------------------------------------------------------------------------

    def dispatch(
        self, event: str, data: Json, *, intents: int = 0, home: int | None = GUILD_ID
    ) -> None:
        """Send an event to the shard of its server, `home`, if the shard's intents include it.

        What belongs to no server goes to the first shard.
        """
        server = self._world.server
        is_away = home == GUILD_ID and not server.bot_here
        if is_away and (event, server.commands_stay) != CLICKED_ALONE:
            return
        for session in list(self._sessions.values()):
            if session.has(home or 0) and (not intents or session.intents & intents):
                self._deliver(session, event, data)

    def _deliver(self, session: Session, event: str, data: Json) -> None:
        frame = session.add(event, self._public(data))
        if session.connection is not None:
            session.connection.send(frame)

    def bot_removed(self) -> None:
        """Send the event of the bot's removal from the server."""
        for session in list(self._sessions.values()):
            if session.has(GUILD_ID):
                self._deliver(session, "GUILD_DELETE", {"id": str(GUILD_ID)})

    def bot_invited(self) -> None:
        """Send the event of the bot's arrival in the server."""
        self.dispatch("GUILD_CREATE", self._guild(GUILD_ID), intents=GUILDS)

    def threads_come_into_sight(self, parent: Channel) -> None:
        """Send the threads of a channel that the bot can see again."""
        threads = [thread for thread in self._world.threads(parent.id) if not thread.archived]
        threads = [thread for thread in threads if self._world.sees(BOT_ID, thread)]
        mine = [thread for thread in threads if BOT_ID in thread.people]
        data = {
            "guild_id": str(parent.guild_id),
            "channel_ids": [str(parent.id)],
            "threads": [self._world.channel_json(thread) for thread in threads],
            "members": [self._world.thread_member(thread, BOT_ID) for thread in mine],
        }
        self.dispatch("THREAD_LIST_SYNC", data, intents=GUILDS, home=parent.guild_id)

    def channel_changed(self, what: str, channel: Channel) -> None:
        """Send a change of a channel, or of a thread that the bot may see."""
        if channel.type == DM or (channel.is_thread and not self._world.sees(BOT_ID, channel)):
            return
        kind = "THREAD" if channel.is_thread else "CHANNEL"
        body = self._thread(channel) if channel.is_thread else self._world.channel_json(channel)
        if what == "create" and channel.is_thread:
            body["newly_created"] = True
        if what == "delete" and channel.is_thread:
            body = {name: body[name] for name in ("id", "guild_id", "parent_id", "type")}
        self.dispatch(f"{kind}_{what.upper()}", body, intents=GUILDS, home=channel.guild_id)

    def thread_members_changed(self, channel: Channel, added: list[int], gone: list[int]) -> None:
        """Send the people who joined a thread and those who left it."""
        data = {
            "id": str(channel.id),
            "guild_id": str(channel.guild_id),
            "member_count": len(channel.people),
            "added_members": [self._world.thread_member(channel, person) for person in added],
            "removed_member_ids": [str(person) for person in gone],
        }
        self.dispatch("THREAD_MEMBERS_UPDATE", data, intents=GUILDS, home=channel.guild_id)

    def message_changed(self, what: str, message: Message) -> None:
        channel = self._world.channels.get(message.channel_id)
        if message.only_for is not None or channel is None or not self._world.sees(BOT_ID, channel):
            return
        home = home_of(channel)
        body = {"id": str(message.id), "channel_id": str(message.channel_id)}
        if what != "delete":
            body = self._message_for_bot(message, channel)
        if home:
            body["guild_id"] = str(home)
        intents = GUILD_MESSAGES if home else DIRECT_MESSAGES
        self.dispatch(f"MESSAGE_{what.upper()}", body, intents=intents, home=home)

    def _message_for_bot(self, message: Message, channel: Channel) -> Json:
        """A message for the bot, as an event shows it."""
        body = readable_body(message, channel)
        if channel.type != DM:
            member = self._world.member(message.author_id)
            body["member"] = {name: value for name, value in member.items() if name != "user"}
        if message.nonce:
            body["nonce"] = message.nonce
        return body


def readable_body(message: Message, channel: Channel) -> Json:
    """A message for a bot without the intent of contents.

    It is blank unless it is the bot's own, direct or mentions the bot.
    """
    body = dict(message.body)
    mentioned = any(mention["id"] == str(BOT_ID) for mention in body["mentions"])
    is_readable = message.author_id == BOT_ID or channel.type == DM or mentioned
    return body if is_readable else body | BLANKED


def home_of(channel: Channel) -> int | None:
    """Server of a channel; None for a DM."""
    return None if channel.type == DM else channel.guild_id


def _decode(data: str | bytes) -> Json:
    try:
        frame = json_of(data)
    except BadJson:
        raise Closed(4002, "Error while decoding payload.") from None
    if not isinstance(frame, dict):
        raise Closed(4002, "Error while decoding payload.")
    return frame
