"""A candidate building on its map: what makes it cheaper, and where else it could stand."""

from __future__ import annotations

from collections.abc import Iterator

from render import stamps
from render._settlements.look import FREE, IVORY, Look
from render._settlements.map import outlines, scene
from render._settlements.private import chips, slips
from render._settlements.private.closeup import CloseUp, around, frame_for
from render._settlements.signs import glyphs
from render.canvas import Sheet
from render.contract import Subject
from render.scripts import name_of
from render.sprites import faded
from render.stamps import Stamp
from render.theme import Theme
from rules._settlements.pieces import ruleset
from rules._settlements.prices import savings
from rules._settlements.view import BuildPreview, Built, View
from rules.contract import Hex
from rules.hexgrid import neighbours

_GHOST = 0.78
"""Opacity of what does not stand yet."""
_REACH = 3
"""Other places are in the picture as far from this one as so many hexes."""


def draw_build(subject: Subject[View], look: Look, theme: Theme) -> Sheet:
    """A building where it may stand: what makes it cheaper, what is paid, where else it could."""
    view, preview = subject.view, subject.shown
    head = slips.build_head(view, preview, name_of(subject.names, preview.seat), look, theme)
    land = set(scene.cells_of(view.board))
    near, far = around([preview.hex], 2) & land, around([preview.hex], _REACH)
    others = [spot.hex for spot in preview.spots if spot.hex in far]
    frame = frame_for({*near, *others}, land, slips.room(head), 120)
    shot = CloseUp(subject, frame, look, theme)
    shot.stand(bare={preview.hex})
    shot.dim(land & {preview.hex, *neighbours(preview.hex), *preview.chain})
    shot.lay([*_small_chips(shot, preview), *_counted(shot, preview), *_ghost(shot, preview)])
    return slips.joined(head, shot.canvas, theme)


def _ghost(shot: CloseUp, preview: BuildPreview) -> Iterator[Stamp]:
    """The building that does not stand yet, and the chain that makes it free."""
    frame, look, style = shot.frame, shot.look, shot.theme.seats[preview.seat]
    x, y = frame.centre(preview.hex)
    for at in preview.chain:
        yield from _chained(shot, at, (x, y))
    built = Built(preview.hex, preview.seat, preview.building)
    piece = scene.piece(shot.view.game, built, frame, look, style)
    yield Stamp(scene.PIECE, piece.y, piece.x, faded(piece.sprite, _GHOST))
    ring = outlines.dashed(frame.wide, shot.theme.white, shot.theme.ink)
    yield stamps.centred(scene.MARK, ring, x, y)


def _chained(shot: CloseUp, at: Hex, ghost: tuple[int, int]) -> Iterator[Stamp]:
    """An own building beside the ghost that makes it free (TG-60)."""
    wide, theme = shot.frame.wide, shot.theme
    x, y = shot.frame.centre(at)
    yield stamps.centred(scene.OUTLINE, outlines.ring(wide, theme.last, theme.last_rim), x, y)
    between = 0.4 * ghost[0] + 0.6 * x, 0.4 * ghost[1] + 0.6 * y
    yield stamps.centred(scene.SIGN, chips.chain(wide, theme), *between)


def _counted(shot: CloseUp, preview: BuildPreview) -> Iterator[Stamp]:
    """Rings round the symbols that lower the price, and round no other (TG-53)."""
    frame = shot.frame
    ring, drop = chips.ring(scene.medal_radius(frame)), scene.medal_drop(frame)
    for at, symbol in _saving(shot, preview):
        if at == preview.hex:
            yield from _covered(shot, at, symbol)
        else:
            x, y = frame.centre(at)
            yield stamps.centred(scene.MEDAL, ring, x, y + drop)


def _saving(shot: CloseUp, preview: BuildPreview) -> Iterator[tuple[Hex, str]]:
    """The symbols on and round the hex of which each saves a resource."""
    if preview.price.free:
        return
    rules, built = ruleset(shot.view.game), {each.hex for each in shot.view.board.buildings}
    symbols = {at: symbol for one in shot.land.regions for at, symbol in one.hexes()}
    saves = savings(rules.costs[preview.building], rules.counts(preview.price.board))
    left = rules.by_name(saves)
    for at in (preview.hex, *neighbours(preview.hex)):
        symbol = symbols.get(at)
        if symbol and at not in built and left[symbol]:
            left[symbol] -= 1
            yield at, symbol


def _covered(shot: CloseUp, at: Hex, symbol: str) -> Iterator[Stamp]:
    """The symbol that the ghost itself covers, small and beside it."""
    wide = shot.frame.wide
    x, y = shot.frame.centre(at)
    x, y, radius = x - round(0.42 * wide), y + round(0.15 * wide), round(0.16 * wide)
    medal = glyphs.medallion(shot.look, symbol, radius)
    yield stamps.centred(scene.SIGN, medal, x, y)
    yield stamps.centred(scene.SIGN + 1, chips.ring(radius), x, y)


def _small_chips(shot: CloseUp, preview: BuildPreview) -> Iterator[Stamp]:
    """The number of cards on the other hexes where the building can be paid for."""
    wide, theme = shot.frame.wide, shot.theme
    for spot in preview.spots:
        if spot.hex != preview.hex and shot.holds(spot.hex):
            x, y = shot.frame.centre(spot.hex)
            tone, ink = (IVORY, theme.ink) if spot.cards else (FREE, theme.white)
            chip = chips.numbered(round(0.19 * wide), spot.cards, tone, ink)
            yield stamps.centred(scene.SIGN, chip, x, y + 0.36 * wide)
