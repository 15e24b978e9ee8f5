"""The header above the cities: the construction site, and at the end the table of points."""

from __future__ import annotations

from collections.abc import Sequence

from render.akropolis import final, tokens
from render.akropolis.title import SIDE, title_side, width
from render.canvas import Canvas
from render.marks import pill
from render.scripts import name_of
from render.text import Label
from render.theme import Colour, Theme
from rules.akropolis.view import View

HEIGHT = 168


def height(view: View) -> int:
    """The height of the header."""
    return final.height(view) if view.over else HEIGHT


def draw(view: View, names: Sequence[str], theme: Theme) -> Canvas:
    """Canvas of the header, as wide as the picture."""
    if view.over:
        return final.header(view, [name_of(names, seat) for seat in range(view.seats)], theme)
    canvas = Canvas(width(view), height(view), theme)
    title_side(canvas, view)
    _site(canvas, view, theme.margin + SIDE)
    return canvas


def _site(canvas: Canvas, view: View, left: int) -> None:
    theme = canvas.theme
    right = canvas.width - theme.margin
    canvas.round_box((left, 0, right, HEIGHT), theme.edge, theme.radius)
    canvas.round_box((left + 1, 1, right - 1, HEIGHT - 1), theme.panel, theme.radius)
    places = (2 if view.architect else view.seats) + 2
    pitch = (right - left - 190) // places
    for index in range(places):
        x = left + 16 + pitch * index + pitch // 2
        if index < len(view.line):
            _offer(canvas, view, index, x)
        else:
            canvas.paste_centred(tokens.vacant(34, theme.groove), x, 66)
    _stack(canvas, len(view.stack_sizes), right - 100)


def _offer(canvas: Canvas, view: View, index: int, x: int) -> None:
    """Draw one tile of the line with its name and its price."""
    theme = canvas.theme
    mover = None if view.current is None else view.cities[view.current]
    dear = mover is not None and index > mover.stones
    canvas.paste_centred((tokens.pale_tile if dear else tokens.tile)(view.line[index], 34), x, 66)
    ground: Colour = (68, 77, 96)
    ink = theme.muted if dear else theme.text
    if mover is not None and not dear and view.current is not None:
        ground, ink = theme.seats[view.current].colour, theme.seats[view.current].on_band
    label = Label(24, ink, "bold")
    name = Label(22, theme.faint if dear else theme.text)
    canvas.text(f"T{index + 1}", x - 18, 145, name, "r")
    canvas.paste(pill(70, 34, ground), x - 6, 128)
    canvas.paste_centred(tokens.stone(11), x + 16, 145)
    canvas.text(str(index), x + 34, 145, label)


def _stack(canvas: Canvas, stacks: int, x: int) -> None:
    theme = canvas.theme
    if stacks:
        canvas.paste_centred(tokens.backs(34, min(5, (stacks + 2) // 3)), x, 70)
    else:
        canvas.paste_centred(tokens.vacant(34, theme.groove), x, 66)
    canvas.text(f"×{stacks}", x, 145, Label(24, theme.text if stacks else theme.faint, "bold"), "m")
