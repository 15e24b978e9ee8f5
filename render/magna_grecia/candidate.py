"""A close-up of a candidate: its pieces, its consequences, and the other possible places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from render.canvas import Sheet
from render.magna_grecia import closeup, pieces, slip
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
    hexes_of,
)
from render.marks import pennant
from render.scripts import name_of
from render.sprites import fade
from render.stamps import Stamp, stamp_at
from render.theme import Theme
from rules.contract import Hex
from rules.magna_grecia.view import Preview, View

LEAST = (968, 484)
"""Least size of the visible part of the map."""
TALLEST = 0.665
"""Greatest height of the picture, as a share of its width: below it stands much else."""
WIDE = 968
MARGIN = 16
_OPEN_LAND = ("road", "city")
"""Kinds of steps on free hexes; the others are taken in places."""
_SOLID = (ARROW, STALL, RIBBON, CHIP)
"""Layers that show consequences of the candidate: they are drawn solid, not as ghosts."""


def draw_candidate(
    view: View, preview: Preview, names: Sequence[str], theme: Theme, language: str
) -> Sheet:
    """Picture of a candidate: the head with its gains, and the part of the map round it."""
    hexes = _hexes(preview)
    part = closeup.close_up(
        hexes or hexes_of(view, preview.seat),
        LEAST,
        widest=WIDE,
        above=slip.HEIGHT + MARGIN,
        tallest=TALLEST,
    )
    shot = part.shot(theme)
    bare = {step.hex for step in preview.steps if step.hex and step.kind in _OPEN_LAND}
    before, after = (
        Scene(each, theme, bare, language, letters=part.letters(everywhere=True))
        for each in (view, preview.view_after)
    )
    marks = [*_map_after(before, after), *_steps(after, preview), *_others(preview, theme)]
    marks += _changes(after, preview)
    shot.lay(marks)
    board = part.finish(shot)
    head = slip.draw_slip(view, preview, name_of(names, preview.seat), board.width, theme)
    return closeup.sheet_around(board, head, MARGIN, theme, TALLEST)


def _hexes(preview: Preview) -> list[Hex]:
    """Hexes of the steps of a candidate, each once."""
    return list(dict.fromkeys(step.hex for step in preview.steps if step.hex))


# ---- stamps -----------------------------------------------------------------------------------


def _map_after(before: Scene, after: Scene) -> Iterator[Stamp]:
    """Stamps of the map after the candidate; new ones are ghosts."""
    sprites_before: dict[tuple[int, int, int], list[Image.Image]] = {}
    for stamp in before.stamps():
        sprites_before.setdefault((stamp.layer, stamp.x, stamp.y), []).append(stamp.sprite)
    for stamp in after.stamps():
        same_place = sprites_before.get((stamp.layer, stamp.x, stamp.y), ())
        if stamp.layer in _SOLID or any(_alike(stamp.sprite, sprite) for sprite in same_place):
            yield stamp
        else:
            yield Stamp(stamp.layer, stamp.y, stamp.x, pieces.ghost(stamp.sprite))


def _alike(a: Image.Image, b: Image.Image) -> bool:
    """Whether two sprites look the same: equal sprites may be two objects after an eviction."""
    return a is b or (a.size == b.size and a.tobytes() == b.tobytes())


def _steps(after: Scene, preview: Preview) -> Iterator[Stamp]:
    """A dashed line round each hex of the candidate; numbers where it has several steps."""
    theme, busy = after.theme, set(_gains(after, preview))
    for at in _hexes(preview):
        yield stamp_at(RING, pieces.dashes(theme.white, theme.ink), *centre(at))
    if len(preview.steps) < 2:
        return
    for number, step in enumerate(preview.steps, 1):
        if step.hex and after.anchor.get(step.hex, step.hex) not in busy:
            yield stamp_at(FLAG, pennant(number, theme), *flag_spot(*centre(step.hex)))


def _others(preview: Preview, theme: Theme) -> Iterator[Stamp]:
    """Marks of the other places where the same step is possible."""
    taken = set(_hexes(preview))
    free = [at for at in preview.spots if at not in taken]
    if preview.kind in _OPEN_LAND:
        yield from (stamp_at(SHADOW, pieces.spot(theme), *centre(at)) for at in free)
        return
    ring = fade(pieces.ring(theme.white, theme.ink), 0.6)
    yield from (stamp_at(RING, ring, *centre(at)) for at in free)


def _gains(after: Scene, preview: Preview) -> dict[Hex, int]:
    """Number of connections gained by each place."""
    hexes = {place.id: place.hexes[0] for place in after.view.places}
    gained = [name for cause in preview.causes for name in cause.get("places", ())]
    return {hexes[name]: gained.count(name) for name in gained if name in hexes}


def _changes(after: Scene, preview: Preview) -> Iterator[Stamp]:
    """A plus at each place that gains connections, a bright ring round each oracle that turns."""
    for at, number in _gains(after, preview).items():
        x, y = centre(at)
        yield stamp_at(FLAG, slip.plus(number, after.theme), x + 34, y - 30)
    for cause in preview.causes:
        if cause["event"] == "oracle_turned":
            ring = pieces.ring(after.theme.last, after.theme.last_rim)
            yield stamp_at(RING, ring, *centre((cause["hex"][0], cause["hex"][1])))
