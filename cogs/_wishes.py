"""The games that somebody waits for on a server: one menu of all games."""

from __future__ import annotations

from typing import Any, Self

import discord
from discord import ui

from bot.i18n import text
from cogs._items import ACCENT, CHOICES, FRESH, values
from cogs._labels import Click, reader
from cogs._present import frame
from cogs._private import defer, show
from cogs.errors import LastingItem
from rules import registry
from rules.contract import RulesError


def server(interaction: Click) -> int:
    """The server on which somebody waits. Raises `me.wish_where` in direct messages."""
    if interaction.guild_id is None:
        raise RulesError("me.wish_where")
    return interaction.guild_id


async def page(interaction: Click) -> ui.LayoutView:
    """What somebody waits for here, and a menu to change it."""
    language = reader(interaction)
    wanted = await interaction.client.lobbies.wishes(interaction.user.id, server(interaction))
    games = registry.games()
    titles = [games[key].facts.title for key in wanted if key in games]
    told = text("me.wish_list" if titles else "me.wish_none", language, games=titles)
    return frame(ACCENT, told, ui.ActionRow[Any](WishMenu.of(wanted, language)))


async def add(interaction: Click, game: str) -> None:
    """Wait for one game more. Raises RulesError."""
    if game not in registry.games():
        raise RulesError("me.wish_unknown")
    lobbies, user, guild = interaction.client.lobbies, interaction.user.id, server(interaction)
    wanted = {*await lobbies.wishes(user, guild), game}
    await lobbies.wish(user, guild, wanted, reader(interaction))


class WishMenu(LastingItem[ui.Select[Any]], template="me:wish" + FRESH):
    """All games, any of which may be waited for: `me:wish`."""

    @classmethod
    def of(cls, wanted: list[str], language: str) -> Self:
        """The menu as it stands."""
        options = [
            discord.SelectOption(label=game.facts.title, value=key, default=key in wanted)
            for key, game in list(registry.games().items())[:CHOICES]
        ]
        menu = ui.Select[Any](
            custom_id="me:wish",
            placeholder=text("me.wish_menu", language),
            options=options,
            min_values=0,
            max_values=len(options),
        )
        return cls(menu)

    async def press(self, interaction: Click) -> None:
        """Wait for what was chosen, and for nothing else."""
        await defer(interaction)
        user, chosen = interaction.user.id, values(interaction)
        lobbies, language = interaction.client.lobbies, reader(interaction)
        await lobbies.wish(user, server(interaction), chosen, language)
        await show(interaction, (await page(interaction), []))
