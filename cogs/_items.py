"""Tools for buttons and menus: rows of them, their ids, and suggestions while somebody types.

Their base class is `cogs.errors.LastingItem`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

import discord
from discord import app_commands, ui

from bot.table.names import bare
from bot.words import shortened

ACCENT = discord.Colour(0xC8643C)
"""The frame around what concerns no seat."""
LONGEST_LABEL = 80
"""Characters on a button."""
LONGEST_CHOICE = 100
"""Characters of a suggestion, and of what it stands for."""
CHOICES = 25
"""Entries of one menu."""
ROW = 5
"""Buttons in a row."""
FRESH = r"(~\d{1,20})?"
"""What `freshen` adds to the id of a menu."""

Value = TypeVar("Value", str, int)


def fitting(typed: str, offered: Mapping[Value, str]) -> list[app_commands.Choice[Value]]:
    """Suggestions whose name holds what is typed: first those that begin with it.

    Neither case nor accents matter.
    """
    wanted = bare(typed)
    held = {value: bare(name).find(wanted) for value, name in offered.items()}
    found = sorted((value for value in offered if held[value] >= 0), key=lambda v: held[v] > 0)
    return [
        app_commands.Choice(name=shortened(offered[value], LONGEST_CHOICE), value=value)
        for value in found[:CHOICES]
    ]


def values(interaction: discord.Interaction[Any]) -> Sequence[str]:
    """Values chosen in a menu; none by a button that was forged to be one."""
    used: Any = interaction.data
    return tuple(used.get("values", ()))


def rows(buttons: Sequence[ui.DynamicItem[Any]]) -> Iterator[ui.ActionRow[Any]]:
    """Buttons in as many rows as it takes."""
    for start in range(0, len(buttons), ROW):
        yield ui.ActionRow(*buttons[start : start + ROW])


def custom_ids(message: discord.Message) -> Iterator[str]:
    """Custom ids of the buttons of a message."""
    for item in ui.LayoutView.from_message(message, timeout=None).walk_children():
        if isinstance(item, ui.Button) and item.custom_id:
            yield item.custom_id


def view_ids(view: ui.View) -> Iterator[str]:
    """Custom ids that the buttons of a message will have once it is sent."""
    for item in view.walk_children():
        button = item.item if isinstance(item, ui.DynamicItem) else item
        if isinstance(button, ui.Button) and button.custom_id:
            yield button.custom_id


def freshen(view: ui.LayoutView, interaction: discord.Interaction[Any]) -> None:
    """Give the menus of `view` ids of this click alone, for a message that showed them before.

    A client remembers by the id what was chosen, and sends nothing when it is chosen again.
    """
    for item in view.walk_children():
        menu = item.item if isinstance(item, ui.DynamicItem) else item
        if isinstance(menu, ui.Select):
            menu.custom_id = f"{menu.custom_id.partition('~')[0]}~{interaction.id}"


def menus_anew(interaction: discord.Interaction[Any]) -> ui.LayoutView | None:
    """The message whose menu was used, its menus with new ids; None where it was no menu."""
    message = interaction.message
    used: Any = interaction.data or {}
    if message is None or "values" not in used or not message.flags.components_v2:
        return None
    view = ui.LayoutView.from_message(message, timeout=None)
    freshen(view, interaction)
    return view
