"""Private pages about a table: more, its pictures, the board as text, the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Self

import discord
from discord import ui

from bot import words
from bot.app import App
from bot.i18n import text
from bot.steps.visibility import newest_turn, seat_or_none
from bot.table.seating import Status, Table
from bot.tables import Look, Ply
from bot.words import composed
from bot.words.careful import CarefulWords
from cogs import _analysis, _labels, _requests
from cogs._access import table_in
from cogs._items import (
    CHOICES,
    FRESH,
    LONGEST_CHOICE,
    LONGEST_LABEL,
    ROW,
    rows,
    values,
)
from cogs._labels import SEATS, Click, reader
from cogs._labels import bold_names as names
from cogs._present import about, accent, drawn, frame, public_picture
from cogs._private import Panel, defer, show
from cogs._reading import paged
from cogs.errors import LastingItem
from cogs.table import log_page
from render.contract import TABLE
from render.registry import renderer
from rules import levels, registry
from rules.contract import RulesError

TEXT = "text"
"""The page of the board in words, among the names of pictures."""
WHOLE = "whole"
"""The same without its pages, to be read aloud at a stretch."""
LONGEST_WHOLE = 3600
"""Characters of it in one message, which has room for 4,000."""

Content = tuple[list[str | ui.Item[Any]], list[discord.File]]
"""What is on a page, before it is framed, and its uploads."""
Offer = tuple[str, int | None, str]
"""A page by its name, the seat that it is of, and what people read of it."""


# ---- more ----------------------------------------------------------------------------------------


def more(table: Table, language: str, *above: str | ui.Item[Any]) -> ui.LayoutView:
    """Everything else there is to see of a table: in buttons, or in a menu below what is shown."""
    if above:
        return frame(accent(()), *above, _menu(table, language))
    buttons = (
        row
        for group in _offered(table, language)
        for row in rows([PageButton.of(table, page, name, n) for page, n, name in group])
    )
    return frame(accent(()), text("board.more_heading", language), *buttons)


def _menu(table: Table, language: str) -> ui.ActionRow[Any]:
    """The menu of all pages: it takes one line of a phone, however many they are."""
    title = text("board.more_heading", language)
    return ui.ActionRow[Any](PageMenu.of(table, _offered(table, language), title))


def usual(game: str, seat: int | None) -> str:
    """The picture that is meant where none is named: of the table, or the first of a seat."""
    of_seats = [name for name, one in renderer(game).public.items() if one.of_seat]
    return of_seats[0] if of_seats and seat is not None else TABLE


def _offered(table: Table, language: str) -> list[list[Offer]]:
    """For every picture of one seat a page for every seat; then those of no one seat, and words."""
    spoken, known = CarefulWords(table), renderer(table.game)
    of_seats = [name for name, one in known.public.items() if one.of_seat]
    groups = list[list[Offer]]()
    for name in of_seats:
        called = f" · {spoken.picture(name, language)}" if len(of_seats) > 1 else ""
        players = enumerate(_labels.names(table))
        groups.append([(name, n, f"{SEATS[n]} · {player}{called}") for n, player in players])
    offered = known.offered(table.status is Status.OVER)
    whole = [name for name, one in offered.items() if not one.of_seat]
    pages = ["text", "log", "rules", "people", *(["seal"] if _labels.has_luck(table) else ())]
    if table.status is Status.OVER and levels.STRONG in _labels.facts(table).players:
        pages.append(_analysis.PAGE)
    labels = {name: spoken.picture(name, language) for name in whole}
    labels |= {name: text(f"board.page_{name}", language) for name in pages}
    return [*groups, [(name, None, label) for name, label in labels.items()]]


async def turn_to(interaction: Click, table: Table, name: str, number: int) -> None:
    """Show a page of *More* where the deferred answer is."""
    if name == _analysis.PAGE:
        framed = partial(frame, accent(())) if number else partial(more, table, reader(interaction))
        await _analysis.look(interaction, table, number, _analysis_button, framed)
    else:
        await show(interaction, await page(interaction, table, name, number))


async def page(interaction: Click, table: Table, name: str, number: int) -> Panel:
    """A page of *More* by the name in its button. Raises RulesError where there is none."""
    language = reader(interaction)
    if name == "rules":
        return rules(table.game, "", language, table)
    if name == "log":
        below = _menu(table, language)
        return await log_page(interaction, table, number, _log_button, below), []
    if name == "people":
        return more(table, language, *await _requests.page(interaction, table)), []
    if name == "seal":
        return more(table, language, *await _seal(interaction.client, table, language)), []
    parts, files = await content(interaction, table, name, number, language)
    return more(table, language, *parts), files


def _log_button(table: Table, number: int, label: str) -> PageButton:
    """Turns the log to another page of it."""
    return PageButton.of(table, "log", label, number)


def _analysis_button(table: Table, number: int, label: str) -> PageButton:
    """Turns the analysis to another part of it."""
    return PageButton.of(table, _analysis.PAGE, label, number)


async def _seal(app: App, table: Table, language: str) -> list[str]:
    """What was agreed, and the seal of the luck; once nothing is hidden any more, what is in it."""
    record = await app.tables.record(table.id)
    agreed = f"### {_labels.title(table, language)}\n{_labels.agreed(table, language)}"
    sealed = text("board.seal", language, seal=table.commitment)
    seed, salt = record.get("seed"), record.get("salt")
    if seed is None:
        return [agreed, sealed, text("board.seal_closed", language)]
    export = app.slash("table export")
    return [agreed, sealed, text("board.seal_open", language, seed=seed, salt=salt, export=export)]


class PageButton(
    LastingItem[ui.Button[Any]],
    template=r"v:(?P<table_id>\d{1,18}):(?P<page>[a-z]{1,32})(\.(?P<number>\d{1,3}))?",
):
    """Turns to a page about a table: `v:<table>:<page>[.<number>]`."""

    def __init__(self, item: ui.Button[Any], table_id: int, page: str, number: int = 0) -> None:
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

    async def press(self, interaction: Click) -> None:
        """Turn to the page, wherever it was asked for."""
        await defer(interaction)
        table = await table_in(interaction, self.table_id)
        await turn_to(interaction, table, self.page, self.number)


class PageMenu(
    LastingItem[ui.Select[Any]], template=r"v:(?P<table_id>\d{1,18})(\.[a-z]{1,32})?" + FRESH
):
    """The pages about a table: `v:<table>[.<slot>]`; a value is `<page>[.<number>]`.

    The slot only tells apart two menus of one message.
    """

    def __init__(self, item: ui.Select[Any], table_id: int) -> None:
        super().__init__(item)
        self.table_id = table_id

    @classmethod
    def of(
        cls,
        table: Table,
        offered: Sequence[Sequence[Offer]],
        title: str,
        slot: str = "",
        chosen: int | None = None,
    ) -> Self:
        """The menu of what is offered; what is `chosen` by its number is shown."""
        options = [
            discord.SelectOption(
                label=words.shortened(label, LONGEST_CHOICE),
                value=page if number is None else f"{page}.{number}",
                default=chosen is not None and number == chosen,
            )
            for group in offered
            for page, number, label in group
        ]
        custom_id = f"v:{table.id}.{slot}" if slot else f"v:{table.id}"
        select = ui.Select[Any](custom_id=custom_id, placeholder=title, options=options[:CHOICES])
        return cls(select, table.id)

    async def press(self, interaction: Click) -> None:
        """Turn to the page that was chosen."""
        await defer(interaction)
        table = await table_in(interaction, self.table_id)
        name, _, number = "".join(values(interaction)).partition(".")
        seat = int(number) if number.isdecimal() else 0
        await turn_to(interaction, table, name, seat)


async def board(
    interaction: Click, table: Table, name: str, seat: int | None, public: bool
) -> Panel:
    """What `/<game> board` shows: to me in my language, to everybody in the table's.

    A picture of a seat is of my own where none is named. A public one has no buttons, so nobody
    turns another's page.
    """
    language = table.language if public else reader(interaction)
    number = (seat_or_none(table, interaction.user.id) if seat is None else seat) or 0
    if name == TEXT:
        name, number = (WHOLE if public else TEXT), 0
    parts, files = await content(interaction, table, name, number, language, public=public)
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
    require_page(table, name, number)
    app, reading = interaction.client, None if public else interaction.user.id
    look = await app.tables.look(table.id, reading)
    if name in IN_WORDS:
        board = CarefulWords(table).board_text(look.view, names(table), language)
        told, files = IN_WORDS[name](table, board, number, language), list[discord.File]()
        parts: list[str | ui.Item[Any]] = [*told]
    else:
        log = await app.tables.log(table.id, reading)
        parts, files = await _picture(app, look, name, number, log, language)
    return [*parts, *_labels.midway(table, look.midway, language)], files


def require_page(table: Table, name: str, seat: int | None) -> None:
    """Refuse a page that there is not, or not yet, or a seat that the table does not have."""
    shown = renderer(table.game).public.get(name)
    of_seat = shown is not None and shown.of_seat
    if (shown is None and name not in IN_WORDS) or (
        of_seat and not 0 <= (seat or 0) < len(table.seats)
    ):
        raise RulesError("panel.no_such_page")
    if shown is not None and shown.final and table.status is not Status.OVER:
        raise RulesError("panel.no_poster_yet")


async def _picture(
    app: App, look: Look, name: str, number: int, log: Sequence[Ply], language: str
) -> Content:
    """A picture that anybody may see, the newest moves lit; what it shows in words, without it."""
    table = look.table
    seat = number if renderer(table.game).public[name].of_seat else None
    known = about(table, language, look.result, log)
    wish, alt = public_picture(table, name, look.view, newest_turn(log), known, seat)
    shown, files = await drawn(wish, alt, language, instead=alt)
    return [shown], files


# ---- in words ------------------------------------------------------------------------------------


def _text(table: Table, board: str, number: int, language: str) -> Iterator[str | ui.Item[Any]]:
    """A page of the board in words, buttons to those beside it, and a menu of all."""
    pages = paged(board)
    number = min(number, len(pages) - 1)
    yield pages[number].text
    if len(pages) > 1:
        yield _turning(table, number, len(pages), language)
        parts = [(TEXT, page, one.heading) for page, one in enumerate(pages) if one.heading]
        here = sum(page <= number for _, page, _ in parts) - 1
        first = max(0, min(here - CHOICES // 2, len(parts) - CHOICES))
        title, near = text("board.text_pages", language), parts[first : first + CHOICES]
        menu = PageMenu.of(table, [near], title, slot=TEXT, chosen=parts[here][1])
        yield ui.ActionRow[Any](menu)


def _turning(table: Table, number: int, pages: int, language: str) -> ui.ActionRow[Any]:
    """One back and one on, which page this is, and the text without pages."""
    back = PageButton.of(table, TEXT, "‹", max(number - 1, 0), disabled=number == 0)
    after = PageButton.of(table, TEXT, "›", number + 1, disabled=number == pages - 1)
    whole = text("board.text_whole", language, page=number + 1, pages=pages)
    return ui.ActionRow(back, after, PageButton.of(table, WHOLE, whole))


def _whole(table: Table, board: str, number: int, language: str) -> Iterator[str | ui.Item[Any]]:
    """The board in words at a stretch; in several messages where it is longer than one."""
    pages = split(board)
    number = min(number, len(pages) - 1)
    yield pages[number]
    if len(pages) > 1:
        yield ui.ActionRow(
            *(
                PageButton.of(table, WHOLE, f"{page + 1}", page, disabled=page == number)
                for page in range(len(pages))[:ROW]
            )
        )


IN_WORDS: Mapping[str, Callable[[Table, str, int, str], Iterator[str | ui.Item[Any]]]] = {
    TEXT: _text,
    WHOLE: _whole,
}
"""The pages of the board in words."""


def split(content: str, length: int = LONGEST_WHOLE) -> list[str]:
    """A long text in messages, broken between lines."""
    pages = [""]
    for line in content.splitlines(keepends=True):
        if len(pages[-1]) + len(line) > length:
            pages.append("")
        pages[-1] += line[:length]
    return [page.strip("\n") for page in pages]


# ---- the rules -----------------------------------------------------------------------------------


def rules(game: str, section: str, language: str, table: Table | None = None) -> Panel:
    """One section of the rules in short, and a menu of all. Raises UnknownGame.

    As a page of *More* it has the menu of the pages about the `table`, too.
    """
    title, sections = registry.get(game).facts.title, words.of(game).sections
    shown = section if section in sections else sections[0]
    content = f"## {title}\n{text(composed.section_text(game, shown), language)}"
    menu = RulesMenu.of(game, sections, shown, language, table.id if table else None)
    below = [_menu(table, language)] if table else []
    return frame(accent(()), content, ui.ActionRow[Any](menu), *below), []


class RulesMenu(
    LastingItem[ui.Select[Any]],
    template=r"r:(?P<game>[a-z_]{1,32})(:(?P<table_id>\d{1,18}))?" + FRESH,
):
    """The sections of the rules in short: `r:<game>[:<table>]`."""

    def __init__(self, item: ui.Select[Any], game: str, table_id: int | None = None) -> None:
        super().__init__(item)
        self.game, self.table_id = game, table_id

    @classmethod
    def of(
        cls,
        game: str,
        sections: Sequence[str],
        shown: str,
        language: str,
        table_id: int | None = None,
    ) -> Self:
        """The menu of all sections, on the one that is shown; of a table, as a page of *More*."""
        titles = {name: text(composed.section(game, name), language) for name in sections}
        options = [
            discord.SelectOption(label=title, value=name, default=name == shown)
            for name, title in titles.items()
        ]
        title = text("board.page_rules", language)
        custom_id = f"r:{game}" if table_id is None else f"r:{game}:{table_id}"
        select = ui.Select[Any](custom_id=custom_id, placeholder=title, options=options)
        return cls(select, game, table_id)

    async def press(self, interaction: Click) -> None:
        """Turn to the section that was chosen."""
        await defer(interaction)
        section = "".join(values(interaction))
        table = await table_in(interaction, self.table_id) if self.table_id else None
        await show(interaction, rules(self.game, section, reader(interaction), table))
