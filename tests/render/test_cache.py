"""The cache of pictures: never larger than its budget, and no pixel depends on it."""

from __future__ import annotations

import ast
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import render
from render import cache as keeping
from render.cache import CACHE, LARGE, LARGE_SHARE, Cache, LruCache, forget, memoize, weight
from render.contract import CANDIDATE, HAND, TABLE
from render.registry import renderer
from rules.contract import Game
from rules.registry import games
from tests.cases import each_case
from tests.contract.playing import plain_setups_of, running
from tests.tier import of_tier

NAMES = ("Maud", "Bastien", "Inès", "Karim")
SMALL = 4 << 20


@contextmanager
def budget(amount):
    """An empty cache with another budget inside the block; the old one afterwards."""
    before = dict(vars(CACHE))
    CACHE.reset(amount)
    try:
        yield
    finally:
        vars(CACHE).update(before)


# ---- a shelf -------------------------------------------------------------------------------------

steps = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.one_of(st.none(), st.integers(0, 3000))), max_size=60
)


@given(steps)
def test_a_board_holds_the_newest_that_find_room(steps):
    """Compared with a plain list in order of use, cut at the budget."""
    board, used = LruCache(9000), []
    for name, size in steps:
        before = [entry for entry in used if entry[0] == (name,)]
        used = [entry for entry in used if entry[0] != (name,)]
        if size is None:
            assert board.get((name,)) == next((value for _, value in before), None)
            used += before
            continue
        board.pop((name,))
        fallen = board.store((name,), bytes(size))
        used.append(((name,), bytes(size)))
        while sum(map(size_of, used)) > board.room:
            assert used.pop(0) in fallen
    assert board.bytes_used == sum(map(size_of, used)) <= board.room


def size_of(entry):
    """Size of one entry in bytes."""
    alone = LruCache(1 << 20)
    alone.store(*entry)
    return alone.bytes_used


def test_a_value_takes_the_place_of_the_one_before_unless_it_finds_no_room():
    shelf = Cache(5000)
    shelf.store(("a",), b"a" * 1000)
    shelf.store(("b",), b"b" * 9000)
    assert (shelf.get(("a",)), shelf.get(("b",))) == (b"a" * 1000, None)
    shelf.store(("a",), b"b" * 500)
    assert shelf.get(("a",)) == b"b" * 500
    assert shelf.bytes_used < 1000 + 500


@each_case("mode", ["L", "P", "RGB", "RGBA"])
def test_a_large_image_put_away_comes_back_pixel_for_pixel_and_takes_less_room(mode):
    image = Image.radial_gradient("L").resize((600, 400)).convert(mode)
    if mode == "P":
        image.putpalette(bytes(range(256)) * 3)
    shelf = Cache(round(1.5 * weight(image) / LARGE_SHARE))
    shelf.store(("first",), (image, 7))
    shelf.store(("second",), image)
    assert weight(image) > LARGE
    assert weight(image) < shelf.bytes_used < 2 * weight(image)
    assert shelf.get(("second",)) is image
    back, seven = shelf.get(("first",))
    assert (back.mode, back.size, back.tobytes()) == (mode, image.size, image.tobytes())
    assert back.convert("RGB").tobytes() == image.convert("RGB").tobytes()
    assert (back is image, seven) == (False, 7)
    assert shelf.get(("first",))[0] is back, "used again, it is fresh"


def test_a_flood_of_large_images_leaves_the_sprites():
    shelf, sprite = Cache(4 << 20), Image.new("RGBA", (40, 40))
    shelf.store(("sprite",), sprite)
    for number in range(30):
        shelf.store(("ground", number), Image.effect_noise((500, 400), 50), "table")
        shelf.store(("band", number), bytes(100_000), "file")
    assert shelf.get(("sprite",)) is sprite
    assert shelf.get(("ground", 0)) is None
    assert shelf.bytes_used <= shelf.budget


def test_a_small_image_is_the_very_same():
    @memoize
    def dot(size):
        return Image.new("L", (size, size))

    assert dot(3) is dot(3)
    assert dot(3) is not dot(4)


def test_a_forgotten_value_is_made_again():
    calls = []

    @memoize
    def number(of):
        calls.append(of)
        return of

    assert [number(1), number(1)] == [1, 1]
    forget(number)
    assert number(1) == 1
    assert calls == [1, 1]


# ---- pictures ------------------------------------------------------------------------------------


def pictures(setup):
    """Files of the table at a moment of a game, or two, and of all other kinds of pictures."""
    game: Game = setup.game
    draw = renderer(game.facts.key).draw
    for state, seat in running(setup)[1 : of_tier(2, None) : 4]:
        seat_view = game.view(state, seat)
        yield draw(TABLE, game.view(state, None), names=NAMES[: setup.seats])
    yield draw("seat", seat_view, seat=seat)
    preview = game.preview(state, seat, next(iter(game.legal_actions(state, seat))))
    for name, contents in ((CANDIDATE, preview), (HAND, game.hand(state, seat))):
        if contents is not None:
            yield draw(name, seat_view, shown=contents)


OF_THREE = [
    setup for game in games().values() for setup in plain_setups_of(game) if setup.seats == 3
]


@each_case("setup", of_tier(OF_THREE[:1], OF_THREE), ids=lambda setup: setup.game.facts.key)
def test_cold_small_and_warm_the_files_are_the_same_and_the_budget_is_kept(setup):
    """With no cache; with room for a few sprites; and with room for everything, twice."""
    with budget(0):
        cold = list(pictures(setup))
        assert CACHE.bytes_used == 0
    with budget(SMALL):
        assert list(pictures(setup)) == cold
        assert 0 < CACHE.bytes_used <= SMALL
    with budget(keeping.BUDGET):
        assert [*pictures(setup), *pictures(setup)] == [*cold, *cold]
        assert SMALL < CACHE.bytes_used <= keeping.BUDGET
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
