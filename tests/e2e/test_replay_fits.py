"""The replay of a game fits a phone at every kind of stop, in every game, and keeps its row."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser

from bot.playground import Person
from bot.playground.driver import labels, pictures, words
from rules.registry import get
from tests.browser import BROWSER, browser, keep, visit
from tests.e2e.finished import store_finished_game
from tests.e2e.fitting import readings
from tests.e2e.playing import Message, ids, redrawn
from tests.e2e.test_pages_fit import LANGUAGE, lobby
from tests.e2e.test_panels_fit import HIGHEST, broken, height, panel_of
from tests.tier import games, of_tier

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("icons_there")]

STEPS = of_tier(3, 15)
"""Stops of each unit that are looked at, from the beginning and from the end."""


class Replaying:
    """Somebody who presses through a replay; heights and broken rows of what they saw."""

    def __init__(self, house: Any, person: Person, page: Any, name: str) -> None:
        self.house, self.person, self.page, self.name = house, person, page, name
        self.panel: Message
        self.heights = dict[str, float]()
        self.broken = list[list[str]]()

    async def look(self, called: str) -> None:
        """Measure the panel."""
        high = await height(self.page, self.panel)
        self.heights[called] = max(self.heights.get(called, 0.0), high)
        self.broken += await broken(self.page)
        await keep(panel_of(self.page), f"replay, {self.name}, {called}")

    async def press(self, verb: str) -> None:
        """Press the button of a verb."""
        button = ids(self.panel, f":{verb}:")[0]
        self.panel = await redrawn(self.person, self.panel, self.person.click(self.panel, button))

    async def choose(self, value: str) -> None:
        """Take a side on the page to choose."""
        if not ids(self.panel, "rs:"):
            await self.press("choice")
        menu = ids(self.panel, "rs:")[0]
        self.panel = await redrawn(
            self.person, self.panel, self.person.choose(self.panel, menu, value)
        )

    async def go_through(self, called: str) -> None:
        """Look at some stops, the first and the last among them."""
        for end, verb in (("first", "forth"), ("last", "back")):
            if ids(self.panel, f":{end}:"):
                await self.press(end)
            await self.look(called)
            for _ in range(STEPS):
                if ids(self.panel, f":{verb}:"):
                    await self.press(verb)
                    await self.look(called)


async def finished_game(house: Any, reader: Person, game: str, language: str) -> str:
    """The thread of a recorded game at a table of friends."""
    post = await lobby(house, reader, game, language)
    await reader.click(post, ids(post, ":start")[0])
    await house.maud.expect(lambda: house.boards(post["id"]))
    await store_finished_game(house, 1)
    return str(post["id"])


@pytest.mark.parametrize(("game", "name"), readings(games()))
async def test_every_stop_fits(house, browser: Browser, game: str, name: str) -> None:
    """Maud reads French, Bastien English; they go by turns, by rounds, by their own, by hands."""
    reader = getattr(house, name)
    page = await visit(browser, f"{house.ground.url}#{name}", phone=True)
    thread = await finished_game(house, reader, game, LANGUAGE[name])
    title = f"{get(game).facts.title} #1"
    await page.locator("#log").get_by_role("button", name=title).last.click()
    tour = Replaying(house, reader, page, f"{game}, {name}")
    tour.panel = (await reader.slash("table replay", thread)).message
    assert len(pictures(tour.panel)) == 1
    assert len(labels(tour.panel)) == 3, words(tour.panel)
    await tour.go_through("turns")
    for unit in ("round", "mine", "turn"):
        await tour.press("choice")
        await tour.look("choice")
        await tour.press(unit)
        await tour.go_through(unit)
    for side in ("sa", "s0") if get(game).facts.hands else ():
        await tour.choose(side)
        await tour.go_through(side)
    for called, high in tour.heights.items():
        print(f"{high:6.0f}  {game}, {name}: {called}")  # noqa: T201
    assert {called: high for called, high in tour.heights.items() if high > HIGHEST} == {}
    assert tour.broken == []


async def test_a_wide_page_shows_it_as_well(house, browser: Browser) -> None:
    """Nothing stands outside of its frame where there is room."""
    page = await visit(browser, f"{house.ground.url}#maud")
    [game] = [key for key, rules in games().items() if rules.facts.hands][:1]
    thread = await finished_game(house, house.maud, game, "fr")
    title = f"{get(game).facts.title} #1"
    await page.locator("#log").get_by_role("button", name=title).last.click()
    tour = Replaying(house, house.maud, page, f"{game}, wide")
    tour.panel = (await house.maud.slash("table replay", thread)).message
    await tour.press("last")
    await tour.look("last")
    await tour.press("choice")
    await tour.look("choice")
    await tour.choose("sa")
    await tour.look("hands")
    boxes = await panel_of(page).evaluate(
        "one => [one.scrollWidth, one.clientWidth, one.getBoundingClientRect().right]"
    )
    assert boxes[0] <= boxes[1]
    assert boxes[2] <= 1280
    assert tour.broken == []
