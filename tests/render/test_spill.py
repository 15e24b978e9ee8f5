"""The cache of pictures on the disk: bounded, private, and never needed."""

from __future__ import annotations

import os
import stat
from collections import OrderedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render import spill
from render.cache import Cache
from render.spill import Spill
from tests.cases import each_case


@pytest.fixture
def disk(tmp_path):
    """A spill of 10,000 bytes."""
    file = Spill(10_000)
    file.open(tmp_path)
    yield file
    file.close()


def test_it_has_no_name_and_only_its_owner_may_read_it(disk, tmp_path):
    disk.store("key", b"secret")
    assert list(tmp_path.iterdir()) == [], "a copy of the folder does not have it"
    status = os.fstat(disk._file.fileno())
    assert stat.S_IMODE(status.st_mode) == 0o600
    assert (status.st_nlink, disk.get("key")) == (0, b"secret")


stores = st.lists(st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 4000)), max_size=60)


@given(stores)
def test_it_returns_the_value_that_was_stored_last(tmp_path_factory, stores):
    disk, last = Spill(10_000), OrderedDict()
    disk.open(tmp_path_factory.getbasetemp())
    for turn, (key, size) in enumerate(stores):
        disk.drop(key)
        disk.store(key, value := bytes([turn]) * size)
        last[key] = value
        assert disk.get(key) == value
        for stored, expected in last.items():
            assert disk.get(stored) in (expected, None)
        assert os.fstat(disk._file.fileno()).st_size <= disk.room
    disk.close()


def test_the_oldest_are_overwritten_first(disk):
    for number in range(20):
        disk.store(number, bytes(2000))
    newest = [number for number in range(20) if disk.get(number) is not None]
    assert newest == list(range(20 - len(newest), 20))
    assert 3 <= len(newest) <= 5


def test_a_value_larger_than_the_whole_room_moves_none_out(disk):
    disk.store("small", b"value")
    disk.store("large", bytes(disk.room + 1))
    assert disk.get("small") == b"value"
    assert disk.get("large") is None


def test_a_value_in_use_outlives_others(disk):
    disk.store("ground", b"ground")
    for number in range(40):
        disk.store(number, bytes(1000))
        disk.store("ground", disk.get("ground"))
    assert disk.get("ground") == b"ground"


def test_damage_is_noticed(disk):
    """A changed byte, and a file that was shortened."""
    disk.store("changed", b"value" * 100)
    os.pwrite(disk._file.fileno(), b"?", 50)
    assert disk.get("changed") is None
    assert disk.get("changed") is None
    disk.store("shortened", b"value" * 100)
    disk._file.truncate(20)
    assert disk.get("shortened") is None


@each_case("error", [OSError(28, "full"), OSError(30, "read-only")], ids=str)
def test_a_disk_in_trouble_only_costs_time(disk, monkeypatch, error):
    def fail(*_):
        raise error

    disk.store("before", b"before")
    with monkeypatch.context() as patch:
        patch.setattr(spill.os, "pwrite", fail)
        disk.store("key", b"value")
        patch.setattr(spill.os, "pread", fail)
        assert (disk.get("key"), disk.get("before")) == (None, None)
    disk.store("key", b"value")
    assert disk.get("key") == b"value"


def test_a_folder_or_a_room_that_is_not_there_only_costs_time(disk, monkeypatch, tmp_path):
    write = os.pwrite
    monkeypatch.setattr(spill.os, "pwrite", lambda file, data, at: write(file, data[:10], at))
    disk.store("key", b"value" * 100)
    assert disk.get("key") is None
    homeless = Spill(10_000)
    homeless.open(tmp_path / "missing")
    homeless.store("key", b"value")
    assert homeless.get("key") is None


def test_a_cleared_disk_is_empty(disk):
    disk.store("key", b"Maud" * 100)
    disk.clear()
    assert disk.get("key") is None
    assert os.fstat(disk._file.fileno()).st_size == 0


# ---- behind the cache ----------------------------------------------------------------------------


@pytest.fixture
def shelf(tmp_path):
    """A cache with more maps than find room in it, so that the first are on the disk."""
    cache = Cache(2 << 20)
    cache.spill.open(tmp_path)
    cache.store(("picture",), b"secret" * 9000, "file")
    fill(cache)
    yield cache
    cache.spill.close()


def fill(cache, first=0):
    for number in range(first, 60):
        cache.store(("ground", number), Image.effect_noise((200, 300), 50), "table")
        cache.store(("file", number), bytes(20_000), "file")


def test_maps_of_tables_come_back_from_the_disk_and_files_do_not(shelf):
    ground = shelf.get(("ground", 0))
    assert ground is not None
    assert (ground.mode, ground.size) == ("L", (200, 300))
    assert shelf.get(("picture",)) is None
    assert not [key for key in shelf.spill if key[0] in ("picture", "file")]
    shelf.forget("ground")
    assert shelf.get(("ground", 0)) is None


def test_a_new_map_takes_the_place_of_the_one_on_the_disk(shelf):
    new = Image.new("L", (200, 300), 7)
    shelf.store(("ground", 0), new, "table")
    fill(shelf, 1)
    assert shelf.get(("ground", 0)).tobytes() == new.tobytes()


def test_a_reset_empties_the_disk(shelf):
    assert os.fstat(shelf.spill._file.fileno()).st_size > 0
    shelf.reset()
    assert os.fstat(shelf.spill._file.fileno()).st_size == 0
