"""Sample pictures for the palette of Magna Grecia, drawn from games of AI players."""

from __future__ import annotations

from collections.abc import Sequence

from render.contract import CANDIDATE, TABLE
from render.magna_grecia import PICTURES, look
from render.magna_grecia.ground import ground
from render.samples import Samples
from render.theme import THEME, Colour, Theme
from rules.contract import Event, IllegalMove, Seat
from rules.magna_grecia.actions import Action
from rules.magna_grecia.pieces import DEFAULT_COLOURS
from rules.magna_grecia.state import State
from rules.registry import get
from rules.rng import Rng

NAMES = ("Maud", "Bastien", "Inès", "Karim")
_TABLES = (
    (4, 7, 10, "easy"),
    (4, 9, 12, "random"),
    (3, 5, 6, "easy"),
    (2, 3, 2, "easy"),
    (3, 9, 13, "random"),
)
"""Seats, seed, rounds and players of the tables that are drawn."""


def position_and_news(seats: int, seed: int, rounds: int, player: str) -> tuple[State, list[Event]]:
    """Position after some rounds of a game of AI players, and the news of its last turn."""
    game = get("magna_grecia")
    state: State = game.new(seats, seed, {})
    luck, brain = Rng(seed), game.player(player)
    news: list[Event] = []
    last: list[Event] = []
    while (acting := game.to_act(state)) and state.round <= rounds:
        news += game.apply(state, acting[0], brain.choose(state, acting[0], luck))
        if news[-1:] and any(event.name == "turn_ended" for event in news):
            news, last = [], news
    return state, last


class MagnaGreciaSamples(Samples):
    """One picture of each kind."""

    def theme(self) -> Theme:
        return look.game_theme(THEME, DEFAULT_COLOURS[4])

    def tokens(self) -> list[Colour]:
        return look.tokens()

    def draw_all(self) -> None:
        PICTURES.forget()
        ground()
        for table in _TABLES:
            self._draw(*position_and_news(*table))

    def _draw(self, state: State, news: Sequence[Event]) -> None:
        """Draw the table with its last turn lit, and the first step of each kind."""
        game = get("magna_grecia")
        PICTURES.draw(TABLE, game.view(state, None), names=NAMES, news=news)
        PICTURES.draw("cards", game.view(state, None))
        PICTURES.draw("counts", game.view(state, None))
        PICTURES.draw("seat", game.view(state, None), names=NAMES, seat=0)
        for seat in game.to_act(state):
            view = game.view(state, seat)
            kinds: dict[type[Action], Action] = {}
            for action in game.legal_actions(state, seat):
                kinds.setdefault(type(action), action)
            for tokens in ([], *"ORCMS"):
                self._ask(state, seat, tokens)
            for action in kinds.values():
                preview = game.preview(state, seat, action)
                PICTURES.draw(CANDIDATE, view, names=NAMES, shown=preview)

    def _ask(self, state: State, seat: Seat, tokens: Sequence[str]) -> None:
        """Draw the map beside the question after some tokens, if they are possible."""
        game = get("magna_grecia")
        try:
            question = game.ask(state, seat, tokens)
        except IllegalMove:
            return
        if question is not None and question.beside is not None:
            picture, shown = question.beside.picture, question.beside.shown
            PICTURES.draw(picture, game.view(state, seat), names=NAMES, seat=seat, shown=shown)


SAMPLES = MagnaGreciaSamples()
