"""The games that a person waits for on a server, in one menu of all games."""

from __future__ import annotations

from typing import Any, Self

import discord
from discord import ui

from bot.i18n import text
from cogs._shared.answering import LastingItem
from cogs._shared.items import ACCENT, CHOICES, FRESH
from cogs._shared.presentation import frame
from cogs._shared.visit import Visitor
from rules import registry
from rules.contract import RulesError


def server(visitor: Visitor) -> int:
    """Id of the server. Raises `me.wish_where` in direct messages."""
    if visitor.interaction.guild_id is None:
        raise RulesError("me.wish_where")
    return visitor.interaction.guild_id


async def page(visitor: Visitor) -> ui.LayoutView:
    """Page with the games that a person waits for here, and a menu to change them."""
    language = visitor.language
    wishes = await visitor.app.lobbies.wishes(visitor.user, server(visitor))
    games = registry.games()
    titles = [games[key].facts.title for key in wishes if key in games]
    summary = text("me.wish_list" if titles else "me.wish_none", language, games=titles)
    return frame(ACCENT, summary, ui.ActionRow[Any](WishMenu.of(wishes, language)))


async def add(visitor: Visitor, game: str) -> None:
    """Add a game to those that the person waits for. Raises RulesError."""
    if game not in registry.games():
        raise RulesError("me.wish_unknown")
    lobbies, user, guild = visitor.app.lobbies, visitor.user, server(visitor)
    wishes = {*await lobbies.wishes(user, guild), game}
    await lobbies.wish(user, guild, wishes, visitor.language)


class WishMenu(LastingItem[ui.Select[Any]], template="me:wish" + FRESH):
    """Menu of all games, to wait for any number of them: `me:wish`."""

    @classmethod
    def of(cls, wishes: list[str], language: str) -> Self:
        """Menu with the current choice."""
        options = [
            discord.SelectOption(label=game.facts.title, value=key, default=key in wishes)
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

    async def press(self, visitor: Visitor) -> None:
        """Save the chosen games, and no others."""
        await visitor.defer()
        user, games = visitor.user, visitor.values
        lobbies, language = visitor.app.lobbies, visitor.language
        await lobbies.wish(user, server(visitor), games, language)
        await visitor.show((await page(visitor), []))
