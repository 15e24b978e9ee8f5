"""A global limit of Discord's: whoever presses is answered, and the posts follow later."""

from functools import partial

from tests.cogs.test_courier import boards
from tests.patience import until

LONG = 600.0
"""Seconds, more than a request waits."""


async def is_halted(budget):
    return budget.halt > 0


async def test_answers_do_not_wait_for_a_limit_on_all_else(house):
    thread = await house.table()
    house.ground.faults.inject("global_limit", seconds=LONG)
    await house.move(house.maud)
    await until(partial(is_halted, house.app.budget))
    help_page = await house.bastien.slash("help")
    assert help_page.message["components"]
    assert len(house.boards(thread)) == 1
    house.ground.let_pass(LONG)
    await boards(house, thread, 2)
