"""A candidate building on the map, with the symbols that lower its price and the other places."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from render import stamps
from render._settlements.land.frame import flower
from render._settlements.look import FREE, IVORY, Look
from render._settlements.map import outlines, scene
from render._settlements.private import chips, slips
from render._settlements.private.closeup import CloseUp, around, frame_for
from render._settlements.signs import glyphs
from render.canvas import Sheet
from render.contract import Subject
from render.scripts import name_of
from render.sprites import fade
from render.stamps import Stamp
from render.theme import Theme
from rules._settlements.pieces import ruleset
from rules._settlements.prices import savings
from rules._settlements.view import BuildPreview, Built, LinePreview, RegionPreview, View
from rules.contract import Hex
from rules.hexgrid import neighbours

_GHOST = 0.78
"""Opacity of a building that does not stand yet."""
CHIP, CHIP_AT = 0.21, (0.26, -0.14)
"""Radius of a price, and its place from the middle of its hex, in hex widths."""
_REACH = 3
"""Distance in hexes within which other places are in the picture."""


def draw_build(subject: Subject[View], look: Look, theme: Theme) -> Sheet:
    """Picture of a candidate building: its price above, the map around it with the other places."""
    view, preview = subject.view, subject.shown
    head = slips.build_head(view, preview, name_of(subject.names, preview.seat), look, theme)
    land = set(scene.cells_of(view.board))
    near, far = around([preview.hex], 2) & land, around([preview.hex], _REACH)
    other_places = [spot.hex for spot in preview.spots if spot.hex in far]
    frame = frame_for({*near, *other_places}, land, slips.room(head), 120)
    shot = CloseUp(subject, frame, look, theme)
    shot.stand(bare={preview.hex})
    shot.dim(land & {preview.hex, *neighbours(preview.hex), *preview.chain})
    shot.lay([*_small_chips(shot, preview), *_saving_rings(shot, preview), *_ghost(shot, preview)])
    shot.inscribe({preview.hex, *preview.chain})
    return slips.compose(head, shot.picture(), theme)


def draw_line(subject: Subject[View], look: Look, theme: Theme) -> Sheet:
    """Picture of the map at the end of several moves, with their buildings and region ringed."""
    preview: LinePreview = subject.shown
    view = msgspec.structs.replace(subject.view, board=preview.board)
    builds = [step for step in preview.steps if isinstance(step, BuildPreview)]
    regions = [step for step in preview.steps if isinstance(step, RegionPreview)]
    built = {step.hex for step in builds}
    head = slips.line_head(view, preview, name_of(subject.names, preview.seat), look, theme)
    land = set(scene.cells_of(view.board))
    new = {*built, *(at for step in regions for at in flower(step.at))}
    frame = frame_for(around(new, 1) & land | new, land, slips.room(head), 120)
    shot = CloseUp(msgspec.structs.replace(subject, view=view), frame, look, theme)
    shot.stand(bare=built)
    shot.dim(land & (around(built, 1) | new))
    ring = outlines.dash_ring(frame.width, theme.white, theme.ink)
    region_ring = outlines.dash_region(frame.width, theme.white, theme.ink)
    middles = [step.at for step in regions]
    shot.lay(stamps.stamp_at(scene.MARK, ring, *frame.centre(at)) for at in built)
    shot.lay(stamps.stamp_at(scene.OUTLINE, region_ring, *frame.centre(at)) for at in middles)
    shot.inscribe(built)
    return slips.compose(head, shot.picture(), theme)


def _ghost(shot: CloseUp, preview: BuildPreview) -> Iterator[Stamp]:
    """Ghost of the building, and the chain that makes it free."""
    frame, look, style = shot.frame, shot.look, shot.theme.seats[preview.seat]
    x, y = frame.centre(preview.hex)
    for at in preview.chain:
        yield from _chain_link(shot, at, (x, y))
    built = Built(preview.hex, preview.seat, preview.building)
    piece = scene.piece(shot.view.game, built, frame, look, style)
    yield Stamp(scene.PIECE, piece.y, piece.x, fade(piece.sprite, _GHOST))
    ring = outlines.dash_ring(frame.width, shot.theme.white, shot.theme.ink)
    yield stamps.stamp_at(scene.MARK, ring, x, y)


def _chain_link(shot: CloseUp, at: Hex, ghost: tuple[int, int]) -> Iterator[Stamp]:
    """Ring and chain link of a building beside the ghost that makes it free (TG-60)."""
    width, theme = shot.frame.width, shot.theme
    x, y = shot.frame.centre(at)
    yield stamps.stamp_at(scene.OUTLINE, outlines.ring(width, theme.last, theme.last_rim), x, y)
    between = 0.4 * ghost[0] + 0.6 * x, 0.4 * ghost[1] + 0.6 * y
    yield stamps.stamp_at(scene.SIGN, chips.chain(width, theme), *between)


def _saving_rings(shot: CloseUp, preview: BuildPreview) -> Iterator[Stamp]:
    """Rings round the symbols that lower the price (TG-53)."""
    frame = shot.frame
    ring, drop = chips.ring(scene.medal_radius(frame)), scene.medal_drop(frame)
    for at, symbol in _saving(shot, preview):
        if at == preview.hex:
            yield from _symbol_under_ghost(shot, at, symbol)
        else:
            x, y = frame.centre(at)
            yield stamps.stamp_at(scene.MEDAL, ring, x, y + drop)


def _saving(shot: CloseUp, preview: BuildPreview) -> Iterator[tuple[Hex, str]]:
    """Symbols on and round the hex that save a resource each, as (hex, symbol)."""
    if preview.price.free:
        return
    rules, built = ruleset(shot.view.game), {each.hex for each in shot.view.board.buildings}
    symbols = {at: symbol for region in shot.land.regions for at, symbol in region.hexes()}
    saves = savings(rules.costs[preview.building], rules.counts(preview.price.board))
    unused = rules.by_name(saves)
    for at in (preview.hex, *neighbours(preview.hex)):
        symbol = symbols.get(at)
        if symbol and at not in built and unused[symbol]:
            unused[symbol] -= 1
            yield at, symbol


def _symbol_under_ghost(shot: CloseUp, at: Hex, symbol: str) -> Iterator[Stamp]:
    """Small copy of the symbol that the ghost covers, beside it."""
    width = shot.frame.width
    x, y = shot.frame.centre(at)
    x, y, radius = x - round(0.42 * width), y + round(0.15 * width), round(0.16 * width)
    medal = glyphs.medallion(shot.look, symbol, radius)
    yield stamps.stamp_at(scene.SIGN, medal, x, y)
    yield stamps.stamp_at(scene.SIGN + 1, chips.ring(radius), x, y)


def _small_chips(shot: CloseUp, preview: BuildPreview) -> Iterator[Stamp]:
    """Price in cards on each other hex where the building can be paid for, inside that hex."""
    width, theme = shot.frame.width, shot.theme
    for spot in preview.spots:
        if spot.hex != preview.hex and shot.holds(spot.hex):
            x, y = shot.frame.centre(spot.hex)
            tone, ink = (IVORY, theme.ink) if spot.cards else (FREE, theme.white)
            chip = chips.number_chip(round(CHIP * width), spot.cards, tone, ink)
            across, down = CHIP_AT
            yield stamps.stamp_at(scene.SIGN, chip, x + across * width, y + down * width)
