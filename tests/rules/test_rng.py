"""Luck that is the same on every Python: the golden values below never change."""

from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.rng import SEED_BITS, Rng
from tests.cases import each_case

SEEDS = st.integers(0, 2**SEED_BITS - 1)


def draws(seed, bound, count):
    rng = Rng(seed)
    return [rng.below(bound) for _ in range(count)]


def test_the_numbers_of_the_lowest_and_the_highest_seed():
    assert draws(0, 1000, 10) == [615, 927, 806, 84, 79, 43, 867, 465, 933, 439]
    assert draws(2**128 - 1, 2**64, 3) == [
        6443963542304701752,
        12487818831030353932,
        11551314804830016278,
    ]


def test_a_shuffle():
    cards = list(range(1, 21))
    Rng(20221125).shuffle(cards)
    assert cards == [18, 1, 3, 17, 14, 8, 7, 20, 2, 5, 4, 15, 16, 6, 11, 9, 10, 12, 19, 13]


def test_choices():
    rng = Rng(20221125, drawn=19)
    assert "".join(rng.choice("abcdef") for _ in range(12)) == "dedabdeffddf"


def test_anybody_can_check_a_draw():
    """Draw k is SHA-256(seed in 16 bytes, k in 8), scaled to the bound."""
    digest = sha256((77).to_bytes(16, "big") + (2).to_bytes(8, "big")).digest()
    assert draws(77, 1000, 3)[2] == int.from_bytes(digest, "big") * 1000 // 2**256


@given(SEEDS, st.integers(0, 50))
def test_a_stream_goes_on_where_another_stopped(seed, drawn):
    """All its state is the seed and the count."""
    rng = Rng(seed)
    numbers = [rng.below(10**9) for _ in range(drawn + 5)]
    assert (rng.seed, rng.drawn) == (seed, drawn + 5)
    resumed = Rng(seed, drawn)
    assert [resumed.below(10**9) for _ in range(5)] == numbers[drawn:]


@given(SEEDS, st.integers(1, 10**40))
def test_a_number_is_below_its_bound(seed, bound):
    assert 0 <= Rng(seed).below(bound) < bound


@given(SEEDS, st.lists(st.integers()))
def test_a_shuffle_keeps_every_item(seed, items):
    shuffled = list(items)
    Rng(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_every_order_is_as_likely():
    """2,400 shuffles of four: about 100 of each of the 24 orders."""
    rng, orders = Rng(1), Counter()
    for _ in range(2400):
        cards = list("abcd")
        rng.shuffle(cards)
        orders[tuple(cards)] += 1
    assert set(orders) == set(permutations("abcd"))
    assert all(60 < count < 140 for count in orders.values())


@each_case("seed", [-1, 2**128])
def test_a_seed_has_128_bits(seed):
    with pytest.raises(ValueError, match="128 bits"):
        Rng(seed)


@each_case("bound", [0, -1])
def test_a_bound_is_positive(bound):
    with pytest.raises(ValueError, match="below"):
        Rng(1).below(bound)
