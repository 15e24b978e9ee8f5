"""What stands at a table is true of it: after every turn, the posts say what would be said anew.

What was deleted or changed while the bot was away is mended after its start, and by the check-up.
"""

import logging

import discord
import pytest

from bot.table.motions import Kind
from cogs._posts.standing import Standing
from cogs.places import CHECK_AFTER
from playground.driver import labels, words
from playground.people import GAMES_ID
from tests.cogs.playing import duel, newest, start_game
from tests.cogs.settling import all_delivered, quiet
from tests.patience import until
from tests.tier import games, of_tier


async def acting(house):
    """The person whose turn it is; None once the game is over."""
    look = await house.app.reading.look(1, None)
    users = [look.table.seats[seat].user_id for seat in look.to_act]
    people = (house.maud, house.bastien)
    return next((person for person in people if person.id in users), None)


async def check_up(house, line):
    """Maud asks for the check-up, which tells this of the tables."""
    page = (await house.maud.slash("hexagora doctor")).message["id"]
    await house.maud.expect(lambda: line in words(house.maud.message(page)))


async def corrections(house):
    """What is to be corrected of what stands at the table."""
    table = await house.app.tables.get(1)
    return [each.kind async for each in Standing(house.app, table).corrections()]


@pytest.mark.parametrize("game", games())
async def test_no_post_contradicts_the_table(house, game):
    """Neither the scoreboard in the channel nor the newest board is to be corrected."""
    thread = await start_game(house, house.maud, house.bastien, game=game)
    await all_delivered(house)
    for _ in range(of_tier(4, 20)):
        if (person := await acting(house)) is None:
            break
        while person is await acting(house):
            await house.move(person)
        await all_delivered(house)
        assert await corrections(house) == []
        if (follower := await acting(house)) is not None:
            assert f"<@{follower.id}>" in words(newest(house, thread))


# ---- what is mended ------------------------------------------------------------------------------


@pytest.fixture
async def thread(house):
    """The thread of a table of two, where Maud has asked to pause the game."""
    thread = await duel(house)
    await quiet(house)
    await house.app.votes.propose(1, house.maud.id, Kind.PAUSE)
    await all_delivered(house)
    return thread


def post_with(house, thread, label):
    """The only post of a thread that has a button."""
    [post] = [post for post in house.maud.messages(thread) if label in labels(post)]
    return post["id"]


async def delete(house, channel, message):
    await house.app.http.delete_message(int(channel), int(message))


async def take_buttons_off(house, channel, message):
    await house.app.http.request(
        discord.http.Route(
            "PATCH",
            "/channels/{channel_id}/messages/{message_id}",
            channel_id=int(channel),
            message_id=int(message),
        ),
        json={"components": []},
    )


async def lose_board(house, thread):
    await delete(house, thread, post_with(house, thread, "Jouer"))


async def lose_question(house, thread):
    await delete(house, thread, post_with(house, thread, "Oui"))


async def lose_scoreboard(house, thread):
    await delete(house, GAMES_ID, thread)


async def lose_buttons_of_board(house, thread):
    await take_buttons_off(house, thread, post_with(house, thread, "Jouer"))


async def lose_buttons_of_question(house, thread):
    await take_buttons_off(house, thread, post_with(house, thread, "Oui"))


async def close_question_unseen(house, thread):
    """The question is closed in the file, as one that was restored from a copy knows."""
    close = "UPDATE motion SET outcome = 'withdrawn'"
    await house.app.store.write(lambda db: db.execute(close))


MISHAPS = {
    lose_board: "un plateau publié à nouveau",
    lose_scoreboard: "l’annonce d’une table publiée à nouveau",
    lose_question: "une question posée à nouveau",
    lose_buttons_of_board: "un message mis à jour",
    lose_buttons_of_question: "un message mis à jour",
    close_question_unseen: "une question périmée fermée",
}


@pytest.mark.parametrize("mishap", MISHAPS)
async def test_the_check_up_mends_what_is_missing_and_tells_it(house, thread, mishap):
    await mishap(house, thread)
    await check_up(house, MISHAPS[mishap])
    await all_delivered(house)
    assert await corrections(house) == []
    await check_up(house, "tout est à sa place")


async def test_a_start_mends_what_was_deleted_meanwhile_and_tells_the_host(house, thread, caplog):
    """Once: the players are called by one board, and asked by one question."""
    caplog.set_level(logging.INFO, logger="cogs.places")
    await lose_board(house, thread)
    await lose_question(house, thread)
    await house.restart()
    house.ground.let_pass(CHECK_AFTER + 10)
    await until(lambda: "One table checked: " in caplog.text)
    await all_delivered(house)
    assert await corrections(house) == []
    assert post_with(house, thread, "Oui")
    assert post_with(house, thread, "Jouer")


async def test_nothing_is_mended_where_nothing_can_be_read(house, thread):
    await lose_board(house, thread)
    house.ground.faults.inject("refuse", method="GET", path="/messages", code=50001)
    await check_up(house, "tout est à sa place")
