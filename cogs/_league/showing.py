"""Keeps the posts of leagues as they should stand: sent once a round, edited in between.

A league has a revision, which grows with all that its post shows, in the transaction of the cause.
Here what is shown follows: after a crash or an outage the next look makes up for it. A new post is
looked for before it is sent, by its buttons, so that none is there twice, even where the database
was restored from a copy.
"""

from __future__ import annotations

import logging
from contextlib import suppress

import discord
import msgspec

from bot.app import App
from bot.leagues import rows
from bot.leagues.values import League
from bot.service.delivery import Later
from cogs._answering.edits import NO_HARM, edit
from cogs._answering.items import custom_ids
from cogs._answering.messages import mentions_of
from cogs._delivery.answers import translated_errors
from cogs._league.post import invited, league_post
from cogs._league.texts import LeagueWords, link

log = logging.getLogger(__name__)

LOOK, LONG_LOOK = 10.0, 3600.0
"""Seconds between two looks while a league is open or runs, and otherwise."""
FIRST_PAUSE, LONGEST_PAUSE = 60.0, 21_600.0
"""Seconds until the next try of a post that Discord has not taken; twice as long each time."""
LOOKED_THROUGH = 50
"""Messages of a channel that are searched for the post of a league."""


class Pause(msgspec.Struct, frozen=True):
    """The wait of a post that could not be shown."""

    seconds: float
    until: float


class Showing:
    """Shows the leagues of all servers."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._pauses: dict[int, Pause] = {}

    async def run(self) -> None:
        """Show what has changed, for as long as the bot runs."""
        app = self.app
        await app.wait_until_ready()
        while True:
            app.leagues.news.clear()
            try:
                await self.show_all()
                is_busy = await app.store.read(rows.is_any_under_way)
            except Exception as error:
                app.figures.fault("The posts of leagues wait", error)
                is_busy = True
            await app.clock.wait(app.leagues.news, LOOK if is_busy else LONG_LOOK)

    async def show_all(self) -> None:
        """Show every league whose post is out of date."""
        for league_id in await self.app.store.read(rows.to_show):
            pause = self._pauses.get(league_id)
            if pause is None or pause.until <= self.app.clock.monotonic():
                await self._try(league_id)

    async def _try(self, league_id: int) -> None:
        try:
            with translated_errors():
                await self.show(await self.app.leagues.get(league_id))
        except Exception as error:
            log.warning("The post of league %s waits: %s", league_id, error)
            before = self._pauses.get(league_id)
            seconds = min(2 * before.seconds if before else FIRST_PAUSE, LONGEST_PAUSE)
            seconds = error.seconds if isinstance(error, Later) else seconds
            self._pauses[league_id] = Pause(seconds, self.app.clock.monotonic() + seconds)
        else:
            self._pauses.pop(league_id, None)

    async def show(self, league: League) -> None:
        """Edit the post of a league, or send the next one and close the last."""
        message, old = await league_post(self.app, league), league.message_id
        if old and league.post_round == league.slot:
            if await edit(self._message(league, old), **message.to_edit):
                await self._note(league, old)
                return
            message = await league_post(self.app, league)
        channel = self._channel(league)
        sent: int | None = await self._find(league)
        if sent is None:
            settings = await self.app.servers.settings(league.guild_id)
            people = await invited(self.app, league)
            called = [user for user in people if self.app.people.may_be_called(user)]
            silent = settings.quiet and not called
            post = await channel.send(
                **message.to_send, allowed_mentions=mentions_of(called), silent=silent
            )
            sent = post.id
        else:
            await edit(self._message(league, sent), **message.to_edit)
        await self._note(league, sent)
        if old:
            await self._close(league, old, sent)

    async def _find(self, league: League) -> int | None:
        """Id of the post, if it was sent before and that was not noted."""
        claim = f"lg:{league.id}:{league.slot}:"
        with suppress(discord.Forbidden):
            async for message in self._channel(league).history(limit=LOOKED_THROUGH):
                is_other = message.author == self.app.user and message.id != league.message_id
                if is_other and any(each.startswith(claim) for each in custom_ids(message)):
                    return message.id
        return None

    async def _close(self, league: League, old: int, new: int) -> None:
        """Let an earlier post lead to the newest; where that fails, its buttons still answer."""
        line = LeagueWords(league).sentence("league.goes_on", link=link(league, new))
        with suppress(*NO_HARM):
            await edit(self._message(league, old), content=line, view=None, attachments=[])

    async def _note(self, league: League, message_id: int) -> None:
        await self.app.store.write(
            rows.note_post, league.id, message_id, league.slot, league.revision
        )

    def _channel(self, league: League) -> discord.PartialMessageable:
        return self.app.get_partial_messageable(league.channel_id, guild_id=league.guild_id)

    def _message(self, league: League, message_id: int) -> discord.PartialMessage:
        return self._channel(league).get_partial_message(message_id)
