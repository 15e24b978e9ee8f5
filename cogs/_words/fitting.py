"""Texts that fit: as many whole lines as a message has room for, and what a push shows of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.words import one_text, shorten

LONGEST = 2000
"""Characters of the text of a message."""
PUSHED = 150
"""Characters of the text that a push notification may show."""
ICON = re.compile(r"<a?:\w+:\d+>")
UNSEEN = re.compile(r"<[^>]+>|\*\*|`|^-# ", re.MULTILINE)
"""Parts that a push notification leaves out, or shows as a name, which may be short."""


def spells_icons(words: str) -> bool:
    """Whether a push notification may show an icon, whose name it would spell out."""
    icon = ICON.search(words)
    return icon is not None and len(UNSEEN.sub("", words[: icon.start()])) < PUSHED


def fitting_text(*parts: str, room: int = LONGEST) -> str:
    """Parts that are not empty, each on lines of its own, as many whole lines as fit."""
    lines = one_text(*parts).split("\n")
    while len(lines) > 1 and length(lines) > room:
        lines.pop()
    return shorten("\n".join(lines), room)


def length(lines: Iterable[str]) -> int:
    """Characters that these lines take, each with its line break."""
    return sum(len(line) + 1 for line in lines)
