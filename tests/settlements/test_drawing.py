"""The draw action: rules TG-40 to TG-45."""

import pytest

from rules.contract import IllegalMove
from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements.building import seat

MINE = seat(stacks="22 51|41 53|70 70|60 10", reserve="11", hand="4e")
OTHER = seat(stacks="21 52|||", reserve="10")


@rule("TG-40")
@each_case(("stack", "building"), [(1, 22), (2, 41), (3, 70), (4, 60)])
def test_drawing_reveals_the_top_of_the_chosen_stack(lay, stack, building):
    """Of one's own stacks only."""
    table = lay(MINE, OTHER).play(f"D{stack}")
    assert table.turn["drawn"] == {"building": building, "stack": stack - 1}
    assert len(table.player()["stacks"][stack - 1]) == 1
    assert table.player(1) == lay(MINE, OTHER).player(1)


@rule("TG-41")
def test_a_revealed_building_may_be_parked(lay):
    """Placez-le face visible sur l'espace correspondant de votre plateau individuel."""
    table = lay(MINE, OTHER).play("D1; P")
    assert table.player()["reserve"] == [11, 22]
    assert table.turn["drawn"] is None


@rule("TG-41")
def test_a_revealed_building_may_be_built_at_once_as_part_of_the_same_action(lay):
    """Soit construisez-le directement si vous pouvez fournir son coût."""
    table = lay(MINE, OTHER).play("D2; B41 C0")
    assert table.building("C0") == (0, 41)
    assert table.player()["reserve"] == [11]
    assert table.play("D2").turn["drawn"]["building"] == 53


@rule("TG-41")
def test_building_it_costs_what_building_costs(lay):
    """Two clay at A4, four cards for them."""
    table = lay(seat(stacks="22|||", hand="4e"), OTHER).play("D1")
    assert table.why_not("B22 A4 3e") == "underpaid"
    assert table.play("B22 A4 4e").discard() == "4e"


@rule("TG-41")
def test_a_parked_building_is_built_in_a_later_turn(lay):
    table = lay(MINE, OTHER).play("D2; P")
    assert table.why_not("B41 C0") == "wrong_kind"
    assert table.play("S; S").why_not("B41 C0") is None


@rule("TG-42")
@each_case("move", ["D1", "D2", "S", "W+"])
def test_a_revealed_building_comes_before_anything_else(lay, move):
    table = lay(seat(stacks="22 51|41 53||", bonus=1), OTHER).play("D1")
    assert table.why_not(move) == "resolve_drawn_building_first"


@rule("TG-43")
def test_there_is_room_for_every_copy(lay):
    table = lay(seat(stacks="70 22|||", reserve="70 70 70"), OTHER).play("D1; P")
    assert table.player()["reserve"] == [70] * 4


@rule("TG-43")
def test_a_revealed_copy_of_a_parked_building_leaves_that_one_in_the_reserve(lay):
    table = lay(seat(stacks="41 22|||", reserve="41"), OTHER).play("D1; B41 C0")
    assert table.player()["reserve"] == [41]


@rule("TG-44")
@each_case("who", [0, 1, None])
def test_a_revealed_building_is_seen_by_everybody(lay, who):
    table = lay(MINE, OTHER).play("D1")
    revealed = table.game.view(table.state, who).turn.drawn
    assert (revealed.building, revealed.stack) == (22, 0)


@rule("TG-45")
def test_with_all_stacks_empty_only_an_empty_turn_brings_three_cards(lay):
    table = lay(seat(reserve="11"), OTHER)
    assert {table.why_not(f"D{stack}") for stack in (1, 2, 3, 4)} == {"stack_empty"}
    assert not {token for token in table.tokens() if token.startswith("D")}
    assert table.play("S").size() == 3


@each_case("stack", [-1, 4, 17])
def test_there_are_four_stacks_only(lay, stack):
    table = lay(MINE, OTHER)
    action = table.game.action_from_json({"type": "draw", "stack": stack})
    with pytest.raises(IllegalMove) as refused:
        table.game.check(table.state, 0, action)
    assert refused.value.name == "stack_empty"
