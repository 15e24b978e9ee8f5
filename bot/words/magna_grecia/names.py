"""Names of hexes, villages, cards, and cities (by the village they were founded on)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.words import Words
from rules.contract import Hex
from rules.magna_grecia.land import BY_LABEL, CELLS, HEXES, LABELS, VILLAGES
from rules.magna_grecia.pieces import CARDS
from rules.places import ScorePlace

Args = Mapping[str, Any]
At = Hex | Sequence[int]
Cities = Mapping[str, At]
"""The oldest hex of cities, by their ids."""
UNKNOWN: Cities = MappingProxyType({})

VILLAGE_AT = {(village.q, village.r): village for village in VILLAGES}
HEX_OF = {village.id: (village.q, village.r) for village in VILLAGES}


def spot_word(words: Words, at: At) -> str:
    """Short name of a hex: its village, or else its label."""
    q, r = at
    village = VILLAGE_AT.get((q, r))
    return village.name_in(words.language) if village else LABELS[CELLS[q, r]]


def place_name(words: Words, place: ScorePlace) -> str:
    """The village on a hex, or else its label."""
    return spot_word(words, place.at) if place.at else ""


def hex_word(words: Words, at: At) -> str:
    """Full name of a hex: its label, with its village if it has one: "D7 Aeclanum"."""
    q, r = at
    label, spot = LABELS[CELLS[q, r]], spot_word(words, at)
    return label if spot == label else f"{label} {spot}"


def place_word(words: Words, place: str, cities: Cities = UNKNOWN) -> str:
    """A place by its id, a hex by its label; "" is the sea.

    A city is named after its oldest hex, which `cities` or its id gives, or else by its id.
    """
    kind, _, name = place.partition(":")
    if kind == "city":
        at = cities.get(name) or (HEXES[BY_LABEL[name]] if name in BY_LABEL else None)
        return spot_word(words, at) if at else name
    if kind == "village":
        return spot_word(words, HEX_OF[name])
    if kind == "oracle":
        village = spot_word(words, HEX_OF[name])
        return words.say("magna_grecia.place_oracle", village=village)
    return spot_word(words, HEXES[BY_LABEL[place]]) if place else sea(words)


def sea(words: Words) -> str:
    """Word for the sea that a road runs into at the edge of the map."""
    return words.say("magna_grecia.place_sea")


def card_word(words: Words, card: str | None) -> str:
    """A card with its numbers, the improved ones in brackets."""
    return "" if card is None else words.say("magna_grecia.card", **card_numbers(card))


def card_numbers(card: str) -> dict[str, str]:
    """A card and its numbers for a text, the improved ones in brackets."""
    facts = CARDS[card]
    pairs = {"roads": facts.roads, "cities": facts.cities, "draw": facts.supply}
    numbers = {name: f"{basic} ({improved})" for name, (basic, improved) in pairs.items()}
    return {"card": card, **numbers}
