"""`/help`: where to start, in the reader's language or the one they ask for."""

from __future__ import annotations

import re
from typing import Any, Self

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.app import App
from bot.i18n import LANGUAGES, text
from bot.words import composed
from cogs._items import ACCENT, LastingItem
from cogs._labels import Click, reader
from cogs._translator import said
from cogs.errors import answering
from rules import registry
from rules.contract import Facts

SECTIONS = ("start", "move", "hand", "tables", "places")


def help_page(app: App, language: str) -> ui.LayoutView:
    """What this is, how to begin, how to move, the games, who made it."""
    page = ui.Container[Any](accent_colour=ACCENT)
    page.add_item(ui.TextDisplay(text("help.what", language)))
    page.add_item(ui.Separator())
    for section in SECTIONS:
        page.add_item(ui.TextDisplay(_section(app, section, language)))
    games = (_game(app, registry.get(key).facts, language) for key in registry.games())
    page.add_item(ui.TextDisplay("\n".join((text("help.games", language), *games))))
    page.add_item(ui.Separator())
    page.add_item(ui.TextDisplay(text("help.fan_made", language)))
    page.add_item(ui.ActionRow(*(LanguageButton.of(code, language) for code in LANGUAGES)))
    return ui.LayoutView(timeout=None).add_item(page)


def _section(app: App, section: str, language: str) -> str:
    key = next(iter(registry.games()))
    return text(
        f"help.{section}",
        language,
        new=app.slash(f"{key} new"),
        move=app.slash(f"{key} move"),
        board=app.slash(f"{key} board"),
        list=app.slash("table list"),
        status=app.slash("table status"),
    )


def _game(app: App, facts: Facts, language: str) -> str:
    return text(
        "help.game",
        language,
        title=facts.title,
        least=min(facts.seats),
        most=max(facts.seats),
        tagline=text(composed.tagline(facts.key), language),
        new=app.slash(f"{facts.key} new"),
        rules=app.slash(f"{facts.key} rules"),
    )


class LanguageButton(
    LastingItem[ui.Button[Any]], template=rf"h:(?P<language>{'|'.join(LANGUAGES)})"
):
    """Shows the page in another language: `h:<language>`."""

    def __init__(self, item: ui.Button[Any], language: str) -> None:
        super().__init__(item)
        self.language = language

    @classmethod
    def of(cls, language: str, shown: str) -> Self:
        """The button of one language, pressed already if the page is in it."""
        button = ui.Button[Any](
            label=text(f"common.language_{language}", language),
            custom_id=f"h:{language}",
            disabled=language == shown,
        )
        return cls(button, language)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Rebuild the pressed button."""
        return cls(item, match["language"])  # type: ignore[arg-type]

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Turn the page into the other language."""
        async with answering(interaction):
            page = help_page(interaction.client, self.language)
            await interaction.response.edit_message(view=page)


class HelpCog(commands.Cog):
    """The one command that a newcomer types."""

    @app_commands.command(
        name=said("command.help.name"), description=said("command.help.description")
    )
    async def help(self, interaction: Click) -> None:
        """Show the first page, to this person only."""
        page = help_page(interaction.client, reader(interaction))
        await interaction.response.send_message(view=page, ephemeral=True)


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    app.add_dynamic_items(LanguageButton)
    await app.add_cog(HelpCog())
