"""The terms of a table in words, and as entries of the host's menus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from math import ceil
from typing import NamedTuple

from bot.i18n import text
from bot.table import pace
from bot.table.negotiation import TermChange
from bot.table.options import (
    OF_A_BANK,
    OF_A_CLOCK,
    OF_TIME,
    OFFERED,
    OWN_BANK,
    PACES,
    Pace,
    in_force,
    unusual,
    value_of,
)
from bot.table.seating import Table
from rules import registry
from rules.contract import Length

DAY, WEEK = timedelta(days=1), timedelta(days=7)
WEEKS_FROM = 2 * WEEK
"""Duration from which weeks are counted."""
PAGES: Mapping[str, Sequence[str]] = {
    "terms": [key for key in OFFERED if key not in OF_TIME],
    "pace": ("pace", *OF_A_CLOCK),
    "bank": OF_A_BANK,
}
"""Pages of the host's panel, each with its terms in order."""


class TermMenu(NamedTuple):
    """One of the terms in the host's panel: key, name, and the label of each value."""

    key: str
    name: str
    labels: dict[str, str]
    chosen: str


def label(key: str, value: str, language: str) -> str:
    """Value of one of the terms, in words."""
    if key in OF_A_BANK:
        return text("lobby.hours", language, n=int(value))
    if key == "excuses":
        return text("lobby.excuses", language, n=int(value))
    return text(f"lobby.term_{key}_{value}", language)


def terms_text(table: Table, language: str) -> Iterator[str]:
    """Terms of a table that differ from the default, its pace and the length of the game."""
    yield from _time_texts(table, language)
    for key in unusual(table.terms):
        if key not in OF_TIME or key == "absence":
            yield label(key, value_of(table.terms, key), language)


def _time_texts(table: Table, language: str) -> Iterator[str]:
    """Pace, policy for late turns, and length of the game."""
    terms = table.terms
    if table.size > 1:
        if terms.pace is Pace.BANK:
            hours = {key: getattr(terms, key) for key in OF_A_BANK}
            yield text("lobby.bank", language, **hours)
        elif terms.pace is not Pace.NONE:
            yield label("pace", terms.pace, language)
        if terms.pace is not Pace.NONE:
            if terms.excuses:
                yield label("excuses", str(terms.excuses), language)
            yield label("late", terms.late, language)
        yield from _length_texts(table, language)


def length_text(length: Length, seats: int, language: str) -> str:
    """Length of a game in turns: a range, and one person's share of the usual number."""
    code = "lobby.length_exact" if length.least == length.most else "lobby.length_turns"
    share = round(length.usual / seats)
    return text(code, language, n=share, least=length.least, most=length.most)


def _length_texts(table: Table, language: str) -> Iterator[str]:
    """Range of the number of turns; with a pace also the longest duration of such a game."""
    length = registry.get(table.game).turns(table.size, table.options)
    if length is None:
        return
    about = length_text(length, table.size, language)
    longest = pace.at_most(table.terms, length.most, table.size)
    if longest is None:
        yield about
        return
    unit, code = (WEEK, "weeks") if longest >= WEEKS_FROM else (DAY, "days")
    yield f"{about}, {text(f'lobby.length_{code}', language, n=ceil(longest / unit))}"


def change_lines(changes: Iterable[TermChange], language: str) -> list[str]:
    """A line for each of the terms that changes: what from, and what to."""
    return [_change_line(change, language) for change in changes]


def _change_line(change: TermChange, language: str) -> str:
    key, before, after = change
    new = f"**{_value(key, after, language)}**"
    if before is not None:
        old = _value(key, before, language)
        new = text("table.term_change", language, before=old, after=new)
    if key not in OF_A_BANK:
        return new
    return text("table.term_named", language, name=text(f"lobby.term_{key}", language), value=new)


def _value(key: str, value: str, language: str) -> str:
    """Value of one of the terms, for people who did not choose it."""
    if (key, value) == ("pace", OWN_BANK):
        return text("table.term_bank", language)
    return label(key, value, language)


def page_of(key: str) -> str:
    """Page of the host's panel that has one of the terms."""
    return next((page for page, keys in PAGES.items() if key in keys), "terms")


def term_menus(table: Table, language: str, page: str) -> Iterator[TermMenu]:
    """Terms of a page that apply to the table, with their labels."""
    applicable = in_force(table.terms)
    for key in PAGES[page]:
        if key in applicable:
            chosen, name = value_of(table.terms, key), text(f"lobby.term_{key}", language)
            values = (value for value in OFFERED[key] if value in (*PACES, chosen) or key != "pace")
            labels = {value: label(key, value, language) for value in values}
            yield TermMenu(key, name, labels, chosen)
