"""Reasons why one move is better than another: the parts of their worth that differ most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from bot.ai.worker import Opinion
from bot.table.live import MovePreview
from rules import analysis
from rules.consequence import Consequence

MOST = 2
"""Most reasons to give for one move."""
SLIGHT = 0.1
"""Share of the strongest reason below which another one is left out."""
SHOWN = 3
"""Number of candidates to show."""
AMONG = 8
"""Number of best candidates to choose them from: the search hardly looked at the others."""
NONE: Mapping[str, float] = {}


class Reason(msgspec.Struct, frozen=True):
    """A part of a move's worth, and by how much it exceeds that of another move (below 0: less)."""

    part: str
    change: float
    count: int = 0
    """The same change in countable units such as points or stones; 0 where there are none."""
    because: Consequence | None = None
    """Visible consequence to tell in its place, if any."""


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """Opinion of a look-ahead player on a few moves."""

    moves: tuple[MovePreview, ...]
    """Previews of the moves, the best first: the place of each is its number from 0."""
    reasons: tuple[Reason, ...]
    """Reasons for the best move, and perhaps against it, compared with the next; () if alike."""
    losses: tuple[Reason | None, ...]
    """Worst loss of each of the other moves; None where it has none."""
    others: tuple[tuple[Reason, ...], ...]
    """Reasons for and against each of the other moves, compared with the best; () if alike."""
    wins: tuple[bool, ...]
    """Whether each move wins the game at once."""


def telling(told: Sequence[Opinion]) -> list[Opinion]:
    """The best candidate and the most instructive of the next ones; equally good ones come last.

    Equally good moves, such as mirror images of the best one, do not show why it is good.
    """
    best, *rivals = told[:AMONG]
    return [best, *sorted(rivals, key=lambda other: loss(other, best) is None)][:SHOWN]


def differences(one: Opinion, other: Opinion) -> list[Reason]:
    """Differences between the worth of two moves, largest first; slight ones are left out."""
    counts = analysis.difference(one.counts, other.counts)
    return reasons_from_changes(analysis.difference(one.parts, other.parts), one.units, counts)


def reasons_from_changes(
    changes: Mapping[str, float], units: Mapping[str, float], counts: Mapping[str, float] = NONE
) -> list[Reason]:
    """Reasons in order of their change, the largest first; slight ones are left out.

    The count of a reason is its change divided by the worth of one unit, or is given in `counts`.
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
    """The count if it has the sign of the change, else 0: it would contradict the change."""
    return count if count * change > 0 else 0


def reasons(one: Opinion, other: Opinion) -> tuple[Reason, ...]:
    """The parts that differ most, first those in favour of `one`: at least one, if any."""
    reasons = differences(one, other)
    chosen, speaking = reasons[:MOST], [reason for reason in reasons if reason.change > 0]
    if speaking and speaking[0] not in chosen:
        chosen = [speaking[0], *chosen[: MOST - 1]]
    ordered = sorted(chosen, key=lambda reason: reason.change, reverse=True)
    return tuple(with_consequences(ordered, one.consequences, other.consequences))


def loss(one: Opinion, best: Opinion) -> Reason | None:
    """Worst loss of a move compared with the best one, or None."""
    lost = (reason for reason in differences(one, best) if reason.change < 0)
    return next(with_consequences(lost, one.consequences, best.consequences), None)


# ---- visible consequences ------------------------------------------------------------------------

Certain = Sequence[Consequence]
"""Certain consequences of a line, the most instructive first."""


def with_consequences(told: Iterable[Reason], own: Certain, others: Certain) -> Iterator[Reason]:
    """Yield the reasons, each with a visible consequence if it has one; none is used twice.

    A negative reason without a consequence is left out where a consequence shown before covers its
    part.
    """
    gains, losses = list(gains_of_line(own, others, 1)), list(gains_of_line(own, others, -1))
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


def gains_of_line(own: Certain, others: Certain, sign: int) -> Iterator[Consequence]:
    """Yield the gains of a line over another, then the costs that only the other has.

    With the sign -1 it yields its extra costs, then the gains that only the other has.
    """
    for consequence in own:
        if sign * consequence.amount > max(0, sign * amount(consequence, others)):
            yield consequence
    for consequence in others:
        if sign * consequence.amount < 0 and not amount(consequence, own):
            yield consequence.missing


def amount(one: Consequence, among: Certain) -> int:
    """Amount of the same consequence in another line; zero where it has none."""
    return next((consequence.amount for consequence in among if consequence.is_like(one)), 0)
