"""Random numbers that are equal on every Python: SHA-256 of a secret seed and a counter."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")
C = TypeVar("C", bound=int | str)

SEED_BITS = 128
_DRAW_BITS = 256


class Rng:
    """A stream of random numbers. Its whole state is `seed` and `drawn`, the number of draws.

    Draw k of a seed is SHA-256(seed ‖ k), big-endian, 16 and 8 bytes: it can be checked in any
    language, and `Rng(seed, k)` continues where another stopped.
    """

    __slots__ = ("_prefix", "drawn", "seed")

    def __init__(self, seed: int, drawn: int = 0) -> None:
        if not 0 <= seed < 1 << SEED_BITS:
            raise ValueError(f"a seed is a number of {SEED_BITS} bits, not {seed}")
        self.seed = seed
        self.drawn = drawn
        self._prefix = seed.to_bytes(SEED_BITS // 8, "big")

    def below(self, bound: int) -> int:
        """A whole number 0 .. bound-1, all equally likely to within bound / 2**256."""
        if bound < 1:
            raise ValueError(f"nothing is below {bound}")
        digest = sha256(self._prefix + self.drawn.to_bytes(8, "big")).digest()
        self.drawn += 1
        return int.from_bytes(digest, "big") * bound >> _DRAW_BITS

    def choice(self, items: Sequence[T]) -> T:
        """One of `items`, all equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put `items` in random order, in place (Fisher-Yates, from the end)."""
        for last in range(len(items) - 1, 0, -1):
            index = self.below(last + 1)
            items[last], items[index] = items[index], items[last]

    def redeal(self, items: list[C]) -> None:
        """Put `items` in a random order that does not depend on their present one, in place."""
        items.sort()
        self.shuffle(items)
