"""The map with the markets or oracles behind a part of a seat's points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from render import spotlight
from render.canvas import Sheet
from render.magna_grecia import closeup, look, pieces
from render.magna_grecia.frame import centre
from render.magna_grecia.network import LEAST, MARGIN, own_pieces, reach
from render.magna_grecia.scene import FLAG, RING, Scene
from render.spotlight import Spot, Spotlight
from render.stamps import Stamp, stamp_at
from render.theme import Theme
from rules.magna_grecia.view import View

_WRITTEN = 10.5
"""Size on a phone of points and letters."""
_BELOW = 68
"""Height of a chip below the middle of its place, clear of markets and of the name."""


def draw_score(view: View, shown: Spotlight, theme: Theme, language: str) -> Sheet:
    """Picture of the map: the seat's pieces are bright, its places lit, or grey with a letter."""
    spots = list(spotlight.spots(shown))
    hexes = reach(view, shown.seat) | {spot.at for spot in spots}
    part = closeup.close_up(hexes, LEAST)
    scene = Scene(view, theme, language=language, letters=part.letters(everywhere=False))
    shot = part.shot(theme)
    shot.lay(scene.stamps())
    shot.light([*own_pieces(scene, shown.seat, hexes)], look.NIGHT, look.DUSK)
    shot.lay(_marks(scene, spots, part.size_on_phone(_WRITTEN)))
    return closeup.sheet_around(part.finish(shot), None, MARGIN, theme)


def _marks(scene: Scene, spots: Sequence[Spot], size: int) -> Iterator[Stamp]:
    """A bright line round each place that counts, a dashed one round the others, and the chips."""
    theme = scene.theme
    for spot in spots:
        x, y = centre(scene.anchor[spot.at])
        if spot.counts:
            yield stamp_at(RING, pieces.ring(theme.last, theme.last_rim), x, y)
        else:
            yield stamp_at(RING, pieces.dashes(theme.white, theme.ink), x, y)
        if spot.words:
            chip = spotlight.chip(spot.words, spot.counts, 2 * (size // 2), theme)
            yield stamp_at(FLAG, chip, x, y + _BELOW)
