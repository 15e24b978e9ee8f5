"""Helpers for buttons and menus: rows, custom ids, and autocomplete choices.

The base class is `cogs._answering.lasting_items.LastingItem`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import discord
from discord import app_commands, ui
from discord.ui.select import BaseSelect

from bot.table.names import bare
from bot.words import SHOWN, shorten
from cogs._words.small_print import readable_texts

ACCENT = discord.Colour(0xC8643C)
"""Colour of a frame that belongs to no seat."""
GREY, BLUE = discord.ButtonStyle.secondary, discord.ButtonStyle.primary
GREEN, RED = discord.ButtonStyle.success, discord.ButtonStyle.danger
LONGEST_LABEL = SHOWN
"""Characters on a button: a phone shows no more."""
LONGEST_CHOICE = 100
"""Characters of the name of a choice, and of its value."""
LONGEST_ENTRY = 2 * SHOWN
"""Characters of an entry of a menu: a phone shows two lines."""
CHOICES = 25
"""Entries of one menu."""
ROW = 5
"""Buttons in a row."""
FRESH = r"(~\d{1,20})?"
"""Suffix that `freshen` adds to the custom id of a menu."""

Value = TypeVar("Value", str, int)
BaseMenu = BaseSelect[Any]
"""A menu of any kind: of texts, channels or roles."""
Component = str | ui.Item[Any] | Sequence[ui.Item[Any]]
"""A part of a panel: a text, a picture, a button or a menu, or buttons in rows of five."""


def matching_choices(typed: str, names: Mapping[Value, str]) -> list[app_commands.Choice[Value]]:
    """Choices whose name contains the typed text, first those that begin with it.

    Neither case nor accents matter.
    """
    query = bare(typed)
    positions = {value: bare(name).find(query) for value, name in names.items()}
    matches = sorted(
        (value for value in names if positions[value] >= 0), key=lambda v: positions[v] > 0
    )
    return [
        app_commands.Choice(name=shorten(names[value], LONGEST_CHOICE), value=value)
        for value in matches[:CHOICES]
    ]


def entries(labels: Mapping[str, str], *chosen: str | None) -> list[discord.SelectOption]:
    """Entries of a menu from labels by value, with the chosen ones selected."""
    return [
        discord.SelectOption(
            label=shorten(label, LONGEST_ENTRY), value=value, default=value in chosen
        )
        for value, label in list(labels.items())[:CHOICES]
    ]


def values(interaction: discord.Interaction[Any]) -> Sequence[str]:
    """Values chosen in a menu; none of a button with a forged custom id."""
    data: Any = interaction.data
    return tuple(data.get("values", ()))


def components(parts: Iterable[Component]) -> Iterator[ui.Item[Any]]:
    """Components of a message of these parts, without the empty texts and lists."""
    for part in parts:
        if isinstance(part, str):
            yield from map(ui.TextDisplay, readable_texts(part) if part else ())
        elif isinstance(part, ui.DynamicItem | ui.Button):
            yield ui.ActionRow(part)
        elif isinstance(part, ui.Item):
            yield part
        else:
            yield from rows(part)


def rows(buttons: Sequence[ui.Item[Any]]) -> Iterator[ui.ActionRow[Any]]:
    """Buttons in as few rows as it takes, about as many in each: a phone breaks long ones."""
    row_number = max(1, -(-len(buttons) // ROW))
    longest = max(1, -(-len(buttons) // row_number))
    for start in range(0, len(buttons), longest):
        yield ui.ActionRow(*buttons[start : start + longest])


def menu_of(
    labels: Mapping[str, str],
    *chosen: str | None,
    title: str | None = None,
    many: bool = False,
) -> ui.Select[Any]:
    """Menu of labels by value, with the chosen ones selected; of `many` any number may be."""
    options = entries(labels, *chosen)
    least, most = (0, len(options)) if many else (1, 1)
    return ui.Select(options=options, placeholder=title, min_values=least, max_values=most)


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
    """Give the menus of `view` custom ids of this click alone, for a message that is edited.

    A client remembers the choice by the id, and sends nothing when it is chosen again.
    """
    for item in view.walk_children():
        menu = item.item if isinstance(item, ui.DynamicItem) else item
        if isinstance(menu, BaseSelect):
            menu.custom_id = f"{menu.custom_id.partition('~')[0]}~{interaction.id}"
