"""Terms that may change while a game runs: what differs, and a draft as a number.

The number has one digit for each of the terms, so that it fits a custom id.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.table.options import (
    INCREMENTS,
    MOST_EXCUSES,
    OF_A_BANK,
    OF_TIME,
    OWN_BANK,
    SPANS,
    Absence,
    Late,
    Pace,
    Reminder,
    Terms,
    in_force,
    value_of,
)
from rules.contract import BadOptions, RulesError

CHANGEABLE = (*OF_TIME, "reminder")
"""Terms that may change, in the order in which they are told."""
DIGITS: Mapping[str, Sequence[Any]] = {
    "pace": tuple(Pace),
    "late": tuple(Late),
    "excuses": range(MOST_EXCUSES + 1),
    "absence": tuple(Absence),
    "start": SPANS,
    "increment": INCREMENTS,
    "cap": SPANS,
    "reminder": tuple(Reminder),
}
"""Values of each of the terms; the place of a value is its digit. New values go to the end."""


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
        return any(getattr(self.before, key) != getattr(self.after, key) for key in OF_TIME)

    def changes(self) -> Iterator[TermChange]:
        """Each of the terms that changes or comes into force, in order."""
        valid, own = in_force(self.before), value_of(self.before, "pace") == OWN_BANK
        for key in CHANGEABLE:
            is_of_bank = key in OF_A_BANK
            if key not in in_force(self.after):
                continue
            if is_of_bank and value_of(self.after, "pace") != OWN_BANK:
                continue
            was_valid = key in valid and (own or not is_of_bank)
            before = value_of(self.before, key) if was_valid else None
            after = value_of(self.after, key)
            if before != after:
                yield TermChange(key, before, after)


class TermChange(NamedTuple):
    """A change of one of the terms, with the values as a menu writes them."""

    key: str
    before: str | None
    """None where it was not in force."""
    after: str


def number_of(terms: Terms) -> int:
    """The changeable terms as a number."""
    digits = (str(DIGITS[key].index(getattr(terms, key))) for key in DIGITS)
    return int("".join(digits))


def terms_of(number: int, terms: Terms) -> Terms:
    """The terms with the changeable ones as a number says. Raises BadOptions for a forged one."""
    digits = str(number).zfill(len(DIGITS))
    try:
        pairs = zip(DIGITS.items(), digits, strict=True)
        chosen = {key: values[int(digit)] for (key, values), digit in pairs}
    except (LookupError, ValueError) as error:
        raise BadOptions("lobby.bad_choice") from error
    if chosen["start"] > chosen["cap"]:
        raise BadOptions("lobby.bad_choice")
    return replace(terms, **chosen)
