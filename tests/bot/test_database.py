"""The file: opened or refused, migrated, written in groups, copied and restored. All are real."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot import database
from bot.database import BadStore, Database

INSERT = "INSERT INTO meta VALUES (?, ?)"


def put(key, value="x"):
    return lambda db: db.execute(INSERT, (key, value))


def keys(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as db:
        return {key for (key,) in db.execute("SELECT key FROM meta")}


def pragma(db: sqlite3.Connection, name: str):
    return db.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.fixture
async def opened(file):
    base = await Database.open(file)
    yield base
    await base.close()


# ---- opening -------------------------------------------------------------------------------------


async def test_a_new_file_is_set_up_for_safety(opened):
    asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "user_version")
    found = await opened.read(lambda db: [pragma(db, name) for name in asked])
    assert found == ["wal", 2, 1, 5000, len(database.migrations())]


async def test_every_table_is_strict_and_sound(opened):
    loose = "SELECT name FROM pragma_table_list WHERE NOT strict AND name NOT LIKE 'sqlite_%'"
    assert await opened.read(lambda db: db.execute(loose).fetchall()) == []
    assert await opened.check() == []


async def test_folders_on_the_way_are_made(tmp_path):
    base = await Database.open(tmp_path / "a" / "b" / "games.sqlite3")
    await base.close()
    assert (tmp_path / "a" / "b" / "games.sqlite3").exists()


async def test_what_was_written_is_there_after_closing(file):
    base = await Database.open(file)
    await base.write(put("kept"))
    await base.close()
    again = await Database.open(file)
    await again.close()
    assert keys(file) == {"kept"}


async def refused(file: Path, language="en") -> BadStore:
    before = file.read_bytes() if file.is_file() else None
    with pytest.raises(BadStore) as refusal:
        await Database.open(file, language=language)
    assert str(file) in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert before == (file.read_bytes() if file.is_file() else None)
    return refusal.value


async def test_a_file_that_is_no_database_is_refused(file):
    file.write_bytes(b"a letter to my grandmother, nothing else " * 100)
    assert (await refused(file)).code == "damaged"


async def test_a_damaged_database_is_refused(file):
    base = await Database.open(file)
    await base.close()
    pages = bytearray(file.read_bytes())
    pages[100:4096] = os.urandom(3996)
    file.write_bytes(pages)
    assert (await refused(file)).code == "damaged"


async def test_a_database_of_another_program_is_refused(file):
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipes (title TEXT)")
    assert (await refused(file)).code == "foreign"


async def test_a_database_of_a_newer_hexagora_is_refused(file):
    base = await Database.open(file)
    await base.close()
    with closing(sqlite3.connect(file)) as newer:
        newer.execute("PRAGMA user_version = 1000")
    assert (await refused(file)).code == "newer"


async def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path):
    assert (await refused(tmp_path)).code == "cannot_open"


async def test_a_place_where_nothing_can_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    assert (await refused(tmp_path / "file" / "games.sqlite3")).code == "cannot_open"


async def test_a_refusal_speaks_the_language_of_the_host(tmp_path):
    assert "ne peut pas être ouverte" in str(await refused(tmp_path, "fr"))


# ---- migrations ----------------------------------------------------------------------------------


@pytest.fixture
def two_migrations(tmp_path, monkeypatch):
    home = tmp_path / "migrations"
    home.mkdir()
    (home / "0001_first.sql").write_text(
        "-- a comment; with a semicolon\nCREATE TABLE meta (key TEXT, value TEXT) STRICT;\n"
        "CREATE TRIGGER twice AFTER INSERT ON meta BEGIN\n  SELECT 1;\n  SELECT 2;\nEND;\n"
    )
    (home / "0002_second.sql").write_text("ALTER TABLE meta ADD COLUMN more TEXT;\n")
    (home / "__init__.py").write_text("")
    monkeypatch.setattr(database, "MIGRATIONS", home)
    return home


async def test_migrations_are_applied_once_and_in_order(two_migrations, file):
    for _ in range(2):
        base = await Database.open(file)
        assert await base.read(database.version) == 2
        await base.close()


async def test_an_older_file_is_brought_up_to_date_and_keeps_its_rows(two_migrations, file):
    second = two_migrations / "0002_second.sql"
    script = second.read_text()
    second.unlink()
    base = await Database.open(file)
    await base.write(put("old"))
    await base.close()
    second.write_text(script)
    base = await Database.open(file)
    rows = await base.read(lambda db: db.execute("SELECT * FROM meta").fetchall())
    await base.close()
    assert [tuple(row) for row in rows] == [("old", "x", None)]


async def test_a_migration_that_fails_leaves_the_file_as_it_was(two_migrations, file):
    (two_migrations / "0002_second.sql").write_text(
        "CREATE TABLE half (done TEXT);\nCREATE TABLE meta (again TEXT);\n"
    )
    assert (await refused_by_migration(file)).code == "cannot_open"
    with closing(sqlite3.connect(file)) as db:
        assert pragma(db, "user_version") == 1
        assert db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'half'").fetchone() is None


async def refused_by_migration(file: Path) -> BadStore:
    with pytest.raises(BadStore) as refusal:
        await Database.open(file)
    return refusal.value


# ---- group commit --------------------------------------------------------------------------------


async def count_commits(base: Database) -> list[str]:
    """The COMMITs that the connection makes from now on."""
    made: list[str] = []

    def note(statement: str) -> None:
        if statement == "COMMIT":
            made.append(statement)

    await base.read(lambda db: db.set_trace_callback(note))
    return made


async def test_writes_that_arrive_together_share_a_commit(opened, file):
    made = await count_commits(opened)
    await asyncio.gather(*(opened.write(put(f"key {number}")) for number in range(50)))
    assert len(made) <= 2
    assert len(keys(file)) == 50


async def test_a_write_that_fails_does_not_undo_its_neighbours(opened, file):
    async def write(number):
        key = "same" if number % 5 == 0 else f"key {number}"
        await opened.write(put(key))

    outcomes = await asyncio.gather(*(write(n) for n in range(25)), return_exceptions=True)
    failed = [n for n, outcome in enumerate(outcomes) if outcome is not None]
    assert failed == [5, 10, 15, 20]
    assert all(isinstance(outcomes[n], sqlite3.IntegrityError) for n in failed)
    assert len(keys(file)) == 21


async def test_all_statements_of_a_failed_write_are_undone(opened, file):
    def work(db):
        put("first")(db)
        put("second")(db)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await opened.write(work)
    assert keys(file) == set()


async def test_a_caller_who_is_cancelled_leaves_when_the_outcome_is_certain(opened, file):
    writing = asyncio.create_task(opened.write(put("patient")))
    await asyncio.sleep(0)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert keys(file) == {"patient"}


async def test_closing_finishes_what_is_being_written(file):
    base = await Database.open(file)
    writing = [asyncio.create_task(base.write(put(str(number)))) for number in range(5)]
    await asyncio.sleep(0)
    await base.close()
    await asyncio.gather(*writing)
    assert len(keys(file)) == 5


async def test_writing_to_a_closed_database_is_an_error(file):
    base = await Database.open(file)
    await base.close()
    with pytest.raises(ValueError, match="no active connection"):
        await base.write(put("late"))


async def test_a_commit_that_fails_reaches_everybody_in_the_group(opened, file):
    """Another process holds the lock: nobody is told that their move was saved."""
    await opened.read(lambda db: db.execute("PRAGMA busy_timeout = 50"))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        outcomes = await asyncio.gather(
            opened.write(put("a")), opened.write(put("b")), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [sqlite3.OperationalError] * 2
        other.execute("ROLLBACK")
    await opened.write(put("c"))
    assert keys(file) == {"c"}


# ---- health, copies ------------------------------------------------------------------------------


async def test_the_check_finds_a_damaged_page(file):
    base = await Database.open(file)
    for number in range(200):
        await base.write(put(f"key {number}", "x" * 500))
    await base.close()
    content = bytearray(file.read_bytes())
    content[-8192:] = os.urandom(8192)
    file.write_bytes(content)
    base = await Database.open(file)
    assert await base.check()
    await base.close()


async def test_a_copy_is_complete_while_writing_goes_on(opened, file, tmp_path):
    await opened.write(put("before"))
    copying = asyncio.create_task(opened.backup(tmp_path / "copy.sqlite3"))
    await opened.write(put("meanwhile"))
    assert await copying == tmp_path / "copy.sqlite3"
    assert keys(tmp_path / "copy.sqlite3") >= {"before"}


async def test_a_copy_never_overwrites_a_file(opened, tmp_path):
    (tmp_path / "copy.sqlite3").write_text("precious")
    with pytest.raises(BadStore, match="cannot be written"):
        await opened.backup(tmp_path / "copy.sqlite3")
    assert (tmp_path / "copy.sqlite3").read_text() == "precious"


async def test_rolling_copies_keep_the_newest(opened, monkeypatch):
    begun = []

    def name(stem):
        begun.append(f"{stem}-20260101-{len(begun):06}.sqlite3")
        return begun[-1]

    monkeypatch.setattr(database, "copy_name", name)
    copying = asyncio.create_task(opened.keep_copies(hours=0, kept=3))
    while len(begun) < 6:
        await asyncio.sleep(0)
    copying.cancel()
    await asyncio.gather(copying, return_exceptions=True)
    kept = [copy.name for copy in opened.copies()]
    assert 3 <= len(kept) <= 4
    assert begun[0] not in kept


async def test_a_rolling_copy_that_fails_is_tried_again(opened, monkeypatch, caplog):
    monkeypatch.setattr(database, "COPY_RETRY", 0.001)
    folder = opened.file.parent / "backups"
    folder.write_text("in the way")
    copying = asyncio.create_task(opened.keep_copies(hours=24, kept=3))
    while "cannot be written" not in caplog.text:
        await asyncio.sleep(0.001)
    folder.unlink()
    while not opened.copies():
        await asyncio.sleep(0.001)
    copying.cancel()
    await asyncio.gather(copying, return_exceptions=True)


async def test_only_rolling_copies_are_removed(opened, monkeypatch):
    mine = await opened.backup(opened.file.parent / "backups" / "games-mine.sqlite3")
    assert opened.copies() == []
    assert mine.exists()


async def test_a_rolling_copy_waits_until_the_last_one_is_old_enough(opened):
    await opened.backup()
    copying = asyncio.create_task(opened.keep_copies(hours=1, kept=3))
    await asyncio.sleep(0.05)
    copying.cancel()
    await asyncio.gather(copying, return_exceptions=True)
    assert len(opened.copies()) == 1


async def test_no_rolling_copies_when_none_are_to_be_kept(opened):
    await opened.keep_copies(hours=1, kept=0)
    assert opened.copies() == []


async def test_a_copy_can_be_restored_and_the_former_file_is_kept(file, tmp_path):
    base = await Database.open(file)
    await base.write(put("old"))
    copy = await base.backup()
    await base.write(put("new"))
    await base.close()
    kept = await Database.restore(copy, file)
    assert keys(file) == {"old"}
    assert kept is not None
    assert keys(kept) == {"old", "new"}


async def test_a_copy_can_be_restored_where_nothing_is(opened, tmp_path):
    await opened.write(put("old"))
    copy = await opened.backup()
    assert await Database.restore(copy, tmp_path / "other" / "games.sqlite3") is None
    assert keys(tmp_path / "other" / "games.sqlite3") == {"old"}


async def test_a_journal_left_by_a_crash_does_not_spoil_the_restored_file(file, tmp_path):
    base = await Database.open(file)
    await base.write(put("old"))
    copy = await base.backup()
    await base.close()
    file.write_bytes(b"broken")
    Path(f"{file}-wal").write_bytes(b"stray")
    await Database.restore(copy, file)
    assert keys(file) == {"old"}


async def test_nothing_is_restored_while_the_bot_runs(opened, file):
    copy = await opened.backup()
    await opened.write(put("precious"))
    with pytest.raises(BadStore, match="in use"):
        await Database.restore(copy, file)
    assert keys(file) == {"precious"}


@pytest.mark.parametrize("content", [None, b"", b"no database at all " * 300])
async def test_what_is_no_copy_is_not_restored(opened, file, tmp_path, content):
    copy = tmp_path / "copy.sqlite3"
    if content is not None:
        copy.write_bytes(content)
    with pytest.raises(BadStore):
        await Database.restore(copy, tmp_path / "other.sqlite3")
    assert not (tmp_path / "other.sqlite3").exists()
