"""A game as a record that anybody can keep, read and replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.playing import Playing
from bot.seating import Status
from bot.store import Ply


def export(playing: Playing, log: Sequence[Ply]) -> dict[str, Any]:
    """The record of a game; its seed and salt are in it once nothing is hidden any more."""
    table = playing.table
    record: dict[str, Any] = {
        "game": table.game,
        "version": table.version,
        "seats": len(table.seats),
        "options": table.options,
        "commitment": table.commitment,
        "names": [holder.name for holder in table.seats],
        "plies": [{"seat": ply.seat, "notation": ply.notation, "at": ply.at} for ply in log],
    }
    if table.status is Status.OVER:
        record |= {"seed": playing.secret.seed, "salt": playing.secret.salt}
    return record
