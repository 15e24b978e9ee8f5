"""A candidate building on its map: what makes it cheaper, and where else it could stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from render import stamps
from render._settlements import chips, glyphs, outlines, scene, slips
from render._settlements.closeup import CloseUp, around, frame_for
from render._settlements.look import FREE, IVORY, Look
from render._settlements.panels import name_of
from render._settlements.sprites import faded
from render.canvas import Sheet
from render.hexes import neighbours
from render.stamps import Stamp
from render.theme import Theme
from rules._settlements.view import BuildPreview, Built, View

WIDTH = 1200
_GHOST = 0.78
_BUILD_HEIGHTS = (520, 800)
_PRICE_HEIGHTS = (560, 1240)


def draw_build(
    view: View, preview: BuildPreview, names: Sequence[str], look: Look, theme: Theme
) -> Sheet:
    """A building where it may stand: what makes it cheaper, what is paid, where else it could."""
    land = set(scene.cells_of(view.board))
    near = around([preview.hex], 2) & land
    others = [spot.hex for spot in preview.spots if spot.hex in around([preview.hex], 4)]
    shot = CloseUp(view, frame_for({*near, *others}, _BUILD_HEIGHTS, 120), look, theme)
    shot.stand(bare={preview.hex})
    shot.dim(land & {preview.hex, *neighbours(preview.hex), *preview.chain})
    shot.lay([*_small_chips(shot, preview), *_counted(shot, preview), *_ghost(shot, preview)])
    head = slips.build_head(view, preview, name_of(names, preview.seat), look, theme)
    return slips.joined(head, shot.canvas, theme)


def _ghost(shot: CloseUp, preview: BuildPreview) -> Iterator[Stamp]:
    """The building that does not stand yet, and the chain that makes it free."""
    frame, look, style = shot.frame, shot.look, shot.theme.seats[preview.seat]
    x, y = frame.centre(preview.hex)
    for at in preview.chain:
        ax, ay = frame.centre(at)
        yield stamps.centred(scene.OUTLINE, _gold_ring(frame.wide, shot.theme), ax, ay)
        yield stamps.centred(
            scene.SIGN, chips.chain(frame.wide, shot.theme), 0.4 * x + 0.6 * ax, 0.4 * y + 0.6 * ay
        )
    piece = scene.piece(
        shot.view.game, Built(preview.hex, preview.seat, preview.building), frame, look, style
    )
    yield Stamp(scene.PIECE, piece.y, piece.x, faded(piece.sprite, _GHOST))
    ring = outlines.dashed(frame.wide, shot.theme.white, shot.theme.ink)
    yield stamps.centred(scene.MARK, ring, x, y)


def _gold_ring(wide: int, theme: Theme) -> Image.Image:
    return outlines.ring(wide, theme.last, theme.last_rim)


def _counted(shot: CloseUp, preview: BuildPreview) -> Iterator[Stamp]:
    """Rings round the symbols that lower the price (TG-53)."""
    if preview.price.free:
        return
    frame, built = shot.frame, {each.hex for each in shot.view.board.buildings}
    symbols = {at: symbol for one in shot.land.regions for at, symbol in one.hexes()}
    radius = scene.medal_radius(frame)
    for at in (preview.hex, *neighbours(preview.hex)):
        symbol = symbols.get(at)
        if symbol in preview.price.board and at not in built:
            x, y = frame.centre(at)
            if at == preview.hex:
                x, y = x - round(0.42 * frame.wide), y + round(0.15 * frame.wide)
                small = round(0.16 * frame.wide)
                medal = glyphs.medallion(shot.look.key, symbol, small)
                yield stamps.centred(scene.SIGN, medal, x, y)
                yield stamps.centred(scene.SIGN + 1, chips.ring(small), x, y)
            else:
                drop = scene.medal_drop(frame)
                yield stamps.centred(scene.MEDAL, chips.ring(radius), x, y + drop)


def _small_chips(shot: CloseUp, preview: BuildPreview) -> Iterator[Stamp]:
    """The number of cards on the other hexes where the building can be paid for."""
    wide, theme = shot.frame.wide, shot.theme
    for spot in preview.spots:
        if spot.hex != preview.hex and shot.holds(spot.hex):
            x, y = shot.frame.centre(spot.hex)
            tone, ink = (IVORY, theme.ink) if spot.cards else (FREE, theme.white)
            chip = chips.numbered(round(0.15 * wide), spot.cards, tone, ink)
            yield stamps.centred(scene.SIGN, chip, x, y + 0.38 * wide)
