"""Shared parts of all notations: normal form of a typed move before a game reads it."""

from __future__ import annotations

LONGEST = 80
"""Characters of the longest move of most games, however it is typed."""
SEPARATOR = ";"
"""Separator of the moves of a typed line."""
_MINUS_SIGNS = str.maketrans("−–‐‑", "----")


def normal_text(text: str, longest: int = LONGEST) -> str:
    """Text with single blanks and ASCII minus signs, without comment; "" if it is too long."""
    if "}" in text and text.rstrip().endswith("}"):
        text = text.partition("{")[0]
    if not text.isascii():
        text = text.translate(_MINUS_SIGNS)
    move = " ".join(text.split())
    return move if len(move) <= longest else ""
