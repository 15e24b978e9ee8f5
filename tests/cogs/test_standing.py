"""What stands at a table is true of it: after every turn, the posts say what would be said anew."""

import pytest

from bot.playground.driver import words
from cogs._posts.scoreboard import scoreboard
from cogs.lobby import lobby_post
from tests.cogs.playing import newest, start_game
from tests.cogs.settling import quiet
from tests.tier import games, of_tier

COALESCED = 31
"""Seconds after which a scoreboard shows all turns."""


async def all_delivered(house):
    house.ground.let_pass(COALESCED)
    await house.app.outbox.drain()
    await quiet(house)


async def acting(house):
    """The person whose turn it is; None once the game is over."""
    look = await house.app.reading.look(1, None)
    users = [look.table.seats[seat].user_id for seat in look.to_act]
    people = (house.maud, house.bastien)
    return next((person for person in people if person.id in users), None)


@pytest.mark.parametrize("game", games())
async def test_no_post_contradicts_the_table(house, game):
    """The scoreboard in the channel, and the newest board: whose turn it is, and the scores."""
    thread = await start_game(house, house.maud, house.bastien, game=game)
    await all_delivered(house)
    for _ in range(of_tier(4, 20)):
        if (person := await acting(house)) is None:
            break
        while person is await acting(house):
            await house.move(person)
        await all_delivered(house)
        table = await house.app.tables.get(1)
        outcome, scores = await scoreboard(house.app, table)
        expected = lobby_post(house.app, table, outcome=outcome, scores=scores).content
        assert house.noor.message(thread)["content"] == expected
        if (follower := await acting(house)) is not None:
            assert f"<@{follower.id}>" in words(newest(house, thread))
