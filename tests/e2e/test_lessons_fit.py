"""First steps on a phone: every panel of a lesson, from the rules to its end, fits it.

`-s` prints the table of heights; with `HEXAGORA_SHOTS` there are pictures of them all.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from bot.i18n import text
from bot.playground.driver import words
from rules.lesson import STEPS
from rules.registry import get
from tests.browser import BROWSER, browser, keep, visit
from tests.cogs.test_lessons import newest_lesson
from tests.e2e.playing import Message, ids, redrawn
from tests.e2e.test_panels_fit import HIGHEST, height, panel_of
from tests.tier import deep

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("icons_there")]

MOST = 40
"""Presses of one turn at most."""
CASES = [
    ("akropolis", "maud"),
    *(
        pytest.param(game, reader, marks=deep)
        for game, reader in (
            ("akropolis", "bastien"),
            ("attika", "maud"),
            ("telegraph", "bastien"),
            ("magna_grecia", "maud"),
            ("massalia", "maud"),
        )
    ),
]
LANGUAGE = {"maud": "fr", "bastien": "en"}


LANGUAGE = {"maud": "fr", "bastien": "en"}


@pytest.mark.parametrize(("game", "reader"), CASES)
async def test_a_newcomer_is_led_through_five_turns_on_a_phone(
    house: Any, browser: Browser, game: str, reader: str
) -> None:
    """From the rules into a thread of their own; each turn is the suggested one."""
    language, person = LANGUAGE[reader], getattr(house, reader)
    page = await visit(browser, f"{house.ground.url}#{reader}", phone=True)
    rules = (await person.slash(f"{game} rules")).message
    heights = {"rules": await height(page, rules)}
    await keep(panel_of(page), f"{game} {language} rules")
    await page.get_by_role("button", name=text("lesson.start", language)).click()
    place = panel_of(page).locator(".mention").last
    await expect(place).to_be_visible()
    await keep(panel_of(page), f"{game} {language} ready")
    await place.click()
    table = newest_lesson(house, person, game)
    play = page.get_by_role("button", name=text("board.play", language)).last
    await expect(play).to_be_visible()
    await keep(page.locator("#log"), f"{game} {language} thread")
    board = await person.expect(lambda: board_of(person, str(table.home_id)))
    panel = (await person.click(board, ids(board, ":play:")[0])).message
    for number in range(1, STEPS + 1):
        assert f"{number} / {STEPS}" in words(panel)
        name = f"{game} {language} step {number}"
        panel = await play_turn(person, panel, page, name, heights)
        assert text("lesson.did", language) in words(panel)
        if number < STEPS:
            panel = await redrawn(person, panel, person.click(panel, ids(panel, ":play:")[0]))
    assert text("lesson.end", language, game=get(game).facts.title) in words(panel)
    await person.click(panel, ids(panel, "fl:close")[0])
    await expect(panel_of(page)).to_contain_text(text("lesson.closed", language))
    for name, high in sorted(heights.items(), key=lambda one: -one[1]):
        print(f"{high:6.0f}  {name}")  # noqa: T201
    assert {name: high for name, high in heights.items() if high > HIGHEST} == {}


async def play_turn(
    person: Any, panel: Message, page: Page, name: str, heights: dict[str, float]
) -> Message:
    """Make the suggested moves of one turn, and measure its panels; the panel after it."""
    for press in range(MOST):
        called = f"{name}, {press}"
        heights[called] = await height(page, panel)
        await keep(panel_of(page), called)
        if ids(panel, ":play:") or ids(panel, "fl:"):
            return panel
        is_preview = bool(ids(panel, ":more:"))
        ways = ids(panel, ":ok:") if is_preview else (ids(panel, ":sug:") or ids(panel, ":go:"))
        panel = await redrawn(person, panel, person.click(panel, ways[0]))
    raise AssertionError(words(panel))


def board_of(person: Any, thread: str) -> Message | None:
    """The newest board in a thread that a person may see; None before it is there."""
    boards = [post for post in person.messages(thread) if ids(post, ":play:")]
    return boards[-1] if boards else None
