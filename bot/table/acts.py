"""Acts: entries of a table's log that are not moves, such as requests, votes and seat changes.

The log shows an act at its place among the moves. An act keeps the people it is about, and the
names that they had then.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bot.table.seating import Table


class Who(msgspec.Struct, frozen=True):
    """A person in the log; both fields are None once the person's data is erased."""

    user_id: int | None = None
    name: str | None = None


NOBODY = Who()


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """An act; its text is `table.act_<code>` in the catalogues, with the names and `args`."""

    code: str
    by: Who = NOBODY
    about: Who = NOBODY
    args: dict[str, Any] = {}
    at: str = ""
    """UTC, ISO 8601; "" until it is stored."""


def act_person(table: Table, user_id: int | None) -> Who:
    """A person as the log names them; only people of the table have a name."""
    named = {occupant.user_id: occupant.name for occupant in table.seats if occupant.user_id}
    return Who(user_id, named.get(user_id)) if user_id else NOBODY


def act(
    table: Table, code: str, by: int | Who | None, about: int | None = None, **args: Any
) -> Act:
    """An act of one person at a table, possibly `about` another."""
    doing = by if isinstance(by, Who) else act_person(table, by)
    return Act(code=code, by=doing, about=act_person(table, about), args=args)
