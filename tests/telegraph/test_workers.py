"""Rules of workers alone: TG-70, TG-76 and TG-77."""

from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements.building import Layer, seat

lay = Layer("telegraph")
OTHER = seat(stacks="22|||")
RICH = "9e9b9a9m"


@rule("TG-70")
@each_case("spot", ["C0", "A0", "D2"])
def test_a_project_may_lie_scattered(spot):
    """Beside n.10, in another settlement, or at the other end of the map."""
    table = lay(seat(reserve="11", hand=RICH), OTHER, built="0:10@C6 0:50@B3")
    assert table.play(f"B11 {spot}").player()["bonus"] == 1


@rule("TG-70", "TG-71")
def test_four_scattered_telegraphs_are_a_project():
    table = lay(seat(reserve="70", hand=RICH), OTHER, built="0:70@A4 0:70@C6 0:70@B2")
    assert table.play("B70 D1").events("bonus_gained") == [{"seat": 0, "project": 70}]


@rule("TG-76")
def test_a_used_worker_does_not_come_back():
    """Fifteen less one held and used: fourteen are left for good."""
    table = lay(seat(reserve="11 41", hand=RICH, bonus=1), OTHER, built="0:10@C6")
    table.play("B41 C0; W+; B11 C5")
    assert (table.player()["bonus"], table.json["bonus_supply"]) == (1, 13)


@rule("TG-77")
def test_the_supply_can_run_out_though_all_workers_are_used():
    """All fifteen were used."""
    table = lay(seat(reserve="11", hand=RICH), OTHER, built="0:10@C6", bonus_supply=0)
    table.play("B11 C0; S")
    assert table.events("bonus_card_owed") == [{"seat": 0, "project": 10}]
    assert table.events("cards_drawn")[0]["count"] == 3
