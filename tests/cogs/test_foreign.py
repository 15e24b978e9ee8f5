"""Only Discord's own word moves a table or gives a delivery up; a block does neither."""

from datetime import timedelta

from playground.driver import words
from playground.people import GAMES_ID, SEND_IN_THREADS
from tests.cogs.playing import duel
from tests.cogs.test_ping import another_thread, board, calls, later, letter, wait_for_deliveries

NEW_CODE = {"code": 77777, "status": 403, "message": "Nobody knows"}


async def tries(house, number):
    """The bot has tried something so many times more, at any place of its kind."""
    count = len(attempts(house))
    while len(attempts(house)) < count + number:
        await wait_for_deliveries(house)
        await later(house, 400)


def attempts(house):
    """Requests of the bot so far that send to channels or look into them."""
    paths = ("/messages", "/threads")
    return [call for call in house.ground.requests if call.path.endswith(paths)]


async def deliveries_given_up(house):
    """The deliveries that were given up or set aside."""
    query = "SELECT kind, refused FROM outbox WHERE refused IS NOT NULL"
    return await house.app.store.read(lambda db: [tuple(row) for row in db.execute(query)])


async def everything_out(house):
    """Wait until every delivery is made, at every table."""
    query = "SELECT count(*) FROM outbox"
    while await house.app.store.read(lambda db: db.execute(query).fetchone()[0]):
        await later(house, 400)
        await wait_for_deliveries(house)


async def require_calm(house, thread):
    """The table is where it was, and nobody heard of a trouble."""
    table = await house.app.tables.get(1)
    assert (table.home_id, table.trouble) == (int(thread), "")
    assert house.maud.dm() is None
    assert len(house.maud.threads()) == 1


# ---- a block -------------------------------------------------------------------------------------


def block(house, kind="page", **args):
    """A proxy in front of Discord blocks requests with 403, for as long as a `with` lasts."""
    return house.ground.faults.during(kind, **({"method": "GET|POST|PATCH"} | args))


async def test_a_block_while_a_turn_ends_moves_no_table_and_calls_once_afterwards(house):
    """Nor does one stray answer to a board."""
    thread = await duel(house)
    with block(house):
        await house.move(house.maud)
        await tries(house, 4)
        assert await deliveries_given_up(house) == []
    await everything_out(house)
    assert calls(await board(house, thread, 2), house.bastien)
    assert len(house.boards(thread)) == 2
    assert len(house.bastien.notifications) == 1
    house.ground.faults.inject("foreign", method="POST", path=f"^/channels/{thread}/messages$")
    await house.move(house.bastien)
    await everything_out(house)
    assert calls(await board(house, thread, 3), house.maud)
    await require_calm(house, thread)


async def test_a_game_that_begins_during_a_block_gets_its_thread_afterwards(house):
    post = await house.lobby(players=2)
    await house.bastien.click(post, "Rejoindre")
    with block(house):
        await house.app.lobbies.start(1, house.maud.id)
        await tries(house, 3)
    await everything_out(house)
    assert calls(await board(house, await another_thread(house)), house.maud)
    await require_calm(house, post["id"])


async def test_a_start_during_a_block_goes_on_as_soon_as_it_is_over(house):
    """The next life of the bot delivers, once, everything that had to wait."""
    thread = await duel(house)
    with block(house, method="POST", path="/messages$|/threads$"):
        await house.move(house.maud)
        await tries(house, 2)
        await house.restart()
        await tries(house, 2)
    await everything_out(house)
    assert calls(await board(house, thread, 2), house.bastien)
    assert len(house.bastien.notifications) == 1
    await require_calm(house, thread)


# ---- refusals that mean nothing here -------------------------------------------------------------


async def test_a_refusal_of_unknown_meaning_goes_down_a_step_after_two_hours(house):
    thread = await duel(house)
    path = f"^/channels/{thread}/messages$"
    house.ground.faults.refuse("POST", path, **NEW_CODE, count=0)
    await house.move(house.maud)
    began = house.app.clock.now()
    while house.app.clock.now() - began < timedelta(minutes=115):
        await wait_for_deliveries(house)
        await later(house, 250)
    assert (await house.app.tables.get(1)).home_id == int(thread)
    assert house.maud.dm() is None
    while not house.bastien.notifications:
        await later(house, 300)
        await wait_for_deliveries(house)
    assert calls(await board(house, GAMES_ID, 2), house.bastien)
    assert "Depuis deux heures" in await letter(house.maud)
    house.ground.faults.clear()
    await house.move(house.bastien)
    assert calls(await board(house, thread, 2), house.maud)
    await wait_for_deliveries(house)
    assert (await house.app.tables.get(1)).home_id == int(thread)


# ---- back up the ladder --------------------------------------------------------------------------


async def test_a_table_that_had_to_leave_its_thread_comes_back_with_the_next_board(house):
    """A thread that was deleted is not tried for ever."""
    thread = await duel(house)
    house.ground.deny(GAMES_ID, SEND_IN_THREADS)
    await house.move(house.maud)
    assert calls(await board(house, GAMES_ID, 2), house.bastien)
    await house.restart()
    house.ground.deny(GAMES_ID, 0)
    await house.move(house.bastien)
    assert calls(await board(house, thread, 2), house.maud)
    await wait_for_deliveries(house)
    assert (await house.app.tables.get(1)).home_id == int(thread)
    house.ground.deny(GAMES_ID, SEND_IN_THREADS)
    await house.move(house.maud)
    await board(house, GAMES_ID, 3)
    await wait_for_deliveries(house)
    house.ground.moderator.delete(int(thread))
    attempts_at_thread = []
    for person, number in ((house.bastien, 4), (house.maud, 5)):
        await house.move(person)
        await board(house, GAMES_ID, number)
        await wait_for_deliveries(house)
        attempts_at_thread.append(len(house.bodies_sent("POST", f"/channels/{thread}/messages")))
    assert attempts_at_thread[0] == attempts_at_thread[1]


async def deny_everywhere(house, thread):
    """Maud moves, and no post can be sent to the thread of the table or its channel."""
    path = f"^/channels/({thread}|{GAMES_ID})/"
    house.ground.faults.refuse("POST", path, code=50013, count=0)
    await house.move(house.maud)
    await letter(house.bastien)


async def test_a_board_that_had_nowhere_to_go_goes_out_later_and_calls_in_private_once(house):
    """No event says that the place is open again."""
    thread = await duel(house)
    await deny_everywhere(house, thread)
    await wait_for_deliveries(house)
    assert [kind for kind, _ in await deliveries_given_up(house)] == ["board"]
    await later(house, 601)
    await house.maud.expect(
        lambda: len(house.bodies_sent("POST", f"/channels/{thread}/messages")) > 2
    )
    await wait_for_deliveries(house)
    assert len(house.bastien.messages(house.bastien.dm()["id"])) == 1
    house.ground.faults.clear()
    await move_on(house, thread)
    assert calls(await board(house, thread, 2), house.bastien)
    assert len(house.boards(thread)) == 2


async def move_on(house, thread):
    """Time passes until the thread has one more board."""
    before = len(house.boards(thread))
    while len(house.boards(thread)) == before:
        await later(house, 1201)
        await house.app.alarm.drain()
        await wait_for_deliveries(house)


async def test_boards_that_had_nowhere_to_go_become_one(house):
    thread = await duel(house)
    await deny_everywhere(house, thread)
    await house.move(house.bastien)
    await letter(house.maud, 2)
    await wait_for_deliveries(house)
    assert [kind for kind, _ in await deliveries_given_up(house)] == ["board"]
    house.ground.faults.clear()
    await move_on(house, thread)
    await everything_out(house)
    post = house.boards(thread)[-1]
    assert calls(post, house.maud)
    assert "**Bastien** bâtit " in words(post)
    assert len(house.boards(thread)) == 2


# ---- without a home ------------------------------------------------------------------------------


async def test_a_table_without_a_home_is_played_where_it_was_opened_and_gets_one(house):
    post = await house.lobby(players=2)
    await house.bastien.click(post, "Rejoindre")
    house.ground.faults.refuse("POST", f"/{GAMES_ID}/messages$|/threads$", code=50013, count=0)
    await house.app.lobbies.start(1, house.maud.id)
    await letter(house.maud)
    await wait_for_deliveries(house)
    assert (await house.app.tables.get(1)).home_id is None
    house.ground.faults.clear()
    prompt = await house.app.moves.suggest(1, house.maud.id, None, ())
    answer = await house.maud.slash("akropolis move", options={"move": " ".join(prompt.tokens)})
    assert answer.text.startswith("✅")
    home = await another_thread(house)
    assert calls(await board(house, home), house.bastien)
