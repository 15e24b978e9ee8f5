"""Conditions that decide whether a part of a move counts, and that it does not meet."""

from __future__ import annotations

from typing import Any

import msgspec


class Unmet(msgspec.Struct, frozen=True, kw_only=True):
    """Reason why a part of a previewed move counts nothing yet."""

    code: str
    """Reason as a message id, e.g. `magna_grecia.unmet_idle_market`."""
    args: dict[str, Any] = {}
