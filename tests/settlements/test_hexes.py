"""Hexes and regions: rules TG-10 to TG-13."""

from rules.hexgrid import DIRECTIONS, distance
from tests.cases import each_case
from tests.rulebook import rule
from tests.settlements import reference

CROWD = (41, 41, 41, 70, 70, 70)


@rule("TG-10")
def test_the_directions_go_clockwise_from_the_east():
    assert DIRECTIONS == ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    assert [(-r, q + r) for q, r in DIRECTIONS] == [*DIRECTIONS[1:], DIRECTIONS[0]]


def symbols(lay, rot):
    """Symbols of each hex of region 1, with all its other hexes built upon."""
    symbol_of = {}
    for name in (f"A{digit}" for digit in range(7)):
        crowded = [f"A{digit}" for digit in range(7) if f"A{digit}" != name]
        crowd = " ".join(f"1:{n}@{at}" for n, at in zip(CROWD, crowded, strict=True))
        table = lay(tiles=f"1@0,0r{rot}", cities="", built=crowd)
        symbol_of[name] = table.price(70, name)["board"]
    return " ".join(f"{name}:{board[1]}" for name, board in symbol_of.items() if board)


@rule("TG-11")
@each_case(
    ("rot", "expected"),
    [
        (0, "A0:m A1:e A3:m A5:e"),
        (1, "A0:m A2:e A4:m A6:e"),
        (2, "A0:m A1:e A3:e A5:m"),
        (5, "A0:m A2:m A4:e A6:e"),
    ],
)
def test_a_region_turned_by_k_has_its_symbols_k_steps_further_clockwise(lay, rot, expected):
    """Region 1: metal in the centre, water, nothing, metal, nothing, water, nothing around it."""
    assert symbols(lay, rot) == expected


@rule("TG-12")
def test_hexes_of_two_regions_are_adjacent_when_they_share_an_edge(lay):
    """A1 of the first region and C3 of the third; A6 and C2 share a corner only."""
    across, apart = (lay(built=built) for built in ("0:40@A1 0:41@C3", "0:40@A6 0:41@C2"))
    [settlement] = across.game.view(across.state, None).players[0].settlements
    assert set(settlement.hexes) == {across.hex("A1"), across.hex("C3")}
    assert distance(apart.hex("A6"), apart.hex("C2")) == 2
    assert len(apart.game.view(apart.state, None).players[0].settlements) == 2


@rule("TG-13")
@each_case("seats", [2, 3, 4])
def test_the_first_regions_lie_in_a_perfect_paving(lay, seats):
    """Each centre differs from another one's by (2,1), turned."""
    table = lay.deal(seats)
    assert all(is_paved(table, tile["at"]) for tile in table.json["board"]["tiles"])


@rule("TG-13", "TG-83")
def test_later_regions_need_not_fit_the_paving(lay):
    table = lay(turn={"extension": {"tile": 5}, "mode": "draw", "done": 1})
    loose = next(at for at in sorted(reference.places(table.json)) if not is_paved(table, at))
    table.play(f"X {loose[0]},{loose[1]} r0")
    assert table.json["board"]["tiles"][-1] == {"tile": 5, "at": list(loose), "rot": 0}


def is_paved(table, at):
    """Whether a centre lies as (2,1), turned, from some other."""
    steps = {(2, 1), (-1, 3), (-3, 2), (-2, -1), (1, -3), (3, -2)}
    centres = [tile["at"] for tile in table.json["board"]["tiles"]]
    return any((at[0] - q, at[1] - r) in steps for q, r in centres)
