"""Shared parts of all notations: normal form of a typed move before a game reads it."""

from __future__ import annotations

from collections.abc import Sequence

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


def text_of(tokens: Sequence[str]) -> str:
    """Tokens as one text, in which a separator stands without a blank."""
    return " ".join(tokens).replace(f"{SEPARATOR} ", SEPARATOR)


def head_of(moves: Sequence[str]) -> tuple[str, ...]:
    """Tokens of moves that others follow in a line."""
    return tuple(f"{SEPARATOR.join(moves)}{SEPARATOR}".split()) if moves else ()
