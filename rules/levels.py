"""Strength of the players of AI seats, by names that are the same in every game."""

from __future__ import annotations

from collections.abc import Sequence

RANDOM, EASY, HARD, STRONG = "random", "easy", "hard", "strong"
LEVELS = (RANDOM, EASY, HARD, STRONG)
"""Weakest first: any legal move; the best move now; with an eye on the future; with a search."""


def best(offered: Sequence[str], most: str = STRONG) -> str:
    """The best player that a game offers, not above `most`."""
    return max(set(offered).intersection(levels_up_to(most)), key=LEVELS.index)


def for_newcomers(offered: Sequence[str]) -> tuple[str, ...]:
    """Players that a game offers, in the order of a menu: easy first, random last."""
    order = (*LEVELS[1:], RANDOM)
    return tuple(sorted(offered, key=order.index))


def levels_up_to(most: str) -> tuple[str, ...]:
    """Levels not above `most`, weakest first."""
    return LEVELS[: LEVELS.index(most) + 1]
