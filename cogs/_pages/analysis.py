"""The analysis of a finished game by ★: good decisions of each player, and the turning point.

The first person who opens the page starts the analysis; meanwhile the page shows the progress.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated

from bot.ai.review import Analysis, Moment
from bot.app import App
from bot.table.names import bold
from bot.table.seating import Table, without_ai_mark
from bot.words import one_text, plain, shorten
from bot.words.careful import CarefulWords
from cogs._access.commands import command
from cogs._access.table_items import TableButton
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import digits
from cogs._answering.items import Component
from cogs._answering.lasting_items import LastingItem
from cogs._answering.phone import FIRST, NEEDED, Picture, Ranked, fit, forms_by_rank
from cogs._answering.presentation import about, accent, drawing_or_sentence, frame, wish_at
from cogs._answering.visitor import Visitor
from cogs._pages.pages import ANALYSIS, PageButton, page_of_more
from cogs._pages.sandboxes import Beginning, question
from cogs._painting.wish import Wish
from cogs._panel import reasons
from cogs._words import labels
from cogs._words.small_print import SMALL
from cogs._words.turn_lines import TurnLines
from render.chart import Chart, Row
from render.contract import CANDIDATE, CHART
from rules.analysis import SeatReport, Verdict
from rules.contract import RulesError, Seat
from rules.notation import SEPARATOR

log = logging.getLogger(__name__)

PACE = 5.0
"""Seconds between two looks at the progress."""
LONGEST_NAME = 14
"""Characters of a name in the heading and on a button, so that it takes little of a line."""
BAR = 12
"""Characters of the progress bar."""
KINDS = (0.25, 0.5, 0.75)
"""Shares of good decisions from which a kinder word is said, the lowest first."""
PICTURE, BARS = "better.png", "chart.png"
ALL = "‹"
REASON = FIRST + 1
"""Rank of the reason for a better move, which is cut after what was done is told in brief."""

Content = list[Component]
"""Parts of the page before they are framed."""
Turn = Callable[[str, Table, int], LastingItem]
"""Makes the button to a part of the page: 0 is about everybody, n about the seat n - 1."""


async def show_analysis(
    visitor: Visitor, table: Table, number: int, turn: Turn, *, menu: bool = False
) -> None:
    """Show a part of the page in the deferred answer, and update it while the analysis runs."""
    analyses = visitor.app.analyses

    async def panel(analysis: Analysis) -> Panel:
        parts = await content(visitor, analysis, number, turn)
        return await page_of_more(visitor, table, *parts) if menu else frame(accent(()), *parts)

    async def look() -> tuple[Panel, bool]:
        await analyses.wait(table.id, PACE)
        analysis = await analyses.analysis(table.id)
        return await panel(analysis), not analysis.going

    analysis = await analyses.analyse(table.id)
    await visitor.show(await panel(analysis))
    if analysis.going:
        visitor.app.background(visitor.follow(look))


async def show_page(visitor: Visitor, table: Table, _name: str, number: int) -> None:
    """Show a part as a page of *More*; the menu of the others stands below the first part."""

    def button(label: str, table: Table, part: int) -> PageButton:
        return PageButton.named(label, table, ANALYSIS, part)

    await show_analysis(visitor, table, number, button, menu=not number)


# ---- the content ---------------------------------------------------------------------------------


async def content(visitor: Visitor, analysis: Analysis, number: int, turn: Turn) -> Content:
    """Analysis of the game or of a seat; until it is complete, its progress."""
    if not analysis.whole:
        return [*_progress(visitor, analysis, turn)]
    if 0 < number <= len(analysis.table.seats):
        return await _content_of_seat(visitor, analysis, analysis.reports[number - 1], turn)
    return await _content_of_all(visitor, analysis, turn)


def _progress(visitor: Visitor, analysis: Analysis, turn: Turn) -> Iterator[Component]:
    """Progress of the analysis, and a button to look again."""
    moves_analysed, moves = analysis.seen, len(analysis.log)
    full = BAR * moves_analysed // moves
    bar = f"`{'█' * full}{'░' * (BAR - full)}`"
    yield visitor.text("analysis.heading")
    yield f"{bar} {visitor.text('analysis.progress', seen=moves_analysed, n=moves)}"
    code, label = ("analysis.going", "analysis.look_again")
    if not analysis.going:
        code, label = ("analysis.halted", "analysis.go_on")
    yield visitor.text(code)
    yield turn(visitor.text(label), analysis.table, 0)


async def _content_of_all(visitor: Visitor, analysis: Analysis, turn: Turn) -> Content:
    """Chart of all seats, the turning point of the game, a line for each seat and a button."""
    heading = _heading(visitor, analysis)
    lines = (_seat_line(visitor, analysis, report) for report in analysis.reports)
    chart = await _chart(visitor, analysis)
    summary = "\n".join((*lines, _legend(visitor, analysis)))
    return [heading, chart, summary, _seat_buttons(analysis, turn)]


def _heading(visitor: Visitor, analysis: Analysis) -> str:
    """Heading with the turn that has cost a place, and whose it was, if there is one."""
    turning = analysis.turning_point
    if turning is None:
        return visitor.text("analysis.heading")
    moment = labels.turn_name(analysis.table, analysis.period_of(turning), visitor.language)
    name = bold(_short_name(analysis.table, turning.seat))
    return visitor.text("analysis.turning_heading", turn=moment, name=name)


def _short_name(table: Table, seat: Seat) -> str:
    """Name of a seat that takes little of a line."""
    return shorten(without_ai_mark(labels.names(table)[seat]), LONGEST_NAME)


def _legend(visitor: Visitor, analysis: Analysis) -> str:
    """Legend of the chart: the value of a full bar, and the signs."""
    loss = CarefulWords(analysis.table, visitor.language).turn_loss(analysis.most)
    code = "analysis.chart" if loss else "analysis.chart_without_bars"
    return visitor.text(code, lost=loss)


def _seat_buttons(analysis: Analysis, turn: Turn, without: Seat | None = None) -> list[LastingItem]:
    """Buttons to the other seats that had a decision to make."""
    seats = (report.seat for report in analysis.reports if report.decisions)
    table = analysis.table
    return [turn(_short_name(table, seat), table, seat + 1) for seat in seats if seat != without]


async def _chart(visitor: Visitor, analysis: Analysis) -> Picture | str:
    """Chart of the points that each seat has missed, turn by turn."""
    table, position = analysis.table, await visitor.app.reading.look(analysis.table.id, None)
    chart = Chart(tuple(_row(analysis, report) for report in analysis.reports))
    names = labels.names(table)
    first, end = (labels.turn_name(table, number, visitor.language) for number in (1, chart.turns))
    alt = visitor.text("analysis.chart_alt", names=names, first=first, last=end)
    return await drawing_or_sentence(
        Wish(table.game, CHART, position.view, shown=chart), alt, visitor.language, name=BARS
    )


def _row(analysis: Analysis, report: SeatReport) -> Row:
    finest, turning = (
        None if verdict is None else max(1, analysis.period_of(verdict))
        for verdict in (report.best, report.turning)
    )
    return Row(analysis.losses_of(report.seat), finest, turning)


def _seat_line(visitor: Visitor, analysis: Analysis, report: SeatReport) -> str:
    table = analysis.table
    player = labels.marked_names(visitor.app, table)[report.seat]
    if not report.decisions:
        code = "analysis.own" if analysis.is_own(report.seat) else "analysis.nothing"
        return visitor.text(code, seat=player)
    return visitor.text("analysis.found", seat=player, found=report.good, n=report.decisions)


def _kind_words(visitor: Visitor, table: Table, report: SeatReport) -> Iterator[str]:
    """Line with a friend's comment on a seat's decisions, and what they missed on average."""
    if report.decisions:
        share = report.good / report.decisions
        kind = visitor.text(f"analysis.kind_{sum(share >= threshold for threshold in KINDS)}")
        missed = CarefulWords(table, visitor.language).average_loss(report.mean)
        yield f"-# {kind} {missed}".rstrip()


async def _content_of_seat(
    visitor: Visitor, analysis: Analysis, report: SeatReport, turn: Turn
) -> Content:
    """Best move of a seat, and its turning point with a picture of the better move."""
    table = analysis.table
    found = _seat_line(visitor, analysis, report)
    lines = [*_kind_words(visitor, table, report)]
    if report.best is not None:
        lines.append(_decision_forms(visitor, analysis, report.best, "analysis.best")[0])
    back, others = turn(ALL, table, 0), _seat_buttons(analysis, turn, without=report.seat)
    if report.turning is None:
        lines += [visitor.text("analysis.no_turning")] if report.decisions else []
        return [found, "\n".join(lines), [back, *others]]
    code = "analysis.turning" if analysis.has_cost_a_place(report.turning) else "analysis.otherwise"
    turning, *briefer = _decision_forms(visitor, analysis, report.turning, code)
    lines.append(turning)
    moment = await _moment(visitor.app, table, report.turning)
    if moment is None:
        move = f"`{SEPARATOR.join(report.turning.better)}`"
        lines.append(visitor.text("analysis.would_have", move=move))
        return [found, "\n".join(lines), [back, *others]]
    ways_out = [back, TryButton.of(table, report.seat, visitor.language)]
    game_words = CarefulWords(table, visitor.language)
    [move] = reasons.lines_of(game_words, [moment.better])
    better = visitor.text("analysis.would_have", move=move)
    reason = ""
    if moment.reason is not None:
        reason = f"{SMALL}{reasons.FOR} {reasons.reason_text(game_words, moment.reason)}"
    facts = about(table, visitor.language)
    wish = wish_at(table, CANDIDATE, moment.view, facts, seat=report.seat, shown=moment.better)
    alt = plain(one_text(better, reason))
    picture = await drawing_or_sentence(wish, alt, visitor.language, name=PICTURE)
    forms = ("\n".join(lines), turning, *briefer)
    above = forms_by_rank(forms, (*(FIRST for _ in forms[1:]), NEEDED))
    below = (Ranked(better, shrinks=True), Ranked(reason, REASON))
    return fit((found, above, picture, *below, ways_out, others))


def _decision_forms(
    visitor: Visitor, analysis: Analysis, verdict: Verdict, code: str
) -> Sequence[str]:
    """Line about the move of a decision, of which it quotes the first line; then briefer ones."""
    table, plies = analysis.table, analysis.plies_of(verdict)
    lines = TurnLines(table, visitor.language)
    told = (lines.text(plies).partition("\n")[0], *lines.in_short(plies, labels.names(table)).forms)
    moment = labels.turn_name(table, analysis.period_of(verdict), visitor.language)
    return [visitor.text(code, turn=moment, done=plain(line)) for line in told]


async def _moment(app: App, table: Table, verdict: Verdict) -> Moment | None:
    """Position of a decision; None where it cannot be rebuilt, which is logged."""
    try:
        return await app.analyses.moment(table.id, verdict)
    except RulesError as refusal:
        log.error("Table %s, ply %s is not shown: %s", table.id, verdict.ply, refusal)
        return None


# ---- the command ---------------------------------------------------------------------------------


class AnalysisButton(TableButton, template="an:{table_id}:{number}"):
    """Shows a part of the page."""

    number: Annotated[int, digits(2)]

    async def press_at(self, visitor: Visitor, table: Table) -> None:
        await show_alone(visitor, table, self.number)


class TryButton(TableButton, template="aw:{table_id}:{seat}"):
    """Asks about a sandbox in place of the costliest decision of a seat."""

    label = "sandbox.what_if"
    seat: Annotated[int, digits(1)]

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        analysis, language = await visitor.app.analyses.analysis(table.id), visitor.language
        turning = (report.turning for report in analysis.reports if report.seat == self.seat)
        verdict = next(turning, None)
        if verdict is None:
            raise RulesError("panel.no_such_page")
        moment = visitor.text(
            "sandbox.turn",
            turn=labels.turn_name(table, analysis.period_of(verdict), language),
            name=labels.names(table)[self.seat],
        )
        beginning = Beginning(moment, analysis.ply_before(verdict), self.seat)
        back = AnalysisButton.named(ALL, table, self.seat + 1)
        return question(visitor, table, beginning, back)


async def show_alone(visitor: Visitor, table: Table, number: int = 0) -> None:
    """Show the page without the menu of *More*."""
    await show_analysis(visitor, table, number, AnalysisButton.named)


@command("replay analysis")
async def analysis(visitor: Visitor, table: Table) -> None:
    """Show the analysis of a finished game."""
    await show_alone(visitor, table)
