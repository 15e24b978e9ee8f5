"""The chart of the course of a game: a line in steps for each seat, its mark at its end."""

from itertools import pairwise
from unittest import mock

from bench.texts import POST
from render.canvas import PUBLIC_WIDTH, Canvas
from render.course import (
    FLOOR,
    HEIGHT,
    LEAD,
    MARK,
    RIGHT,
    TOP,
    WIDTH,
    Course,
    draw_course,
    line_left,
    place,
    spread,
)
from render.theme import THEME
from tests.render.pictures import capture_texts

COURSE = Course("Life", (((0, 30), (9, 30), (10, 12), (20, 0)), ((0, 20), (20, 20))))


def test_the_most_points_are_on_top_and_none_on_the_floor():
    assert place(COURSE, 0, 30) == (line_left(COURSE), TOP)
    assert place(COURSE, 20, 0) == (WIDTH - RIGHT, FLOOR)
    assert place(COURSE, 10, -4)[1] == FLOOR


def test_a_line_stays_level_until_its_points_change():
    picture = draw_course(COURSE, THEME).image
    for turn, points in ((5, 30), (15, 12)):
        x, y = place(COURSE, turn, points)
        assert picture.getpixel((round(x), round(y))) == THEME.seats[0].bright
    assert picture.size == (WIDTH, HEIGHT)


def test_only_who_has_points_left_has_a_figure_and_all_texts_are_read_on_a_phone():
    with capture_texts() as texts:
        draw_course(COURSE, THEME)
    drawn = [text for text, _ in texts if len(text) > 1 or text.isdecimal()]
    assert sorted(drawn) == ["0", "20", "30", "Life"]
    assert min(style.size for text, style in texts if text in drawn) * POST / PUBLIC_WIDTH >= 8


def test_the_bar_at_the_foot_says_who_led():
    assert COURSE.leaders == [0, *[0] * 9, *[1] * 10]
    picture = draw_course(COURSE, THEME).image
    for turn, seat in ((4, 0), (14, 1)):
        x, _ = place(COURSE, turn, 0)
        assert picture.getpixel((round(x) + 3, LEAD[0] + 3)) == THEME.seats[seat].bright
    tied = Course("Points", (((0, 5), (2, 5)), ((0, 5), (2, 5))))
    assert tied.leaders == [None, None]


def test_marks_of_nearly_equal_points_stand_one_above_the_other():
    assert spread([10, 12, 60], 20, 5, 100) == [10, 30, 60]
    assert spread([80, 95, 99], 20, 5, 100) == [60, 80, 100]
    close = Course("Points", tuple(((0, 0), (3, points)) for points in (76, 77, 78, 79)))
    with mock.patch.object(Canvas, "paste_centred") as paste:
        draw_course(close, THEME)
    heights = sorted(call.args[2] for call in paste.call_args_list)
    assert all(low - high >= MARK for high, low in pairwise(heights))
    assert 0 < heights[0] < heights[-1] < HEIGHT


def test_figures_of_any_length_have_room():
    long = Course("Points", (((0, 0), (3, 123_456)), ((0, 0), (3, 7))))
    assert line_left(long) > line_left(COURSE)
    assert place(long, 3, 7)[1] < FLOOR + 1


def test_a_game_without_points_is_drawn():
    assert draw_course(Course("Life", (((0, 0),), ((0, 0),))), THEME).image.size == (WIDTH, HEIGHT)
