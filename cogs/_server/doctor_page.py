"""The page of `/hexagora doctor`: whether the bot can work here, and its owner how it is.

Who manages a server reads about that server only. The owner of the bot reads the figures as well.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence

from discord.utils import format_dt

from bot.app import PERMISSIONS, WISHES
from bot.figures import Stock, beginning, hour_line
from bot.host.version import version
from bot.store import outbox
from bot.table.post import Lateness
from bot.table.seating import Status, Table
from cogs._access.server_rules import manages, require_manager
from cogs._answering.answer import Panel
from cogs._answering.edits import NO_HARM
from cogs._answering.items import ACCENT
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._words import labels

MOST_NAMED = 5
"""Tables, and troubles, that are named."""
MEGABYTE = 1_000_000


async def page(visitor: Visitor, tables: Sequence[Table], check: str) -> Panel:
    """Page for a person who manages the server or owns the bot. Raises RulesError.

    It tells of the `tables` of the server, and of the `check` of what stands in their channels.
    """
    is_owner = await _owns_bot(visitor)
    if not is_owner:
        require_manager(visitor)
    app, now = visitor.app, visitor.app.clock.now()
    lateness = await app.store.read(outbox.lateness, visitor.guild, now)
    lines = [
        visitor.text("server.doctor"),
        _permission_line(visitor),
        *_delivery_lines(visitor, lateness),
        *_table_lines(visitor, tables),
        *([check] if tables else ()),
    ]
    parts = ["\n".join(lines)]
    if is_owner:
        name = await asyncio.to_thread(version)
        overdue, stock = await app.store.read(outbox.overdue, now), await app.store.stock()
        parts.append("\n".join(_owner_lines(visitor, name, overdue, stock)))
    return frame(ACCENT, *parts)


async def _owns_bot(visitor: Visitor) -> bool:
    """Whether the person owns the bot, or is of the team that does.

    While that is unknown, managers of the server have their share of the page. Raises the error of
    an outage to all others.
    """
    try:
        return await visitor.app.is_owner(visitor.interaction.user)
    except NO_HARM:
        if not manages(visitor):
            raise
        return False


def _permission_line(visitor: Visitor) -> str:
    granted = visitor.interaction.app_permissions
    needed = [right for right, is_needed in PERMISSIONS | WISHES if is_needed]
    missing = [right for right in needed if not getattr(granted, right)]
    if not missing:
        return visitor.text("server.doctor_here_good")
    names = [visitor.text(f"lobby.permission_{right}") for right in sorted(missing)]
    return visitor.text("server.doctor_here_lacks", permissions=names)


def _delivery_lines(visitor: Visitor, lateness: Lateness) -> Iterator[str]:
    if lateness.since is None:
        yield visitor.text("server.doctor_on_time")
    else:
        since = format_dt(lateness.since, "R")
        yield visitor.text("server.doctor_late", n=lateness.late, since=since)
    if lateness.aside:
        move = visitor.app.slash("table move")
        yield visitor.text("server.doctor_aside", n=lateness.aside, move=move)


def _table_lines(visitor: Visitor, tables: Sequence[Table]) -> Iterator[str]:
    counts = Counter(table.status for table in tables)
    live, lobby = counts[Status.LIVE], counts[Status.LOBBY]
    yield visitor.text("server.doctor_tables", live=live, lobby=lobby)
    troubles = [labels.title(table, visitor.language) for table in tables if table.trouble]
    if troubles:
        yield visitor.text("server.doctor_troubles", tables=troubles[:MOST_NAMED])


def _owner_lines(visitor: Visitor, version: str, overdue: int, stock: Stock) -> Iterator[str]:
    """Lines about the whole bot: version, queue, tables, the last two hours, troubles."""
    app, language, report = visitor.app, visitor.language, visitor.app.figures.report
    yield visitor.text("server.doctor_owner")
    since, servers = format_dt(report.began, "R"), len(app.guilds)
    yield visitor.text("server.doctor_version", version=version, since=since, n=servers)
    yield visitor.text("server.doctor_queue", n=overdue)
    counts = Counter[str]()
    for (_, status), number in stock.tables.items():
        counts[status] += number
    numbers = {status: counts[status] for status in ("live", "lobby", "over")}
    size = round(stock.database_bytes / MEGABYTE, 1)
    yield visitor.text("server.doctor_stock", **numbers, size=size)
    for hour in filter(None, (report.last_hour, report.hour)):
        yield f"-# {hour_line(hour, language)}"
    for trouble in report.troubles[:MOST_NAMED]:
        yield f"⚠️ {beginning(trouble, language)}"
