"""Rows and values: what is written by the names of its columns is read as the same value."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import msgspec
import pytest

from bot.store.rows import insert, put, struct_from_row
from bot.table.options import Pace, Terms

MOMENT = datetime(2026, 1, 5, 12, 30, 15, 250_000, tzinfo=UTC)


class Kept(msgspec.Struct, frozen=True):
    """A value of every kind that a column holds."""

    id: int
    name: str | None
    at: datetime | None
    is_open: bool
    pace: Pace
    terms: Terms
    points: tuple[int, int] | None = None


KEPT = Kept(1, "null", MOMENT, True, Pace.TWO, Terms(pace=Pace.BANK, start=24), (3, 5))


@pytest.fixture
def db():
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.row_factory = sqlite3.Row
        columns = ", ".join(name for name in Kept.__struct_fields__ if name != "id")
        connection.execute(f"CREATE TABLE kept (id INTEGER PRIMARY KEY, {columns}, extra)")
        yield connection


def written(db):
    return [
        struct_from_row(row, Kept, "terms", "points") for row in db.execute("SELECT * FROM kept")
    ]


@pytest.mark.parametrize("value", [KEPT, Kept(2, None, None, False, Pace.NONE, Terms())])
def test_a_value_is_read_as_it_was_written(db, value):
    assert insert(db, "kept", **msgspec.structs.asdict(value)) == value.id
    assert written(db) == [value]


def test_a_moment_sorts_as_text(db):
    insert(db, "kept", **msgspec.structs.asdict(KEPT))
    assert db.execute("SELECT at FROM kept").fetchone()[0] == "2026-01-05T12:30:15.250+00:00"


def test_a_new_row_never_replaces_another_and_one_that_is_put_does(db):
    insert(db, "kept", **msgspec.structs.asdict(KEPT))
    later = msgspec.structs.replace(KEPT, name="Maud", points=None)
    with pytest.raises(sqlite3.IntegrityError):
        insert(db, "kept", **msgspec.structs.asdict(later))
    put(db, "kept", **msgspec.structs.asdict(later))
    assert written(db) == [later]


def test_a_field_without_a_column_is_given(db):
    insert(db, "kept", **msgspec.structs.asdict(KEPT))
    row = db.execute("SELECT * FROM kept").fetchone()
    assert struct_from_row(row, Kept, "terms", "points", name="Inès").name == "Inès"


def test_a_row_of_another_form_is_refused(db):
    insert(db, "kept", **msgspec.structs.asdict(KEPT) | {"pace": "hurried"})
    with pytest.raises(msgspec.ValidationError, match=r"hurried.*pace"):
        written(db)
