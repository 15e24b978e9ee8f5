"""A view as stamps on the map: scenery, roads, places, markets, signs, highlights."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import msgspec

from render.magna_grecia import cities, ground, look, pieces, roads
from render.magna_grecia.frame import BOARD, centre
from render.stamps import Stamp, label_at, stamp_at
from render.text import Label, width_of
from render.theme import Theme
from rules.contract import Event, Hex, Seat
from rules.hexgrid import neighbour, neighbours
from rules.magna_grecia.land import HEXES, LABELS, VILLAGES
from rules.magna_grecia.view import CityView, MarketView, OracleView, RoadView, View

FIELD, SCENERY, SHADOW, BED, PAVING, PLACE, CITY, GATE_BED, GATE, RING = range(10)
ARROW, STALL, RIBBON, CHIP, FLAG, MARK = range(10, 16)

VILLAGE = {(village.q, village.r): village for village in VILLAGES}
LABEL = dict(zip(HEXES, LABELS, strict=True))
PREFIX = "magna_grecia."
NAME_AT, FREE_NAME_AT, CHIP_AT = 33, 29, -42
_CHIP_ASIDE = 17
"""Shift of a count to the side, for the arrow of its oracle."""
_ROWS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, -3),),
    2: ((-19, -3), (19, -3)),
    3: ((-28, -3), (0, -3), (28, -3)),
    4: ((-15, -16), (15, -16), (-15, 9), (15, 9)),
}
"""Offsets of the markets of a place, by their number."""
_MOST_ASIDE = 24
"""Greatest shift of a name away from a count."""
_BETWEEN_NAMES = 10
"""Least distance between two names in a row."""
_REACH = 5
"""Width of the halo of a name, that is read over dark walls and roads where it is small."""
_NEAR = 2
"""Distance from anything built within which hexes bear their names."""


class Letters(msgspec.Struct, frozen=True):
    """Sizes of what is written on the map."""

    name: int
    """Names of places that count."""
    free: int
    """Names of free villages; 0 for none."""
    coordinate: int
    """Names of hexes; 0 for none."""
    count: int = 29
    """Numbers of connected places."""
    everywhere: bool = False
    """Whether every free hex bears its name, not only those near anything built."""


ON_THE_MAP = Letters(31, 16, 16)
"""Sizes on the whole map at its full size."""


class Scene:
    """One view on the map, in the colours of a theme."""

    def __init__(
        self,
        view: View,
        theme: Theme,
        bare: Collection[Hex] = (),
        language: str = "en",
        letters: Letters = ON_THE_MAP,
    ) -> None:
        """The hexes in `bare` have neither names nor scenery."""
        self.view, self.theme, self.language, self.bare = view, theme, language, set(bare)
        self.letters = letters
        self.roads = {road.hex: road for road in view.roads}
        self.city_at = {at: city for city in view.cities for at in city.hexes}
        self.oracle_at = {oracle.hex: oracle for oracle in view.oracles}
        self.anchor = {at: place.hexes[0] for place in view.places for at in place.hexes}
        self.stalls: dict[Hex, list[MarketView]] = {}
        for market in sorted(view.markets, key=lambda market: market.seat):
            self.stalls.setdefault(self.anchor[market.hex], []).append(market)
        linked = {place.hexes[0] for place in view.places if place.count}
        self.alive = linked | set(self.city_at) | set(self.stalls)
        """Hexes of places that somebody has reached or built in."""

    def stamps(self) -> Iterator[Stamp]:
        """Stamps of everything on the map."""
        yield from self.scenery()
        for road in self.view.roads:
            yield from self.road(road)
        for at in VILLAGE:
            if at not in self.city_at:
                yield from self.village(at)
        for city in self.view.cities:
            yield from self.city(city)
        for at in self.stalls:
            yield from self.markets(at)
        for place in self.view.places:
            yield from self.count(place.hexes[0], place.count)

    # ---- land -----------------------------------------------------------------------------

    def scenery(self) -> Iterator[Stamp]:
        """Scenery and names of the empty hexes."""
        taken = {*self.roads, *self.city_at, *VILLAGE, *self.bare}
        near = None if self.letters.everywhere else self._near()
        size = self.letters.coordinate
        for at in HEXES:
            if at in taken:
                continue
            x, y = centre(at)
            if (grown := ground.grows(at)) is not None:
                yield stamp_at(SCENERY, ground.scenery(grown), x, y)
            if size and (near is None or at in near):
                high = ground.LOOKS[at] in ("hill", "mountain")
                tone = look.COORDINATE_HIGH if high else look.COORDINATE
                yield label_at(SCENERY, LABEL[at], x, y + 29, Label(size, tone, "regular"))

    def _near(self) -> set[Hex] | None:
        """Hexes near anything built; None if nothing is built."""
        near = {*self.roads, *self.city_at}
        for _ in range(_NEAR):
            near |= {beside for at in near for beside in neighbours(at)}
        return near or None

    # ---- roads ----------------------------------------------------------------------------

    def road(self, road: RoadView, ghostly: bool = False) -> Iterator[Stamp]:
        """A road tile, and its spurs into the places at its ends."""
        style, (x, y) = self.theme.seats[road.seat], centre(road.hex)
        kinds = self._end(road, road.ends[0]), self._end(road, road.ends[1])
        parts = [
            (SHADOW, roads.shadow(road.ends, kinds)),
            (BED, roads.bed(style, road.ends, kinds)),
            (PAVING, roads.paving(style, road.ends, kinds)),
        ]
        for layer, sprite in parts:
            yield stamp_at(layer, pieces.ghost(sprite) if ghostly else sprite, x, y)
        for side in road.ends:
            if neighbour(road.hex, side) in self.anchor:
                yield from self._spur(road, side)

    def _end(self, road: RoadView, side: int) -> roads.End:
        beyond, back = neighbour(road.hex, side), (side + 3) % 6
        next_road = self.roads.get(beyond)
        return "on" if beyond in self.anchor or (next_road and back in next_road.ends) else "open"

    def _spur(self, road: RoadView, side: int) -> Iterator[Stamp]:
        beyond, back = neighbour(road.hex, side), (side + 3) % 6
        style, gate = self.theme.seats[road.seat], beyond in self.city_at
        for layer, part in ((GATE_BED if gate else BED, "bed"), (GATE if gate else PAVING, "top")):
            yield stamp_at(layer, roads.spur(style, back, part), *centre(beyond))

    # ---- places ---------------------------------------------------------------------------

    def village(self, at: Hex) -> Iterator[Stamp]:
        """A village, or the oracle in it, with its name."""
        x, y = centre(at)
        oracle, busy = self.oracle_at.get(at), bool(self.stalls.get(at))
        if oracle is not None:
            yield from self.oracle(oracle, busy)
        elif at in self.alive:
            yield stamp_at(PLACE, pieces.village(VILLAGE[at].green, busy), x, y)
        else:
            yield stamp_at(PLACE, pieces.free_village(VILLAGE[at].green), x, y)
        if at not in self.bare and (at in self.alive or self.letters.free):
            yield self.name_of_place(at, VILLAGE[at].name_in(self.language))

    def oracle(self, oracle: OracleView, busy: bool) -> Iterator[Stamp]:
        """The temple of an oracle, and the arrow to the city that it points to."""
        style = look.GREY if oracle.seat is None else self.theme.seats[oracle.seat]
        yield stamp_at(PLACE, pieces.temple(style, busy), *centre(oracle.hex))
        if oracle.points_to is not None:
            yield stamp_at(ARROW, pieces.arrow(style, oracle.points_to), *centre(oracle.hex))

    def city(self, city: CityView) -> Iterator[Stamp]:
        """The quarters of a city, with its name on the first."""
        style, cells = self.theme.seats[city.seat], cities.spread(city.hexes)
        first, (x, y) = city.hexes[0], centre(city.hexes[0])
        busy = frozenset(cells[:1] if self.stalls.get(first) else ())
        left, top, *_ = cities.extent(cells)
        sprite = cities.city(style, cells, busy)
        yield Stamp(CITY, round(y + top), round(x + left), sprite)
        yield self.name_of_place(first, self.name(city))

    def name_of_place(self, at: Hex, words: str) -> Stamp:
        """Name of a place, large where it counts, below what stands in it."""
        x, y = centre(at)
        if at in self.alive:
            style, lower = Label(self.letters.name, look.INK, "serif", look.RIBBON, _REACH), NAME_AT
        else:
            style, lower = Label(self.letters.free, look.COORDINATE_HIGH, "serif"), FREE_NAME_AT
        half = width_of(words, style) / 2 + _REACH + 1
        names = _crowded(style.size, self.language).get(at, {at: (0, half)})
        x += names[at][0]
        for other, (shift, half_of_other) in names.items():
            if other == at or other in self.alive:
                x += self._away_from_counts(other, half_of_other, shift)
        return label_at(RIBBON, words, min(max(x, half), BOARD[0] - half), y + lower, style)

    def _away_from_counts(self, at: Hex, half: float, aside: int) -> int:
        """Shift of a name of a half width away from the counts of places in the row below it.

        It stands `aside` of its place already.
        """
        x, shifts = centre(at)[0] + aside, [0.0, 0.0]
        for place in self.view.places:
            other = place.hexes[0]
            if other[1] == at[1] + 1 and (place.count or other in self.city_at):
                reach = (1.5 if other in self.city_at else 0.7) * self.letters.count
                apart = centre(other)[0] - x
                hidden = half + reach - abs(apart)
                if hidden > 0:
                    side = apart > 0
                    shifts[side] = max(shifts[side], min(hidden, _MOST_ASIDE))
        return round(shifts[0] - shifts[1])

    def name(self, city: CityView) -> str:
        """Name of a city: that of the first village that it covers, or of its first hex."""
        named = (VILLAGE[at].name_in(self.language) for at in city.hexes if at in VILLAGE)
        return next(named, LABEL[city.hexes[0]])

    def markets(self, at: Hex) -> Iterator[Stamp]:
        """The markets of a place side by side, in the order of the seats."""
        stalls, (x, y) = self.stalls[at], centre(at)
        for market, (dx, dy) in zip(stalls, _ROWS[len(stalls)], strict=True):
            state = "sold" if market.sold else "active" if market.active else "idle"
            size = pieces.STALL if len(stalls) > 2 else pieces.LARGE_STALL
            sprite = pieces.stall(self.theme.seats[market.seat], state, size)
            yield stamp_at(STALL, sprite, x + dx, y + dy)

    def count(self, at: Hex, number: int) -> Iterator[Stamp]:
        """Number of places connected with a place; 0 is shown for cities only."""
        x, y = centre(at)
        if (city := self.city_at.get(at)) is not None:
            style = self.theme.seats[city.seat]
            chip = pieces.city_chip(number, style, self.letters.count, self.theme)
            yield stamp_at(CHIP, chip, x, y + CHIP_AT)
        elif number:
            aside = {4: _CHIP_ASIDE, 5: -_CHIP_ASIDE}.get(self._pointing(at), 0)
            chip = pieces.count_chip(number, self.letters.count, self.theme)
            yield stamp_at(CHIP, chip, x + aside, y + CHIP_AT)

    def _pointing(self, at: Hex) -> int:
        oracle = self.oracle_at.get(at)
        return -1 if oracle is None or oracle.points_to is None else oracle.points_to

    # ---- highlights -----------------------------------------------------------------------

    def highlights(self, news: Sequence[Event]) -> Iterator[Stamp]:
        """A bright line round each hex that has changed."""
        for at in self.new_hexes(news):
            yield stamp_at(FIELD, pieces.bright_field(), *centre(at))
            ring = pieces.ring(self.theme.last, self.theme.last_rim)
            yield stamp_at(RING, ring, *centre(at))

    def is_of(self, news: Sequence[Event]) -> bool:
        """Whether a piece of the news is visible in the view, or the news are of no piece."""
        laid = [event for event in news if event.code.removeprefix(PREFIX) in _LIES]
        return bool(self.new_hexes(news)) or not laid

    def new_hexes(self, news: Sequence[Event]) -> list[Hex]:
        """Hexes where a piece of the news still lies, in the order of the news."""
        hexes: dict[Hex, None] = {}
        for event in news:
            lies = _LIES.get(event.code.removeprefix(PREFIX))
            if lies is None or not event.code.startswith(PREFIX):
                continue
            at = (event.args["hex"][0], event.args["hex"][1])
            if lies(self, at, event.args):
                hexes[self.anchor[at] if lies is _has_market else at] = None
        return list(hexes)


@cache
def _crowded(size: int, language: str) -> Mapping[Hex, Mapping[Hex, tuple[int, float]]]:
    """Villages whose names, in letters of a size, would meet in their row.

    For each, the two that would meet, with the shift and half the width of their names.
    """
    crowded: dict[Hex, Mapping[Hex, tuple[int, float]]] = {}
    style = Label(size, look.INK, "serif")
    half = {at: width_of(each.name_in(language), style) / 2 for at, each in VILLAGE.items()}
    for left, right in combinations(sorted(VILLAGE), 2):
        missing = half[left] + half[right] + _BETWEEN_NAMES + centre(left)[0] - centre(right)[0]
        if left[1] == right[1] and missing > 0:
            shift = round(missing / 2)
            pair = {left: (-shift, half[left]), right: (shift, half[right])}
            crowded |= dict.fromkeys(pair, pair)
    return crowded


def flag_spot(x: int, y: int) -> tuple[int, int]:
    """Place of a flag at the upper right corner of a hex, clear of names."""
    return min(x + 44, BOARD[0] - 20), max(y - 17, 16)


def _has_road(scene: Scene, at: Hex, args: Mapping[str, Any]) -> bool:
    road = scene.roads.get(at)
    return road is not None and (road.seat, list(road.ends)) == (args["seat"], list(args["ends"]))


def _has_city(scene: Scene, at: Hex, args: Mapping[str, Any]) -> bool:
    city = scene.city_at.get(at)
    return city is not None and city.seat == args["seat"]


def _has_market(scene: Scene, at: Hex, args: Mapping[str, Any]) -> bool:
    """Whether the market built or sold by an event still lies there."""
    is_sale = "value" in args
    return any(
        market.hex == at and market.seat == args["seat"] and (market.sold or not is_sale)
        for market in scene.view.markets
    )


def _has_oracle(scene: Scene, at: Hex, args: Mapping[str, Any]) -> bool:
    oracle = scene.oracle_at.get(at)
    return oracle is not None and ("to" not in args or oracle.city == args["to"])


_LIES: dict[str, Callable[[Scene, Hex, Mapping[str, Any]], bool]] = {
    "road_placed": _has_road,
    "city_founded": _has_city,
    "city_expanded": _has_city,
    "market_placed": _has_market,
    "market_sold": _has_market,
    "oracle_placed": _has_oracle,
    "oracle_turned": _has_oracle,
}
"""Predicates by event: whether the piece of the event still lies there."""


def hexes_of(view: View, seat: Seat) -> set[Hex]:
    """The hexes of a seat's roads and cities."""
    cells = {at for city in view.cities if city.seat == seat for at in city.hexes}
    return cells | {road.hex for road in view.roads if road.seat == seat}
