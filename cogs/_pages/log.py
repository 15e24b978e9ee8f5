"""The log of a table: its turns and acts by round and day, page by page, in words or notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from itertools import groupby

import discord
import msgspec

from bot import words
from bot.app import App
from bot.i18n import text
from bot.store.history import Sitting, actor
from bot.table.acts import Act
from bot.table.changes import Ply, Via
from bot.table.names import bold, plain
from bot.table.seating import Status, Table
from cogs._access.controls import has_turn, play_buttons
from cogs._answering.answer import Panel
from cogs._answering.lasting_items import LastingItem
from cogs._answering.phone import BUTTON_ROW, MENU, room
from cogs._answering.presentation import accent, frame
from cogs._answering.visitor import Visitor
from cogs._pages.pages import LOG, NOTATION, PAST, PageButton, PageMenu, page_menu
from cogs._pages.text_pages import pages_newest_first
from cogs._words import labels
from cogs._words.terms import change_lines
from cogs._words.turn_lines import TurnLine, TurnLines, turns
from rules.notation import SEPARATOR

NOON = time(12)
"""Time of day that falls on the same date for most readers."""
PAGE = 12
"""Most turns on a page of the log; of long ones, as many as a phone has room for."""
DAY = "-# day"
"""A line as high as that with the round and the day of some entries."""
ROOM = room((f"### \n{DAY}\n{DAY}", BUTTON_ROW, BUTTON_ROW, MENU, MENU))
"""Pixels of a page below its heading and its first day, and above its controls."""


class Entry(msgspec.Struct, frozen=True):
    """A turn or an act in the log of a table."""

    line: str
    day: date
    round: int
    """Round of the game; 0 where it is not known."""
    turn: Sequence[Ply] = ()
    """Plies of the turn; none of an act."""

    @property
    def shows(self) -> int | None:
        """Ply after which the position can be shown; None for an act and an unfinished turn."""
        last = self.turn[-1] if self.turn else None
        return last.ply if last is not None and last.ends_turn and not last.undone else None


class LogPage(msgspec.Struct, frozen=True):
    """A page of the log; page 0 is the newest."""

    parts: tuple[str, ...]
    number: int
    oldest: int
    """Number of the oldest page."""
    positions: Mapping[int, str]
    """Turns after which the position can be shown, in brief, by their last ply."""


async def log_page(
    visitor: Visitor, table: Table, number: int, *, notation: bool, ply: int | None = None
) -> LogPage:
    """Page of the turns that the person may know: the one with a ply, or else by its number."""
    history = await visitor.app.reading.history(table.id)
    log_lines = LogLines(visitor.app, table, history, visitor.language)
    entries = await _entries(visitor, log_lines, notation=notation)
    heads = [None, *map(_head, entries)]
    heights = [
        entry.line if _head(entry) == before else f"{entry.line}\n{DAY}"
        for before, entry in zip(heads, entries, strict=False)
    ]
    pages = pages_newest_first(heights, PAGE, ROOM)
    oldest = max(len(pages) - 1, 0)
    with_ply = (
        place
        for place, page in enumerate(pages)
        if ply is not None and any(entries[at].shows == ply for at in page)
    )
    number = next(with_ply, min(number, oldest))
    shown = tuple(entries[place] for place in pages[number]) if pages else ()
    language = visitor.language
    heading = visitor.text(
        "table.log_heading",
        table=labels.title(table, language),
        page=oldest - number + 1,
        pages=oldest + 1,
    )
    midway = labels.unfinished_turn_lines(
        table, await visitor.app.reading.turn_in_progress(table.id, visitor.user), language
    )
    lines = "\n".join(_lines_with_heads(visitor, shown)) or visitor.text("table.log_empty")
    positions = {
        entry.shows: log_lines.label(entry.turn) for entry in shown if entry.shows is not None
    }
    return LogPage((heading, lines, *midway), number, oldest, positions)


async def _entries(visitor: Visitor, lines: LogLines, *, notation: bool) -> list[Entry]:
    """Turns and acts in the order of time."""
    reading, table_id = visitor.app.reading, lines.table.id
    plies, rounds = await reading.log(table_id, visitor.user), await reading.rounds(table_id)
    parts: list[list[Ply] | Act] = [
        *turns(plies),
        *await reading.acts(table_id),
    ]
    parts.sort(key=time_of_entry)
    entries, number = list[Entry](), 0
    for part in parts:
        day = datetime.fromisoformat(time_of_entry(part)).date()
        if isinstance(part, Act):
            entries.append(Entry(act_line(visitor, part), day, number))
            continue
        number = rounds.get(part[0].ply, number)
        line = lines.in_notation(part) if notation else lines.in_words(part)
        entries.append(Entry(line, day, number, part))
    return entries


def time_of_entry(entry: Sequence[Ply] | Act) -> str:
    """Time of an entry of the log; of a turn, its beginning."""
    return entry.at if isinstance(entry, Act) else entry[0].at


def _head(entry: Entry) -> tuple[date, int]:
    """Day and round, which stand above the first of the entries that share them."""
    return entry.day, entry.round


def _lines_with_heads(visitor: Visitor, entries: Sequence[Entry]) -> Iterator[str]:
    """Lines of a page, with the round, and the day where it changes, above the first of each."""
    previous = None
    for (day, number), group in groupby(entries, key=_head):
        date_line = discord.utils.format_dt(datetime.combine(day, NOON, UTC), "D")
        when = "" if day == previous else date_line
        round_line = visitor.text("table.log_round", round=number) if number else ""
        if head := " · ".join(filter(None, (round_line, when))):
            yield f"-# {head}"
        yield from (entry.line for entry in group)
        previous = day


# ---- the lines -----------------------------------------------------------------------------------


def act_line(visitor: Visitor, act: Act) -> str:
    """Line about an act, in small print, with the names that people had at the time."""
    unknown = visitor.text("table.somebody")
    actor_name, subject_name = (
        bold(plain(person.name or "") or unknown) for person in (act.by, act.about)
    )
    args = {**act.args, "name": actor_name, "about": subject_name}
    if "kind" in args:
        args["what"] = visitor.text(f"table.what_{args['kind']}")
    if "terms" in args:
        args["changes"] = " · ".join(change_lines(args["terms"], visitor.language))
    return f"-# {visitor.text(f'table.act_{act.code}', **args)}"


class LogLines:
    """Lines about turns, with the names that their players had at the time."""

    def __init__(self, app: App, table: Table, history: Sequence[Sitting], language: str) -> None:
        self.app, self.table, self.history, self.language = app, table, history, language
        self.turn_lines = TurnLines(table, language)

    def turn(self, turn: Sequence[Ply]) -> TurnLine:
        """A turn in words, with the points gained; in brief, AI seats have no mark."""
        marked, line = (
            self.turn_lines.in_short(turn, self._names(turn, of_table(self.table)))
            for of_table in (labels.bold_names, labels.short_names)
        )
        return line._replace(full=marked.full)

    def label(self, turn: Sequence[Ply]) -> str:
        """A turn in brief, as an entry of a menu, which shows no markup."""
        return words.plain(self.turn(turn).brief)

    def in_words(self, turn: Sequence[Ply]) -> str:
        """Line about a turn in words; a retracted one in notation."""
        if turn[0].undone:
            return self.in_notation(turn)
        return f"{labels.mark(self.app, self.table, turn[0].seat)} {self.turn(turn).full}"

    def in_notation(self, turn: Sequence[Ply]) -> str:
        """Line about a turn: its player, the points gained, and the notation of its moves."""
        moves = f"`{SEPARATOR.join(ply.notation for ply in turn)}`"
        mark = labels.mark(self.app, self.table, turn[0].seat)
        player = f"{mark} {self._player_name(turn[-1], labels.bold_names(self.table))}"
        if turn[0].undone:
            return f"{player} {text('table.taken_back', self.language, move=moves)}"
        return " ".join(filter(None, (player, self.turn_lines.points_gained(turn), moves)))

    def _names(self, turn: Sequence[Ply], names: Sequence[str]) -> list[str]:
        """Names of the players, of which that of the player of a turn is the one of that time."""
        seat = turn[0].seat
        return [*names[:seat], self._player_name(turn[-1], names), *names[seat + 1 :]]

    def _player_name(self, ply: Ply, names: Sequence[str]) -> str:
        """Name of the player of a move, in bold, which for those of today is in `names`.

        Of others, it is a note by whom it was made.
        """
        former = actor(self.history, ply, self.language)
        is_todays = former in ("", labels.names(self.table)[ply.seat])
        name = names[ply.seat] if is_todays else bold(former)
        if ply.via in (Via.LATE, Via.FOR_OTHER):
            return text(f"table.log_{ply.via}", self.language, name=name)
        return name


# ---- the page ------------------------------------------------------------------------------------


async def page(visitor: Visitor, table: Table, name: str, number: int) -> Panel:
    """Page of the log: buttons to the others and to its other form, a menu of past positions."""
    language = visitor.language
    shown = await log_page(visitor, table, number, notation=name == NOTATION)
    buttons: list[LastingItem] = [*_buttons(visitor, table, name, shown)]
    buttons += play_buttons(table, language, has_turn=await has_turn(visitor, table))
    menus = [*_positions_menu(visitor, table, shown)]
    if table.status in (Status.LIVE, Status.OVER):
        menus.append(page_menu(table, language, plays=False))
    return frame(accent(()), *shown.parts, buttons, *menus)


def _buttons(visitor: Visitor, table: Table, name: str, shown: LogPage) -> Iterator[PageButton]:
    """Buttons: older and newer pages, and the same page in words or in notation."""
    if shown.number < shown.oldest:
        yield PageButton.named(visitor.text("table.log_older"), table, name, shown.number + 1)
    if shown.number > 0:
        yield PageButton.named(visitor.text("table.log_newer"), table, name, shown.number - 1)
    other = LOG if name == NOTATION else NOTATION
    yield PageButton.named(visitor.text(f"board.page_{other}_form"), table, other, shown.number)


def _positions_menu(visitor: Visitor, table: Table, shown: LogPage) -> Iterator[PageMenu]:
    """Menu of the turns of a page, each of which shows the position after it."""
    if table.status not in (Status.LIVE, Status.OVER):
        return
    if offers := [(PAST, ply, label) for ply, label in shown.positions.items()]:
        title = visitor.text("table.log_positions")
        yield PageMenu.of(table, [offers], title, slot=PAST)


async def page_with(visitor: Visitor, table: Table, ply: int) -> Panel:
    """Page of the log that holds the turn of a ply."""
    found = await log_page(visitor, table, 0, notation=False, ply=ply)
    return await page(visitor, table, LOG, found.number)
