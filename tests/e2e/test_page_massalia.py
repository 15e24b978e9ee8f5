"""Massalia on the page, in a real Chromium of a phone's width: a turn with a thumb."""

from __future__ import annotations

import re

from playwright.async_api import Browser, expect

from rules.registry import get
from tests.browser import BROWSER, visit
from tests.e2e.fitting import of_game
from tests.e2e.playing import open_table, put_position, standing_moves
from tests.e2e.test_page_magna_grecia import CONFIRM, Thumb
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
    maud = Thumb(page, [])
    await maud.tap("Jouer")
    await maud.look()
    await maud.tap(re.compile(r"^Jouer les 3 cartes"))
    await maud.look()
    await maud.tap(re.compile(r"^Terre · 1"))
    await maud.ghost()
    await expect(page.locator("#log .message.private").last).to_contain_text("6")
    await maud.tap(CONFIRM)
    panel = page.locator("#log .message.private").last
    await expect(panel).to_contain_text("Bastien")
    await maud.look()
    await maud.tap(re.compile("^Répartir l’attaque"))
    await panel.get_by_role("combobox").first.click()
    await page.get_by_role("option").filter(has_text=re.compile("Bastien.*2")).click()
    await expect(panel).to_contain_text("Bastien\xa0: 2")
    await maud.look()
    await maud.tap(CONFIRM)
    await maud.look()
    await maud.tap("Acheter")
    await maud.ghost()
    await maud.tap(CONFIRM)
    await maud.tap("Finir le tour")
    message = page.locator("#log .message:not(.private)").last
    await expect(message).to_contain_text("Bastien, à vous")
    moves = await standing_moves(house)
    assert [move.split()[0][0] for move in moves] == ["p", "p", "p", "t", "@", "h", "b", "e"]
    assert len(moves[5].split()) == 3
    assert page.complaints == []
