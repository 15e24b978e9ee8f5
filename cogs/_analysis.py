"""A game that is over, as ★ sees it: how often each player found the best, and where it turned.

Whoever looks has it thought about, if nobody has; meanwhile the page tells how far that is.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any, Self

import discord
from discord import ui

from bot.ai.review import Analysis, Moment
from bot.app import App
from bot.i18n import text
from bot.table.seating import Table
from bot.words import clipped, plain
from bot.words.careful import CarefulWords
from cogs import _labels, _why
from cogs._access import table_in
from cogs._edits import NO_HARM
from cogs._items import LONGEST_LABEL, rows
from cogs._labels import Click, reader
from cogs._meant import about_a_table, command, meant
from cogs._paint import Overtaken, Wish
from cogs._present import about, accent, drawn, frame, log_text
from cogs._private import Panel, defer, followed, show
from cogs.errors import LastingItem
from render.chart import Chart, Row
from render.contract import CANDIDATE, CHART
from rules.analysis import SeatReport, Verdict
from rules.contract import RulesError, Seat
from rules.notation import SEPARATOR

log = logging.getLogger(__name__)

PAGE = "analysis"
"""Its name among the pages of *More*."""
PACE = 5.0
"""Seconds between two looks at how far it is."""
LASTS = 840.0
"""Seconds for which a page follows by itself: Discord lets it be changed for 15 minutes."""
LONGEST_MOVE = 90
"""Characters of a move: two of them and a picture are to fit a phone."""
BAR = 12
"""Signs of the bar that tells how far it is."""
KINDS = (0.25, 0.5, 0.75)
"""From which share of good decisions on the next kinder word is said."""
PICTURE, BARS = "better.png", "chart.png"
ALL = "‹"

Content = tuple[list[str | ui.Item[Any]], list[discord.File]]
"""What is on the page, before it is framed, and its uploads."""
Turn = Callable[[Table, int, str], LastingItem[Any]]
"""Makes the button that leads to a part of it: 0 is of all, the others of a seat, from 1."""
Framed = Callable[..., ui.LayoutView]


async def look(interaction: Click, table: Table, number: int, turn: Turn, framed: Framed) -> None:
    """Show a part of the page where the deferred answer is; it follows while there is news."""
    app, language = interaction.client, reader(interaction)

    async def panel(found: Analysis) -> Panel:
        parts, files = await content(app, found, number, language, turn)
        return framed(*parts), files

    found = await app.tables.analyse(table.id)
    message = await show(interaction, await panel(found))
    if found.going:
        app.background(_follow(interaction, table, message.id, panel))


async def _follow(
    interaction: Click,
    table: Table,
    message_id: int,
    panel: Callable[[Analysis], Awaitable[Panel]],
) -> None:
    """Show how far it is, calmly, as long as that message shows nothing else."""
    tables, clock = interaction.client.tables, interaction.client.clock
    until = clock.monotonic() + LASTS
    with followed(message_id, interaction) as is_shown:
        while is_shown() and clock.monotonic() < until:
            await tables.analysed(table.id, PACE)
            found = await tables.analysis(table.id)
            try:
                shown = await panel(found)
                if is_shown():
                    await show(interaction, shown)
            except (*NO_HARM, Overtaken):
                return
            if not found.going:
                return


# ---- what is on it -------------------------------------------------------------------------------


async def content(app: App, found: Analysis, number: int, language: str, turn: Turn) -> Content:
    """What is thought of the game, or of a seat; until all is thought, how far that is."""
    if not found.whole:
        return [*_progress(found, language, turn)], []
    if 0 < number <= len(found.table.seats):
        return await _of_seat(app, found, found.reports[number - 1], language, turn)
    return await _of_all(app, found, language, turn)


def _progress(found: Analysis, language: str, turn: Turn) -> Iterator[str | ui.Item[Any]]:
    """How far it is, and a button to look again."""
    seen, of = found.seen, len(found.log)
    done = BAR * seen // of
    bar = f"`{'█' * done}{'░' * (BAR - done)}`"
    yield text("analysis.heading", language)
    yield f"{bar} {text('analysis.progress', language, seen=seen, n=of)}"
    code, again = ("analysis.going", "analysis.look_again")
    if not found.going:
        code, again = ("analysis.halted", "analysis.go_on")
    yield text(code, language)
    yield ui.ActionRow[Any](turn(found.table, 0, text(again, language)))


async def _of_all(app: App, found: Analysis, language: str, turn: Turn) -> Content:
    """What everybody has missed, a kind word for each, and a button to each."""
    heading = text("analysis.heading", language)
    lines = (_found(app, found, one, language) for one in found.reports)
    shown, files = await _chart(app, found, language)
    told = "\n".join((_legend(found, language), *lines))
    return [heading, shown, told, *rows(_seats(found, turn))], files


def _legend(found: Analysis, language: str) -> str:
    """What the bars and signs of the chart mean, and how much the highest bars stand for."""
    lost = CarefulWords(found.table).lost(found.most, language)
    full = text("analysis.full_bar", language, lost=lost) if lost else ""
    return text("analysis.chart", language, full=full)


def _seats(found: Analysis, turn: Turn) -> list[LastingItem[Any]]:
    """A button to each seat of which there is anything to tell."""
    told = (one.seat for one in found.reports if one.decisions)
    return [turn(found.table, seat + 1, _labels.SEATS[seat]) for seat in told]


async def _chart(
    app: App, found: Analysis, language: str
) -> tuple[ui.Item[Any], list[discord.File]]:
    """What each seat has missed, turn by turn."""
    table, last = found.table, await app.tables.look(found.table.id, None)
    chart = Chart(tuple(_row(found, one) for one in found.reports))
    names = _labels.names(table)
    first, end = (_counted(table, number, language) for number in (1, chart.turns))
    alt = text("analysis.chart_alt", language, names=names, first=first, last=end)
    return await drawn(Wish(table.game, CHART, last.view, shown=chart), alt, language, name=BARS)


def _row(found: Analysis, one: SeatReport) -> Row:
    finest, turning = (
        None if verdict is None else max(1, found.when(verdict))
        for verdict in (one.best, one.turning)
    )
    return Row(found.missed(one.seat), finest, turning)


def _found(app: App, found: Analysis, one: SeatReport, language: str, more: str = "") -> str:
    """How often a seat has found the best, in a line; below it a kind word, and perhaps more."""
    table = found.table
    who = f"{_labels.mark(app, table, one.seat)} {_labels.bold_names(table)[one.seat]}"
    if not one.decisions:
        code = "analysis.own" if found.is_own(one.seat) else "analysis.nothing"
        return text(code, language, seat=who)
    line = text("analysis.found", language, seat=who, found=one.found, n=one.decisions)
    return f"{line}\n-# {' '.join(filter(None, (kind_word(one, language), more)))}"


def kind_word(one: SeatReport, language: str) -> str:
    """What a friend would say of it."""
    share = one.found / one.decisions
    return text(f"analysis.kind_{sum(share >= least for least in KINDS)}", language)


async def _of_seat(
    app: App, found: Analysis, one: SeatReport, language: str, turn: Turn
) -> Content:
    """The finest move of a seat, and where it could have done most, with a picture of that."""
    table = found.table
    lines = [_found(app, found, one, language, CarefulWords(table).missed(one.mean, language))]
    if one.best is not None:
        lines.append(_made(found, one.best, "analysis.best", language))
    buttons = rows([turn(table, 0, ALL), *_seats(found, turn)])
    if one.turning is None:
        lines += [text("analysis.no_turning", language)] if one.decisions else []
        return ["\n".join(lines), *buttons], []
    result = (await app.tables.look(table.id, None)).result
    won = result is not None and one.seat in result.winners
    code = "analysis.otherwise" if won else "analysis.turning"
    lines.append(_made(found, one.turning, code, language))
    moment = await _moment(app, table, one.turning)
    if moment is None:
        move = f"`{SEPARATOR.join(one.turning.better)}`"
        lines.append(text("analysis.would_have", language, move=move))
        return ["\n".join(lines), *buttons], []
    [told] = _why.lines_of(table, [moment.better], language)
    move = clipped(told, LONGEST_MOVE)
    better = text("analysis.would_have", language, move=move)
    if moment.reason is not None:
        better += f"\n-# {_why.FOR} {_why.said(table, moment.reason, language)}"
    shown, files = await _picture(table, one.seat, moment, better, language)
    return ["\n".join(lines), shown, better, *buttons], files


def _made(found: Analysis, verdict: Verdict, code: str, language: str) -> str:
    """What was done in a decision, in small print: the first line of it."""
    told = log_text(None, found.table, found.made(verdict), language).partition("\n")[0]
    done = clipped(plain(told), LONGEST_MOVE)
    return text(
        code, language, turn=_counted(found.table, found.when(verdict), language), done=done
    )


def _counted(table: Table, number: int, language: str) -> str:
    """A turn or a round by its number, as the pictures of the game count."""
    code = "analysis.round" if _labels.facts(table).rounds else "analysis.turn"
    return text(code if number else "analysis.before", language, number=number)


async def _moment(app: App, table: Table, verdict: Verdict) -> Moment | None:
    """The decision at its position; None where that cannot be had, as the log says."""
    try:
        return await app.tables.moment(table.id, verdict)
    except RulesError as refusal:
        log.error("Table %s, ply %s is not shown: %s", table.id, verdict.ply, refusal)
        return None


async def _picture(
    table: Table, seat: Seat, moment: Moment, told: str, language: str
) -> tuple[ui.Item[Any], list[discord.File]]:
    """The table as the seat saw it, with what ★ would have done as a ghost."""
    wish = Wish(
        table.game,
        CANDIDATE,
        moment.view,
        names=tuple(_labels.picture_names(table)),
        seat=seat,
        shown=moment.better,
        about=about(table, language),
    )
    return await drawn(wish, plain(told), language, name=PICTURE)


# ---- by a command --------------------------------------------------------------------------------


class AnalysisButton(
    LastingItem[ui.Button[Any]], template=r"an:(?P<table_id>\d{1,18}):(?P<number>\d{1,2})"
):
    """Turns to a part of the page: `an:<table>:<number>`."""

    def __init__(self, item: ui.Button[Any], table_id: int, number: int) -> None:
        super().__init__(item)
        self.table_id, self.number = table_id, number

    @classmethod
    def of(cls, table: Table, number: int, label: str) -> Self:
        """The button that leads there."""
        button = ui.Button[Any](label=label[:LONGEST_LABEL], custom_id=f"an:{table.id}:{number}")
        return cls(button, table.id, number)

    async def press(self, interaction: Click) -> None:
        """Turn to it in the same private message."""
        await defer(interaction)
        table = await table_in(interaction, self.table_id)
        await alone(interaction, table, self.number)


async def alone(interaction: Click, table: Table, number: int = 0) -> None:
    """Show the page without the others of *More*."""
    await look(interaction, table, number, AnalysisButton.of, partial(frame, accent(())))


class AnalysisCommands:
    """The command of it."""

    @command("analysis")
    @about_a_table
    async def analysis(self, interaction: Click, number: int | None = None) -> None:
        """Show what ★ thinks of a game that is over."""
        await defer(interaction)
        await alone(interaction, await meant(interaction, number))
