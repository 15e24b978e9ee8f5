"""The people that a person blocks: the list, and the menu that takes somebody off it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import discord
from discord import ui

from bot.i18n import text
from bot.table.names import as_label, bold, plain
from bot.table.preferences import Blocked
from bot.words import shorten
from cogs._shared.answering import LastingItem
from cogs._shared.items import ACCENT, CHOICES, FRESH, LONGEST_CHOICE
from cogs._shared.presentation import frame
from cogs._shared.visit import Visitor


async def page(visitor: Visitor) -> ui.LayoutView:
    """List of the people that a person blocks, which nobody else sees, and a menu to unblock."""
    language, people = visitor.language, visitor.app.people
    people_blocked = await people.block_list(visitor.user)
    if not people_blocked:
        block = visitor.app.slash("me block")
        return frame(ACCENT, text("me.block_none", language, block=block))
    names = [bold(blocked.name) for blocked in people_blocked]
    lines = text("me.block_list", language, names=names)
    return frame(ACCENT, lines, ui.ActionRow[Any](UnblockMenu.of(people_blocked, language)))


async def block(visitor: Visitor, person: discord.User | discord.Member) -> None:
    """Add a person to the list of the one who asks. Raises RulesError."""
    blocked = Blocked(person.id, plain(person.display_name) or person.name)
    await visitor.app.people.block(visitor.user, blocked)


class UnblockMenu(LastingItem[ui.Select[Any]], template="me:unblock" + FRESH):
    """Menu of blocked people that unblocks the chosen one: `me:unblock`."""

    @classmethod
    def of(cls, people: Sequence[Blocked], language: str) -> Self:
        """Menu of these people."""
        options = [
            discord.SelectOption(
                label=shorten(as_label(blocked.name), LONGEST_CHOICE) or str(blocked.user_id),
                value=str(blocked.user_id),
            )
            for blocked in people[:CHOICES]
        ]
        hint = text("me.unblock_menu", language)
        return cls(ui.Select[Any](custom_id="me:unblock", placeholder=hint, options=options))

    async def press(self, visitor: Visitor) -> None:
        """Unblock the chosen person."""
        await visitor.defer()
        for blocked in await visitor.app.people.block_list(visitor.user):
            if str(blocked.user_id) in visitor.values:
                await visitor.app.people.unblock(visitor.user, blocked.user_id)
        await visitor.show((await page(visitor), []))
