"""Why one move is better than another: the parts of their worth that differ most."""

from __future__ import annotations

import msgspec

from bot.playing import Candidate
from bot.thinking import Opinion

MOST = 2
"""Reasons that are told of one move."""
SLIGHT = 0.1
"""What is less than this share of the strongest reason is none."""
SHOWN = 3
"""Candidates of which something is told."""


class Reason(msgspec.Struct, frozen=True):
    """A part of the worth of a move: by how much it is more than with another; below 0, less."""

    part: str
    change: float


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What a player that looks ahead thinks of a few moves."""

    moves: tuple[Candidate, ...]
    """The best one first."""
    reasons: tuple[Reason, ...]
    """What the best one has before the next, and perhaps what it lacks; () if they are alike."""
    losses: tuple[Reason | None, ...]
    """What each of the others loses most."""


def differences(one: Opinion, other: Opinion) -> list[Reason]:
    """In which parts the worths of two moves differ, the most first; slight ones are left out."""
    parts = sorted({*one.parts, *other.parts})
    every = [Reason(part, one.parts.get(part, 0.0) - other.parts.get(part, 0.0)) for part in parts]
    least = SLIGHT * max((abs(reason.change) for reason in every), default=0.0)
    told = (reason for reason in every if reason.change and abs(reason.change) >= least)
    return sorted(told, key=lambda reason: abs(reason.change), reverse=True)


def reasons(one: Opinion, other: Opinion) -> tuple[Reason, ...]:
    """The parts that differ most, what speaks for `one` first: if there is any, it is told."""
    every = differences(one, other)
    told, speaking = every[:MOST], [reason for reason in every if reason.change > 0]
    if speaking and speaking[0] not in told:
        told = [speaking[0], *told[: MOST - 1]]
    return tuple(sorted(told, key=lambda reason: reason.change, reverse=True))


def loss(one: Opinion, best: Opinion) -> Reason | None:
    """What a move has least of beside the best one; None where it lacks nothing."""
    return next((reason for reason in differences(one, best) if reason.change < 0), None)
