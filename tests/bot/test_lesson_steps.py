"""The progress of a lesson is read from its log; a lesson counts nowhere and calls nobody."""

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.steps import lessons
from bot.table import payloads, seating
from bot.table.changes import Change, Ply
from bot.table.post import Post
from bot.table.seating import Person, Purpose, Status
from rules.contract import Event
from rules.lesson import Lesson, Step
from rules.registry import get
from tests.bot.samples import LOBBY

LESSON = replace(LOBBY, game="akropolis", purpose=Purpose.LESSON, status=Status.LIVE)
FREE = Event("akropolis.tile_taken", {"seat": 0, "tile": 1, "line": 0, "price": 0})
DEAR = Event("akropolis.tile_taken", {"seat": 0, "tile": 1, "line": 1, "price": 1})
SEAT = {"seat": 0}
AT = "2026-01-01T00:00:00+00:00"


def turn(number, *events, seat=0, **more):
    """A ply that is a whole turn."""
    return Ply(number, seat, "T1 0,0 r0", events, AT, seat > 0, **more)


def test_before_the_first_move_the_first_step_comes():
    progress = lessons.progress(LESSON, [])
    assert (progress.number, progress.step.name, progress.last) == (1, "free", None)


def test_any_turn_leads_to_the_next_step_whether_it_does_its_own_or_not():
    progress = lessons.progress(LESSON, [turn(1, FREE), turn(2, seat=1)])
    assert (progress.number, progress.step.name, progress.did) == (2, "cover", progress.last)
    progress = lessons.progress(LESSON, [turn(1)])
    assert (progress.number, progress.did) == (2, None)


def test_a_turn_that_does_a_later_step_instead_has_done_that_one():
    """The missed step comes again at the end, while there have been fewer turns than steps."""
    steps = get("akropolis").lesson.steps
    progress = lessons.progress(LESSON, [turn(1, DEAR)])
    assert (progress.last, progress.did, progress.step) == (steps[0], steps[2], steps[1])
    assert progress.following == (*steps[3:], steps[0])
    plies = [turn(1, DEAR), *(turn(number) for number in range(2, 4))]
    assert lessons.progress(LESSON, plies[:2]).skipped == (steps[2],)
    assert lessons.progress(LESSON, plies).step == steps[4]
    assert lessons.progress(LESSON, [*plies, turn(4)]).step == steps[0]
    assert lessons.progress(LESSON, [*plies, turn(4), turn(5)]).step is None


def test_instead_of_a_step_those_that_follow_may_be_done():
    steps = get("akropolis").lesson.steps
    progress = lessons.progress(LESSON, [turn(1, FREE)])
    ways = [*lessons.alternatives(LESSON, progress)]
    assert [(way.number, way.step) for way in ways] == [*enumerate(steps, 1)][1:]
    assert [way.passed for way in ways] == [steps[1 : 1 + n] for n in range(4)]


def test_a_step_that_was_done_before_its_turn_is_skipped():
    """And the turn after it has the next one; the panel says so after the turn before."""
    steps = get("akropolis").lesson.steps
    stones = Event("akropolis.stones_gained", {"seat": 0, "amount": 1})
    first = lessons.progress(LESSON, [turn(1, FREE, DEAR, stones)])
    assert (first.number, first.skipped) == (4, steps[1:3])
    second = lessons.progress(LESSON, [turn(1, FREE, DEAR, stones), turn(2, FREE)])
    assert (second.number, second.last, second.skipped) == (5, steps[3], ())


@given(st.lists(st.sets(st.sampled_from("abcde")), max_size=5))
def test_every_step_that_is_passed_over_is_named(turns):
    """Whatever the turns do: up to the last one, and before the missed ones come once more."""
    lesson = Lesson(tuple(Step(name, name) for name in "abcde"), seed=1)
    plies, number = list[Ply](), 1
    for done in turns:
        plies.append(turn(len(plies) + 1, *(Event(f"akropolis.{name}", SEAT) for name in done)))
        with patch.object(lessons, "lesson_of", lambda table: lesson):
            progress = lessons.progress(LESSON, plies)
        names = [step.name for step in lesson.steps[number : progress.number - 1]]
        assert {*names} <= {step.name for step in progress.overtaken}
        number = progress.number


def test_undone_turns_and_the_one_under_way_do_not_count():
    undone, started = turn(1, FREE, undone=AT), turn(2, FREE, ends_turn=False)
    assert lessons.progress(LESSON, [undone, started]).number == 1


def test_a_turn_of_several_moves_may_do_its_step_in_any_of_them():
    plies = [turn(1, FREE, ends_turn=False), turn(2, DEAR)]
    assert lessons.progress(LESSON, plies).did


def test_after_the_last_step_there_is_none():
    steps = get("akropolis").lesson.steps
    plies = [turn(number, FREE) for number in range(1, len(steps) + 1)]
    last = lessons.progress(LESSON, plies)
    assert (last.step, last.last) == (None, steps[-1])
    later = lessons.progress(LESSON, [*plies, turn(9, FREE)])
    assert (later.step, later.last) == (None, None)


def test_an_ordinary_table_gives_no_lesson():
    assert lessons.progress(replace(LESSON, purpose=Purpose.GAME), []) is None


def test_a_lesson_has_no_lobby_post_and_sends_no_hand():
    posts = (Post("lobby"), Post("hand", seat=0), Post("board", payloads.Board(mention=[7])))
    [board] = lessons.quiet(Change(table=LESSON, posts=posts), log=()).posts
    assert (board.kind, board.payload.notified_users) == ("board", [])


def test_the_answer_to_the_last_step_has_no_board_below_the_closing_words():
    plies = [turn(number, FREE) for number in range(1, len(get("akropolis").lesson.steps) + 1)]
    answer = replace(turn(9, FREE), seat=1)
    posts = (Post("board", payloads.Board(mention=[7])),)
    change = Change(table=LESSON, plies=(answer,), posts=posts)
    assert lessons.quiet(change, log=plies).posts == ()
    assert lessons.quiet(change, log=plies[1:]).posts != ()
    own = replace(change, plies=(turn(9, FREE),))
    assert lessons.quiet(own, log=plies).posts != ()


def test_the_rematch_of_a_lesson_is_a_game_that_counts():
    host = Person(LOBBY.seats[0].user_id, "Maud")
    over = replace(LESSON, status=Status.OVER)
    assert seating.rematch_of(over, host).purpose is Purpose.GAME
