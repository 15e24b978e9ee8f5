"""Sprites that sleep, and the numbers that stay theirs."""

from __future__ import annotations

from PIL import Image

from render.cache import Cache, memoize, number_of, weight
from render.pillow import Sleeper
from tests.cases import each_case


def noise(mode="RGBA", side=100):
    image = Image.radial_gradient("L").resize((side, side))
    image = image.convert("RGBA").convert(mode) if mode == "RGBa" else image.convert(mode)
    if mode == "P":
        image.putpalette(bytes(range(256)) * 3)
    return image


def cache_of_few():
    """A cache with room for the pixels of three sprites."""
    return Cache(600_000)


@each_case("mode", ["L", "P", "RGB", "RGBA", "RGBa", "LA"])
def test_a_sprite_that_slept_is_the_same_object_with_the_same_pixels(mode):
    shelf, sprite, pixels = cache_of_few(), noise(mode), noise(mode).tobytes()
    colours = noise(mode).convert("RGBA").tobytes()
    shelf.store(("sprite",), sprite)
    for number in range(12):
        shelf.store(("other", number), noise())
    assert sprite.sleeps, "it sleeps"
    assert shelf.get(("sprite",)) is sprite
    assert (sprite.size, sprite.mode) == ((100, 100), mode)
    assert sprite.sleeps, "its size is known without waking it"
    assert sprite.tobytes() == pixels
    assert sprite.convert("RGBA").tobytes() == colours


def test_a_sprite_in_use_does_not_fall_asleep_before_others():
    shelf, sprite = cache_of_few(), noise()
    shelf.store(("sprite",), sprite)
    for number in range(12):
        shelf.store(("other", number), noise())
        _ = sprite.im
    assert not sprite.sleeps


def test_sleepers_are_counted():
    shelf = cache_of_few()
    for number in range(200):
        shelf.store(("sprite", number), (noise(), noise("L", 40)))
        assert shelf.bytes_used <= shelf.budget
    assert shelf.get(("sprite", 0)) is None
    assert shelf.get(("sprite", 199)) is not None


def test_a_cache_without_room_leaves_a_sprite_as_it_is():
    shelf, sprite = Cache(0), noise()
    shelf.store(("sprite",), sprite)
    assert type(sprite) is Image.Image
    assert sprite.tobytes() == noise().tobytes()


def test_a_sprite_made_anew_has_its_number_again():
    shelf, sprites = cache_of_few(), [noise(), noise(), noise("L")]
    shelf.store(("dot", 1), sprites[0])
    shelf.forget("dot")
    shelf.store(("dot", 1), sprites[1])
    shelf.store(("dot", 2), sprites[2])
    first, second, another = (vars(sprite)["number"] for sprite in sprites)
    assert first == second != another


def test_a_large_sprite_has_its_number_again_when_it_was_compressed():
    large = noise(side=800)
    shelf = Cache(round(weight(large) / 0.18))
    shelf.store(("large", 1), large)
    shelf.store(("large", 2), noise(side=800))
    unpacked = shelf.get(("large", 1))
    assert unpacked is not large
    assert vars(unpacked)["number"] == vars(large)["number"] == number_of(("large", 1))


def test_numbers_of_keys_that_look_alike_differ():
    keys = [("a", "1"), ("a", 1), ("a", (1,)), ("a", -1), ("a", -2), ("a", "1", ""), ("a", "'1'")]
    assert len(set(map(number_of, keys))) == len(keys)
    assert number_of((memoize, 1)) == number_of((memoize, 1)) != number_of((number_of, 1))


def test_a_sleeper_is_an_ordinary_image():
    shelf, sprite = cache_of_few(), noise()
    shelf.store(("sprite",), sprite)
    assert isinstance(sprite, Sleeper)
    assert type(sprite.copy()) is Image.Image
    assert type(sprite.crop((0, 0, 9, 9))) is Image.Image
