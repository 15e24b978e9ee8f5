"""Who could win with the next turn, in positions made by hand; more in tests/contract."""

from tests.rulebook import rule
from tests.settlements.building import seat
from tests.settlements.test_end import OTHER, RICH, WAY, linking, thirty


def named(table):
    """The ways in which seats could win, by seat."""
    return {
        threat.seat: (threat.code.partition(".")[2], threat.args)
        for threat in table.game.threats(table.state)
    }


@rule("TG-90", "TG-91")
def test_a_hex_that_links_two_cities_is_named(lay):
    table = linking(lay, seat(reserve="41", hand=RICH))
    assert named(table) == {0: ("threat_hex", {"hexes": ("D5",)})}


@rule("TG-52")
def test_a_hand_counts_as_any_cards_of_its_number(lay):
    """Nobody else knows what it holds: n.11 takes two cards at D5."""
    named_ways = [named(linking(lay, seat(reserve="11", hand=hand))) for hand in ("1e", "2e", "2m")]
    assert [0 in ways for ways in named_ways] == [False, True, True]


@rule("TG-60")
def test_a_building_that_is_free_takes_no_card(lay):
    """n.51 follows n.50, which stands on D4; n.41 follows n.40, which is not beside D5."""
    assert 0 in named(linking(lay, seat(reserve="51")))
    assert 0 not in named(linking(lay, seat(reserve="41")))


@rule("TG-32")
def test_buildings_of_one_turn_are_named_together(lay):
    table = linking(lay, seat(reserve="41 41", hand=RICH), built=WAY.replace(" 0:50@D4", ""))
    assert named(table) == {0: ("threat_way", {"hexes": ("C1", "D5")})}


@rule("TG-32")
def test_a_way_that_takes_all_builds_of_a_turn_is_far(lay):
    table = linking(lay, seat(reserve="41 41 41", hand=RICH), built="0:10@A2 0:20@A1 0:30@C3")
    assert [threat.is_far for threat in table.game.threats(table.state)] == [True]


@rule("TG-80", "TG-84")
def test_a_building_may_follow_a_region_of_the_same_turn(lay):
    """The hex between A1 and the second city is off the map, until a stack is used up."""
    land = {"tiles": "1@0,0r0", "cities": "0@-2,1 1@3,-1", "built": "0:10@A3 0:20@A0 0:30@A1"}
    ways = [
        named(lay(seat(stacks=stacks, hand=RICH), OTHER, **land))
        for stacks in ("41|51 52||", "41 41|51 52||")
    ]
    assert ways == [{0: ("threat_region", {})}, {}]


@rule("TG-32")
def test_more_buildings_than_a_turn_has_are_no_threat(lay):
    assert named(linking(lay, seat(reserve="41", hand=RICH), built="0:10@A2")) == {}


@rule("TG-90")
def test_the_last_building_is_named(lay):
    assert named(thirty(lay)) == {0: ("threat_last", {"n": 1})}


def test_a_seat_in_the_middle_of_its_turn_is_not_named(lay):
    table = linking(lay, seat(reserve="41 70 70", hand=RICH))
    assert 0 not in named(table.play("B70 A3"))
