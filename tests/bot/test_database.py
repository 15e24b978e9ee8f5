"""The file: opened or refused, locked, migrated, written in groups. All files are real."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.database import BadStore, Database, backup, copies, form, inspection, is_taken, lock
from bot.store import person_rows
from tests.bot.harming import PAGE, damage, fill, full_disk, insertion, keys


def pragma(db: sqlite3.Connection, name: str):
    return db.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.fixture
async def new_base(file):
    base = await Database.open(file)
    yield base
    await base.close()


# ---- opening -------------------------------------------------------------------------------------


async def test_a_new_file_is_set_up_for_safety(new_base):
    pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "user_version")
    values = await new_base.read(lambda db: [pragma(db, name) for name in pragmas])
    assert values == ["wal", 2, 1, 5000, len(form.migrations())]


async def test_every_table_is_strict_and_sound(new_base):
    loose = "SELECT name FROM pragma_table_list WHERE NOT strict AND name NOT LIKE 'sqlite_%'"
    assert await new_base.read(lambda db: db.execute(loose).fetchall()) == []
    assert await new_base.check() == []


async def test_a_new_database_is_said_loudly(file, caplog):
    base = await Database.open(file)
    await base.close()
    [said] = caplog.records
    assert (said.levelname, said.getMessage()) == (
        "WARNING",
        f"New database at {file}: no games in it yet.",
    )
    caplog.clear()
    base = await Database.open(file)
    await base.close()
    assert caplog.records == []


def test_a_sound_file_is_not_called_damaged_for_a_false_alarm_of_the_quick_check(file):
    """That of SQLite 3.40 takes the columns of this table, which older files have, for others."""
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
        inspection.require_sound(db, file, "en")


async def test_a_person_who_waits_for_a_game_keeps_no_file_from_opening(file):
    base = await Database.open(file)
    await base.write(lambda db: person_rows.write_wishes(db, 33, 1, ["akropolis", "attika"]))
    await base.close()
    base = await Database.open(file)
    wishes = await base.read(lambda db: db.execute("SELECT user_id FROM wish").fetchall())
    quick = await base.read(lambda db: db.execute("PRAGMA quick_check").fetchone()[0])
    await base.close()
    assert quick == "ok"
    assert [tuple(row) for row in wishes] == [(33,), (33,)]


async def test_what_was_written_is_there_after_closing(file):
    base = await Database.open(file)
    await base.write(insertion("kept"))
    await base.close()
    next_database = await Database.open(file)
    await next_database.close()
    assert keys(file) == {"kept"}


async def refusal_of(file: Path, language="en") -> BadStore:
    before = file.read_bytes() if file.is_file() else None
    with pytest.raises(BadStore) as refusal:
        await Database.open(file, language=language)
    assert str(file) in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert before == (file.read_bytes() if file.is_file() else None)
    return refusal.value


async def test_a_file_that_is_no_database_is_refused(file):
    file.write_bytes(b"a letter to my grandmother, nothing else " * 100)
    assert (await refusal_of(file)).code == "damaged"


async def test_a_damaged_database_is_refused(file):
    base = await Database.open(file)
    await base.close()
    pages = bytearray(file.read_bytes())
    pages[100:4096] = os.urandom(3996)
    file.write_bytes(pages)
    assert (await refusal_of(file)).code == "damaged"


async def test_a_database_of_another_program_is_refused(file):
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (title TEXT)")
    assert (await refusal_of(file)).code == "foreign"


async def test_a_database_of_a_newer_hexagora_is_refused(file):
    base = await Database.open(file)
    await base.close()
    with closing(sqlite3.connect(file)) as newer:
        newer.execute("PRAGMA user_version = 1000")
    assert (await refusal_of(file)).code == "newer"


async def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path):
    assert (await refusal_of(tmp_path)).code == "cannot_open"


async def test_a_place_where_nothing_can_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    assert (await refusal_of(tmp_path / "file" / "games.sqlite3")).code == "no_folder"


async def test_a_refusal_speaks_the_language_of_the_host(tmp_path):
    assert "Impossible d’ouvrir" in str(await refusal_of(tmp_path, "fr"))


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
    monkeypatch.setattr(form, "MIGRATIONS", home)
    return home


async def test_migrations_are_applied_once_and_in_order(two_migrations, file):
    for _ in range(2):
        base = await Database.open(file)
        assert await base.read(form.version) == 2
        await base.close()


async def test_an_older_file_is_brought_up_to_date_and_keeps_its_rows(two_migrations, file):
    second = two_migrations / "0002_second.sql"
    script = second.read_text()
    second.unlink()
    base = await Database.open(file)
    await base.write(insertion("old"))
    await base.close()
    second.write_text(script)
    base = await Database.open(file)
    rows = await base.read(lambda db: db.execute("SELECT * FROM meta").fetchall())
    await base.close()
    assert [tuple(row) for row in rows] == [("old", "x", None)]


async def test_a_migration_that_fails_leaves_the_file_as_it_was(two_migrations, file):
    (two_migrations / "0002_second.sql").unlink()
    base = await Database.open(file)
    await base.close()
    (two_migrations / "0002_second.sql").write_text(
        "CREATE TABLE half (done TEXT);\nCREATE TABLE meta (again TEXT);\n"
    )
    assert (await migration_refusal(file)).code == "cannot_open"
    with closing(sqlite3.connect(file)) as db:
        assert pragma(db, "user_version") == 1
        assert db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'half'").fetchone() is None


async def migration_refusal(file: Path) -> BadStore:
    with pytest.raises(BadStore) as refusal:
        await Database.open(file)
    return refusal.value


async def test_the_file_is_copied_before_an_update_changes_it(two_migrations, file, caplog):
    """The copy is that of the form before, however often a failing update is tried."""
    second = two_migrations / "0002_second.sql"
    script = second.read_text()
    second.unlink()
    base = await Database.open(file)
    await base.write(insertion("old"))
    await base.close()
    second.write_text("CREATE TABLE meta (again TEXT);")
    for _ in range(2):
        await migration_refusal(file)
    second.write_text(script)
    base = await Database.open(file)
    await base.write(insertion("new"))
    await base.close()
    [copy] = (file.parent / "backups").iterdir()
    assert copy.name == "games-before-v2.sqlite3"
    assert str(copy) in caplog.text
    assert keys(copy) == {"old"}
    with closing(sqlite3.connect(copy)) as db:
        assert pragma(db, "user_version") == 1


async def test_no_update_without_room_for_a_copy(two_migrations, file, monkeypatch):
    (two_migrations / "0002_second.sql").rename(two_migrations / "second")
    base = await Database.open(file)
    await base.close()
    (two_migrations / "second").rename(two_migrations / "0002_second.sql")
    monkeypatch.setattr(copies, "MARGIN", 2**60)
    assert (await migration_refusal(file)).code == "no_room"
    with closing(sqlite3.connect(file)) as db:
        assert pragma(db, "user_version") == 1


# ---- group commit --------------------------------------------------------------------------------


async def count_commits(base: Database) -> list[str]:
    """The COMMITs that the connection makes from now on."""
    statements: list[str] = []

    def note(statement: str) -> None:
        if statement == "COMMIT":
            statements.append(statement)

    await base.read(lambda db: db.set_trace_callback(note))
    return statements


async def test_writes_that_arrive_together_share_a_commit(new_base, file):
    commits = await count_commits(new_base)
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


async def test_closing_finishes_what_is_being_written(file):
    base = await Database.open(file)
    writing = [asyncio.create_task(base.write(insertion(str(number)))) for number in range(5)]
    await asyncio.sleep(0)
    await base.close()
    await asyncio.gather(*writing)
    assert len(keys(file)) == 5


async def test_writing_to_a_closed_database_is_an_error(file):
    base = await Database.open(file)
    await base.close()
    with pytest.raises(ValueError, match="no active connection"):
        await base.write(insertion("late"))


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


# ---- health --------------------------------------------------------------------------------------


async def test_the_check_finds_rows_that_point_at_nothing(file):
    base = await Database.open(file)
    await base.close()
    with closing(sqlite3.connect(file)) as db:
        db.execute("INSERT INTO seat (table_id, seat, name, resigned) VALUES (99, 0, 'Nobody', 0)")
        db.commit()
    base = await Database.open(file)
    assert await base.check() == ["seat None → table_"]
    await base.close()


# ---- damage, and what is lost --------------------------------------------------------------------


async def test_damage_is_noticed_at_the_start_wherever_it_is(file):
    """Every page but the empty ones; what cannot be told from sound pages is right."""
    base = await Database.open(file)
    await fill(base)
    await base.close()
    sound = file.read_bytes()
    before = keys(file)
    for page in range(len(sound) // PAGE):
        damage(file, page)
        if not await refuses(file):
            assert keys(file) == before, page
        file.write_bytes(sound)


async def refuses(file: Path) -> bool:
    """Whether a file is not opened; one that is, is sound."""
    try:
        base = await Database.open(file)
    except BadStore:
        return True
    assert await base.check() == []
    await base.close()
    return False


async def test_a_table_whose_name_is_no_text_is_damage(file):
    base = await Database.open(file)
    await base.close()
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute(
            "UPDATE sqlite_schema SET sql = CAST(x'435245415445ff' AS TEXT) WHERE name = 'meta'"
        )
        db.commit()
    assert (await refusal_of(file)).code == "damaged"


async def test_a_file_with_nothing_in_it_is_refused(file):
    file.touch()
    assert (await refusal_of(file)).code == "empty"


async def test_no_empty_database_takes_the_place_of_a_lost_one(file):
    base = await Database.open(file)
    await base.close()
    copy = backup(file, None, "en")
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


async def test_no_database_begins_in_a_folder_that_is_not_there(tmp_path):
    """A disk that is not mounted, a letter too many."""
    assert (await refusal_of(tmp_path / "disk" / "games.sqlite3")).code == "no_folder"
    assert list(tmp_path.iterdir()) == []


async def test_a_start_that_was_killed_while_it_made_a_database_is_made_again(file):
    file.with_name(f"{file.name}.new").write_bytes(b"half a database")
    base = await Database.open(file)
    assert await base.check() == []
    await base.close()
    assert not file.with_name(f"{file.name}.new").exists()


async def test_a_disk_that_takes_no_writes_is_noticed_at_the_start(file):
    base = await Database.open(file)
    await base.close()
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
    next_database = await Database.open(link)
    await next_database.close()


async def test_a_start_waits_for_a_process_that_is_about_to_end(new_base, file, monkeypatch):
    monkeypatch.setattr(lock, "PATIENCE", 60.0)
    starting = asyncio.create_task(Database.open(file))
    await asyncio.sleep(0)
    assert not starting.done()
    await new_base.close()
    base = await starting
    assert is_taken(file)
    assert await base.read(lambda db: db.execute("SELECT 1").fetchone()[0]) == 1
    await base.close()


async def test_looking_is_no_running(file):
    assert not is_taken(file)
    base = await Database.open(file)
    assert is_taken(file)
    await base.close()
    assert not is_taken(file)
