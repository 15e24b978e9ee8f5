"""The chart of the course of a game: a line in steps for each seat, its mark at its end."""

from render.course import FLOOR, HEIGHT, RIGHT, TOP, WIDTH, Course, draw_course, line_left, place
from render.theme import THEME
from tests.render.pictures import capture_texts

PHONE = 342
"""Pixels that a picture has on a phone that is 390 px wide."""
COURSE = Course("Life", (((0, 30), (9, 30), (10, 12), (20, 0)), ((0, 29), (20, 20))))


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
    assert min(style.size for text, style in texts if text in drawn) * PHONE / 1600 >= 7


def test_figures_of_any_length_have_room():
    long = Course("Points", (((0, 0), (3, 123_456)), ((0, 0), (3, 7))))
    assert line_left(long) > line_left(COURSE)
    assert place(long, 3, 7)[1] < FLOOR + 1


def test_a_game_without_points_is_drawn():
    assert draw_course(Course("Life", (((0, 0),), ((0, 0),))), THEME).image.size == (WIDTH, HEIGHT)
