"""`/stats`: statistics of finished games, shown to whoever asks."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from cogs._pages import statistics
from cogs._pages.statistics import Subject
from cogs._shared.items import matching_choices
from cogs._shared.labels import Click
from cogs._shared.translator import describe_options, localized
from cogs._shared.visit import Visitor
from rules import registry


async def _games(interaction: Click, current: str) -> list[app_commands.Choice[str]]:
    """Choices of all games by title."""
    titles = {key: game.facts.title for key, game in registry.games().items()}
    return matching_choices(current, titles)


class StatsCog(commands.Cog):
    """The command `/stats`."""

    @app_commands.command(
        name=localized("command.stats.name"), description=localized("command.stats.description")
    )
    @describe_options("command.stats", "person", "game")
    @app_commands.autocomplete(game=_games)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def stats(
        self,
        interaction: Click,
        person: discord.User | None = None,
        game: str | None = None,
    ) -> None:
        """Show a person's results, or those of a game here; without a choice, one's own."""
        visitor = Visitor.of(interaction)
        await visitor.defer()
        await visitor.show(await statistics.page(visitor, _subject(visitor, person, game)))


def _subject(visitor: Visitor, person: discord.User | None, game: str | None) -> Subject:
    """Subject of the first page: a named person, else a named game, else oneself.

    In direct messages it is oneself on all servers.
    """
    if not visitor.guild:
        return Subject(person.id if person else visitor.user, game or "", is_everywhere=True)
    if person is None and game is not None:
        return Subject(game=game)
    return Subject(person.id if person else visitor.user, game or "")


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    await app.add_cog(StatsCog())
