"""Every private panel fits a phone, in every game: picture, pad and Confirm in one glance.

`-s` prints the table of heights.
"""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page

from bot.playground import driver
from bot.playground.components import walk
from rules.registry import get
from tests.browser import BROWSER, browser, keep, visit
from tests.e2e import fitting, magna, massalia
from tests.e2e.playing import ids, newest_board, redrawn
from tests.tier import games

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("icons_there")]

HIGHEST = 700
"""Of a panel, in pixels of a phone's page."""
SHOWN = """([id, ids, pictures]) => {
  const last = [...document.querySelectorAll("#log .message.private")].at(-1);
  if (last?.dataset.id !== id) return false;
  const have = [...last.querySelectorAll("[data-custom-id]")].map((one) => one.dataset.customId);
  const drawn = [...last.querySelectorAll(".gallery img")];
  const whole = drawn.every((one) => one.complete && one.naturalWidth);
  if (!whole) last.scrollIntoView({ block: "nearest" });
  return JSON.stringify(have) === ids && drawn.length === pictures && whole;
}"""
"""Whether the newest panel is shown with its pictures.

Out of sight they are not loaded: a board that came meanwhile may have pushed the panel up.
"""
BROKEN = """rows => rows.map((row) => [...row.querySelectorAll("button")])
  .filter((buttons) => new Set(buttons.map((one) => one.getBoundingClientRect().top)).size > 1)
  .map((buttons) => buttons.map((one) => one.innerText))"""
"""The rows of buttons that a phone breaks into several."""
WHOLE = "one => one.getBoundingClientRect().height"
"""Height of a message, with the name of the bot above it."""
FEW = 30
"""Characters on all buttons of a row: so many stay side by side."""


async def broken(page: Page) -> list[list[str]]:
    """The rows of a few words in the newest panel that do not stay together."""
    rows: list[list[str]] = await panel_of(page).locator(".row").evaluate_all(BROKEN)
    return [row for row in rows if sum(map(len, row)) <= FEW]


def panel_of(page: Page) -> Locator:
    """The newest panel."""
    return page.locator("#log .message.private").last


async def height(page: Page, panel: dict[str, Any]) -> float:
    """Height of the newest panel, once the page shows it with its pictures.

    It stands alone, so that the name of the bot is above it.
    """
    parts = [
        component["custom_id"]
        for _, component in walk(panel["components"])
        if component.get("custom_id")
    ]
    ids = json.dumps(parts, separators=(",", ":"), ensure_ascii=False)
    await page.wait_for_function(SHOWN, arg=[panel["id"], ids, len(driver.pictures(panel))])
    return float(await panel_of(page).evaluate(WHOLE))


async def open_table(house, game: str) -> str:
    """A table of as many as in the recorded game; its thread."""
    seats = fitting.longest_record(game).seats
    friends = [house.bastien, house.ines, house.karim][: seats - 1]
    options: dict[str, object] = {"language": "fr", "order": "joined"}
    if len(get(game).facts.seats) > 1:
        options["players"] = seats
    post = (await house.maud.slash(f"{game} new", options=options)).message
    for friend in friends:
        await friend.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    return str(post["id"])


@pytest.mark.parametrize("game", games())
async def test_every_panel_fits(house, browser: Browser, game: str, caplog) -> None:
    thread = await open_table(house, game)
    page = await visit(browser, f"{house.ground.url}#maud", phone=True)
    title = f"{get(game).facts.title} #1"
    await page.locator("#log").get_by_role("button", name=title).last.click()
    heights: dict[str, float] = {}
    apart: dict[str, list[list[str]]] = {}
    for name, example in fitting.every_kind(await house.app.reading.table_in(int(thread)), 0):
        await fitting.put_position(house, thread, example.position)
        panel = await fitting.open_kind(house, house.maud, thread, example)
        for label in (name, f"{name}, in detail"):
            heights[label] = max(heights.get(label, 0), await height(page, panel))
            apart[label] = [*apart.get(label, ()), *await broken(page)]
            await keep(panel_of(page), label)
            if not (panel := await fitting.unfold(house.maud, panel)):
                break
    for name, high in sorted(heights.items(), key=lambda one: -one[1]):
        print(f"{high:6.0f}  {game}: {name}")  # noqa: T201
    assert {name: high for name, high in heights.items() if high > HIGHEST} == {}
    assert {name: rows for name, rows in apart.items() if rows} == {}
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []


STEPS, LATE = 5, 0.8
"""Presses of a turn that is played step by step; share of a game after which it is played."""
PRESSES = {"magna_grecia": magna.next_press, "massalia": massalia.next_press}
"""Turns of many steps, as people press them."""


@pytest.mark.parametrize("game", PRESSES)
async def test_a_panel_that_tells_of_a_step_fits(house, browser: Browser, game: str) -> None:
    """The next question of a turn stands below what was done."""
    thread = await open_table(house, game)
    page = await visit(browser, f"{house.ground.url}#maud", phone=True)
    title = f"{get(game).facts.title} #1"
    await page.locator("#log").get_by_role("button", name=title).last.click()
    every_position = [*fitting.positions(game, 0, every=1)]
    position = every_position[round(LATE * len(every_position))]
    await fitting.put_position(house, thread, position)
    board = newest_board(house, thread)
    panel, heights = (await house.maud.click(board, ids(board, ":play")[0])).message, []
    for step in range(1, STEPS + 1):
        press = PRESSES[game](panel, step)
        panel = await redrawn(house.maud, panel, house.maud.click(panel, press))
        if not ids(panel, ":sug:"):
            break
        heights.append((await height(page, panel), driver.words(panel)))
        await keep(panel_of(page), f"{game} step {step}")
    assert any("✅" in words for _, words in heights)
    assert [one for one in heights if one[0] > HIGHEST] == []
