"""Magna Grecia on the page, in a real Chromium of a phone's width: whole turns with a thumb."""

from __future__ import annotations

import re
from typing import NamedTuple

from playwright.async_api import Browser, Page, expect

from tests.browser import BROWSER, keep, visit
from tests.e2e.fitting import of_game
from tests.e2e.phone import HEIGHT, HIGHEST
from tests.e2e.playing import by_typing, open_table, standing_moves
from tests.e2e.test_page import button, expect_picture

pytestmark = [*BROWSER, *of_game("magna_grecia")]

CONFIRM = re.compile(r"^Confirmer")
PICTURE = 0.76
"""Greatest height of a picture beside a panel, as a share of its width."""
SHAPE = """() => {
  const one = [...document.querySelectorAll("#log .message.private .gallery img")].at(-1);
  return one?.naturalWidth ? one.clientHeight / one.clientWidth : 0;
}"""
"""The same of the picture that the page shows; none while another takes its place."""


class Thumb(NamedTuple):
    """A thumb on the page of Maud; it counts its taps."""

    page: Page
    taps: list[str]

    async def tap(self, name: str | re.Pattern[str]) -> None:
        """Press a button, once the picture of the panel is there."""
        await button(self.page, name).click()
        self.taps.append(str(name))

    async def ghost(self) -> None:
        """Wait for a candidate; its picture is not tall."""
        await expect(button(self.page, CONFIRM)).to_be_visible()
        await expect_picture(self.page.locator("#log .message.private .gallery img").last)
        shape = await self.page.wait_for_function(SHAPE)
        assert await shape.json_value() <= PICTURE
        await self.look()

    async def look(self) -> None:
        """Keep what the page shows, where somebody asked for it; the panel fits a phone."""
        panel = self.page.locator("#log .message.private").last
        assert await panel.evaluate(HEIGHT) <= HIGHEST
        await keep(panel, f"panel_{len(self.taps)}")


async def thumb(house, browser: Browser) -> Thumb:
    """The page of Maud, whose turn it is, in the thread of her table."""
    thread = await open_table(house, "magna_grecia", house.bastien, oracles="random")
    if (await house.app.reading.look(1, None)).to_act != (0,):
        await by_typing(house, 1, thread, ["end"])
    page = await visit(browser, f"{house.ground.url}#maud", phone=True)
    await page.locator("#log").get_by_role("button", name="Magna Grecia #1").last.click()
    return Thumb(page, [])


async def test_a_road_is_walked_direction_after_direction(
    house, browser: Browser, same_luck
) -> None:
    """A city first; then a road is led on by the pad, back by one, and turned."""
    maud = await thumb(house, browser)
    await maud.tap("Jouer")
    await maud.tap(re.compile("^Ville"))
    await maud.ghost()
    await maud.tap(CONFIRM)
    await maud.tap(re.compile("^Route"))
    await maud.ghost()
    await maud.tap("Détails ▾")
    await maud.tap("Autre hexagone…")
    menu = maud.page.locator("#log .message.private").last.get_by_role("combobox").first
    await expect(menu).to_contain_text("Choisissez un hexagone")
    await maud.look()
    await menu.click()
    await maud.page.get_by_role("option").first.click()
    await maud.ghost()
    ways = [sign for sign in "↖↗→↘↙←" if await button(maud.page, sign).is_enabled()]
    assert ways
    await maud.tap(ways[0])
    await expect(button(maud.page, CONFIRM)).to_have_text("Confirmer 2 coups")
    await maud.ghost()
    await maud.tap("↻")
    await maud.ghost()
    await maud.tap(CONFIRM)
    await maud.tap(re.compile("^↩|Reprendre"))
    await expect(button(maud.page, re.compile("^Route"))).to_be_visible()
    moves = await standing_moves(house)
    assert [move[0] for move in moves if move != "end"] in (["C"], ["C", "R"])
    assert maud.page.complaints == []
