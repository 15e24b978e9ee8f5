"""The last round, the account, ties (MG-90 to MG-93)."""

from tests.cases import each_case
from tests.magna_grecia.building import GAME, lay
from tests.rulebook import rule

LAST = {"round": 12, "deck": [], "card": "Y2"}
EXAMPLE_P = {
    "seats": 4,
    "cities": "1:A9 A10 A11, 0:D7, 3:B13, 2:F7",
    "joins": "A9-D7 A9-D7 A9-B13 A9-D9 D7-C4 B13-D14 D9-E11 C4-F7 F7-H7 F7-I10 D14-D16",
    "markets": "1:A9 1:D7 1:B13 1:D9 3:B13 3:D14 3:F7 0:D7 0:C4 0:G3 0:A9x 2:D7x 2:F7",
}
"""Orange A9, yellow D7, red B13, brown F7. Red's market in F7 and yellow's in G3 are inactive,
two markets are sold."""


def ended(**fields):
    """The table after every seat has ended a last turn."""
    table = lay(**LAST, **fields)
    return table.play(";".join(["end"] * len(table.view.players)))


@rule("MG-90")
def test_the_game_ends_after_the_last_turn_of_round_12():
    table = lay(**LAST).play("end")
    assert table.view.final is None
    end = table.play("end")
    assert (end.view.phase, GAME.to_act(end.state)) == ("over", ())
    assert end.events_of("game_over")


@rule("MG-91", "MG-67", "MG-68")
def test_examples_p_and_q_active_markets_are_counted():
    """Orange 9, Rouge 4, Jaune 4, Marron 3. The standing tells it at any time."""
    table = lay(**LAST, **EXAMPLE_P)
    rows = table.play("end;end;end;end").view.final.rows
    assert [rows[seat].markets for seat in (1, 3, 0, 2)] == [9, 4, 4, 3]
    assert table.view.standing == rows


@rule("MG-91", "MG-86")
def test_each_oracle_of_a_city_brings_four_points():
    first, second = ended(cities="0:F7", oracles="H7 D7", joins="F7-H7 F7-D7").view.final.rows
    assert (first.oracles, second.oracles) == (8, 0)
    assert first.total == 20 + 8


@rule("MG-92")
def test_most_points_win():
    table = ended(players=[{"score": 7}, {"score": 8}])
    assert table.view.final.winners == (1,)
    assert GAME.result(table.state).ranks == (2, 1)


@rule("MG-93")
@each_case(
    ("first", "second", "ranks"),
    [
        ({"reserve_roads": 10}, {"reserve_roads": 11, "roads": 0}, (2, 1)),
        ({"reserve_roads": 10, "roads": 3}, {"reserve_roads": 10, "roads": 2}, (1, 2)),
        ({}, {}, (1, 1)),
    ],
    ids=["the reserve", "tiles not placed", "a shared victory"],
)
def test_a_tie_goes_to_most_tiles_in_the_reserve_then_to_most_not_placed(first, second, ranks):
    """Le joueur avec le plus de tuiles Route et Ville dans sa réserve."""
    table = ended(players=[{"score": 7} | first, {"score": 7} | second])
    assert GAME.result(table.state).ranks == ranks
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    assert table.view.final.winners == winners
