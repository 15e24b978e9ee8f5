"""The referees of a server: their role, and their decisions at a table without a vote."""

from __future__ import annotations

import discord

from bot.table.names import bold, plain
from bot.table.seating import Status, Table
from cogs._access.access import is_seated
from cogs._access.commands import command
from cogs._answering.visitor import Visitor
from rules.contract import RulesError


async def is_referee(visitor: Visitor, table: Table) -> bool:
    """Whether the person is a referee of a table; its own players never are."""
    member = visitor.interaction.user
    if is_seated(visitor, table) or not isinstance(member, discord.Member):
        return False
    role = (await visitor.app.servers.settings(table.guild_id)).referees
    return role is not None and member.get_role(role) is not None


async def require(visitor: Visitor, table: Table) -> None:
    """Refuse a person who neither plays at a table nor is a referee. Raises RulesError."""
    if not is_seated(visitor, table) and not await is_referee(visitor, table):
        raise RulesError("table.not_referee")


async def require_running(visitor: Visitor, table: Table) -> None:
    """Refuse a table that is not running, and a person who neither plays there nor is a referee."""
    table.require(Status.LIVE)
    await require(visitor, table)


@command("table referee")
async def referee(visitor: Visitor, role: discord.Role | None = None) -> None:
    """Set the role of the referees of this server; without one, there are none."""
    if not visitor.interaction.permissions.manage_guild:
        raise RulesError("table.admins_only")
    if role is not None and role.is_default():
        raise RulesError("table.referee_everyone")
    await visitor.app.servers.change(visitor.guild, referees=role.id if role else None)
    if role is None:
        await visitor.tell("table.referee_none")
    else:
        await visitor.tell("table.referee_set", name=bold(plain(role.name)))
