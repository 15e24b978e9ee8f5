"""What is kept for pictures: never more than its budget, and never another pixel for it."""

from __future__ import annotations

import ast
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import render
from render import kept as keeping
from render.contract import CANDIDATE, HAND, TABLE
from render.kept import FRESH, LARGE, SHELF, Board, Shelf, forget, kept, weight
from render.registry import renderer
from rules.contract import Game
from tests.cases import each_case
from tests.contract.playing import plain_setups, running
from tests.tier import of_tier

NAMES = ("Maud", "Bastien", "Inès", "Karim")
SMALL = 4 << 20


@contextmanager
def budget(amount):
    """Another budget inside the block, from an empty shelf on; then the shelf is as before."""
    before = dict(vars(SHELF))
    SHELF.begin(amount)
    try:
        yield
    finally:
        vars(SHELF).update(before)


# ---- a shelf -------------------------------------------------------------------------------------

steps = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.one_of(st.none(), st.integers(0, 3000))), max_size=60
)


@given(steps)
def test_a_board_holds_the_newest_that_find_room(steps):
    """Against the plain way: a list in order of use, cut at the budget."""
    board, used = Board(9000), []
    for name, size in steps:
        known = next((entry for entry in used if entry[0] == (name,)), None)
        if size is None:
            assert board.get((name,)) == (known and known[1])
            used = [entry for entry in used if entry is not known] + ([known] if known else [])
            continue
        board.pop((name,))
        fallen = board.put((name,), bytes(size))
        used = [entry for entry in used if entry is not known]
        used.append(((name,), bytes(size)))
        while sum(map(taken, used)) > board.room:
            assert used.pop(0) in fallen
    assert board.taken == sum(map(taken, used)) <= board.room


def taken(entry):
    """Bytes that one entry takes."""
    alone = Board(1 << 20)
    alone.put(*entry)
    return alone.taken


def test_what_finds_no_room_is_not_kept_and_drives_nothing_out():
    shelf = Shelf(5000)
    shelf.put(("a",), b"a" * 1000)
    shelf.put(("b",), b"b" * 9000)
    assert (shelf.get(("a",)), shelf.get(("b",))) == (b"a" * 1000, None)


def test_a_new_value_takes_the_place_of_the_one_before():
    shelf = Shelf(5000)
    shelf.put(("a",), b"a" * 1000)
    shelf.put(("a",), b"b" * 500)
    assert shelf.get(("a",)) == b"b" * 500
    assert shelf.taken < 1000 + 500


@each_case("mode", ["L", "P", "RGB", "RGBA"])
def test_a_large_image_put_away_comes_back_pixel_for_pixel_and_takes_less_room(mode):
    image = Image.radial_gradient("L").resize((600, 400)).convert(mode)
    if mode == "P":
        image.putpalette(bytes(range(256)) * 3)
    shelf = Shelf(round(1.5 * weight(image) / FRESH))
    shelf.put(("first",), (image, 7))
    shelf.put(("second",), image)
    assert weight(image) > LARGE
    assert weight(image) < shelf.taken < 2 * weight(image)
    assert shelf.get(("second",)) is image
    back, seven = shelf.get(("first",))
    assert (back.mode, back.size, back.tobytes()) == (mode, image.size, image.tobytes())
    assert back.convert("RGB").tobytes() == image.convert("RGB").tobytes()
    assert (back is image, seven) == (False, 7)
    assert shelf.get(("first",))[0] is back, "used again, it is fresh"


def test_a_flood_of_large_images_leaves_the_sprites():
    shelf, sprite = Shelf(4 << 20), Image.new("RGBA", (40, 40))
    shelf.put(("sprite",), sprite)
    for number in range(100):
        shelf.put(("ground", number), Image.effect_noise((500, 400), 50))
        shelf.put(("band", number), bytes(100_000), away=True)
    assert shelf.get(("sprite",)) is sprite
    assert shelf.get(("ground", 0)) is None
    assert shelf.taken <= shelf.budget


def test_a_small_image_is_the_very_same():
    @kept
    def dot(size):
        return Image.new("L", (size, size))

    assert dot(3) is dot(3)
    assert dot(3) is not dot(4)


def test_what_is_forgotten_is_drawn_again():
    drawn = []

    @kept
    def number(of):
        drawn.append(of)
        return of

    assert [number(1), number(1)] == [1, 1]
    forget(number)
    assert number(1) == 1
    assert drawn == [1, 1]


# ---- pictures ------------------------------------------------------------------------------------


def pictures(setup):
    """The table twice along a game, and pictures of all other kinds, as files."""
    game: Game = setup.game
    draw = renderer(game.facts.key).draw
    for state, seat in running(setup)[1::4]:
        own = game.view(state, seat)
        yield draw(TABLE, game.view(state, None), names=NAMES[: setup.seats])
    yield draw("seat", own, seat=seat)
    preview = game.preview(state, seat, next(iter(game.legal_actions(state, seat))))
    for name, shown in ((CANDIDATE, preview), (HAND, game.hand(state, seat))):
        if shown is not None:
            yield draw(name, own, shown=shown)


OF_THREE = [setup for setup in plain_setups() if setup.seats == 3]


@each_case("setup", of_tier(OF_THREE[:1], OF_THREE), ids=lambda setup: setup.game.facts.key)
def test_cold_small_and_warm_the_files_are_the_same_and_the_budget_is_kept(setup):
    """Nothing kept; a few sprites, which come and go; and all there is room for, twice over."""
    with budget(0):
        cold = list(pictures(setup))
        assert SHELF.taken == 0
    with budget(SMALL):
        assert list(pictures(setup)) == cold
        assert 0 < SHELF.taken <= SMALL
    with budget(keeping.BUDGET):
        assert list(pictures(setup)) == cold
        assert SMALL < SHELF.taken <= keeping.BUDGET
        assert list(pictures(setup)) == cold
    assert all(Image.open(BytesIO(data)).format == "PNG" for data in cold)


def test_no_cache_of_images_is_outside_the_budget():
    """Other caches hold small tables only."""
    outside = {
        function.name
        for file in Path(render.__file__).parent.rglob("*.py")
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        and any("cache" in ast.unparse(each) for each in function.decorator_list)
        and "Image.Image" in ast.unparse(function.returns)
    }
    assert outside == {"_palette_image"}
