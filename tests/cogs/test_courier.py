"""Deliveries on Discord: once each, whatever goes wrong."""

from typing import get_args, get_type_hints

import pytest
from msgspec.structs import replace

from bot.app import App
from bot.service.delivery import Delivery, Refused
from bot.settings import Settings
from bot.table import payloads
from bot.table.post import POST_KINDS
from bot.table.seating import Occupant
from cogs._delivery.homes import thread_name
from cogs._posts.courier import DiscordCourier
from playground.driver import labels, pictures, words
from tests.cogs.settling import quiet
from tests.patience import until


async def boards(house, thread, count):
    """The board posts of the thread once there are `count` of them."""
    return await house.maud.expect(lambda: len(posts := house.boards(thread)) == count and posts)


def test_every_kind_of_post_has_a_way_that_takes_what_it_holds():
    ways = DiscordCourier(App(Settings()))._ways
    assert ways.keys() == POST_KINDS.keys()
    for name, way in ways.items():
        (payload,) = get_args(get_type_hints(way)["delivery"])
        assert issubclass(POST_KINDS[name].payload, payload), name


# ---- boards -----------------------------------------------------------------------------------


async def move_of(house, person, thread, count):
    """The boards after a move, `count` in all, once the last but one has lost its buttons."""
    await house.move(person)
    await boards(house, thread, count)
    return await house.maud.expect(
        lambda: not labels((posts := house.boards(thread))[-2]) and posts
    )


async def test_a_move_is_a_new_post_and_takes_the_buttons_of_the_last_one_away(house):
    """Nothing else of the old board changes; a restart makes no difference."""
    thread = await house.table()
    (before,) = house.boards(thread)
    after, board = await move_of(house, house.maud, thread, 2)
    assert (words(after), pictures(after)) == (words(before), pictures(before))
    assert after["mentions"] == before["mentions"]
    (edit,) = house.bodies_sent("PATCH", f"/messages/{before['id']}")
    assert not edit.keys() & {"content", "attachments", "embeds"}
    assert edit["components"] == []
    assert [user["username"] for user in board["mentions"]] == ["bastien"]
    assert labels(board) == ["Jouer", "Récap", "Plus"]
    await house.restart()
    *_, board = await move_of(house, house.bastien, thread, 3)
    assert labels(board)


async def test_a_move_costs_two_requests(house):
    thread = await house.table()
    await move_of(house, house.maud, thread, 2)
    before = len(house.ground.requests)
    await move_of(house, house.bastien, thread, 3)
    requests = [(call.method, call.template) for call in house.ground.requests[before:]]
    assert [request for request in requests if "/emojis" not in request[1]] == [
        ("POST", "/channels/{channel_id}/messages"),
        ("PATCH", "/channels/{channel_id}/messages/{message_id}"),
    ]


async def test_killed_between_sending_and_marking_posts_once(house):
    """The same delivery again, under the same nonce: Discord answers with the message it has."""
    thread = await house.table()
    courier = DiscordCourier(house.app)
    delivery = Delivery(99, 1, "board", payloads.Board(plies=(1, 1)), "nonce-of-a-killed-bot", 1)
    await courier.deliver(delivery)
    await courier.deliver(delivery)
    assert len(house.boards(thread)) == 2


# ---- what goes wrong --------------------------------------------------------------------------


async def test_killed_after_making_the_thread_goes_on_with_it(house):
    thread = await house.table()
    await quiet(house)
    await house.app.store.write(lambda db: db.execute("UPDATE table_ SET home_id = NULL"))
    await house.restart()
    delivery = Delivery(99, 1, "open", payloads.Board(plies=(1, 0)), "opened-again", 1)
    await DiscordCourier(house.app).deliver(delivery)
    assert (await house.app.tables.get(1)).home_id == int(thread)
    assert len(house.maud.threads()) == 1
    statuses = [call.status for call in house.ground.requests if call.path.endswith("/threads")]
    assert statuses == [201, 400]


async def test_a_deleted_board_does_not_stop_the_next_one(house):
    thread = await house.table()
    world, (board,) = house.ground.world, house.boards(thread)
    world.remove_message(world.message(int(thread), int(board["id"])))
    await house.move(house.maud)
    (post,) = await boards(house, thread, 1)
    assert labels(post)


async def test_a_server_error_is_tried_again_and_a_lost_answer_doubles_no_board(house):
    thread = await house.table()
    house.ground.faults.inject("http_error", status=503, path=f"/channels/{thread}/messages")
    await house.move(house.maud)
    await boards(house, thread, 2)
    house.ground.faults.inject("drop", path=f"/channels/{thread}/messages")
    await house.move(house.bastien)
    await boards(house, thread, 3)
    await house.move(house.ines)
    await boards(house, thread, 4)


async def test_answers_do_not_wait_for_a_limit_on_all_else_and_posts_follow_later(house):
    thread, seconds = await house.table(), 600.0
    house.ground.faults.inject("global_limit", seconds=seconds)
    await house.move(house.maud)
    await until(lambda: house.app.budget.halt > 0)
    help_page = await house.bastien.slash("help")
    assert help_page.message["components"]
    assert len(house.boards(thread)) == 1
    house.ground.let_pass(seconds)
    await boards(house, thread, 2)


async def test_a_deleted_thread_is_told_to_the_host_in_private_and_once(house):
    """The board is still there for whoever asks."""
    thread = await house.table()
    world = house.ground.world
    world.remove_channel(world.channel(int(thread)))
    await house.move(house.maud)
    direct = await house.maud.expect(house.maud.dm)
    (letter,) = await house.maud.expect(lambda: house.maud.messages(direct["id"]))
    assert "Akropolis · table\xa01" in letter["content"]
    await house.move(house.bastien)
    await house.app.outbox.drain()
    assert len(house.maud.messages(direct["id"])) == 1
    assert len(await house.app.reading.log(1)) == 2
    assert pictures((await house.maud.slash("akropolis board")).message)


async def test_a_table_that_does_not_exist_is_refused(house):
    with pytest.raises(Refused):
        await DiscordCourier(house.app).deliver(
            Delivery(1, 77, "board", payloads.Board(), "nowhere", 1)
        )


# ---- the rest ---------------------------------------------------------------------------------


async def test_a_cancelled_game_says_so_and_takes_its_buttons_back(house):
    """The one who ended it hears nothing of it; the others hear it once."""
    thread = await house.table()
    await house.app.outbox.drain()
    everybody = (house.maud, *house.friends)
    heard = {person.id: len(person.notifications) for person in everybody}
    await house.app.votes.cancel(1, house.maud.id, moderator=True)
    await house.maud.expect(lambda: labels(house.boards(thread)[0]) == [])
    for friend in house.friends:
        await friend.expect(lambda friend=friend: len(friend.notifications) > heard[friend.id])
        (called,) = friend.notifications[heard[friend.id] :]
        assert called["message"] == house.maud.messages(thread)[-1]["id"]
    assert len(house.maud.notifications) == heard[house.maud.id]


async def test_a_thread_is_named_in_a_hundred_letters(house):
    await house.lobby()
    table = await house.app.tables.get(1)
    seats = tuple(Occupant(number, "N" * 32) for number in range(4))
    assert len(thread_name(replace(table, seats=seats))) == 100
