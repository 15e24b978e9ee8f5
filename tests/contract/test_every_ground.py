"""Contract of maps: land of one kind looks of one kind on every picture, at every hour."""

from __future__ import annotations

from collections import Counter
from functools import cache
from io import BytesIO
from itertools import combinations
from unittest import mock

import pytest
from PIL import Image

from render import canvas
from render.contract import CANDIDATE, HAND, TABLE
from render.light import HOURS, palette_in_light
from render.registry import renderer
from render.theme import palette
from rules.rng import Rng
from tests.cases import each_case
from tests.contract.playing import along, game_of, plain_setups
from tests.render.vision import delta_e, linear_rgb

NAMES = ("Maud", "Bastien", "Inès", "Karim", "Noor", "Zoé")
WIDE = 0.01
"""Share of a panel from which a colour is that of an area, not of an edge."""
SEEN, NOTED = 16, 10
"""Greatest ΔE of a sign from its colour by day, as 256 colours allow, and that of all but a few."""
LIT = 3.0
"""ΔE by which the night changes what is land."""
ALIKE, APART = 1.7, 1.5
"""ΔE of two tones of one kind of land, and by how much the palette may part them."""
every_setup = each_case(
    "setup", {game_of(each): each for each in plain_setups()}.values(), ids=str, by=game_of
)


def pictures(setup):
    """Every picture but hands of a position in the middle of a random game."""
    game, draw = setup.game, renderer(setup.game.facts.key)
    draw.forget()
    state = along(setup)[3]
    seat = game.to_act(state)[0]
    action = game.sample(state, seat, Rng(4))
    tokens = game.notation(state, seat, action).split()
    view, seen = game.view(state, None), game.view(state, seat)
    for name, picture in draw.public.items():
        if not picture.final:
            yield name, lambda name=name: draw.draw(name, view, names=NAMES, seat=seat)
    preview = game.preview(state, seat, action)
    if preview is not None:
        yield CANDIDATE, lambda: draw.draw(CANDIDATE, seen, names=NAMES, shown=preview)
    for length in range(len(tokens)):
        question = game.ask(state, seat, tokens[:length])
        beside = question.beside if question is not None else None
        if beside is not None and beside.picture != HAND:
            yield (
                beside.picture,
                lambda beside=beside: draw.draw(
                    beside.picture, seen, names=NAMES, seat=seat, shown=beside.shown
                ),
            )


def areas(panel):
    """Colours of wide areas of a panel."""
    size = panel.width * panel.height
    return [colour for count, colour in panel.getcolors(size) if count > WIDE * size]


def lit_palettes(name, shares):
    """The palette of a look by day and at every hour."""
    return [palette(name), *(palette_in_light(name, light, shares) for light in HOURS)]


@every_setup
def test_no_two_tones_of_one_land_drift_apart(setup):
    """The palette holds what is dimmed or pale too, with its share of the light of the hour."""
    drawing = renderer(setup.game.facts.key)
    shares = drawing.light_shares()
    for name, draw in pictures(setup):
        for panel, colours in quantized_panels(draw):
            tones = areas(panel)
            marks = dict(zip(tones, indices(tones, colours), strict=True))
            tones = [tone for tone in tones if lies_in_the_light(colours, marks[tone], shares)]
            for a, b in combinations(tones, 2):
                before = apart(a, b)
                if before < ALIKE:
                    for lit in lit_palettes(colours, shares):
                        assert apart(lit[marks[a]], lit[marks[b]]) <= before + APART, (name, a, b)


@every_setup
def test_what_lies_beside_a_map_has_the_colours_of_the_day_at_every_hour(setup):
    """The light of the hour falls on maps only: the signs and figures of panels keep theirs."""
    drawing = renderer(setup.game.facts.key)
    shares = drawing.light_shares()
    for name, draw in pictures(setup):
        sheet = sheet_of(draw)
        day, beside = palette(sheet.palette), colours_beside(sheet, sheet.png())
        for light in HOURS:
            lit = palette_in_light(sheet.palette, light, shares)
            after = colours_beside(sheet, sheet.png(light, shares))
            moved = Counter(zip(beside, after, strict=True))
            far = [apart(day[a], lit[b]) for a, b in moved]
            assert max(far, default=0) <= SEEN, (name, light.hour)
            wide = sum(moved[pair] for pair, each in zip(moved, far, strict=True) if each > NOTED)
            assert wide <= WIDE * len(beside), (name, light.hour)


@every_setup
def test_the_light_of_the_hour_falls_on_the_map_of_the_table(setup):
    drawing = renderer(setup.game.facts.key)
    sheet = sheet_of(next(draw for name, draw in pictures(setup) if name == TABLE))
    shares = drawing.light_shares()
    assert bool(sheet.lands) == bool(shares)
    night = palette_in_light(sheet.palette, HOURS[-1], shares)
    for left, top, right, bottom in sheet.lands:
        land = sheet.rows.crop((left + 1, top, right + 1, bottom))
        wide = [
            index for count, index in land.getcolors() if count > WIDE * land.width * land.height
        ]
        assert any(apart(night[index], palette(sheet.palette)[index]) > LIT for index in wide)


def sheet_of(draw):
    """The sheet of a picture."""
    with mock.patch.object(canvas.Sheet, "png", autospec=True) as png:
        draw()
    return png.call_args.args[0]


def colours_beside(sheet, png):
    """Places in the palette of the pixels of a picture that lie beside its maps."""
    image = Image.open(BytesIO(png))
    parts = canvas.boxes_outside(sheet.lands, *image.size)
    return b"".join(image.crop(part).tobytes() for part in parts)


def lies_in_the_light(name, index, shares):
    """Whether a colour of a palette is that of land or sea, by the light that it takes."""
    night = palette_in_light(name, HOURS[-1], shares)[index]
    return apart(night, palette(name)[index]) > LIT


def quantized_panels(draw):
    """Panels of a picture in RGB, each with the name of its palette."""
    panels = []
    quantize = canvas.quantize

    def record(image, colours="palette"):
        panels.append((image, colours))
        return quantize(image, colours)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(canvas, "quantize", record)
        draw()
    return [(image, colours) for image, colours in panels if image.mode == "RGB"]


def indices(tones, colours):
    """The places of some colours in a palette, as a picture would have them."""
    row = Image.new("RGB", (max(1, len(tones)), 1))
    row.putdata(tones)
    return list(canvas.quantize(row, colours).tobytes())


@cache
def apart(a, b):
    return delta_e(linear_rgb(a, "normal"), linear_rgb(b, "normal"))
