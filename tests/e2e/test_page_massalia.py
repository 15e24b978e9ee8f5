"""Massalia on the page, in a real Chromium of a phone's width: a turn with a thumb."""

import re

from playwright.async_api import Browser, expect

from rules.registry import get
from tests.browser import BROWSER, keep, visit
from tests.e2e.fitting import of_game
from tests.e2e.playing import open_table, put_position, standing_moves
from tests.e2e.test_page import CONFIRM, button, expect_picture
from tests.massalia.building import laid

pytestmark = [*BROWSER, *of_game("massalia")]


async def test_a_turn_with_a_placement_a_shared_attack_and_a_purchase(
    house, browser: Browser, same_luck
) -> None:
    thread = await open_table(house, "massalia", house.bastien, house.ines)
    me = {"hand": ["AM#1", "AM#2", "SO#1"], "bag": ["L3"]}
    position = {"players": [me, {}, {}], "board": laid({"F3": "0WA", "G3": "0WA"})}
    state = get("massalia").state_from_json(position | {"river": ["C03#1", *[None] * 5]})
    await put_position(house, thread, state)
    page = await visit(browser, f"{house.ground.url}#maud", phone=True)
    await page.locator("#log").get_by_role("button", name="Massalia #1").last.click()
    panel = page.locator("#log .message.private").last

    async def tap(*names: str) -> None:
        for name in names:
            await button(page, re.compile(name)).click()

    await tap("^Jouer$", "^Jouer les 3 cartes", "^Terre · 1 tuile")
    await expect_picture(panel.locator(".gallery img").last)
    await expect(panel).to_contain_text("6")
    await tap(CONFIRM.pattern)
    await expect(panel).to_contain_text("Bastien")
    await tap("^Répartir l’attaque")
    await panel.get_by_role("combobox").first.click()
    await page.get_by_role("option").filter(has_text=re.compile("Bastien.*2")).click()
    await expect(panel).to_contain_text("Bastien\xa0: 2")
    await keep(panel, "shared attack")
    await tap(CONFIRM.pattern, "^Acheter")
    await expect_picture(panel.locator(".gallery img").last)
    await tap(CONFIRM.pattern)
    message = page.locator("#log .message:not(.private)").last
    await expect(message).to_contain_text("Bastien, à vous")
    moves = await standing_moves(house)
    assert [move.split()[0][0] for move in moves] == ["p", "p", "p", "t", "@", "h", "b", "e"]
    assert len(moves[5].split()) == 3
    assert page.complaints == []
