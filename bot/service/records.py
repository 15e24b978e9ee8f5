"""Export of a game as a record to keep, read and replay: `rules.record` with the players."""

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
    """The record of a game; it includes seed and salt once the game is over or cancelled.

    Names are in the order of the seats, after the draw; `played_by` lists for each seat from which
    ply on a person or which AI chose its moves.
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
