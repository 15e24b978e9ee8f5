"""*More*: the private pages about a table, each found by the name in its button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Self

from bot.i18n import text
from bot.table.seating import Status, Table
from bot.words.careful import CarefulWords
from cogs._access.access import table_in
from cogs._access.controls import Action, has_turn, open_from_board, play_buttons
from cogs._access.table_items import TableButton
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import digits
from cogs._answering.items import Component, menu_of
from cogs._answering.lasting_items import LastingItem, LastingMenu
from cogs._answering.presentation import accent, frame
from cogs._answering.visitor import Visitor
from cogs._requests import spectators
from cogs._words import labels
from cogs._words.labels import SEATS
from render.contract import TABLE
from render.registry import renderer
from rules import levels

PAGES: dict[str, Action] = {}
"""What shows each page to a visitor at a table, by its name, with that name and a number.

`cogs/clicks.py` lists them: their modules import this one. Other names are those of pictures, which
the page of the table shows.
"""
LOG, NOTATION = "log", "notation"
"""Names of the pages of the log, in words and in notation."""
REPLAY, PAST = "replay", "after"
"""Names of the page with the game turn by turn, and of the same at a turn, by its last ply."""
TEXT, WHOLE = "text", "whole"
"""Names of the pages with the board in words: in parts, and whole for screen readers."""
RULES, PEOPLE, NOTE, SEAL, ANALYSIS = "rules", "people", "note", "seal", "analysis"
"""Names of the other pages."""
PLAY = "play"
"""Value of the menu's entry that leads to the move."""

Offer = tuple[str, int | None, str]
"""A page by its name, its seat or number, and its label."""


async def more(visitor: Visitor, table: Table) -> Panel:
    """Page with buttons to all other pages of a table; on the person's turn, *Play* above them."""
    public, language = renderer(table.game).public, visitor.language
    parts = {name for name, picture in public.items() if picture.continues}
    groups: list[list[LastingItem]] = [
        [PageButton.named(name, table, page, n) for page, n, name in group if page not in parts]
        for group in _page_groups(table, language)
    ]
    groups[-1] += spectators.entry_buttons(visitor, table)
    play = play_buttons(table, language, has_turn=await has_turn(visitor, table))
    return frame(accent(()), visitor.text("board.more_heading"), play, *groups)


async def page_of_more(visitor: Visitor, table: Table, *parts: Component) -> Panel:
    """Page of these parts, and the menu of all other pages below them."""
    plays = await has_turn(visitor, table)
    return frame(accent(()), *parts, page_menu(table, visitor.language, plays=plays))


def page_menu(table: Table, language: str, *, plays: bool) -> PageMenu:
    """Menu of all pages, and first of all of *Play* for a person who `plays` now.

    It stands below pictures as high as a phone, which leave no room for a button.
    """
    title = text("board.more_heading", language)
    play: list[Offer] = [(PLAY, None, text("board.play", language))] if plays else []
    return PageMenu.of(table, [play, *_page_groups(table, language)], title)


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
        TEXT,
        LOG,
        RULES,
        PEOPLE,
        NOTE,
        *([SEAL] if labels.has_luck(table) else ()),
    ]
    if table.status is Status.OVER and levels.STRONG in labels.facts(table).players:
        pages.append(ANALYSIS)
    offers = {name: game_words.picture(name) for name in of_table}
    offers |= {name: text(f"board.page_{name}", language) for name in pages}
    return [*groups, [(name, None, label) for name, label in offers.items()]]


async def page(visitor: Visitor, table: Table, name: str, number: int) -> Panel | None:
    """Page of *More* by its name. Raises RulesError for an unknown one."""
    return await PAGES.get(name, PAGES[TABLE])(visitor, table, name, number)


class PageButton(TableButton, template="v:{table_id}:{page}[.{number}]"):
    """Shows a page about a table."""

    page: Annotated[str, "[a-z]{1,32}"]
    number: Annotated[int, digits(5)] | None = None
    """A seat, or a part of the page."""

    async def press_at(self, visitor: Visitor, table: Table) -> Panel | None:
        return await page(visitor, table, self.page, self.number or 0)


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
        chosen: str | None = None,
    ) -> Self:
        """Menu of pages in groups; the one with the value `chosen` is selected."""
        names = {
            page if number is None else f"{page}.{number}": label
            for group in groups
            for page, number, label in group
        }
        return cls(menu_of(names, chosen, title=title), table.id, slot)

    async def press(self, visitor: Visitor) -> Panel | None:
        if PLAY in visitor.values:
            return await open_from_board(visitor, self.table_id, "play")
        table = await table_in(visitor, self.table_id)
        name, _, number = visitor.value.partition(".")
        seat = int(number) if number.isdecimal() else 0
        return await page(visitor, table, name, seat)
