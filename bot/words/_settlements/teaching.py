"""Reasons for a move: shorter or longer links, buildings that become free, cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.words import clip, seat_placeholder
from bot.words._settlements.terms import Speaker
from rules.consequence import Consequence

LONGEST = 45
"""Most characters of the list of buildings."""


def consequence(speaker: Speaker, one: Consequence) -> str:
    """Visible consequence that a move has or lacks."""
    return POINTED[one.code](speaker, one)


def number_text(speaker: Speaker, part: str, count: int) -> str:
    """Number of further buildings that will stand, or of cards in hand, after the look ahead."""
    n = abs(count)
    if part == "built":
        return speaker.say("why_built_more" if count > 0 else "why_built_less", n=n)
    if part == "cards":
        return speaker.say("why_cards_more" if count > 0 else "why_cards_less", n=n)
    return ""


def _nears(speaker: Speaker, one: Consequence) -> str:
    """Distance left between two cities, which never grows by a seat's own move."""
    first, second = map(speaker.city, one.about["cities"])
    if one.is_missing:
        return speaker.say("why_not_nearer", one=first, other=second)
    if distance := one.more["left"]:
        return speaker.say("why_nearer", n=distance, one=first, other=second)
    return speaker.say("why_links", one=first, other=second)


def _blocks(speaker: Speaker, one: Consequence) -> str:
    """The player whose link is blocked or helped, and the cities it would join."""
    first, second = map(speaker.city, one.more["cities"])
    args = {"name": seat_placeholder(one.about["seat"]), "one": first, "other": second}
    if one.amount < 0:
        return speaker.say("why_helps_not" if one.is_missing else "why_helps", **args)
    if one.is_missing:
        return speaker.say("why_not_blocked", **args)
    if one.more["cut"]:
        return speaker.say("why_cuts", **args)
    return speaker.say("why_blocks", n=one.amount, **args)


def _frees(speaker: Speaker, one: Consequence) -> str:
    """Buildings of the reserve that become free, or no longer are."""
    named = clip(speaker.buildings(one.more["buildings"]), LONGEST)
    if one.amount < 0:
        return speaker.say("why_keeps_free" if one.is_missing else "why_bars", buildings=named)
    return speaker.say("why_frees_none" if one.is_missing else "why_frees", buildings=named)


def _completes(speaker: Speaker, one: Consequence) -> str:
    project = speaker.project(one.about["project"])
    return speaker.say("why_completes_not" if one.is_missing else "why_completes", project=project)


def _reveals(speaker: Speaker, one: Consequence) -> str:
    return speaker.say("why_reveals_none" if one.is_missing else "why_reveals")


def _spends(speaker: Speaker, one: Consequence) -> str:
    bonus = speaker.bonus(-one.amount)
    return speaker.say("why_spends_not" if one.is_missing else "why_spends", bonus=bonus)


def _cards(speaker: Speaker, one: Consequence) -> str:
    """Number of cards that enter the hand, or leave it."""
    n = abs(one.amount)
    if one.amount < 0:
        return speaker.say("why_pays_none" if one.is_missing else "why_pays", n=n)
    return speaker.say("why_cards_none" if one.is_missing else "why_cards", n=n)


POINTED: Mapping[str, Callable[[Speaker, Consequence], str]] = {
    "nears": _nears,
    "blocks": _blocks,
    "frees": _frees,
    "completes": _completes,
    "reveals": _reveals,
    "spends": _spends,
    "cards": _cards,
}
