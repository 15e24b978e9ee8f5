"""Texts that Discord accepts and a phone does not show as they are meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from playground.errors import Json

SMALL, BOLD = "-# ", "**"
CODE = re.compile(r"```.*?```|`[^`\n]*`|\\.", re.DOTALL)
"""Parts of a text in which signs have no effect."""


def display_faults(body: Json) -> Iterator[str]:
    """Rows in small print that follow another one, and rows in which bold letters do not end."""
    for text in _texts(body):
        rows = CODE.sub("", text).split("\n")
        for row, below in pairwise((*rows, "")):
            if row.startswith(SMALL) and below.startswith(SMALL):
                yield below
            if row.count(BOLD) % 2:
                yield row


def _texts(body: Json) -> Iterator[str]:
    """Texts of a request: of a message, of an answer, and of their components."""
    for key, part in body.items():
        parts = part if isinstance(part, list) else [part]
        if key == "content" and isinstance(part, str):
            yield part
        for each in parts:
            if isinstance(each, dict):
                yield from _texts(each)
