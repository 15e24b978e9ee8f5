"""The games that a person waits for on a server, in one menu of all games."""

from __future__ import annotations

from cogs._access.commands import command, game_choices
from cogs._answering.answer import Panel
from cogs._answering.items import ACCENT, menu_of
from cogs._answering.lasting_items import LastingMenu
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._words import labels
from rules import registry
from rules.contract import RulesError


def server(visitor: Visitor) -> int:
    """Id of the server. Raises `me.wish_where` in direct messages."""
    if visitor.interaction.guild_id is None:
        raise RulesError("me.wish_where")
    return visitor.interaction.guild_id


async def page(visitor: Visitor) -> Panel:
    """Page with the games that a person waits for here, and a menu to change them."""
    wishes = await visitor.app.lobbies.wishes(visitor.user, server(visitor))
    titles = [title for key, title in labels.titles().items() if key in wishes]
    summary = visitor.text("me.wish_list" if titles else "me.wish_none", games=titles)
    menu = menu_of(labels.titles(), *wishes, title=visitor.text("me.wish_menu"), many=True)
    return frame(ACCENT, summary, WishMenu(menu))


async def add(visitor: Visitor, game: str) -> None:
    """Add a game to those that the person waits for. Raises RulesError."""
    if game not in registry.games():
        raise RulesError("me.wish_unknown")
    lobbies, user, guild = visitor.app.lobbies, visitor.user, server(visitor)
    wishes = {*await lobbies.wishes(user, guild), game}
    await lobbies.wish(user, guild, wishes, visitor.language)


class WishMenu(LastingMenu, template="me:wish"):
    """Menu of all games, to wait for any number of them."""

    async def press(self, visitor: Visitor) -> Panel:
        user, games = visitor.user, visitor.values
        lobbies, language = visitor.app.lobbies, visitor.language
        await lobbies.wish(user, server(visitor), games, language)
        return await page(visitor)


@command("me notify", game=game_choices)
async def notify(visitor: Visitor, game: str | None = None) -> Panel:
    """Wait for a table of a game here; without a game, show what I wait for."""
    if game is not None:
        await add(visitor, game)
    return await page(visitor)
