"""The chart of a finished game: the points missed by each seat, turn by turn."""

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from render import png
from render.canvas import MAX_BYTES, Canvas
from render.chart import (
    HIGHEST,
    LEFT,
    MARGIN,
    ROW,
    WIDTH,
    Chart,
    Row,
    draw_chart,
    tick_turns,
    turn_x,
)
from render.contract import CHART
from render.registry import renderer
from render.text import MIN_SIZE
from render.theme import THEME
from rules.registry import games
from tests.cases import each_case
from tests.render.pictures import capture_texts, read

PHONE = 342
"""Pixels that a picture has on a phone that is 390 px wide."""
TURNS = Chart(
    (
        Row((0.0, 0.5, 1.0, None), finest=1, turning=3),
        Row((0.25, 0.0, 0.0), finest=2, turning=1),
    )
)


def draw(chart):
    return read(draw_chart(chart, THEME).png())


def bar(picture, chart, seat, turn):
    """Height of the bar of a turn, in pixels of the seat's colour above the line."""
    x, floor = round(turn_x(turn, chart.turns)), MARGIN + ROW * (seat + 1)
    column = [picture.getpixel((x, floor - 2 - up)) for up in range(HIGHEST + 20)]
    seat_colour = THEME.seats[seat].bright
    return next((up for up, pixel in enumerate(column) if pixel != seat_colour), len(column))


def test_a_bar_is_as_high_as_what_was_missed():
    picture = draw(TURNS)
    heights = [bar(picture, TURNS, 0, turn) for turn in (2, 3)]
    assert heights == pytest.approx([HIGHEST / 2, HIGHEST], abs=2)
    assert bar(picture, TURNS, 1, 1) == pytest.approx(HIGHEST / 4, abs=2)


def test_the_lowest_bar_can_still_be_seen():
    hardly = Chart((Row((0.021, 1.0)),))
    assert bar(draw(hardly), hardly, 0, 1) > 0


def test_a_turn_as_good_as_the_best_is_a_dot_and_one_without_a_choice_is_blank():
    picture = draw(TURNS)
    floor = MARGIN + ROW
    dot = picture.getpixel((round(turn_x(1, 4)), floor))
    nothing = picture.getpixel((round(turn_x(4, 4)), floor - 3))
    assert dot == THEME.seats[0].bright
    assert max(abs(a - b) for a, b in zip(nothing, THEME.panel, strict=True)) <= 3


def test_the_finest_move_has_a_star_and_the_dearest_a_ring():
    """They are drawn above the bars, where nothing else is drawn."""
    picture, plain = draw(TURNS), draw(Chart(tuple(Row(row.missed) for row in TURNS.rows)))
    floor = MARGIN + 2 * ROW
    signs = (
        (round(turn_x(2, 4)), floor - 22, THEME.gold),
        (round(turn_x(1, 4)), floor - round(HIGHEST / 4) - 6, THEME.last),
    )
    for x, y, colour in signs:
        assert near(colour, picture, x, y)
        assert not near(colour, plain, x, y)


def near(colour, picture, x, y):
    """Whether a colour is within a few pixels of a place."""
    around = picture.crop((x - 14, y - 14, x + 14, y + 10))
    return colour in {pixel for _, pixel in around.getcolors(1 << 20)}


def test_every_seat_has_its_mark_with_its_letter():
    picture = draw(TURNS)
    for seat, style in enumerate(THEME.seats[:2]):
        row = picture.crop((0, MARGIN + ROW * seat, LEFT, MARGIN + ROW * (seat + 1)))
        assert style.colour in {colour for _, colour in row.getcolors(1 << 20)}


@each_case("turns", [1, 6, 15, 48, 120, 400])
def test_a_game_of_any_length_is_there_whole_and_its_numbers_can_be_read(turns):
    chart = Chart((Row(tuple([1.0] * turns), 1, turns),) * 4)
    with capture_texts() as texts:
        picture = draw(chart)
    assert bar(picture, chart, 3, turns) > HIGHEST / 2
    sizes = {style.size for _, style in texts}
    assert min(sizes) * PHONE / WIDTH >= MIN_SIZE * 0.8
    labels = [*tick_turns(turns)]
    assert labels[0] == 1
    assert len(labels) <= 8
    gaps = [turn_x(next_turn, turns) - turn_x(turn, turns) for turn, next_turn in pairwise(labels)]
    assert min(gaps, default=99) >= 30


def test_the_same_game_gives_the_same_bytes_and_a_small_file():
    data = draw_chart(TURNS, THEME).png()
    png.forget()
    assert draw_chart(TURNS, THEME).png() == data
    assert len(data) < MAX_BYTES / 10


@pytest.mark.parametrize("key", games())
def test_every_game_draws_it_with_its_seats_as_they_play(key, monkeypatch):
    """The colours of seats that a game has are in its palette."""
    game, quantize, panels = games()[key], Canvas.quantize, []

    def kept(self):
        panels.append((self.image.copy(), self.theme))
        return quantize(self)

    monkeypatch.setattr(Canvas, "quantize", kept)
    seats = game.facts.seats[-1]
    view = game.view(game.new(seats, 7, {}), None)
    chart = Chart(tuple(Row((0.5, 1.0, 0.0)) for _ in range(seats)))
    data = renderer(key).draw(CHART, view, shown=chart)
    [(panel, theme)] = panels
    picture = Image.open(BytesIO(data)).convert("RGB")
    for seat in range(seats):
        at = round(turn_x(2, 3)), MARGIN + ROW * (seat + 1) - 5
        expected = theme.seats[seat].bright
        assert panel.getpixel(at) == expected
        assert max(abs(a - b) for a, b in zip(picture.getpixel(at), expected, strict=True)) <= 12


def test_magna_grecia_plays_in_colours_of_its_own():
    game = games()["magna_grecia"]
    view = game.view(game.new(2, 7, {}), None)
    theme = renderer("magna_grecia").theme_for(view, THEME)
    assert theme.seats[0].colour != THEME.seats[0].colour
    assert renderer("akropolis").theme_for(view, THEME) == THEME
