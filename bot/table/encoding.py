"""Moments and values as text for the database."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec


def stamp(moment: datetime) -> str:
    """A moment as stored text, which sorts by time."""
    return moment.isoformat(timespec="milliseconds")


def as_json(value: Any) -> str:
    """A value as JSON text."""
    return msgspec.json.encode(value).decode()
