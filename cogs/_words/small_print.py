"""Rows in small print, which a phone runs together where one follows another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SMALL, BETWEEN = "-# ", " — "
"""First signs of a row in small print, and what stands between two such rows that are joined."""


def readable_texts(text: str) -> list[str]:
    """The text parted between rows in small print, which a phone would run together."""
    texts = text.split("\n")[:1]
    for row in text.split("\n")[1:]:
        if row.startswith(SMALL) and texts[-1].rpartition("\n")[2].startswith(SMALL):
            texts.append(row)
        else:
            texts[-1] += f"\n{row}"
    return texts


def with_joined_small_print(content: str) -> str:
    """Text in which no two rows in small print follow each other: a phone would run them together.

    They become a single row.
    """
    rows = list[str]()
    for row in content.split("\n"):
        if rows and rows[-1].startswith(SMALL) and row.startswith(SMALL):
            rows[-1] += f"{BETWEEN}{row.removeprefix(SMALL)}"
        else:
            rows.append(row)
    return "\n".join(rows)


def readable(content: Mapping[str, Any]) -> dict[str, Any]:
    """Content of a message or an edit, with its text as people can read it."""
    text = content.get("content")
    return {**content, "content": with_joined_small_print(text)} if text else {**content}


def separate_rows(content: str) -> list[str]:
    """Rows of a text, those in small print apart again that were joined."""
    rows = content.split("\n")
    apart = (row.replace(BETWEEN, f"\n{SMALL}") if row.startswith(SMALL) else row for row in rows)
    return "\n".join(apart).split("\n")
