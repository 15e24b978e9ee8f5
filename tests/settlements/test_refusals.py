"""Every refusal: the moves before it, the rule it cites, and the values it tells."""

import re
from pathlib import Path

import pytest

from rules.contract import BadNotation, IllegalMove
from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements.building import seat

HOME = Path(__file__).parents[2]
MINE = seat(stacks="51 52 53|54||60 20", reserve="70 22 41 41 41", hand="1e1b1a9m", bonus=2)
OTHER = seat(stacks="21|||", bonus=1)
BUILT = "0:50@C6 1:40@D0"

REFUSALS = [
    # moves before, the move, its refusal, its rule, its values
    ("D1", "S", "resolve_drawn_building_first", "TG-42", {"building": 51}),
    *(("D2; P", move, "extension_first", "TG-80", {"tile": 2})
      for move in ("D1", "S", "W+", "P", "B41 C0")),
    ("S", "D1", "cards_already_drawn", "TG-36", {"n": 3}),
    ("S", "B41 C0", "cards_already_drawn", "TG-36", {"n": 3}),
    ("B41 C0; S", "W+", "cards_already_drawn", "TG-75", {"n": 2}),
    ("D1; P", "B41 C0", "wrong_kind", "TG-33", {"mode": "draw"}),
    ("B41 C0", "D1", "wrong_kind", "TG-33", {"mode": "build"}),
    ("D1; P; D1; P", "D1", "no_action_left", "TG-32", {"n": 2}),
    ("B41 C0; B41 C1; B41 C2", "B22 C4 9m", "no_action_left", "TG-32", {"n": 3}),
    ("", "D3", "stack_empty", "TG-40", {"stack": 3}),
    ("", "P", "nothing_drawn", "TG-41", {}),
    ("D1; P", "P", "nothing_drawn", "TG-41", {}),
    ("D1", "B41 C0", "must_be_drawn_building", "TG-42", {"building": 41, "drawn": 51}),
    ("", "B51 C0", "building_not_in_reserve", "TG-50", {"building": 51}),
    ("", "B99 C0 1e", "building_not_in_reserve", "TG-50", {"building": 99}),
    ("", "B41 5,5 1e", "not_a_terrain_hex", "TG-51", {"hex": "5,5"}),
    ("", "B41 -1,2 1e", "not_a_terrain_hex", "TG-51", {"hex": "-1,2"}),
    ("", "B41 D0 1e", "hex_occupied", "TG-51", {"hex": "D0", "building": 40, "owner": "B"}),
    ("", "B22 A4 9m", "overpaid", "TG-66", {"due": 5, "paid": 9}),
    ("", "B22 A4 1a1m", "underpaid", "TG-66", {"due": 3, "paid": 2}),
    ("", "B41 C0 1e", "overpaid", "TG-63", {"due": 0, "paid": 1}),
    ("", "X 1,-3 r0", "no_extension", "TG-80", {}),
    ("D2; P", "X 0,0 r0", "bad_place", "TG-83", {"at": "0,0"}),
    ("D2; P", "X 1,-3 r6", "bad_rotation", "TG-82", {"rot": 6}),
    ("", "W*", "stop_first", "TG-74", {}),
    ("B41 C0", "W*", "stop_first", "TG-74", {}),
    ("", "W+", "no_action_done_yet", "TG-73", {}),
    ("B41 C0; W+; W+", "W+", "no_bonus", "TG-72", {}),
    ("", "E", "stop_first", "TG-78", {}),
    ("D1; P", "E", "stop_first", "TG-78", {}),
    ("S", "S", "already_stopped", "TG-78", {}),
]  # fmt: skip


@rule("TG-31", "TG-32", "TG-33", "TG-34", "TG-36", "TG-40", "TG-41", "TG-42", "TG-50", "TG-51")
@rule("TG-63", "TG-66", "TG-72", "TG-73", "TG-74", "TG-75", "TG-78", "TG-80", "TG-82", "TG-83")
@each_case(("before", "move", "name", "number", "values"), REFUSALS)
def test_a_move_that_breaks_a_rule_is_refused_with_it(lay, before, move, name, number, values):
    table = lay(MINE, OTHER, built=BUILT)
    refusal = (table.play(before) if before else table).refused(move)
    assert isinstance(refusal, IllegalMove)
    assert refusal.code == f"{lay.key}.{name}"
    assert refusal.details == values | {"rule": number}


def test_an_action_that_does_not_exist_is_refused(lay):
    with pytest.raises(BadNotation) as refused:
        lay.game.action_from_json({"type": "resign"})
    assert refused.value.name == "unknown_action"


def test_text_that_is_no_move_is_repeated(lay):
    with pytest.raises(BadNotation) as refused:
        lay().parse("resign")
    assert (refused.value.name, refused.value.details["text"]) == ("bad_notation", "resign")


def test_a_move_out_of_turn_or_after_the_end_is_refused(lay):
    assert lay(MINE, OTHER).refused("S", who=1).code == "common.not_your_turn"
    way = "0:11@A2 0:20@A1 0:30@C3 0:40@C2 0:50@D4"
    table = lay(seat(reserve="41", hand="3e"), seat(), built=way).play("B41 D5")
    assert table.refused("S").code == "common.game_over"


def test_every_refusal_of_the_rules_is_tried(lay):
    """RULES.md lists them; payments are refused in `test_paying.py`, other texts above."""
    text = (HOME / "rules" / "_settlements" / "RULES.md").read_text(encoding="utf-8")
    listed = re.findall(r"`([a-z_]+)`", text.partition("\nRefusals")[2].partition("\n\n")[0])
    apart = {"cards_not_in_hand", "bad_payment", "unknown_action", "bad_notation"}
    assert set(listed) == {name for _, _, name, _, _ in REFUSALS} | apart
