"""`/attika`: what both sister games offer, under its own name."""

from __future__ import annotations

from bot.app import App
from cogs._settlements import SettlementsCog
from cogs._translator import said

KEY = "attika"


class Attika(SettlementsCog, group_name=KEY, group_description=said(f"command.{KEY}.description")):
    """Colonies between the holy places of Greece."""

    key = KEY


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    await app.add_cog(Attika(app))
