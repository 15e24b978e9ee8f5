"""`/me …`: a person's own affairs, on every server and in direct messages."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.table import zones
from cogs._me import absence, block_list, personal_data, preferences, wishes
from cogs._shared import my_games
from cogs._shared.items import matching_choices
from cogs._shared.labels import Click
from cogs._shared.translator import describe_options, localized, subcommand
from cogs._shared.visit import Visitor
from rules import registry


async def _zones(interaction: Click, current: str) -> list[app_commands.Choice[str]]:
    """Choices of time zones by city, country or name; before any text, a likely one first."""
    visitor = Visitor.of(interaction)
    zone_names = zones.zone_labels(visitor.language)
    likely = zones.guess(interaction.locale.value)
    return matching_choices(current, {likely: zone_names.get(likely, likely), **zone_names})


async def _games(interaction: Click, current: str) -> list[app_commands.Choice[str]]:
    """Choices of all games by title."""
    return matching_choices(
        current, {key: game.facts.title for key, game in registry.games().items()}
    )


@app_commands.allowed_contexts(guilds=True, dms=True)
class MeCog(
    commands.GroupCog,
    group_name=localized("command.me.name"),
    group_description=localized("command.me.description"),
):
    """Commands of `/me`, none of which is about a single table."""

    @subcommand("me", "settings")
    @describe_options("command.me", "zone")
    @app_commands.autocomplete(zone=_zones)
    async def settings(self, interaction: Click, zone: str | None = None) -> None:
        """Show my settings and the controls to change them; with a zone, save it first."""
        visitor = Visitor.of(interaction)
        if zone is not None:
            await preferences.choose_zone(visitor, zone)
        view = preferences.panel(visitor)
        await interaction.response.send_message(view=view, ephemeral=True)

    @subcommand("me", "away")
    @describe_options("command.me", "until")
    @app_commands.autocomplete(until=absence.day_choices)
    async def away(self, interaction: Click, until: str | None = None) -> None:
        """Say that I am away until a day, at all my tables; without a day, ask for it."""
        visitor = Visitor.of(interaction)
        if until is not None:
            await absence.start_absence(visitor, until)
        await interaction.response.send_message(view=await absence.page(visitor), ephemeral=True)

    @subcommand("me", "games")
    async def games(self, interaction: Click) -> None:
        """Show all my games on all servers, what waits for me first."""
        visitor = Visitor.of(interaction)
        await visitor.defer()
        await visitor.show((await my_games.page(visitor, 0), []))

    @subcommand("me", "notify")
    @describe_options("command.me", "game")
    @app_commands.autocomplete(game=_games)
    async def notify(self, interaction: Click, game: str | None = None) -> None:
        """Wait for a table of a game here; without a game, show what I wait for."""
        visitor = Visitor.of(interaction)
        if game is not None:
            await wishes.add(visitor, game)
        view = await wishes.page(visitor)
        await interaction.response.send_message(view=view, ephemeral=True)

    @subcommand("me", "block")
    @describe_options("command.me", "person")
    async def block(self, interaction: Click, person: discord.User | None = None) -> None:
        """Never sit at one table with somebody; without a name, show whom I block."""
        visitor = Visitor.of(interaction)
        if person is not None:
            await block_list.block(visitor, person)
        view = await block_list.page(visitor)
        await interaction.response.send_message(view=view, ephemeral=True)

    @subcommand("me", "data")
    async def data(self, interaction: Click) -> None:
        """Send me all data kept about me, as a file."""
        visitor = Visitor.of(interaction)
        await personal_data.send_data(visitor)

    @subcommand("me", "delete")
    async def delete(self, interaction: Click) -> None:
        """Erase my data, after a question."""
        visitor = Visitor.of(interaction)
        view = personal_data.question(visitor.app, visitor.language)
        await interaction.response.send_message(view=view, ephemeral=True)


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    await app.add_cog(MeCog())
