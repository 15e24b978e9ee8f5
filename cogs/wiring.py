"""Gives the application the parts of this layer: translator, icons, clicks, courier."""

from __future__ import annotations

from bot.app import App
from cogs import _click
from cogs._courier import DiscordCourier
from cogs._paint import PAINTER
from cogs._reminders import ReminderButton
from cogs._sleeping import WakeButton
from cogs._translator import Translator
from render.icons import of_seats
from render.registry import renderer
from rules import registry


def icons() -> dict[str, bytes]:
    """Icons of the seats and of all games by name."""
    icons_by_name = of_seats()
    for key in registry.games():
        icons_by_name |= renderer(key).icons()
    return icons_by_name


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    await app.tree.set_translator(Translator())
    PAINTER.figures = app.figures
    app.deliver_through(DiscordCourier(app))
    await _click.setup(app)
    app.add_dynamic_items(ReminderButton, WakeButton)
    app.background(app.adopt_icons(icons))
