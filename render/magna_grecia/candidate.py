"""A candidate step from near: what would lie there, what it would change, where else it could."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from render import stamps
from render.canvas import Canvas, Rect, Sheet
from render.magna_grecia import ground, pieces, slip
from render.magna_grecia.frame import BOARD, centre
from render.magna_grecia.scene import (
    CHIP,
    CITY,
    FLAG,
    PLACE,
    RING,
    SHADOW,
    Scene,
    owned,
)
from render.scripts import name_of
from render.sprites import faded
from render.stamps import Stamp, centred
from render.theme import Theme
from rules.contract import Hex
from rules.magna_grecia.view import (
    CityView,
    MarketView,
    OracleView,
    PlaceView,
    Preview,
    RoadView,
    View,
)

WINDOW = (872, 640)
"""How much of the map is seen."""
MARGIN = 24
_OPEN_LAND = ("road", "city")
"""Steps that are done on free hexes; the others in places."""


def draw_candidate(view: View, preview: Preview, names: Sequence[str], theme: Theme) -> Sheet:
    """The head with what it brings, and the part of the map round it."""
    sheet = Sheet(WINDOW[0] + 2 * MARGIN, slip.HEIGHT + WINDOW[1] + 3 * MARGIN, theme)
    head = slip.drawn(view, preview, name_of(names, preview.seat), WINDOW[0], theme)
    sheet.paste(head, MARGIN, MARGIN)
    window = _window(_focus(view, preview))
    canvas = Canvas.over(ground.ground().crop(window), theme, window[:2])
    after = Scene(_after(view, preview), theme, bare=_bare(preview))
    marks = [*_stood(after, preview), *_others(preview, theme), *_changes(after, preview)]
    inside = [stamp for stamp in marks if _meets(stamp.box, window)]
    stamps.lay(canvas, sorted(inside, key=lambda stamp: stamp.order))
    canvas.round_off(theme.radius)
    sheet.paste(canvas.flat(), MARGIN, slip.HEIGHT + 2 * MARGIN)
    return sheet


# ---- what is seen -----------------------------------------------------------------------------


def _focus(view: View, preview: Preview) -> tuple[int, int]:
    """The hex of the step; without one, the middle of what its seat has on the map."""
    cells = [preview.hex] if preview.hex else sorted(owned(view, preview.seat))
    spots = [centre(at) for at in cells] or [(BOARD[0] // 2, BOARD[1] // 2)]
    return sum(x for x, _ in spots) // len(spots), sum(y for _, y in spots) // len(spots)


def _window(focus: tuple[int, int]) -> Rect:
    (x, y), (wide, tall) = focus, WINDOW
    left = min(max(0, x - wide // 2), BOARD[0] - wide)
    top = min(max(0, y - tall // 2), BOARD[1] - tall)
    return left, top, left + wide, top + tall


def _meets(box: Rect, window: Rect) -> bool:
    left, top, right, low = window
    return box[0] < right and left < box[2] and box[1] < low and top < box[3]


def _bare(preview: Preview) -> set[Hex]:
    """The hexes of which the name must not be struck through."""
    return {preview.hex} if preview.hex and preview.kind in _OPEN_LAND else set()


# ---- the table with the step on it ------------------------------------------------------------


def _after(view: View, preview: Preview) -> View:
    """The view with the candidate on the map, as far as a picture needs it."""
    at, seat = preview.hex, preview.seat
    if at is None:
        return view
    if preview.kind == "road" and preview.ends is not None:
        one, two = sorted(preview.ends)
        view = replace(view, roads=(*view.roads, RoadView(at, seat, (one, two))))
    if preview.kind == "city":
        view = _grown(view, preview, at)
    if preview.kind == "oracle":
        view = replace(view, oracles=(*view.oracles, OracleView(at, None, None, None)))
    view = _traded(view, preview)
    return replace(view, oracles=tuple(_turned(oracle, preview) for oracle in view.oracles))


def _grown(view: View, preview: Preview, at: Hex) -> View:
    """With a new city tile: founded, grown, or several cities grown together."""
    founded = _cause(preview, "city_founded")
    cause = founded or _cause(preview, "city_expanded") or {}
    merged = _cause(preview, "cities_merged") or {}
    joined = {cause.get("city"), *merged.get("absorbed", ())}
    grown = [city for city in view.cities if city.id in joined]
    grown.sort(key=lambda city: city.id != cause.get("city"))
    hexes = (*(cell for city in grown for cell in city.hexes), at)
    kept_apart = tuple(city for city in view.cities if city not in grown)
    place = PlaceView(f"city:{cause.get('city')}", hexes, 0, ())
    places = tuple(each for each in view.places if not set(each.hexes) & set(hexes))
    city = CityView(str(cause.get("city")), preview.seat, hexes)
    return replace(view, cities=(*kept_apart, city), places=(*places, place))


def _traded(view: View, preview: Preview) -> View:
    """With a market more, one sold, or without those that cities grown together give back."""
    markets = list(view.markets)
    for cause in preview.causes:
        if "hex" not in cause or "seat" not in cause:
            continue
        at, seat = tuple(cause["hex"]), cause["seat"]
        if cause["event"] == "market_placed":
            markets.append(MarketView(seat, at, False, preview.kind == "city", 0))
        if cause["event"] in ("market_sold", "market_removed"):
            markets = [each for each in markets if (each.hex, each.seat) != (at, seat)]
        if cause["event"] == "market_sold":
            markets.append(MarketView(seat, at, True, False, cause["value"]))
    return replace(view, markets=tuple(markets))


def _turned(oracle: OracleView, preview: Preview) -> OracleView:
    """An oracle in the hands of whom it would turn to."""
    for cause in preview.causes:
        if cause["event"] == "oracle_turned" and tuple(cause["hex"]) == oracle.hex:
            return OracleView(oracle.hex, cause["to"], cause["seat"], None)
    return oracle


def _cause(preview: Preview, name: str) -> dict[str, Any] | None:
    return next((cause for cause in preview.causes if cause["event"] == name), None)


# ---- stamps -----------------------------------------------------------------------------------


def _stood(after: Scene, preview: Preview) -> Iterator[Stamp]:
    """The map with the step on it, what does not lie there yet as a ghost."""
    at = preview.hex
    for stamp in after.stamps():
        if at is None or not _is_new(stamp, after, preview):
            yield stamp
        elif stamp.layer != CHIP:
            yield Stamp(stamp.layer, stamp.y, stamp.x, pieces.ghost(stamp.sprite))
    if at is not None:
        yield centred(RING, pieces.dashes(after.theme.white, after.theme.ink), *centre(at))


def _is_new(stamp: Stamp, after: Scene, preview: Preview) -> bool:
    """Whether a stamp belongs to what would come to the map."""
    assert preview.hex is not None
    here = _middle(stamp) == centre(preview.hex)
    if preview.kind == "road":
        return here and SHADOW <= stamp.layer < PLACE
    if preview.kind == "city":
        city = after.city_at[preview.hex]
        return any(
            made.layer == stamp.layer and made.box == stamp.box for made in _city(after, city)
        )
    return here and preview.kind == "oracle" and stamp.layer == PLACE


def _middle(stamp: Stamp) -> tuple[int, int]:
    left, top, right, low = stamp.box
    return (left + right) // 2, (top + low) // 2


def _city(after: Scene, city: CityView) -> list[Stamp]:
    """A city's walls, and its count, which nobody knows yet."""
    walls = [stamp for stamp in after.city(city) if stamp.layer == CITY]
    return [*walls, *after.count(city.hexes[0], 0)]


def _others(preview: Preview, theme: Theme) -> Iterator[Stamp]:
    """Where else the same could be done."""
    if preview.kind not in _OPEN_LAND:
        ring = faded(pieces.ring(theme.white, theme.ink), 0.6)
        yield from (centred(RING, ring, *centre(at)) for at in preview.spots if at != preview.hex)
        return
    for at in preview.spots:
        if at != preview.hex:
            yield centred(SHADOW, pieces.spot(theme), *centre(at))


def _changes(after: Scene, preview: Preview) -> Iterator[Stamp]:
    """A plus at each place that gains a connection, light round each oracle that turns."""
    hexes = {place.id: place.hexes[0] for place in after.view.places}
    gained = [name for cause in preview.causes for name in cause.get("places", ())]
    for name in dict.fromkeys(gained):
        if name in hexes:
            x, y = centre(hexes[name])
            yield centred(FLAG, slip.plus(gained.count(name), after.theme), x + 34, y - 30)
    for cause in preview.causes:
        if cause["event"] == "oracle_turned":
            ring = pieces.ring(after.theme.last, after.theme.last_rim)
            yield centred(RING, ring, *centre((cause["hex"][0], cause["hex"][1])))
