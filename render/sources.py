"""Chart of the points of a finished game by their sources: a group of bars for each source.

It is a band above the last board, and as wide: Discord lays the letters ALT over the lower left
corner. Each bar has the mark of its seat below it and its points above it, so that colour alone
never matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from render import type_scale
from render.canvas import PUBLIC_WIDTH, Canvas
from render.marks import seat_mark
from render.text import Label, elide, width_of
from render.theme import SeatStyle, Theme

MARGIN, PADDING = 32, 14
"""Space beside the band and above it, and within it."""
"""Sizes of the texts."""
HIGHEST, LEAST = 50, 4
"""Height of the highest bar, and of one of any points at all."""
ABOVE, MARK, SIGN, BELOW = 42, 38, 34, 42
"""Room for the figure above a bar, for the mark below it, which is smaller, and for the name."""
WIDEST, NARROWEST = 64, 14
"""Widths of bars."""
GAP, BETWEEN = 4, 12
"""Space between two bars, and between two sources."""
BLACK = (0, 0, 0)
WIDTH = PUBLIC_WIDTH - 2 * MARGIN
HEIGHT = 2 * PADDING + ABOVE + HIGHEST + MARK + BELOW


class Source(msgspec.Struct, frozen=True):
    """A source of points, and the points that each seat has from it."""

    name: str
    points: tuple[int, ...]


class Sources(msgspec.Struct, frozen=True):
    """All sources of the points of a game."""

    sources: tuple[Source, ...]


class Group(msgspec.Struct, frozen=True):
    """Place of a source in the chart, in pixels."""

    source: Source
    left: float
    width: float
    bar: int
    """Width of a bar."""
    step: int
    """Distance from one bar to the next."""

    @property
    def middle(self) -> float:
        """Middle of the group."""
        return self.left + self.width / 2

    def bar_middle(self, seat: int) -> float:
        """Middle of the bar of a seat."""
        return self.middle + (seat - (len(self.source.points) - 1) / 2) * self.step


def draw_sources(sources: Sources, theme: Theme) -> Canvas:
    """The chart as a panel, as wide as above the widest picture."""
    canvas = Canvas(WIDTH, HEIGHT, theme)
    canvas.round_box((0, 0, WIDTH, HEIGHT), theme.panel, theme.radius)
    highest = max(max(source.points) for source in sources.sources)
    for group in groups(sources):
        _group(canvas, group, highest)
    return canvas


def groups(sources: Sources) -> Iterator[Group]:
    """Places of the sources side by side: each has room for its bars and for its name."""
    room, bar = WIDTH - 2 * PADDING, WIDEST
    while sum(_need(source, bar) for source in sources.sources) > room and bar > NARROWEST:
        bar -= 1
    bars = [_bars(source, bar) + BETWEEN for source in sources.sources]
    names = [
        _need(source, bar) - least for source, least in zip(sources.sources, bars, strict=True)
    ]
    share = max(0.0, min(1.0, (room - sum(bars)) / max(1, sum(names))))
    needs = [least + share * name for least, name in zip(bars, names, strict=True)]
    spare = max(0.0, room - sum(needs)) / len(needs)
    squeezed = min(1.0, room / sum(needs))
    left = float(PADDING)
    for source, need in zip(sources.sources, needs, strict=True):
        place = need * squeezed + spare
        yield Group(source, left, place, bar, _step(source, bar))
        left += place


def _bars(source: Source, bar: int) -> int:
    """Width of the bars of a source."""
    return len(source.points) * _step(source, bar)


def _need(source: Source, bar: int) -> float:
    """Width that a source needs with bars of this width."""
    name = width_of(source.name, Label(type_scale.FIGURE, BLACK))
    return max(_bars(source, bar), name) + BETWEEN


def _step(source: Source, bar: int) -> int:
    """Distance between the bars of a source, on which its figures have room."""
    figures = max(
        width_of(str(points), Label(type_scale.FIGURE, BLACK, "bold")) for points in source.points
    )
    return max(bar, figures, SIGN) + GAP


def _group(canvas: Canvas, group: Group, most: int) -> None:
    """Draw the bars of a source and its name."""
    theme, floor = canvas.theme, PADDING + ABOVE + HIGHEST
    for seat, points in enumerate(group.source.points):
        _bar(canvas, group, seat, height_of(points, most), floor)
    left, right = (
        round(group.bar_middle(seat) + side * (group.bar / 2 + 3))
        for seat, side in ((0, -1), (len(group.source.points) - 1, 1))
    )
    canvas.box((left, floor, right, floor + 2), theme.edge)
    style = Label(type_scale.FIGURE, theme.text)
    name = elide(group.source.name, style, round(group.width - BETWEEN / 2))
    canvas.text(name, group.middle, floor + MARK + BELOW / 2 + 4, style, "m")


def _bar(canvas: Canvas, group: Group, seat: int, height: int, floor: int) -> None:
    theme = canvas.theme
    style: SeatStyle = theme.seats[seat]
    middle, points = group.bar_middle(seat), group.source.points[seat]
    left = round(middle - group.bar / 2)
    if height:
        canvas.box((left, floor - height, left + group.bar, floor), style.bright)
    tone = theme.text if points else theme.muted
    figure = Label(type_scale.FIGURE, tone, "bold")
    canvas.text(str(points), middle, floor - height - ABOVE / 2 + 2, figure, "m")
    canvas.paste_centred(seat_mark(style, SIGN), middle, floor + MARK / 2 + 2)


def height_of(points: int, most: int) -> int:
    """Height of a bar; 0 for no points and for less than none."""
    return max(LEAST, round(HIGHEST * points / most)) if points > 0 else 0


def sources_of(names: Sequence[str], points: Sequence[Sequence[int]]) -> Sources:
    """Sources with their names, and the points of each seat from each, in the same order."""
    rows = zip(names, zip(*points, strict=True), strict=True)
    return Sources(tuple(Source(name, row) for name, row in rows if any(row)))
