"""Massalia: its reference engine, and the positions with the most legal actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from heapq import nlargest
from importlib import import_module
from typing import Any

from bench.measured import GameBench, Listing, easy_game
from bench.texts import COORDINATE, FIGURE, LEAST, NUMBER, PLACE, PROSE, SCORE, TextRole
from render.contract import CANDIDATE, HAND, TABLE
from render.massalia.table import SHARE
from rules.contract import Json

reference: Any = import_module("tests.massalia.reference")
thinking: Any = import_module("tests.massalia.test_reference")
SEED = 7
SHOWN = 3
"""Number of positions to measure, those with the most legal actions."""
HAND_SIZE = 5
DRAWN = 6
"""Number of cards that a rich hand has beside its own."""
EFFECTS = ("place", "move", "flip", "remove", "banish", "recover", "destroy")


class Massalia(GameBench):
    """The widest turn has a full hand, a purse, and one of every effect to be used anywhere."""

    def text_roles(self) -> Sequence[TextRole]:
        panels, faces = "massalia.panels", "massalia.faces"
        tiles = ("massalia.tiles._face", "massalia.tiles.number")
        return [
            *super().text_roles(),
            TextRole("life", TABLE, SCORE, (f"{panels}._life",), NUMBER),
            TextRole(
                "key figure", TABLE, FIGURE, (f"{panels}._gauges", f"{panels}._cards"), NUMBER
            ),
            TextRole("cost of a card", TABLE, FIGURE, (f"{faces}.cost_mark",)),
            TextRole("name of a card", TABLE, LEAST[TABLE], (f"{faces}._write_name",)),
            TextRole(
                "name of a place", TABLE, PLACE, ("massalia.plates.ribbon",), scale=0.5 * SHARE
            ),
            TextRole("value of a place", TABLE, FIGURE, ("massalia.plates.value",), scale=SHARE),
            TextRole("figure of a tile", TABLE, LEAST[TABLE], tiles, scale=SHARE),
            TextRole("round", TABLE, FIGURE, ("massalia.table.cartouche",), "[0-9/]+", SHARE),
            TextRole("coordinate", CANDIDATE, COORDINATE, ("massalia.plates.coordinate",)),
            TextRole("key figure", HAND, FIGURE, ("massalia.hand._head",), NUMBER),
            TextRole("name of a card", HAND, PLACE, (f"{faces}._write_name",)),
            TextRole("cost of a card", HAND, FIGURE, (f"{faces}.cost_mark",)),
            TextRole("prose of five cards", HAND, PROSE, ("massalia.prose.write_line",)),
        ]

    def has_a_typical_hand(self, state: Any, seat: int) -> bool:
        return len(state.players[seat].hand) == HAND_SIZE

    def listings(self) -> Iterator[Listing]:
        """Listings of the positions with the most legal actions in a game of four."""
        for state in nlargest(
            SHOWN, self._positions(), key=lambda state: len(self._legal_actions(state))
        ):
            position = self.game.state_to_json(state)
            actions = map(self.game.action_from_json, _legal(position))
            expected = {self.game.notation(state, state.seat, action) for action in actions}
            listed = {
                self.game.notation(state, state.seat, action)
                for action in self._legal_actions(state)
            }
            if listed != expected:
                raise SystemExit("The engine and the reference disagree: see tests/massalia.")
            yield Listing(
                f"{len(listed)} actions",
                partial(_legal, position),
                {
                    "engine": partial(self._legal_actions, state),
                    "panel": partial(self._first_question, state),
                },
            )

    def enrich(self, position: Json) -> None:
        """Give the largest hand, amber for every card, and one of each effect to use."""
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
        """Positions of an easy game in which neither a tile nor an answer waits, made rich."""
        for state, _ in easy_game(self.key, max(self.game.facts.seats), SEED):
            if state.phase == "play" and not state.turn.began and not state.turn.queue:
                position = self.game.state_to_json(state)
                self.enrich(position)
                yield self.game.state_from_json(position)

    def _legal_actions(self, state: Any) -> list[Any]:
        return list(self.game.legal_actions(state, state.seat))

    def _first_question(self, state: Any) -> object:
        """First question of a panel, with all possible actions."""
        return self.game.ask(state, state.seat, [])


def _legal(position: Json) -> list[Json]:
    """Every thinkable action that the reference allows."""
    return [
        action for action in thinking.thinkable(position) if reference.allowed(position, action)
    ]


MEASURED = Massalia("massalia")
