"""The file: opened or refused, locked, migrated, written in groups. All files are real."""

import asyncio
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bot.database import BadStore, Database, backup, copies, form, inspection, is_taken, lock
from tests.bot.harming import (
    PAGE,
    closed_base,
    damage,
    fill,
    full_disk,
    insertion,
    keys,
    new_base,
    sound_keys,
)
from tests.cases import each_case
from tests.tier import of_tier

__all__ = ["closed_base", "new_base"]


def pragma(db: sqlite3.Connection, name: str):
    return db.execute(f"PRAGMA {name}").fetchone()[0]


# ---- opening -------------------------------------------------------------------------------------


async def test_a_new_file_is_sound_and_set_up_for_safety(new_base):
    pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "user_version")
    values = await new_base.read(lambda db: [pragma(db, name) for name in pragmas])
    assert values == ["wal", 2, 1, 5000, len(form.migrations())]
    loose = "SELECT name FROM pragma_table_list WHERE NOT strict AND name NOT LIKE 'sqlite_%'"
    assert await new_base.read(lambda db: db.execute(loose).fetchall()) == []
    assert await new_base.check() == []


async def test_a_new_database_is_announced_once(file, caplog):
    for _ in range(2):
        await (await Database.open(file)).close()
    [line] = caplog.records
    assert line.levelname == "WARNING"
    assert line.getMessage() == f"New database at {file}: no games in it yet."


def test_a_sound_file_is_not_called_damaged_for_a_false_alarm_of_the_quick_check(file):
    """SQLite 3.40 confuses the columns of this table, which older files have."""
    table = """
        CREATE TABLE wish (
            user_id INTEGER NOT NULL,
            guild_id INTEGER NOT NULL,
            game TEXT NOT NULL,
            PRIMARY KEY (guild_id, game, user_id)
        ) STRICT, WITHOUT ROWID
    """
    with closing(sqlite3.connect(file)) as db:
        db.execute(table)
        db.execute("INSERT INTO wish VALUES (33, 1, 'akropolis')")
        db.commit()
        inspection.require_sound(db, file)


async def refusal_of(file: Path) -> BadStore:
    before = file.read_bytes() if file.is_file() else None
    with pytest.raises(BadStore) as refusal:
        await Database.open(file)
    assert str(file) in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert before == (file.read_bytes() if file.is_file() else None)
    return refusal.value


@each_case(("content", "code"), [(b"", "empty"), (b"a letter to my grandmother " * 100, "damaged")])
async def test_a_file_that_is_no_database_is_refused(file, content, code):
    file.write_bytes(content)
    assert (await refusal_of(file)).code == code


async def test_a_damaged_database_is_refused(closed_base, file):
    pages = bytearray(file.read_bytes())
    pages[100:4096] = os.urandom(3996)
    file.write_bytes(pages)
    assert (await refusal_of(file)).code == "damaged"


async def test_a_database_of_another_program_is_refused(file):
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (title TEXT)")
    assert (await refusal_of(file)).code == "foreign"


async def test_a_database_of_a_newer_hexagora_is_refused(closed_base, file):
    with closing(sqlite3.connect(file)) as newer:
        newer.execute("PRAGMA user_version = 1000")
    assert (await refusal_of(file)).code == "newer"


async def test_a_folder_is_refused_in_the_language_of_the_host(tmp_path):
    refusal = await refusal_of(tmp_path)
    assert refusal.code == "cannot_open"
    assert "Impossible d’ouvrir" in refusal.sentence("fr")


async def test_a_folder_that_is_not_there_is_refused(tmp_path):
    """A disk that is not mounted, a letter too many, a file in its place."""
    (tmp_path / "file").write_text("not a folder")
    for folder in ("file", "disk"):
        assert (await refusal_of(tmp_path / folder / "games.sqlite3")).code == "no_folder"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


# ---- migrations ----------------------------------------------------------------------------------


@pytest.fixture
def second_migration(tmp_path, monkeypatch):
    """The script of the second migration, which an update can bring."""
    home = tmp_path / "migrations"
    home.mkdir()
    (home / "0001_first.sql").write_text(
        "-- a comment; with a semicolon\nCREATE TABLE meta (key TEXT, value TEXT) STRICT;\n"
        "CREATE TRIGGER twice AFTER INSERT ON meta BEGIN\n  SELECT 1;\n  SELECT 2;\nEND;\n"
    )
    (home / "__init__.py").write_text("")
    monkeypatch.setattr(form, "MIGRATIONS", home)
    return home / "0002_second.sql"


SECOND = "ALTER TABLE meta ADD COLUMN more TEXT;\n"


async def old_base(file):
    """A file of the first form, with a row."""
    base = await Database.open(file)
    await base.write(insertion("old"))
    await base.close()


async def test_an_older_file_is_brought_up_to_date_once_and_keeps_its_rows(second_migration, file):
    await old_base(file)
    second_migration.write_text(SECOND)
    for _ in range(2):
        base = await Database.open(file)
        assert await base.read(form.version) == 2
        rows = await base.read(lambda db: db.execute("SELECT * FROM meta").fetchall())
        await base.close()
        assert [tuple(row) for row in rows] == [("old", "x", None)]


async def test_a_migration_that_fails_leaves_the_file_as_it_was(second_migration, file):
    await old_base(file)
    second_migration.write_text("CREATE TABLE half (done TEXT);\nCREATE TABLE meta (again TEXT);\n")
    assert (await migration_refusal(file)).code == "cannot_open"
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'half'").fetchone() is None


async def migration_refusal(file: Path) -> BadStore:
    """The refusal to open a file, which keeps its form."""
    with pytest.raises(BadStore) as refusal:
        await Database.open(file)
    with closing(sqlite3.connect(file)) as db:
        assert pragma(db, "user_version") == 1
    return refusal.value


async def test_the_file_is_copied_before_an_update_changes_it(second_migration, file, caplog):
    """The copy is that of the form before, however often a failing update is tried."""
    await old_base(file)
    second_migration.write_text("CREATE TABLE meta (again TEXT);")
    for _ in range(2):
        await migration_refusal(file)
    second_migration.write_text(SECOND)
    base = await Database.open(file)
    await base.write(insertion("new"))
    await base.close()
    [copy] = (file.parent / "backups").iterdir()
    assert copy.name == "games-before-v2.sqlite3"
    assert str(copy) in caplog.text
    assert keys(copy) == {"old"}
    with closing(sqlite3.connect(copy)) as db:
        assert pragma(db, "user_version") == 1


async def test_an_update_needs_room_for_a_copy(second_migration, file, monkeypatch):
    await old_base(file)
    second_migration.write_text(SECOND)
    monkeypatch.setattr(copies, "MARGIN", 2**60)
    assert (await migration_refusal(file)).code == "no_room"


# ---- group commit --------------------------------------------------------------------------------


async def commits_from_now_on(base: Database) -> list[str]:
    """The list to which every COMMIT of the connection is added."""
    statements: list[str] = []

    def note(statement: str) -> None:
        if statement == "COMMIT":
            statements.append(statement)

    await base.read(lambda db: db.set_trace_callback(note))
    return statements


async def test_writes_that_arrive_together_share_a_commit(new_base, file):
    commits = await commits_from_now_on(new_base)
    await asyncio.gather(*(new_base.write(insertion(f"key {number}")) for number in range(50)))
    assert len(commits) <= 2
    assert len(keys(file)) == 50


async def test_a_write_that_fails_does_not_undo_its_neighbours(new_base, file):
    async def write(number):
        key = "same" if number % 5 == 0 else f"key {number}"
        await new_base.write(insertion(key))

    outcomes = await asyncio.gather(*(write(n) for n in range(25)), return_exceptions=True)
    failed = [n for n, outcome in enumerate(outcomes) if outcome is not None]
    assert failed == [5, 10, 15, 20]
    assert all(isinstance(outcomes[n], sqlite3.IntegrityError) for n in failed)
    assert len(keys(file)) == 21


async def test_all_statements_of_a_failed_write_are_undone(new_base, file):
    def work(db):
        insertion("first")(db)
        insertion("second")(db)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await new_base.write(work)
    assert keys(file) == set()


async def test_a_caller_who_is_cancelled_leaves_when_the_outcome_is_certain(new_base, file):
    writing = asyncio.create_task(new_base.write(insertion("patient")))
    await asyncio.sleep(0)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert keys(file) == {"patient"}


async def test_closing_finishes_the_writes_under_way(new_base, file):
    writing = [asyncio.create_task(new_base.write(insertion(str(number)))) for number in range(5)]
    await asyncio.sleep(0)
    await new_base.close()
    await asyncio.gather(*writing)
    assert len(keys(file)) == 5


async def test_a_commit_that_fails_reaches_everybody_in_the_group(new_base, file):
    """Another process holds the lock: nobody is told that their move was saved."""
    await new_base.read(lambda db: db.execute("PRAGMA busy_timeout = 50"))
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        outcomes = await asyncio.gather(
            new_base.write(insertion("a")), new_base.write(insertion("b")), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [sqlite3.OperationalError] * 2
        connection.execute("ROLLBACK")
    await new_base.write(insertion("c"))
    assert keys(file) == {"c"}


async def test_the_check_finds_rows_that_point_at_missing_rows(closed_base, file):
    with closing(sqlite3.connect(file)) as db:
        db.execute("INSERT INTO seat (table_id, seat, name, resigned) VALUES (99, 0, 'Nobody', 0)")
        db.commit()
    base = await Database.open(file)
    assert await base.check() == ["seat None → table_"]
    await base.close()


# ---- damage and loss -----------------------------------------------------------------------------


async def test_damage_is_noticed_at_the_start_wherever_it_is(new_base, file):
    """Every page but the empty ones; what cannot be told from sound pages is right."""
    await fill(new_base)
    await new_base.close()
    sound = file.read_bytes()
    before = keys(file)
    for page in range(0, len(sound) // PAGE, of_tier(5, 1)):
        damage(file, page)
        with suppress(BadStore):
            assert await sound_keys(file) == before, page
        file.write_bytes(sound)


async def test_a_table_whose_name_is_no_text_is_damage(closed_base, file):
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute(
            "UPDATE sqlite_schema SET sql = CAST(x'435245415445ff' AS TEXT) WHERE name = 'meta'"
        )
        db.commit()
    assert (await refusal_of(file)).code == "damaged"


async def test_no_empty_database_takes_the_place_of_a_lost_one(closed_base, file):
    copy = backup(file, None)
    file.unlink()
    assert str(copy) in str(await refusal_of(file))
    assert not file.exists()


async def test_no_empty_database_begins_beside_a_journal(file):
    Path(f"{file}-wal").write_bytes(b"the moves of last night")
    assert (await refusal_of(file)).code == "lost"
    assert Path(f"{file}-wal").read_bytes() == b"the moves of last night"


async def test_no_empty_database_begins_where_litestream_has_copied_one(file):
    """It would be copied over the games."""
    notes = file.with_name(f".{file.name}-litestream")
    notes.mkdir()
    assert str(notes) in str(await refusal_of(file))
    assert not file.exists()


async def test_a_start_that_was_killed_while_it_made_a_database_is_made_again(file):
    file.with_name(f"{file.name}.new").write_bytes(b"half a database")
    assert await sound_keys(file) == set()
    assert not file.with_name(f"{file.name}.new").exists()


async def test_a_disk_that_takes_no_writes_is_noticed_at_the_start(closed_base, file):
    with full_disk(1):
        assert (await refusal_of(file)).code == "cannot_open"


# ---- one bot a database --------------------------------------------------------------------------


async def test_a_second_bot_is_refused_until_the_first_has_ended(new_base, file, monkeypatch):
    monkeypatch.setattr(lock, "PATIENCE", 0.1)
    link = file.with_name("link.sqlite3")
    link.symlink_to(file)
    for name in (file, link):
        with pytest.raises(BadStore, match="in use by another Hexagora"):
            await Database.open(name)
    await new_base.close()
    assert not is_taken(file)
    assert await sound_keys(link) == set()


async def test_a_start_waits_for_a_process_that_is_about_to_end(new_base, file, monkeypatch):
    monkeypatch.setattr(lock, "PATIENCE", 60.0)
    starting = asyncio.create_task(Database.open(file))
    await asyncio.sleep(0)
    assert not starting.done()
    await new_base.close()
    base = await starting
    assert is_taken(file)
    await base.close()
