"""Players for AI seats: one that plays anything, one that takes the best thing to do next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.contract import BadNotation, Seat
from rules.massalia import choosing, listing, sampling
from rules.massalia.actions import Action, Concede, Fire
from rules.massalia.appraisal import EASY, HARD, Values
from rules.massalia.judging import Judge
from rules.massalia.notation import notation, parse
from rules.massalia.prospects import Chart
from rules.massalia.state import Blaze, State
from rules.rng import Rng


class Random:
    """Any legal action, but it never gives up."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Action:
        return sampling.sample(state, seat, rng)


class Weighing:
    """Whatever looks best next, by all that the seat may see and by what it thinks of cards."""

    def __init__(self, values: Values) -> None:
        self._values = values

    def choose(self, state: State, seat: Seat, rng: Rng) -> Action:
        return best(state, seat, values=self._values)


PLAYERS: dict[str, Random | Weighing] = {
    "random": Random(),
    "easy": Weighing(EASY),
    "hard": Weighing(HARD),
}
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


def best(
    state: State,
    seat: Seat,
    wanted: Callable[[Action], bool] | None = None,
    values: Values = EASY,
) -> Action:
    """The action that is worth most now. Raises BadNotation where none is wanted."""
    if wanted is None:
        found = thinkable(state, seat)
    else:
        found = [each for each in possible(state, seat) if wanted(each)]
    if not found:
        raise BadNotation("common.no_such_move", text="")
    return max(found, key=Judge(state, seat, values).worth)


def thinkable(state: State, seat: Seat) -> list[Action]:
    """What may be worth most: to play cards, which is done first, or anything."""
    if any(entry.do == "recover" for entry in state.turn.todo):  # that comes before all else
        return possible(state, seat)
    return list(listing.playable(state, seat)) or possible(state, seat)


def possible(state: State, seat: Seat) -> list[Action]:
    """Every legal action but to give up; of thousands of fires the best alone."""
    queue = state.turn.queue
    if queue and isinstance(queue[0], Blaze):
        cells = sorted(cell for _, cell in Chart(state, seat).burning(queue[0].cell))
        return [Fire(tuple(state.box.land.labels[cell] for cell in cells))]
    every = listing.legal_actions(state, seat)
    return [action for action in every if not isinstance(action, Concede)]
