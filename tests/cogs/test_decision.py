"""The chart above the last board: what it shows of a game, and its description."""

from functools import cache

import pytest
from msgspec.structs import replace

from cogs._painting.wish import Wish
from cogs._posts.board_post import ranks_in_a_row
from cogs._posts.decision import course_in, sources_in, with_chart
from render.contract import ENDING, TABLE
from tests.bot.recorded import load
from tests.posting import posts_of_game, table_of


@cache
def end_of(game, name):
    """The last post of a recorded game."""
    game_record = load(game, name)
    *_, end = posts_of_game(table_of(game, game_record.seats, game_record.seats, "en"), game_record)
    return end


@pytest.fixture
def end():
    """The end of a game of three with points of several kinds."""
    return end_of("akropolis", "three_standard")


def chart_of(end, alt="The board."):
    wish = Wish(end.look.table.game, TABLE, end.look.view)
    return with_chart(wish, alt, end.look.table, end.look.result, end.log)


def test_the_sources_of_each_seat_add_up_to_its_points(end):
    sources = sources_in(end.look.table, end.look.result).sources
    points_by_source = [source.points for source in sources]
    totals = [sum(points) for points in zip(*points_by_source, strict=True)]
    assert totals == [score.total for score in end.look.result.scores]
    assert {"Houses", "Markets"} <= {source.name for source in sources}


def test_the_description_says_in_words_what_the_chart_shows(end):
    wish, alt = chart_of(end)
    assert wish.picture == ENDING
    assert alt.startswith("The board. Points by source. Maud: ")
    scores = end.look.result.scores
    assert f"Houses\xa0{scores[0].parts['houses']}" in alt
    assert all(name in alt for name in ("Maud", "Bastien", "Inès"))


def test_the_chart_names_the_buildings_that_a_game_counts():
    wish, alt = chart_of(end_of("attika", "three_by_connection"))
    assert wish.shown.name == "Buildings"
    assert "Buildings by source. Maud: " in alt


def test_a_long_description_leaves_room_for_the_points(end):
    _, alt = chart_of(end, "word " * 400)
    assert len(alt) <= 1024
    assert "Points by source. Maud: " in alt


def test_a_game_with_one_source_shows_its_course():
    end = end_of("massalia", "by_morale")
    result = end.look.result
    course = course_in(end.look.table, result, end.log)
    assert course.name == "Life"
    assert [line[-1][1] for line in course.lines] == [score.total for score in result.scores]
    assert all(line[0][0] == 0 for line in course.lines)
    assert course.most == 30
    for line in course.lines:
        turns = [turn for turn, _ in line]
        assert turns == sorted(turns)
    assert chart_of(end)[0].picture == ENDING
    assert chart_of(end)[1] == "The board. Above: Life of all seats, turn by turn."


def test_a_game_that_goes_on_and_one_for_one_seat_have_no_chart(end):
    wish, result = Wish("akropolis", TABLE, end.look.view), end.look.result
    for no_comparison in (None, replace(result, scores=result.scores[:1])):
        assert with_chart(wish, "", end.look.table, no_comparison, end.log) is None


def test_a_game_without_any_points_has_no_chart(end):
    result = end.look.result
    zero = [replace(score, parts=dict.fromkeys(score.parts, 0)) for score in result.scores]
    assert sources_in(end.look.table, replace(result, scores=tuple(zero))) is None


def test_for_want_of_room_the_ranks_are_in_one_row(end):
    row = ranks_in_a_row(end.look.table, end.look.result)
    totals = sorted((score.total for score in end.look.result.scores), reverse=True)
    assert [int(part.split()[-1]) for part in row.split("·")] == totals
    assert row.startswith("🥇")
