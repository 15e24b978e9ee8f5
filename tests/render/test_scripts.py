"""Names in any script: written in a font that has them, shaped and in reading order."""

from __future__ import annotations

import unicodedata
from importlib import resources
from unittest import mock

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops

from render import scripts
from render.cache import forget
from render.registry import renderer
from render.scripts import FACES, LOOK, runs, writable
from render.text import ELLIPSIS, Label, elide, label, width_of
from tests.cases import each_case
from tests.render.maps import view_at as map_view
from tests.render.pictures import read, view_at
from tests.render.sisters import LOOKS
from tests.tier import of_tier

STYLE = Label(26, (255, 255, 255))
FRIENDS = {
    "Latin": "Ødegård",
    "Vietnamese": "Nguyễn",
    "Greek": "Ελένη",
    "Cyrillic": "Борис",
    "Japanese": "山田太郎",
    "Korean": "김민수",
    "Chinese, simplified": "张伟",
    "Chinese, traditional": "陳大文",
    "Hebrew": "שלום",
    "Arabic": "محمد",
    "Persian": "علی\u200cرضا",
    "Thai": "น้ำฝน",
    "Lao": "ລາວ",
    "Khmer": "ខ្មែរ",
    "Burmese": "မြန်မာ",
    "Hindi": "अर्जुन",
    "Bengali": "বাংলা",
    "Tamil": "தமிழ்",
    "Telugu": "తెలుగు",
    "Amharic": "አማርኛ",
}
SHAPED = {"Hebrew", "Arabic", "Persian", "Khmer", "Burmese", "Hindi", "Bengali", "Tamil", "Telugu"}
needs_a_shaper = pytest.mark.skipif(not scripts.SHAPES, reason="Pillow finds no FriBiDi here")
WRITTEN = {
    script: name for script, name in FRIENDS.items() if scripts.SHAPES or script not in SHAPED
}
every_friend = each_case("name", WRITTEN.values(), ids=WRITTEN)
NAMELESS = [
    "🦊",
    "\u3164",
    "\u2800\u2800",
    "\u200b",
    "\u202e",
    "\u0301\u0301",
    "",
    " ",
    "\n",
    "ქართული",
]
"""Names that no font here writes, or that are invisible, or empty."""


def character_map(face):
    """Characters of a font, from its own table."""
    place = resources.files(face.package) / "fonts" / "ofl" / face.file
    with resources.as_file(place) as path, TTFont(path, lazy=True) as font:
        return set(font.getBestCmap())


def ink(words):
    """Mask of the ink of a text."""
    return label(words, STYLE).sprite.getchannel("A")


# ---- what is written ------------------------------------------------------------------------


@every_friend
def test_a_name_of_any_script_is_written_whole_in_fonts_that_have_it(name):
    assert writable(name) == unicodedata.normalize("NFC", name)
    for part, face in runs(writable(name)):
        if face != LOOK:
            assert set(map(ord, part)) <= character_map(face)


@every_friend
def test_every_letter_leaves_ink_of_its_own(name):
    """A font without the letters would draw the same box for each of them."""
    letters = {c for c in name if c.isalpha()}
    masks = {(ink(c).size, bytes(ink(c).tobytes())) for c in letters}
    assert len(masks) == len(letters)
    assert ink(name).getbbox() is not None


@each_case("face", FACES, ids=lambda face: face.file)
def test_a_font_has_the_characters_of_its_map(face):
    has = character_map(face)
    codes = [*range(0x20, 0x30), *range(0x5D0, 0x6FF, 3), *range(0x900, 0x1100, 7), 0x4E00, 0xAC00]
    for code in codes:
        assert scripts._has(face, chr(code)) == (code in has), hex(code)


def gaps(words):
    """Columns without ink inside a text."""
    covered = ink(words).crop(ink(words).getbbox())
    return sum(
        covered.crop((x, 0, x + 1, covered.height)).getbbox() is None for x in range(covered.width)
    )


@needs_a_shaper
def test_arabic_letters_are_joined():
    assert gaps("محمد") == 0
    assert gaps("\u200c".join("محمد")) > 0


@needs_a_shaper
def test_hebrew_begins_at_the_right():
    """The first letter of the name stands where that letter alone would, at the right end."""
    name, letter = ink("שלום"), ink("ש")
    left, _, right, _ = letter.getbbox()
    end = name.getbbox()[2]
    corner = name.crop((end - (right - left), 0, end, name.height))
    assert corner.getbbox()[2:] == (right - left, corner.getbbox()[3])
    assert (
        ImageChops.difference(
            corner.crop(corner.getbbox()), letter.crop(letter.getbbox())
        ).getextrema()[1]
        < 128
    )


@needs_a_shaper
def test_a_name_of_two_scripts_is_read_in_its_own_direction():
    assert [part for part, _ in runs("Max محمد")] == ["Max ", "محمد"]
    assert [part for part, _ in runs("محمد Max")] == ["Max", "محمد "]


def test_a_chinese_name_is_written_by_one_font():
    assert len(runs(writable("张伟大山"))) == 1


@each_case(
    ("name", "text"),
    [
        ("Ａｌｅｘ", "Alex"),
        ("𝓐𝓵𝓮𝔁", "Alex"),
        ("Aʟᴇx", "Alex"),
        ("🅰🅻🅴🆇", "ALEX"),
        ("🇫🇷 Luc", "FR Luc"),
        ("ﾔﾏﾀﾞ", "ヤマダ"),
        ("🦊 Fox 🦊", "Fox"),
        ("\u202eEvil\u202c", "Evil"),
        ("a\n\tb\x00c", "a bc"),
        ("\u0301é", "é"),
        ("👩🏽\u200d🚀 Zoé", "Zoé"),
        ("  two   spaces ", "two spaces"),
        ("o" + "\u0302" * 40, "ô" + "\u0302" * 4),
    ],
)
def test_a_name_is_freed_of_what_cannot_be_written(name, text):
    assert writable(name) == text


@given(st.text(max_size=60), st.integers(40, 300))
def test_any_name_fits_its_room_and_stays_as_it_is(name, room):
    written = writable(name)
    assert writable(written) == written
    words = elide(name, STYLE, room)
    assert width_of(words, STYLE) <= room
    assert words in (written, words.removesuffix(ELLIPSIS) + ELLIPSIS)


# ---- in the pictures ------------------------------------------------------------------------


def tables():
    """Functions that draw the table and one seat of each game with names."""
    views = {"akropolis": view_at(2, 3, 12)} | {
        look.key: map_view(look, "2_start") for look in LOOKS
    }
    return {
        f"{key} {seat}": lambda names, key=key, view=view, seat=seat: renderer(key).draw(
            "table" if seat is None else "seat", view, names=names, seat=seat
        )
        for key, view in views.items()
        for seat in (None, 0)
    }


every_picture = each_case("draw", tables().values(), ids=tables())


@each_case("name", NAMELESS, ids=ascii)
def test_a_seat_without_a_name_that_can_be_written_is_called_by_its_letter(name):
    assert scripts.name_of([name, "Maud"], 0) == "A"


@every_picture
def test_a_name_in_any_script_stands_in_the_picture(draw):
    """It stands in place of the letter, at least as wide as two letters."""
    nameless = draw(("A", "Maud"))
    assert draw((NAMELESS[0], "Maud")) == nameless
    for name in of_tier([FRIENDS["Japanese"]], WRITTEN.values()):
        changed = ImageChops.difference(read(nameless), read(draw((name, "Maud"))))
        left, _, right, _ = changed.getbbox()
        assert right - left >= 30, name


@every_picture
def test_the_same_names_give_the_same_bytes(draw):
    names = (FRIENDS["Greek"], FRIENDS["Japanese"])
    first = draw(names)
    scripts.font_of.cache_clear()
    forget(label)
    assert draw(names) == first


# ---- what is missing ------------------------------------------------------------------------


@pytest.fixture
def elsewhere():
    """Another machine: the caches of this one are cleared before and after."""
    caches = (scripts._available_faces, scripts._faces_for, scripts.writable, scripts.runs)

    def forget_all():
        forget(label)
        for each in caches:
            each.cache_clear()

    forget_all()
    yield
    forget_all()


def test_without_a_shaper_names_that_need_one_are_not_written(elsewhere):
    with mock.patch.object(scripts, "SHAPES", False):
        written = {script: writable(name) for script, name in FRIENDS.items()}
    missing = {script for script, text in written.items() if not text}
    assert missing == SHAPED


def test_without_the_packages_a_name_is_a_letter(elsewhere):
    with mock.patch.object(scripts.util, "find_spec", return_value=None):
        assert scripts.name_of(["山田太郎"], 0) == "A"
        assert scripts.name_of(["Maud 山"], 0) == "Maud"
