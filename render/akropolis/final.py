"""The end of a game: ranks, and the table of points in place of the construction site."""

from __future__ import annotations

from collections.abc import Sequence

from render.akropolis import materials as m
from render.akropolis import panels, tokens
from render.akropolis.title import SIDE, WIDTH, title_side, width
from render.canvas import Canvas
from render.marks import laurel, seat_mark
from render.text import Label, elide
from render.theme import Theme
from rules.akropolis.view import ArchitectScore, CityScore, View
from rules.contract import Seat

_HEAD, _LINE = 46, 44


def ranks(view: View) -> dict[Seat, int]:
    """Seat → rank by points, then stones (AK-80); in solo the architect is seat 1 (AK-99)."""
    worth = {seat: (each.total, each.stones) for seat, each in enumerate(_scores(view))}
    by_seat = {
        seat: 1 + sum(theirs > mine for theirs in worth.values()) for seat, mine in worth.items()
    }
    if view.architect and not view.winners:
        by_seat = {0: 2, 1: 1}
    return by_seat


def height(view: View) -> int:
    """The height of the final table."""
    return max(168, _HEAD + _LINE * len(_scores(view)) + 10)


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
    first, pitch = (500, 112) if canvas.width == WIDTH else (368, 72)
    return [canvas.theme.margin + SIDE + first + pitch * index for index in range(6)]


def _heads(canvas: Canvas) -> None:
    columns = _columns(canvas)
    for colour, x in zip(m.COLOURS, columns, strict=False):
        canvas.paste_centred(tokens.mini(colour, 18), x, 27)
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
    panels.rank_medal(canvas, left + 44, middle, rank, 16)
    if view.architect and seat == 1:
        canvas.paste_centred(tokens.architect(34), left + 96, middle)
        name = (view.options.solo or "").capitalize()
    else:
        canvas.paste_centred(seat_mark(theme.seats[seat], 34), left + 96, middle)
        name = names[seat]
    label = Label(24, theme.text)
    canvas.text(
        elide(name, label, _columns(canvas)[0] - left - 128 - 40), left + 128, middle, label
    )
    parts = [score.districts[colour].points for colour in m.COLOURS]
    for points, x in zip([*parts, score.stones], _columns(canvas), strict=True):
        tone = theme.text if points else theme.faint
        canvas.text(str(points), x, middle, Label(24, tone, "semibold"), "m")
    total_x = right - 90
    if wins:
        canvas.paste_centred(laurel(136, 46), total_x, middle)
    tone = m.MEDAL if wins else theme.text
    canvas.text(str(score.total), total_x, middle, Label(32, tone, "bold"), "m")


def _scores(view: View) -> list[CityScore | ArchitectScore]:
    scores: list[CityScore | ArchitectScore] = [city.score for city in view.cities]
    return [*scores, view.architect.score] if view.architect else scores
