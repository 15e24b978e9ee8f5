"""A reminder in the thread: one at a time, gone with the turn, and what its buttons do."""

import re
from datetime import time

import pytest

from bot.table.hours import Hours
from playground.driver import labels, words
from playground.people import LOUNGE_ID
from tests.cogs.playing import after_click, duel, menus, newest, people_called
from tests.cogs.settling import quiet

HOUR = 3600


async def later(house, hours):
    """Let so much time pass for everybody, and everything be done that is due by then."""
    house.ground.let_pass(hours * HOUR)
    await house.app.alarm.drain()
    await quiet(house)


def reminders(house, thread):
    """The messages in the thread that remind somebody."""
    return [message for message in house.maud.messages(thread) if "Plus tard" in labels(message)]


@pytest.fixture
async def thread(house):
    """Maud's turn has lasted for twelve hours and some minutes."""
    opened = await duel(house)
    await quiet(house)
    await later(house, 12.1)
    return opened


async def test_a_reminder_calls_the_player_of_the_turn_alone_and_makes_room_for_the_next(
    house, thread
):
    """It is gone once the turn is over."""
    [reminder] = reminders(house, thread)
    assert people_called(reminder) == ["maud"]
    assert reminder["content"].startswith(f"<@{house.maud.id}>, toujours à vous\u00a0!")
    assert "Akropolis" in words(reminder)
    assert labels(reminder) == [
        "Jouer maintenant",
        "Plus tard",
        "Je m’absente…",
        "Aller à la table",
    ]
    assert house.bastien.notifications == []
    panel = (await house.maud.click(reminder, "Jouer maintenant")).message
    assert panel["flags"] & 64
    assert menus(panel)
    for person in (house.bastien, house.noor):
        answer = await person.click(reminder, "Plus tard")
        assert answer.message["flags"] & 64
        assert "<t:" not in answer.text
    await later(house, 24)
    [second] = reminders(house, thread)
    assert second["id"] != reminder["id"]
    await house.move(house.maud)
    await house.maud.expect(lambda: not reminders(house, thread))


async def test_snooze_says_until_when_no_reminder_comes(house, thread):
    """Its buttons work after a restart."""
    [reminder] = reminders(house, thread)
    await house.restart()
    panel = (await house.maud.click(reminder, "Plus tard")).message
    assert set(labels(panel)) >= {"Dans une heure", "Demain matin"}
    moments = re.search(r"\*\*Demain matin\*\* · <t:(\d+):f>", words(panel))
    hours = int(moments[1]) / HOUR - house.app.clock.now().timestamp() / HOUR
    answer = await after_click(house.maud, panel, "Demain matin")
    assert f"Je vous le rappellerai le <t:{moments[1]}:f>" in words(answer)
    await later(house, hours - 0.5)
    assert [message["id"] for message in reminders(house, thread)] == [reminder["id"]]
    await later(house, 1)
    assert [message["id"] for message in reminders(house, thread)] != [reminder["id"]]


async def test_in_the_last_hour_of_a_turn_there_is_no_later(house):
    thread = await duel(house, pace="one")
    await later(house, 23.5)
    [*_, reminder] = await house.maud.expect(lambda: reminders(house, thread))
    panel = (await house.maud.click(reminder, "Plus tard")).message
    assert "<t:" not in words(panel)
    assert labels(panel) == []


async def sleep(house, person, *, hours):
    """A person's quiet hours have begun an hour ago and last for some more; they press nothing."""
    await later(house, 0.5)
    hour = house.app.clock.now().hour
    night = Hours("UTC", time((hour - 1) % 24), time((hour + hours) % 24))
    await house.app.people.change(person.id, hours=night)


async def test_at_night_a_board_names_its_player_without_a_push_and_one_call_follows(house):
    """The call lists all tables that wait for them."""
    first, second = await duel(house), await duel(house)
    await quiet(house)
    await sleep(house, house.bastien, hours=3)
    earlier = len(house.bastien.notifications)
    for thread, number in ((first, 1), (second, 2)):
        await house.move(house.maud, number=number)
        await quiet(house)
        board = house.boards(thread)[-1]
        assert f"<@{house.bastien.id}>" in board["content"]
        assert people_called(board) == []
    await later(house, 3)
    calls = [*reminders(house, first), *reminders(house, second)]
    assert [people_called(call) for call in calls] == [["bastien"]]
    assert "1\xa0autre table vous attend" in words(calls[0])
    assert len(house.bastien.notifications) == earlier + 1


async def test_a_reminder_names_no_table_of_another_channel(house):
    """Its readers may not know of that one; the person finds it among their games."""
    here = await duel(house)
    there = await duel(house, place=LOUNGE_ID)
    await quiet(house)
    await sleep(house, house.bastien, hours=3)
    for number in (1, 2):
        await house.move(house.maud, number=number)
    await quiet(house)
    await later(house, 3)
    [call] = [*reminders(house, here), *reminders(house, there)]
    assert "À vous de jouer ailleurs aussi" in words(call)
    assert "/me games" in words(call)
    [number] = re.findall(r"table\s(\d)", words(call))
    other = (here, there)[number == "1"]
    assert other not in words(call)


async def warning_line(house, thread):
    """The line about Maud, who was reminded five times."""
    for _ in range(6):
        await later(house, 24)
    return next(
        message for message in house.maud.messages(thread) if "5\xa0rappels" in words(message)
    )


async def test_after_the_last_reminder_the_table_hears_what_it_can_do(house, thread):
    """A spectator can do none of it."""
    warning = await warning_line(house, thread)
    assert people_called(warning) == ["bastien"]
    assert labels(warning) == ["Pause", "Demander un remplacement", "Arrêter la partie"]
    for wish in labels(warning):
        answer = await house.noor.click(warning, wish)
        assert answer.message["flags"] & 64
        assert labels(answer.message) == []
    question = (await house.bastien.click(warning, "Demander un remplacement")).message
    assert question["flags"] & 64
    assert "Let an AI play for **Maud**" in words(question)
    await house.bastien.click(question, "Ask for a substitute")
    await quiet(house)
    assert (await house.app.tables.get(1)).seats[0].offered
    assert labels(house.maud.message(warning["id"])) == []


# ---- the next player -----------------------------------------------------------------------------


async def test_the_next_player_hears_of_it_in_private_until_their_turn_begins(house):
    """Inès wishes it: one message, while Bastien has the turn."""
    thread = await house.table()
    await house.app.people.change(house.ines.id, next_up=True)
    await house.move(house.maud)
    await later(house, 0)
    [news] = await house.ines.expect(lambda: announcements(house))
    assert "**Bastien**" in words(news)
    assert "Akropolis" in words(news)
    assert labels(news) == ["Aller à la table"]
    await house.move(house.bastien)
    await house.ines.expect(lambda: not announcements(house))
    await quiet(house)
    assert people_called(newest(house, thread)) == ["ines"]


def announcements(house):
    """The messages that say to Inès that she is next."""
    place = house.ines.dm()
    messages = house.ines.messages(place["id"]) if place else []
    return [message for message in messages if "Bientôt à vous" in words(message)]
