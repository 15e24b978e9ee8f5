"""The board as it is drawn: what lies there, who holds what, and nothing that is hidden."""

import pytest
from PIL import ImageChops

from render.canvas import Canvas
from render.massalia.frame import BOARD, CELLS, centre
from render.massalia.ground import ground
from render.massalia.scene import LIT, Scene
from render.massalia.signs import PLACES
from render.theme import THEME
from rules.massalia import GAME
from rules.massalia.pieces import BOX
from rules.rng import Rng
from tests.massalia.building import at, do


def painted(state, seat=None, news=()):
    """The board as pixels."""
    scene = Scene(GAME.view(state, seat), THEME)
    canvas = Canvas.over(ground().copy(), THEME)
    for stamp in sorted([*scene.stamps(), *scene.lit(news)], key=lambda stamp: stamp.order):
        canvas.paste(stamp.sprite, stamp.x, stamp.y)
    return canvas.image


def differ(one, other):
    """The box in which two pictures differ, or None."""
    return ImageChops.difference(one, other).getbbox()


def is_near(box, label):
    """Whether a box lies within the cell of a label, its corners and shadow included."""
    x, y = centre(BOX.land.index[label])
    left, top, right, low = box
    return x - 80 <= left and right <= x + 80 and y - 90 <= top and low <= y + 90


def test_every_cell_lies_on_the_board():
    for cell in CELLS:
        x, y = centre(cell)
        assert 69 <= x <= BOARD[0] - 69
        assert 80 <= y <= BOARD[1] - 80


def test_every_resource_cell_has_a_short_name():
    assert set(PLACES) == {one.id for one in BOX.land.resources}
    assert all(len(name) <= 13 for names in PLACES.values() for name in names)


@pytest.mark.parametrize("tile", ["0WA", "0L3", "1FI", "2FH", "3L1", "1WA-"])
def test_a_tile_shows_on_its_cell_and_nowhere_else(tile):
    box = differ(painted(at(4)), painted(at(4, board={"C3": tile})))
    assert box
    assert is_near(box, "C3")


def test_tiles_differ_by_seat_by_kind_and_by_face():
    piles = ["0WA", "1WA", "2WA", "3WA", "0FH", "0FI", "0L1", "0L2", "0L3", "0WA-", "0WA 0WA"]
    seen = {painted(at(4, board={"C3": pile})).tobytes() for pile in piles}
    assert len(seen) == len(piles)


def test_who_holds_a_resource_cell_is_seen_beyond_its_tile():
    held = painted(at(board={"G5": "0WA"}))
    down = painted(at(board={"G5": "0WA-"}))
    x, y = centre(BOX.land.index["G5"])
    ring = (x - 66, y - 12, x - 60, y + 12)
    assert differ(held.crop(ring), down.crop(ring))


def test_a_face_down_tile_shows_the_same_back_whatever_it_is():
    boards = [at(board={"C3": f"1{kind}-"}) for kind in ("WA", "L3", "FI")]
    assert len({painted(state, 0).tobytes() for state in boards}) == 1


def test_what_is_hidden_changes_no_pixel():
    state = at(3, board={"C3": "1WA-", "D3": "2FI 1L1-"})
    other = GAME.redeal(state, 0, Rng(4))
    assert GAME.state_to_json(other) != GAME.state_to_json(state)
    assert differ(painted(state, 0), painted(other, 0)) is None


def test_what_changed_is_lit_as_long_as_it_lies_there():
    state = at(me={"hand": ["SO#1"], "bag": ["WA"]})
    after, events = do(state, "p SO; t; @C1")
    scene = Scene(GAME.view(after, None), THEME)
    assert [stamp.layer for stamp in scene.lit(events)] == [LIT]
    assert list(Scene(GAME.view(state, None), THEME).lit(events)) == []


@pytest.mark.parametrize(("language", "name"), [("en", "Old Port"), ("fr", "Vieux-Port")])
def test_names_follow_the_language(language, name):
    assert name in [names[language == "fr"] for names in PLACES.values()]
    here = Scene(GAME.view(at(), None), THEME, language)
    other = Scene(GAME.view(at(), None), THEME, "fr" if language == "en" else "en")
    assert {one.mark for one in here.stamps()} != {one.mark for one in other.stamps()}
