"""The terms of a table in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.i18n import text
from bot.table.options import (
    OWN_BANK,
    TERMS,
    Pace,
    Page,
    unusual,
    value_of,
)
from bot.table.seating import Table
from rules import registry
from rules.contract import Length


def label(key: str, value: str, language: str) -> str:
    """Value of one of the terms, in words."""
    if unit := TERMS[key].unit:
        return text(f"lobby.{unit}", language, n=int(value))
    return text(f"lobby.term_{key}_{value}", language)


def terms_text(table: Table, language: str) -> Iterator[str]:
    """Terms of a table that differ from the default, its pace and the length of the game."""
    yield from _time_texts(table, language)
    for key in unusual(table.terms):
        if TERMS[key].page is not Page.BANK and key not in ("pace", "excuses", "late"):
            yield label(key, value_of(table.terms, key), language)


def _time_texts(table: Table, language: str) -> Iterator[str]:
    """Pace, policy for late turns, and length of the game."""
    terms = table.terms
    if table.size > 1:
        if (pace := value_of(terms, "pace")) == OWN_BANK:
            start, increment, cap = terms.start, terms.increment, terms.cap
            yield text("lobby.bank", language, start=start, increment=increment, cap=cap)
        elif terms.pace is not Pace.NONE:
            yield label("pace", pace, language)
        if terms.pace is not Pace.NONE:
            if terms.excuses:
                yield label("excuses", str(terms.excuses), language)
            yield label("late", terms.late, language)
        length = registry.get(table.game).turns(table.size, table.options)
        if length is not None:
            yield length_text(length, table.size, language)


def length_text(length: Length, seats: int, language: str) -> str:
    """Usual length of a game in turns, its range, and one person's share of it."""
    code = "lobby.length_exact" if length.least == length.most else "lobby.length_turns"
    args = {"least": length.least, "usual": length.usual, "most": length.most}
    return text(code, language, n=round(length.usual / seats), **args)


def change_lines(changes: Iterable[Sequence[Any]], language: str) -> list[str]:
    """A line for each `TermChange`, possibly read from JSON: what from, and what to."""
    return [_change_line(key, before, after, language) for key, before, after in changes]


def _change_line(key: str, before: str | None, after: str, language: str) -> str:
    new = f"**{_value(key, after, language)}**"
    if before is not None:
        old = _value(key, before, language)
        new = text("table.term_change", language, before=old, after=new)
    if TERMS[key].page is not Page.BANK:
        return new
    return text("table.term_named", language, name=text(f"lobby.term_{key}", language), value=new)


def _value(key: str, value: str, language: str) -> str:
    """Value of one of the terms, for people who did not choose it."""
    if (key, value) == ("pace", OWN_BANK):
        return text("table.term_bank", language)
    return label(key, value, language)
