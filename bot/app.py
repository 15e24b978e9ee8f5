"""The application: opens the store, builds the services, loads the cogs, runs on Discord."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, suppress
from datetime import timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot import database
from bot.ai.pool import Brains
from bot.clock import Clock
from bot.connection import answers, gateway
from bot.connection.budget import PATIENCE, Budget
from bot.connection.endpoints import point_at
from bot.connection.garbage import set_aside
from bot.connection.outages import keep_trying
from bot.database import DriverError, meta
from bot.figures import Figures
from bot.i18n import fingerprint
from bot.leagues.service import Leagues
from bot.service import Services
from bot.service.chores import repeat
from bot.service.delivery import Courier, Outbox
from bot.service.people import People
from bot.service.scheduler import Scheduler
from bot.settings import Settings
from bot.store import outbox, table_lists
from bot.store.store import Store

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot never speaks

COGS = Path(__file__).parents[1] / "cogs"
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""All permissions that the bot needs in a channel; its own emojis and links need none."""
WISHES = discord.Permissions(create_private_threads=True)
"""Permissions that the invite link asks for as well: without them, others can read sandboxes."""
SCOPES = ("bot", "applications.commands")
"""Scopes of the invite link: with commands alone, tables would open where the bot cannot post."""
COMMANDS = "commands"
"""Key under which the store keeps the hash of the registered commands."""
HOUR = 3600.0
TIDY_AGAIN = 60.0
"""Seconds until the next try to tidy the file when a reader was in the way."""
READY_AFTER = 0.3
"""Seconds without a new server after which discord.py says it is ready."""
DrawIcons = Callable[[], Awaitable[Mapping[str, bytes]]]
"""Draws the icons, by name."""
ICONS_MISSING = "Icons are missing, texts stand alone"
WARM_UP_AFTER = 2.0
"""Seconds after the start before background work begins."""
LOOK_FOR_ANNOUNCEMENTS = 60.0
"""Seconds between two looks at what the host has announced."""
UPLOAD_GAP = 0.1
"""Seconds between two uploads of icons."""


def invite_url(application_id: int) -> str:
    """The link that adds the bot to a server with only the permissions that it uses."""
    permissions = PERMISSIONS | WISHES
    return discord.utils.oauth_url(application_id, permissions=permissions, scopes=SCOPES)


def cogs() -> list[ModuleType]:
    """All modules of `cogs/`, imported, by which they register their commands and buttons."""
    names = sorted(module.name for module in walk_packages([str(COGS)], "cogs."))
    return [import_module(name) for name in names]


def emoji_name(name: str, png: bytes) -> str:
    """The name under which an icon is uploaded; a redrawn icon gets a new one."""
    return f"{name}_{hashlib.sha256(png).hexdigest()[:8]}"


class App(commands.AutoShardedBot, Services):
    """One bot, any number of servers: `async with App(settings) as app: await app.start(token)`.

    The services are there after the login: `app.moves.play(...)`.
    """

    store: Store
    brains: Brains
    outbox: Outbox
    alarm: Scheduler

    def __init__(
        self, settings: Settings, clock: Clock | None = None, figures: Figures | None = None
    ) -> None:
        point_at(settings)
        self.clock = clock or Clock()
        self.budget = Budget(self.clock)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_mentions=discord.AllowedMentions.none(),
            activity=discord.CustomActivity("/help"),
            max_messages=None,
            guild_ready_timeout=READY_AFTER,
            max_ratelimit_timeout=PATIENCE,
            http_trace=self.budget.trace(),
        )
        answers.listen(self, self._look_for_icons)
        gateway.guard(self)
        self.settings = settings
        self.figures = figures or Figures(self.clock, settings.language)
        self.figures.meters.connected.set_function(self._connected_share)
        self._closing, self._delivering = AsyncExitStack(), AsyncExitStack()
        self._emojis: dict[str, discord.PartialEmoji] = {}
        self._draw_icons: DrawIcons | None = None
        self._uploading_icons = asyncio.Lock()
        self._command_ids: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_in_use = asyncio.Event()
        """Set when anything happens at a table."""

    # ---- life -----------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Set everything up after the login and before the gateway can bring the first click."""
        answers.listen_to_clicks(self._look_for_icons)
        await self._open_services()
        for cog in cogs():
            if hasattr(cog, "setup"):
                await cog.setup(self)
        await self.startup.resume()
        self.background(self.startup.check_rules())
        self.background(self.reminders.plan_missing())
        self.background(self.statistics.rate_rest())
        self.outbox.start()
        self.alarm.start()
        self.repeat("announcements", self._look_for_announcements, LOOK_FOR_ANNOUNCEMENTS)
        self.background(
            keep_trying(self.sync_commands, "The commands are not registered yet", self.clock)
        )
        if self.settings.discord_api_base is None:
            log.info("Invite link: %s", invite_url(self.application_id or 0))

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect every shard, as soon as Discord allows so many new sessions."""
        await gateway.await_starts(self, self.clock)
        await super().connect(reconnect=reconnect)

    async def on_shard_ready(self, _: int) -> None:
        """Note that a shard stands, and keep its servers out of garbage collections."""
        self.figures.connect()
        set_aside(len(self.guilds))

    async def _open_services(self) -> None:
        settings = self.settings
        self.store = await Store.open(settings.database, language=settings.language)
        self._closing.push_async_callback(self.store.close)
        self.store.clock, self.store.figures = self.clock, self.figures
        self._closing.callback(self._measure_with, None)
        self._measure_with(self._sample)
        self.brains = Brains(settings.ai_processes)
        self._closing.push_async_callback(self.brains.close)
        people = await People.open(self.store)
        Services.__init__(self, self.store, self.brains, notify=self.wake, people=people)
        await self.standstill.end()
        self._closing.push_async_callback(self.standstill.note_end)
        self._closing.push_async_callback(self.stop_ai)
        self.leagues = Leagues(self, self.store)
        self.alarm = Scheduler(self.store, {**self.on_due, **self.leagues.on_due})
        self._closing.push_async_callback(self.alarm.stop)
        self._begin_chores()

    def _begin_chores(self) -> None:
        """Start the chores that repeat in the background, and the warm-up of the AI."""
        if self.settings.backups_kept:
            self.repeat("copies", self._roll_copies)
        self.repeat("lobbies", self._close_stale_lobbies)
        self.repeat("the file", self._tidy_file)
        self.background(self._warm_up())

    def _measure_with(self, sampler: Callable[[], Awaitable[None]] | None) -> None:
        self.figures.sampler = sampler

    async def _sample(self) -> None:
        """Count what waits and what is stored; test whether a disk in trouble takes writes."""
        self.figures.queue(await self.store.read(outbox.overdue, self.store.clock.now()))
        await asyncio.to_thread(self._sample_disk)
        if self.settings.metrics_port:
            self.figures.stock(await self.store.stock())
        if self.figures.disk_troubles:
            with suppress(DriverError):
                await self.store.probe()
                self.figures.store_success()

    def _sample_disk(self) -> None:
        """Measure the room on the disk of the database, and note its newest copy."""
        file = self.settings.database
        with suppress(OSError):
            self.figures.disk_room(*database.room(file))
        if self.settings.backups_kept:
            self.figures.newest_copy(database.newest_copy(file, self.clock))

    def _connected_share(self) -> float:
        """Share of the connections to Discord that stand; 0 before there is any."""
        standing = [not shard.is_closed() for shard in self.shards.values()]
        return sum(standing) / max(1, len(standing))

    async def _look_for_announcements(self) -> float:
        """Notice what the host has announced in another process, and note that the bot runs."""
        self.outbox.wake()
        await self.standstill.note_alive()
        return LOOK_FOR_ANNOUNCEMENTS

    async def _warm_up(self) -> None:
        """Start an AI process once there is a table, before its first move needs one."""
        await self.clock.sleep(WARM_UP_AFTER)
        if not await self.store.read(table_lists.any_open):
            await self._is_in_use.wait()
        self.brains.prewarm()

    async def _roll_copies(self) -> float:
        """Copy the database when it is time; return the seconds until the next look."""
        settings = self.settings
        return await asyncio.to_thread(
            database.roll,
            settings.database,
            hours=settings.backup_hours,
            kept=settings.backups_kept,
            clock=self.clock,
        )

    async def _close_stale_lobbies(self) -> float:
        """Close the stale lobbies and lessons; return the seconds until the next look."""
        await self.lessons.close_stale()
        await self.lobbies.close_stale(timedelta(days=self.settings.lobby_days))
        return HOUR

    async def _tidy_file(self) -> float:
        """Shorten the journal and finish an erasure; return the seconds until the next look."""
        return HOUR if await self.store.tidy() else TIDY_AGAIN

    def deliver_through(self, courier: Courier) -> None:
        """Give the outbox its courier; called by the cog that draws the posts."""
        self.outbox = Outbox(self.store, courier, budget=self.budget)
        self._delivering.push_async_callback(self.outbox.stop)

    def end_with(self, close: Callable[[], Awaitable[None]]) -> None:
        """Call `close` when the bot closes; called by the cog that has opened something."""
        self._closing.push_async_callback(close)

    def wake(self) -> None:
        """Tell the outbox that there is something to deliver."""
        self.outbox.wake()
        self._is_in_use.set()

    async def close(self) -> None:
        """Stop the outbox, leave Discord, then close everything that the start opened."""
        if self.is_closed():
            return
        for task in self._tasks:
            task.cancel()
        async with self._closing:
            try:
                await self._delivering.aclose()
            finally:
                await super().close()

    def background(self, work: Coroutine[None, None, None]) -> None:
        """Run `work` in the background, and cancel it when the bot closes; after that, drop it."""
        if self.is_closed():
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget_task)

    def repeat(
        self, name: str, chore: Callable[[], Awaitable[float]], after_an_error: float = HOUR
    ) -> None:
        """Repeat a chore in the background, each time after the seconds that it returned."""
        self.background(repeat(name, chore, self.figures, after_an_error=after_an_error))

    def _forget_task(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.figures.fault("Background work failed", error)

    # ---- commands -------------------------------------------------------------------------------

    async def sync_commands(self) -> None:
        """Register the commands if Discord has other ones; read their ids in any case."""
        digest = self._commands_digest()
        registered = await self.tree.fetch_commands()
        names = {command.name for command in self.tree.get_commands()}
        known_digest = await self.store.read(meta.read, COMMANDS)
        if digest != known_digest or names != {command.name for command in registered}:
            registered = await self.tree.sync()
            await self.store.write(meta.write, COMMANDS, digest)
        self._command_ids = {command.name: command.id for command in registered}

    def _commands_digest(self) -> str:
        """A hash of everything that `tree.sync` would send: application, commands, texts.

        It translates nothing: that would take as long as the rest of a start.
        """
        commands = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        sent = msgspec.json.encode([self.application_id, commands, fingerprint()])
        return hashlib.sha256(sent).hexdigest()

    def slash(self, path: str) -> str:
        """A command, such as "akropolis new", as a clickable mention once its id is known."""
        number = self._command_ids.get(path.partition(" ")[0])
        return f"</{path}:{number}>" if number else f"`/{path}`"

    # ---- icons ----------------------------------------------------------------------------------

    def emoji(self, name: str) -> discord.PartialEmoji | None:
        """The icon `name` for menus, buttons and text; None unless it is uploaded."""
        return self._emojis.get(name)

    def _look_for_icons(self) -> None:
        """Use no icon that Discord has not, and look for all of them anew, once for several calls.

        Discord may know a new one only after a while, so it is not asked at once.
        """
        if self._emojis and self._draw_icons is not None:
            log.warning("Discord does not know some icons: they are looked for anew")
            self._emojis = {}
            self.background(self._adopt_icons_later(self._draw_icons))

    async def _adopt_icons_later(self, draw: DrawIcons) -> None:
        await self.clock.sleep(WARM_UP_AFTER)
        await self.adopt_icons(draw)

    async def adopt_icons(self, draw: DrawIcons) -> None:
        """Use the icons that Discord has; then draw all, and upload those that look different."""
        self._draw_icons = draw
        try:
            await keep_trying(self._find_icons, ICONS_MISSING, self.clock)
            await self.clock.sleep(WARM_UP_AFTER)
            icons = await draw()
            await keep_trying(partial(self._upload_icons, icons), ICONS_MISSING, self.clock)
        except discord.HTTPException as error:
            log.warning("%s: %s", ICONS_MISSING, error)

    async def _find_icons(self) -> Mapping[str, discord.Emoji]:
        """Return the uploaded icons by name, and use the newest of each from now on."""
        uploaded = await self.fetch_application_emojis()
        for emoji in sorted(uploaded, key=lambda emoji: emoji.id):
            self._use(emoji)
        return {emoji.name: emoji for emoji in uploaded}

    async def _upload_icons(self, drawn: Mapping[str, bytes]) -> None:
        """Use the drawn icons, and upload those that no other try has uploaded."""
        async with self._uploading_icons:
            uploaded = await self._find_icons()
            for name, png in drawn.items():
                new_name = emoji_name(name, png)
                self._use(uploaded.get(new_name) or await self._upload(new_name, png))

    def _use(self, emoji: discord.Emoji) -> None:
        """Use this emoji for the icon that its name begins with."""
        icon, _, _ = emoji.name.rpartition("_")
        self._emojis[icon] = discord.PartialEmoji(name=emoji.name, id=emoji.id)

    async def _upload(self, name: str, png: bytes) -> discord.Emoji:
        """Upload one icon after a pause, so that other requests need not wait."""
        await self.clock.sleep(UPLOAD_GAP)
        return await self.create_application_emoji(name=name, image=png)
