"""The queues: whatever is posted, fails and waits, all is told once, in order, and in time."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.database.form import migrate
from bot.steps.announcements import notice
from bot.store.outbox import (
    claim_next,
    forget_delivery,
    next_lane,
    postpone,
    set_aside,
    write_post,
)
from bot.table import payloads
from bot.table.payloads import Payload, Way
from bot.table.post import EDITS, LONGEST_WAIT, Lane, Post

TABLE = 1
LONGEST_DELAY = 300
STEPS = st.one_of(
    st.tuples(st.just("board"), st.sampled_from([0, 0, 2, 30, LONGEST_DELAY])),
    st.tuples(st.just("notice")),
    st.tuples(st.just("hand"), st.sampled_from([0, LONGEST_DELAY]), st.integers(0, 1)),
    st.tuples(st.just("lobby"), st.sampled_from([0, LONGEST_DELAY])),
    st.tuples(st.just("wait"), st.sampled_from([1, 5, 60, LONGEST_DELAY, -86400])),
    st.tuples(st.just("serve"), st.sampled_from(["shown", "shown", "later", "failed", "killed"])),
)


class Queues:
    """An outbox, a clock, and what somebody sees."""

    def __init__(self, db: sqlite3.Connection) -> None:
        migrate(db)
        db.row_factory = sqlite3.Row
        self.db, self.now = db, datetime(2026, 1, 1, tzinfo=UTC)
        self.ply = 0
        self.delivered: list[int] = []
        self.hands: dict[int, int] = {}
        self.changed: dict[int, int] = {}
        self.nonces: dict[str, Payload] = {}
        self.redrawn = True

    def board(self, delay: float) -> None:
        self.ply += 1
        self.post(Post("board", payloads.Board(plies=(self.ply, self.ply)), delay))

    def notice(self) -> None:
        self.ply += 1
        self.post(notice(str(self.ply)))

    def hand(self, delay: float, seat: int) -> None:
        self.changed[seat] = self.changed.get(seat, 0) + 1
        self.post(Post("hand", payloads.AboutSeat(seat=seat), delay, seat))

    def lobby(self, delay: float) -> None:
        self.redrawn = False
        self.post(Post("lobby", payloads.Lobby(), delay))

    def post(self, post: Post) -> None:
        write_post(self.db, TABLE, post, self.now)

    def due(self) -> float | None:
        """Seconds until something is to be had; None when nothing waits."""
        lane, seconds = next_lane(self.db, self.now, ())
        waiting = self.db.execute("SELECT count(*) FROM outbox WHERE refused IS NULL").fetchone()[0]
        assert lane is None or lane.table_id == TABLE
        if not waiting:
            return None
        return seconds if lane is None else 0

    def serve(self, outcome: str = "shown") -> bool:
        """Make a delivery if the worker would, and whatever comes of it."""
        if self.due() != 0:
            return False
        lane, _ = next_lane(self.db, self.now, ())
        delivery = claim_next(self.db, lane, self.now)
        assert delivery is not None, "due, and not to be had: the worker would spin"
        first = self.nonces.setdefault(delivery.nonce, delivery.payload)
        assert first == delivery.payload
        if outcome == "later":
            postpone(self.db, delivery.id, self.now, 60, failed=False)
        elif outcome == "failed":
            postpone(self.db, delivery.id, self.now, 60, failed=True)
        elif outcome != "killed":
            self.show(delivery.payload)
            self.db.execute("DELETE FROM outbox WHERE id = ?", (delivery.id,))
        return True

    def show(self, payload: Payload) -> None:
        match payload:
            case payloads.AboutSeat(seat=seat):
                self.hands[seat] = self.changed[seat]
            case payloads.Lobby():
                self.redrawn = True
            case payloads.Board(plies=(first, last)):
                self.delivered.extend(range(first, last + 1))
            case payloads.Notice(code=code):
                self.delivered.append(int(code))

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@given(st.lists(STEPS, max_size=25))
def test_everything_is_told_once_in_order_and_in_time(steps):
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        queues = Queues(db)
        for name, *values in steps:
            getattr(queues, name)(*values)
        queues.wait(LONGEST_DELAY + 60)
        while queues.serve():
            pass
        assert queues.due() is None
        assert queues.delivered == list(range(1, queues.ply + 1))
        assert queues.hands == queues.changed
        assert queues.redrawn


@pytest.fixture
def queues() -> Iterator[Queues]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        yield Queues(db)


def kinds(queues: Queues) -> list[tuple[str, object]]:
    """Everything that can be had now, in its order."""
    had = []
    while (lane := next_lane(queues.db, queues.now, ())[0]) is not None:
        delivery = claim_next(queues.db, lane, queues.now)
        assert delivery is not None
        match delivery.payload:
            case payloads.Board(plies=plies):
                had.append((delivery.kind, [*plies]))
            case payloads.AboutSeat(seat=seat):
                had.append((delivery.kind, seat))
            case _:
                had.append((delivery.kind, None))
        queues.db.execute("DELETE FROM outbox WHERE id = ?", (delivery.id,))
    return had


def test_a_post_that_is_due_takes_in_none_that_still_waits(queues):
    queues.board(0)
    queues.board(LONGEST_DELAY)
    assert kinds(queues) == [("board", [1, 1])]


def test_a_departure_is_told_ahead_of_a_board_that_waits_and_boards_merge_on(queues):
    queues.board(LONGEST_DELAY)
    queues.post(Post("out", payloads.Elimination(seat=1, plies=(2, 2))))
    assert kinds(queues) == [("out", [2, 2])]
    queues.board(0)
    assert kinds(queues) == [("board", [1, 2])]


def test_a_post_that_is_due_takes_in_those_that_waited_for_it(queues):
    queues.board(LONGEST_DELAY)
    queues.board(LONGEST_DELAY)
    queues.board(0)
    assert kinds(queues) == [("board", [1, 3])]


def test_boards_go_before_hands_and_who_waits_longest_is_next(queues):
    for seat in (1, 0, 1):
        queues.hand(0, seat)
    queues.board(0)
    assert kinds(queues) == [("board", [1, 1]), ("hand", 1), ("hand", 0)]


def test_a_post_behind_one_that_must_wait_is_not_due_before_it(queues):
    queues.board(0)
    queues.serve("later")
    queues.board(0)
    assert queues.due() == 60
    queues.wait(60)
    assert kinds(queues) == [("board", [1, 1]), ("board", [2, 2])]


def test_a_wait_grows_with_the_posts_that_join_it(queues):
    queues.board(2)
    queues.board(LONGEST_DELAY)
    assert queues.due() == LONGEST_DELAY


def test_a_post_claimed_before_its_time_is_had_again_at_once(queues):
    """The notice ends the board's wait; the process is killed before the board is shown."""
    queues.board(LONGEST_DELAY)
    queues.notice()
    queues.serve("killed")
    assert kinds(queues) == [("board", [1, 1]), ("notice", None)]


def test_a_post_that_cannot_be_read_holds_up_no_other(queues):
    """It was written by another version: its delivery fails, and is given up in the end."""
    queues.notice()
    queues.db.execute("UPDATE outbox SET payload = '{}'")
    queues.board(0)
    assert kinds(queues) == [("notice", None), ("board", [2, 2])]


def test_nor_does_one_that_would_merge(queues):
    queues.board(0)
    queues.board(0)
    queues.db.execute("UPDATE outbox SET payload = '{\"plies\": 5}' WHERE id = 2")
    assert kinds(queues) == [("board", [1, 1]), ("board", None)]


# ---- the line of all tables ----------------------------------------------------------------------


def line(queues: Queues, *busy: Lane) -> list[tuple[int, str]]:
    """Tables in the order in which they are served when each delivery succeeds at once."""
    served = []
    while (lane := next_lane(queues.db, queues.now, busy)[0]) is not None:
        delivery = claim_next(queues.db, lane, queues.now)
        assert delivery is not None
        served.append((lane.table_id, delivery.kind))
        forget_delivery(queues.db, delivery.id, queues.now)
    return served


PAYLOADS = {
    "hand": payloads.AboutSeat(seat=0),
    "farewell": payloads.Farewell(channel=5, message=6, language="en"),
    "notice": payloads.Notice(code=""),
    "retire": payloads.Retirement(place=5, message=6, way=Way.BARE),
    "film": payloads.Film(instead=None),
    "board": payloads.Board(plies=(1, 1)),
    "open": payloads.Board(plies=(1, 1)),
}


def write(queues: Queues, table: int, kind: str, seat: int | None = None) -> None:
    write_post(queues.db, table, Post(kind, PAYLOADS.get(kind, Payload()), seat=seat), queues.now)


def test_boards_go_before_the_hands_and_lobbies_of_all_tables(queues):
    for table, kind in enumerate(("lobby", "hand", "lobby", "board", "hand", "notice"), 1):
        write(queues, table, kind)
        queues.wait(1)
    assert line(queues) == [
        (4, "board"),
        (6, "notice"),
        (2, "hand"),
        (5, "hand"),
        (1, "lobby"),
        (3, "lobby"),
    ]


def test_a_table_with_much_to_tell_lets_the_others_through(queues):
    for table in (1, 1, 1, 2, 3):
        write(queues, table, "notice")
        queues.wait(1)
    assert [table for table, _ in line(queues)] == [1, 2, 3, 1, 1]


def test_a_table_that_is_served_already_is_passed_over(queues):
    write(queues, 1, "board")
    write(queues, 2, "lobby")
    assert line(queues, Lane(1)) == [(2, "lobby")]


@pytest.mark.parametrize("kind", ["lobby", "clock", "rename", "retire", "film"])
def test_edits_at_a_table_are_served_beside_its_boards(queues, kind):
    write(queues, 1, "board")
    write(queues, 1, kind)
    assert line(queues, Lane(1, EDITS)) == [(1, "board")]
    assert line(queues, Lane(1)) == [(1, kind)]


def test_the_private_messages_of_a_seat_are_served_beside_all_others(queues):
    write(queues, 1, "board")
    for seat in (0, 1):
        write(queues, 1, "hand", seat)
    assert line(queues, Lane(1, 0)) == [(1, "board"), (1, "hand")]
    assert line(queues, Lane(1), Lane(2, 0)) == [(1, "hand")]


def test_the_hand_of_who_leaves_is_closed_before_another_is_written(queues):
    for kind in ("hand", "farewell"):
        write(queues, 1, kind, 0)
    assert line(queues, Lane(1, 0)) == []
    assert line(queues) == [(1, "farewell"), (1, "hand")]


def test_no_hand_begins_before_the_first_board_has_made_a_place(queues):
    """Neither while that board waits nor while it is under way; other tables go on."""
    write(queues, 1, "open")
    write(queues, 1, "hand", 0)
    write(queues, 2, "hand", 0)
    opening = claim_next(queues.db, Lane(1), queues.now)
    assert opening is not None
    assert line(queues, Lane(1)) == [(2, "hand")]
    postpone(queues.db, opening.id, queues.now, 60, failed=True)
    assert next_lane(queues.db, queues.now, ()) == (None, 60)
    queues.wait(60)
    assert line(queues) == [(1, "open"), (1, "hand")]


def test_a_first_board_that_is_given_up_holds_up_no_hand(queues):
    write(queues, 1, "open")
    write(queues, 1, "hand", 0)
    opening = claim_next(queues.db, Lane(1), queues.now)
    assert opening is not None
    set_aside(queues.db, opening, "no access", queues.now)
    assert line(queues) == [(1, "hand")]


def test_a_lobby_that_must_wait_holds_up_no_board(queues):
    queues.lobby(0)
    queues.serve("later")
    queues.board(0)
    assert kinds(queues) == [("board", [1, 1])]


def test_something_new_ends_the_wait_after_a_failure(queues):
    queues.board(0)
    queues.serve("failed")
    assert queues.due() == 60
    queues.board(0)
    assert queues.due() == 0
    assert kinds(queues) == [("board", [1, 1]), ("board", [2, 2])]


def test_a_clock_that_was_set_back_delays_no_post(queues):
    queues.board(0)
    queues.serve("later")
    queues.wait(-86400)
    queues.board(0)
    assert queues.due() == 0
    assert kinds(queues) == [("board", [1, 1]), ("board", [2, 2])]


def test_a_post_waits_no_longer_than_the_longest_wait(queues):
    queues.board(0)
    delivery = claim_next(queues.db, Lane(TABLE), queues.now)
    assert delivery is not None
    postpone(queues.db, delivery.id, queues.now, 86400, failed=False)
    assert queues.due() == LONGEST_WAIT


def test_a_delivery_knows_when_it_was_first_tried(queues):
    queues.board(0)
    began = queues.now
    queues.serve("killed")
    queues.wait(200)
    delivery = claim_next(queues.db, Lane(TABLE), queues.now)
    assert delivery is not None
    assert (delivery.attempts, delivery.tried_at) == (2, began)


def test_a_board_on_its_way_need_not_be_shown_again(queues):
    queues.board(0)
    queues.post(Post("again", payloads.Board(plies=(1, 0))))
    assert kinds(queues) == [("board", [1, 1])]


@pytest.mark.parametrize("outcome", ["failed", "later", "killed"])
def test_a_board_that_may_have_been_sent_is_shown_again(queues, outcome):
    """It may have gone where nobody sees it any more."""
    queues.board(0)
    queues.serve(outcome)
    queues.post(Post("again", payloads.Board(plies=(1, 0))))
    assert ("again", [1, 0]) in kinds(queues)


def test_a_board_that_waits_for_the_rest_of_a_turn_goes_on_waiting(queues):
    queues.board(LONGEST_DELAY)
    queues.post(Post("again", payloads.Board(plies=(1, 0))))
    assert kinds(queues) == [("again", [1, 0])]
