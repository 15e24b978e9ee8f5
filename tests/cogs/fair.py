"""A fair for two: a game for tests in which every kind of question is asked, and nothing else.

In a turn a seat plays a card (`K3`), puts a stand on one of 76 cells (`P c4`), burns up to four of
six wagons (`F w1,w3`), shares five blows among three puppets (`H 1:2 3:3`) or draws up to three
lots of two colours (`D 2+1`). After eight turns it is over.
"""

from collections.abc import Iterator
from types import SimpleNamespace

import msgspec

from bot.words import Label, Line, Words
from render.canvas import Sheet
from render.contract import CANDIDATE, TABLE, Picture, Pictures
from rules import codec
from rules.contract import (
    BadNotation,
    BadPosition,
    Event,
    Facts,
    Game,
    IllegalMove,
    Result,
    SeatScore,
    refuse_out_of_turn,
)
from rules.question import Amounts, Beside, CellOf, OneOf, Option, SomeOf

TURNS = 8
CELLS = tuple(
    Option(f"{row}{number}", "fair.cell", {"name": f"{row}{number}"}, f"fair.area_{row}")
    for row, count in zip("abcdefgh", (10, 10, 10, 10, 10, 10, 10, 6), strict=True)
    for number in range(count)
)
WAGONS = tuple(Option(f"w{number}", "fair.wagon", {"number": number}) for number in range(1, 7))
PUPPETS = tuple(Option(str(number), "fair.puppet", {"name": number}) for number in (1, 2, 3))
LOTS = tuple(Option(colour, "fair.lot", {"name": colour}) for colour in ("red", "blue"))
CARDS = tuple(
    Option(f"K{number}", "fair.card", {"name": number}, "fair.cards", plays=True)
    for number in range(1, 8)
)
VERBS = tuple(Option(verb, "fair.verb", {"name": verb}, "", is_button=True) for verb in "PFHD")


class Spots(msgspec.Struct, frozen=True):
    cells: tuple[str, ...]


QUESTIONS = {
    "": OneOf(code="fair.ask", options=(*CARDS, *VERBS)),
    "P": CellOf(
        code="fair.ask_cell",
        options=CELLS,
        beside=Beside("spots", Spots(tuple(cell.token for cell in CELLS)), each="cells"),
    ),
    "F": SomeOf(code="fair.ask_wagons", options=WAGONS, min_values=0, max_values=4),
    "H": Amounts(code="fair.ask_blows", options=PUPPETS, limits=(5, 5, 5), total=(5, 5)),
    "D": Amounts(
        code="fair.ask_lots",
        options=LOTS,
        limits=(3, 2),
        total=(1, 3),
        form="{n}",
        joiner="+",
        zeros=True,
    ),
}
MOVES = [
    *(card.token for card in CARDS),
    *(f"{verb} {answer.token}" for verb in "PFHD" for answer in QUESTIONS[verb].answers()),
]
"""Every move that there is, as it is written."""


class State(msgspec.Struct):
    moves: list[str] = []

    def clone(self) -> "State":
        return State(list(self.moves))


class Act(msgspec.Struct, frozen=True):
    text: str


class View(msgspec.Struct, frozen=True):
    moves: tuple[str, ...]


class Fair(Game[State, Act, View]):
    facts = Facts("fair", "Fair", 1, (2,), players=("random", "easy"), luck=False, secrets=False)

    def new(self, seats, seed, options=None):
        return State()

    def to_act(self, state):
        return (len(state.moves) % 2,) if len(state.moves) < TURNS else ()

    def legal_actions(self, state, seat) -> Iterator[Act]:
        if seat in self.to_act(state):
            yield from map(Act, MOVES)

    def check(self, state, seat, action):
        refuse_out_of_turn(self, state, seat)
        if action.text not in MOVES:
            raise IllegalMove("common.no_such_move", text=action.text)

    def apply(self, state, seat, action):
        state.moves.append(action.text)
        return [Event("fair.made", {"seat": seat, "move": action.text})]

    def result(self, state):
        scores = self.scores(state)
        return None if self.to_act(state) else Result((1, 1), (0, 1), scores, "fair.end")

    def scores(self, state):
        return tuple(SeatScore(len(cards), {"made": len(cards)}) for cards in self._by_seat(state))

    def _by_seat(self, state):
        return state.moves[::2], state.moves[1::2]

    def view(self, state, seat):
        return View(tuple(state.moves))

    def ask(self, state, seat, tokens):
        refuse_out_of_turn(self, state, seat)
        if " ".join(tokens) in MOVES:
            return None
        question = QUESTIONS.get(" ".join(tokens))
        if question is None:
            raise BadNotation("common.no_such_move", text=" ".join(tokens))
        return question

    def notation(self, state, seat, action):
        return action.text

    def parse(self, state, seat, text):
        if text not in MOVES:
            raise BadNotation("common.no_such_move", text=text)
        return Act(text)

    def preview(self, state, seat, action):
        return action

    def state_to_json(self, state):
        return codec.to_json(state)

    def state_from_json(self, obj):
        return codec.read(obj, State, BadPosition, "common.bad_position")

    def action_to_json(self, action):
        return codec.to_json(action)

    def action_from_json(self, obj):
        return codec.read(obj, Act, BadNotation, "common.bad_action")

    def player(self, name, clock=None):
        return SimpleNamespace(choose=lambda state, seat, rng: Act(rng.choice(MOVES)))


class FairPictures(Pictures[View]):
    """Each picture is an empty sheet."""

    def __init__(self):
        public = {name: Picture(self._sheet, public=True) for name in (TABLE, CANDIDATE)}
        super().__init__({**public, "spots": Picture(self._sheet)})

    def _sheet(self, subject):
        return Sheet(200, 100, subject.theme)

    def icons(self):
        return {}


class FairWords(Words):
    sections = ("goal",)

    def ply_line(self, ply):
        [event] = ply.events
        return Line(f"{self.names[ply.seat]} has made {event.args['move']}")

    def standing(self, view):
        return f"{len(view.moves)} moves"

    def alt(self, picture, view, seat=None):
        return "The fair"

    def board_text(self, view):
        return "The fair in words"

    def question(self, question, view, held):
        return f"Question {question.code}"

    def option_label(self, option, view):
        label = f"{option.code} {sorted(option.args.items())}"
        return Label(label, alone=option.code == "fair.lot")

    def preview_text(self, preview):
        return f"Candidate {preview.text}"
