"""The name of a person in our texts: one line, and no more than a name whatever signs it has."""

from __future__ import annotations

import re
import unicodedata

SIGNS = re.compile(r"[\\`*_~|<>@:#\[\]]")
"""What begins formatting, a link, a mention, an emoji or a moment on Discord."""
JOINERS = "\u200c\u200d"
"""Unseen signs that belong to words and emojis."""
ISOLATE, END = "\u2068", "\u2069"
"""Between these two signs a text runs its own way, and turns nothing beside it."""
RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))
"""Classes of signs that pull the figures and marks beside them to their side."""
UNSEEN = "?"
"""Stands for a name that shows nothing."""
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs by name that show nothing."""


def plain(name: str) -> str:
    """A name as it is kept and drawn; "" where there is nothing to be seen."""
    visible = "".join(_visible_sign(sign) for sign in name)
    return " ".join(visible.split()) if any(map(_shows, visible)) else ""


def _visible_sign(sign: str) -> str:
    """A sign as it is; a line break as a space; nothing for what turns or hides other signs."""
    category = unicodedata.category(sign)
    if category in ("Cc", "Zl", "Zp"):
        return " "
    return "" if category in ("Cf", "Cs") and sign not in JOINERS else sign


def _shows(sign: str) -> bool:
    """Whether a sign leaves ink on its own."""
    return unicodedata.category(sign)[0] not in "MZ" and sign not in BLANKS and sign not in JOINERS


def as_label(chosen: str) -> str:
    """A text that people chose as it stands among our words, on a button or in an alt text.

    Only what is written from right to left is wrapped: nothing else can turn what is beside it.
    """
    visible = plain(chosen)
    turns = any(unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in visible)
    return f"{ISOLATE}{visible}{END}" if turns else visible


def escape_markdown(chosen: str) -> str:
    """The same as Discord shows it sign by sign, where it reads a text for formatting."""
    return SIGNS.sub(r"\\\g<0>", as_label(chosen))


def is_cut_through(head: str) -> bool:
    """Whether the beginning of a text ends within a name that runs its own way."""
    return head.count(ISOLATE) > head.count(END)


def bold(name: str) -> str:
    """A name within a sentence: in bold, and never at the beginning of a line."""
    return f"**{escape_markdown(name) or UNSEEN}**"


def bare(text: str) -> str:
    """A text without case, accents and unseen signs, for comparing."""
    parts = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(sign for sign in parts if not _is_beside(sign))


def _is_beside(sign: str) -> bool:
    """Whether a sign only changes how others look."""
    return bool(unicodedata.combining(sign)) or unicodedata.category(sign) == "Cf"
