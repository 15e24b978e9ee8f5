"""Gives the application the parts of this layer: translator, painter, icons, clicks, courier."""

from __future__ import annotations

from bot.app import App
from cogs._painting.painter import PAINTER
from cogs._posts.courier import DiscordCourier
from cogs._words.translator import Translator
from rules import registry


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    await app.tree.set_translator(Translator())
    PAINTER.open(app.figures, app.settings.database.absolute().parent)
    app.end_with(PAINTER.close)
    app.background(PAINTER.prewarm(registry.games()))
    app.deliver_through(DiscordCourier(app))
    app.background(app.adopt_icons(PAINTER.icons))
