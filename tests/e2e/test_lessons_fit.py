"""First steps on a phone: every panel of a lesson, from the rules to its end, fits it."""

import re
from typing import Any

import pytest
from playwright.async_api import expect

from bot.i18n import text
from playground.driver import words
from rules.lesson import STEPS
from rules.registry import get
from tests.browser import keep
from tests.cogs.test_lessons import newest_lesson
from tests.e2e.phone import FITS, Phone
from tests.e2e.playing import Message, ids, press
from tests.tier import deep

pytestmark = FITS

MOST = 8
"""Presses of one turn at most, with *Play*."""
CASES = [
    ("akropolis", "maud"),
    ("akropolis", "bastien"),
    ("attika", "maud"),
    ("telegraph", "bastien"),
    ("magna_grecia", "maud"),
    ("massalia", "maud"),
]


@deep
@pytest.mark.parametrize(("game", "reader"), CASES)
async def test_a_newcomer_is_led_to_the_end_of_a_lesson_on_a_phone(house, phone_of, game, reader):
    """From the rules into a thread of their own; each turn is the suggested one, in few presses."""
    phone = await phone_of(reader)
    person, page, language = phone.person, phone.page, phone.language
    await phone.measure("rules", (await person.slash(f"{game} rules")).message)
    await page.get_by_role("button", name=text("lesson.start", language)).click()
    place = phone.panel.locator(".mention").last
    await expect(place).to_be_visible()
    await keep(phone.panel, f"{game} {language} ready")
    await place.click()
    table = newest_lesson(house, person, game)
    await expect(page.get_by_role("button", name=text("board.play", language)).last).to_be_visible()
    await keep(page.locator("#log"), f"{game} {language} thread")
    board = await person.expect(lambda: board_of(person, str(table.home_id)))
    panel = (await person.click(board, ids(board, ":play:")[0])).message
    steps = 0
    while not ids(panel, "fl:"):
        number = int(re.search(rf"(\d) / {STEPS}", words(panel))[1])
        assert number > steps
        steps = number
        panel = await play_turn(phone, panel, f"{game} step {number}")
        assert text("lesson.did", language) in words(panel)
        if ids(panel, ":play:"):
            panel = await press(person, panel, ":play:")
        else:
            panel = await person.expect(lambda: closing_words(person, str(table.home_id)))
            await phone.measure(f"{game} end", panel)
    assert text("lesson.end", language, game=get(game).facts.title) in words(panel)
    await person.click(panel, ids(panel, "fl:close")[0])
    await expect(phone.panel).to_contain_text(text("lesson.closed", language))
    phone.assert_fits()


async def play_turn(phone: Phone, panel: Message, called: str) -> Message:
    """Make the suggested moves of one turn, and measure its panels; the panel after it."""
    for number in range(MOST - 1):  # after *Play*
        await phone.measure(f"{called}, {number}", panel)
        is_preview = bool(ids(panel, ":more:"))
        ways = [
            button
            for verb in ((":ok:", ":on:") if is_preview else (":sug:", ":ok:", ":go:"))
            for button in sorted(ids(panel, verb), key=len)  # ★ of the whole turn names no part
        ]
        if ids(panel, ":play:") or not ways:
            return panel
        panel = await press(phone.person, panel, ways[0])
    await phone.measure(called, panel)
    assert ids(panel, ":play:") or not ids(panel, ":ok:"), words(panel)
    return panel


def closing_words(person: Any, thread: str) -> Message | None:
    """The message with the ways on after a lesson; None before it is there."""
    return next((post for post in person.messages(thread) if ids(post, "fl:close")), None)


def board_of(person: Any, thread: str) -> Message | None:
    """The newest board in a thread that a person may see; None before it is there."""
    boards = [post for post in person.messages(thread) if ids(post, ":play:")]
    return boards[-1] if boards else None
