"""Texts that Discord accepts and a phone does not show as they are meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from playground.components import BUTTON, SELECTS
from playground.errors import Json

SMALL, BOLD = "-# ", "**"
CODE = re.compile(r"```.*?```|`[^`\n]*`|\\.", re.DOTALL)
"""Parts of a text in which signs have no effect."""
BLOCK = re.compile(r"```(?:\w*\n)?(.*?)```", re.DOTALL)
LINE = 38
"""Characters that a button or a closed menu shows."""
ENTRY = 2 * LINE
"""Characters of an entry of an open menu, in two lines."""
COLUMNS = 42
"""Characters of a line of a block of code, which is not wrapped."""


def display_faults(body: Json) -> Iterator[str]:
    """What a phone cuts or runs together in a request.

    Rows in small print that follow another one, rows in which bold letters do not end, wide lines
    of code, and labels of buttons, menus and their entries that are too long.
    """
    for part in _parts(body):
        if isinstance(text := part.get("content"), str):
            yield from _faults_of_text(text)
        yield from _long_labels(part)


def _faults_of_text(text: str) -> Iterator[str]:
    yield from (
        line for block in BLOCK.findall(text) for line in block.split("\n") if len(line) > COLUMNS
    )
    rows = CODE.sub("", text).split("\n")
    for row, below in pairwise((*rows, "")):
        if row.startswith(SMALL) and below.startswith(SMALL):
            yield below
        if row.count(BOLD) % 2:
            yield row


def _long_labels(part: Json) -> Iterator[str]:
    kind, is_entry = part.get("type"), "value" in part and "type" not in part
    label = part.get("label" if kind == BUTTON or is_entry else "placeholder")
    if (kind == BUTTON or kind in SELECTS or is_entry) and label:
        yield from [label] if len(label) > (ENTRY if is_entry else LINE) else []


def _parts(body: Json) -> Iterator[Json]:
    """A request and all objects in it: messages, answers, components, entries of menus."""
    yield body
    for part in body.values():
        for each in part if isinstance(part, list) else [part]:
            if isinstance(each, dict):
                yield from _parts(each)
