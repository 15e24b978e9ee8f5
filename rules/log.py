"""Moves as a log writes them: what a seat did in its turn, and that a seat left the table."""

from __future__ import annotations

from typing import Any

from rules.contract import BadNotation, Event, Game, IllegalMove, Seat, refuse_out_of_turn

LEAVES = "leaves"
"""How it is written that a seat leaves (`Game.leave`): no action, so nobody can type it."""


def made(game: Game[Any, Any, Any], state: Any, seat: Seat, move: str) -> list[Event]:
    """Carry out a move of a log in place, once it is checked. Raises RulesError."""
    if move == LEAVES:
        return left(game, state, seat)
    refuse_out_of_turn(game, state, seat)
    action = game.parse(state, seat, move)
    game.check(state, seat, action)
    return game.apply(state, seat, action)


def left(game: Game[Any, Any, Any], state: Any, seat: Seat) -> list[Event]:
    """`seat` leaves, in turn or out of it. Raises RulesError where it cannot."""
    if not game.to_act(state):
        raise IllegalMove("common.game_over")
    events = game.leave(state, seat)
    if events is None:
        raise BadNotation("common.no_such_move", text=LEAVES)
    return events


def made_again(game: Game[Any, Any, Any], state: Any, seat: Seat, move: str) -> list[Event]:
    """Carry out a move that was legal when it was made, in place and unchecked."""
    if move == LEAVES:
        return left(game, state, seat)
    return game.apply(state, seat, game.parse(state, seat, move))
