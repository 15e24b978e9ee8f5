"""Telegraph and Attika on the page, in a real Chromium: what a click on a phone has to do."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page, expect

from bot.store import table_rows
from tests.browser import BROWSER, height_of, visit
from tests.cogs.settling import seat, stand, table
from tests.e2e.fitting import of_game
from tests.e2e.test_page import button, expect_picture
from tests.patience import until
from tests.tier import deep

pytestmark = [*BROWSER, *of_game("telegraph", "attika")]

CONFIRM = re.compile(r"^Confirmer( · |$)")
both_sizes = pytest.mark.parametrize(
    "phone", [pytest.param(False, marks=deep), True], ids=["desktop", "phone"]
)


async def at_the_table(house, browser: Browser, phone: bool, title: str) -> Page:
    """The page of Maud, whose turn it is, in the thread of the table."""
    page = await visit(browser, f"{house.ground.url}#maud", phone=phone)
    await page.locator("#log").get_by_role("button", name=f"{title} #1").last.click()
    await button(page, "Jouer").click()
    return page


async def choose(page: Page, menu: str, entry: str) -> None:
    """Open a menu of the panel and take the entry that begins with `entry`."""
    await page.locator("#log").get_by_role("combobox", name=menu).last.click()
    await page.get_by_role("option").filter(has_text=f"{entry} · ").first.click()


async def confirm(page: Page) -> str:
    """The move on the Confirm button, once its picture is there; the button is pressed."""
    await expect(button(page, CONFIRM)).to_be_visible()
    await expect_picture(page.locator("#log .message.private .gallery img").last)
    move = (await button(page, CONFIRM).inner_text()).removeprefix("Confirmer · ")
    await button(page, CONFIRM).click()
    return move


async def log(house) -> list[str]:
    return [ply.notation for ply in await house.app.store.read(table_rows.read_plies, 1)]


@both_sizes
async def test_a_building_is_paid_as_its_owner_chooses(
    house, browser: Browser, phone: bool
) -> None:
    await table(house, "telegraph")
    await stand(house, seat("51||70|60", reserve="22 31", hand="3e3b3a2m"), seat(), built="0:21@C3")
    page = await at_the_table(house, browser, phone, "U.S. Telegraph")
    await choose(page, "Choisissez un bâtiment", "Construire 22 Tour de guet")
    await expect(button(page, CONFIRM)).to_be_visible()
    await button(page, "Détails ▾").click()
    await button(page, "Sur la carte").click()
    await choose(page, "Un autre hexagone, par sa lettre", "D")
    letters = page.locator("#log").get_by_role("combobox", name="Un autre hexagone, par sa lettre")
    await expect(letters).to_have_count(0)
    await choose(page, "Choisissez un hexagone", "D1")
    await expect(button(page, CONFIRM)).to_be_visible()
    await button(page, "Détails ▾").click()
    await button(page, "Paiement").click()
    await choose(page, "Choisissez un paiement", "3e1a")
    await confirm(page)
    await expect(button(page, "↩ Annuler")).to_be_visible()
    assert await log(house) == ["B22 D1 3e1a"]
    assert page.complaints == []


@both_sizes
async def test_a_new_region_is_turned_and_placed(house, browser: Browser, phone: bool) -> None:
    await table(house, "attika")
    await stand(house, seat("22|51 52||", reserve="10"), seat(), game="attika")
    page = await at_the_table(house, browser, phone, "Attika")
    await button(page, re.compile(r"^1 \(")).click()
    await button(page, re.compile("^En réserve")).click()
    before = await button(page, CONFIRM).inner_text()
    await button(page, "↻").click()
    await expect(button(page, CONFIRM)).not_to_have_text(before)
    move = await confirm(page)
    assert move.startswith("X ")

    async def is_saved() -> bool:
        return (await log(house))[2:] == [move]

    await until(is_saved)
    await expect(page.locator("#log .message.private").last).to_contain_text(move)
    assert page.complaints == []


async def test_a_region_after_a_completed_project_fits(house, browser: Browser) -> None:
    """The lines above the picture are more than after any other move."""
    await table(house, "telegraph")
    me = seat("11|51 52||", reserve="22", hand="3e3b3a3m")
    await stand(house, me, seat(), built="0:10@A3 0:21@C3", bonus_supply=0)
    page = await at_the_table(house, browser, phone=True, title="U.S. Telegraph")
    await button(page, re.compile(r"^1 \(")).click()
    await expect(button(page, CONFIRM)).to_be_visible()
    await button(page, CONFIRM).click()
    panel = page.locator("#log .message.private").last
    await expect(panel).to_contain_text("Projet achevé")
    await expect(button(page, CONFIRM)).to_be_visible()
    await expect_picture(panel.locator(".gallery img"))
    await expect(panel).to_contain_text("Une pile est épuisée")
    assert await height_of(panel) <= 700
