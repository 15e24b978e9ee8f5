"""Whom somebody does not want to play with: the list, and how one comes off it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import discord
from discord import ui

from bot.i18n import text
from bot.table.names import as_label, bold, plain
from bot.table.preferences import Blocked
from bot.words import shortened
from cogs._items import ACCENT, CHOICES, FRESH, LONGEST_CHOICE, values
from cogs._labels import Click, reader
from cogs._present import frame
from cogs._private import defer, show
from cogs.errors import LastingItem


async def page(interaction: Click) -> ui.LayoutView:
    """The people whom somebody blocks, whom nobody else ever sees, and a menu of them."""
    language, people = reader(interaction), interaction.client.people
    there = await people.blocked(interaction.user.id)
    if not there:
        block = interaction.client.slash("me block")
        return frame(ACCENT, text("me.block_none", language, block=block))
    names = [bold(one.name) for one in there]
    told = text("me.block_list", language, names=names)
    return frame(ACCENT, told, ui.ActionRow[Any](UnblockMenu.of(there, language)))


async def block(interaction: Click, person: discord.User | discord.Member) -> None:
    """Do not sit at one table with somebody. Raises RulesError."""
    blocked = Blocked(person.id, plain(person.display_name) or person.name)
    await interaction.client.people.block(interaction.user.id, blocked)


class UnblockMenu(LastingItem[ui.Select[Any]], template="me:unblock" + FRESH):
    """The people somebody blocks; whom they choose is let in again: `me:unblock`."""

    @classmethod
    def of(cls, there: Sequence[Blocked], language: str) -> Self:
        """The menu of these people."""
        options = [
            discord.SelectOption(
                label=shortened(as_label(one.name), LONGEST_CHOICE) or str(one.user_id),
                value=str(one.user_id),
            )
            for one in there[:CHOICES]
        ]
        hint = text("me.unblock_menu", language)
        return cls(ui.Select[Any](custom_id="me:unblock", placeholder=hint, options=options))

    async def press(self, interaction: Click) -> None:
        """Let somebody in again."""
        await defer(interaction)
        for chosen in filter(str.isdecimal, values(interaction)):
            await interaction.client.people.unblock(interaction.user.id, int(chosen))
        await show(interaction, (await page(interaction), []))
