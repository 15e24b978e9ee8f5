"""The chart above the last board: a group of bars for each source of points, one for each seat."""

from itertools import pairwise

import pytest

from bench.texts import POST
from render import png, type_scale
from render.canvas import MAX_BYTES, PUBLIC_WIDTH, TALLEST
from render.contract import ENDING, TABLE
from render.course import Course
from render.registry import renderer
from render.sources import (
    HEIGHT,
    HIGHEST,
    LEAST,
    MARGIN,
    PADDING,
    WIDTH,
    Source,
    Sources,
    groups,
    height_of,
    sources_of,
)
from render.text import Label, width_of
from render.theme import THEME
from rules.registry import get
from tests.cases import each_case
from tests.records import recorded_game
from tests.render.pictures import capture_texts, read
from tests.tier import games

LEAST_TEXT = 8
"""Pixels of a text in a post on a phone."""
LONG = ("Approvisionnement", "Chemin de fer", "Télégraphe", "Navigation", "Ville", "Or", "Cité")


def end_of(key, seats):
    """The view of a finished game."""
    *_, (state, _) = recorded_game(key, seats)
    return get(key).view(state, None)


def chart(seats, most=24, names=LONG[:3]):
    return Sources(
        tuple(
            Source(name, tuple((most * (seat + 1)) // (seats + row) for seat in range(seats)))
            for row, name in enumerate(names)
        )
    )


def test_a_source_without_points_is_left_out():
    sources = sources_of(["Houses", "Temples"], [[6, 0], [3, 0]])
    assert sources == Sources((Source("Houses", (6, 3)),))


@each_case(("points", "height"), [(24, HIGHEST), (12, HIGHEST // 2), (0, 0), (-3, 0), (1, LEAST)])
def test_a_bar_is_as_high_as_its_points(points, height):
    assert height_of(points, 24) == height


@each_case("seats", [2, 3, 4])
@each_case("most", [4, 99, 12_345])
def test_bars_names_and_figures_stand_apart(seats, most):
    """Seven sources with the longest names, and figures of any length."""
    bars = [*groups(chart(seats, most, LONG))]
    assert bars[0].left >= PADDING
    assert bars[-1].left + bars[-1].width <= WIDTH - PADDING + 1
    for group, following in pairwise(bars):
        assert group.left + group.width <= following.left + 0.01
    if most < 1000:
        for group in bars:
            figures = [str(points) for points in group.source.points]
            widest = max(
                width_of(figure, Label(type_scale.FIGURE, THEME.text, "bold")) for figure in figures
            )
            assert widest < group.step
            assert group.bar_middle(0) - group.step / 2 >= group.left
            assert group.bar_middle(seats - 1) + group.step / 2 <= group.left + group.width


@pytest.mark.parametrize("key", games())
@each_case("seats", [2, 4])
def test_it_is_above_the_board_of_every_game_and_is_read_on_a_phone(key, seats):
    view, sources = end_of(key, seats), chart(seats)
    pictures = renderer(key)
    board = pictures.draw(TABLE, view, names=["Maud"] * seats)
    with capture_texts() as texts:
        ending = pictures.draw(ENDING, view, names=["Maud"] * seats, shown=sources)
    (width, height), (wide, high) = png.size(board), png.size(ending)
    scale = width / (WIDTH + 2 * MARGIN)
    assert wide == width
    assert len(ending) <= MAX_BYTES
    if not pictures.names_sources:
        assert high == height + round(HEIGHT * scale) + round(MARGIN * scale)
        lower = read(ending).crop((0, high - height, width, high))
        assert lower.tobytes() == read(board).tobytes()
    names = {source.name for source in sources.sources}
    sizes = [style.size for text, style in texts if text in names]
    assert len(sizes) == len(names)
    assert min(sizes) * POST / PUBLIC_WIDTH >= LEAST_TEXT


@pytest.mark.parametrize("key", games())
@each_case("seats", [2, 3, 4])
def test_with_the_course_above_it_a_board_that_names_the_sources_is_nearly_square(key, seats):
    pictures, view = renderer(key), end_of(key, seats)
    if pictures.names_sources:
        course = Course("Points", tuple(((0, 0), (9, 70 + seat)) for seat in range(seats)))
        ending = pictures.draw(ENDING, view, names=["Maud"] * seats, shown=course)
        width, height = png.size(ending)
        assert height <= TALLEST * width


def test_without_sources_it_is_the_board():
    view = end_of("telegraph", 2)
    board, ending = (
        renderer("telegraph").draw(name, view, names=["A", "B"], shown=Sources(()))
        for name in (TABLE, ENDING)
    )
    assert board == ending


def test_the_same_chart_has_the_same_bytes():
    view = end_of("akropolis", 2)
    draw = renderer("akropolis").draw
    assert draw(ENDING, view, shown=chart(2)) == draw(ENDING, view, shown=chart(2))
