"""Are you sure that nothing shall name you any more? The question, and what its answers do."""

from __future__ import annotations

import re
from typing import Any, Self

import discord
from discord import ui

from bot.i18n import text
from cogs._items import ACCENT, LastingItem
from cogs._labels import reader
from cogs._present import frame
from cogs._private import defer, show
from cogs.errors import answering

STYLES = {"erase": discord.ButtonStyle.danger, "keep": discord.ButtonStyle.secondary}


def question(language: str) -> ui.LayoutView:
    """What will be forgotten, what stays, and the two answers."""
    buttons = (EraseButton.of(verb, language) for verb in STYLES)
    return frame(ACCENT, text("me.erase_question", language), ui.ActionRow[Any](*buttons))


class EraseButton(LastingItem[ui.Button[Any]], template="me:(?P<verb>erase|keep)"):
    """An answer to the question: `me:<verb>`."""

    def __init__(self, item: ui.Button[Any], verb: str) -> None:
        super().__init__(item)
        self.verb = verb

    @classmethod
    def of(cls, verb: str, language: str) -> Self:
        """The button of an answer."""
        label = text(f"me.{verb}_button", language)
        return cls(ui.Button[Any](label=label, style=STYLES[verb], custom_id=f"me:{verb}"), verb)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Rebuild the pressed button."""
        return cls(item, match["verb"])  # type: ignore[arg-type]

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Forget whoever pressed, or nobody."""
        async with answering(interaction):
            await defer(interaction)
            language = reader(interaction)
            if self.verb == "erase":
                await interaction.client.tables.forget_person(interaction.user.id)
            await show(interaction, (frame(ACCENT, text(f"me.{self.verb}_done", language)), []))
