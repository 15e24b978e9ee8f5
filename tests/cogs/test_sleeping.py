"""A game that nobody comes to, as people see it: the question, the line, the press, the lists."""

from bot.playground.driver import labels, words
from tests.cogs.conftest import LOUNGE
from tests.cogs.playing import duel, newest
from tests.cogs.settling import quiet
from tests.cogs.test_reminders import later

DAY = 24


def lines(house, thread, part):
    """The messages in the thread that say something."""
    return [message for message in house.maud.messages(thread) if part in words(message)]


async def sleeping(house):
    """The thread of a game that has fallen asleep."""
    thread = await duel(house)
    await quiet(house)
    await later(house, 60.1 * DAY)
    await later(house, 7.1 * DAY)
    return thread


async def list_texts(house, person):
    """All that the lists of games say to a spectator and a player, and what a command offers."""
    pages = [await house.noor.slash("table list", LOUNGE), await person.slash("me games", LOUNGE)]
    offered = await person.autocomplete("table log", LOUNGE, {"table": ""}, focused="table")
    return [
        *(words(page.message) for page in pages),
        " ".join(choice["name"] for choice in offered),
    ]


async def test_all_are_asked_whether_it_goes_on_and_one_press_says_so(house):
    thread = await duel(house)
    await quiet(house)
    await later(house, 60.1 * DAY)
    [question] = lines(house, thread, "La partie continue-t-elle")
    assert {user["id"] for user in question["mentions"]} == {
        str(house.maud.id),
        str(house.bastien.id),
    }
    assert labels(question) == ["Continuer"]
    before = newest(house, thread)["id"]
    answer = await house.bastien.click(question, "Continuer")
    assert answer.message["flags"] & 64
    await quiet(house)
    assert "**Bastien**" in words(lines(house, thread, "continue.")[-1])
    assert newest(house, thread)["id"] != before
    assert labels(house.maud.message(question["id"])) == []
    await later(house, 8 * DAY)
    assert not (await house.app.tables.get(1)).asleep


async def test_it_leaves_all_lists_with_a_line_and_one_press_brings_it_back(house):
    thread = await duel(house)
    await quiet(house)
    assert all("Akropolis" in page for page in await list_texts(house, house.maud))
    await later(house, 60.1 * DAY)
    await later(house, 7.1 * DAY)
    assert not any("Akropolis" in page for page in await list_texts(house, house.maud))
    [line] = lines(house, thread, "est endormie")
    assert (labels(line), line["mentions"]) == (["La réveiller"], [])
    stranger = await house.noor.click(line, "La réveiller")
    assert stranger.message["flags"] & 64
    assert (await house.app.tables.get(1)).asleep
    await house.bastien.click(line, "La réveiller")
    await quiet(house)
    board = newest(house, thread)
    assert [user["id"] for user in board["mentions"]] == [str(house.maud.id)]
    assert labels(house.maud.message(line["id"])) == []
    assert all("Akropolis" in page for page in await list_texts(house, house.maud))
    log = words((await house.maud.slash("table log", thread)).message)
    assert "s’est endormie" in log or "fell asleep" in log


async def test_the_press_works_after_a_restart(house):
    thread = await sleeping(house)
    await house.stop()
    await house.start()
    [line] = lines(house, thread, "est endormie")
    await house.maud.click(line, "La réveiller")
    await quiet(house)
    assert not (await house.app.tables.get(1)).asleep


async def test_play_on_the_old_board_wakes_it_for_who_has_to_act(house):
    thread = await sleeping(house)
    [board] = [post for post in house.boards(thread) if "Jouer" in labels(post)]
    refused = await house.bastien.click(board, "Jouer")
    assert "La réveiller" in refused.text or "Wake it up" in refused.text
    assert (await house.app.tables.get(1)).asleep
    panel = await house.maud.click(board, "Jouer")
    assert panel.message["flags"] & 64
    assert not (await house.app.tables.get(1)).asleep


async def test_in_its_channel_another_game_may_begin_and_it_goes_on_in_a_thread(house):
    options = {"players": 2, "language": "fr", "order": "joined", "thread": False}
    post = (await house.maud.slash("akropolis new", LOUNGE, options=options)).message
    await house.bastien.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    await quiet(house)
    await later(house, 60.1 * DAY)
    await later(house, 7.1 * DAY)
    [line] = lines(house, LOUNGE, "est endormie")
    new = await house.bastien.slash(
        "akropolis new", LOUNGE, options={"players": 2, "thread": False}
    )
    await house.maud.click(line, "La réveiller")
    await quiet(house)
    first, second = [await house.app.tables.get(number) for number in (1, 2)]
    assert new.message["channel_id"] == str(LOUNGE)
    assert (second.in_thread, first.in_thread, first.asleep) == (False, True, False)
    assert first.home_id not in (None, LOUNGE)
    assert newest(house, first.home_id)
