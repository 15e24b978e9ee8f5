"""What makes a test read like the rulebook: moves as text, and the rule that a test shows."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.contract import Event, Game, RulesError, play


def rule(*numbers: str) -> pytest.MarkDecorator:
    """Mark a test with the rules it shows: `@rule("AK-12")`."""
    return pytest.mark.rule(*numbers)


def play_all(game: Game[Any, Any, Any], state: Any, moves: str) -> tuple[Any, list[Event]]:
    """Play `moves`, apart by semicolons, each by the seat that has to act.

    Returns the position reached and all that happened on the way.
    """
    events: list[Event] = []
    for text in moves.split(";"):
        seat = game.to_act(state)[0]
        state, new_events = play(game, state, seat, game.parse(state, seat, text.strip()))
        events += new_events
    return state, events


def events_of(events: list[Event], name: str) -> list[dict[str, Any]]:
    """Arguments of the events called `name` (the code without its game), in order."""
    return [event.args for event in events if event.code.partition(".")[2] == name]


def refusal(ask: Callable[..., Any], *args: Any) -> RulesError | None:
    """The refusal that a question meets with, or None when it is answered."""
    try:
        ask(*args)
    except RulesError as refused:
        return refused
    return None
