"""The log of a table: its moves and acts by day, page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time
from itertools import groupby
from operator import itemgetter
from typing import Any, Self

import discord
from discord import ui

from bot.app import App
from bot.i18n import text
from bot.store.history import Sitting, actor
from bot.table.acts import Act
from bot.table.changes import Ply, Via
from bot.table.names import bold, plain
from bot.table.seating import Table
from cogs._shared import labels
from cogs._shared import presentation as present
from cogs._shared.access import table_in
from cogs._shared.answering import LastingItem
from cogs._shared.items import ACCENT
from cogs._shared.text_pages import LINES, pages_newest_first
from cogs._shared.visit import Visitor
from rules.notation import SEPARATOR

NOON = time(12)
"""Time of day that falls on the same date for most readers."""
PAGE = 12
"""Most turns on a page of the log; of long ones, as many as a phone has room for."""
HEAD = 3
"""Lines of a page above the turns: the heading and the day."""


async def log_page(
    visitor: Visitor,
    table: Table,
    page: int,
    turn: Callable[[Table, int, str], ui.Item[Any]] | None = None,
    *below: ui.ActionRow[Any],
) -> ui.LayoutView:
    """Page of the moves that the person may know, the newest page first.

    Page 0 is the newest. Buttons made by `turn` lead to the others; the rows `below` come last.
    """
    turn = turn or LogButton.of
    app, user, language = visitor.app, visitor.user, visitor.language
    plies = await app.reading.log(table.id, user)
    acts = await app.reading.acts(table.id)
    midway = labels.unfinished_turn_lines(
        table, await app.reading.turn_in_progress(table.id, user), language
    )
    entries: list[Told] = [*present.turns(plies), *acts]
    entries.sort(key=time_of_entry)
    history = await app.reading.history(table.id)
    dated_lines = [*_log_lines(app, table, entries, history, language)]
    pages = pages_newest_first([line for _, line in dated_lines], PAGE, LINES - HEAD)
    last = max(len(pages) - 1, 0)
    page = min(page, last)
    lines = _lines_with_days([dated_lines[place] for place in pages[page]] if pages else ())
    heading = text(
        "table.log_heading",
        language,
        table=labels.title(table, language),
        page=last - page + 1,
        pages=last + 1,
    )
    row = ui.ActionRow[Any]()
    if page < last:
        row.add_item(turn(table, page + 1, text("table.log_older", language)))
    if page > 0:
        row.add_item(turn(table, page - 1, text("table.log_newer", language)))
    moves = "\n".join(lines) or text("table.log_empty", language)
    rows = [row] if row.children else []
    return present.frame(ACCENT, heading, moves, *midway, *rows, *below)


Told = list[Ply] | Act
"""An entry of the log: a turn, or an act."""


def time_of_entry(entry: Told) -> str:
    """Time of an entry of the log; of a turn, its beginning."""
    return entry.at if isinstance(entry, Act) else entry[0].at


def _log_lines(
    app: App, table: Table, entries: Sequence[Told], history: Sequence[Sitting], language: str
) -> Iterator[Dated]:
    """Lines of the log, each with its day."""
    for entry in entries:
        day = datetime.fromisoformat(time_of_entry(entry)).date()
        if isinstance(entry, Act):
            yield day, act_line(entry, language)
        else:
            yield day, _turn_line(app, table, entry, history, language)


Dated = tuple[date, str]
"""Day and line of an entry of the log."""


def _lines_with_days(lines: Iterable[Dated]) -> Iterator[str]:
    """Lines of a page, with the day above its first line."""
    for day, group in groupby(lines, key=itemgetter(0)):
        yield f"-# {discord.utils.format_dt(datetime.combine(day, NOON, UTC), 'D')}"
        yield from (line for _, line in group)


def act_line(act: Act, language: str) -> str:
    """Line about an act, in small print, with the names that people had at the time."""
    unknown = text("table.somebody", language)
    actor_name, subject_name = (
        bold(plain(person.name or "") or unknown) for person in (act.by, act.about)
    )
    args = {**act.args, "name": actor_name, "about": subject_name}
    if "kind" in args:
        args["what"] = text(f"table.what_{args['kind']}", language)
    return f"-# {text(f'table.act_{act.code}', language, **args)}"


def _player_name(table: Table, ply: Ply, history: Sequence[Sitting], language: str) -> str:
    """Name of the player of a move, in bold; of a late one, a note that an AI has made it."""
    current, former = labels.names(table)[ply.seat], actor(history, ply, language)
    if ply.via is Via.LATE:
        return text("table.log_late", language, name=bold(former or current))
    return bold(former or current)


def _turn_line(
    app: App, table: Table, turn: Sequence[Ply], history: Sequence[Sitting], language: str
) -> str:
    """Line about a turn: its player, the points gained, and the notation of its moves."""
    seat = turn[0].seat
    moves = f"`{SEPARATOR.join(ply.notation for ply in turn)}`"
    player = f"{labels.mark(app, table, seat)} {_player_name(table, turn[-1], history, language)}"
    if turn[0].undone:
        return f"{player} {text('table.taken_back', language, move=moves)}"
    return " ".join(filter(None, (player, present.points_gained(table, turn, language), moves)))


class LogButton(
    LastingItem[ui.Button[Any]], template=r"g:(?P<table_id>\d{1,18}):(?P<page>\d{1,4})"
):
    """Shows another page of the log: `g:<table>:<page>`."""

    def __init__(self, item: ui.Button[Any], table_id: int, page: int) -> None:
        super().__init__(item)
        self.table_id, self.page = table_id, page

    @classmethod
    def of(cls, table: Table, page: int, label: str) -> Self:
        """Button to `page`."""
        button = ui.Button[Any](label=label, custom_id=f"g:{table.id}:{page}")
        return cls(button, table.id, page)

    async def press(self, visitor: Visitor) -> None:
        """Show the page in the same private message."""
        table = await table_in(visitor, self.table_id)
        await visitor.respond(await log_page(visitor, table, self.page))
