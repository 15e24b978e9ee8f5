"""One player's board: seven projects with their arrows, and what has become of each building."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from PIL import Image

from render._settlements import desks, glyphs, spaces
from render._settlements.arrows import draw_arrow
from render._settlements.look import Look
from render._settlements.paper import PAPERS, TICK, Paper
from render._settlements.plan import COLUMNS, Box, Space, plan
from render._settlements.spaces import RADIUS, State
from render.canvas import Brush, Canvas, Rect, Sheet
from render.hexes import Point
from render.marks import laurel, seat_mark
from render.text import Label, fitted, width_of
from render.theme import Colour, Theme
from rules._settlements.pieces import Ruleset, ruleset
from rules._settlements.view import SeatView, View
from rules.contract import Seat

WIDTH = 1200
_HEAD = 80
_UNDER_HEAD = 14
_PAD = 28
"""From the edge of the sheet to the boxes."""
_GAP = 22
"""Between two boxes."""
_TOP = 34
"""From the upper edge of a row to its hexes: room for the rail of a fork."""
_RAIL = 19
COST_AT = round(RADIUS + 23)
"""A cost's middle below that of its hex."""
_ROW = _TOP + round(RADIUS) + COST_AT + 12
_FOOT = 18
"""Under the last row of a box: room for its tag."""
TAG = 32
_LINE, _BOLD = 5, 7


class Ground(msgspec.Struct, frozen=True):
    """Where a box lies on the picture, and its spaces."""

    box: Box
    rect: Rect

    def middle(self, space: Space) -> Point:
        """The middle of a space's hex."""
        left, top, right, _ = self.rect
        pitch = (right - left - 16) / self.box.columns
        x = left + 8 + pitch * (space.column + 0.5)
        return x, top + _TOP + RADIUS + _ROW * space.row


def grounds(game: str, margin: int) -> list[Ground]:
    """All boxes of a board, in the order of its plan."""
    found = plan(game)
    left, top = margin + _PAD, _sheet_top(margin) + _PAD
    unit = (WIDTH - 2 * left + _GAP) / COLUMNS
    tops = [top]
    for rows in found.lines:
        tops.append(tops[-1] + _ROW * rows + _FOOT + _GAP)
    return [
        Ground(
            box,
            (
                round(left + unit * box.column),
                tops[box.line],
                round(left + unit * (box.column + box.columns)) - _GAP,
                tops[box.line + 1] - _GAP,
            ),
        )
        for box in found.boxes
    ]


def _sheet_top(margin: int) -> int:
    return margin + _HEAD + _UNDER_HEAD


def height(game: str, margin: int) -> int:
    """The height of the picture."""
    return max(ground.rect[3] for ground in grounds(game, margin)) + _PAD + margin


def draw_ledger(view: View, seat: Seat, names: Sequence[str], look: Look, theme: Theme) -> Sheet:
    """The board of `seat`, 1200 wide; `theme` holds the palette of the look."""
    rules, player = ruleset(look.key), view.players[seat]
    tall = height(look.key, theme.margin)
    canvas = Canvas(WIDTH, tall, theme)
    _head(canvas, view, seat, names, PAPERS[look.key])
    _sheet(canvas, PAPERS[look.key], tall)
    found = spaces.states(player, _drawn(view, seat))
    for ground in grounds(look.key, theme.margin):
        states = spaces.of(ground.box.spaces, found)
        _Project(canvas, PAPERS[look.key], rules, seat, ground, states).draw()
    sheet = Sheet(WIDTH, tall, theme)
    sheet.paste(canvas.flat(), 0, 0)
    return sheet


def _drawn(view: View, seat: Seat) -> int | None:
    drawn = view.turn.drawn
    return drawn.building if drawn and view.turn.seat == seat else None


# ---- head -----------------------------------------------------------------------------------


def _head(canvas: Canvas, view: View, seat: Seat, names: Sequence[str], paper: Paper) -> None:
    """Who, how many cards and workers, the four stacks, how much is built."""
    theme, player = canvas.theme, view.players[seat]
    style, margin = theme.seats[seat], theme.margin
    to_move = view.turn.seat == seat and view.result is None
    box = (margin, margin, WIDTH - margin, margin + _HEAD)
    ground = style.colour if to_move else theme.panel
    canvas.rounded(box, style.rim if to_move else theme.edge, theme.radius)
    canvas.rounded((box[0] + 1, box[1] + 1, box[2] - 1, box[3] - 1), ground, theme.radius)
    ink = style.on_band if to_move else theme.text
    y = margin + _HEAD // 2
    canvas.centred(seat_mark(style, 54, to_move), margin + 46, y)
    name = names[seat] if seat < len(names) else style.letter
    label = Label(30, ink)
    canvas.text(fitted(name, label, 300), margin + 86, y, label)
    _stock(canvas, player, paper, y, ink)
    _built(canvas, view, seat, y, ink)


def _stock(canvas: Canvas, player: SeatView, paper: Paper, y: int, ink: Colour) -> None:
    game, label = paper.look.key, Label(36, ink, "bold")
    x = canvas.theme.margin + 420
    for icon, count in (
        (glyphs.cards(38, ink), player.cards),
        (glyphs.bonus(game, 40, ink), player.bonus),
    ):
        canvas.centred(icon, x, y)
        canvas.text(str(count), x + 30, y, label)
        x += 124
    x += 12
    last = len(player.stacks) - 1
    for index, count in enumerate(player.stacks):
        pile = spaces.pile(paper, count, index == last, 24) if count else spaces.no_pile(ink, 24)
        canvas.centred(pile, x + 64 * index, y + 4)


def _built(canvas: Canvas, view: View, seat: Seat, y: int, ink: Colour) -> None:
    """How many stand, of how many; in a laurel when they have won."""
    player, right = view.players[seat], WIDTH - canvas.theme.margin - 26
    total = sum(project.total for project in player.projects)
    small, large = Label(26, ink), Label(52, ink, "bold")
    won = view.result is not None and view.result.winner == seat
    right -= canvas.text(f"/{total}", right, y + 8, small, "r") + (42 if won else 6)
    wide = canvas.text(str(len(player.built)), right, y, large, "r")
    if won:
        canvas.centred(laurel(140, 70), right - wide / 2, y)


# ---- sheet ----------------------------------------------------------------------------------


def _sheet(canvas: Canvas, paper: Paper, tall: int) -> None:
    theme = canvas.theme
    left, top = theme.margin, _sheet_top(theme.margin)
    right, low = WIDTH - left, tall - left
    canvas.rounded((left, top, right, low), paper.look.paper_line, theme.radius)
    inner = (right - left - 4, low - top - 4)
    canvas.paste(_ground(paper, *inner, theme.radius - 2), left + 2, top + 2)


@lru_cache(maxsize=2)
def _ground(paper: Paper, wide: int, tall: int, radius: int) -> Image.Image:
    """The sheet with its corners cut round."""
    mask = Brush(wide, tall, mode="L")
    mask.rounded(0, 0, wide, tall, radius, 255)
    whole = desks.sheet(paper, wide, tall).convert("RGBA")
    whole.putalpha(mask.done())
    return whole


class _Project:
    """Draws one project."""

    def __init__(
        self,
        canvas: Canvas,
        paper: Paper,
        rules: Ruleset,
        seat: Seat,
        ground: Ground,
        states: Sequence[State],
    ) -> None:
        self.canvas, self.paper, self.rules, self.seat = canvas, paper, rules, seat
        self.ground, self.states = ground, states
        self.style = canvas.theme.seats[seat]
        self.middles = [ground.middle(space) for space in ground.box.spaces]
        self.built = states.count(State.BUILT)

    def draw(self) -> None:
        """The box, its arrows, its spaces, its tag."""
        self._box()
        self._forks()
        for one, other in self.ground.box.arrows:
            self._arrow(one, other)
        for index, space in enumerate(self.ground.box.spaces):
            self._space(index, space)
        self._tag()

    @property
    def _done(self) -> bool:
        return self.built == len(self.states)

    def _box(self) -> None:
        left, top, right, low = self.ground.rect
        paper, done = self.paper, self._done
        rim = self.style.rim if done else paper.box_rim
        fill = paper.tint(self.style.colour) if done else paper.box
        self.canvas.rounded(self.ground.rect, rim, 16)
        self.canvas.rounded((left + 2, top + 2, right - 2, low - 2), fill, 14)

    def _frees(self, one: int, other: int) -> bool:
        """Whether the first stands and the second does not: beside it, it is free."""
        return self.states[one] is State.BUILT is not self.states[other]

    def _arrow(self, one: int, other: int) -> None:
        (x, y), (u, v) = self.middles[one], self.middles[other]
        free = self._frees(one, other)
        if y == v:
            side = 1 if u > x else -1
            reach = RADIUS * 0.866 + 4
            self._line([(x + side * reach, y), (u - side * reach, v)], free)
        else:
            low = RADIUS + 14 if self.states[one] is State.BUILT else COST_AT + 14
            self._line([(x, y + low), (u, v - RADIUS - 3)], free)

    def _forks(self) -> None:
        """A rail from a space over its row, or beside it when it lies between two rows."""
        box = self.ground.box
        ordered = sorted(box.forks, key=lambda fork: self._frees(*fork))
        for one, other in ordered:
            (x, y), (u, v) = self.middles[one], self.middles[other]
            rail, free = v - RADIUS - _RAIL, self._frees(one, other)
            end = (u, v - RADIUS - 3)
            if box.spaces[one].row == box.spaces[other].row:
                self._line([(x, y - RADIUS - 3), (x, rail), (u, rail), end], free)
            else:
                out = x + RADIUS * 0.866 + 4
                turn = out + 14
                self._line([(out, y), (turn, y), (turn, rail), (u, rail), end], free)

    def _line(self, points: list[Point], free: bool) -> None:
        """An arrow, bold and green where it frees."""
        tone, width = (TICK, _BOLD) if free else (self.paper.arrow, _LINE)
        draw_arrow(self.canvas, points, tone, width)

    def _space(self, index: int, space: Space) -> None:
        x, y = self.middles[index]
        state, kind = self.states[index], self.rules.buildings[space.number]
        theme = self.canvas.theme
        self.canvas.centred(spaces.space(self.paper, theme, self.seat, space.number, state), x, y)
        if kind.base:
            self.canvas.centred(spaces.diamond(self.paper, 18), x - 33, y - 38)
        if state is State.BUILT:
            self.canvas.centred(spaces.tick(26), x + 30, y - 34)
        else:
            self.canvas.centred(spaces.cost(self.paper, space.number), x, y + COST_AT)

    def _tag(self) -> None:
        """How many stand, of how many, on the lower right edge of the box."""
        _, _, right, low = self.ground.rect
        label = Label(22, self.paper.card, "bold")
        words = f"{self.built}/{len(self.states)}"
        wide = 28 + width_of(words, label)
        left, top = right - wide - 14, low - TAG // 2
        ground = self.style.rim if self._done else self.paper.ink
        self.canvas.rounded((left, top, left + wide, top + TAG), ground, 11)
        self.canvas.text(words, left + wide / 2, low, label, "m")
