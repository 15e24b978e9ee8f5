"""Since my turn: what the others have done, the board before it and now, and the way on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Self

import discord
from discord import ui

from bot import words
from bot.app import App
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
from cogs._present import about, accent, drawn, frame, icons, newest, public_picture
from cogs._private import Panel, defer, show
from cogs._reading import lines_of
from cogs.errors import answering
from render import png
from render.contract import TABLE

TALLEST = 1.23
"""The height of the tallest board, as a share of its width."""
FEWEST_LINES, MORE_LINES = 3, 15
"""Lines of a phone since my turn above the tallest, so that it shows both, and **Play**; and how
many more above one that is less tall by its width."""
CHANGED_LINES = 2
"""Those that are left for each paragraph below the picture."""


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
    known = about(table, language)
    if before and since.before is not None:
        wish, alt = public_picture(table, TABLE, since.before, (), known)
    else:
        wish, alt = public_picture(table, TABLE, since.after, since.plies, known)
    standing = CarefulWords(table).standing(since.after, names(table), language, icons(app))
    shown, files = await drawn(wish, alt, language, instead=standing)
    changed = [one for one in (*_suffered(since, language), *_gained(since, language)) if one]
    lines = _since(app, since, language, _room(files) - CHANGED_LINES * len(changed))
    return frame(colour, lines, shown, *changed, *below), files


def _room(pictures: Sequence[discord.File]) -> int:
    """Lines of a phone that can be told beside a picture: the taller it is, the fewer."""
    share = 0.0
    for picture in pictures:
        width, height = png.size(picture.fp.read())
        picture.reset()
        share = height / width
    return FEWEST_LINES + max(0, int((TALLEST - share) * MORE_LINES))


def _since(app: App, since: Recap, language: str, room: int) -> str:
    """As many of the newest turns as have room, below how many moves came before them."""
    code = "board.recap_round" if since.seat is None else "board.recap_heading"
    heading = text(code, language)
    told, missing = newest(
        app, since.table, since.plies, language, lambda some: lines_of("\n".join(some)) <= room
    )
    lines = "\n".join(told).split("\n")
    while len(lines) > 1 and lines_of("\n".join(lines)) > room:
        lines.pop()
    if missing:
        heading = f"{heading} · {text('board.recap_earlier', language, n=missing)}"
    return "\n".join((heading, *lines))


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
