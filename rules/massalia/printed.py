"""Texts printed on cards and the map (data/massalia_printed.json): names, texts, history.

The rules need none of it. Pictures and words read it here, so that both agree.
"""

from __future__ import annotations

import msgspec

from rules.assets import load

Text = dict[str, str]
"""A text in each language, by its code."""


class PrintedCard(msgspec.Struct, frozen=True):
    """Texts and emblem of a card."""

    id: str
    emblem: str
    name: Text
    text: Text
    history: Text


class PrintedFamily(msgspec.Struct, frozen=True):
    """Name of a family, and the emblem of its cards that have none of their own."""

    emblem: str
    name: Text


class PrintedResource(msgspec.Struct, frozen=True):
    """A resource cell: its emblem, its name, and a name short enough for the map."""

    emblem: str
    name: Text
    short: Text


class Printed(msgspec.Struct, frozen=True):
    """The whole file."""

    cards: tuple[PrintedCard, ...]
    families: dict[str, PrintedFamily]
    resources: dict[str, PrintedResource]


PRINTED = load("massalia_printed", Printed)
CARDS = {card.id: card for card in PRINTED.cards}
"""By the name that all copies of a card share."""


def in_language(text: Text, language: str) -> str:
    """A text in a language, or else in English."""
    return text.get(language, text["en"])
