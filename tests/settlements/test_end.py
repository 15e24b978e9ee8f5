"""The end: rules TG-90 to TG-93."""

from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements import reference
from tests.settlements.building import seat

RICH = "9e9b9a9m"
OTHER = seat(stacks="22|||")
WAY = "0:10@A2 0:20@A1 0:30@C3 0:40@C2 0:50@D4"
"""From the first city towards the second: D5 is missing."""
WIDE = "1@0,0r0 12@2,1r0 15@4,2r0 11@-1,3r0 20@1,4r0 18@-2,6r0"
"""The layout for three: room for thirty buildings."""


def linking(lay, mine=None, built=WAY, **fields):
    mine = mine or seat(stacks="51 52|||", reserve="41 41 41", hand=RICH)
    return lay(mine, OTHER, built=built, **fields)


def thirty(lay, cities=""):
    """All buildings but n.11 stand, connected; E2 is beside them."""
    kinds = reference.buildings(lay.key)
    numbers = sorted(n for n, kind in kinds.items() for _ in range(kind["copies"]) if n != 11)
    names = [f"{letter}{digit}" for letter in "ABCD" for digit in range(7)]
    names = [name for name in names if name != "C2"] + ["E0", "E5"]
    built = " ".join(f"0:{n}@{at}" for n, at in zip(numbers, names, strict=True))
    mine = seat(reserve="11", hand=RICH)
    return lay(mine, OTHER, tiles=WIDE, cities=cities, built=built)


def outcome(table):
    return table.json["result"]


@rule("TG-90")
def test_the_thirtieth_building_wins(lay):
    table = thirty(lay)
    assert len(table.json["board"]["buildings"]) == 29
    assert (outcome(table), table.acting) == (None, 0)
    assert outcome(table.play("B11 E2")) == {"winner": 0, "reasons": ["all_built"]}


@rule("TG-90", "TG-92")
def test_one_wins_at_once_in_the_middle_of_the_turn(lay):
    """Two more builds were left; no seat has to act, and the round is not finished."""
    table = linking(lay).play("B41 D5")
    assert outcome(table) == {"winner": 0, "reasons": ["connection"]}
    assert table.game.to_act(table.state) == ()
    assert table.turn["phase"] == "over"
    assert table.legal() == set()
    assert table.story() == ["building_built", "game_over"]


@rule("TG-90", "TG-41", "TG-92")
def test_a_revealed_building_wins_as_well_and_a_region_that_is_due_is_not_placed(lay):
    """It is the last of its stack."""
    table = linking(lay, seat(stacks="41|||", hand=RICH)).play("D1; B41 D5")
    assert outcome(table) == {"winner": 0, "reasons": ["connection"]}
    assert (table.turn["drawn"], table.turn["extension"]) == (None, None)
    assert table.json["region_stack"] == [2, 3, 4]


@rule("TG-90")
def test_a_building_that_joins_two_parts_wins_and_one_elsewhere_does_not(lay):
    """The last one lies in the middle."""
    built = "0:10@A2 0:20@A1 0:40@C2 0:50@D4 0:30@D5"
    assert outcome(linking(lay, built=built).play("B41 C3"))["reasons"] == ["connection"]
    assert outcome(linking(lay).play("B41 B2")) is None


@rule("TG-90")
@each_case("who", [0, 1, 2])
def test_anybody_can_win(lay, who):
    seats = [seat(stacks="51|||") for _ in range(3)]
    seats[who] = seat(reserve="41", hand=RICH)
    built = WAY.replace("0:", f"{who}:")
    table = lay(*seats, built=built, turn={"seat": who}).play("B41 D5")
    assert outcome(table)["winner"] == who


@rule("TG-91")
def test_a_foreign_building_in_the_chain_breaks_it(lay):
    built = WAY.replace("0:30@C3", "1:30@C3")
    assert outcome(linking(lay, built=built).play("B41 D5")) is None


@rule("TG-91")
def test_the_chain_does_not_run_through_a_city(lay):
    """Two parts meet at the same city; neither reaches another."""
    table = lay(
        seat(reserve="41", hand=RICH),
        OTHER,
        tiles="1@0,0r0 12@4,0r0",
        cities="0@2,0 1@20,20",
        built="0:10@A0 0:50@B4",
    )
    assert outcome(table.play("B41 A1")) is None


@rule("TG-91")
def test_one_building_that_touches_two_cities_is_a_chain(lay):
    table = lay(seat(reserve="41", hand=RICH), OTHER, tiles="1@0,0r0", cities="0@2,0 1@1,1")
    assert outcome(table.play("B41 A1"))["reasons"] == ["connection"]


@rule("TG-90")
def test_touching_one_city_from_two_sides_is_no_link(lay):
    """A2 and A3 both touch the first city."""
    table = lay(seat(reserve="41", hand=RICH), OTHER, built="0:10@A2")
    assert outcome(table.play("B41 A3")) is None


@rule("TG-92")
def test_a_build_is_paid_placed_rewarded_and_then_wins(lay):
    """N.11 completes its project with n.10 beside it, and links the cities."""
    built = "0:20@A2 0:30@A1 0:40@C3 0:50@C2 0:10@D4"
    table = linking(lay, seat(reserve="11", hand=RICH), built=built).play("B11 D5")
    assert table.story() == ["building_built", "bonus_gained", "game_over"]
    assert table.player()["bonus"] == 1


@rule("TG-92")
def test_both_reasons_can_hold_together(lay):
    """One city beside A5, the other beside the last building only."""
    table = thirty(lay, cities="0@0,-2 1@1,6").play("B11 E2")
    assert outcome(table) == {"winner": 0, "reasons": ["connection", "all_built"]}
    assert table.events("game_over") == [outcome(table)]
    assert table.game.result(table.state).reason == f"{lay.key}.end_both"


@rule("TG-93")
def test_there_is_one_winner_and_all_others_are_second(lay):
    seats = [seat(reserve="41", hand=RICH), OTHER, OTHER]
    table = lay(*seats, built=WAY).play("B41 D5")
    result = table.game.result(table.state)
    assert (result.winners, result.ranks) == ((0,), (1, 2, 2))


@rule("TG-93")
def test_passing_for_ever_does_not_end_the_game(lay):
    table = lay.deal(3)
    for _ in range(200):
        table.play("S")
    assert table.game.result(table.state) is None


@rule("TG-93")
def test_buildings_on_the_map_are_counted_by_project(lay):
    table = linking(lay)
    score = table.game.scores(table.state)[0]
    assert score.total == 5
    assert score.parts == {"10": 1, "20": 1, "30": 1, "40": 1, "50": 1, "60": 0, "70": 0}


@each_case(("ending", "reason"), [("link", "end_connection"), ("thirty", "end_all_built")])
def test_the_result_says_how_the_game_ended(lay, ending, reason):
    table = linking(lay).play("B41 D5") if ending == "link" else thirty(lay).play("B11 E2")
    result = table.game.result(table.state)
    assert result.reason == f"{lay.key}.{reason}"
    assert result.details == outcome(table)
