"""Terms that may change while a game runs: what differs, and a draft as a number.

The number has one digit for each of the terms, so that it fits a custom id.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from bot.table.options import (
    CHANGEABLE,
    OWN_BANK,
    TERMS,
    Page,
    Terms,
    in_force,
    is_about_time,
    terms_of_values,
    value_of,
)
from rules.contract import BadOptions, RulesError


class NewTerms(msgspec.Struct, frozen=True):
    """Terms that replace others."""

    before: Terms
    after: Terms

    def require_of(self, terms: Terms) -> None:
        """Refuse a change from other terms than these, or to the same ones. Raises RulesError."""
        if self.before != terms:
            raise RulesError("table.terms_changed")
        if not [*self.changes()]:
            raise RulesError("table.terms_same")

    def touches_time(self) -> bool:
        """Whether clocks are affected, and not only reminders."""
        keys = filter(is_about_time, TERMS)
        return any(getattr(self.before, key) != getattr(self.after, key) for key in keys)

    def changes(self) -> Iterator[TermChange]:
        """Each of the terms that changes or comes into force, in order."""
        before, after = _values_told(self.before), _values_told(self.after)
        for key, value in after.items():
            if before.get(key) != value:
                yield TermChange(key, before.get(key), value)


def _values_told(terms: Terms) -> dict[str, str]:
    """Value of each of the changeable terms in force; a bank with a name needs no hours."""
    has_name = value_of(terms, "pace") != OWN_BANK
    return {
        key: value_of(terms, key)
        for key in in_force(terms)
        if key in CHANGEABLE and not (has_name and TERMS[key].page is Page.BANK)
    }


class TermChange(NamedTuple):
    """A change of one of the terms, with the values as a menu writes them."""

    key: str
    before: str | None
    """None where it was not in force."""
    after: str


def number_of(terms: Terms) -> int:
    """The changeable terms as a number."""
    digits = (term.values.index(str(getattr(terms, key))) for key, term in CHANGEABLE.items())
    return int("".join(map(str, digits)))


def terms_of(number: int, terms: Terms) -> Terms:
    """The terms with the changeable ones as a number says. Raises BadOptions for a forged one."""
    digits = str(number).zfill(len(CHANGEABLE))
    try:
        pairs = zip(CHANGEABLE.items(), digits, strict=True)
        values = {key: term.values[int(digit)] for (key, term), digit in pairs}
    except (LookupError, ValueError) as error:
        raise BadOptions("lobby.bad_choice") from error
    draft = terms_of_values(terms, values)
    if draft.start > draft.cap:
        raise BadOptions("lobby.bad_choice")
    return draft
