"""Reasons for a turn: oracles, connections, markets, points, tiles, and effects on the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.i18n import text
from bot.words import form, seat_placeholder
from bot.words.magna_grecia.names import place_word, spot_word
from bot.words.magna_grecia.telling import tiles
from rules.consequence import Consequence

Args = dict[str, Any]


def consequence(one: Consequence, language: str) -> str:
    """Visible consequence that a turn has or lacks."""
    code = form(one, *_forms(one))
    n = one.more.get("now", abs(one.amount))
    return text(code, language, n=n, **NAMED[one.code](one, language))


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


def _spot(one: Consequence, language: str) -> Args:
    return {"place": spot_word(one.about["hex"], language)}


def _oracle(one: Consequence, language: str) -> Args:
    other_seat = one.more["other"]
    return _spot(one, language) | (
        {} if other_seat is None else {"name": seat_placeholder(other_seat)}
    )


def _places(one: Consequence, language: str) -> Args:
    first, second = (place_word(place, language) for place in one.about["places"])
    return {"one": first, "other": second}


def _rival(one: Consequence, language: str) -> Args:
    return {"name": seat_placeholder(one.about["seat"])}


def _tiles(one: Consequence, language: str) -> Args:
    return {"tiles": tiles(one.more, language)}


def _nothing(one: Consequence, language: str) -> Args:
    return {}


NAMED: Mapping[str, Callable[[Consequence, str], Args]] = {
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
