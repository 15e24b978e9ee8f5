"""Akropolis with a player that looks ahead a little: its thoughts are easy to foretell."""

from collections.abc import Iterator
from math import inf
from types import MappingProxyType

import pytest
from msgspec.structs import replace

from bot.ai import adviser
from bot.ai.pool import Brains
from bot.ai.worker import Opinion, Task, opinions
from rules import levels
from rules.lookahead import Effort, Lookahead
from rules.registry import get

AKROPOLIS = get("akropolis")
GAME = type(AKROPOLIS)


class Thrifty:
    """Thinks that points are good and stones are better, and of the first places of each tile."""

    turns = 0
    names = ("points", "stones")
    units = MappingProxyType({"points": 1.0, "stones": 3.0})

    def candidates(self, state, seat, most):
        legal = {action.line: action for action in AKROPOLIS.legal_actions(state, seat)}
        return [(action,) for action in legal.values()][:most]

    def quick(self, state, seat, rng):
        return (AKROPOLIS.sample(state, seat, rng),)

    reply = quick

    def parts(self, state, seat):
        stones = state.cities[seat].stones
        points = AKROPOLIS.scores(state)[seat].total - stones
        return {"points": float(points), "stones": 3.0 * stones}

    def behind(self, state, seat):
        return inf


@pytest.fixture
def foresight(monkeypatch) -> Iterator[list[Task]]:
    """Tasks that the player is given, in this process."""
    tasks, usual = [], GAME.player

    def player(self, name, clock=lambda: 0.0):
        if name == "strong":
            return Lookahead(self, Thrifty(), Effort(candidates=4, looks=2), clock)
        return usual(self, name, clock)

    async def judge(self, task: Task, **more) -> list[Opinion]:
        tasks.append(task)
        return opinions(task)

    facts = replace(AKROPOLIS.facts, players=("random", "easy", "hard", "strong"))
    monkeypatch.setattr(GAME, "facts", facts)
    monkeypatch.setattr(GAME, "player", player)
    monkeypatch.setattr(Brains, "judge", judge)
    monkeypatch.setattr(adviser, "ADVISER", levels.STRONG)
    return tasks
