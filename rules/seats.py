"""The draw of seats from the secret of the deal, so that it can be checked."""

from __future__ import annotations

from hashlib import sha256

from rules.rng import SEED_BITS, Rng

PURPOSE = b"seats"
"""Separates this draw from the deal: it says nothing about the cards to come."""


def seat_draw(seed: str, salt: str, seats: int) -> tuple[int, ...]:
    """Player of each seat: 0 is the one who joined first. `seed` and `salt` are hexadecimal."""
    digest = sha256(bytes.fromhex(seed + salt) + PURPOSE).digest()
    order = list(range(seats))
    Rng(int.from_bytes(digest[: SEED_BITS // 8], "big")).shuffle(order)
    return tuple(order)
