"""What all notations share: how a typed move is tidied before a game reads it."""

from __future__ import annotations

LONGEST = 80
"""Characters of the longest move of most games, however it is typed."""
SEPARATOR = ";"
"""Between the moves of a line that somebody types at once."""
_MINUS_SIGNS = str.maketrans("−–‐‑", "----")


def tidied(text: str, longest: int = LONGEST) -> str:
    """Single blanks, ASCII minus signs, no comment; "" for what is too long to be a move."""
    if text.rstrip().endswith("}"):
        text = text.partition("{")[0]
    move = " ".join(text.translate(_MINUS_SIGNS).split())
    return move if len(move) <= longest else ""
