"""What `/telegraph` and `/attika` have in common: a new table for two to four, no settings."""

from __future__ import annotations

from discord import app_commands

from bot.i18n import LANGUAGES
from cogs._game_cog import HandCog, explained, order_choices
from cogs._labels import Click, reader
from cogs._opening import open_lobby
from cogs._translator import said

PLAYERS = ("greedy", "random")
"""How an AI seat may play."""


class SettlementsCog(HandCog):
    """A sister game: `new` beside what every game with hands offers."""

    @app_commands.command(
        name=said("command.new.name"), description=said("command.new.description")
    )
    @explained("new", "players", "ai", "ai_player", "order", "language", "thread")
    @app_commands.choices(
        ai_player=[
            app_commands.Choice(name=said(f"command.new_ai_player.{player}"), value=player)
            for player in PLAYERS
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
        players: app_commands.Range[int, 2, 4] = 4,
        ai: app_commands.Range[int, 0, 3] = 0,
        ai_player: str = "greedy",
        order: str = "drawn",
        language: str | None = None,
        thread: bool = True,
    ) -> None:
        """Open a table here; everything can still be changed in its lobby."""
        machines = [ai_player] * ai
        spoken = language or reader(interaction)
        await open_lobby(interaction, self.key, players, {}, spoken, thread, machines, order)
