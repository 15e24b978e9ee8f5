"""Reasons for a turn: oracles, connections, markets, points, tiles, and effects on the others."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from bot.words import BAD, BOTH, GOOD, Words, with_sign
from bot.words.magna_grecia.names import place_word, spot_word
from bot.words.magna_grecia.telling import tiles
from rules.consequence import Consequence

CONSEQUENCES: Mapping[str, Collection[str]] = {
    **dict.fromkeys(("oracle_taken", "market", "rival", "purse"), BOTH),
    **dict.fromkeys(("oracle", "opens", "sells", "joins", "founds", "reaches", "draws"), GOOD),
    **dict.fromkeys(("sold", "lays"), BAD),
}


def kind(words: Words, one: Consequence) -> str:
    """Kind of a consequence, which for an oracle depends on a previous owner."""
    return "oracle_taken" if one.code == "oracle" and one.more["other"] is not None else one.code


def args(words: Words, one: Consequence) -> dict[str, Any]:
    """The place, the two places, the player or the tiles of a consequence."""
    args: dict[str, Any] = {"n": one.more["now"]} if "now" in one.more else {}
    if "hex" in one.about:
        args["place"] = spot_word(words, one.about["hex"])
    if "places" in one.about:
        args["one"], args["other"] = (place_word(words, place) for place in one.about["places"])
    if (seat := one.about.get("seat", one.more.get("other"))) is not None:
        args["name"] = words.names[seat]
    if "roads" in one.more:
        args["tiles"] = tiles(words, one.more)
    return args


def worth(words: Words, part: str, count: int) -> str:
    """Worth in points."""
    return words.say("magna_grecia.why_worth", n=abs(count), change=with_sign(count))
