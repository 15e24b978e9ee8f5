"""Players for AI seats: one that plays anything, one that takes the best thing to do next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.contract import BadNotation, Seat
from rules.massalia import choosing, listing, sampling
from rules.massalia.actions import Action, Concede, Fire
from rules.massalia.judging import Judge
from rules.massalia.notation import notation, parse
from rules.massalia.prospects import Chart
from rules.massalia.state import Blaze, State
from rules.rng import Rng


class Random:
    """Any legal action, but it never gives up."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Action:
        return sampling.sample(state, seat, rng)


class Easy:
    """Whatever looks best next, by all that the seat may see."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Action:
        return best(state, seat)


PLAYERS: dict[str, type[Random] | type[Easy]] = {"random": Random, "easy": Easy}
"""By name, weakest first."""


def complete(state: State, seat: Seat, tokens: Sequence[str]) -> Action:
    """The best legal action that begins with `tokens`. Raises BadNotation or IllegalMove."""
    if choosing.ask(state, seat, tokens) is None:
        return parse(state, seat, " ".join(tokens))
    if not tokens:
        return best(state, seat)
    return best(state, seat, _begins_with(state, tokens))


def _begins_with(state: State, tokens: Sequence[str]) -> Callable[[Action], bool]:
    """Whether an action is written like this at its beginning, or its tiles lie there."""
    begun = " ".join(tokens).casefold()

    def does(action: Action) -> bool:
        whole = notation(state, action).casefold()
        return f"{whole} ".startswith(f"{begun} ") or whole.startswith(f"{begun}-")

    return does


def best(state: State, seat: Seat, wanted: Callable[[Action], bool] | None = None) -> Action:
    """The action that is worth most now. Raises BadNotation where none is wanted."""
    found = [each for each in thinkable(state, seat) if wanted is None or wanted(each)]
    if not found:
        raise BadNotation("common.no_such_move", text="")
    return max(found, key=Judge(state, seat).worth)


def thinkable(state: State, seat: Seat) -> list[Action]:
    """Every legal action but to give up; of thousands of fires the best alone."""
    queue = state.turn.queue
    if queue and isinstance(queue[0], Blaze):
        cells = sorted(cell for _, cell in Chart(state, seat).burning(queue[0].cell))
        return [Fire(tuple(state.box.land.labels[cell] for cell in cells))]
    every = listing.legal_actions(state, seat)
    return [action for action in every if not isinstance(action, Concede)]
