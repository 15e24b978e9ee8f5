"""The chart above the last board: what it shows of a game, and its description."""

from functools import cache

from msgspec.structs import replace

from cogs._painting.wish import Wish
from cogs._posts.board_post import ranks_in_a_row
from cogs._posts.decision import course_in, sources_in, with_chart
from render.contract import ENDING, TABLE
from tests.posting import posts_of_game, table_of


@cache
def end_of(key, seats=2):
    """The last post of a game of AI players."""
    *_, end = posts_of_game(table_of(key, seats, seats, "en"), "easy")
    return end


def chart_of(end, alt="The board."):
    wish = Wish(end.look.table.game, TABLE, end.look.view)
    return with_chart(wish, alt, end.look.table, end.look.result, end.log)


def test_the_sources_of_each_seat_add_up_to_its_points():
    look = end_of("akropolis", 3).look
    sources = sources_in(look.table, look.result).sources
    totals = [sum(points) for points in zip(*(one.points for one in sources), strict=True)]
    assert totals == [score.total for score in look.result.scores]
    assert {"Houses", "Markets"} <= {source.name for source in sources}


def test_the_description_says_in_words_what_the_chart_shows():
    end = end_of("akropolis", 3)
    wish, alt = chart_of(end)
    assert wish.picture == ENDING
    assert alt.startswith("The board. Points by source. Maud: ")
    scores = end.look.result.scores
    assert f"Houses\xa0{scores[0].parts['houses']}" in alt
    assert all(name in alt for name in ("Maud", "Bastien", "Inès"))


def test_a_long_description_leaves_room_for_the_points():
    _, alt = chart_of(end_of("akropolis", 3), "word " * 400)
    assert len(alt) <= 1024
    assert "Points by source. Maud: " in alt


def test_a_game_with_one_source_shows_its_course():
    end = end_of("massalia")
    result = end.look.result
    course = course_in(end.look.table, result, end.log)
    assert course.name == "Life"
    assert [line[-1][1] for line in course.lines] == [score.total for score in result.scores]
    assert all(line[0][0] == 0 for line in course.lines)
    assert course.most == 30
    for line in course.lines:
        turns = [turn for turn, _ in line]
        assert turns == sorted(turns)
    wish, alt = chart_of(end)
    assert (wish.picture, alt) == (ENDING, "The board. Above: Life of all seats, turn by turn.")


def test_a_game_that_goes_on_and_one_for_one_seat_have_no_chart():
    end = end_of("akropolis")
    wish = Wish("akropolis", TABLE, end.look.view)
    result = end.look.result
    alone = replace(result, scores=result.scores[:1])
    for nothing in (None, alone):
        assert with_chart(wish, "", end.look.table, nothing, end.log) is None


def test_a_game_in_which_nobody_has_points_has_no_chart():
    end = end_of("akropolis")
    zero = [replace(score, parts=dict.fromkeys(score.parts, 0)) for score in end.look.result.scores]
    result = replace(end.look.result, scores=tuple(zero))
    assert sources_in(end.look.table, result) is None


def test_where_there_is_little_room_the_ranks_are_in_one_row():
    look = end_of("akropolis", 3).look
    row = ranks_in_a_row(look.table, look.result)
    totals = sorted((score.total for score in look.result.scores), reverse=True)
    assert [int(part.split()[-1]) for part in row.split("·")] == totals
    assert row.startswith("🥇")
