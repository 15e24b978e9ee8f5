"""Reasons for a line: cells, blows, losses of the others, cards and combos."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from bot.words import BOTH, GOOD, Words
from bot.words.massalia import cards
from rules.consequence import Consequence

CONSEQUENCES: Mapping[str, Collection[str]] = {
    **dict.fromkeys(("takes", "ready", "bars", "nears", "hinders", "life", "water", "fish"), BOTH),
    **dict.fromkeys(("unseats", "hits", "destroys", "removes", "buys", "banishes", "combo"), GOOD),
    **dict.fromkeys(("takes_from", "hits_all", "hits_least"), ("has",)),
    **dict.fromkeys(("drains_water", "drains_fish"), ("has",)),
    "drains": ("lacks",),
}


def kind(words: Words, one: Consequence) -> str:
    """Kind with more detail: the earlier holder of a cell, or the damage that gets through."""
    if one.is_missing:
        return "drains" if one.code.startswith("drains") else one.code
    if one.amount <= 0:
        return one.code
    if one.code == "takes" and one.more["other"] is not None:
        return "takes_from"
    if one.code == "hits" and one.more["through"]:
        return "hits_all" if one.more["through"] == one.amount else "hits_least"
    return one.code


def args(words: Words, one: Consequence) -> dict[str, Any]:
    """Arguments that name the subject of a consequence."""
    names: dict[str, Any] = {}
    if (seat := one.about.get("seat", one.more.get("other"))) is not None:
        names["name"] = words.names[seat]
    if "cell" in one.about:
        names["cell"] = cards.cell(words, one.about["cell"])
    if "card" in one.about:
        names["card"] = cards.name(words, one.about["card"])
    counts = ("through", "have", "need")
    return names | {name: one.more[name] for name in counts if name in one.more}
