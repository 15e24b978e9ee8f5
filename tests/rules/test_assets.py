"""Data files: found, read into frozen structs, refused with a sentence when damaged."""

import msgspec
import pytest

from rules import assets
from rules.assets import AssetError, find, load


class Shape(msgspec.Struct, frozen=True):
    name: str
    pieces: tuple[int, ...]


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A data folder of our own; the second place that is looked at."""
    monkeypatch.setattr(assets, "HOMES", (tmp_path / "nowhere", tmp_path))
    return tmp_path


def test_a_data_file_is_read_into_its_frozen_shape(home):
    (home / "toy.json").write_text('{"name": "toy", "pieces": [1, 2], "notes": "any"}')
    shape = load("toy", Shape)
    assert shape == Shape(name="toy", pieces=(1, 2))
    with pytest.raises(AttributeError):
        shape.name = "other"


def test_a_missing_file_is_named_with_the_places_looked_at(home):
    with pytest.raises(AssetError, match=r"toy\.json is missing: looked in .*nowhere or"):
        load("toy", Shape)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "truncated"),
        ("{", "truncated"),
        ('{"name": "toy"}', "pieces"),
        ('{"name": 3, "pieces": []}', r"\$\.name"),
        ('{"name": "toy", "pieces": [1, "2"]}', r"\$\.pieces\[1\]"),
        ('{"name": "toy", "pieces": []} more', "trailing"),
    ],
)
def test_a_damaged_file_is_refused_with_its_name_and_the_fault(home, text, fault):
    (home / "toy.json").write_text(text)
    with pytest.raises(AssetError, match=rf"toy\.json cannot be used: .*{fault}"):
        load("toy", Shape)


def test_a_folder_is_no_data_file(home):
    (home / "toy.json").mkdir()
    with pytest.raises(AssetError, match="missing"):
        find("toy.json")
