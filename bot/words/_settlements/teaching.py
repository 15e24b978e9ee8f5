"""Reasons for a move: shorter or longer links, buildings that become free, cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from bot.words import BAD, BOTH, GOOD, clip
from bot.words._settlements.terms import Terms
from rules.consequence import Consequence

LONGEST = 45
"""Most characters of the list of buildings."""
CONSEQUENCES: Mapping[str, Collection[str]] = {
    **dict.fromkeys(("blocks", "frees", "cards"), BOTH),
    **dict.fromkeys(("nears", "completes", "reveals"), GOOD),
    **dict.fromkeys(("links", "cuts"), ("has",)),
    "spends": BAD,
}


def kind(words: Terms, one: Consequence) -> str:
    """Kind of a consequence: two cities may be linked, and a player cut off, for good."""
    if one.is_missing or one.amount < 0:
        return one.code
    if one.code == "nears" and not one.more["left"]:
        return "links"
    return "cuts" if one.code == "blocks" and one.more["cut"] else one.code


def args(words: Terms, one: Consequence) -> dict[str, Any]:
    """The cities, the player, the buildings or the project of a consequence."""
    args: dict[str, Any] = {}
    if (cities := one.about.get("cities", one.more.get("cities"))) is not None:
        args["one"], args["other"] = map(words.city, cities)
    if "seat" in one.about:
        args["name"] = words.names[one.about["seat"]]
    if one.code == "nears":
        args["n"] = one.more["left"]
    if "buildings" in one.more:
        args["buildings"] = clip(words.buildings(one.more["buildings"]), LONGEST)
    if "project" in one.about:
        args["project"] = words.project(one.about["project"])
    if one.code == "spends":
        args["bonus"] = words.bonus(-one.amount)
    return args


def number_text(words: Terms, part: str, count: int) -> str:
    """Number of further buildings that will stand, or of cards in hand, after the look ahead."""
    n = abs(count)
    if part == "built":
        return words.phrase("why_built_more" if count > 0 else "why_built_less", n=n)
    if part == "cards":
        return words.phrase("why_cards_more" if count > 0 else "why_cards_less", n=n)
    return ""
