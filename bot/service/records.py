"""A game as a record that anybody can keep, read and replay: `rules.record`, and whose it was."""

from __future__ import annotations

from collections.abc import Sequence

from bot.steps.visibility import standing
from bot.store.history import Sitting, kinds
from bot.table.changes import Ply
from bot.table.live import LiveTable
from bot.table.seating import Status
from rules.contract import Json
from rules.record import Record, RecordedPly, to_json
from rules.seats import seat_draw


def export(live: LiveTable, log: Sequence[Ply], history: Sequence[Sitting]) -> Json:
    """The record of a game; its seed and salt are in it once nothing is hidden any more.

    Names are in the order of the seats, as they were drawn; `played_by` says from which action on
    a person chose the moves of each seat, or which AI.
    """
    table, secret = live.table, live.secret
    is_open = table.status in (Status.OVER, Status.CANCELLED)
    record = Record(
        game=table.game,
        version=table.version,
        seats=table.size,
        options=table.options,
        seed=secret.seed if is_open else None,
        salt=secret.salt if is_open else None,
        commitment=table.commitment,
        drawn=seat_draw(secret.seed, secret.salt, table.size) if table.drawn else None,
        plies=tuple(RecordedPly(ply.seat, ply.notation) for ply in standing(log)),
        result=(live.result.details or None) if live.result else None,
    )
    names = [occupant.name for occupant in table.seats]
    return to_json(record) | {"names": names, "played_by": kinds(history, len(names))}
