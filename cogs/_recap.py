"""Since my turn: what the others have done, the board before it and now, and the way on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Self

import discord
from discord import ui

from bot import words
from bot.i18n import text
from bot.playing import Recap
from bot.seating import Table
from bot.words.careful import CarefulWords
from cogs import _labels
from cogs._access import table_here
from cogs._controls import BoardButton
from cogs._items import LastingItem
from cogs._labels import Click, reader
from cogs._labels import bold_names as names
from cogs._present import about, accent, drawn, frame, log_text, public_picture
from cogs._private import Panel, defer, show
from cogs.errors import answering
from render.contract import TABLE

LONGEST_RECAP = 170
"""Characters of what is told above the picture since my turn: a phone shows both, and **Play**."""


async def recap(interaction: Click, table: Table, *, before: bool = False) -> Panel:
    """What the others did since I last acted, and where on the board; and on I play, if I may.

    The board is as it is now, with what is new lit, or as it was `before`.
    """
    app, language = interaction.client, reader(interaction)
    since = await app.tables.recap(table.id, interaction.user.id)
    colour = accent(() if since.seat is None else (since.seat,))
    below: list[str | ui.Item[Any]] = [
        *_labels.midway(table, since.midway, language),
        *_buttons(since, language, before=before),
    ]
    if not since.plies:
        return frame(colour, text("board.recap_nothing", language), *below), []
    heading = text("board.recap_round" if since.seat is None else "board.recap_heading", language)
    lines = log_text(app, table, since.plies, language, room=LONGEST_RECAP)
    known = about(table, language)
    if before and since.before is not None:
        wish, alt = public_picture(table, TABLE, since.before, (), known)
    else:
        wish, alt = public_picture(table, TABLE, since.after, since.plies, known)
    shown, files = await drawn(wish, alt, language)
    changed = [*_suffered(since, language), *_gained(since, language)]
    return frame(colour, f"{heading}\n{lines}", shown, *changed, *below), files


def _suffered(since: Recap, language: str) -> Iterator[str]:
    """What the others did to me."""
    if since.seat is not None:
        yield CarefulWords(since.table).suffered(since.plies, since.seat, language)


def _buttons(since: Recap, language: str, *, before: bool) -> Iterator[ui.ActionRow[Any]]:
    """On to my move, where it is my turn; and the board at the other time, where it is another."""
    buttons: list[LastingItem[Any]] = []
    if since.seat in since.to_act:
        buttons.append(BoardButton.of(since.table, "play", since.table.revision, language))
    if since.plies and since.before is not None:
        buttons.append(TimeButton.of(since.table, "now" if before else "before", language))
    if buttons:
        yield ui.ActionRow[Any](*buttons)


def _gained(since: Recap, language: str) -> Iterator[str]:
    """By how much scores have changed of which the lines above do not tell it all."""
    told = Counter[int]()
    for ply in since.plies:
        if ply.points is not None:
            told[ply.seat] += ply.points[1] - ply.points[0]
    changes = [
        f"{name} {words.signed(change)}"
        for seat, (name, change) in enumerate(zip(names(since.table), since.gained, strict=False))
        if change != told[seat]
    ]
    if changes:
        yield text("board.recap_gained", language, seats=" · ".join(changes))


class TimeButton(
    LastingItem[ui.Button[Any]], template=r"bt:(?P<table>\d{1,18}):(?P<time>before|now)"
):
    """Shows the board as it was before all this, or as it is now: `bt:<table>:<time>`."""

    def __init__(self, item: ui.Button[Any], table_id: int, time: str) -> None:
        super().__init__(item)
        self.table_id, self.time = table_id, time

    @classmethod
    def of(cls, table: Table, time: str, language: str) -> Self:
        """The button that leads to one of the two."""
        label = text(f"board.recap_{time}", language)
        button = ui.Button[Any](label=label, custom_id=f"bt:{table.id}:{time}")
        return cls(button, table.id, time)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Rebuild the pressed button."""
        return cls(item, int(match["table"]), match["time"])  # type: ignore[arg-type]

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Redraw the page with the other board."""
        async with answering(interaction):
            await defer(interaction)
            table = await table_here(interaction, self.table_id)
            before = self.time == "before"
            await show(interaction, await recap(interaction, table, before=before))
