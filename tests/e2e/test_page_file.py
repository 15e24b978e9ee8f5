"""The file of a finished game, opened in a real Chromium without a network."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import pytest
from playwright.async_api import Browser, Page, expect

from playground.driver import words
from tests.browser import keep, visit
from tests.e2e.finished import finished_game
from tests.e2e.phone import FITS
from tests.tier import deep

pytestmark = FITS

SHORTEST = 18
"""Plies of the game that an ordinary run draws, turn by turn."""


async def page_file(house, game: str) -> bytes:
    """The page of a finished game that Maud has asked for."""
    thread = await finished_game(house, game, house.maud, most=SHORTEST)
    answer = await house.maud.slash("replay export", thread, {"as": "page"})

    def ready():
        message = house.maud.message(answer.message["id"])
        return message["attachments"] and message

    message = await house.maud.expect(ready)
    assert "ouvrez ce fichier dans un navigateur" in words(message)
    [attachment] = message["attachments"]
    assert attachment["filename"] == f"{game}-1.html"
    address = f"{house.ground.url.rstrip('/')}{urlsplit(attachment['url']).path}"
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        return await response.read()


async def picture(page: Page) -> str:
    """The picture of the canvas, as an address of data."""
    return str(await page.locator("#picture").evaluate("canvas => canvas.toDataURL()"))


@pytest.mark.parametrize(
    ("game", "phone"), [("akropolis", True), pytest.param("massalia", False, marks=deep)]
)
async def test_it_replays_the_game_turn_by_turn(
    house, browser: Browser, tmp_path: Path, game: str, phone: bool
) -> None:
    file = tmp_path / "game.html"
    file.write_bytes(await page_file(house, game))
    assert not re.search(rb"https?://", file.read_bytes())
    page = await visit(browser, file.as_uri(), phone=phone, locale="fr-FR")
    await page.context.set_offline(True)
    turn, title = page.locator("#turn"), page.locator("#title")
    await expect(turn).to_have_text("Au départ")
    await expect(title).to_contain_text("table 1")
    await expect(page.locator("#outcome")).to_contain_text(re.compile(r" · .* 20\d\d$"))
    await keep(page.locator("body"), f"page_{game}_first")
    deal = await picture(page)
    await page.get_by_role("button", name="Tour suivant").click()
    await expect(turn).to_have_text(re.compile(r"^Tour 1 sur \d+$"))
    await expect(page.locator("#lines p").first).not_to_be_empty()
    await expect(page.locator("#picture")).to_have_attribute("data-turn", "1")
    first = await picture(page)
    assert first != deal
    await page.keyboard.press("End")
    last = int(await page.locator("#slider").get_attribute("max") or 0)
    await expect(page.locator("#picture")).to_have_attribute("data-turn", str(last))
    await keep(page.locator("body"), f"page_{game}_last")
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator("#picture")).to_have_attribute("data-turn", str(last - 1))
    entry = page.locator("#list button").nth(1)
    if phone:
        await page.locator("#all").click()
    await entry.click()
    await expect(page.locator("#picture")).to_have_attribute("data-turn", "1")
    assert await picture(page) == first
    await expect(entry).to_have_attribute("aria-current", "")
    await page.locator("#title").click()
    await page.keyboard.press(" ")
    await expect(page.get_by_role("button", name="Pause")).to_be_visible()
    await expect(page.locator("#picture")).to_have_attribute("data-turn", "2")
    await page.keyboard.press("Space")
    await page.locator("#chart").click(position={"x": 1, "y": 20})
    await expect(turn).to_have_text("Au départ")
    await page.locator("#slider").fill("1")
    await page.locator("#language").click()
    await expect(turn).to_have_text(re.compile(r"^Turn 1 of \d+$"))
    await page.locator("#words").click()
    await expect(page.locator("#board")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.complaints == []
