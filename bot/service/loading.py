"""Load tables from the store: read their positions, upgrade them to today's rules, or replay them.

Rules may have changed since a position was stored. Then `Game.upgrade` rewrites it. Where it cannot
be read at all, the log is replayed, provided that each ply still has the events that people saw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from bot.database import Connection
from bot.steps.visibility import standing
from bot.store import table_lists
from bot.store.table_rows import read_plies, read_position
from bot.table.changes import Ply, Position
from bot.table.encoding import as_json
from bot.table.live import CannotGoOn, LiveTable, OpenTurn
from bot.table.seating import Table
from bot.table.stored_states import state_from_text, unreadable
from rules.contract import BadPosition, Event, RulesError
from rules.log import make_move


def game_without_state(position: Position) -> LiveTable:
    """Table as it is stored, without its state."""
    plies = position.snapshot.plies if position.snapshot else 0
    return LiveTable(position.table, position.secret, None, plies, position.result)


def stuck_tables(db: Connection) -> list[Table]:
    """Running tables that cannot go on under today's rules."""
    positions = filter(None, (read_position(db, number) for number in table_lists.live(db)))
    return [
        position.table
        for position in positions
        if not is_playable(position, read_plies(db, position.table.id))
    ]


def is_playable(position: Position, log: Sequence[Ply]) -> bool:
    """Whether a table can go on under today's rules."""
    try:
        game_from_position(position)
    except BadPosition:
        try:
            replay_log(position, log)
        except CannotGoOn:
            return False
    return True


# ---- read ----------------------------------------------------------------------------------------


def game_from_position(position: Position) -> LiveTable:
    """Table as it is stored, ready to play on. Raises BadPosition where it cannot be read."""
    live, snapshot = game_without_state(position), position.snapshot
    if snapshot is None:
        return live
    state = state_from_text(live.game, snapshot.version, snapshot.state)
    if snapshot.began is None or not position.turn:
        return replace(live, state=state)
    began = state_from_text(live.game, snapshot.version, snapshot.began)
    return replace(live, state=state, turn=OpenTurn(began, position.turn))


# ---- replayed ------------------------------------------------------------------------------------


def replay_log(position: Position, log: Sequence[Ply]) -> LiveTable:
    """Replay the log of a table whose position cannot be read.

    Raises CannotGoOn where a ply is illegal now, or has other public events than people saw.
    """
    live, plies = game_without_state(position), standing(log)
    begins = len(plies) - len(position.turn)
    try:
        began = play_plies(live, live.deal(), plies[:begins])
        state = play_plies(live, began.clone(), plies[begins:])
    except RulesError as refusal:
        raise CannotGoOn("table.cannot_go_on") from refusal
    turn = OpenTurn(began, position.turn) if position.turn else None
    return replace(live, state=state, turn=turn)


def play_plies(live: LiveTable, state: Any, plies: Sequence[Ply]) -> Any:
    """Play plies of the log on `state`. Raises RulesError where one has other public events now."""
    game = live.game
    for ply in plies:
        if public_text(make_move(game, state, ply.seat, ply.notation)) != public_text(ply.events):
            raise unreadable(f"{ply.ply}. {ply.notation}")
    return state


def public_text(events: Sequence[Event]) -> str:
    """Public events as text for comparing."""
    return as_json([(event.code, event.args) for event in events if event.only is None])
