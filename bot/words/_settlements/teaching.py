"""Reasons for a move: shorter or longer links, buildings that become free, cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.words import clip
from bot.words._settlements.terms import Terms
from rules.consequence import Consequence

LONGEST = 45
"""Most characters of the list of buildings."""


def consequence(words: Terms, one: Consequence) -> str:
    """Visible consequence that a move has or lacks."""
    return POINTED[one.code](words, one)


def number_text(words: Terms, part: str, count: int) -> str:
    """Number of further buildings that will stand, or of cards in hand, after the look ahead."""
    n = abs(count)
    if part == "built":
        return words.phrase("why_built_more" if count > 0 else "why_built_less", n=n)
    if part == "cards":
        return words.phrase("why_cards_more" if count > 0 else "why_cards_less", n=n)
    return ""


def _nears(words: Terms, one: Consequence) -> str:
    """Distance left between two cities, which never grows by a seat's own move."""
    first, second = map(words.city, one.about["cities"])
    if one.is_missing:
        return words.phrase("why_not_nearer", one=first, other=second)
    if distance := one.more["left"]:
        return words.phrase("why_nearer", n=distance, one=first, other=second)
    return words.phrase("why_links", one=first, other=second)


def _blocks(words: Terms, one: Consequence) -> str:
    """The player whose link is blocked or helped, and the cities it would join."""
    first, second = map(words.city, one.more["cities"])
    args = {"name": words.names[one.about["seat"]], "one": first, "other": second}
    if one.amount < 0:
        return words.phrase("why_helps_not" if one.is_missing else "why_helps", **args)
    if one.is_missing:
        return words.phrase("why_not_blocked", **args)
    if one.more["cut"]:
        return words.phrase("why_cuts", **args)
    return words.phrase("why_blocks", n=one.amount, **args)


def _frees(words: Terms, one: Consequence) -> str:
    """Buildings of the reserve that become free, or no longer are."""
    named = clip(words.buildings(one.more["buildings"]), LONGEST)
    if one.amount < 0:
        return words.phrase("why_keeps_free" if one.is_missing else "why_bars", buildings=named)
    return words.phrase("why_frees_none" if one.is_missing else "why_frees", buildings=named)


def _completes(words: Terms, one: Consequence) -> str:
    project = words.project(one.about["project"])
    return words.phrase("why_completes_not" if one.is_missing else "why_completes", project=project)


def _reveals(words: Terms, one: Consequence) -> str:
    return words.phrase("why_reveals_none" if one.is_missing else "why_reveals")


def _spends(words: Terms, one: Consequence) -> str:
    bonus = words.bonus(-one.amount)
    return words.phrase("why_spends_not" if one.is_missing else "why_spends", bonus=bonus)


def _cards(words: Terms, one: Consequence) -> str:
    """Number of cards that enter the hand, or leave it."""
    n = abs(one.amount)
    if one.amount < 0:
        return words.phrase("why_pays_none" if one.is_missing else "why_pays", n=n)
    return words.phrase("why_cards_none" if one.is_missing else "why_cards", n=n)


POINTED: Mapping[str, Callable[[Terms, Consequence], str]] = {
    "nears": _nears,
    "blocks": _blocks,
    "frees": _frees,
    "completes": _completes,
    "reveals": _reveals,
    "spends": _spends,
    "cards": _cards,
}
