"""Copies: made beside a writer, checked, kept in a row, put back. All files are real."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot import database
from bot.database import BadStore, Database, copies, restoring
from tests.bot.harming import (
    closed_base,
    damage,
    fill,
    full_disk,
    insertion,
    keys,
    lose_table,
    new_base,
    sound_keys,
)
from tests.cases import each_case
from tests.clock import StillClock

__all__ = ["closed_base", "new_base"]

DAY = timedelta(days=1)


def roll(file: Path, *, hours: float = 24, kept: int = 3) -> float:
    return database.roll(file, hours=hours, kept=kept)


def rolling_copy(file: Path, moment: datetime) -> Path:
    """A rolling copy that was made at a moment."""
    copy = file.parent / "backups" / f"games-{moment:{copies.TIME}}.sqlite3"
    return database.backup(file, copy)


def lying_in(file: Path) -> list[str]:
    return sorted(copy.name for copy in (file.parent / "backups").iterdir())


# ---- one copy ------------------------------------------------------------------------------------


async def test_a_copy_is_complete_beside_a_writer(new_base, file, tmp_path):
    await new_base.write(insertion("before"))
    copy = database.backup(file, tmp_path / "copy.sqlite3")
    await new_base.write(insertion("after"))
    assert copy == tmp_path / "copy.sqlite3"
    assert keys(copy) == {"before"}


async def test_a_copy_never_takes_the_place_of_a_file(new_base, file, tmp_path):
    (tmp_path / "copy.sqlite3").write_text("precious")
    with pytest.raises(BadStore, match="already there"):
        database.backup(file, tmp_path / "copy.sqlite3")
    assert (tmp_path / "copy.sqlite3").read_text() == "precious"


async def test_a_copy_that_meets_a_full_disk_is_removed(new_base, file):
    """And the games go on, however often it is tried again."""
    await fill(new_base)
    for _ in range(3):
        with full_disk(100_000), pytest.raises(BadStore, match="cannot be written"):
            roll(file)
    assert lying_in(file) == []
    await new_base.write(insertion("a move"))
    roll(file)
    assert "a move" in keys(copies.rolling(file)[0])


async def test_no_copy_takes_the_room_that_the_games_need(new_base, file, monkeypatch):
    monkeypatch.setattr(copies, "MARGIN", 2**60)
    with pytest.raises(BadStore, match=r"no room .* MiB are free"):
        roll(file)
    assert lying_in(file) == []


async def test_a_damaged_file_is_not_copied_and_rotates_no_sound_copy_away(new_base, file):
    await fill(new_base)
    await new_base.close()
    sound = rolling_copy(file, datetime.now(UTC) - 2 * DAY)
    damage(file)
    with pytest.raises(BadStore, match="not a sound database"):
        roll(file, kept=1)
    assert copies.rolling(file) == [sound]


async def test_the_rest_of_a_killed_copy_goes_at_the_next_start(closed_base, file):
    copy = rolling_copy(file, datetime.now(UTC))
    for suffix in (".part", ".part-journal"):
        Path(f"{copy}{suffix}").write_text("half")
    (copy.parent / "other.part").write_text("of somebody else")
    assert await sound_keys(file) == set()
    assert lying_in(file) == [copy.name, "other.part"]


# ---- rolling copies ------------------------------------------------------------------------------


async def test_a_rolling_copy_is_made_when_the_last_one_is_old_enough(new_base, file):
    assert roll(file, hours=0.5) == 1800
    assert 0 < roll(file, hours=0.5) <= 1800
    assert len(copies.rolling(file)) == 1


async def test_the_oldest_rolling_copies_go_and_no_others(new_base, file):
    old = [rolling_copy(file, datetime.now(UTC) - number * DAY) for number in range(5, 1, -1)]
    mine = database.backup(file, file.parent / "backups" / "games-mine.sqlite3")
    roll(file, kept=2)
    *_, last = copies.rolling(file)
    assert copies.rolling(file) == [old[-1], last]
    assert mine.exists()


async def test_a_copy_dated_in_the_future_stops_no_copy_and_goes_first(new_base, file):
    """The clock was a year ahead for three days, and was put right."""
    ahead = [rolling_copy(file, datetime.now(UTC) + number * DAY) for number in (365, 366, 367)]
    assert roll(file, kept=3) == copies.LONGEST_PAUSE
    *old_copies, new = copies.rolling(file)
    assert old_copies == ahead[1:]
    assert new not in ahead
    assert roll(file, kept=3) > 0
    assert copies.rolling(file) == [*old_copies, new]


# ---- restoring -----------------------------------------------------------------------------------


async def copy_of_broken(file: Path) -> Path:
    """A copy that holds `old`; what is left of its database holds `new` as well."""
    base = await Database.open(file)
    await base.write(insertion("old"))
    copy = rolling_copy(file, datetime.now(UTC))
    await base.write(insertion("new"))
    for suffix in ("", "-wal"):
        shutil.copyfile(f"{file}{suffix}", file.with_name(f"crashed{suffix}"))
    await base.close()
    for suffix in ("", "-wal"):
        file.with_name(f"crashed{suffix}").replace(f"{file}{suffix}")
    return copy


async def test_a_copy_can_be_restored_and_the_former_file_is_kept(file):
    """Both are for the owner alone, whatever others could read before."""
    copy = await copy_of_broken(file)
    for readable in (file, copy):
        readable.chmod(0o644)
    former_file = database.restore(copy, file)
    assert [path.stat().st_mode & 0o777 for path in (file, former_file)] == [0o600, 0o600]
    assert await sound_keys(file) == {"old"}
    assert keys(former_file) == {"old", "new"}


async def test_the_journal_of_a_lost_file_does_not_spoil_the_restored_one(file):
    copy = await copy_of_broken(file)
    file.unlink()
    assert database.restore(copy, file) is None
    [journal] = file.parent.glob("before-games-*-wal")
    assert journal.stat().st_size
    assert await sound_keys(file) == {"old"}


async def test_each_former_file_is_kept_however_soon_the_next_copy_is_restored(file, monkeypatch):
    """The second of one second has a number in its name; so has one beside a journal alone."""
    monkeypatch.setattr(restoring, "REAL", StillClock())
    copy = await copy_of_broken(file)
    file.with_name("before-games-20260105-120000-2.sqlite3-wal").write_bytes(b"lost")
    former_files = []
    for content in (b"first", b"second"):
        file.write_bytes(content)
        former_files.append(database.restore(copy, file))
    assert {path.name: path.read_bytes() for path in former_files} == {
        "before-games-20260105-120000.sqlite3": b"first",
        "before-games-20260105-120000-3.sqlite3": b"second",
    }


async def test_a_broken_file_is_set_aside_as_it_is(file):
    copy = await copy_of_broken(file)
    file.write_bytes(b"broken")
    former_file = database.restore(copy, file)
    assert former_file.read_bytes() == b"broken"
    assert keys(file) == {"old"}


async def test_a_copy_can_be_restored_in_an_empty_place(new_base, file, tmp_path):
    await new_base.write(insertion("old"))
    copy = rolling_copy(file, datetime.now(UTC))
    assert database.restore(copy, tmp_path / "other" / "games.sqlite3") is None
    assert keys(tmp_path / "other" / "games.sqlite3") == {"old"}


async def test_a_running_bot_keeps_its_file(new_base, file):
    copy = rolling_copy(file, datetime.now(UTC))
    await new_base.write(insertion("precious"))
    with pytest.raises(BadStore, match="in use by another"):
        database.restore(copy, file)
    assert keys(file) == {"precious"}


async def test_a_copy_that_does_not_fit_on_the_disk_is_not_restored(new_base, file):
    await fill(new_base)
    copy = rolling_copy(file, datetime.now(UTC))
    await new_base.write(insertion("precious"))
    await new_base.close()
    with full_disk(100_000), pytest.raises(BadStore, match="cannot be written"):
        database.restore(copy, file)
    assert "precious" in keys(file)
    assert list(file.parent.glob("*restored*")) == []


@each_case("content", [None, b"", b"no database at all " * 300])
def test_a_file_that_is_no_copy_is_not_restored(tmp_path, content):
    copy = tmp_path / "copy.sqlite3"
    if content is not None:
        copy.write_bytes(content)
    with pytest.raises(BadStore):
        database.restore(copy, tmp_path / "other.sqlite3")
    assert not (tmp_path / "other.sqlite3").exists()


async def test_a_damaged_copy_is_not_restored(new_base, file):
    await fill(new_base)
    await new_base.close()
    copy = rolling_copy(file, datetime.now(UTC))
    damage(copy)
    with pytest.raises(BadStore, match="not a sound database"):
        database.restore(copy, file)
    assert len(keys(file)) == 200


async def test_a_copy_with_a_row_of_a_lost_table_is_not_restored(closed_base, file):
    copy = rolling_copy(file, datetime.now(UTC))
    lose_table(copy)
    with pytest.raises(BadStore, match="guest"):
        database.restore(copy, file)
    assert list(file.parent.glob("before-*")) == []
