"""Private pages about a table: since my turn, more, the board as text, one city, the rules."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, Self

import discord
from discord import ui

from bot import words
from bot.app import App
from bot.i18n import text
from bot.seating import Table
from bot.tables import Look
from bot.words import composed
from cogs import _labels
from cogs._access import table_in
from cogs._items import FRESH, LONGEST_LABEL, ROW, values
from cogs._labels import SEATS, Click, reader
from cogs._labels import bold_names as names
from cogs._paint import Wish
from cogs._present import accent, drawn, frame, icons, told_plies, whole_board
from cogs._private import Panel, defer, show
from cogs.errors import answering
from cogs.table import log_page
from rules import registry
from rules.contract import RulesError

LONGEST_PAGE = 3600
"""Characters of a page of text, a heading apart; a message has room for 4,000."""

Content = tuple[list[str | ui.Item[Any]], list[discord.File]]
"""What is on a page, before it is framed, and its uploads."""


# ---- since my turn -------------------------------------------------------------------------------


async def recap(interaction: Click, table: Table) -> Panel:
    """What the others did since I last acted, and where on the board."""
    app, language = interaction.client, reader(interaction)
    since = await app.tables.recap(table.id, interaction.user.id)
    midway = _labels.midway(table, since.midway, language)
    if not since.plies:
        nothing = text("board.recap_nothing", language)
        return frame(accent((since.seat,)), nothing, *midway), []
    told = told_plies(app, table, since.plies, language)
    wish, alt = whole_board(table, since.after, since.plies, language)
    shown, files = await drawn(wish, alt, language)
    standing = words.of(table.game).standing(since.after, names(table), language, icons(app))
    heading = text("board.recap_heading", language, n=len(since.plies))
    won = _gained(table, since.gained, language)
    return frame(accent((since.seat,)), heading, told, shown, standing, *won, *midway), files


def _gained(table: Table, gained: Sequence[int], language: str) -> Iterator[str]:
    """By how much everybody's score has changed, where anybody's has."""
    if any(gained):
        changes = zip(names(table), gained, strict=True)
        seats = " · ".join(f"{name} {words.signed(change)}" for name, change in changes)
        yield text("board.recap_gained", language, seats=seats)


# ---- more ----------------------------------------------------------------------------------------


def more(table: Table, language: str, *above: str | ui.Item[Any]) -> ui.LayoutView:
    """Everything else there is to see of a table, below what is shown already."""
    shown = above or (text("board.more_heading", language),)
    return frame(accent(()), *shown, _seats(table), _others(table, language))


def _seats(table: Table) -> ui.ActionRow[Any]:
    """A button for the picture of every seat."""
    return ui.ActionRow(
        *(
            PageButton.of(table, "seat", f"{SEATS[seat]} · {name}", seat)
            for seat, name in enumerate(_labels.names(table))
        )
    )


def _others(table: Table, language: str) -> ui.ActionRow[Any]:
    """Buttons for the whole table and for everything that is not a picture."""
    return ui.ActionRow(
        *(
            PageButton.of(table, name, text(f"board.page_{name}", language))
            for name in ("table", "text", "log", "rules")
        )
    )


async def page(interaction: Click, table: Table, name: str, number: int) -> Panel:
    """A page of *More* by the name in its button. Raises RulesError where there is none."""
    language = reader(interaction)
    if name == "rules":
        return rules(table.game, "", language)
    if name == "log":
        return await log_page(interaction, table, number), []
    parts, files = await content(interaction, table, name, number, language)
    return more(table, language, *parts), files


class PageButton(
    ui.DynamicItem[ui.Button[Any]],
    template=r"v:(?P<table>\d{1,18}):(?P<page>[a-z]{1,32})(\.(?P<number>\d{1,3}))?",
):
    """Turns to a page about a table: `v:<table>:<page>[.<number>]`."""

    def __init__(self, item: ui.Button[Any], table_id: int, page: str, number: int) -> None:
        super().__init__(item)
        self.table_id, self.page, self.number = table_id, page, number

    @classmethod
    def of(
        cls,
        table: Table,
        page: str,
        label: str,
        number: int | None = None,
        *,
        disabled: bool = False,
    ) -> Self:
        """The button of a page, or of a seat or part of it; a disabled one is on that page."""
        shown = page if number is None else f"{page}.{number}"
        button = ui.Button[Any](
            custom_id=f"v:{table.id}:{shown}",
            label=words.shortened(label, LONGEST_LABEL),
            disabled=disabled,
        )
        return cls(button, table.id, page, number or 0)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Rebuild the pressed button."""
        number = int(match["number"] or 0)
        return cls(item, int(match["table"]), match["page"], number)  # type: ignore[arg-type]

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Turn to the page, wherever it was asked for."""
        async with answering(interaction):
            await defer(interaction)
            table = await table_in(interaction, self.table_id)
            await show(interaction, await page(interaction, table, self.page, self.number))


async def board(
    interaction: Click, table: Table, seat: int | None, in_words: bool, public: bool
) -> Panel:
    """What `/<game> board` shows: to me in my language, to everybody in the table's.

    A public one has no buttons, so nobody turns another's page.
    """
    name = "text" if in_words else "table" if seat is None else "seat"
    language = table.language if public else reader(interaction)
    parts, files = await content(interaction, table, name, seat or 0, language, public=public)
    if public:
        return frame(accent(()), *parts), files
    return more(table, language, *parts), files


async def content(
    interaction: Click,
    table: Table,
    name: str,
    number: int,
    language: str,
    *,
    public: bool = False,
) -> Content:
    """What there is to see on a page: the table, a seat, or a page of text.

    On a public one there is nothing that only the reader may see.
    """
    see = SEEN.get(name)
    if see is None:
        raise RulesError("panel.no_such_page")
    require_seat(table, number if name == "seat" else None)
    reading = None if public else interaction.user.id
    look = await interaction.client.tables.look(table.id, reading)
    parts, files = await see(interaction.client, look, number, language)
    return [*parts, *_labels.midway(table, look.midway, language)], files


def require_seat(table: Table, seat: int | None) -> None:
    """Refuse a seat that the table does not have; None is the whole table."""
    if seat is not None and not 0 <= seat < len(table.seats):
        raise RulesError("panel.no_such_page")


async def _whole_table(app: App, look: Look, number: int, language: str) -> Content:
    """The picture of the whole table with its scores."""
    table = look.table
    wish, alt = whole_board(table, look.view, language=language)
    shown, files = await drawn(wish, alt, language, instead=alt)
    standing = words.of(table.game).standing(look.view, names(table), language, icons(app))
    return [shown, standing], files


async def _seat(app: App, look: Look, seat: int, language: str) -> Content:
    """The picture of one seat, with the same in words as its alt text."""
    table, called = look.table, tuple(_labels.names(look.table))
    wish = Wish(table.game, look.view, names=called, focus=seat)
    alt = words.of(table.game).alt(look.view, called, language, seat)
    shown, files = await drawn(wish, alt, language, instead=alt)
    return [shown], files


async def _text(app: App, look: Look, number: int, language: str) -> Content:
    """A page of the board in words, and buttons to the others."""
    table = look.table
    told = words.of(table.game).board_text(look.view, names(table), language)
    pages = split(told)
    number = min(number, len(pages) - 1)
    turning = [_turning(table, number, len(pages))] if len(pages) > 1 else []
    return [pages[number], *turning], []


SEEN: Mapping[str, Callable[[App, Look, int, str], Awaitable[Content]]] = {
    "table": _whole_table,
    "seat": _seat,
    "text": _text,
}


def _turning(table: Table, number: int, pages: int) -> ui.ActionRow[Any]:
    """Buttons to the pages of a long text, this one pressed already."""
    return ui.ActionRow(
        *(
            PageButton.of(table, "text", f"{page + 1}", page, disabled=page == number)
            for page in range(pages)[:ROW]
        )
    )


def split(told: str, length: int = LONGEST_PAGE) -> list[str]:
    """A long text in pages, broken between paragraphs, or between lines where one is too long."""
    pages = [""]
    for line in told.splitlines(keepends=True):
        if len(pages[-1]) + len(line) > length:
            pages.append("")
        pages[-1] += line[:length]
    return [page.strip("\n") for page in pages]


# ---- the rules -----------------------------------------------------------------------------------


def rules(game: str, section: str, language: str) -> Panel:
    """One section of the rules in short, and a menu of all. Raises UnknownGame."""
    title, sections = registry.get(game).facts.title, words.of(game).sections
    shown = section if section in sections else sections[0]
    told = f"## {title}\n{text(composed.section_text(game, shown), language)}"
    menu = RulesMenu.of(game, sections, shown, language)
    return frame(accent(()), told, ui.ActionRow[Any](menu)), []


class RulesMenu(ui.DynamicItem[ui.Select[Any]], template=r"r:(?P<game>[a-z_]{1,32})" + FRESH):
    """The sections of the rules in short: `r:<game>`."""

    def __init__(self, item: ui.Select[Any], game: str) -> None:
        super().__init__(item)
        self.game = game

    @classmethod
    def of(cls, game: str, sections: Sequence[str], shown: str, language: str) -> Self:
        """The menu of all sections, on the one that is shown."""
        titles = {name: text(composed.section(game, name), language) for name in sections}
        options = [
            discord.SelectOption(label=title, value=name, default=name == shown)
            for name, title in titles.items()
        ]
        title = text("board.page_rules", language)
        return cls(ui.Select(custom_id=f"r:{game}", placeholder=title, options=options), game)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Rebuild the menu that was used."""
        return cls(item, match["game"])  # type: ignore[arg-type]

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Turn to the section that was chosen."""
        async with answering(interaction):
            await defer(interaction)
            section = "".join(values(interaction))
            await show(interaction, rules(self.game, section, reader(interaction)))
