"""What a person is given: every row that names them, nobody else in it, and no secret."""

import sqlite3
from contextlib import closing

import msgspec
import pytest

from bot.store import erasure
from bot.store.person_file import SECRETS, rows_of
from tests.bot.test_forgetting import (
    MAUD,
    NAME,
    ZAPHOD,
    everywhere,
    insert_person,
    naming,
    people,
    services,
)

__all__ = ["everywhere", "people", "services"]

OTHER = 313131313131


async def test_it_has_every_row_that_names_them(everywhere, services, file):
    given = msgspec.json.decode(await services.privacy.person_file(ZAPHOD))
    assert given["user_id"] == ZAPHOD
    assert {*given["rows"]} == naming(file, ZAPHOD)
    assert len(given["rows"]["seat"]) == 4
    assert {row["name"] for row in given["rows"]["seat"]} == {NAME}


async def test_a_column_that_anybody_adds_is_in_it(store, file):
    """Also of tables that nobody thought of: what erasing deletes, this gives."""
    columns = await store.read(lambda db: list(erasure.columns(db)))
    with closing(sqlite3.connect(file)) as db:
        db.row_factory = sqlite3.Row
        db.executescript("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        missing = []
        for number, column in enumerate(columns, 900):
            insert_person(db, column, number)
            [row] = rows_of(db, ZAPHOD).get(column.table, [{}])
            if row.get(column.name) != ZAPHOD or (column.spoken and row[column.spoken] != NAME):
                missing.append(column)
            db.rollback()
        assert missing == []


async def test_it_is_silent_about_other_people(everywhere, services):
    """But for the names of those whom they have blocked themselves."""
    given = msgspec.json.decode(await services.privacy.person_file(ZAPHOD))
    blocked = given["rows"].pop("block")
    assert sorted((row["user_id"], row["blocked_id"]) for row in blocked if row["user_id"]) == [
        (ZAPHOD, None)
    ]
    assert [row["name"] for row in blocked if row["user_id"]] == ["Maud"]
    assert [row["name"] for row in blocked if not row["user_id"]] == [NAME]
    people = {value for text in ids(given) for value in text}
    assert people == {ZAPHOD}
    assert "Person" not in msgspec.json.encode(given).decode()


def ids(given):
    """The people in each row, by the columns that hold people."""
    for rows in given["rows"].values():
        for row in rows:
            named = {"user_id", "host_id", "by_id", "about_id", "blocked_id", "person_id"}
            yield [row[name] for name in named & row.keys() if row[name] is not None]
            for called in (*row.get("mention", ()), *row.get("concerns", ())):
                yield [called]
            yield [user for _, user in row.get("calls", ())]


@pytest.fixture
async def secrets(everywhere, store):
    """Seeds and salts that decide the luck of the tables."""
    query = "SELECT seed, salt FROM table_"
    hidden = await store.read(lambda db: db.execute(query).fetchall())
    return [value for row in hidden for value in row]


async def test_no_secret_of_a_table_is_in_it(everywhere, services, secrets):
    given = (await services.privacy.person_file(MAUD)).decode()
    assert '"table_"' in given
    assert len(secrets) == 8
    assert [value for value in secrets if value in given] == []
    assert [name for name in SECRETS if f'"{name}":' in given] == []


async def test_an_unknown_person_gets_an_empty_list(services):
    given = msgspec.json.decode(await services.privacy.person_file(OTHER))
    assert given["rows"] == {}
