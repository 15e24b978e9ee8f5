"""Names of people in our texts: on one line, and harmless whatever characters they hold."""

from __future__ import annotations

import re
import unicodedata

SIGNS = re.compile(r"[\\`*_~|<>@:#\[\]]")
"""Characters that begin formatting, a link, a mention, an emoji or a timestamp on Discord."""
JOINERS = "\u200c\u200d"
"""Invisible characters that belong to words and emojis."""
ISOLATE, END = "\u2068", "\u2069"
"""Between these two characters a text has its own direction, without effect on its neighbours."""
RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))
"""Bidirectional classes that change the direction of digits and punctuation beside them."""
UNSEEN = "?"
"""Stands for a name without visible characters."""
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters in the classes of letters and symbols that are blank."""


def plain(name: str) -> str:
    """A name as it is stored and drawn; "" where nothing of it is visible."""
    visible = name if name.isprintable() else "".join(map(_visible_sign, name))
    return " ".join(visible.split()) if any(map(_shows, visible)) else ""


def _visible_sign(sign: str) -> str:
    """A character; a space for a line break; "" where it would turn or hide other characters."""
    category = unicodedata.category(sign)
    if category in ("Cc", "Zl", "Zp"):
        return " "
    return "" if category in ("Cf", "Cs") and sign not in JOINERS else sign


def _shows(sign: str) -> bool:
    return unicodedata.category(sign)[0] not in "MZ" and sign not in BLANKS and sign not in JOINERS


def as_label(chosen: str) -> str:
    """A text that people chose, for use among our words, on a button or in an alt text.

    Only text written from right to left is isolated: no other can change the direction around it.
    """
    visible = plain(chosen)
    turns = not visible.isascii() and any(
        unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in visible
    )
    return f"{ISOLATE}{visible}{END}" if turns else visible


def escape_markdown(chosen: str) -> str:
    """The label with escapes, so that Discord shows it literally where it parses Markdown."""
    return SIGNS.sub(r"\\\g<0>", as_label(chosen))


def is_cut_through(head: str) -> bool:
    """Whether the beginning of a text ends within an isolated name."""
    return head.count(ISOLATE) > head.count(END)


def bold(name: str) -> str:
    """A name in bold, for use within a sentence, never at the beginning of a line."""
    return f"**{escape_markdown(name) or UNSEEN}**"


def bare(text: str) -> str:
    """A text without case, accents and invisible characters, for comparing."""
    parts = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(sign for sign in parts if not _is_beside(sign))


def _is_beside(sign: str) -> bool:
    """Whether a character only changes how others look."""
    return bool(unicodedata.combining(sign)) or unicodedata.category(sign) == "Cf"
