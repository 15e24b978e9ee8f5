"""Reasons why one move is better than another: the parts of their worth that differ most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from bot.ai.worker import Opinion
from bot.table.live import MovePreview
from rules import analysis
from rules.consequence import Consequence

MOST = 2
"""Reasons that are told of one move."""
SLIGHT = 0.1
"""What is less than this share of the strongest reason is none."""
SHOWN = 3
"""Candidates of which something is told."""
AMONG = 8
"""Of so many of the best ones they are chosen: those after them were hardly looked at."""
NONE: Mapping[str, float] = {}


class Reason(msgspec.Struct, frozen=True):
    """A part of the worth of a move: by how much it is more than with another; below 0, less."""

    part: str
    change: float
    count: int = 0
    """The same in what people count: points, stones; 0 where they count nothing of it."""
    because: Consequence | None = None
    """What one can point at, to be told in its place; None where there is nothing."""


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """Opinion of a player that looks ahead on a few moves."""

    moves: tuple[MovePreview, ...]
    """The best one first."""
    reasons: tuple[Reason, ...]
    """What the best one has before the next, and perhaps what it lacks; () if they are alike."""
    losses: tuple[Reason | None, ...]
    """What each of the others loses most."""
    wins: tuple[bool, ...]
    """Of each move, whether it wins the game at once."""


def telling(told: Sequence[Opinion]) -> list[Opinion]:
    """The best candidate, and of the next ones those that teach most: what is as good comes last.

    Mirror images of the best move say nothing of why it is good.
    """
    best, *rivals = told[:AMONG]
    return [best, *sorted(rivals, key=lambda other: loss(other, best) is None)][:SHOWN]


def differences(one: Opinion, other: Opinion) -> list[Reason]:
    """In which parts the worths of two moves differ, the most first; slight ones are left out."""
    counts = analysis.difference(one.counts, other.counts)
    return reasons_from_changes(analysis.difference(one.parts, other.parts), one.units, counts)


def reasons_from_changes(
    changes: Mapping[str, float], units: Mapping[str, float], counts: Mapping[str, float] = NONE
) -> list[Reason]:
    """Reasons in order of their change, the largest first; slight ones are left out.

    How many that are follows from what each is worth, if that is always the same, or is counted.
    """
    numbers = {part: changes[part] / units[part] for part in changes.keys() & units.keys()}
    numbers |= counts
    reasons = [
        Reason(part, change, _alike(round(numbers.get(part, 0.0)), change))
        for part, change in sorted(changes.items())
    ]
    threshold = SLIGHT * max((abs(reason.change) for reason in reasons), default=0.0)
    strong = (reason for reason in reasons if reason.change and abs(reason.change) >= threshold)
    return sorted(strong, key=lambda reason: abs(reason.change), reverse=True)


def _alike(count: int, change: float) -> int:
    """A number that goes the same way as the worth; 0 where many few weigh less than a lot once."""
    return count if count * change > 0 else 0


def reasons(one: Opinion, other: Opinion) -> tuple[Reason, ...]:
    """The parts that differ most, what speaks for `one` first: if there is any, it is told."""
    reasons = differences(one, other)
    chosen, speaking = reasons[:MOST], [reason for reason in reasons if reason.change > 0]
    if speaking and speaking[0] not in chosen:
        chosen = [speaking[0], *chosen[: MOST - 1]]
    ordered = sorted(chosen, key=lambda reason: reason.change, reverse=True)
    return tuple(with_consequences(ordered, one.consequences, other.consequences))


def loss(one: Opinion, best: Opinion) -> Reason | None:
    """Worst loss of a move beside the best one; None where it lacks nothing."""
    lost = (reason for reason in differences(one, best) if reason.change < 0)
    return next(with_consequences(lost, one.consequences, best.consequences), None)


# ---- what one can point at -----------------------------------------------------------------------

Certain = Sequence[Consequence]
"""What a line brings for certain, what teaches most first."""


def with_consequences(told: Iterable[Reason], own: Certain, others: Certain) -> Iterator[Reason]:
    """The reasons, each with what one can point at; nothing is pointed at twice.

    A reason that nothing shows, against what was shown already, is left out.
    """
    gains, losses = list(gains_of_line(own, others)), list(costs_of_line(own, others))
    parts = set[str]()
    for reason in told:
        candidates = gains if reason.change > 0 else losses
        consequence = next(
            (candidate for candidate in candidates if reason.part in candidate.parts), None
        )
        if consequence is not None:
            candidates.remove(consequence)
            parts.update(consequence.parts)
        elif reason.change < 0 and reason.part in parts:
            continue
        yield msgspec.structs.replace(reason, because=consequence)


def gains_of_line(own: Certain, others: Certain) -> Iterator[Consequence]:
    """Gains of a line over the other one, then what only the other one costs."""
    yield from (
        consequence
        for consequence in own
        if consequence.amount > max(0, amount(consequence, others))
    )
    yield from (
        consequence.missing
        for consequence in others
        if consequence.amount < 0 and not amount(consequence, own)
    )


def costs_of_line(own: Certain, others: Certain) -> Iterator[Consequence]:
    """Extra costs of a line beside the other one, then what only the other one brings."""
    yield from (
        consequence
        for consequence in own
        if consequence.amount < min(0, amount(consequence, others))
    )
    yield from (
        consequence.missing
        for consequence in others
        if consequence.amount > 0 and not amount(consequence, own)
    )


def amount(one: Consequence, among: Certain) -> int:
    """Amount of the same consequence in another line; zero where it has none."""
    return next((consequence.amount for consequence in among if consequence.is_like(one)), 0)
