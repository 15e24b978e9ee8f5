"""Direct messages to the owner of the bot about its troubles: at most one a day and kind.

The log and `/hexagora doctor` name every trouble; these are the ones that do not end by themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, cast

import discord
from discord.ext import commands

from bot import database
from bot.app import App
from bot.connection.outages import is_outage
from bot.database import BadStore, DriverError, meta
from bot.figures import Trouble, beginning
from bot.host.version import newer_version
from bot.i18n import text
from bot.words import one_text
from cogs._answering.answer import WORKING
from cogs._answering.custom_ids import one_of
from cogs._answering.lasting_items import LastingButton
from cogs._answering.messages import NOBODY, Message
from cogs._answering.visitor import Visitor
from rules.contract import RulesError

KINDS = (
    "disk_full",
    "disk_read_only",
    "disk_failing",
    "disk_nearly_full",
    "no_copy",
    "fault",
    "other_code",
    "newer_version",
)
"""Kinds of troubles of which the owner gets a message."""
MINUTE, HOUR = 60.0, 3600.0
DAY, WEEK = timedelta(days=1), timedelta(days=7)
"""Times without a message of the same kind: after one, and by a press."""
MOST_TOLD = 3
"""Troubles of a kind in one message."""
QUIET = "host_call_quiet_{kind}"
"""Key of the store with the moment until which a kind is quiet."""


class HostCalls(commands.Cog):
    """Sends the messages; what it remembers holds even while the database takes no change."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._owner: int | None = None
        self._quiet: dict[str, datetime] = {}

    @classmethod
    def of(cls, app: App) -> HostCalls:
        """The one of the bot."""
        return cast(HostCalls, app.get_cog(cls.__name__))

    async def call(self) -> float:
        """Tell the owner of the troubles of every kind that is not quiet; return the pause."""
        await self._app.wait_until_ready()
        for kind in KINDS:
            if troubles_of(self._app, kind) and not await self._is_quiet(kind):
                await self._send(kind)
                await self.hush(kind, DAY)
        return MINUTE

    async def hush(self, kind: str, time: timedelta) -> None:
        """Send nothing about a kind for some time."""
        self._quiet[kind] = until = self._app.clock.now() + time
        with suppress(DriverError):
            await self._app.store.write(meta.write, QUIET.format(kind=kind), until.isoformat())

    async def _is_quiet(self, kind: str) -> bool:
        if kind not in self._quiet:
            saved = None
            with suppress(DriverError):  # a disk that cannot be read is one of the troubles
                saved = await self._app.store.read(meta.read, QUIET.format(kind=kind))
            self._quiet[kind] = datetime.fromisoformat(saved) if saved else self._app.clock.now()
        return self._app.clock.now() < self._quiet[kind]

    async def _send(self, kind: str) -> None:
        """Send the message about a kind, in the owner's language; none to who refuses it."""
        app = self._app
        if self._owner is None:
            application = await app.application_info()
            team = application.team
            self._owner = (team and team.owner_id) or application.owner.id
        language = app.people.preferences(self._owner).language or app.settings.language
        post = owner_post(app, kind, language)
        nonce = f"host-{KINDS.index(kind)}-{app.clock.now():%Y%m%d}"
        try:
            channel = await app.create_dm(discord.Object(self._owner))
            await channel.send(**post.to_send, nonce=nonce, allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            if is_outage(error):
                raise


def troubles_of(app: App, kind: str) -> Sequence[Trouble]:
    """Troubles of a kind that have not ended."""
    return [trouble for trouble in app.figures.troubles.values() if trouble.kind == kind]


def owner_post(app: App, kind: str, language: str) -> Message:
    """The message about a kind of trouble, as it stands now."""
    troubles = troubles_of(app, kind)
    if not troubles:
        return Message(text("server.owner_over", language))
    sentences = [beginning(trouble, language) for trouble in troubles[:MOST_TOLD]]
    lines = [text("server.owner_called", language), *sentences]
    verbs = ("copy", "look", "quiet") if kind == "no_copy" else ("look", "quiet")
    buttons = [OwnerButton.of(kind, verb, language) for verb in verbs]
    return Message("\n".join(lines), buttons=buttons)


class OwnerButton(LastingButton, template="hc:{kind}:{verb}"):
    """Looks again, makes a copy, or asks for quiet, below a message to the owner."""

    label = "server.owner_{verb}_button"
    may_take_long = False
    kind: Annotated[str, one_of(KINDS)]
    verb: Literal["look", "copy", "quiet"]

    async def press(self, visitor: Visitor) -> None:
        """Show how it stands after what the button does. Raises RulesError to anybody else."""
        app, interaction = visitor.app, visitor.interaction
        await interaction.response.defer()
        if not await app.is_owner(interaction.user):
            raise RulesError("server.not_owner")
        show = partial(interaction.edit_original_response, allowed_mentions=NOBODY)
        outcome = ""
        try:
            if self.verb == "quiet":
                await HostCalls.of(app).hush(self.kind, WEEK)
                outcome = visitor.text("server.owner_quiet")
            elif self.verb == "copy":
                words = owner_post(app, self.kind, visitor.language).content
                await show(content=one_text(words, visitor.text(WORKING)), view=None)
                outcome = await _copy(visitor)
            await app.figures.look()
        finally:
            post = owner_post(app, self.kind, visitor.language)
            await show(content=one_text(post.content, outcome), view=post.view)


async def _copy(visitor: Visitor) -> str:
    """Copy the database; a sentence about the copy, or why there is none."""
    try:
        copy = await asyncio.to_thread(
            database.backup, visitor.app.settings.database, clock=visitor.app.clock
        )
    except BadStore as error:
        return error.sentence(visitor.language)
    return visitor.text("server.owner_copied", file=copy.name)


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    calls = HostCalls(app)
    await app.add_cog(calls)
    app.repeat("messages to the owner", calls.call)
    if app.settings.update_hours and app.settings.discord_api_base is None:
        app.repeat("a newer version", partial(look_for_newer, app))


async def look_for_newer(app: App) -> float:
    """Note whether there is a newer version; return the seconds to the next look."""
    app.figures.newer_version(await asyncio.to_thread(newer_version, Path.cwd()))
    return app.settings.update_hours * HOUR
