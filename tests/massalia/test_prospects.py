"""Worth of a change of the board, computed in two ways."""

from rules.massalia.prospects import Chart
from rules.massalia.state import Tile
from rules.rng import Rng
from tests.cases import each_case
from tests.massalia.building import GAME


@each_case("seats", [2, 4])
def test_a_change_of_one_cell_is_worth_the_same_however_it_is_found(seats):
    state, luck = GAME.new(seats, 9), Rng(1)
    for _ in range(300):
        GAME.apply(state, state.seat, GAME.sample(state, state.seat, luck))
    chart = Chart(state, state.seat)
    rival = chart.opponents[0]
    tops = (
        None,
        Tile(state.seat, "life", True),
        Tile(rival, "fire", True),
        Tile(rival, "fire", False),
    )
    worths = [
        (chart.change_at(cell, top), chart.change([(cell, top)]))
        for cell in range(len(state.board))
        for top in tops
    ]
    assert any(at_once != (0, 0) for at_once, _ in worths)
    assert [at_once for at_once, _ in worths] == [anew for _, anew in worths]
