"""The host's check-up: settings, token, account, permissions in every server, database."""

from __future__ import annotations

import asyncio
import base64
import binascii
import re
import stat
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import discord
import msgspec

from bot import database
from bot.app import PERMISSIONS, SCOPES, invite_url
from bot.connection.outages import is_outage, reason
from bot.database import BadStore, DriverError
from bot.database.inspection import open_read_only
from bot.figures import Report, beginning, hour_line, minute
from bot.host import heartbeats, permissions
from bot.host.account import client_without_gateway
from bot.host.permissions import Place
from bot.host.releases import HERE, Releases
from bot.host.version import is_ahead
from bot.i18n import text
from bot.service import loading
from bot.settings import Settings
from bot.store.outbox import refusals

TOKEN = re.compile(r"([\w-]{18,})\.[\w-]{6,}\.[\w-]{27,}", re.ASCII)
MOST_NAMED = 20
"""Servers without fault that are named one by one."""
MOST_EXAMINED = 50
"""Servers whose channels are looked at, with three requests each: the running bot needs them."""
PRIVILEGED = ("gateway_presence", "gateway_guild_members", "gateway_message_content")
"""Flags of the privileged intents that the portal offers and that Hexagora never asks for."""


class Finding(msgspec.Struct, frozen=True):
    """One sentence, and whether it is good (True), a warning (None) or a fault (False)."""

    good: bool | None
    sentence: str


Say = Callable[..., Finding]
"""Maker of a finding from the name of its text, in the host's language."""


def application_id(token: str) -> int | None:
    """The id in the first part of a bot token, or None where the text has another form."""
    form = TOKEN.fullmatch(token)
    if form is None:
        return None
    try:
        digits = base64.b64decode(form[1] + "=" * (-len(form[1]) % 4), altchars=b"-_")
    except binascii.Error:
        return None
    return int(digits) if digits.isdigit() else None


def sayer(settings: Settings, topic: str = "doctor") -> Say:
    """Maker of findings in the language of the host, from the names of their texts."""

    def say(good: bool | None, code: str, /, **details: Any) -> Finding:
        return Finding(good, text(f"{topic}.{code}", settings.language, **details))

    return say


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """All findings, the cheap ones first; never a traceback, never the token."""
    say = sayer(settings)
    async for finding in examine_database(settings):
        yield finding
    for finding in _releases(say):
        yield finding
    for file in filter(is_readable_by_others, (Path(".env"), settings.database)):
        yield say(None, "others_read", file=str(file))
    token = settings.discord_token
    if token is None:
        yield say(None, "no_token")
        return
    if application_id(token) is None:
        yield say(False, "token_form")
        return
    yield say(True, "token_good")
    async for finding in _account(settings, token, say):
        yield finding


async def examine_database(settings: Settings) -> AsyncIterator[Finding]:
    """Findings about the database, and whether this version can take it over."""
    for finding in await asyncio.to_thread(_database, settings, sayer(settings)):
        yield finding


def _releases(say: Say) -> Iterator[Finding]:
    """What updates have left in the folder, where that matters."""
    releases = Releases(Path.cwd())
    trial, current = releases.trial, releases.current
    if trial is not None:
        code = "update_under_way" if releases.is_updating else "update_interrupted"
        yield say(None, code, new=trial.new, old=str(releases.path(trial.old)))
    for name in releases.names():
        if not releases.is_whole(name):
            yield say(None, "release_half_made", folder=str(releases.path(name)))
    if current != HERE:
        yield say(True, "release", name=current, folder=str(releases.path(current)))
    if is_ahead(releases.folder, current):
        yield say(None, "folder_ahead", folder=str(releases.folder), name=current)


def _database(settings: Settings, say: Say) -> list[Finding]:
    """Check the whole database, even while the bot runs, without changing anything in it."""
    file = settings.database
    try:
        if not file.exists():
            database.require_nothing_lost(file)
            return [say(None, "database_new", file=str(file))]
        health = database.examine(file)
    except BadStore as refusal:
        return [Finding(False, refusal.sentence(settings.language))]
    if health.troubles:
        return [say(False, "database_broken", file=str(file), first=health.troubles[0])]
    findings = [say(True, "database_good", file=str(file), size=health.size // 1024)]
    if health.update_waits:
        findings.append(say(None, "update_waits"))
    if database.is_taken(file):
        findings.append(say(True, "bot_runs"))
    return findings + _games(settings, say)


def _games(settings: Settings, say: Say) -> list[Finding]:
    """Check that this version can update the file and load its running games."""
    try:
        with database.rehearsal(settings.database) as copy:
            stuck = loading.stuck_tables(copy)
    except BadStore as refusal:
        return [Finding(None, refusal.sentence(settings.language))]
    except (DriverError, OSError) as error:
        return [say(False, "update_fails", reason=reason(error))]
    return [say(None, "game_stuck", game=table.game, table=table.number) for table in stuck]


def is_readable_by_others(file: Path) -> bool:
    """Whether other people on this machine may read a file."""
    return file.exists() and bool(file.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))


async def _account(settings: Settings, token: str, say: Say) -> AsyncIterator[Finding]:
    """Log in without a gateway; check the application, and the rights in servers and channels."""
    async with client_without_gateway(settings) as client:
        try:
            await client.login(token)
            application = await client.application_info()
            servers = await permissions.servers(client)
            open_at = permissions.open_channels(settings.database)
            played_in = [number for server in servers if (number := int(server["id"])) in open_at]
            places = [
                place
                for number in played_in[:MOST_EXAMINED]
                async for place in permissions.places(client, number, open_at[number])
            ]
        except discord.LoginFailure:
            yield say(False, "token_refused")
            return
        except Exception as error:
            if not isinstance(error, discord.HTTPException) and not is_outage(error):
                raise
            yield say(False, "unreachable", reason=str(error))
            return
    yield say(True, "account", name=application.name)
    for finding in _application(application, say):
        yield finding
    for finding in _servers(servers, say):
        yield finding
    for place in places:
        yield _channel(place, say)
    if len(played_in) > MOST_EXAMINED:
        yield say(None, "servers_left_out", n=len(played_in) - MOST_EXAMINED)
    if not servers:
        yield say(None, "no_server", url=invite_url(application.id))


def _application(application: discord.AppInfo, say: Say) -> Iterator[Finding]:
    """Check the portal for settings that keep clicks or servers away, and needless intents."""
    if application.interactions_endpoint_url:
        yield say(False, "endpoint_set", url=application.interactions_endpoint_url)
    if application.bot_require_code_grant:
        yield say(False, "code_grant")
    offered = application.guild_integration_config
    if offered is None:
        yield say(None, "no_guild_install")
    elif offered.oauth2_install_params:
        yield _install_link(offered.oauth2_install_params, say)
    switched_on = [name for name in PRIVILEGED if getattr(application.flags, name)]
    yield say(None, "intents_many", names=switched_on) if switched_on else say(True, "intents")


def _install_link(link: discord.AppInstallParams, say: Say) -> Finding:
    """Whether the portal's own install link grants every scope and right that the bot needs."""
    lacking = [scope for scope in SCOPES if scope not in link.scopes]
    lacking += _missing(link.permissions)
    return say(None, "install_link", lacking=lacking) if lacking else say(True, "install_good")


def _missing(granted: discord.Permissions) -> list[str]:
    """The rights that the bot needs and lacks, by Discord's names."""
    return [right for right, is_needed in PERMISSIONS if is_needed and not getattr(granted, right)]


def _servers(servers: Sequence[Mapping[str, Any]], say: Say) -> Iterator[Finding]:
    """Each server with its rights; where too many are good to read, only their number."""
    findings = [
        _server(server["name"], discord.Permissions(int(server["permissions"])), say)
        for server in servers
    ]
    good = sum(bool(finding.good) for finding in findings)
    if good > MOST_NAMED:
        yield say(True, "servers_good", n=good)
        findings = [finding for finding in findings if not finding.good]
    yield from findings


def _server(name: str, granted: discord.Permissions, say: Say) -> Finding:
    """Whether the bot has the rights it needs on a server, and no more."""
    if granted.administrator:
        return say(None, "server_administrator", server=name)
    if missing := _missing(granted):
        return say(False, "server_missing", server=name, rights=missing)
    return say(True, "server_good", server=name)


def _channel(place: Place, say: Say) -> Finding:
    """Whether the next post can be sent to a channel with an open table."""
    if place.granted is None:
        return say(False, "channel_gone", server=place.server, channel=place.channel)
    where = {"server": place.server, "channel": place.name}
    if missing := _missing(place.granted):
        return say(False, "channel_missing", **where, rights=missing)
    return say(True, "channel_good", **where)


# ---- the running bot -----------------------------------------------------------------------------


def heartbeat(settings: Settings) -> Finding:
    """Whether a bot runs on the database and its heartbeat is recent."""
    say, silence = sayer(settings), heartbeats.silence(settings.database)
    report = heartbeats.read_report(settings.database)
    if silence is None or report is None:
        return say(False, "not_running", file=str(settings.database))
    if silence > heartbeats.LONGEST_SILENCE:
        return say(False, "running_silent", seconds=round(silence))
    return say(True, "running_since", began=minute(report.began), seconds=round(silence))


async def running(settings: Settings) -> AsyncIterator[Finding]:
    """Findings about the running bot: its heartbeat, its figures and its troubles."""
    alive = heartbeat(settings)
    yield alive
    report = heartbeats.read_report(settings.database)
    if alive.good and report is not None:
        for finding in _figures(report, settings):
            yield finding
    for finding in await asyncio.to_thread(_refusals, settings):
        yield finding


def _figures(report: Report, settings: Settings) -> Iterator[Finding]:
    """Counts of the last two hours, and the troubles that have not ended."""
    say, language = sayer(settings), settings.language
    for hour in filter(None, (report.last_hour, report.hour)):
        yield Finding(True, hour_line(hour, language))
    for trouble in report.troubles:
        sentence, since = beginning(trouble, language), minute(trouble.since)
        yield say(None, "trouble_lasts", sentence=sentence, n=trouble.times, since=since)


def _refusals(settings: Settings) -> list[Finding]:
    """Finding about the deliveries that were given up, if any."""
    try:
        with open_read_only(settings.database) as connection:
            reasons = refusals(connection)
    except (BadStore, DriverError):
        return []
    say = sayer(settings)
    return [say(None, "refused_rows", n=len(reasons), newest=reasons[0])] if reasons else []
