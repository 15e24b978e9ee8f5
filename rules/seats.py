"""Who sits where: drawn from the secret that a game is dealt from, so that anybody can check it."""

from __future__ import annotations

from hashlib import sha256

from rules.rng import SEED_BITS, Rng

PURPOSE = b"seats"
"""Sets this draw apart from the deal: knowing it tells nothing about the cards to come."""


def drawn(seed: str, salt: str, seats: int) -> tuple[int, ...]:
    """For each seat, who takes it: 0 is who joined first. `seed` and `salt` are hexadecimal."""
    digest = sha256(bytes.fromhex(seed + salt) + PURPOSE).digest()
    order = list(range(seats))
    Rng(int.from_bytes(digest[: SEED_BITS // 8], "big")).shuffle(order)
    return tuple(order)
