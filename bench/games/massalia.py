"""Massalia: its reference engine, and the positions in which most is legal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from heapq import nlargest
from importlib import import_module
from typing import Any

from bench.measured import Listing, Measured, easy_game
from rules.contract import Json

reference: Any = import_module("tests.massalia.reference")
thinking: Any = import_module("tests.massalia.test_reference")
SEED = 7
SHOWN = 3
"""How many positions are measured, those with most legal actions."""
DRAWN = 6
"""Cards that a rich hand has beside its own."""
EFFECTS = ("place", "move", "flip", "remove", "banish", "recover", "destroy")


class Massalia(Measured):
    """Widest is a turn with a full hand, a purse, and one of every effect to be used anywhere."""

    def listings(self) -> Iterator[Listing]:
        """All legal actions in the widest positions of a game of four, cards and tiles."""
        for state in nlargest(SHOWN, self._positions(), key=lambda state: len(self._listed(state))):
            position = self.game.state_to_json(state)
            actions = map(self.game.action_from_json, _legal(position))
            told = {self.game.notation(state, state.seat, action) for action in actions}
            listed = {self.game.notation(state, state.seat, one) for one in self._listed(state)}
            if listed != told:
                raise SystemExit("The engine and the reference disagree: see tests/massalia.")
            yield Listing(
                f"{len(listed)} actions",
                partial(_legal, position),
                {"engine": partial(self._listed, state), "panel": partial(self._asked, state)},
            )

    def enrich(self, position: Json) -> None:
        """A hand as large as they come, amber for every card, and one of each effect to use."""
        player, turn = position["players"][position["seat"]], position["turn"]
        player["hand"] += position["reinforcement"][:DRAWN]
        del position["reinforcement"][:DRAWN]
        turn["amber"] = 40
        for do in EFFECTS:
            terrain = "any" if do in EFFECTS[:4] else None
            card = position["river"][0] or "AM#1"
            entry = {"id": turn["next"], "card": card, "do": do, "n": 2, "terrain": terrain}
            turn["todo"].append(entry)
            turn["next"] += 1

    def _positions(self) -> Iterator[Any]:
        """Those of an easy game in which neither a tile nor an answer waits, made rich."""
        for state, _ in easy_game(self.key, max(self.game.facts.seats), SEED):
            if state.phase == "play" and not state.turn.began and not state.turn.queue:
                position = self.game.state_to_json(state)
                self.enrich(position)
                yield self.game.state_from_json(position)

    def _listed(self, state: Any) -> list[Any]:
        return list(self.game.legal_actions(state, state.seat))

    def _asked(self, state: Any) -> object:
        """The first question of a panel: all that can be done."""
        return self.game.ask(state, state.seat, [])


def _legal(position: Json) -> list[Json]:
    """Whatever anybody could think of, and the reference allows."""
    return [told for told in thinking.thinkable(position) if reference.allowed(position, told)]


MEASURED = Massalia("massalia")
