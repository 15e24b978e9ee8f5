"""A turn whose time is up, as the table reads of it in its thread and in its log."""

import re

import pytest

from bot.table.options import Late, Pace, Terms
from playground.driver import labels, words
from tests.cogs.playing import newest
from tests.cogs.settling import quiet
from tests.cogs.test_reminders import later


async def start_late_game(house, late, excuses=0):
    """A game of Maud and Bastien, a turn a day; its thread."""
    options = {"players": 2, "language": "en", "order": "joined"}
    post = (await house.maud.slash("akropolis new", options=options)).message
    await house.bastien.click(post, "Join")
    terms = Terms(pace=Pace.ONE, late=late, excuses=excuses)
    await house.app.lobbies.configure(1, house.maud.id, terms=terms)
    await house.maud.click(post, "Start")
    await house.maud.expect(lambda: house.boards(post["id"]))
    await quiet(house)
    return post["id"]


def lines(house, thread):
    """Texts in the thread that are no boards."""
    posts = house.maud.messages(thread)
    return [words(post) for post in posts if "Play" not in labels(post)]


async def log(house, thread):
    return words((await house.karim.slash("table log", thread)).message)


async def test_an_ai_plays_it_once_the_days_of_grace_are_used(house):
    thread = await start_late_game(house, Late.AI, excuses=1)
    await later(house, 24.1)
    [grace] = [line for line in lines(house, thread) if "You have a day of grace" in line]
    assert grace.startswith(house.maud.mention)
    assert grace.endswith("then an AI plays your turn.")
    (until,) = re.findall(r"<t:(\d+):f>", grace)
    [reminder] = [line for line in lines(house, thread) if "still your turn" in line]
    assert f"Your time runs until <t:{until}:f>; then an AI plays your turn." in reminder
    board = [post for post in house.boards(thread) if "Recap" in labels(post)][-1]
    assert f"-# Time: **Maud** until <t:{until}:f>" in words(board)
    assert "**Maud** took a day of grace" in await log(house, thread)
    assert await house.app.reading.log(1) == []
    await later(house, 24.1)
    await house.maud.expect(
        lambda: "An AI played this turn: **Maud** was late." in words(newest(house, thread))
    )
    assert words(newest(house, thread)).startswith(house.bastien.mention)
    assert "an AI for **Maud**, who was late" in await log(house, thread)


@pytest.mark.parametrize(
    ("late", "button"), [(Late.REMIND, "Ask for a substitute"), (Late.SEAT, "Take the seat")]
)
async def test_an_offer_goes_once_the_move_is_made(house, late, button):
    thread = await start_late_game(house, late)
    await later(house, 24.1)
    [message] = [message for message in house.maud.messages(thread) if button in labels(message)]
    await house.move(house.maud)
    await house.maud.expect(lambda: not labels(house.maud.message(message["id"])))
