"""The end of a game: who is told what, and how the same people play once more."""

import hashlib
import re

import pytest

from bot.store import table_rows
from bot.table.seating import Person
from playground.driver import labels, pictures, words
from tests.cogs.conftest import LOUNGE
from tests.cogs.playing import after_click, duel, newest, people_called, start_game
from tests.cogs.settling import give_up, quiet


async def over(house, thread, *leavers):
    """The thread of a game that these people have left, so that it is over."""
    await quiet(house)
    for person in (house.maud, house.bastien):
        person.notifications.clear()
    for person in leavers:
        await give_up(house, person)
    return thread


@pytest.fixture
async def duel_over(house):
    """A game of Maud and Bastien that she has given up; its thread."""
    return await over(house, await duel(house), house.maud)


def person(driver):
    """Somebody as the bot knows them."""
    return Person(driver.id, driver.member.name)


async def lobby(house, number=2):
    """The post of a lobby that the outbox has made."""
    await quiet(house)
    table = await house.app.tables.get(number)
    return house.maud.message(table.lobby_message_id)


# ---- the end -------------------------------------------------------------------------------------


async def test_the_end_says_first_who_is_called_and_who_has_won(house, duel_over):
    """Whoever left a game that ended with it was played by no AI."""
    post = newest(house, duel_over)
    expected = f"{house.bastien.mention}\xa0: 🏆 **Bastien** l’emporte\xa0! Akropolis · table\xa01"
    assert post["content"].splitlines()[0] == expected
    assert house.bastien.notifications[-1]["reason"] == "mention"
    assert labels(post) == ["Revanche", "Revoir", "Film", "Page", "Plus"]
    assert pictures(post)
    assert "(IA)" not in words(post)
    lobby_text = words(house.maud.message(duel_over))
    assert "La partie est terminée\xa0: 🏆" in lobby_text
    assert "**Bastien**" in lobby_text.split("\n")[1]


async def test_the_seal_of_the_luck_is_open_at_the_end(house, duel_over):
    table, end = await house.app.tables.get(1), newest(house, duel_over)
    assert f"`{table.commitment[:8]}…` est ouvert" in words(end)
    more = (await house.bastien.click(end, "Plus")).message
    page = await after_click(house.bastien, more, "Settings and luck")
    seed, salt = re.findall(r"\*\*S(?:eed|alt)\*\* `([0-9a-f]+)`", words(page))
    assert f"`{table.commitment}`" in words(page)
    assert hashlib.sha256(bytes.fromhex(seed + salt)).hexdigest() == table.commitment


async def test_the_seal_of_the_luck_is_closed_until_the_end(house):
    thread = await duel(house)
    record = (await house.app.store.read(table_rows.read_position, 1)).secret
    (board,) = house.boards(thread)
    assert f"`{(await house.app.tables.get(1)).commitment[:8]}…`" in words(board)
    assert "2\xa0joueurs" not in words(board)
    more = (await house.maud.click(board, "Plus")).message
    page = await after_click(house.maud, more, "Réglages et hasard")
    assert "2\xa0joueurs" in words(page)
    assert (await house.app.tables.get(1)).commitment in words(page)
    assert record.seed not in words(page)
    assert record.salt not in words(page)


async def test_a_rematch_against_ai_players_calls_the_host_to_start(house):
    thread = await over(house, await duel(house, ai=1), house.maud)
    house.maud.notifications.clear()
    await house.maud.click(newest(house, thread), "Revanche")
    post = await lobby(house)
    (call,) = house.maud.notifications
    assert call["text"].startswith("@Maud, tout le monde est là")
    assert house.maud.message(call["message"])["message_reference"]["message_id"] == post["id"]


async def test_a_game_for_one_is_given_up_and_its_rematch_starts_at_once(house):
    thread = await over(house, await start_game(house, house.maud), house.maud)
    assert "La partie a été abandonnée" in words(newest(house, thread))
    await house.maud.click(newest(house, thread), "Revanche")
    await quiet(house)
    table = await house.app.tables.get(2)
    assert (table.status, table.size) == ("live", 1)
    (board,) = house.boards(str(table.home_id))
    assert people_called(board) == ["maud"]


# ---- once more -----------------------------------------------------------------------------------


async def test_a_rematch_is_a_lobby_like_the_one_before_that_calls_the_others(house, duel_over):
    """Only players may have one; it has a thread of its own, where the other one begins."""
    end = newest(house, duel_over)
    refused = await house.noor.click(end, "Revanche")
    assert "no seat at this table" in refused.text
    house.bastien.notifications.clear()
    answer = await house.maud.click(end, "Revanche")
    assert answer.message["flags"] & 64
    assert "Akropolis · table\xa02" in answer.text
    post = await lobby(house)
    first, table = [await house.app.tables.get(number) for number in (1, 2)]
    assert (table.host_id, table.humans()) == (house.maud.id, [house.maud.id])
    for name in ("game", "channel_id", "in_thread", "language", "size", "drawn", "options"):
        assert getattr(table, name) == getattr(first, name)
    assert table.commitment != first.commitment
    assert post["content"].startswith(f"{house.bastien.mention}\xa0: **Maud** propose une revanche")
    (pushed,) = house.bastien.notifications
    assert pushed["text"].startswith(
        "@Bastien\xa0: Maud propose une revanche. Appuyez sur Rejoindre"
    )
    assert house.maud.notifications == []
    await house.bastien.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    (board,) = await house.maud.expect(lambda: house.boards(post["id"]))
    assert board["content"].startswith(house.bastien.mention)
    assert "revanche" not in words(house.maud.message(post["id"]))


async def test_a_later_press_joins_the_rematch_that_is_open(house, duel_over):
    end = newest(house, duel_over)
    await house.bastien.click(end, "Revanche")
    answer = await house.maud.click(end, "Revanche")
    assert "Akropolis · table\xa02" in answer.text
    table = await house.app.tables.get(2)
    assert (table.host_id, table.humans()) == (house.bastien.id, [house.bastien.id, house.maud.id])
    second_answer = await house.maud.click(end, "Revanche")
    assert "déjà une place" in second_answer.text
    assert len(await house.app.reading.tables_in_guild(table.guild_id)) == 1


async def test_ai_seats_play_once_more_and_somebody_who_resigned_is_invited(house):
    people = (house.maud, house.bastien)
    thread = await over(house, await start_game(house, *people, players=3, ai=1), *people)
    await house.bastien.click(newest(house, thread), "Revanche")
    post, table = await lobby(house), await house.app.tables.get(2)
    assert [bool(occupant.ai) for occupant in table.seats] == [False, True]
    assert table.size == 3
    assert post["content"].startswith(house.maud.mention)


async def test_a_rematch_that_somebody_joins_before_it_is_posted_still_calls(house, duel_over):
    hold = house.ground.faults.hold("POST", "^/channels/[0-9]+/messages$")
    await house.app.lobbies.rematch(1, person(house.maud))
    await hold.wait_for_arrival()
    await house.app.lobbies.join(2, person(house.ines))
    hold.release()
    post = await lobby(house)
    assert "**Inès**" in post["content"]
    texts = [notification["text"] for notification in house.bastien.notifications]
    assert sum("propose une revanche" in text for text in texts) == 1


async def test_a_rematch_in_a_channel_that_another_table_has_taken_is_refused(house):
    place = {"place": LOUNGE, "thread": False}
    await start_game(house, house.maud, house.bastien, **place)
    await over(house, LOUNGE, house.maud)
    await quiet(house)
    end = newest(house, LOUNGE)
    await house.ines.slash("akropolis new", LOUNGE, {"thread": False})
    answer = await house.maud.click(end, "Revanche")
    assert re.search("déjà une table dans ce salon", answer.text)
