"""Rules of amphorae alone: TG-70, TG-71, TG-76 and TG-77."""

from tests.rulebook import rule
from tests.settlements.building import Layer, seat

lay = Layer("attika")
OTHER = seat(stacks="22|||")
RICH = "9e9b9a9m"


def group(reserve, built, **fields):
    return lay(seat(reserve=reserve, hand=RICH), OTHER, built=built, **fields)


@rule("TG-70")
def test_a_scattered_group_brings_no_amphora():
    table = group("11", "0:10@C6").play("B11 A0")
    assert (table.player()["bonus"], table.json["bonus_supply"]) == (0, 15)
    assert "bonus_gained" not in table.story()


@rule("TG-70")
def test_the_preview_of_a_scattered_group_says_that_it_is_apart():
    state = group("11", "0:10@C6").state
    scattered, joined = (
        lay.game.preview(state, 0, lay.game.parse(state, 0, move)) for move in ("B11 A0", "B11 C5")
    )
    assert [reason.code for reason in scattered.unmet] == ["attika.unmet_apart"]
    assert joined.unmet == ()


@rule("TG-70")
def test_a_group_in_two_parts_brings_no_amphora():
    """Two streets here, two there."""
    table = group("70", "0:70@C5 0:70@C6 0:70@A5").play("B70 A4")
    assert table.player()["bonus"] == 0


@rule("TG-70")
def test_other_own_buildings_bridge_no_gap():
    """The same colony, but n.50 lies between the two."""
    table = group("11", "0:10@C6 0:50@C0").play("B11 C3")
    assert len(table.game.view(table.state, 0).players[0].settlements) == 1
    assert table.player()["bonus"] == 0


@rule("TG-70")
def test_a_holy_place_bridges_no_gap():
    built = "0:10@A2"
    table = group("11", built, tiles="1@0,0r0 12@-2,4r0", cities="0@-1,2").play("B11 B5")
    assert table.player()["bonus"] == 0


@rule("TG-70")
def test_a_building_that_connects_the_parts_of_its_group_completes_it():
    table = group("70", "0:70@C5 0:70@C6 0:70@C2").play("B70 C0")
    assert table.player()["bonus"] == 1


@rule("TG-71")
def test_a_group_that_was_complete_but_scattered_brings_none_later():
    """N.50 joins the colonies, the group stays as it is."""
    table = group("11 50", "0:10@C6").play("B11 C3; B50 C0")
    assert len(table.game.view(table.state, 0).players[0].settlements) == 1
    assert table.player()["bonus"] == 0


@rule("TG-70", "TG-77")
def test_a_scattered_group_owes_no_card_either():
    poor = lay(seat(reserve="11", hand=RICH), seat(bonus=15), built="0:10@C6").play("B11 A0")
    assert poor.turn["owed_cards"] == 0


@rule("TG-76")
def test_a_used_amphora_can_be_gained_again():
    """The last one: used, back in the supply, gained by the next group."""
    mine = seat(reserve="11 41", hand=RICH, bonus=1)
    table = lay(mine, seat(bonus=14), built="0:10@C6").play("B41 C0; W+")
    assert table.json["bonus_supply"] == 1
    table.play("B11 C5")
    assert (table.player()["bonus"], table.json["bonus_supply"]) == (1, 0)
