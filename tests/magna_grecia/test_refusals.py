"""Every refusal: when it comes, which rule it cites, and what it tells."""

import re
from pathlib import Path

import pytest

from rules.contract import IllegalMove
from tests.cases import each_case
from tests.magna_grecia.building import GAME, deal, lay
from tests.rulebook import rule

HOME = Path(__file__).parents[2]
REFUSALS = [
    # the position, moves before, the move, its refusal, its rule, what it tells
    ({}, "", "O J8", "wrong_phase", "MG-13", {"phase": "turns"}),
    ({}, "", "R A10 W-NE", "not_anchored", "MG-33", {"hex": "A10"}),
    ({}, "", "C 0,0", "off_board", "MG-1", {"hex": "0,0"}),
    ({"roads": "0:B8 SW-NE"}, "", "C B8", "occupied", "MG-41", {"hex": "B8"}),
    ({"roads": "0:B8 SW-NE"}, "", "R B8 E-W", "occupied", "MG-32", {"hex": "B8"}),
    ({"cities": "0:A9"}, "", "R B8 NE-E", "bad_shape", "MG-31", {"hex": "B8"}),
    (
        {"cities": "0:A9", "roads": "1:B9 SE-NW"},
        *("", "R C10 SE-NW", "joins_enemy_road", "MG-35", {"hex": "C10"}),
    ),
    (
        {"cities": "0:A9", "turn": {"roads": 4}},
        *("", "R B8 SW-NE", "card_limit", "MG-18", {"card": "Y2"}),
    ),
    ({}, "D 1+0", "C A9", "already_drawn", "MG-20", {}),
    ({}, "D 1+0", "D 1+0", "already_drawn", "MG-21", {}),
    ({}, "", "D 9+9", "draw_amount", "MG-21", {"n": 7}),
    ({}, "", "C B8", "needs_village", "MG-43", {"hex": "B8"}),
    ({}, "", "C J8", "not_reached", "MG-43", {"hex": "J8"}),
    ({}, "C A9", "C A17", "already_founded", "MG-43", {"hex": "A17"}),
    ({"cities": "1:A9"}, "", "C A10", "next_to_enemy_city", "MG-41", {"hex": "A10", "owner": 1}),
    ({"oracles": "D7"}, "", "C D6", "next_to_oracle", "MG-41", {"hex": "D6", "oracle": "D7"}),
    (
        {"cities": "0:F7", "card": "Y1", "turn": {"roads": 1}},
        *("", "C F6", "cannot_finish", "MG-49", {"hex": "F6", "n": 1}),
    ),
    (
        {"cities": "0:F7"},
        *("C F6", "end", "finish_city_first", "MG-48", {"villages": ["G6"], "city": ""}),
    ),
    (
        {"cities": "0:D9", "roads": "0:B8 SW-NE"},
        *("C D7", "C D8", "unjoined_merge", "MG-47", {"hex": "D8"}),
    ),
    ({"oracles": "D7"}, "", "M D7", "no_place", "MG-61", {"hex": "D7"}),
    ({"cities": "0:A9"}, "", "M A9", "own_city", "MG-61", {"hex": "A9"}),
    ({"markets": "0:D7x"}, "", "M D7", "already_has_market", "MG-62", {"hex": "D7"}),
    ({"markets": "0:D7"}, "", "S D7", "market_inactive", "MG-70", {"hex": "D7"}),
    ({"markets": "0:D7x"}, "", "S D7", "already_sold", "MG-71", {"hex": "D7"}),
    ({}, "", "S D7", "no_market_here", "MG-70", {"hex": "D7"}),
    ({}, "M D7", "M D9", "market_done", "MG-22", {}),
]


@each_case(("position", "before", "move", "name", "number", "details"), REFUSALS)
def test_a_move_that_breaks_a_rule_is_refused_with_that_rule(
    position, before, move, name, number, details
):
    table = lay(**position)
    refused = (table.play(before) if before else table).refused(move)
    assert isinstance(refused, IllegalMove)
    assert refused.code == f"magna_grecia.{name}"
    assert refused.details == details | {"rule": number}


def test_an_oracle_in_the_wrong_village_is_refused():
    refused = deal().refused("O A9")
    assert (refused.name, refused.details) == ("oracle_village", {"rule": "MG-11", "hex": "A9"})


@rule("MG-13")
def test_before_the_rounds_only_oracles_are_placed():
    refused = deal().refused("end")
    assert (refused.name, refused.details["phase"]) == ("wrong_phase", "oracles")


def test_every_refusal_of_the_rules_has_a_test():
    """Every refusal that RULES.md lists appears in some test of this folder."""
    text = (HOME / "rules/magna_grecia/RULES.md").read_text(encoding="utf-8")
    listed = re.findall(r"`([a-z_]+)`", text.partition("\nRefusals")[2].partition("\n\n")[0])
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py"))
    assert [name for name in listed if f'"{name}"' not in tests] == []


@each_case("seat", [-1, 1, 2, 9])
def test_a_move_out_of_turn_is_refused(seat):
    state = lay().state
    with pytest.raises(IllegalMove) as refused:
        GAME.check(state, seat, GAME.parse(state, seat, "end"))
    assert refused.value.code == "common.not_your_turn"
