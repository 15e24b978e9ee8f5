"""The end of a game: ranks, and the table of points in place of the construction site."""

from __future__ import annotations

from collections.abc import Sequence

from render import type_scale
from render.akropolis import materials as m
from render.akropolis import panels, tokens
from render.akropolis.title import SIDE, WIDTH, title_side, width
from render.canvas import Canvas
from render.marks import laurel, seat_mark
from render.panel import name_label
from render.text import Label, elide
from render.theme import Theme
from rules.akropolis.view import ArchitectScore, CityScore, View
from rules.contract import Seat

_HEAD, _LINE = 44, 50
_TOTAL = 44
"""Sizes of names, of the points of a colour, and of totals."""
STONES = "stones"
"""The column of the stones, beside those of the colours."""


def ranks(view: View) -> dict[Seat, int]:
    """Seat → rank by points, then stones (AK-80); in solo the architect is seat 1 (AK-99)."""
    worth = {seat: (each.total, each.stones) for seat, each in enumerate(_scores(view))}
    by_seat = {
        seat: 1 + sum(theirs > mine for theirs in worth.values()) for seat, mine in worth.items()
    }
    if view.architect and not view.winners:
        by_seat = {0: 2, 1: 1}
    return by_seat


def decisive(view: View) -> str | None:
    """The column in which the winner was farthest ahead of the second; None if they share the win.

    Of equal totals the stones decide (AK-80).
    """
    order, scores = sorted(ranks(view).items(), key=lambda item: (item[1], item[0])), _scores(view)
    if len(order) < 2 or order[1][1] == 1:
        return None
    best, second = (_columns_of(scores[seat]) for seat, _ in order[:2])
    if scores[order[0][0]].total == scores[order[1][0]].total:
        return STONES
    return max(best, key=lambda column: best[column] - second[column])


def _columns_of(score: CityScore | ArchitectScore) -> dict[str, int]:
    """Points by column."""
    points = {colour: score.districts[colour].points for colour in m.COLOURS}
    return {**points, STONES: score.stones}


def height(view: View) -> int:
    """The height of the final table."""
    return max(176, _HEAD + _LINE * len(_scores(view)) + 6)


def header(view: View, names: Sequence[str], theme: Theme) -> Canvas:
    """Title on the left, the final table on the right."""
    rows = sorted(ranks(view).items(), key=lambda item: (item[1], item[0]))
    canvas = Canvas(width(view), height(view), theme)
    title_side(canvas, view)
    left, right = theme.margin + SIDE, canvas.width - theme.margin
    canvas.round_box((left, 0, right, canvas.height), theme.edge, theme.radius)
    canvas.round_box((left + 1, 1, right - 1, canvas.height - 1), theme.panel, theme.radius)
    _heads(canvas)
    scores = _scores(view)
    for line, (seat, rank) in enumerate(rows):
        _row(canvas, _HEAD + _LINE * line, view, seat, rank, scores[seat], names)
    return canvas


def _columns(canvas: Canvas) -> list[int]:
    """Horizontal places of the points of each colour and of the stones."""
    first, pitch = (380, 80) if canvas.width == WIDTH else (376, 65)
    return [canvas.theme.margin + SIDE + first + pitch * index for index in range(6)]


def _heads(canvas: Canvas) -> None:
    columns = _columns(canvas)
    for colour, x in zip(m.COLOURS, columns, strict=False):
        canvas.paste_centred(tokens.mini(colour, 20), x, 26)
    canvas.paste_centred(tokens.stone(14), columns[5], 27)


def _row(
    canvas: Canvas,
    top: int,
    view: View,
    seat: Seat,
    rank: int,
    score: CityScore | ArchitectScore,
    names: Sequence[str],
) -> None:
    theme, middle = canvas.theme, top + _LINE // 2
    left, right = theme.margin + SIDE, canvas.width - theme.margin
    wins = seat in view.winners or (view.architect is not None and seat == 1 and rank == 1)
    if wins:
        canvas.round_box((left + 10, top + 1, right - 10, top + _LINE - 1), theme.gold, 10)
        canvas.round_box((left + 12, top + 3, right - 12, top + _LINE - 3), theme.panel_lit, 9)
    panels.rank_medal(rank, 19, theme).lay(canvas, left + 22, middle)
    if view.architect and seat == 1:
        canvas.paste_centred(tokens.architect(40), left + 98, middle)
        name = (view.options.solo or "").capitalize()
    else:
        canvas.paste_centred(seat_mark(theme.seats[seat], 40), left + 98, middle)
        name = names[seat]
    room = _columns(canvas)[0] - left - 132 - 40
    label = name_label(name, room, theme.text)
    canvas.text(elide(name, label, room), left + 132, middle, label)
    best = decisive(view) if wins else None
    for (column, points), x in zip(_columns_of(score).items(), _columns(canvas), strict=True):
        tone = theme.text if points else theme.faint
        if column == best:
            canvas.round_box((x - 36, middle - 22, x + 36, middle + 22), theme.gold, 10)
            tone = theme.ink
        canvas.text(str(points), x, middle, Label(type_scale.LARGE_FIGURE, tone, "bold"), "m")
    total_x = right - 90
    if wins:
        canvas.paste_centred(laurel(150, 48), total_x, middle)
    tone = m.MEDAL if wins else theme.text
    canvas.text(str(score.total), total_x, middle, Label(_TOTAL, tone, "bold"), "m")


def _scores(view: View) -> list[CityScore | ArchitectScore]:
    scores: list[CityScore | ArchitectScore] = [city.score for city in view.cities]
    return [*scores, view.architect.score] if view.architect else scores
