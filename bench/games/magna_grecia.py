"""Magna Grecia: its reference engine, and the positions with the most legal actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from heapq import nlargest
from importlib import import_module
from typing import Any

from bench.measured import GameBench, Listing, easy_game
from bench.texts import COORDINATE, FIGURE, NUMBER, PLACE, SCORE, TextRole
from render.canvas import PUBLIC_WIDTH
from render.contract import CANDIDATE, TABLE
from render.magna_grecia.table import HEX_WIDTH, SHARE
from rules.contract import Json
from rules.magna_grecia.legal import legal_actions

reference: Any = import_module("tests.magna_grecia.reference")
SEED = 7
SHOWN = 3
"""Number of positions to measure, those with the most legal actions."""


class MagnaGrecia(GameBench):
    """The map has always the same size; late in a game few hexes are left for a road."""

    def hex_share(self, view: Any) -> float:
        return HEX_WIDTH / PUBLIC_WIDTH

    def text_roles(self) -> Sequence[TextRole]:
        panels, pieces = "magna_grecia.panels", "magna_grecia.pieces"
        figures, places = (
            (f"{panels}._row", f"{panels}._group"),
            ("magna_grecia.scene.name_of_place",),
        )
        counts = (f"{pieces}._inscribe_number",)
        scores = (f"{panels}._head",)
        cards = ("magna_grecia.foot._card", "magna_grecia.foot._allowed")
        return [
            *super().text_roles(),
            TextRole("score", TABLE, SCORE, scores, NUMBER),
            TextRole("key figure", TABLE, FIGURE, figures, NUMBER),
            TextRole("figure of a card", TABLE, FIGURE, cards, NUMBER),
            TextRole("name of a place", TABLE, PLACE, places, scale=SHARE),
            TextRole("count of a place", TABLE, FIGURE, counts, NUMBER, scale=SHARE),
            TextRole("coordinate", CANDIDATE, COORDINATE, ("magna_grecia.scene.scenery",)),
        ]

    def listings(self) -> Iterator[Listing]:
        """Listings of the positions with the most legal actions in a game of four."""
        for state in nlargest(
            SHOWN, self._positions(), key=lambda state: len(_legal_actions(state))
        ):
            position = self.game.state_to_json(state)
            listed = list(map(self.game.action_to_json, _legal_actions(state)))
            if sorted(map(repr, listed)) != sorted(map(repr, reference.legal(position))):
                raise SystemExit("The engine and the reference disagree: see tests/magna_grecia.")
            yield Listing(
                f"{len(listed)} actions",
                partial(reference.legal, position),
                {
                    "engine": partial(_legal_actions, state),
                    "panel": partial(self._first_question, state),
                },
            )

    def enrich(self, position: Json) -> None:
        """Move every tile to the supply, and give points for them."""
        for player in position["players"]:
            for kind in ("roads", "cities"):
                player[kind] += player[f"reserve_{kind}"]
                player[f"reserve_{kind}"] = 0
            player["score"] = 60

    def _positions(self) -> Iterator[Any]:
        game = easy_game(self.key, max(self.game.facts.seats), SEED)
        return (state for state, _ in game if state.phase == "turns")

    def _first_question(self, state: Any) -> object:
        """First question of a panel, with the useful actions that remain."""
        return self.game.ask(state, state.to_move, [])


def _legal_actions(state: Any) -> list[Any]:
    return list(legal_actions(state, state.to_move))


MEASURED = MagnaGrecia("magna_grecia")
