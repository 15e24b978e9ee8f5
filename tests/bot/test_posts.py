"""The queues: whatever is posted, fails and waits, all is told once, in order, and in time."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import database
from bot.posts import Post, claim_next, postpone, waiting, withdraw, write_post

TABLE = 1
LONGEST_DELAY = 300
STEPS = st.one_of(
    st.tuples(st.just("board"), st.sampled_from([0, 0, 2, 30, LONGEST_DELAY])),
    st.tuples(st.just("notice")),
    st.tuples(st.just("hand"), st.sampled_from([0, LONGEST_DELAY]), st.integers(0, 1)),
    st.tuples(st.just("wait"), st.sampled_from([1, 5, 60, LONGEST_DELAY])),
    st.tuples(st.just("serve"), st.sampled_from(["shown", "shown", "later", "killed"])),
)


class Queues:
    """An outbox, a clock, and what somebody sees."""

    def __init__(self, db: sqlite3.Connection) -> None:
        database.migrate(db)
        db.row_factory = sqlite3.Row
        self.db, self.now = db, datetime(2026, 1, 1, tzinfo=UTC)
        self.ply = 0
        self.told: list[int] = []
        self.hands: dict[int, int] = {}
        self.changed: dict[int, int] = {}
        self.nonces: dict[str, dict] = {}

    def board(self, delay: float) -> None:
        self.ply += 1
        self.post(Post("board", {"plies": [self.ply, self.ply], "mention": []}, delay))

    def notice(self) -> None:
        self.ply += 1
        self.post(Post("notice", {"plies": [self.ply, self.ply]}))

    def hand(self, delay: float, seat: int) -> None:
        self.changed[seat] = self.changed.get(seat, 0) + 1
        self.post(Post("hand", {"seat": seat}, delay, seat))

    def post(self, post: Post) -> None:
        write_post(self.db, TABLE, post, self.now)

    def due(self) -> list[datetime]:
        return [due for _, due in waiting(self.db, self.now)]

    def serve(self, outcome: str = "shown") -> bool:
        """Make a delivery if the worker would, and whatever comes of it."""
        if not any(due <= self.now for due in self.due()):
            return False
        delivery = claim_next(self.db, TABLE, self.now)
        assert delivery is not None, "due, and not to be had: the worker would spin"
        first = self.nonces.setdefault(delivery.nonce, delivery.payload)
        assert first == delivery.payload
        if outcome == "later":
            postpone(self.db, delivery.id, self.now + timedelta(seconds=60))
        elif outcome != "killed":
            self.show(delivery.kind, delivery.payload)
            self.db.execute("DELETE FROM outbox WHERE id = ?", (delivery.id,))
        return True

    def show(self, kind: str, payload: dict) -> None:
        if kind == "hand":
            self.hands[payload["seat"]] = self.changed[payload["seat"]]
        else:
            first, last = payload["plies"]
            self.told.extend(range(first, last + 1))

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
        assert queues.due() == []
        assert queues.told == list(range(1, queues.ply + 1))
        assert queues.hands == queues.changed


@pytest.fixture
def queues() -> Iterator[Queues]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        yield Queues(db)


def kinds(queues: Queues) -> list[tuple[str, object]]:
    """Everything that can be had now, in its order."""
    had = []
    while delivery := claim_next(queues.db, TABLE, queues.now):
        had.append((delivery.kind, delivery.payload.get("plies", delivery.payload.get("seat"))))
        queues.db.execute("DELETE FROM outbox WHERE id = ?", (delivery.id,))
    return had


def test_a_post_that_is_due_takes_in_none_that_still_waits(queues):
    queues.board(0)
    queues.board(LONGEST_DELAY)
    assert kinds(queues) == [("board", [1, 1])]


def test_a_post_that_is_due_takes_in_those_that_waited_for_it(queues):
    queues.board(LONGEST_DELAY)
    queues.board(LONGEST_DELAY)
    queues.board(0)
    assert kinds(queues) == [("board", [1, 3])]


def test_boards_go_before_hands_and_hands_by_seat(queues):
    for seat in (1, 0, 1):
        queues.hand(0, seat)
    queues.board(0)
    assert kinds(queues) == [("board", [1, 1]), ("hand", 0), ("hand", 1)]


def test_what_arrives_behind_a_post_that_must_wait_is_not_due_before_it(queues):
    queues.board(0)
    queues.serve("later")
    queues.board(0)
    assert queues.due() == [queues.now + timedelta(seconds=60)]
    queues.wait(60)
    assert kinds(queues) == [("board", [1, 1]), ("board", [2, 2])]


def test_a_wait_grows_with_the_posts_that_join_it(queues):
    queues.board(2)
    queues.board(LONGEST_DELAY)
    assert queues.due() == [queues.now + timedelta(seconds=LONGEST_DELAY)]


def test_what_is_due_stays_due_whatever_joins_it(queues):
    queues.board(0)
    queues.board(LONGEST_DELAY)
    assert queues.due() == [queues.now]


def test_only_posts_that_were_not_tried_are_withdrawn(queues):
    queues.board(0)
    queues.serve("killed")
    for delay in (LONGEST_DELAY, LONGEST_DELAY):
        queues.board(delay)
    queues.hand(LONGEST_DELAY, 0)
    assert withdraw(queues.db, TABLE, (1, 3)) == 2
    queues.wait(LONGEST_DELAY)
    assert kinds(queues) == [("board", [1, 1]), ("hand", 0)]


def test_what_was_claimed_before_its_time_is_had_again_at_once(queues):
    """The notice ends the board's wait; the process is killed before the board is shown."""
    queues.board(LONGEST_DELAY)
    queues.notice()
    queues.serve("killed")
    assert kinds(queues) == [("board", [1, 1]), ("notice", [2, 2])]
