"""Buttons and menus whose custom id is all they know; `Clicks` checks what it claims.

One class serves every button and one every menu, so an old message works after a restart and no two
templates ever match the same click.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from bot.app import App
from bot.words import shortened

ACCENT = discord.Colour(0xC8643C)
"""The frame around what concerns no seat."""
LONGEST_LABEL = 80
"""Characters on a button."""
CHOICES = 25
"""Entries of one menu."""
ROW = 5
"""Buttons in a row."""
FRESH = r"(~\d{1,20})?"
"""What `freshen` adds to the id of a menu."""


class Clicks(Protocol):
    """Who knows what a custom id means: the cog of `cogs/_click.py`."""

    async def used(
        self, interaction: discord.Interaction[App], custom_id: str, values: Sequence[str]
    ) -> None:
        """Carry out a click, or say why not."""


def clicks(interaction: discord.Interaction[Any]) -> Clicks:
    """The cog that answers clicks."""
    return cast(Clicks, interaction.client.get_cog("Clicks"))


class Press(ui.DynamicItem[ui.Button[Any]], template=r"[btv]:(?s:.*)"):
    """A button: of a board post (`b:`), of a private panel (`t:`) or of a page to read (`v:`)."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Rebuild the pressed button."""
        return cls(item)  # type: ignore[arg-type]

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the click on."""
        await clicks(interaction).used(interaction, self.custom_id, ())


class Pick(ui.DynamicItem[ui.Select[Any]], template=r"[sr]:(?s:.*)"):
    """A menu: of a private panel (`s:`) or of the rules (`r:`)."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Rebuild the menu that was used."""
        return cls(item)  # type: ignore[arg-type]

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the click on with what was chosen."""
        used: Any = interaction.data
        await clicks(interaction).used(interaction, self.custom_id, used.get("values", ()))


def button(
    custom_id: str,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> Press:
    """A button that carries `custom_id`; a disabled one only keeps its place."""
    return Press(
        ui.Button(
            custom_id=custom_id,
            label=shortened(label, LONGEST_LABEL),
            style=style,
            disabled=disabled,
            emoji=emoji,
        )
    )


def rows(buttons: Sequence[Press]) -> Iterator[ui.ActionRow[Any]]:
    """Buttons in as many rows as it takes."""
    for start in range(0, len(buttons), ROW):
        yield ui.ActionRow(*buttons[start : start + ROW])


def menu(
    custom_id: str, placeholder: str, options: Sequence[discord.SelectOption]
) -> ui.ActionRow[Any]:
    """A menu in a row of its own, its first 25 entries."""
    select = ui.Select[Any](
        custom_id=custom_id, placeholder=placeholder, options=list(options[:CHOICES])
    )
    return ui.ActionRow(Pick(select))


def custom_ids(message: discord.Message) -> Iterator[str]:
    """What the buttons of a message claim to be."""
    for item in ui.LayoutView.from_message(message, timeout=None).walk_children():
        if isinstance(item, ui.Button) and item.custom_id:
            yield item.custom_id


def freshen(view: ui.LayoutView, interaction: discord.Interaction[Any]) -> None:
    """Give the menus of `view` ids of this click alone, for a message that showed them before.

    A client remembers by the id what was chosen, and sends nothing when it is chosen again.
    """
    for item in view.walk_children():
        if isinstance(item, ui.DynamicItem) and isinstance(item.item, ui.Select):
            item.custom_id = f"{item.custom_id}~{interaction.id}"
