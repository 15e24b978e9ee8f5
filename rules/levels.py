"""How well the players of AI seats play, by names that are the same in every game."""

from __future__ import annotations

from collections.abc import Sequence

RANDOM, EASY, HARD, STRONG = "random", "easy", "hard", "strong"
LEVELS = (RANDOM, EASY, HARD, STRONG)
"""Weakest first: any legal move; the best thing to do now; what is to come; with a look ahead."""


def best(offered: Sequence[str], most: str = STRONG) -> str:
    """The best player that a game offers, of those that are not above `most`."""
    return max(set(offered).intersection(upto(most)), key=LEVELS.index)


def upto(most: str) -> tuple[str, ...]:
    """The levels that are not above `most`, weakest first."""
    return LEVELS[: LEVELS.index(most) + 1]
