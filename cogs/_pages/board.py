"""The board of a table as a private page: its pictures, and the same in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.i18n import text
from bot.steps.visibility import newest_turn, seat_or_none
from bot.table.changes import Ply
from bot.table.live import Look
from bot.table.seating import Status, Table
from bot.words.careful import CarefulWords
from cogs._answering.answer import Panel
from cogs._answering.items import CHOICES, ROW, Component
from cogs._answering.phone import Picture
from cogs._answering.presentation import (
    about,
    accent,
    alt_with_threats,
    drawing_or_sentence,
    frame,
    public_picture,
)
from cogs._answering.visitor import Visitor
from cogs._pages.pages import TEXT, WHOLE, PageButton, PageMenu, page_of_more
from cogs._pages.text_pages import pages_of_text
from cogs._words import labels
from cogs._words.labels import bold_names as names
from render.contract import TABLE
from render.registry import renderer
from rules.contract import RulesError

LONGEST_WHOLE = 3600
"""Characters of the board in one message, which has room for 4,000."""


async def page(visitor: Visitor, table: Table, name: str, number: int) -> Panel:
    """Page of *More* with a picture or with the board in words, by its name. Raises RulesError."""
    parts = await content(visitor, table, name, number, visitor.language)
    return await page_of_more(visitor, table, *parts)


async def panel(visitor: Visitor, table: Table, name: str, seat: int | None, public: bool) -> Panel:
    """Panel of `/<game> board`: in the person's language, or if public in the table's.

    A picture of a seat is of the person's own where none is named. A public one has no buttons, as
    these would change it for everybody.
    """
    language = table.language if public else visitor.language
    number = await _own_seat(visitor, table) if seat is None else seat
    if name == TEXT:
        name, number = (WHOLE if public else TEXT), 0
    parts = await content(visitor, table, name, number, language, public=public)
    return frame(accent(()), *parts) if public else await page_of_more(visitor, table, *parts)


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

    A public page has nothing that only the person may see, or that is true for this turn alone.
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
        parts = [await _picture(look, name, number, log, language, public=public)]
    midway = None if public else look.midway
    return [*parts, *labels.unfinished_turn_lines(table, midway, language)]


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
    look: Look, name: str, number: int, log: Sequence[Ply], language: str, *, public: bool
) -> Picture | str:
    """Public picture with the newest moves highlighted, or its alt text where it is missing."""
    table = look.table
    seat = number if renderer(table.game).public[name].of_seat else None
    facts = about(table, language, look.result, log, look.threats)
    plies = newest_turn(log)
    wish, alt = public_picture(table, name, look.view, plies, facts, seat, private=not public)
    alt = alt_with_threats(alt, look, language)
    return await drawing_or_sentence(wish, alt, language, instead=alt)


def default_picture(game: str, seat: int | None) -> str:
    """Name of the default picture: of the table, or the first one of a seat."""
    of_seats = [name for name, picture in renderer(game).public.items() if picture.of_seat]
    return of_seats[0] if of_seats and seat is not None else TABLE


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
        yield PageMenu.of(table, [window], title, slot=TEXT, chosen=f"{TEXT}.{parts[index][1]}")


def _page_row(table: Table, number: int, pages: int, language: str) -> list[PageButton]:
    """Buttons: previous page, next page, and the whole text with the number of this page."""
    previous = PageButton.named("‹", table, TEXT, max(number - 1, 0), disabled=number == 0)
    following = PageButton.named("›", table, TEXT, number + 1, disabled=number == pages - 1)
    label = text("board.text_whole", language, page=number + 1, pages=pages)
    return [previous, following, PageButton.named(label, table, WHOLE)]


def _whole_text(table: Table, board: str, number: int, language: str) -> Iterator[Component]:
    """Whole board in words; in several pages where it is longer than a message."""
    pages = split(board)
    number = min(number, len(pages) - 1)
    yield pages[number]
    if len(pages) > 1:
        yield [
            PageButton.named(f"{page + 1}", table, WHOLE, page, disabled=page == number)
            for page in range(len(pages))[:ROW]
        ]


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
