"""Whether a turn of a lesson does its task, and a way to do it. Nothing hidden is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from rules import levels
from rules.contract import Event, Game, Seat
from rules.lesson import Step
from rules.rng import Rng

WIDEST = 3000
"""Most actions that are looked at before one move."""
EQUALS = 100
"""Most equally good moves that are compared by their consequences."""
LONGEST = 12
"""Most moves of a turn that are looked at; later ones belong to no first lesson."""


def is_done(step: Step, seat: Seat, events: Iterable[Event]) -> bool:
    """Whether one of these events shows that a seat has done the task of a step."""
    return any(
        event.name == step.event and event.args.get("seat") == seat and step.fits(event.args)
        for event in events
    )


def way(game: Game[Any, Any, Any], state: Any, seat: Seat, step: Step) -> list[Any]:
    """Moves from the present one to the one that does the task; [] where no turn found does it.

    The moves before it are those of an easy player. Equal on all positions that `seat` cannot tell
    apart, but for what it draws on the way.
    """
    luck, line = Rng(0), list[Any]()
    player = game.player(levels.EASY)
    state = game.redeal(state, seat, luck)
    for _ in range(min(game.facts.longest_turn, LONGEST)):
        if seat not in game.to_act(state):
            break
        if (action := _best(game, state, seat, step)) is not None:
            return [*line, action]
        action = player.choose(state, seat, luck)
        line.append(action)
        game.apply(state, seat, action)
        if not game.mid_turn(state):
            break
    return []


def _best(game: Game[Any, Any, Any], state: Any, seat: Seat, step: Step) -> Any | None:
    """The move that does the task at once and brings most points; None where there is none.

    Of equals it is the one with most good consequences, then the first.
    """
    doing = list(_doing(game, state, seat, step))
    most = max((points for _, points in doing), default=0)
    equals = [action for action, points in doing if points == most][:EQUALS]
    if len(equals) < 2:
        return equals[0] if equals else None

    def promise(action: Any) -> int:
        return sum(effect.amount for effect in game.consequences(state, seat, (action,)))

    return max(equals, key=promise)


def _doing(
    game: Game[Any, Any, Any], state: Any, seat: Seat, step: Step
) -> Iterator[tuple[Any, int]]:
    """The moves that do the task at once, each with the points of the seat after it."""
    for action in islice(game.legal_actions(state, seat), WIDEST):
        if game.gives_up(action):
            continue
        after = state.clone()
        if is_done(step, seat, game.apply(after, seat, action)):
            yield action, game.scores(after)[seat].total
