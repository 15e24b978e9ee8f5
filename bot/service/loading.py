"""From what is stored to a table that can be played on: read, brought up to date, or replayed.

Rules may have changed since a position was stored. Then `Game.upgrade` rewrites it; and where it
cannot be read at all, the moves of the log are played again, if they still lead to what people saw.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.steps.visibility import standing
from bot.store.table_rows import read_plies, read_position
from bot.table.changes import Ply, Position
from bot.table.encoding import as_json
from bot.table.live import CannotGoOn, OpenTurn, Playing
from bot.table.seating import Table
from rules.contract import BadPosition, Event, Game, Json, RulesError
from rules.log import make_move


def unread(position: Position) -> Playing:
    """What was stored, without the position itself."""
    plies = position.snapshot.plies if position.snapshot else 0
    return Playing(position.table, position.secret, None, plies, position.result)


def stuck(db: sqlite3.Connection) -> list[Table]:
    """The running tables that cannot go on by the rules of today."""
    live = db.execute("SELECT id FROM table_ WHERE status = 'live' ORDER BY id").fetchall()
    positions = filter(None, (read_position(db, number) for (number,) in live))
    return [one.table for one in positions if not goes_on(one, read_plies(db, one.table.id))]


def goes_on(position: Position, log: Sequence[Ply]) -> bool:
    """Whether a table can be played on by the rules of today."""
    try:
        playing_of(position)
    except BadPosition:
        try:
            replayed(position, log)
        except CannotGoOn:
            return False
    return True


# ---- read ----------------------------------------------------------------------------------------


def playing_of(position: Position) -> Playing:
    """What was stored, ready to play on. Raises BadPosition where it cannot be read."""
    playing, stored = unread(position), position.snapshot
    if stored is None:
        return playing
    state = read(playing.game, stored.version, stored.state)
    if stored.began is None or not position.turn:
        return replace(playing, state=state)
    began = read(playing.game, stored.version, stored.began)
    return replace(playing, state=state, turn=OpenTurn(began, position.turn))


def read(game: Game[Any, Any, Any], version: int, stored: bytes) -> Any:
    """A position that some version of the rules wrote. Raises BadPosition."""
    try:
        written = msgspec.json.decode(stored)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadPosition("common.bad_position", what=str(error), path="") from error
    if version != game.facts.version:
        written = upgraded(game, version, written)
    try:
        return game.state_from_json(written)
    except RecursionError as error:
        raise BadPosition("common.bad_position", what=str(error), path="") from error


def upgraded(game: Game[Any, Any, Any], version: int, written: Json) -> Json:
    """A position that other rules wrote, as those of today write it. Raises BadPosition."""
    if version > game.facts.version:
        raise BadPosition("common.bad_position", what=f"version {version}", path="")
    try:
        return game.upgrade(version, written)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise BadPosition("common.bad_position", what=repr(error), path="") from error


# ---- played again --------------------------------------------------------------------------------


def replayed(position: Position, log: Sequence[Ply]) -> Playing:
    """A table whose position cannot be read: its moves, played again from the deal.

    Raises CannotGoOn where one of them is illegal now, or has another outcome than people saw.
    """
    playing, plies = unread(position), standing(log)
    begins = len(plies) - len(position.turn)
    try:
        began = after(playing, playing.deal(), plies[:begins])
        state = after(playing, began.clone(), plies[begins:])
    except RulesError as refusal:
        raise CannotGoOn("table.cannot_go_on") from refusal
    turn = OpenTurn(began, position.turn) if position.turn else None
    return replace(playing, state=state, turn=turn)


def after(playing: Playing, state: Any, plies: Sequence[Ply]) -> Any:
    """`state` after these plies of the log. Raises RulesError where one is not what it was."""
    game = playing.game
    for ply in plies:
        if shown(make_move(game, state, ply.seat, ply.notation)) != shown(ply.events):
            raise BadPosition("common.bad_position", what=ply.notation, path=str(ply.ply))
    return state


def shown(events: Sequence[Event]) -> str:
    """What everybody saw happen, as text that can be compared."""
    return as_json([(event.code, event.args) for event in events if event.only is None])
