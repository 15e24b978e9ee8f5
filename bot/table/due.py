"""Entries of what becomes due at some moment, as values.

There is one of a kind for each table, person and subject: a later one takes its place.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be done when its moment has come."""

    kind: str
    """Who does it: the name of an alarm."""
    at: datetime
    table_id: int | None = None
    """The table that it is about; None for what is a person's alone."""
    person_id: int | None = None
    """The person whom it is about, if any."""
    subject: str = ""
    """What tells apart those of one kind that a table or a person has."""
    payload: dict[str, Any] = {}
    id: int = 0
    """Its row; 0 until it is stored."""
    attempts: int = 0
    """Tries that have failed."""


class Settled(msgspec.Struct, frozen=True):
    """Dues to remove: all of a kind, or those of it about one person or subject."""

    kind: str
    person_id: int | None = None
    subject: str | None = None


class NoLongerDue(Exception):
    """It was settled, or done, or put in another row's place, while somebody was about to do it."""
