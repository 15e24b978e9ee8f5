"""Figures of a finished game on the balance of the cards: `python -m rules balance massalia`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Event, Result
from rules.figures import Deed, Figures
from rules.massalia.pieces import Box

FIRST_ROUNDS = 8
"""Last round whose purchases count: later ones hardly mattered for the result."""


def figures(box: Box, result: Result, events: Sequence[Event]) -> Figures:
    """Rounds, blows and purchases; by family and by cost, whether the buyers won."""
    blows = [event.args for event in events if event.name == "blow"]
    points = sum(blow["n"] for blow in blows)
    purchases = [event.args for event in events if event.name == "bought"]
    amounts = {
        "rounds": result.details["rounds"],
        "blows": len(blows),
        "points of a blow": points / max(1, len(blows)),
        "share parried, %": 100 * sum(blow["parried"] for blow in blows) / max(1, points),
        "life lost to blows": sum(blow["life_lost"] for blow in blows),
        "life lost to fatigue": sum(e.args["n"] for e in events if e.name == "fatigue"),
        "cards bought": len(purchases),
    }
    return Figures({name: float(n) for name, n in amounts.items()}, tuple(_early(box, events)))


def _early(box: Box, events: Sequence[Event]) -> Iterator[Deed]:
    """Cards bought in the first rounds, each as a deed of its family and of its cost."""
    for event in events:
        if event.name == "turn_started" and event.args["round"] > FIRST_ROUNDS:
            return
        if event.name == "bought":
            card, seat = box.card[event.args["card"]], event.args["seat"]
            yield Deed("family", card.family or "", seat)
            yield Deed("cost", str(card.cost), seat)
