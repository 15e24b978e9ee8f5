"""Stamps: pictures in layers, of which only changed parts are drawn again."""

from __future__ import annotations

from unittest import mock

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render import stamps
from render.stamps import Ground, Painter, Stamp, label_at, stamp_at
from render.text import Label, label
from render.theme import THEME

SIZE = (160, 120)
TONES = [seat.colour for seat in THEME.seats]
SPRITES = [
    Image.new("RGBA", (width, width + 7), (*tone, 160 + 30 * index))
    for index, (width, tone) in enumerate(zip((9, 18, 30), TONES, strict=False))
]
some_stamps = st.lists(
    st.builds(
        Stamp,
        layer=st.integers(0, 3),
        y=st.integers(-20, SIZE[1]),
        x=st.integers(-20, SIZE[0]),
        sprite=st.sampled_from(SPRITES),
    ),
    max_size=12,
)


GROUND = Image.new("RGB", SIZE, THEME.panel)


def painter():
    """A painter that has painted nothing yet."""
    return Painter(Ground(lambda: GROUND.copy()), THEME)


@given(st.lists(some_stamps, min_size=2, max_size=4))
def test_a_redrawn_picture_is_pixel_for_pixel_the_whole_one(pictures):
    map_painter = painter()
    for picture in pictures:
        assert map_painter.paint(picture).tobytes() == painter().paint(picture).tobytes()


@given(some_stamps, st.randoms(use_true_random=False))
def test_the_order_of_the_list_does_not_matter(picture, luck):
    mixed = [*picture, *picture[:1]]
    luck.shuffle(mixed)
    assert painter().paint(mixed).tobytes() == painter().paint(picture).tobytes()


def test_only_what_changed_is_drawn_again():
    map_painter = painter()
    still, moved = Stamp(0, 10, 10, SPRITES[2]), Stamp(0, 90, 120, SPRITES[0])
    map_painter.paint([still, moved])
    with mock.patch.object(map_painter, "_part", wraps=map_painter._part) as part:
        map_painter.paint([still])
    assert [call.args[2] for call in part.call_args_list] == [moved.box]


def test_a_picture_that_did_not_change_is_not_drawn_again():
    map_painter = painter()
    first = map_painter.paint([Stamp(0, 10, 10, SPRITES[2])])
    with mock.patch.object(map_painter, "_part") as part:
        assert map_painter.paint([Stamp(0, 10, 10, SPRITES[2])]).tobytes() == first.tobytes()
    part.assert_not_called()


def test_boxes_are_joined_where_that_costs_less():
    far = [(0, 0, 100, 100), (500, 500, 600, 600)]
    assert stamps._merge(far) == far
    near = (90, 0, 200, 100)
    assert stamps._merge([*far, near]) == [far[1], (0, 0, 200, 100)]
    bridge = (90, 90, 510, 510)
    assert stamps._merge([*far, bridge]) == [*far, bridge], "the box round them is mostly empty"


def test_a_stamp_is_centred_on_its_place():
    stamp = stamp_at(3, SPRITES[2], 80, 60)
    assert stamp.box == (65, 42, 95, 79)
    assert stamp.layer == 3


def test_words_are_centred_by_their_width():
    style = Label(20, THEME.ink)
    setting = label("C4", style)
    stamp = label_at(0, "C4", 100, 50, style)
    assert stamp.sprite is setting.sprite
    assert stamp.x - setting.shift[0] == round(100 - setting.width / 2)
