"""A reminder in the thread: one at a time, gone with the turn, and what its buttons do."""

import re

import pytest

from bot.playground.driver import labels, words
from tests.cogs.playing import duel, menus, message_after, newest
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


async def test_a_reminder_calls_who_has_the_turn_and_nobody_else(house, thread):
    [reminder] = reminders(house, thread)
    assert [user["id"] for user in reminder["mentions"]] == [str(house.maud.id)]
    assert reminder["content"].startswith(f"<@{house.maud.id}>, toujours à vous\u00a0!")
    assert "Akropolis" in words(reminder)
    assert labels(reminder) == [
        "Jouer maintenant",
        "Plus tard",
        "Je m’absente…",
        "Aller à la table",
    ]
    assert house.bastien.notifications == []


async def test_the_next_one_takes_its_place(house, thread):
    [first] = reminders(house, thread)
    await later(house, 24)
    [second] = reminders(house, thread)
    assert second["id"] != first["id"]


async def test_it_is_gone_once_the_turn_is_over(house, thread):
    await house.move(house.maud)
    await house.maud.expect(lambda: not reminders(house, thread))


async def test_play_now_opens_the_panel(house, thread):
    [reminder] = reminders(house, thread)
    panel = (await house.maud.click(reminder, "Jouer maintenant")).message
    assert panel["flags"] & 64
    assert menus(panel)


async def test_snooze_says_until_when_and_nothing_comes_before(house, thread):
    [reminder] = reminders(house, thread)
    panel = (await house.maud.click(reminder, "Plus tard")).message
    assert set(labels(panel)) >= {"Dans une heure", "Demain matin"}
    moments = re.search(r"\*\*Demain matin\*\* · <t:(\d+):f>", words(panel))
    left = int(moments[1]) / HOUR - house.app.clock.now().timestamp() / HOUR
    answer = await message_after(house.maud, panel, house.maud.click(panel, "Demain matin"))
    assert f"Je vous le rappellerai le <t:{moments[1]}:f>" in words(answer)
    await later(house, left - 0.5)
    assert [reminder["id"] for reminder in reminders(house, thread)] == [reminder["id"]]
    await later(house, 1)
    assert [reminder["id"] for reminder in reminders(house, thread)] != [reminder["id"]]


async def test_in_the_last_hour_of_a_turn_there_is_no_later(house):
    post = await house.lobby(players=2, pace="one", order="joined")
    await house.bastien.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    await later(house, 23.5)
    [*_, reminder] = await house.maud.expect(lambda: reminders(house, post["id"]))
    panel = (await house.maud.click(reminder, "Plus tard")).message
    assert "<t:" not in words(panel)
    assert labels(panel) == []


async def test_the_buttons_are_for_who_has_the_turn(house, thread):
    [reminder] = reminders(house, thread)
    for person in (house.bastien, house.noor):
        answer = await person.click(reminder, "Plus tard")
        assert answer.message["flags"] & 64
        assert "<t:" not in answer.text


async def warning_line(house, thread):
    """The line about Maud, who was reminded five times."""
    for _ in range(6):
        await later(house, 24)
    return next(message for message in house.maud.messages(thread) if "5 rappels" in words(message))


async def test_after_the_last_one_the_table_hears_what_it_can_do(house, thread):
    warning = await warning_line(house, thread)
    assert [user["id"] for user in warning["mentions"]] == [str(house.bastien.id)]
    assert labels(warning) == ["Pause", "Demander un remplacement", "Arrêter la partie"]
    question = (await house.bastien.click(warning, "Demander un remplacement")).message
    assert question["flags"] & 64
    assert "Let an AI play for **Maud**" in words(question)
    await house.bastien.click(question, "Ask for a substitute")
    await quiet(house)
    assert (await house.app.tables.get(1)).seats[0].offered
    assert labels(house.maud.message(warning["id"])) == []


async def test_it_stays_without_its_buttons_when_the_move_is_made_after_all(house, thread):
    warning = await warning_line(house, thread)
    await house.move(house.maud)
    await quiet(house)
    after = house.maud.message(warning["id"])
    assert (words(after), labels(after)) == (words(warning), [])


async def test_what_the_table_can_do_is_for_those_who_play(house, thread):
    warning = await warning_line(house, thread)
    for wish in labels(warning):
        answer = await house.noor.click(warning, wish)
        assert answer.message["flags"] & 64
        assert labels(answer.message) == []


async def test_the_buttons_work_after_a_restart(house, thread):
    [reminder] = reminders(house, thread)
    await house.stop()
    await house.start()
    assert "<t:" in (await house.maud.click(reminder, "Plus tard")).text


# ---- who is next ---------------------------------------------------------------------------------


async def test_who_is_next_hears_of_it_in_private_until_their_turn_begins(house):
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
    assert newest(house, thread)["mentions"][0]["id"] == str(house.ines.id)


def announcements(house):
    """The messages that say to Inès that she is next."""
    place = house.ines.dm()
    messages = house.ines.messages(place["id"]) if place else []
    return [message for message in messages if "Bientôt à vous" in words(message)]
