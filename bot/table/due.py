"""Due rows as values: things to do at a moment.

For each table, person and subject there is one row of a kind: a later one replaces it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """A row that is handled when its moment has come."""

    kind: str
    """Key of its handler in `Services.on_due`."""
    at: datetime
    table_id: int | None = None
    """The table that it is about; None where it is about a person only."""
    person_id: int | None = None
    """The person whom it is about, if any."""
    subject: str = ""
    """Distinguishes rows of one kind at the same table or person."""
    payload: dict[str, Any] = {}
    id: int = 0
    """Id of its row; 0 until it is stored."""
    attempts: int = 0
    """Number of failed tries."""


class Settled(msgspec.Struct, frozen=True):
    """Due rows to remove: all of a kind, or those about one person or subject."""

    kind: str
    person_id: int | None = None
    subject: str | None = None


class NoLongerDue(Exception):
    """The due row was settled, done or replaced before its handler could save."""
