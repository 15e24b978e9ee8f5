"""`/telegraph`: what both sister games offer, under its own name."""

from __future__ import annotations

from bot.app import App
from cogs._settlements import SettlementsCog
from cogs._translator import said

KEY = "telegraph"


class Telegraph(
    SettlementsCog, group_name=KEY, group_description=said(f"command.{KEY}.description")
):
    """Towns, wires and the great cities of the prairie."""

    key = KEY


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    await app.add_cog(Telegraph(app))
