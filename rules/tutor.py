"""Whether a turn of a lesson does its task, and a good way to do it. Nothing hidden is used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from rules import levels
from rules.contract import Event, Game, Seat
from rules.lesson import Step
from rules.lookahead import Lookahead
from rules.rng import Rng

WIDEST = 3000
"""Most actions that are looked at before one move."""
EQUALS = 60
"""Most equally good moves that are compared by their consequences."""
FEW = 4
"""Most moves that do the task at one point of a turn and are judged."""
MANY = 100
"""Most lines of the player that looks ahead among which those that do the task are sought."""
LONGEST = 12
"""Most moves of a turn that are looked at; later ones belong to no first lesson."""
LOOKS = 2
"""Looks ahead at each turn that does the task."""

Line = tuple[Any, ...]
"""Moves of one turn, each legal after those before it."""


def is_done(step: Step, seat: Seat, events: Iterable[Event]) -> bool:
    """Whether one of these events shows that a seat has done the task of a step."""
    return any(
        event.name == step.event and event.args.get("seat") == seat and step.fits(event.args)
        for event in events
    )


def way(game: Game[Any, Any, Any], state: Any, seat: Seat, step: Step) -> Line:
    """Turn that does the task, from the present move to its end; () where none found does it.

    Of those that lose no points, if there are any, it is the one that the strongest player likes
    best. Equal on all positions that `seat` cannot tell apart, but for what it draws on the way.
    """
    redealt = game.redeal(state, seat, Rng(0))
    course = _Course(game, redealt, seat, step)
    lines = [*course.of_thinker(), *course.on_the_way()]
    different = [line for n, line in enumerate(lines) if line not in lines[:n]]
    return _best(game, redealt, seat, different)


class _Course:
    """A turn in which a task is to be done, on one redeal."""

    def __init__(self, game: Game[Any, Any, Any], state: Any, seat: Seat, step: Step) -> None:
        self.game, self.state, self.seat, self.step = game, state, seat, step
        self.easy = game.player(levels.EASY)
        self.thinker = _thinker(game)

    def of_thinker(self) -> Iterator[Line]:
        """The best turns of the player that looks ahead, as far as they do the task."""
        if self.thinker is None:
            return
        candidates = self.thinker.sight.candidates(self.state, self.seat, MANY)
        turns = (self._turn(line) for line in candidates)
        yield from islice((line for line, is_done in turns if is_done), FEW)

    def on_the_way(self) -> Iterator[Line]:
        """Turns that do the task at some point of the turn of an easy player."""
        state, line, luck = self.state.clone(), Line(), Rng(0)
        while len(line) < LONGEST and self.seat in self.game.to_act(state):
            for action in self._best_doing(state):
                yield self._turn((*line, action))[0]
            action = self.easy.choose(state, self.seat, luck)
            line = (*line, action)
            events = self.game.apply(state, self.seat, action)
            if is_done(self.step, self.seat, events) or not self.game.mid_turn(state):
                break

    def _turn(self, line: Sequence[Any]) -> tuple[Line, bool]:
        """A line and the rest of its turn, and whether it does the task."""
        state, events, luck = self.state.clone(), list[Event](), Rng(0)
        for action in line:
            events += self.game.apply(state, self.seat, action)
        moves = list(line)
        while self.game.mid_turn(state) and len(moves) < LONGEST:
            further = self._follow_up(state, luck)
            for action in further:
                events += self.game.apply(state, self.seat, action)
            moves += further
        return tuple(moves), is_done(self.step, self.seat, events)

    def _follow_up(self, state: Any, luck: Rng) -> Sequence[Any]:
        """A quick way to go on with a turn."""
        if self.thinker is None:
            return [self.easy.choose(state, self.seat, luck)]
        return self.thinker.sight.quick(state, self.seat, luck)

    def _best_doing(self, state: Any) -> list[Any]:
        """The moves that do the task at once and bring most points, the most promising first."""
        doing = list(self._doing(state))
        most = max((points for _, points in doing), default=0)
        equals = [action for action, points in doing if points == most][:EQUALS]
        if len(equals) <= FEW:
            return equals

        def promise(action: Any) -> int:
            effects = self.game.consequences(state, self.seat, (action,))
            return sum(effect.amount for effect in effects)

        return sorted(equals, key=promise, reverse=True)[:FEW]

    def _doing(self, state: Any) -> Iterator[tuple[Any, int]]:
        """The moves that do the task at once, each with the points of the seat after it."""
        for action in islice(self.game.legal_actions(state, self.seat), WIDEST):
            if self.game.gives_up(action):
                continue
            after = state.clone()
            if is_done(self.step, self.seat, self.game.apply(after, self.seat, action)):
                yield action, self.game.scores(after)[self.seat].total


def _thinker(game: Game[Any, Any, Any]) -> Lookahead[Any, Any] | None:
    """The strongest player of a game, if it looks ahead."""
    player = game.player(levels.best(game.facts.players))
    return player if isinstance(player, Lookahead) else None


def _best(game: Game[Any, Any, Any], state: Any, seat: Seat, lines: Sequence[Line]) -> Line:
    """The line that loses no points, if there is one, and that the strongest player likes best."""
    gain = _gain(game, state, seat)
    harmless = [line for line in lines if gain(line) >= 0] or list(lines)
    if (thinker := _thinker(game)) is None or len(harmless) < 2:
        return max(harmless, key=gain, default=())
    assessments = thinker.weigh(state, seat, harmless, Rng(0), LOOKS)
    return max(assessments, key=lambda assessment: assessment.worth).line


def _gain(game: Game[Any, Any, Any], state: Any, seat: Seat) -> Callable[[Line], int]:
    """Function that returns the points that a line brings to its seat."""
    before = game.scores(state)[seat].total

    def gain(line: Line) -> int:
        after = state.clone()
        for action in line:
            game.apply(after, seat, action)
        return game.scores(after)[seat].total - before

    return gain
