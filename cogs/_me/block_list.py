"""The people that a person blocks: the list, and the menu that takes somebody off it."""

from __future__ import annotations

import discord

from bot.table.names import as_label, bold
from bot.table.preferences import Blocked
from cogs._access.commands import command
from cogs._answering.answer import Panel
from cogs._answering.items import ACCENT, menu_of
from cogs._answering.lasting_items import LastingMenu
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor, person_of


async def page(visitor: Visitor) -> Panel:
    """List of the people that a person blocks, which nobody else sees, and a menu to unblock."""
    people = visitor.app.people
    people_blocked = await people.block_list(visitor.user)
    if not people_blocked:
        block = visitor.app.slash("me block")
        return frame(ACCENT, visitor.text("me.block_none", block=block))
    names = [bold(blocked.name) for blocked in people_blocked]
    lines = visitor.text("me.block_list", names=names)
    ids = {str(blocked.user_id): blocked.name for blocked in people_blocked}
    names_by_id = {user: as_label(name) or user for user, name in ids.items()}
    menu = menu_of(names_by_id, title=visitor.text("me.unblock_menu"))
    return frame(ACCENT, lines, UnblockMenu(menu))


class UnblockMenu(LastingMenu, template="me:unblock"):
    """Menu of blocked people that unblocks the chosen one."""

    async def press(self, visitor: Visitor) -> Panel:
        for blocked in await visitor.app.people.block_list(visitor.user):
            if str(blocked.user_id) in visitor.values:
                await visitor.app.people.unblock(visitor.user, blocked.user_id)
        return await page(visitor)


@command("me block")
async def block(visitor: Visitor, person: discord.User | None = None) -> Panel:
    """Never sit at one table with somebody; without a name, show whom I block."""
    if person is not None:
        await visitor.app.people.block(visitor.user, Blocked(person.id, person_of(person).name))
    return await page(visitor)
