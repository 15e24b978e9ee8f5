"""What the questions on the way to a move, and its preview, say of its price."""

from rules.rng import Rng
from tests.akropolis.building import GAME
from tests.records import recorded_game


def test_a_tile_costs_the_stones_that_its_answer_names_and_quarries_give_what_the_preview_does():
    for state, _ in recorded_game("akropolis", 3)[::3]:
        for seat in GAME.to_act(state):
            action = GAME.sample(state, seat, Rng(5))
            preview, after = GAME.preview(state, seat, action), state.clone()
            GAME.apply(after, seat, action)
            tile, *_ = GAME.notation(state, seat, action).split()
            [answer] = [each for each in GAME.ask(state, seat, []).options if each.token == tile]
            assert preview.price == answer.args["price"]
            change = after.cities[seat].stones - state.cities[seat].stones
            assert change == preview.gain - preview.price
            assert preview.city == GAME.view(after, seat).cities[seat]
