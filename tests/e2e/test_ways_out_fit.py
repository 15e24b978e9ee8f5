"""What people read in private when they leave, come, or put a reminder off, fits a phone.

`-s` prints the table of heights; with `HEXAGORA_SHOTS` there are pictures of them all.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser

from bot.playground.components import walk
from bot.table.options import Late, Pace, Terms
from rules.registry import get
from tests.browser import BROWSER, browser, keep, visit
from tests.cogs.playing import message_after
from tests.cogs.test_reminders import later
from tests.e2e.test_panels_fit import HIGHEST, height, open_table, panel_of

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("icons_there")]


@pytest.mark.parametrize("game", ["akropolis", "massalia"])
async def test_leaving_and_taking_a_seat_over_fit(house, browser: Browser, game: str) -> None:
    """Maud leaves, and Noor takes her seat after a round."""
    thread = await open_table(house, game)
    for person in (house.maud, house.bastien):
        await play_a_turn(house, person)
    heights = dict[str, float]()
    page = await in_table(house, browser, "maud", game)
    for way in ("offer", "stand_in", "end", "resign"):
        panel = (await house.maud.slash("table leave", thread)).message
        heights["leave"] = await height(page, panel)
        await keep(panel_of(page), f"{game} leave")
        [button] = [id for id in custom_ids(panel) if f":ask:{way}:" in id]
        panel = await message_after(house.maud, panel, house.maud.click(panel, button))
        heights[way] = await height(page, panel)
        await keep(panel_of(page), f"{game} leave by {way}")
    await house.app.seats.offer(1, house.maud.id)
    offer = await house.noor.expect(lambda: take_button(house.noor, thread))
    page = await in_table(house, browser, "noor", game)
    first_look = (await house.noor.click(offer, "Prendre la place")).message
    heights["first look"] = await height(page, first_look)
    await keep(panel_of(page), f"{game} first look")
    report(heights)


async def test_a_reminder_that_is_put_off_fits(house, browser: Browser) -> None:
    thread = await open_table_with_clock(house)
    await later(house, 12.1)
    page = await in_table(house, browser, "maud", "akropolis")
    [reminder] = [
        post for post in house.maud.messages(thread) if "Plus tard" in str(post["components"])
    ]
    panel = (await house.maud.click(reminder, "Plus tard")).message
    heights = {"later": await height(page, panel)}
    await keep(panel_of(page), "later")
    panel = await message_after(house.maud, panel, house.maud.click(panel, "Dans une heure"))
    heights["put off"] = await height(page, panel)
    await keep(panel_of(page), "put off")
    await later(house, 14)
    await keep(page.locator("#log"), "reminder and day of grace")
    report(heights)


async def play_a_turn(house: Any, person: Any) -> None:
    """Make all moves of a person's turn."""
    seat = (await house.app.tables.get(1)).seat_of(person.id)
    while seat in (await house.app.reading.look(1, person.id)).to_act:
        await house.move(person)


async def open_table_with_clock(house: Any) -> str:
    """A turn a day and a day of grace, for Maud and Bastien; the thread."""
    post = await house.lobby(players=2)
    await house.bastien.click(post, "Rejoindre")
    terms = Terms(pace=Pace.ONE, late=Late.AI, excuses=1)
    await house.app.lobbies.configure(1, house.maud.id, terms=terms)
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    return str(post["id"])


async def in_table(house: Any, browser: Browser, name: str, game: str) -> Any:
    """A phone's page of a person, in the thread of the table."""
    page = await visit(browser, f"{house.ground.url}#{name}", phone=True)
    title = f"{get(game).facts.title} #1"
    await page.locator("#log").get_by_role("button", name=title).last.click()
    return page


def custom_ids(panel: dict[str, Any]) -> list[str]:
    """Custom ids of all buttons of a panel."""
    return [part["custom_id"] for _, part in walk(panel["components"]) if part.get("custom_id")]


def take_button(person: Any, thread: str) -> Any:
    """The post that offers a seat."""
    posts = [post for post in person.messages(thread) if "q:1:" in str(post["components"])]
    return posts[-1] if posts else None


def report(heights: dict[str, float]) -> None:
    """Print the heights; refuse one that a phone has no room for."""
    for name, high in sorted(heights.items(), key=lambda one: -one[1]):
        print(f"{high:6.0f}  {name}")  # noqa: T201
    assert {name: high for name, high in heights.items() if high > HIGHEST} == {}
