"""The terms of a table in words, and as entries of the host's menus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.i18n import text
from bot.seating import Table
from bot.terms import OFFERED, unusual, value_of


class Asked(NamedTuple):
    """One of the terms as it is asked: by its key and name, with the label of each value."""

    key: str
    name: str
    labels: dict[str, str]
    chosen: str


def label(key: str, value: str, language: str) -> str:
    """A value of one of the terms, in words."""
    return text(f"lobby.term_{key}_{value}", language)


def told(table: Table, language: str) -> Iterator[str]:
    """What was agreed that is not as at every other table."""
    for key in unusual(table.terms):
        yield label(key, value_of(table.terms, key), language)


def asked(table: Table, language: str) -> Iterator[Asked]:
    """Each of the terms, as the host is asked for it."""
    for key, values in OFFERED.items():
        labels = {value: label(key, value, language) for value in values}
        name = text(f"lobby.term_{key}", language)
        yield Asked(key, name, labels, value_of(table.terms, key))
