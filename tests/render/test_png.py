"""The PNG writer: any reader finds the same pixels in its files."""

from __future__ import annotations

import importlib.util
import random
import sys
import zlib
from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render import deflate, png

COLOURS = bytes(range(256)) * 3


def rows_of(picture):
    """Scan lines of a palette picture, each after its filter byte."""
    rows = Image.new("P", (picture.width + 1, picture.height))
    rows.paste(picture, (1, 0))
    return rows


def noise(width, height, seed):
    return Image.frombytes("P", (width, height), random.Random(seed).randbytes(width * height))


@given(st.integers(1, 130), st.integers(1, 130), st.integers(0, 3))
def test_a_reader_finds_every_pixel_and_colour(width, height, seed):
    picture = noise(width, height, seed)
    data = png.encode(rows_of(picture), COLOURS)
    Image.open(BytesIO(data)).verify()
    read = Image.open(BytesIO(data))
    assert (read.format, read.mode, read.size) == ("PNG", "P", (width, height))
    assert read.tobytes() == picture.tobytes()
    assert bytes(read.getpalette()) == COLOURS


@given(st.integers(0, 119), st.integers(0, 3))
def test_a_change_gives_the_file_that_a_fresh_writer_gives(row, seed):
    before = noise(60, 120, seed)
    after = before.copy()
    after.putpixel((7, row), before.getpixel((7, row)) ^ 1)
    png.forget()
    fresh = png.encode(rows_of(after), COLOURS)
    png.forget()
    png.encode(rows_of(before), COLOURS)
    assert png.encode(rows_of(after), COLOURS) == fresh


def test_flat_art_is_small():
    picture = Image.new("P", (800, 600), 7)
    assert len(png.encode(rows_of(picture), COLOURS)) < 6_000


def test_zlib_writes_the_same_picture_without_zlib_ng(monkeypatch):
    monkeypatch.setitem(sys.modules, "zlib_ng", None)
    spec = importlib.util.spec_from_file_location("deflate_alone", deflate.__file__)
    alone = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(alone)
    assert alone.library is zlib
    assert alone.decompress(alone.compress(COLOURS)) == COLOURS
    monkeypatch.setattr(png, "piece", alone.piece)
    png.forget()
    picture = noise(300, 200, 5)
    read = Image.open(BytesIO(png.encode(rows_of(picture), COLOURS)))
    assert read.tobytes() == picture.tobytes()
    png.forget()
