"""A game on the page, in a real Chromium, with the real bot behind it: what a newcomer does."""

import json
import re

import pytest
from playwright.async_api import Browser, Locator, Page, WebSocketRoute, expect

from playground.people import GAMES_ID
from rules.registry import games
from tests import tier
from tests.browser import BROWSER, height_of, keep, visit
from tests.e2e.phone import HIGHEST
from tests.tier import deep

pytestmark = BROWSER

FILL = re.compile(r"^Fill with AI ")
ONWARD = re.compile(r"^(★|Show the move)")
"""A suggestion; where the first panel is one already, the way on from the coach."""
CONFIRM = re.compile(r"^Confirm")
SAID = re.compile(r".{25,}", re.DOTALL)


@pytest.fixture
def newcomers() -> bool:
    """Here people see the page for the first time."""
    return True


async def expect_picture(picture: Locator) -> None:
    """The picture is there, has come, and says in words what it shows."""
    await expect(picture).to_have_attribute("alt", SAID)
    await expect(picture).to_have_js_property("complete", value=True)
    await expect(picture).not_to_have_js_property("naturalWidth", 0)


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.locator("#log").get_by_role("button", name=name, exact=isinstance(name, str)).last


MOST_TAPS = 5
"""Taps from the page to the first confirmed move of a newcomer."""


@pytest.mark.parametrize("game", [game.facts.title for game in tier.games().values()])
async def test_a_newcomer_confirms_their_first_move_within_five_taps(
    house, browser: Browser, game: str
) -> None:
    """The game, Start, AI seats, a suggestion, Confirm; of a turn of several moves, the first."""
    page, taps = await visit(browser, f"{house.ground.url}#bastien", phone=True), []

    async def tap(part: Locator) -> None:
        await part.click()
        taps.append(part)

    await keep(page.locator("body"), f"welcome-{game}")
    await tap(page.locator(".welcome .game").filter(has_text=game))
    await expect(button(page, "Start")).to_be_visible()
    await keep(page.locator("#log .message").last, f"lobby-{game}")
    await tap(button(page, "Start"))
    await expect(button(page, FILL)).to_be_visible()
    await keep(page.locator("#log .message").last, f"ways-{game}")
    await tap(button(page, FILL))
    await expect(button(page, ONWARD)).to_be_visible()
    panel = page.locator("#log .message").last
    await expect(panel).to_contain_text("To win:")
    await expect(panel.get_by_text("see the table")).to_be_visible()
    await keep(panel, f"first-{game}")
    assert await height_of(panel) <= HIGHEST
    await tap(button(page, ONWARD))
    await tap(button(page, CONFIRM))
    await expect(page.locator("#log .message").last).to_contain_text("✅")
    assert len(taps) <= MOST_TAPS
    assert page.complaints == []


async def test_news_while_a_page_loads_does_not_change_whose_page_it_is(
    house, browser: Browser
) -> None:
    """The server first takes a reader of English for Bastien, until the page asks for Maud."""
    page = await (await browser.new_context(locale="en-GB")).new_page()
    worlds = []

    def add_news(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            socket.send(message)
            if (event := json.loads(message))["op"] == "world":
                worlds.append(event)
                news = {"op": "unread", "channel": str(GAMES_ID), "unread": 1, "mentions": 0}
                socket.send(json.dumps(news))

        server.on_message(pass_on)

    await page.route_web_socket(re.compile("."), add_news)
    await page.goto(f"{house.ground.url}#maud")
    await page.locator("body:not(.loading)").wait_for()
    assert len(worlds) > 1
    assert "#maud/" in page.url


READERS = [
    pytest.param("bastien", "light · 1–4 players", "/help", "/akropolis new", marks=deep),
    ("maud", "léger · 1–4 joueurs", "/aide", "/akropolis nouvelle"),
]


@pytest.mark.parametrize(("name", "facts", "command", "new"), READERS)
async def test_the_welcome_tells_the_games_apart_and_commands_have_the_readers_names(
    house, browser: Browser, name: str, facts: str, command: str, new: str
) -> None:
    page = await visit(browser, f"{house.ground.url}#{name}", phone=True)
    offered = page.locator(".welcome .game")
    await expect(offered).to_have_count(len(games()))
    await expect(offered.filter(has_text="Akropolis")).to_contain_text(facts)
    await expect(page.locator(".welcome h3")).to_be_in_viewport()
    await keep(page.locator(".welcome"), f"welcome-{name}")
    await page.locator("#say").fill(f"{command} ")
    await page.locator("#send").click()
    answer = page.locator("#log .message").last
    await expect(answer.locator(".used .command")).to_have_text(command)
    await expect(answer.get_by_role("button", name=new).first).to_be_visible()


async def test_the_page_scrolls_to_the_answer_of_whoever_has_scrolled_up(
    house, browser: Browser
) -> None:
    thread = await house.table()
    page = await visit(browser, f"{house.ground.url}#bastien", phone=True)
    await page.locator("#log").get_by_role("button", name="Akropolis #1").last.click()
    for number in range(30):
        await house.noor.say(f"Line {number}", thread)
    await expect(page.get_by_text("Line 29")).to_be_visible()
    more = page.locator("#log").get_by_role("button", name="Plus").first
    await more.scroll_into_view_if_needed()
    await more.click()
    await expect(page.locator("#log .message.private").last).to_be_in_viewport()
