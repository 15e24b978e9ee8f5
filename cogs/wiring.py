"""Gives the application the parts of this layer: translator, icons, clicks, courier."""

from __future__ import annotations

from bot.app import App
from cogs._posts.courier import DiscordCourier
from cogs._posts.reminders import ReminderButton, SnoozeButton
from cogs._requests.idle_games import WakeButton
from cogs._shared.hour import HourButton, HourMenu
from cogs._shared.painter import PAINTER
from cogs._shared.translator import Translator
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
    app.add_dynamic_items(ReminderButton, SnoozeButton, WakeButton, HourButton, HourMenu)
    app.background(app.adopt_icons(icons))
