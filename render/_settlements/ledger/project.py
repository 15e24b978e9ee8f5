"""One project on a player's board: its box, its arrows, its spaces, and how much of it stands."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render._settlements.ledger import spaces
from render._settlements.ledger.layout import COST_AT, RAIL, TAG, Ground
from render._settlements.ledger.plan import Space
from render._settlements.ledger.spaces import RADIUS, State
from render._settlements.look import TICK, Look
from render._settlements.signs import glyphs
from render.cache import memoize
from render.canvas import Brush, Canvas
from render.hexes import Point
from render.text import Label, width_of
from render.theme import Colour
from rules._settlements.pieces import ruleset
from rules.contract import Seat

_LINE, _BOLD = 5, 7
_PAD, _HEAD = 12, 12
"""Room round an arrow, and the length of its head."""


class ProjectBox:
    """Draws one project."""

    def __init__(
        self,
        canvas: Canvas,
        look: Look,
        seat: Seat,
        ground: Ground,
        states: Sequence[State],
    ) -> None:
        self.canvas, self.look, self.seat = canvas, look, seat
        self.ground, self.states = ground, states
        self.style = canvas.theme.seats[seat]
        self.middles = [ground.middle(space) for space in ground.box.spaces]
        self.built = states.count(State.BUILT)

    def draw(self) -> None:
        """Draw the box, its arrows, its spaces and its tag."""
        self._box()
        self._forks()
        for source, target in self.ground.box.arrows:
            self._arrow(source, target)
        for index, space in enumerate(self.ground.box.spaces):
            self._space(index, space)
        self._tag()

    @property
    def _is_complete(self) -> bool:
        return self.built == len(self.states)

    def _box(self) -> None:
        left, top, right, bottom = self.ground.rect
        look, is_complete = self.look, self._is_complete
        rim = self.style.rim if is_complete else look.box_rim
        fill = look.tint(self.style.colour) if is_complete else look.box
        self.canvas.round_box(self.ground.rect, rim, 16)
        self.canvas.round_box((left + 2, top + 2, right - 2, bottom - 2), fill, 14)

    def _frees(self, source: int, target: int) -> bool:
        """Whether `source` stands and `target` does not: beside `source`, `target` is free."""
        return self.states[source] is State.BUILT is not self.states[target]

    def _arrow(self, source: int, target: int) -> None:
        (x, y), (u, v) = self.middles[source], self.middles[target]
        free = self._frees(source, target)
        if y == v:
            side = 1 if u > x else -1
            reach = RADIUS * 0.866 + 4
            self._line([(x + side * reach, y), (u - side * reach, v)], free)
        else:
            low = RADIUS + 14 if self.states[source] is State.BUILT else COST_AT + 14
            self._line([(x, y + low), (u, v - RADIUS - 3)], free)

    def _forks(self) -> None:
        """Draw each fork as a rail above the row of its space, or beside a space between rows."""
        box = self.ground.box
        ordered = sorted(box.forks, key=lambda fork: self._frees(*fork))
        for source, target in ordered:
            (x, y), (u, v) = self.middles[source], self.middles[target]
            rail, free = v - RADIUS - RAIL, self._frees(source, target)
            end = (u, v - RADIUS - 3)
            if box.spaces[source].row == box.spaces[target].row:
                self._line([(x, y - RADIUS - 3), (x, rail), (u, rail), end], free)
            else:
                out = x + RADIUS * 0.866 + 4
                turn = out + 14
                self._line([(out, y), (turn, y), (turn, rail), (u, rail), end], free)

    def _line(self, points: list[Point], free: bool) -> None:
        """Draw an arrow, bold and green where it makes a building free."""
        tone, width = (TICK, _BOLD) if free else (self.look.arrow, _LINE)
        _draw_arrow(self.canvas, points, tone, width)

    def _space(self, index: int, space: Space) -> None:
        x, y = self.middles[index]
        state = self.states[index]
        theme = self.canvas.theme
        self.canvas.paste_centred(
            spaces.space(self.look, theme, self.seat, space.number, state), x, y
        )
        if ruleset(self.look.key).buildings[space.number].base:
            self.canvas.paste_centred(spaces.diamond(self.look, 18), x - 33, y - 38)
        if state is State.BUILT:
            self.canvas.paste_centred(glyphs.tick(26), x + 30, y - 34)
        else:
            self.canvas.paste_centred(spaces.cost(self.look, space.number), x, y + COST_AT)

    def _tag(self) -> None:
        """Draw how many buildings stand, of how many, on the lower right edge of the box."""
        _, _, right, bottom = self.ground.rect
        label = Label(22, self.look.card, "bold")
        words = f"{self.built}/{len(self.states)}"
        width = 28 + width_of(words, label)
        left, top = right - width - 14, bottom - TAG // 2
        ground = self.style.rim if self._is_complete else self.look.dark
        self.canvas.round_box((left, top, left + width, top + TAG), ground, 11)
        self.canvas.text(words, left + width / 2, bottom, label, "m")


# ---- arrows ------------------------------------------------------------------------------------


def _draw_arrow(canvas: Canvas, points: list[Point], tone: Colour, width: int) -> None:
    """Draw an arrow along `points`, its head at the last one."""
    left, top = min(x for x, _ in points) - _PAD, min(y for _, y in points) - _PAD
    sprite = _arrow(tuple((x - left, y - top) for x, y in points), tone, width)
    canvas.paste(sprite, left, top)


@memoize
def _arrow(points: tuple[Point, ...], tone: Colour, width: int) -> Image.Image:
    brush = Brush(max(x for x, _ in points) + _PAD, max(y for _, y in points) + _PAD)
    (x, y), (u, v) = points[-2:]
    length = abs(u - x) + abs(v - y)
    ahead = ((u - x) / length, (v - y) / length)
    neck = (u - _HEAD * ahead[0], v - _HEAD * ahead[1])
    brush.line([*points[:-1], (neck[0] + ahead[0], neck[1] + ahead[1])], tone, width)
    half = _HEAD / 2 + width / 2
    side = (-ahead[1] * half, ahead[0] * half)
    ends = [(neck[0] + turn * side[0], neck[1] + turn * side[1]) for turn in (1, -1)]
    brush.polygon([(u, v), *ends], tone)
    return brush.reduce()
