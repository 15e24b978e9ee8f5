"""Private pages about a table: *More*, its pictures, the board as text, the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Self

import discord
from discord import ui

from bot import words
from bot.app import App
from bot.i18n import text
from bot.steps.visibility import newest_turn, seat_or_none
from bot.table.changes import Ply
from bot.table.live import Look
from bot.table.seating import Status, Table
from bot.words import composed
from bot.words.careful import CarefulWords
from cogs._pages import analysis, replay
from cogs._pages.log import LogPage, log_page, menu_label
from cogs._panel.lesson import StartButton
from cogs._requests import move_for, requests, spectators, terms_panel
from cogs._shared import labels
from cogs._shared.access import table_in
from cogs._shared.answer import Panel
from cogs._shared.controls import has_turn, open_from_board, play_buttons
from cogs._shared.custom_ids import Name, digits
from cogs._shared.items import CHOICES, LONGEST_CHOICE, LONGEST_LABEL, ROW, entries, rows
from cogs._shared.labels import SEATS
from cogs._shared.labels import bold_names as names
from cogs._shared.lasting_items import LastingItem, LastingMenu
from cogs._shared.phone import Component, Picture
from cogs._shared.presentation import (
    about,
    accent,
    alt_with_threats,
    drawing_or_sentence,
    frame,
    public_picture,
)
from cogs._shared.table_items import TableButton
from cogs._shared.text_pages import pages_of_text
from cogs._shared.visitor import Visitor
from render.contract import TABLE
from render.registry import renderer
from rules import levels, registry
from rules.contract import RulesError

LOGS = ("log", "notation")
"""Names of the pages of the log, in words and in notation."""
PLAY = "play"
"""Value of the menu's entry that leads to the move."""
REPLAY = "replay"
"""Name of the page with the game turn by turn."""
PAST = "after"
"""Name of the same page at a turn, whose last ply is its number."""
TEXT = "text"
"""Name of the page with the board in words, among the names of pictures."""
WHOLE = "whole"
"""Name of the page with the whole board in words, for screen readers."""
CITATION = re.compile(r"\s\([A-Z]{2}-\d+(, [A-Z]{2}-\d+)*\)")
"""Numbers of the rules that a sentence of the rules in short says, which people do not read."""
LONGEST_WHOLE = 3600
"""Characters of the board in one message, which has room for 4,000."""

Offer = tuple[str, int | None, str]
"""A page by its name, its seat or number, and its label."""


# ---- more ----------------------------------------------------------------------------------------


async def more(visitor: Visitor, table: Table) -> Panel:
    """Page with buttons to all other pages of a table."""
    plays = await has_turn(visitor, table)
    entry = spectators.entry_buttons(visitor, table)
    return more_page(table, visitor.language, plays=plays, also=entry)


def more_page(
    table: Table,
    language: str,
    *above: Component,
    plays: bool = False,
    also: Sequence[LastingItem] = (),
) -> Panel:
    """All other pages of a table: as buttons, or as a menu below the parts that are shown.

    For a person who `plays` now, the first of them is *Play*; `also` are further buttons.
    """
    if above:
        return frame(accent(()), *above, _menu(table, language, plays=plays))
    groups: list[list[LastingItem]] = [
        [PageButton.of(table, page, name, n) for page, n, name in group]
        for group in _page_groups(table, language)
    ]
    groups[-1] += also
    buttons = (row for group in groups for row in rows(group))
    play = rows(play_buttons(table, language, has_turn=plays))
    return frame(accent(()), text("board.more_heading", language), *play, *buttons)


def _menu(table: Table, language: str, *, plays: bool) -> ui.ActionRow[Any]:
    """Menu of all pages, and first of all of *Play* for a person who `plays` now.

    It stands below pictures as high as a phone, which leave no room for a button.
    """
    title = text("board.more_heading", language)
    play: list[Offer] = [(PLAY, None, text("board.play", language))] if plays else []
    return ui.ActionRow[Any](PageMenu.of(table, [play, *_page_groups(table, language)], title))


def default_picture(game: str, seat: int | None) -> str:
    """Name of the default picture: of the table, or the first one of a seat."""
    of_seats = [name for name, picture in renderer(game).public.items() if picture.of_seat]
    return of_seats[0] if of_seats and seat is not None else TABLE


def _page_groups(table: Table, language: str) -> list[list[Offer]]:
    """Pages in groups: a group for each picture of one seat, then all other pages."""
    game_words, pictures = CarefulWords(table, language), renderer(table.game)
    of_seats = [name for name, picture in pictures.public.items() if picture.of_seat]
    groups = list[list[Offer]]()
    for name in of_seats:
        suffix = f" · {game_words.picture(name)}" if len(of_seats) > 1 else ""
        players = enumerate(labels.names(table))
        groups.append([(name, n, f"{SEATS[n]} · {player}{suffix}") for n, player in players])
    available = pictures.available(table.status is Status.OVER)
    of_table = [name for name, picture in available.items() if not picture.of_seat]
    pages = [
        REPLAY,
        "text",
        "log",
        "rules",
        "people",
        *(["seal"] if labels.has_luck(table) else ()),
    ]
    if table.status is Status.OVER and levels.STRONG in labels.facts(table).players:
        pages.append(analysis.PAGE)
    offers = {name: game_words.picture(name) for name in of_table}
    offers |= {name: text(f"board.page_{name}", language) for name in pages}
    return [*groups, [(name, None, label) for name, label in offers.items()]]


async def turn_to(visitor: Visitor, table: Table, name: str, number: int) -> None:
    """Show a page of *More* in the deferred answer."""
    if name == analysis.PAGE:
        make_panel = (
            partial(frame, accent(())) if number else partial(more_page, table, visitor.language)
        )
        await analysis.show_analysis(visitor, table, number, _analysis_button, make_panel)
    else:
        await visitor.show(await page(visitor, table, name, number))


async def page(visitor: Visitor, table: Table, name: str, number: int) -> Panel:
    """Page of *More* by the name in its button. Raises RulesError for an unknown name."""
    language, plays = visitor.language, await has_turn(visitor, table)
    if name == "rules":
        return rules(table.game, "", language, table, plays=plays)
    if name in LOGS:
        return await _log(visitor, table, name, number, plays=plays)
    if name == REPLAY:
        return await replay.opening_page(visitor, table)
    if name == PAST:
        return await replay.page(visitor, table, number)
    if name == "people":
        others = [*terms_panel.entry(visitor, table), *await move_for.entry(visitor, table)]
        people = await requests.page(visitor, table, *others)
        return more_page(table, language, *people, plays=plays)
    if name == "seal":
        seal = await _seal(visitor.app, table, language)
        return more_page(table, language, *seal, plays=plays)
    parts = await content(visitor, table, name, number, language)
    return more_page(table, language, *parts, plays=plays)


def _analysis_button(table: Table, number: int, label: str) -> PageButton:
    """Button to a part of the analysis."""
    return PageButton.of(table, analysis.PAGE, label, number)


async def _seal(app: App, table: Table, language: str) -> list[str]:
    """Options of a table, the seal of its luck, and after the end the seed and salt in it."""
    record = await app.reading.record(table.id)
    heading = f"### {labels.title(table, language)}\n{labels.options_text(table, language)}"
    seal = text("board.seal", language, seal=table.commitment)
    seed, salt = record.get("seed"), record.get("salt")
    if seed is None:
        return [heading, seal, text("board.seal_closed", language)]
    export = app.slash("table export")
    return [heading, seal, text("board.seal_open", language, seed=seed, salt=salt, export=export)]


class PageButton(TableButton, template="v:{table_id}:{page}[.{number}]"):
    """Shows a page about a table."""

    page: Annotated[str, "[a-z]{1,32}"]
    number: Annotated[int, digits(5)] | None = None

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
        """Button to a page, or to a seat or part of it; the one of the current page is disabled."""
        button = ui.Button[Any](label=words.shorten(label, LONGEST_LABEL), disabled=disabled)
        return cls(button, table.id, page, number)

    async def press_at(self, visitor: Visitor, table: Table) -> None:
        """Show the page."""
        await turn_to(visitor, table, self.page, self.number or 0)


class PageMenu(LastingMenu, template="v:{table_id}[.{slot}]"):
    """The pages about a table; a value is `<page>[.<number>]`."""

    table_id: int
    slot: Annotated[str, "[a-z]{1,32}"] = ""
    """Distinguishes two menus of one message."""

    @classmethod
    def of(
        cls,
        table: Table,
        groups: Sequence[Sequence[Offer]],
        title: str,
        slot: str = "",
        chosen: int | None = None,
    ) -> Self:
        """Menu of pages in groups; the one with the number `chosen` is selected."""
        options = [
            discord.SelectOption(
                label=words.shorten(label, LONGEST_CHOICE),
                value=page if number is None else f"{page}.{number}",
                default=chosen is not None and number == chosen,
            )
            for group in groups
            for page, number, label in group
        ]
        return cls(ui.Select(placeholder=title, options=options[:CHOICES]), table.id, slot)

    async def press(self, visitor: Visitor) -> None:
        """Show the chosen page, or open the panel of the move."""
        if PLAY in visitor.values:
            await open_from_board(visitor, self.table_id, "play")
            return
        table = await table_in(visitor, self.table_id)
        name, _, number = visitor.value.partition(".")
        seat = int(number) if number.isdecimal() else 0
        await turn_to(visitor, table, name, seat)


async def board(visitor: Visitor, table: Table, name: str, seat: int | None, public: bool) -> Panel:
    """Panel of `/<game> board`: in the person's language, or if public in the table's.

    A picture of a seat is of the person's own where none is named. A public one has no buttons, as
    these would change it for everybody.
    """
    language = table.language if public else visitor.language
    number = await _own_seat(visitor, table) if seat is None else seat
    if name == TEXT:
        name, number = (WHOLE if public else TEXT), 0
    parts = await content(visitor, table, name, number, language, public=public)
    if public:
        return frame(accent(()), *parts)
    plays = await has_turn(visitor, table)
    return more_page(table, language, *parts, plays=plays)


async def _own_seat(visitor: Visitor, table: Table) -> int:
    """Seat for which the person acts, or the first one for a spectator."""
    if table.belongs_to(visitor.user):
        return (await visitor.app.reading.look(table.id, visitor.user)).seat or 0
    return seat_or_none(table, visitor.user) or 0


async def content(
    visitor: Visitor,
    table: Table,
    name: str,
    number: int,
    language: str,
    *,
    public: bool = False,
) -> list[Component]:
    """Parts of a page: a picture of the table or of a seat, or a page of text.

    A public page has nothing that only the person may see.
    """
    require_page(table, name, number)
    app, reading = visitor.app, None if public else visitor.user
    look = await app.reading.look(table.id, reading)
    if name in IN_WORDS:
        game_words = CarefulWords(table, language, names(table))
        threats = game_words.threats(look.threats)
        board = "\n\n".join((*threats, game_words.board_text(look.view)))
        parts = [*IN_WORDS[name](table, board, number, language)]
    else:
        log = await app.reading.log(table.id, reading)
        parts = [await _picture(look, name, number, log, language)]
    return [*parts, *labels.unfinished_turn_lines(table, look.midway, language)]


def require_page(table: Table, name: str, seat: int | None) -> None:
    """Refuse a page or a seat that does not exist, or not before the end of the game."""
    picture = renderer(table.game).public.get(name)
    of_seat = picture is not None and picture.of_seat
    if (picture is None and name not in IN_WORDS) or (
        of_seat and not 0 <= (seat or 0) < len(table.seats)
    ):
        raise RulesError("panel.no_such_page")
    if picture is not None and picture.final and table.status is not Status.OVER:
        raise RulesError("panel.no_poster_yet")


async def _picture(
    look: Look, name: str, number: int, log: Sequence[Ply], language: str
) -> Picture | str:
    """Public picture with the newest moves highlighted, or its alt text where it is missing."""
    table = look.table
    seat = number if renderer(table.game).public[name].of_seat else None
    facts = about(table, language, look.result, log)
    wish, alt = public_picture(table, name, look.view, newest_turn(log), facts, seat)
    alt = alt_with_threats(alt, look, language)
    return await drawing_or_sentence(wish, alt, language, instead=alt)


# ---- the log -------------------------------------------------------------------------------------


async def _log(visitor: Visitor, table: Table, name: str, number: int, *, plays: bool) -> Panel:
    """Page of the log: buttons to the others and to its other form, a menu of past positions."""
    page, language = (
        await log_page(visitor, table, number, notation=name == "notation"),
        visitor.language,
    )
    turns: list[LastingItem] = [*_log_buttons(table, name, page, language)]
    positions = _positions_menu(table, page, language)
    turns += play_buttons(table, language, has_turn=plays)
    has_pages = table.status in (Status.LIVE, Status.OVER)
    menus = [_menu(table, language, plays=False)] if has_pages else []
    return frame(accent(()), *page.parts, *rows(turns), *positions, *menus)


def _log_buttons(table: Table, name: str, page: LogPage, language: str) -> Iterator[PageButton]:
    """Buttons: older and newer pages, and the same page in words or in notation."""
    if page.number < page.oldest:
        yield PageButton.of(table, name, text("table.log_older", language), page.number + 1)
    if page.number > 0:
        yield PageButton.of(table, name, text("table.log_newer", language), page.number - 1)
    [other] = [form for form in LOGS if form != name]
    yield PageButton.of(table, other, text(f"board.page_{other}_form", language), page.number)


def _positions_menu(table: Table, page: LogPage, language: str) -> Iterator[ui.ActionRow[Any]]:
    """Menu of the turns of a page, each of which shows the position after it."""
    if table.status not in (Status.LIVE, Status.OVER):
        return
    offers = [
        (PAST, entry.shows, menu_label(entry)) for entry in page.entries if entry.shows is not None
    ]
    if offers:
        title = text("table.log_positions", language)
        yield ui.ActionRow(PageMenu.of(table, [offers], title, slot=PAST))


async def log_at(visitor: Visitor, table: Table, ply: int) -> Panel:
    """Page of the log that holds the turn of a ply."""
    [words_form, _] = LOGS
    found = await log_page(visitor, table, 0, notation=False, ply=ply)
    plays = await has_turn(visitor, table)
    return await _log(visitor, table, words_form, found.number, plays=plays)


class LogButton(TableButton, template="g:{table_id}:{page}"):
    """Shows a page of the log, below one from before it had words."""

    page: Annotated[int, digits(4)]

    async def press_at(self, visitor: Visitor, table: Table) -> None:
        """Show the page in the same private message."""
        await turn_to(visitor, table, "log", self.page)


# ---- in words ------------------------------------------------------------------------------------


def _text_page(table: Table, board: str, number: int, language: str) -> Iterator[Component]:
    """Page of the board in words, buttons to the next and previous ones, and a menu of all."""
    pages = pages_of_text(board)
    number = min(number, len(pages) - 1)
    yield pages[number].text
    if len(pages) > 1:
        yield _page_row(table, number, len(pages), language)
        parts = [
            (TEXT, page, text_page.heading)
            for page, text_page in enumerate(pages)
            if text_page.heading
        ]
        index = sum(page <= number for _, page, _ in parts) - 1
        first = max(0, min(index - CHOICES // 2, len(parts) - CHOICES))
        title, window = text("board.text_pages", language), parts[first : first + CHOICES]
        menu = PageMenu.of(table, [window], title, slot=TEXT, chosen=parts[index][1])
        yield ui.ActionRow[Any](menu)


def _page_row(table: Table, number: int, pages: int, language: str) -> ui.ActionRow[Any]:
    """Buttons: previous page, next page, and the whole text with the number of this page."""
    previous = PageButton.of(table, TEXT, "‹", max(number - 1, 0), disabled=number == 0)
    following = PageButton.of(table, TEXT, "›", number + 1, disabled=number == pages - 1)
    label = text("board.text_whole", language, page=number + 1, pages=pages)
    return ui.ActionRow(previous, following, PageButton.of(table, WHOLE, label))


def _whole_text(table: Table, board: str, number: int, language: str) -> Iterator[Component]:
    """Whole board in words; in several pages where it is longer than a message."""
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


IN_WORDS: Mapping[str, Callable[[Table, str, int, str], Iterator[Component]]] = {
    TEXT: _text_page,
    WHOLE: _whole_text,
}
"""Pages of the board in words, by name."""


def split(content: str, length: int = LONGEST_WHOLE) -> list[str]:
    """Parts of a long text that fit a message, split between lines."""
    pages = [""]
    for line in content.splitlines(keepends=True):
        if len(pages[-1]) + len(line) > length:
            pages.append("")
        pages[-1] += line[:length]
    return [page.strip("\n") for page in pages]


# ---- the rules -----------------------------------------------------------------------------------


def rules(
    game: str, section: str, language: str, table: Table | None = None, *, plays: bool = False
) -> Panel:
    """Section of the short rules, and a menu of all sections. Raises UnknownGame.

    As a page of *More* it has the menu of the pages about the `table` as well.
    """
    title, sections = registry.get(game).facts.title, words.of(game, language).sections
    current = section if section in sections else sections[0]
    section_text = CITATION.sub("", text(composed.section_text(game, current), language))
    heading, _, body = section_text.partition("\n")
    menu = RulesMenu.of(game, sections, current, language, table.id if table else None)
    menus = [_menu(table, language, plays=plays)] if table else []
    above = _beside_first_steps(game, f"## {title}\n{heading}", language)
    return frame(accent(()), above, body, ui.ActionRow[Any](menu), *menus)


def _beside_first_steps(game: str, heading: str, language: str) -> Component:
    """Heading with the button for the first steps of a game beside it, if it has a lesson."""
    if registry.get(game).lesson is None:
        return heading
    return ui.Section[Any](heading, accessory=StartButton.of(game, language))


class RulesMenu(LastingMenu, template="r:{game}[:{table_id}]"):
    """Menu of the sections of the short rules."""

    game: Name
    table_id: int | None = None

    @classmethod
    def of(
        cls,
        game: str,
        sections: Sequence[str],
        shown: str,
        language: str,
        table_id: int | None = None,
    ) -> Self:
        """Menu of all sections with the one shown selected; with a table for a page of *More*."""
        titles = {name: text(composed.section(game, name), language) for name in sections}
        menu = ui.Select[Any](
            placeholder=text("board.page_rules", language), options=entries(titles, shown)
        )
        return cls(menu, game, table_id)

    async def press(self, visitor: Visitor) -> None:
        """Show the chosen section."""
        section = visitor.value
        table = await table_in(visitor, self.table_id) if self.table_id else None
        plays = table is not None and await has_turn(visitor, table)
        await visitor.show(rules(self.game, section, visitor.language, table, plays=plays))
