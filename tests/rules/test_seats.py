"""The draw of seats from a secret that can be checked in the end."""

from collections import Counter
from itertools import permutations

from rules.rng import Rng
from rules.seats import seat_draw

SEED, SALT = "00" * 16, "ff" * 16


def test_the_draw_of_a_secret_is_the_same_for_ever():
    """Seed and salt, then "seats": their SHA-256 begins with 690f2059e198c8e4."""
    assert seat_draw(SEED, SALT, 4) == (3, 2, 0, 1)


def test_every_order_is_as_likely():
    draws = Counter(seat_draw(f"{number:032x}", SALT, 3) for number in range(1200))
    assert draws.keys() == set(permutations(range(3)))
    assert all(150 < times < 250 for times in draws.values())


def test_the_salt_is_part_of_the_secret():
    assert len({seat_draw(SEED, f"{number:032x}", 4) for number in range(200)}) == 24


def test_the_draw_is_not_the_first_shuffle_of_the_deal():
    def shuffled(seed):
        order = list(range(4))
        Rng(seed).shuffle(order)
        return tuple(order)

    seeds = range(200)
    same = sum(seat_draw(f"{seed:032x}", SALT, 4) == shuffled(seed) for seed in seeds)
    assert same < 30


def test_a_single_seat_is_not_drawn():
    assert seat_draw(SEED, SALT, 1) == (0,)
