"""A game on the page, in a real Chromium, with the real bot behind it: what a newcomer does."""

import re

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.browser import BROWSER, browser, visit
from tests.tier import deep

__all__ = ["browser"]

pytestmark = BROWSER

SAID = re.compile(r".{40,}", re.DOTALL)


async def expect_picture(picture: Locator) -> None:
    """The picture is there, has come, and says in words what it shows."""
    await expect(picture).to_have_attribute("alt", SAID)
    await expect(picture).to_have_js_property("complete", value=True)
    await expect(picture).not_to_have_js_property("naturalWidth", 0)


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.locator("#log").get_by_role("button", name=name, exact=isinstance(name, str)).last


async def open_a_table(page: Page) -> None:
    """`/akropolis new` for two, one of them the bot."""
    await page.locator("#say").fill("/akropolis new ")
    for option, value in (("How many seats (4", "2"), ("How many seats the AI", "1")):
        if not await page.get_by_role("option").count():
            await page.locator(".more-options").click()
        await page.get_by_role("option").filter(has_text=option).click()
        await page.keyboard.type(value)
    await page.locator("#send").click()


@pytest.mark.parametrize("phone", [pytest.param(False, marks=deep), True], ids=["desktop", "phone"])
async def test_a_newcomer_opens_a_table_and_plays_three_turns(
    house, browser: Browser, phone: bool
) -> None:
    page = await visit(browser, f"{house.ground.url}#bastien", phone=phone)
    await open_a_table(page)
    await button(page, "Start").click()
    await page.locator("#log").get_by_role("button", name="Akropolis #1").last.click()
    for _ in range(3):
        await button(page, "Play").click()
        await button(page, "★ Suggest").or_(button(page, "★")).first.click()
        confirm = button(page, re.compile(r"^Confirm · "))
        await expect(confirm).to_be_visible()
        await expect_picture(page.locator("#log .message .gallery img").last)
        move = (await confirm.inner_text()).removeprefix("Confirm · ")
        await confirm.click()
        expected = f" at {move.split()[1]}"
        board = page.locator("#log .message:not(.private)").filter(has_text=expected).last
        await expect_picture(board.locator(".picture img"))
    assert page.complaints == []


async def test_one_press_opens_the_table_of_a_newcomer(house, browser: Browser) -> None:
    page = await visit(browser, f"{house.ground.url}#bastien", phone=True)
    await page.get_by_role("button", name="Start a game").click()
    await expect(button(page, "Start")).to_be_visible()
    await expect(page.locator("#log .message")).to_contain_text("Akropolis")


async def test_a_command_has_the_name_by_which_the_reader_finds_it(house, browser: Browser) -> None:
    for person, name, new in (
        ("maud", "/aide", "/akropolis nouvelle"),
        ("bastien", "/help", "/akropolis new"),
    ):
        page = await visit(browser, f"{house.ground.url}#{person}")
        await page.locator("#say").fill(f"{name} ")
        await page.locator("#send").click()
        answer = page.locator("#log .message").last
        await expect(answer.locator(".used .command")).to_have_text(name)
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
