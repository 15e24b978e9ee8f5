"""A game that nobody comes to, as people see it: the question, the line, the press, the lists."""

from playground.driver import labels, words
from tests.cogs.conftest import LOUNGE
from tests.cogs.playing import duel, newest, people_called
from tests.cogs.settling import quiet
from tests.cogs.test_reminders import later

DAY = 24


def lines(house, thread, part):
    """The messages in the thread that say something."""
    return [message for message in house.maud.messages(thread) if part in words(message)]


async def fall_asleep(house):
    """Let so much time pass that the question was asked and a game has fallen asleep."""
    await later(house, 60.1 * DAY)
    await later(house, 7.1 * DAY)


async def sleeping_game(house):
    """The thread of a game that has fallen asleep."""
    thread = await duel(house)
    await quiet(house)
    await fall_asleep(house)
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
    assert {*people_called(question)} == {"maud", "bastien"}
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
    await fall_asleep(house)
    assert not any("Akropolis" in page for page in await list_texts(house, house.maud))
    [line] = lines(house, thread, "est endormie")
    assert (labels(line), line["mentions"]) == (["La réveiller"], [])
    stranger = await house.noor.click(line, "La réveiller")
    assert stranger.message["flags"] & 64
    assert (await house.app.tables.get(1)).asleep
    await house.bastien.click(line, "La réveiller")
    await quiet(house)
    board = newest(house, thread)
    assert people_called(board) == ["maud"]
    assert labels(house.maud.message(line["id"])) == []
    assert all("Akropolis" in page for page in await list_texts(house, house.maud))
    log = words((await house.maud.slash("table log", thread)).message)
    assert "s’est endormie" in log or "fell asleep" in log


async def test_play_on_the_old_board_wakes_a_game_for_the_player_who_has_to_act(house):
    thread = await sleeping_game(house)
    await house.restart()
    [board] = [post for post in house.boards(thread) if "Jouer" in labels(post)]
    refused = await house.bastien.click(board, "Jouer")
    assert "The game is asleep" in refused.text
    assert (await house.app.tables.get(1)).asleep
    panel = await house.maud.click(board, "Jouer")
    assert panel.message["flags"] & 64
    assert not (await house.app.tables.get(1)).asleep


async def test_the_refusal_of_a_game_that_is_asleep_offers_to_wake_it(house):
    thread = await sleeping_game(house)
    [board] = [post for post in house.boards(thread) if "Jouer" in labels(post)]
    refused = await house.bastien.click(board, "Jouer")
    await house.bastien.click(refused.message, "Wake it up")
    assert not (await house.app.tables.get(1)).asleep
