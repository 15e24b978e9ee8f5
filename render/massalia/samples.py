"""Sample pictures for the palette of Massalia, drawn from games of AI players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from render.canvas import Canvas
from render.contract import CANDIDATE, HAND, TABLE
from render.massalia import FAMILIES, PICTURES, ground, look
from render.massalia.faces import face
from render.samples import Samples
from render.theme import THEME, Colour, Theme
from rules.contract import Event
from rules.massalia.actions import Action
from rules.massalia.pieces import BOX
from rules.massalia.state import State
from rules.registry import get
from rules.rng import Rng

NAMES = ("Ariane", "Basile", "Colette", "Dimitri")
_TABLES = ((4, 7, 6, "easy"), (3, 5, 12, "easy"), (2, 3, 9, "easy"), (4, 9, 20, "random"))
"""Seats, seed, rounds and players of the tables that are drawn."""


def positions(
    seats: int, seed: int, rounds: int, player: str
) -> Iterator[tuple[State, list[Event]]]:
    """Positions of the last round of a game of AI players, each with the news before it."""
    game = get("massalia")
    state: State = game.new(seats, seed, {})
    luck, brain = Rng(seed), game.player(player)
    news: list[Event] = []
    while (acting := game.to_act(state)) and state.round <= rounds:
        if state.round == rounds:
            yield state, news
        news = game.apply(state, acting[0], brain.choose(state, acting[0], luck))
    yield state, news


class MassaliaSamples(Samples):
    """One picture of each kind, and every card."""

    def theme(self) -> Theme:
        return look.game_theme(THEME)

    def tokens(self) -> list[Colour]:
        return [*look.tokens(), *ground.tokens()]

    def draw_all(self) -> None:
        PICTURES.forget()
        Canvas.from_image(ground.ground(bare=False), self.theme()).quantize()
        for family in FAMILIES:
            PICTURES.draw(family, get("massalia").view(get("massalia").new(2, 1, {}), None))
        for card in BOX.basic:
            Canvas.from_image(face(card.id, "fr", 0.5), self.theme()).quantize()
        for table in _TABLES:
            kinds: set[type[Action]] = set()
            for state, news in positions(*table):
                self._draw(state, news, kinds)

    def _draw(self, state: State, news: Sequence[Event], kinds: set[type[Action]]) -> None:
        """Draw the table once, the hand once, and the first candidate of each kind."""
        game = get("massalia")
        for seat in game.to_act(state):
            view = game.view(state, seat)
            if not kinds:
                PICTURES.draw(TABLE, game.view(state, None), names=NAMES, news=news)
                PICTURES.draw("seat", game.view(state, None), names=NAMES, seat=seat)
                PICTURES.draw(HAND, view, names=NAMES, shown=game.hand(state, seat))
            for action in game.legal_actions(state, seat):
                if type(action) not in kinds:
                    kinds.add(type(action))
                    preview = game.preview(state, seat, action)
                    PICTURES.draw(CANDIDATE, view, names=NAMES, shown=preview)


SAMPLES = MassaliaSamples()
