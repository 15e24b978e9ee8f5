"""`/hexagora …`: the settings of a server, and the check-up, for those who manage it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.app import App
from cogs._server import doctor_page, setup_panel
from cogs._shared.labels import Click
from cogs._shared.translator import localized
from cogs._shared.visit import Visitor


def _command(name: str) -> Callable[[Any], Any]:
    """Sub-command of /hexagora with its texts from the catalogues."""
    return app_commands.command(
        name=localized(f"command.hexagora_{name}.name"),
        description=localized(f"command.hexagora_{name}.description"),
    )


@app_commands.default_permissions(manage_guild=True)
class HexagoraCog(
    commands.GroupCog,
    group_name=localized("command.hexagora.name"),
    group_description=localized("command.hexagora.description"),
):
    """Commands of `/hexagora`; Discord shows them to those who may manage the server."""

    @_command("setup")
    async def setup_(self, interaction: Click) -> None:
        """Show the settings of this server and the controls to change them."""
        visitor = Visitor.of(interaction)
        view = await setup_panel.opening_panel(visitor)
        await interaction.response.send_message(view=view, ephemeral=True)

    @_command("doctor")
    async def doctor(self, interaction: Click) -> None:
        """Show whether the bot can work here, and its owner how it is."""
        visitor = Visitor.of(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await visitor.show((await doctor_page.page(visitor), []))


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    app.add_dynamic_items(setup_panel.SetupMenu, setup_panel.QuietButton)
    await app.add_cog(HexagoraCog())
