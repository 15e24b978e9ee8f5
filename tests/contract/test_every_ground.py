"""Contract of maps: land of one kind looks of one kind on every picture, at every hour."""

from collections import Counter
from functools import cache
from io import BytesIO
from itertools import combinations
from typing import NamedTuple
from unittest import mock

import pytest
from PIL import Image

from render import canvas
from render.contract import CANDIDATE, HAND, TABLE
from render.light import HOURS, palette_in_light
from render.registry import renderer
from render.theme import palette
from rules.rng import Rng
from tests.contract.playing import along, every_game, plain_setups_of
from tests.render.vision import delta_e, linear_rgb
from tests.tier import games, of_tier

NAMES = ("Maud", "Bastien", "Inès", "Karim", "Noor", "Zoé")
LIGHTS = of_tier(HOURS[1::2], HOURS)
"""Hours in whose light a picture is seen: noon and night, all if deep."""
WIDE = 0.01
"""Share of a panel from which a colour is that of an area, not of an edge."""
SEEN, NOTED = 16, 10
"""Greatest ΔE of a sign from its colour by day, as 256 colours allow, and that of all but a few."""
LIT = 3.0
"""ΔE by which the night changes what is land."""
ALIKE, APART = 1.7, 1.5
"""ΔE of two tones of one kind of land, and by how much the palette may part them."""


class Drawing(NamedTuple):
    """A picture on its way to the file: its sheet, and the wide areas of its panels in RGB."""

    name: str
    sheet: canvas.Sheet
    areas: list[tuple[list[tuple[int, ...]], str]]
    """Of each panel the tones, and the name of its palette."""


@cache
def drawings(key):
    """Pictures but hands of a position in the middle of a random game.

    A deep run has all of them, an ordinary one those of a move and the table.
    """
    renderer(key).forget()
    return [drawing(name, draw) for name, draw in of_tier([*pictures(key)][-3:], [*pictures(key)])]


def pictures(key):
    """Names of pictures and functions that draw them; the table is the last."""
    game, draw = games()[key], renderer(key).draw
    state = along(plain_setups_of(game)[-1])[3]
    seat = game.to_act(state)[0]
    action = game.sample(state, seat, Rng(4))
    tokens = game.notation(state, seat, action).split()
    view, own_view = game.view(state, None), game.view(state, seat)
    for name, picture in renderer(key).public.items():
        if not picture.final and name != TABLE:
            yield name, lambda name=name: draw(name, view, names=NAMES, seat=seat)
    for length in range(len(tokens)):
        question = game.ask(state, seat, tokens[:length])
        beside = question.beside if question is not None else None
        if beside is not None and beside.picture != HAND:
            yield (
                beside.picture,
                lambda beside=beside: draw(
                    beside.picture, own_view, names=NAMES, seat=seat, shown=beside.shown
                ),
            )
    preview = game.preview(state, seat, action)
    if preview is not None:
        yield CANDIDATE, lambda: draw(CANDIDATE, own_view, names=NAMES, shown=preview)
    yield TABLE, lambda: draw(TABLE, view, names=NAMES, seat=seat)


def drawing(name, draw):
    """A picture whose file is not written."""
    panels, quantize = [], canvas.quantize

    def record(image, colours="palette"):
        panels.append((image, colours))
        return quantize(image, colours)

    with (
        pytest.MonkeyPatch.context() as patch,
        mock.patch.object(canvas.Sheet, "png", autospec=True) as png,
    ):
        patch.setattr(canvas, "quantize", record)
        draw()
    areas = [(wide_tones(image), colours) for image, colours in panels if image.mode == "RGB"]
    return Drawing(name, png.call_args.args[0], areas)


def wide_tones(panel):
    """Colours of wide areas of a panel; or their places in its palette."""
    size = panel.width * panel.height
    return [tone for count, tone in panel.getcolors(size) if count > WIDE * size]


@cache
def apart(a, b):
    return delta_e(linear_rgb(a, "normal"), linear_rgb(b, "normal"))


# ---- one land, one colour ------------------------------------------------------------------------


@every_game
def test_no_two_tones_of_one_land_drift_apart(key):
    """The palette holds what is dimmed or pale too, with its share of the light of the hour."""
    shares = renderer(key).light_shares()
    for name, _, areas in drawings(key):
        for tones, colours in areas:
            marks = dict(zip(tones, indices(tones, colours), strict=True))
            lit_palettes = [palette_in_light(colours, light, shares) for light in LIGHTS]
            land = [tone for tone in tones if is_land(colours, marks[tone], shares)]
            for a, b in combinations(land, 2):
                by_day = apart(a, b)
                if by_day < ALIKE:
                    for lit in (palette(colours), *lit_palettes):
                        assert apart(lit[marks[a]], lit[marks[b]]) <= by_day + APART, (name, a, b)


def indices(tones, colours):
    """The places of some colours in a palette, as a picture would have them."""
    row = Image.new("RGB", (max(1, len(tones)), 1))
    row.putdata(tones)
    return list(canvas.quantize(row, colours).tobytes())


def is_land(name, index, shares):
    """Whether a colour of a palette is that of land or sea, by the light that it takes."""
    night = palette_in_light(name, HOURS[-1], shares)[index]
    return apart(night, palette(name)[index]) > LIT


# ---- the light of the hour -----------------------------------------------------------------------


@every_game
def test_beside_a_map_the_colours_of_the_day_stay_at_every_hour(key):
    """The light of the hour falls on maps only: the signs and figures of panels keep theirs."""
    shares = renderer(key).light_shares()
    for name, sheet, _ in drawings(key):
        day, beside = palette(sheet.palette), colours_beside(sheet, sheet.png())
        for light in LIGHTS:
            lit = palette_in_light(sheet.palette, light, shares)
            after = colours_beside(sheet, sheet.png(light, shares))
            moved = Counter(zip(beside, after, strict=True))
            far = {pair: apart(day[pair[0]], lit[pair[1]]) for pair in moved}
            assert max(far.values(), default=0) <= SEEN, (name, light.hour)
            noted = sum(moved[pair] for pair, distance in far.items() if distance > NOTED)
            assert noted <= WIDE * len(beside), (name, light.hour)


def colours_beside(sheet, png):
    """Places in the palette of the pixels of a picture that lie beside its maps."""
    image = Image.open(BytesIO(png))
    parts = canvas.boxes_outside(sheet.lands, *image.size)
    return b"".join(image.crop(part).tobytes() for part in parts)


@every_game
def test_the_light_of_the_hour_falls_on_the_map_of_the_table(key):
    shares, (*_, (_, sheet, _)) = renderer(key).light_shares(), drawings(key)
    assert bool(sheet.lands) == bool(shares)
    day = palette(sheet.palette)
    night = palette_in_light(sheet.palette, HOURS[-1], shares)
    for left, top, right, bottom in sheet.lands:
        land = sheet.rows.crop((left + 1, top, right + 1, bottom))
        assert any(apart(night[index], day[index]) > LIT for index in wide_tones(land))
