"""The analysis of a finished game by ★: good decisions of each player, and the turning point.

The first person who opens the page starts the analysis; meanwhile the page shows the progress.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any, Self

import discord
from discord import ui

from bot.app import App
from bot.i18n import text
from bot.judging import Analysis, Moment
from bot.seating import Table
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
"""Name of the page among the pages of *More*."""
PACE = 5.0
"""Seconds between two looks at the progress."""
LASTS = 840.0
"""Seconds for which a page updates itself: Discord accepts edits of it for 15 minutes."""
LONGEST_MOVE = 90
"""Characters of a move, so that two moves and a picture fit a phone."""
BAR = 12
"""Characters of the progress bar."""
KINDS = (0.25, 0.5, 0.75)
"""Shares of good decisions from which a kinder word is said, the lowest first."""
PICTURE, BARS = "better.png", "chart.png"
ALL = "‹"

Content = tuple[list[str | ui.Item[Any]], list[discord.File]]
"""Parts of the page before they are framed, and its uploads."""
Turn = Callable[[Table, int, str], LastingItem[Any]]
"""Makes the button to a part of the page: 0 is about everybody, n about the seat n - 1."""
Framed = Callable[..., ui.LayoutView]


async def look(interaction: Click, table: Table, number: int, turn: Turn, framed: Framed) -> None:
    """Show a part of the page in the deferred answer, and update it while the analysis runs."""
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
    """Update the progress every few seconds, as long as the message shows nothing else."""
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


# ---- the content ---------------------------------------------------------------------------------


async def content(app: App, found: Analysis, number: int, language: str, turn: Turn) -> Content:
    """Analysis of the game or of a seat; until it is complete, its progress."""
    if not found.whole:
        return [*_progress(found, language, turn)], []
    if 0 < number <= len(found.table.seats):
        return await _of_seat(app, found, found.reports[number - 1], language, turn)
    return await _of_all(app, found, language, turn)


def _progress(found: Analysis, language: str, turn: Turn) -> Iterator[str | ui.Item[Any]]:
    """Progress of the analysis, and a button to look again."""
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
    """Chart of all seats, a line and a kind word for each, and a button to each."""
    heading = text("analysis.heading", language)
    lines = (_found(app, found, one, language) for one in found.reports)
    shown, files = await _chart(app, found, language)
    told = "\n".join((_legend(found, language), *lines))
    return [heading, shown, told, *rows(_seats(found, turn))], files


def _legend(found: Analysis, language: str) -> str:
    """Legend of the chart: its bars and signs, and the value of the highest bars."""
    lost = CarefulWords(found.table).lost(found.most, language)
    full = text("analysis.full_bar", language, lost=lost) if lost else ""
    return text("analysis.chart", language, full=full)


def _seats(found: Analysis, turn: Turn) -> list[LastingItem[Any]]:
    """Buttons to the seats that had a decision to make."""
    told = (one.seat for one in found.reports if one.decisions)
    return [turn(found.table, seat + 1, _labels.SEATS[seat]) for seat in told]


async def _chart(
    app: App, found: Analysis, language: str
) -> tuple[ui.Item[Any], list[discord.File]]:
    """Chart of the points that each seat has missed, turn by turn."""
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
    """Line about a seat: its share of best moves, below it a kind word, and perhaps more."""
    table = found.table
    who = f"{_labels.mark(app, table, one.seat)} {_labels.bold_names(table)[one.seat]}"
    if not one.decisions:
        code = "analysis.own" if found.is_own(one.seat) else "analysis.nothing"
        return text(code, language, seat=who)
    line = text("analysis.found", language, seat=who, found=one.found, n=one.decisions)
    return f"{line}\n-# {' '.join(filter(None, (kind_word(one, language), more)))}"


def kind_word(one: SeatReport, language: str) -> str:
    """A friend's comment on a seat's decisions."""
    share = one.found / one.decisions
    return text(f"analysis.kind_{sum(share >= least for least in KINDS)}", language)


async def _of_seat(
    app: App, found: Analysis, one: SeatReport, language: str, turn: Turn
) -> Content:
    """Best move of a seat, and its turning point with a picture of the better move."""
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
    """Line about the move of a decision, of which it quotes the first line."""
    told = log_text(None, found.table, found.made(verdict), language).partition("\n")[0]
    done = clipped(plain(told), LONGEST_MOVE)
    return text(
        code, language, turn=_counted(found.table, found.when(verdict), language), done=done
    )


def _counted(table: Table, number: int, language: str) -> str:
    """A turn or a round by its number, as the game counts."""
    code = "analysis.round" if _labels.facts(table).rounds else "analysis.turn"
    return text(code if number else "analysis.before", language, number=number)


async def _moment(app: App, table: Table, verdict: Verdict) -> Moment | None:
    """Position of a decision; None where it cannot be rebuilt, which is logged."""
    try:
        return await app.tables.moment(table.id, verdict)
    except RulesError as refusal:
        log.error("Table %s, ply %s is not shown: %s", table.id, verdict.ply, refusal)
        return None


async def _picture(
    table: Table, seat: Seat, moment: Moment, told: str, language: str
) -> tuple[ui.Item[Any], list[discord.File]]:
    """Picture of the table as the seat saw it, with the move of ★ as a ghost."""
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


# ---- the command ---------------------------------------------------------------------------------


class AnalysisButton(
    LastingItem[ui.Button[Any]], template=r"an:(?P<table_id>\d{1,18}):(?P<number>\d{1,2})"
):
    """Shows a part of the page: `an:<table>:<number>`."""

    def __init__(self, item: ui.Button[Any], table_id: int, number: int) -> None:
        super().__init__(item)
        self.table_id, self.number = table_id, number

    @classmethod
    def of(cls, table: Table, number: int, label: str) -> Self:
        """Button to a part of the page."""
        button = ui.Button[Any](label=label[:LONGEST_LABEL], custom_id=f"an:{table.id}:{number}")
        return cls(button, table.id, number)

    async def press(self, interaction: Click) -> None:
        """Show the part in the same private message."""
        await defer(interaction)
        table = await table_in(interaction, self.table_id)
        await alone(interaction, table, self.number)


async def alone(interaction: Click, table: Table, number: int = 0) -> None:
    """Show the page without the menu of *More*."""
    await look(interaction, table, number, AnalysisButton.of, partial(frame, accent(())))


class AnalysisCommands:
    """The command `/table analysis`."""

    @command("analysis")
    @about_a_table
    async def analysis(self, interaction: Click, number: int | None = None) -> None:
        """Show the analysis of a finished game."""
        await defer(interaction)
        await alone(interaction, await meant(interaction, number))
