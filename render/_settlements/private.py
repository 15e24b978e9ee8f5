"""What one player is shown before a move: a building or a region to place, and the prices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from PIL import Image

from render import stamps
from render._settlements import glyphs, ground, outlines, scene, slips
from render._settlements.closeup import CloseUp, around, faded, frame_for
from render._settlements.counters import emptiest
from render._settlements.frame import FULL, Frame, flower, row_of
from render._settlements.ground import Region
from render._settlements.look import FREE, FREE_RIM, IVORY, SAND, Look
from render._settlements.panels import name_of
from render._settlements.terrain import hex_brush, hexagon
from render.canvas import Brush, Sheet
from render.hexes import neighbours
from render.marks import star_mark
from render.stamps import Stamp
from render.text import MIN_SIZE, Label, label
from render.theme import Colour, Theme, mix
from rules._settlements.land import hex_names
from rules._settlements.view import BuildPreview, Built, Prices, RegionPreview, Tile, View
from rules.contract import Hex

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
            scene.SIGN, chain_sign(frame.wide, shot.theme), 0.4 * x + 0.6 * ax, 0.4 * y + 0.6 * ay
        )
    piece = scene.piece(
        shot.view.game, Built(preview.hex, preview.seat, preview.building), frame, look, style
    )
    yield Stamp(scene.PIECE, piece.y, piece.x, faded(piece.sprite, _GHOST))
    ring = outlines.dashed(frame.wide, shot.theme.white, shot.theme.ink)
    yield stamps.centred(scene.MARK, ring, x, y)


def _gold_ring(wide: int, theme: Theme) -> Image.Image:
    return outlines.ring(wide, theme.last, theme.last_rim)


@lru_cache(maxsize=16)
def chain_sign(wide: int, theme: Theme) -> Image.Image:
    """Two links of a chain on a disc."""
    unit = wide / FULL
    radius = max(13.0, 19 * unit)
    brush = Brush(2 * radius + 4, 2 * radius + 4)
    middle = radius + 2
    brush.ellipse((middle, middle), radius + 1.5, theme.last_rim)
    brush.ellipse((middle, middle), radius - 0.5, FREE)
    links(brush, middle, middle, radius * 0.62, theme.white, FREE)
    return brush.done()


def links(brush: Brush, x: float, y: float, reach: float, tone: Colour, ground_: Colour) -> None:
    """Two rings, one through the other."""
    for side in (-0.42, 0.42):
        left, right = x + (side - 0.58) * reach, x + (side + 0.58) * reach
        brush.rounded(left, y - 0.44 * reach, right, y + 0.44 * reach, 0.44 * reach, tone)
        inset = 0.22 * reach
        brush.rounded(
            left + inset,
            y - 0.44 * reach + inset,
            right - inset,
            y + 0.44 * reach - inset,
            0.2 * reach,
            ground_,
        )
    brush.box(x - 0.42 * reach, y - 0.11 * reach, x + 0.42 * reach, y + 0.11 * reach, tone)


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
                yield stamps.centred(scene.SIGN + 1, counted_ring(small), x, y)
            else:
                drop = scene.medal_drop(frame)
                yield stamps.centred(scene.MEDAL, counted_ring(radius), x, y + drop)


@lru_cache(maxsize=32)
def counted_ring(radius: int) -> Image.Image:
    """The green ring round a symbol that counts."""
    size = 2 * radius + 20
    brush = Brush(size, size)
    middle = (size / 2, size / 2)
    for grown, tone in ((7.0, FREE_RIM), (5.8, IVORY), (4.4, FREE)):
        brush.ellipse(middle, radius + grown, tone)
    brush.ellipse(middle, radius + 0.5, (0, 0, 0, 0))
    return brush.done()


# ---- prices ---------------------------------------------------------------------------------


def draw_prices(
    view: View, prices: Prices, names: Sequence[str], look: Look, theme: Theme
) -> Sheet:
    """Every hex where a building can be paid for, with its name and its number of cards."""
    spots = [spot.hex for spot in prices.spots]
    land = set(scene.cells_of(view.board))
    cells = around(spots, 1) & land or land
    shot = CloseUp(view, frame_for(cells, _PRICE_HEIGHTS, 120), look, theme)
    shot.stand(bare=spots)
    shot.dim(spots)
    known = hex_names(view.board.tiles)
    shot.lay(
        stamps.centred(
            scene.SIGN,
            price_tag(known[spot.hex], spot.cards, shot.frame.wide, theme),
            *shot.frame.centre(spot.hex),
        )
        for spot in prices.spots
    )
    head = slips.prices_head(view, prices, name_of(names, prices.seat), look, theme)
    return slips.joined(head, shot.canvas, theme)


@lru_cache(maxsize=512)
def price_tag(name: str, cards: int, wide: int, theme: Theme) -> Image.Image:
    """A hex as a tag, its price under its name: green with a star where it is free."""
    brush = hex_brush(wide, pad=6)
    ground_, rim, ink = (IVORY, theme.ink, theme.ink) if cards else (FREE, FREE_RIM, theme.white)
    if cards >= _DEAR:
        ground_ = SAND
    brush.polygon(hexagon(wide, 0.93, 0.03 * wide), (16, 16, 14, 150))
    brush.polygon(hexagon(wide, 0.93), rim)
    brush.polygon(hexagon(wide, 0.93 - 0.06 * max(1.0, 60 / wide)), ground_)
    sheet = brush.done()
    middle, high = sheet.width // 2, sheet.height // 2
    style = Label(max(MIN_SIZE, round(0.245 * wide)), ink, "bold")
    _write(sheet, name, middle, high - round(0.25 * wide), style)
    low = high + round(0.15 * wide)
    if cards:
        _write(sheet, str(cards), middle, low, Label(round(0.47 * wide), ink, "bold"))
    else:
        star = star_mark(round(0.24 * wide), theme.last)
        sheet.alpha_composite(star, (middle - star.width // 2, low - star.height // 2))
    return sheet


_DEAR = 3
"""From so many cards on a tag is darker."""


def _write(sheet: Image.Image, words: str, x: int, y: int, style: Label) -> None:
    setting = label(words, style)
    left = round(x - setting.width / 2) + setting.shift[0]
    sheet.alpha_composite(setting.sprite, (max(0, left), max(0, y + setting.shift[1])))


def _small_chips(shot: CloseUp, preview: BuildPreview) -> Iterator[Stamp]:
    """The number of cards on the other hexes where the building can be paid for."""
    wide, theme = shot.frame.wide, shot.theme
    for spot in preview.spots:
        if spot.hex != preview.hex and shot.holds(spot.hex):
            x, y = shot.frame.centre(spot.hex)
            tone, ink = (IVORY, theme.ink) if spot.cards else (FREE, theme.white)
            chip = numbered(round(0.15 * wide), spot.cards, tone, ink)
            yield stamps.centred(scene.SIGN, chip, x, y + 0.38 * wide)


@lru_cache(maxsize=128)
def numbered(radius: int, number: int, tone: Colour, ink: Colour) -> Image.Image:
    """A disc with a number; a star for nothing to pay."""
    brush = Brush(2 * radius + 6, 2 * radius + 6)
    middle = radius + 2
    brush.ellipse((middle + 2, middle + 2.5), radius, (16, 16, 14, 120))
    brush.ellipse(
        (middle, middle), radius, mix(ink, (0, 0, 0), 0.2) if ink != (255, 255, 255) else FREE_RIM
    )
    brush.ellipse((middle, middle), radius - 2, tone)
    sheet = brush.done()
    if number:
        _write(
            sheet,
            str(number),
            middle,
            middle,
            Label(max(MIN_SIZE, round(1.15 * radius)), ink, "bold"),
        )
    else:
        star = star_mark(round(0.62 * radius), (255, 226, 122))
        sheet.alpha_composite(star, (middle - star.width // 2, middle - star.height // 2))
    return sheet


# ---- regions --------------------------------------------------------------------------------


def draw_region(
    view: View, preview: RegionPreview, names: Sequence[str], look: Look, theme: Theme
) -> Sheet:
    """The new region where it may lie, and the numbers of all the places."""
    cells = {*scene.cells_of(view.board), *preview.spots, *flower(preview.at)}
    frame = frame_for(cells, _PRICE_HEIGHTS, 100)
    shot = CloseUp(view, frame, look, theme)
    shot.stand()
    shot.dim(flower(preview.at))
    _lay_ghost_region(shot, preview)
    shot.lay(_places(shot, preview))
    if frame.wide < _INSET_BELOW:
        _lay_inset(shot, preview, cells)
    head = slips.region_head(view, preview, name_of(names, preview.seat), look, theme)
    return slips.joined(head, shot.canvas, theme)


def _lay_ghost_region(shot: CloseUp, preview: RegionPreview) -> None:
    frame, look = shot.frame, shot.look
    laid = scene.region_of(shot.view.game, Tile(preview.tile, preview.at, preview.rot))
    below = shot.canvas.image.copy()
    ground.lay_region(shot.canvas, frame, laid, look)
    shot.lay(scene.symbols(ground.Land(frame, (laid,), ()), look, ()))
    shot.canvas.image = Image.blend(below, shot.canvas.image, 0.86)
    ring = outlines.dashed_region(frame.wide, shot.theme.white, shot.theme.ink)
    shot.canvas.centred(ring, *frame.centre(preview.at))


_INSET_BELOW = 68
"""Width of a hex below which the region is shown once more from near."""
_INSET = 62


def _lay_inset(shot: CloseUp, preview: RegionPreview, cells: Iterable[Hex]) -> None:
    """The region as it would lie, larger, in the emptiest corner."""
    look, theme = shot.look, shot.theme
    laid = scene.region_of(shot.view.game, Tile(preview.tile, (0, 0), preview.rot))
    wide, tall = 3 * _INSET + 36, 5 * row_of(_INSET) // 3 * 2 + 12
    _, x, y = emptiest(shot.frame, cells, (wide, tall), 20)
    box = (x, y, x + wide, y + tall)
    shot.canvas.rounded(box, theme.white, 16)
    shot.canvas.rounded((x + 3, y + 3, x + wide - 3, y + tall - 3), look.ground, 13)
    frame = Frame(shot.frame.size, _INSET, (x + wide // 2, y + tall // 2))
    near = ground.Land(frame, (Region(laid.tile, (0, 0), laid.symbols),), ())
    ground.lay_region(shot.canvas, frame, near.regions[0], look)
    shot.lay(scene.symbols(near, look, ()))


def _places(shot: CloseUp, preview: RegionPreview) -> Iterator[Stamp]:
    """The numbers of the places, and below each how it is typed; the chosen one is bright."""
    covered = set(flower(preview.at))
    for number, at in enumerate(preview.spots, 1):
        if at == preview.at:
            yield _place(shot, at, number, 0.27, 0.0, chosen=True)
        elif at in covered:
            yield _place(shot, at, number, 0.19, -0.30)
        elif shot.frame.wide >= _TYPED_FROM:
            yield _place(shot, at, number, 0.22, -0.12)
            yield _typed(shot, at)
        else:
            yield _place(shot, at, number, 0.33, 0.0)


_TYPED_FROM = 60
"""Width of a hex in which its coordinates find room."""


def _place(
    shot: CloseUp, at: Hex, number: int, size: float, drop: float, *, chosen: bool = False
) -> Stamp:
    theme, wide = shot.theme, shot.frame.wide
    tone, ink = (theme.last, theme.last_rim) if chosen else (IVORY, theme.ink)
    x, y = shot.frame.centre(at)
    return stamps.centred(
        scene.SIGN if chosen else scene.MARK,
        numbered(max(16 if chosen else 11, round(size * wide)), number, tone, ink),
        x,
        y + drop * wide,
    )


def _typed(shot: CloseUp, at: Hex) -> Stamp:
    x, y = shot.frame.centre(at)
    size = max(MIN_SIZE, round(0.18 * shot.frame.wide))
    style = Label(size, shot.theme.white, halo=shot.theme.ink)
    return stamps.written(scene.NAME, f"{at[0]},{at[1]}", x, y + 0.26 * shot.frame.wide, style)
