"""Moves as a log writes them: actions of a seat, and its leaving the table."""

from __future__ import annotations

from typing import Any

from rules.contract import BadNotation, Event, Game, IllegalMove, Seat, refuse_out_of_turn

LEAVES = "leaves"
"""Mark of a seat that leaves (`Game.leave`): no action, so it cannot be typed."""


def make_move(game: Game[Any, Any, Any], state: Any, seat: Seat, move: str) -> list[Event]:
    """Carry out a move of a log in place, after checking it. Raises RulesError."""
    if move == LEAVES:
        return leave_table(game, state, seat)
    refuse_out_of_turn(game, state, seat)
    action = game.parse(state, seat, move)
    game.check(state, seat, action)
    return game.apply(state, seat, action)


def leave_table(game: Game[Any, Any, Any], state: Any, seat: Seat) -> list[Event]:
    """Let `seat` leave, in turn or out of it. Raises RulesError if it cannot."""
    if not game.to_act(state):
        raise IllegalMove("common.game_over")
    events = game.leave(state, seat)
    if events is None:
        raise BadNotation("common.no_such_move", text=LEAVES)
    return events


def repeat_move(game: Game[Any, Any, Any], state: Any, seat: Seat, move: str) -> list[Event]:
    """Carry out a move again that was legal, in place and unchecked."""
    if move == LEAVES:
        return leave_table(game, state, seat)
    return game.apply(state, seat, game.parse(state, seat, move))
