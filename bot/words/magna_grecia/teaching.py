"""Reasons for a turn: oracles, connections, markets, points, tiles, and effects on the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.words import Words, form, with_sign
from bot.words.magna_grecia.names import place_word, spot_word
from bot.words.magna_grecia.telling import tiles
from rules.consequence import Consequence

Args = dict[str, Any]


def consequence(words: Words, one: Consequence) -> str:
    """Visible consequence that a turn has or lacks."""
    code = form(one, *_forms(one))
    n = one.more.get("now", abs(one.amount))
    return words.say(code, n=n, **NAMED[one.code](words, one))


def worth(words: Words, part: str, count: int) -> str:
    """Worth in points."""
    return words.say("magna_grecia.why_worth", n=abs(count), change=with_sign(count))


def _forms(one: Consequence) -> tuple[str, ...]:
    """Codes of a consequence, which for an oracle depend on a previous owner."""
    if one.code == "oracle" and one.more["other"] is None:
        return ("magna_grecia.why_oracle", "magna_grecia.why_oracle_not")
    return POINTED[one.code]


POINTED: Mapping[str, tuple[str, ...]] = {
    "oracle": (
        "magna_grecia.why_oracle_taken",
        "magna_grecia.why_oracle_left",
        "magna_grecia.why_oracle_lost",
        "magna_grecia.why_oracle_kept",
    ),
    "market": (
        "magna_grecia.why_market",
        "magna_grecia.why_market_not",
        "magna_grecia.why_market_less",
        "magna_grecia.why_market_kept",
    ),
    "opens": ("magna_grecia.why_opens", "magna_grecia.why_opens_not"),
    "sells": ("magna_grecia.why_sells", "magna_grecia.why_sells_not"),
    "sold": ("", "", "magna_grecia.why_sold", "magna_grecia.why_sold_not"),
    "joins": ("magna_grecia.why_joins", "magna_grecia.why_joins_not"),
    "founds": ("magna_grecia.why_founds", "magna_grecia.why_founds_not"),
    "reaches": ("magna_grecia.why_reaches", "magna_grecia.why_reaches_not"),
    "rival": (
        "magna_grecia.why_rival",
        "magna_grecia.why_rival_not",
        "magna_grecia.why_rival_gains",
        "magna_grecia.why_rival_spared",
    ),
    "purse": (
        "magna_grecia.why_purse",
        "magna_grecia.why_purse_not",
        "magna_grecia.why_purse_spent",
        "magna_grecia.why_purse_kept",
    ),
    "draws": ("magna_grecia.why_draws", "magna_grecia.why_draws_not"),
    "lays": ("", "", "magna_grecia.why_lays", "magna_grecia.why_lays_not"),
}
"""Codes of each consequence, in the order of `form`."""


# ---- arguments -----------------------------------------------------------------------------------


def _spot(words: Words, one: Consequence) -> Args:
    return {"place": spot_word(words, one.about["hex"])}


def _oracle(words: Words, one: Consequence) -> Args:
    other_seat = one.more["other"]
    return _spot(words, one) | ({} if other_seat is None else {"name": words.names[other_seat]})


def _places(words: Words, one: Consequence) -> Args:
    first, second = (place_word(words, place) for place in one.about["places"])
    return {"one": first, "other": second}


def _rival(words: Words, one: Consequence) -> Args:
    return {"name": words.names[one.about["seat"]]}


def _tiles(words: Words, one: Consequence) -> Args:
    return {"tiles": tiles(words, one.more)}


def _nothing(words: Words, one: Consequence) -> Args:
    return {}


NAMED: Mapping[str, Callable[[Words, Consequence], Args]] = {
    "oracle": _oracle,
    "market": _spot,
    "opens": _spot,
    "sells": _spot,
    "sold": _spot,
    "joins": _places,
    "founds": _spot,
    "reaches": _spot,
    "rival": _rival,
    "purse": _nothing,
    "draws": _tiles,
    "lays": _tiles,
}
