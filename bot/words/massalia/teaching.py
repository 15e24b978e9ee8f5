"""Reasons for a line: cells, blows, losses of the others, cards and combos."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.words import Words, form
from bot.words.massalia import cards
from rules.consequence import Consequence

POINTED: Mapping[str, tuple[str, ...]] = {
    "takes": (
        "massalia.why_takes",
        "massalia.why_takes_not",
        "massalia.why_takes_lost",
        "massalia.why_takes_spared",
    ),
    "unseats": ("massalia.why_unseats", "massalia.why_unseats_not"),
    "ready": (
        "massalia.why_ready",
        "massalia.why_ready_not",
        "massalia.why_ready_lost",
        "massalia.why_ready_spared",
    ),
    "bars": (
        "massalia.why_bars",
        "massalia.why_bars_not",
        "massalia.why_bars_helps",
        "massalia.why_bars_spared",
    ),
    "nears": (
        "massalia.why_nears",
        "massalia.why_nears_not",
        "massalia.why_nears_less",
        "massalia.why_nears_spared",
    ),
    "hinders": (
        "massalia.why_hinders",
        "massalia.why_hinders_not",
        "massalia.why_hinders_less",
        "massalia.why_hinders_spared",
    ),
    "hits": ("massalia.why_hits", "massalia.why_hits_not"),
    "life": (
        "massalia.why_life",
        "massalia.why_life_not",
        "massalia.why_life_lost",
        "massalia.why_life_spared",
    ),
    "water": (
        "massalia.why_water",
        "massalia.why_water_not",
        "massalia.why_water_lost",
        "massalia.why_water_spared",
    ),
    "fish": (
        "massalia.why_fish",
        "massalia.why_fish_not",
        "massalia.why_fish_lost",
        "massalia.why_fish_spared",
    ),
    "destroys": ("massalia.why_destroys", "massalia.why_destroys_not"),
    "drains_water": ("massalia.why_drains_water", "massalia.why_drains_not"),
    "drains_fish": ("massalia.why_drains_fish", "massalia.why_drains_not"),
    "removes": ("massalia.why_removes", "massalia.why_removes_not"),
    "buys": ("massalia.why_buys", "massalia.why_buys_not"),
    "banishes": ("massalia.why_banishes", "massalia.why_banishes_not"),
    "combo": ("massalia.why_combo", "massalia.why_combo_not"),
}
"""Codes of each consequence, in the order of `form`."""


def consequence(words: Words, one: Consequence) -> str:
    """Visible consequence that a line has or lacks."""
    code = form(one, *POINTED[one.code])
    if one.amount > 0 and not one.is_missing:
        code = _nearer(one, code)
    return words.say(code, n=abs(one.amount), **_names(words, one))


def _nearer(one: Consequence, code: str) -> str:
    """Code with more detail: the earlier holder of a cell, or the damage that gets through."""
    if one.code == "takes" and one.more["other"] is not None:
        return "massalia.why_takes_from"
    if one.code == "hits" and one.more["through"] == one.amount:
        return "massalia.why_hits_all"
    if one.code == "hits" and one.more["through"]:
        return "massalia.why_hits_least"
    return code


def _names(words: Words, one: Consequence) -> dict[str, Any]:
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
