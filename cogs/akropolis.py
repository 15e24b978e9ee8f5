"""`/akropolis`: what every game offers, and the options of a new game of Akropolis."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.app import App
from bot.i18n import LANGUAGES
from cogs._game_cog import GameCog, explained, order_choices, require_settings, setting_choices
from cogs._labels import Click, reader
from cogs._opening import open_lobby
from cogs._translator import said
from rules import registry

KEY = "akropolis"
ALL = "all"
"""All scoring variants at once; any other mix is a matter of the lobby's options."""


class Akropolis(GameCog, group_name=KEY, group_description=said("command.akropolis.description")):
    """Tiles, cities, and an architect for those who play alone."""

    key = KEY

    @app_commands.command(
        name=said("command.new.name"), description=said("command.new.description")
    )
    @explained("new", "players", "ai", "ai_player", "order", "language", "thread")
    @explained("akropolis_new", "length", "variants", "solo")
    @app_commands.choices(
        length=setting_choices(KEY, "length"),
        variants=[
            app_commands.Choice(name=said("command.akropolis_new_variants.all"), value=ALL),
            *setting_choices(KEY, "variants"),
        ],
        solo=setting_choices(KEY, "solo"),
        ai_player=[
            app_commands.Choice(name=said(f"{KEY}.player_{player}"), value=player)
            for player in registry.get(KEY).facts.players
        ],
        order=order_choices(),
        language=[
            app_commands.Choice(name=said(f"common.language_{code}"), value=code)
            for code in LANGUAGES
        ],
    )
    async def new(
        self,
        interaction: Click,
        players: app_commands.Range[int, 1, 4] = 4,
        length: str | None = None,
        variants: str | None = None,
        solo: str | None = None,
        ai: app_commands.Range[int, 0, 3] = 0,
        ai_player: str = "greedy",
        order: str = "drawn",
        language: str | None = None,
        thread: bool = True,
    ) -> None:
        """Open a table here; everything can still be changed in its lobby."""
        chosen = {"length": length, "variants": mix(variants), "solo": solo}
        options = {key: value for key, value in chosen.items() if value is not None}
        size = 1 if solo else players
        require_settings(KEY, size, options, reader(interaction))
        await open_lobby(
            interaction,
            KEY,
            size,
            options,
            language or reader(interaction),
            thread,
            [ai_player] * ai,
            order,
        )


def mix(variants: str | None) -> list[Any] | None:
    """The variants that a choice of the command stands for."""
    if variants != ALL:
        return [variants] if variants else None
    facts = registry.get(KEY).facts
    return [v for choice in facts.choices if choice.key == "variants" for v in choice.values]


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    await app.add_cog(Akropolis(app))
