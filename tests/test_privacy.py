"""PRIVACY.md tells of every column that holds a person, and of none that does not exist."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.database import form
from bot.settings import Settings
from bot.store import erasure

PAGE = (Path(__file__).parent.parent / "PRIVACY.md").read_text("utf-8")
NAMED = re.compile(r"`(\w+\.\w+)`")
BESIDE = {"person.user_id", "person.language", "person.habits", "outbox.payload"}
"""What holds people beside the columns that refer to them."""


@pytest.fixture
def schema():
    """An empty database of today."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.row_factory = sqlite3.Row
        form.migrate(db)
        yield db


def of_people(schema):
    """Every column that holds a person or their name."""
    for column in erasure.columns(schema):
        yield f"{column.table}.{column.name}"
        if column.spoken:
            yield f"{column.table}.{column.spoken}"


def columns_in_page():
    """The columns that have a line in the table of the page."""
    lines = PAGE.partition("## Where it stands")[2].splitlines()
    return {name for line in lines if line.startswith("| `") for name in NAMED.findall(line)}


def test_every_column_that_holds_a_person_has_a_line_and_no_line_names_another(schema):
    assert columns_in_page() == {*of_people(schema), *BESIDE}


def test_every_line_names_columns_that_exist(schema):
    columns = {
        f"{table}.{column}"
        for (table,) in schema.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        for (column,) in schema.execute("SELECT name FROM pragma_table_info(?)", (table,))
    }
    assert columns_in_page() - columns == set()


def test_a_column_that_a_later_migration_adds_needs_a_line(schema):
    schema.execute("CREATE TABLE later (who_id INTEGER REFERENCES person (user_id), who_name TEXT)")
    assert {*of_people(schema), *BESIDE} - columns_in_page() == {"later.who_id", "later.who_name"}


def test_the_days_that_the_page_names_are_those_of_the_settings():
    usual = Settings()
    assert f"{usual.retention_days} days later (`HEXAGORA_RETENTION_DAYS`)" in PAGE
    assert f"{usual.backups_kept * usual.backup_hours // 24} days, unless" in PAGE
