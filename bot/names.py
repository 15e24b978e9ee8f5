"""The name of a person in our texts: one line, and no more than a name whatever signs it has."""

from __future__ import annotations

import re
import unicodedata

SIGNS = re.compile(r"[\\`*_~|<>@:#\[\]]")
"""What begins formatting, a link, a mention, an emoji or a moment on Discord."""
JOINERS = "\u200c\u200d"
"""Unseen signs that belong to words and emojis."""
UNSEEN = "?"
"""Stands for a name that shows nothing."""
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs by name that show nothing."""


def plain(name: str) -> str:
    """A name as it stands in a picture or on a button; "" where there is nothing to be seen."""
    seen = "".join(_kept(sign) for sign in name)
    return " ".join(seen.split()) if any(map(_shows, seen)) else ""


def _kept(sign: str) -> str:
    """A sign as it is; a line break as a space; nothing for what turns or hides other signs."""
    category = unicodedata.category(sign)
    if category in ("Cc", "Zl", "Zp"):
        return " "
    return "" if category in ("Cf", "Cs") and sign not in JOINERS else sign


def _shows(sign: str) -> bool:
    """Whether a sign leaves ink on its own."""
    return unicodedata.category(sign)[0] not in "MZ" and sign not in BLANKS and sign not in JOINERS


def escaped(chosen: str) -> str:
    """A text that people chose, on one line, as Discord shows it sign by sign."""
    return SIGNS.sub(r"\\\g<0>", plain(chosen))


def bold(name: str) -> str:
    """A name within a sentence: in bold, and never at the beginning of a line."""
    return f"**{escaped(name) or UNSEEN}**"


def bare(text: str) -> str:
    """A text without case and accents, for comparing."""
    parts = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))
