"""Actions as text and as JSON, and what is typed wrongly."""

from rules.contract import BadNotation
from rules.massalia import GAME
from tests.cases import each_case
from tests.massalia.building import at, refused
from tests.rulebook import refusal

TODO = [
    {"id": 1, "card": "O06#1", "do": "place", "n": 2, "terrain": "sea"},
    {"id": 2, "card": "O09#1", "do": "place", "n": 1, "terrain": "any"},
    {"id": 3, "card": "B01#1", "do": "move", "n": 1, "terrain": "sea"},
    {"id": 4, "card": "B01#2", "do": "move", "n": 1, "terrain": "any"},
    {"id": 5, "card": "S05#1", "do": "banish", "n": 1},
    {"id": 6, "card": "O09#1", "do": "destroy", "n": 1},
]


def busy():
    me = {"hand": ["AM#2", "AM#3", "S07#2"], "reserve": ["SO#1"], "scouts": [{"card": "C07#2"}]}
    enemy = {"scouts": [{"card": "C05#1", "life": 1}, {"card": "C05#2"}]}
    board = {"A3": "0WA", "C1": "1WA"}
    return at(me=me, others=[enemy], board=board, turn={"todo": TODO})


@each_case(
    ("text", "as_json"),
    [
        ("p S07", {"type": "play", "card": "S07#2"}),
        ("p am", {"type": "play", "card": "AM#2"}),
        ("a C07", {"type": "activate", "card": "C07#2"}),
        ("t", {"type": "draw_tile", "todo": 1}),
        ("t2", {"type": "draw_tile", "todo": 2}),
        ("@E5", {"type": "place", "cell": "E5"}),
        ("m A3-B3", {"type": "move", "todo": 3, "from": "A3", "to": "B3"}),
        ("m4 A3-B3", {"type": "move", "todo": 4, "from": "A3", "to": "B3"}),
        ("m C1-D2", {"type": "move", "todo": 4, "from": "C1", "to": "D2"}),
        ("ban r:SO", {"type": "banish", "todo": 5, "card": "SO#1", "from": "reserve"}),
        ("ban h:AM", {"type": "banish", "todo": 5, "card": "AM#2", "from": "hand"}),
        ("k 1:C05", {"type": "destroy", "todo": 6, "seat": 1, "card": "C05#1"}),
        ("k 1:C05#2", {"type": "destroy", "todo": 6, "seat": 1, "card": "C05#2"}),
        ("hit 1:5 2:3", {"type": "attack", "split": {"1": 5, "2": 3}}),
        ("drain 1", {"type": "drain", "seat": 1}),
        ("fire E5,F6", {"type": "fire", "cells": ["E5", "F6"]}),
        ("fire -", {"type": "fire", "cells": []}),
        ("end", {"type": "end"}),
        ("concede", {"type": "concede"}),
    ],
)
def test_a_move_is_written_and_read(text, as_json):
    state = busy()
    action = GAME.parse(state, 0, text)
    assert GAME.action_to_json(action) == as_json
    assert GAME.action_from_json(as_json) == action
    assert GAME.notation(state, 0, action).casefold() == text.casefold()


@each_case(
    ("text", "canonical"),
    [
        ("P s07#2", "p S07"),
        ("T 2", "t2"),
        ("T 9", "t9"),
        ("@ e5", "@E5"),
        ("M a3 b3", "m A3-B3"),
        ("m a3 - b3", "m A3-B3"),
        ("HIT 2:3 1:5", "hit 1:5 2:3"),
        ("fire f6 e5", "fire E5,F6"),
        ("p AM#3", "p AM"),
        ("  end ", "end"),
    ],
)
def test_reading_is_forgiving(text, canonical):
    state = busy()
    assert GAME.notation(state, 0, GAME.parse(state, 0, text)) == canonical


@each_case(
    "text", ["", "p", "play S07", "t-1", "@", "@EE5", "m A3", "ban AM", "k C05", "hit", "hit 1",
             "drain", "fire", "fire E5,", "b", "end now", "p S07; end", "x" * 100],
)  # fmt: skip
def test_a_text_that_is_no_move_is_refused(text):
    assert isinstance(refusal(GAME.parse, busy(), 0, text), BadNotation)


@each_case(
    ("move", "name"),
    [
        ("p C01", "not_in_hand"),
        ("a C05", "not_your_scout"),
        ("b S01", "not_in_river"),
        ("t9", "not_to_do"),
        ("t5", "not_to_do"),
        ("f A3", "not_to_do"),
        ("x C1", "not_to_do"),
        ("m9 A3-B3", "not_to_do"),
        ("m3 C1-D2", "wrong_terrain"),
        ("rec SO", "not_to_do"),
        ("hit 1:3", "nothing_waits"),
        ("drain 1", "nothing_waits"),
        ("fire -", "nothing_waits"),
    ],
)
def test_a_move_that_cannot_be_done_is_refused_by_its_code(move, name):
    assert refused(busy(), move)[0] == name
