"""Acts: entries of a table's log that are no moves, as requests, votes and changes of seats.

The log tells it in its place among the moves. It is kept with the people it is about, and with the
names that they had then.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from bot.table.seating import Table


class Who(msgspec.Struct, frozen=True):
    """A person in the log; both are None once they have their data deleted."""

    user_id: int | None = None
    name: str | None = None


NOBODY = Who()


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """One of them: `table.act_<code>` in the catalogues, told with the names and `args`."""

    code: str
    by: Who = NOBODY
    about: Who = NOBODY
    args: dict[str, Any] = {}
    at: str = ""
    """UTC, ISO 8601; "" until it is stored."""


def act_person(table: Table, user_id: int | None) -> Who:
    """Somebody of the table; anybody else has no name here."""
    named = {occupant.user_id: occupant.name for occupant in table.seats if occupant.user_id}
    return Who(user_id, named.get(user_id)) if user_id else NOBODY


def act(
    table: Table, code: str, by: int | Who | None, about: int | None = None, **args: Any
) -> Act:
    """Something that a person has done at a table, perhaps to another one."""
    doing = by if isinstance(by, Who) else act_person(table, by)
    return Act(code=code, by=doing, about=act_person(table, about), args=args)


def acts_at(acts: tuple[Act, ...], at: str) -> list[Act]:
    """Acts as they are stored at a moment."""
    return [replace(entry, at=at) for entry in acts]
