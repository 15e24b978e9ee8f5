"""`./run rehearse`: a walk on a test server of the host, and what it has shown."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import aiohttp
import discord
import msgspec

from bot import database
from bot.app import SCOPES
from bot.clock import Clock
from bot.connection.discord_internals import DISCORD_API
from bot.figures import minute
from bot.host.doctor import Finding, Say, application_id, sayer
from bot.host.rehearsal.notes import FILE, PAGE, Notes
from bot.host.rehearsal.places import RIGHTS, Places, missing_rights
from bot.host.rehearsal.presses import Presses
from bot.host.rehearsal.requests import Requests, Sleep
from bot.host.rehearsal.walk import Walk
from bot.settings import Settings

MOST_NAMED = 10
"""Servers that are named where the host must choose one."""


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """What the host wishes of a rehearsal."""

    server: int | None = None
    """The test server; None where the bot is on one alone."""
    minutes: float = 15.0
    """How long to wait for presses and screenshots; 0 asks for none."""
    old: bool = False
    """Whether to wait an hour for the edits of an old message."""
    screenshots: Mapping[str, Path] = msgspec.field(default_factory=dict)
    """Files of this machine by device, which may be there later."""
    folder: Path = Path()
    """Where to write what was seen."""


async def rehearse(
    settings: Settings, wishes: Wishes, clock: Clock, sleep: Sleep = asyncio.sleep
) -> AsyncIterator[Finding]:
    """Walk over a test server, delete all that was made, write what was seen."""
    say, token = sayer(settings, "rehearsal"), settings.discord_token
    bot = application_id(token or "")
    if token is None or bot is None:
        yield say(False, "no_token")
    elif database.is_taken(settings.database):
        yield say(False, "bot_runs")
    elif not os.access(wishes.folder, os.W_OK):
        yield say(False, "no_folder", folder=str(wishes.folder.absolute()))
    else:
        async with aiohttp.ClientSession() as session:
            ask = Requests(session, settings.discord_api_base or DISCORD_API, token, sleep)
            stage = await _stage(ask, wishes, bot, say)
            if isinstance(stage, Finding):
                yield stage
                return
            notes = Notes(made_at=minute(clock.now()))
            walk = Walk(ask, notes, stage, sleep)
            presses = Presses(ask, notes, stage, settings, wishes.screenshots)
            async for finding in _rehearse(walk, presses, stage, wishes, say):
                yield finding
            notes.limits.update(ask.limits)
        if notes.answers:
            yield _written(notes, wishes.folder, say, settings.language)


async def _stage(ask: Requests, wishes: Wishes, bot: int, say: Say) -> Places | Finding:
    """The test server of a rehearsal, or the reason why there is none."""
    listed = await ask("GET", "/users/@me/guilds")
    if listed.failed:
        reason = f"{listed.status} {listed.message}".strip()
        return say(False, "unreachable", reason=reason)
    servers = {int(entry["id"]): entry for entry in listed.body}
    link = discord.utils.oauth_url(bot, permissions=RIGHTS, scopes=SCOPES)
    if not servers:
        return say(False, "no_server", url=link)
    if wishes.server is None and len(servers) > 1:
        names = [f"{entry['name']} ({entry['id']})" for entry in listed.body]
        return say(False, "which_server", names=names[:MOST_NAMED])
    number = next(iter(servers)) if wishes.server is None else wishes.server
    if number not in servers:
        return say(False, "not_there", server=str(number))
    missing = missing_rights(int(servers[number]["permissions"]))
    if missing:
        return say(False, "missing", rights=missing, url=link)
    server = await ask("GET", "/guilds/{guild_id}", guild_id=str(number))
    owner = "" if server.failed else str(server.body["owner_id"])
    return Places(ask, str(number), str(bot), owner)


async def _rehearse(
    walk: Walk, presses: Presses, places: Places, wishes: Wishes, say: Say
) -> AsyncIterator[Finding]:
    """Walk, wait for a person, and delete all that was made, whatever happens."""
    await places.clear()
    remaining: list[str] = []
    try:
        await places.make()
        if places.text is None:
            yield say(False, "no_channel")
            return
        yield say(True, "channels_made", n=len(places.channels))
        async for finding in _walk(walk, presses, wishes, say):
            yield finding
        if wishes.minutes:
            yield say(None, "wait_for_you", n=round(wishes.minutes))
            undone = await presses.wait(wishes.minutes)
            if undone:
                yield say(None, "undone", n=undone)
            else:
                yield say(True, "all_pressed")
    finally:
        remaining = await places.clear()
    if remaining:
        yield say(False, "remaining", names=remaining)


async def _walk(walk: Walk, presses: Presses, wishes: Wishes, say: Say) -> AsyncIterator[Finding]:
    """Ask all that needs nobody, and prepare the rest."""
    for questions in (walk.threads, walk.messages, walk.files, walk.icons):
        await questions()
    if wishes.minutes:
        await presses.lock_thread()
    if not await walk.closed_threads():
        yield say(None, "no_closed_threads")
    yield say(True, "walked", n=walk.answered)
    if wishes.old:
        yield say(None, "hour")
        await walk.old_message()
    if wishes.minutes:
        await presses.prepare()


def _written(notes: Notes, folder: Path, say: Say, language: str) -> Finding:
    """Write the files; say how much is different."""
    try:
        notes.write(folder, language)
    except OSError as error:
        return say(False, "not_written", reason=str(error))
    number = len(notes.different()) + len(notes.other_limits())
    files = {"file": str(folder / FILE), "page": str(folder / PAGE)}
    if not number:
        return say(True, "as_expected", **files)
    return say(None, "different", n=number, **files)
