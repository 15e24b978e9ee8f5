"""A candidate from near: what would lie there, what it would change, where else it could be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from render import stamps
from render.canvas import Canvas, Rect, Sheet
from render.magna_grecia import closeup, ground, pieces, slip
from render.magna_grecia.frame import centre
from render.magna_grecia.scene import (
    ARROW,
    CHIP,
    FLAG,
    RIBBON,
    RING,
    SHADOW,
    STALL,
    Scene,
    flag_spot,
    owned,
)
from render.scripts import name_of
from render.sprites import faded
from render.stamps import Stamp, centred
from render.theme import Theme
from rules.contract import Hex
from rules.magna_grecia.view import Preview, View

LEAST = (968, 540)
"""How much of the map is seen at least."""
WIDE = 968
MARGIN = 16
_OPEN_LAND = ("road", "city")
"""Steps that are done on free hexes; the others in places."""
_SOLID = (ARROW, STALL, RIBBON, CHIP)
"""What is drawn as if it were there already: it says what the candidate would change."""


def draw_candidate(
    view: View, preview: Preview, names: Sequence[str], theme: Theme, language: str
) -> Sheet:
    """The head with what it brings, and the part of the map round it."""
    hexes = _hexes(preview)
    window = closeup.window(hexes or owned(view, preview.seat), LEAST)
    canvas = Canvas.over(ground.ground().crop(window), theme, window[:2])
    bare = {step.hex for step in preview.steps if step.hex and step.kind in _OPEN_LAND}
    before, after = (Scene(each, theme, bare, language) for each in (view, preview.view_after))
    marks = [*_stood(before, after), *_steps(after, preview), *_others(preview, theme)]
    marks += _changes(after, preview)
    inside = [stamp for stamp in marks if _meets(stamp.box, window)]
    stamps.lay(canvas, sorted(inside, key=lambda stamp: stamp.order))
    board = closeup.reduced(canvas, WIDE, slip.HEIGHT + MARGIN)
    board.round_off(theme.radius)
    head = slip.drawn(view, preview, name_of(names, preview.seat), board.width, theme)
    return closeup.framed(board, head, MARGIN, theme)


def _hexes(preview: Preview) -> list[Hex]:
    """Where its steps are taken, each hex once."""
    return list(dict.fromkeys(step.hex for step in preview.steps if step.hex))


def _meets(box: Rect, window: Rect) -> bool:
    left, top, right, low = window
    return box[0] < right and left < box[2] and box[1] < low and top < box[3]


# ---- stamps -----------------------------------------------------------------------------------


def _stood(before: Scene, after: Scene) -> Iterator[Stamp]:
    """The map after it; what does not lie there yet is a ghost."""
    known: dict[tuple[int, int, int], list[Image.Image]] = {}
    for stamp in before.stamps():
        known.setdefault((stamp.layer, stamp.x, stamp.y), []).append(stamp.sprite)
    for stamp in after.stamps():
        there = known.get((stamp.layer, stamp.x, stamp.y), ())
        if stamp.layer in _SOLID or any(_alike(stamp.sprite, one) for one in there):
            yield stamp
        else:
            yield Stamp(stamp.layer, stamp.y, stamp.x, pieces.ghost(stamp.sprite))


def _alike(one: Image.Image, other: Image.Image) -> bool:
    """Whether two sprites look the same: one may have been drawn anew since it was last kept."""
    return one is other or (one.size == other.size and one.tobytes() == other.tobytes())


def _steps(after: Scene, preview: Preview) -> Iterator[Stamp]:
    """A dashed line round each hex of it; of several steps, their numbers."""
    theme, busy = after.theme, set(_gains(after, preview))
    for at in _hexes(preview):
        yield centred(RING, pieces.dashes(theme.white, theme.ink), *centre(at))
    if len(preview.steps) < 2:
        return
    for number, step in enumerate(preview.steps, 1):
        if step.hex and after.anchor.get(step.hex, step.hex) not in busy:
            yield centred(FLAG, pieces.flag(number, theme), *flag_spot(*centre(step.hex)))


def _others(preview: Preview, theme: Theme) -> Iterator[Stamp]:
    """Where else the same could be done."""
    taken = set(_hexes(preview))
    free = [at for at in preview.spots if at not in taken]
    if preview.kind in _OPEN_LAND:
        yield from (centred(SHADOW, pieces.spot(theme), *centre(at)) for at in free)
        return
    ring = faded(pieces.ring(theme.white, theme.ink), 0.6)
    yield from (centred(RING, ring, *centre(at)) for at in free)


def _gains(after: Scene, preview: Preview) -> dict[Hex, int]:
    """The places that gain connections, and how many."""
    hexes = {place.id: place.hexes[0] for place in after.view.places}
    gained = [name for cause in preview.causes for name in cause.get("places", ())]
    return {hexes[name]: gained.count(name) for name in gained if name in hexes}


def _changes(after: Scene, preview: Preview) -> Iterator[Stamp]:
    """A plus at each place that gains a connection, light round each oracle that turns."""
    for at, number in _gains(after, preview).items():
        x, y = centre(at)
        yield centred(FLAG, slip.plus(number, after.theme), x + 34, y - 30)
    for cause in preview.causes:
        if cause["event"] == "oracle_turned":
            ring = pieces.ring(after.theme.last, after.theme.last_rim)
            yield centred(RING, ring, *centre((cause["hex"][0], cause["hex"][1])))
