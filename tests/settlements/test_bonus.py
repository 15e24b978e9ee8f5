"""Workers and amphorae: rules TG-70 to TG-77, where both games agree."""

from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements.building import seat

RICH = "9e9b9a9m"
PROJECTS = {
    10: (10, 11),
    20: (20, 21, 22, 22),
    30: (30, 31),
    40: (40, 41, 41, 41),
    50: (50, 51, 52, 53, 54, 55, 56, 57, 58, 59),
    60: (60, 61, 62, 63),
    70: (70, 70, 70, 70),
}
SPOTS = ("C0", "C1", "C2", "C3", "C4", "C5", "C6", "D4", "B6", "B5")
"""Ten hexes, each adjacent to one before it, none to a city."""

HELD = seat(stacks="22 51 52 53|||", reserve="41 41 41 40", hand=RICH, bonus=3)
OTHER = seat(stacks="22|||")
RANCH = seat(stacks="51 52|||", reserve="11 41 41 41", hand=RICH)
"""N.10 stands on C5: n.11 on C0 beside it completes a project, for nothing."""


def nearly(lay, project, **fields):
    """All of a project but its last building, which is in the reserve; its place is the last."""
    *stand, last = PROJECTS[project]
    built = " ".join(f"0:{n}@{at}" for n, at in zip(stand, SPOTS, strict=False))
    return lay(seat(reserve=str(last), hand=RICH), OTHER, built=built, **fields)


def ranch(lay, mine=RANCH, other=OTHER, **fields):
    return lay(mine, other, built="0:10@C5", **fields)


@rule("TG-70", "TG-71")
@each_case("project", PROJECTS)
def test_the_last_building_of_every_project_brings_one(lay, project):
    table = nearly(lay, project)
    last = PROJECTS[project][-1]
    table.play(f"B{last} {SPOTS[len(PROJECTS[project]) - 1]}")
    assert table.player()["bonus"] == 1
    assert table.json["bonus_supply"] == 14
    assert table.events("bonus_gained") == [{"seat": 0, "project": project}]


@rule("TG-70")
def test_only_the_last_building_of_a_project_brings_one(lay):
    table = lay(seat(reserve="41 41", hand=RICH), OTHER, built="0:40@C0 0:41@C1").play("B41 C2")
    assert table.player()["bonus"] == 0


@rule("TG-70")
def test_the_order_along_the_arrows_does_not_matter(lay):
    """The base building comes last."""
    table = lay(seat(reserve="10", hand=RICH), OTHER, built="0:11@C0").play("B10 C1")
    assert table.player()["bonus"] == 1


@rule("TG-70")
def test_somebody_elses_buildings_complete_no_project(lay):
    table = lay(seat(reserve="11", hand=RICH), OTHER, built="1:10@C0").play("B11 C1")
    assert table.player()["bonus"] == 0


@rule("TG-72")
def test_it_can_be_kept_for_a_later_turn(lay):
    table = ranch(lay).play("B11 C0; S; E; S")
    assert table.acting == 0
    assert table.play("B41 C1; W+; B41 C2; B41 C4; S").turn["seat"] == 1


@rule("TG-72")
def test_as_many_as_one_holds_can_be_used_in_one_turn(lay):
    table = lay(HELD, OTHER).play("B41 C0; W+; W+; W+")
    assert (table.turn["extra"], table.player()["bonus"]) == (3, 0)
    assert table.why_not("W+") == "no_bonus"


@rule("TG-73")
@each_case(
    ("moves", "event", "count", "other"),
    [
        ("D1; P; D1; P; W+; D1; P", "building_drawn", 3, "B41 C0"),
        ("B41 C0; B41 C1; B41 C2; W+; B40 C3", "building_built", 4, "D1"),
    ],
)
def test_as_an_action_it_gives_one_more_of_the_same_kind(lay, moves, event, count, other):
    table = lay(HELD, OTHER).play(moves)
    assert len(table.events(event)) == count
    assert table.events("bonus_spent") == [{"seat": 0, "as": "action"}]
    assert table.why_not(other) == "wrong_kind"


@rule("TG-73")
def test_it_need_not_wait_for_the_ordinary_actions_to_be_used_up(lay):
    table = lay(HELD, OTHER).play("B41 C0; W+")
    assert (table.turn["done"], table.turn["extra"]) == (1, 1)
    assert table.game.view(table.state, 0).turn.left == 3


@rule("TG-73", "TG-35")
def test_an_action_bought_and_not_done_gives_a_card(lay):
    table = lay(HELD, OTHER).play("D1; P; W+; S")
    assert table.turn["cards_drawn"] == 2


@rule("TG-74")
def test_as_a_card_it_gives_one_card(lay):
    table = lay(seat(bonus=2), OTHER).play("S; W*")
    assert (table.size(), table.player()["bonus"]) == (4, 1)
    assert table.events("bonus_spent") == [{"seat": 0, "as": "card"}]


# ---- the empty supply -------------------------------------------------------------------------


def without_supply(lay, mine=RANCH):
    """A position in which the other seat holds all fifteen."""
    return ranch(lay, mine, seat(stacks="22|||", bonus=15))


@rule("TG-77", "TG-36")
def test_with_an_empty_supply_a_card_is_owed_and_the_actions_go_on(lay):
    table = without_supply(lay).play("B11 C0")
    assert (table.player()["bonus"], table.turn["owed_cards"]) == (0, 1)
    assert table.events("bonus_card_owed") == [{"seat": 0, "project": 10}]
    assert table.events("bonus_gained") == []
    assert (table.size(), table.turn["cards_drawn"]) == (36, 0)
    assert table.why_not("B41 C1") is None


@rule("TG-77", "TG-38")
def test_the_owed_card_is_drawn_when_the_turn_ends_by_itself(lay):
    table = without_supply(lay).play("B11 C0; B41 C1; B41 C2")
    assert table.events("cards_drawn")[0] == {"seat": 0, "count": 1}
    assert (table.acting, table.turn["owed_cards"]) == (1, 0)


@rule("TG-77")
def test_two_cards_can_be_owed_in_one_turn(lay):
    mine = seat(reserve="11 31", hand=RICH)
    table = lay(mine, seat(bonus=15), built="0:10@C5 0:30@C2").play("B11 C0; B31 C3")
    assert table.turn["owed_cards"] == 2


@rule("TG-77", "TG-78")
def test_the_owed_card_is_drawn_once_where_a_worker_keeps_the_turn_open(lay):
    mine = seat(reserve="11", hand=RICH, bonus=1)
    table = ranch(lay, mine, seat(bonus=14)).play("B11 C0; S")
    assert (table.turn["phase"], table.turn["owed_cards"]) == ("cards", 0)


@rule("TG-77", "TG-78")
def test_the_owed_card_comes_with_the_two_for_the_actions_not_done_and_only_once(lay):
    table = without_supply(lay).play("B11 C0; S; S; E; S")
    counts = [event["count"] for event in table.events("cards_drawn") if "cards" not in event]
    assert counts == [3, 3, 3]
