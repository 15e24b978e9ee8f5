"""Telegraph and Attika: their reference engine, rich hands, maps worth looking at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, cast

from bench.measured import GameBench, Listing, Seen, game_of_players
from bench.positions import Moment, late
from bench.texts import COORDINATE, FIGURE, NUMBER, PLACE, SCORE, TextRole
from render._settlements.map.table import arrangement_of
from render.contract import CANDIDATE, HAND, TABLE
from rules._settlements.actions import Build, Extend
from rules._settlements.state import State
from rules._settlements.view import View
from rules.contract import Event, Json
from rules.hexgrid import hex_of
from rules.registry import get
from rules.rng import Rng
from tests.settlements import reference

CARDS = 12
"""Number of cards in a rich hand."""
LONGEST = 1500
"""Most actions of a position worth measuring; the reference takes long enough."""


def position(key: str, seats: int, seed: int, turns: int, level: str = "easy") -> State:
    """Position after some turns of a game of AI players, or its end."""
    for state, _ in game_of_players(key, seats, seed, level):
        if state.turn.number > turns:
            break
    return cast(State, state)


def until(key: str, seats: int, seed: int, kind: type[Build] | type[Extend], turns: int) -> State:
    """The first position from a turn on in which a player can build, or must place a region.

    If the game ends before, the position is taken from the game of the next seed.
    """
    game, state = get(key), position(key, seats, seed, turns)
    luck, brain = Rng(seed), game.player("easy")
    while game.to_act(state):
        seat = state.turn.seat
        if any(isinstance(action, kind) for action in game.legal_actions(state, seat)):
            return state
        game.apply(state, seat, brain.choose(state, seat, luck))
    return until(key, seats, seed + 1, kind, turns)


class Settlements(GameBench):
    """Late positions are those with most actions, or after a building that does not end a turn."""

    def positions(self) -> dict[str, Callable[[], Any]]:
        at, first = partial(position, self.key), partial(until, self.key)
        return {
            "4-start": partial(at, 4, 9, 0),
            "4-middle": partial(at, 4, 9, 36),
            "4-late": partial(at, 4, 9, 72),
            "4-sprawling": partial(at, 4, 2, 90, "random"),
            "4-over": partial(at, 4, 9, 999),
            "3-middle": partial(at, 3, 5, 27),
            "3-building": partial(first, 3, 5, Build, 27),
            "3-region": partial(first, 3, 5, Extend, 12),
            "2-start": partial(at, 2, 9, 0),
            "2-late": partial(at, 2, 9, 32),
            "2-over": partial(at, 2, 9, 999),
        }

    def move(self) -> tuple[Seen, Seen]:
        luck, state = Rng(7), until(self.key, 4, 7, Build, 48)
        player = self.game.player("easy")
        while True:
            before, seat = state.clone(), state.turn.seat
            action = player.choose(state, seat, luck)
            self.game.apply(state, seat, action)
            if isinstance(action, Build) and state.turn.seat == seat:
                break
        return _newest(self.game.view(before, None)), _newest(self.game.view(state, None))

    def hex_share(self, view: View) -> float:
        return arrangement_of(view).share

    def text_roles(self) -> Sequence[TextRole]:
        panels, sheet = "_settlements.map.panels", "_settlements.private"
        figures = (
            f"{panels}.draw_panel",
            f"{panels}._reach",
            "_settlements.map.cartouche._counters",
        )
        hexes = ("_settlements.map.scene.names", f"{sheet}.prices.price_tag")
        prices = (f"{sheet}.prices.price_tag", f"{sheet}.chips.number_chip")
        places = ("_settlements.map.cities.ribbon",)
        return [
            *super().text_roles(),
            TextRole("score", TABLE, SCORE, (f"{panels}._score",), NUMBER),
            TextRole("key figure", TABLE, FIGURE, figures, NUMBER),
            TextRole("number of a building", TABLE, FIGURE, ("_settlements.map.buildings.plate",)),
            TextRole("name of a city", TABLE, PLACE, places),
            TextRole("coordinate", CANDIDATE, COORDINATE, hexes, "[A-Z].*"),
            TextRole("price", CANDIDATE, FIGURE, prices, NUMBER),
            TextRole("count of a hand", HAND, FIGURE, (f"{sheet}.hand._tag",)),
        ]

    def listings(self) -> Iterator[Listing]:
        """Listings of three late positions, every payment among them."""
        for state, seat in self._most_actions(late(self.key)):
            position = self.game.state_to_json(state)
            listed = list(map(self.game.action_to_json, self.game.legal_actions(state, seat)))
            if sorted(map(repr, listed)) != sorted(map(repr, reference.legal(position))):
                raise SystemExit("The engine and the reference disagree: see tests/settlements.")
            yield Listing(
                f"{len(listed):,} actions",
                partial(_by_reference, position),
                {"engine": partial(self._by_the_engine, state, seat)},
            )

    def enrich(self, position: Json) -> None:
        """Add cards of the deck to the hand, as many of each type as the deck has."""
        hand, deck = position["players"][position["turn"]["seat"]]["hand"], position["deck"]
        while deck and sum(hand.values()) < CARDS:
            hand[deck.pop()] += 1

    def enquiries(self, state: Any, seat: int) -> Sequence[Callable[[], object]]:
        """Price enquiries for the buildings of the reserve on every fifth free hex."""
        game: Any = self.game
        return [
            partial(game.price, state, seat, building, at)
            for at in map(hex_of, [*state.free][::5])
            for building in set(state.players[seat].reserve)
        ]

    def _by_the_engine(self, state: Any, seat: int) -> list[Any]:
        return list(self.game.legal_actions(state, seat))

    def _most_actions(self, places: list[Moment]) -> list[Moment]:
        """Three of the positions, with the most actions up to LONGEST."""
        sampled = places[::7]
        counts = {i: sum(1 for _ in self.game.legal_actions(*at)) for i, at in enumerate(sampled)}
        best = sorted((i for i in counts if counts[i] <= LONGEST), key=counts.__getitem__)[-3:]
        return [sampled[i] for i in best]


def _by_reference(position: Json) -> list[Json]:
    return list(reference.legal(position))


def _newest(view: View) -> Seen:
    """A view with its newest building lit."""
    args = {"hex": view.board.buildings[-1].hex}
    return Seen(view, (Event(f"{view.game}.building_built", args),))
