"""A deal that a seat cannot tell from the real one says nothing about the real one."""

import pytest

from bot.steps import advance
from bot.table.changes import Secret
from bot.table.live import LiveTable
from rules.rng import Rng
from tests.contract.playing import plain_setups, running
from tests.posting import table_of

pytestmark = pytest.mark.two_deals

every_table = pytest.mark.parametrize(
    "setup", [setup for setup in plain_setups() if setup.seats > 1], ids=str
)


@every_table
def test_a_new_deal_of_hidden_things_depends_on_the_luck_alone(setup):
    """From any deal that looks the same to a seat, the same luck makes the same deal."""
    for state, _ in running(setup):
        for seat in setup.everybody():
            other = setup.game.redeal(state, seat, Rng(9))
            deals = [setup.game.redeal(deal, seat, Rng(1)) for deal in (state, other)]
            assert setup.game.state_to_json(deals[0]) == setup.game.state_to_json(deals[1])


def position_to_choose_from(setup, state, seat):
    """The position from which a seat that waits may choose its next turn, as JSON."""
    table = table_of(setup.game.facts.key, setup.seats, setup.seats, "en")
    live = LiveTable(table, Secret("1" * 32, "2" * 32), state, 3, None)
    ahead = advance.table_ahead(live, seat)
    return ahead and setup.game.state_to_json(ahead.state)


@every_table
def test_a_turn_to_save_is_chosen_from_the_same_position_whatever_is_hidden(setup):
    """A line that is legal only if a certain tile comes next would tell which one does."""
    for state, mover in running(setup):
        for seat in {*range(setup.seats)} - {mover}:
            deals = [state, *(setup.game.redeal(state, seat, Rng(luck)) for luck in range(3))]
            first, *others = [position_to_choose_from(setup, deal, seat) for deal in deals]
            assert others == [first] * len(others)
