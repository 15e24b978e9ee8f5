"""Moves as text."""

from rules.contract import BadNotation
from tests.cases import each_case
from tests.magna_grecia.building import GAME, at, lay
from tests.rulebook import refusal

MOVES = [
    ("O J6", {"type": "oracle", "hex": at("J6")}),
    ("R B8 SW-NE", {"type": "road", "hex": at("B8"), "ends": [2, 5]}),
    ("C A9", {"type": "city", "hex": at("A9")}),
    ("D 2+1", {"type": "draw", "roads": 2, "cities": 1}),
    ("M D7", {"type": "market", "hex": at("D7")}),
    ("S D7", {"type": "sell", "hex": at("D7")}),
    ("end", {"type": "end"}),
]
SAME = [
    ("r b8 ne-sw", "R B8 SW-NE"),
    ("R B8 NE SW", "R B8 SW-NE"),
    ("R  b 8  Ne - Sw", "R B8 SW-NE"),
    ("R 7,1 NE-SW", "R B8 SW-NE"),
    ("R (7, 1) NE-SW", "R B8 SW-NE"),
    ("c sybaris", "C N7"),
    ("C Syb", "C N7"),
    ("C SIPONTE", "C A9"),
    ("O Héraclée", "O K11"),
    ("o heraclee", "O K11"),
    ("M Laos", "M K5"),
    ("M Atina {the oracle’s}", "M J6"),
    ("d2+1", "D 2+1"),
    ("D 2 + 1", "D 2+1"),
    ("END", "end"),
    ("R C8 so-NE", "R C8 NE-SW"),
    ("R Elea E-O", "R I4 E-W"),
    ("R Elea E-W", "R I4 E-W"),
]
WRONG = [
    *("", "C", "R B8", "R B8 N-S", "C A9 A10", "D", "D 2", "D 2+1+1", "X A9", "end end", "A9"),
    *("C S", "C Atlantis", "R  NE-SW", "D two+one", "C 1,2,3"),
]


def read(text):
    state = lay().state
    return GAME.parse(state, 0, text)


@each_case(("text", "plain"), MOVES)
def test_every_kind_of_action_as_text_and_as_json(text, plain):
    action = GAME.action_from_json(plain)
    assert GAME.notation(lay().state, 0, action) == text
    assert read(text) == action
    assert GAME.action_to_json(action) == plain


@each_case(("text", "canonical"), SAME)
def test_slips_in_a_typed_move_are_forgiven(text, canonical):
    assert read(text) == read(canonical)


@each_case("text", WRONG)
def test_a_text_that_is_no_move_is_refused(text):
    assert isinstance(refusal(read, text), BadNotation)


def test_a_name_that_several_villages_begin_with_is_refused():
    refused = refusal(read, "C N")
    assert refused.name == "no_such_hex"
    assert refused.details["text"] == "N"


def test_the_order_of_sides_does_not_matter_in_json():
    plain = {"type": "road", "hex": at("B8"), "ends": [5, 2]}
    assert GAME.action_from_json(plain) == read("R B8 SW-NE")


def test_a_label_at_sea_is_a_hex_off_the_board():
    assert lay().reason("C A1") == "off_board"


@each_case("plain", [{"type": "swim"}, {"type": "road", "hex": [0, 0]}, [], None, {}])
def test_json_that_is_no_action_is_refused(plain):
    assert refusal(GAME.action_from_json, plain).name == "bad_action"
