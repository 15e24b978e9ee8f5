"""Players for AI seats: one plays at random, the others take the best action, one by one."""

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
    """Plays any legal action, but never gives up."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Action:
        return sampling.sample(state, seat, rng)


class Weighing:
    """Plays the action of the highest worth, by its values of cards and the seat's view."""

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
    """Predicate for actions whose notation begins with `tokens`."""
    prefix = " ".join(tokens).casefold()

    def does(action: Action) -> bool:
        text = notation(state, action).casefold()
        return f"{text} ".startswith(f"{prefix} ") or text.startswith(f"{prefix}-")

    return does


def best(
    state: State,
    seat: Seat,
    wanted: Callable[[Action], bool] | None = None,
    values: Values = EASY,
) -> Action:
    """The action of the highest worth now. Raises BadNotation where none is wanted."""
    if wanted is None:
        actions = thinkable(state, seat)
    else:
        actions = [action for action in possible(state, seat) if wanted(action)]
    if not actions:
        raise BadNotation("common.no_such_move", text="")
    return max(actions, key=Judge(state, seat, values).worth)


def thinkable(state: State, seat: Seat) -> list[Action]:
    """Actions that may be best: playing cards, which comes first, or any action."""
    if any(entry.do == "recover" for entry in state.turn.todo):  # that comes before all else
        return possible(state, seat)
    return list(listing.playable(state, seat)) or possible(state, seat)


def possible(state: State, seat: Seat) -> list[Action]:
    """Legal actions except conceding; of thousands of fires only the best."""
    queue = state.turn.queue
    if queue and isinstance(queue[0], Blaze):
        cells = sorted(cell for _, cell in Chart(state, seat).burning(queue[0].cell))
        return [Fire(tuple(state.box.land.labels[cell] for cell in cells))]
    actions = listing.legal_actions(state, seat)
    return [action for action in actions if not isinstance(action, Concede)]
