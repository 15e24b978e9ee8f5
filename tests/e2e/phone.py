"""Somebody's page on a phone: everything that it shows is to fit it.

`-s` prints the table of heights; with `HEXAGORA_SHOTS` there are pictures of everything.
"""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from playground import driver
from playground.components import walk
from rules.registry import get
from tests.browser import BROWSER, height_of, keep, visit
from tests.cogs.playing import menus, message_after
from tests.e2e.playing import Message, ids

FITS = [*BROWSER, pytest.mark.usefixtures("icons_there")]
"""Marks of tests that measure: icons take room."""
HIGHEST = 700
"""Of a panel or a post with its picture, in pixels of a phone's page."""
FEW = 30
"""Characters on all buttons of a row: so many stay side by side."""
OFTEN = 40
"""Milliseconds between two looks at the page: each frame would be oftener, and costs more."""
LANGUAGE = {"maud": "fr", "bastien": "en"}
POST = "#log .message[data-id='{}']"
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
HEIGHT = "one => one.getBoundingClientRect().height"
"""Height of a message, with the name of the bot above it."""
DRAWN = """(id) => [...document.querySelectorAll(`#log .message[data-id='${id}'] img`)]
  .every((one) => one.complete && one.naturalWidth)"""
PhoneOf = Callable[..., Awaitable["Phone"]]


class Phone:
    """A person's page, and how high everything was that it has shown."""

    def __init__(self, house: Any, name: str, page: Page) -> None:
        self.house, self.page = house, page
        self.person, self.language = getattr(house, name), LANGUAGE.get(name, "en")
        self.heights = dict[str, float]()
        self.broken = list[tuple[str, list[str]]]()

    @property
    def panel(self) -> Locator:
        """The newest panel."""
        return self.page.locator("#log .message.private").last

    async def enter(self, game: str, number: int = 1) -> None:
        """Open the thread of a table by its newest link."""
        title = f"{get(game).facts.title} #{number}"
        await self.page.locator("#log").get_by_role("button", name=title).last.click()

    async def go(self, place: int | str) -> None:
        """Open a channel or a thread, by the drawer where there is one."""
        drawer = self.page.locator("#open-drawer")
        if await drawer.is_visible():
            await drawer.click()
        await self.page.locator(f"#channels [data-channel='{place}']").click()

    async def measure(self, called: str, panel: Message) -> Message:
        """Note how high the newest panel is, once the page shows it with its pictures."""
        parts = [
            component["custom_id"]
            for _, component in walk(panel["components"])
            if component.get("custom_id")
        ]
        buttons = json.dumps(parts, separators=(",", ":"), ensure_ascii=False)
        expected = [panel["id"], buttons, len(driver.pictures(panel))]
        await self.page.wait_for_function(SHOWN, arg=expected, polling=OFTEN)
        await self.note(called, self.panel, await self.panel.evaluate(HEIGHT))
        rows = await self.panel.locator(".row").evaluate_all(BROKEN)
        self.broken += [(called, row) for row in rows if sum(map(len, row)) <= FEW]
        return panel

    async def measure_post(self, called: str, post: str) -> Locator:
        """Note how high a public post is, by its id."""
        locator = self.page.locator(POST.format(post))
        await expect(locator).to_be_visible()
        await locator.evaluate("post => post.querySelector('img')?.scrollIntoView()")
        await self.page.wait_for_function(DRAWN, arg=post, polling=OFTEN)
        await self.note(called, locator, await height_of(locator))
        return locator

    async def note(self, called: str, part: Locator, high: float) -> None:
        """Note a height, and keep a picture; the highest of those that are called alike counts."""
        if high >= self.heights.get(called, 0):
            self.heights[called] = high
            await keep(part, f"{self.language} {called}")

    async def press(self, called: str, panel: Message, custom_id: str) -> Message:
        """Measure the panel after a press on it, of the first button whose id has this part."""
        button = next(iter(ids(panel, custom_id)), custom_id)
        pressed = message_after(self.person, panel, self.person.click(panel, button))
        return await self.measure(called, await pressed)

    async def choose(self, called: str, panel: Message, part: str, value: str) -> Message:
        """Measure the panel after a choice in the menu whose id has this part."""
        panel = self.person.message(panel["id"])
        menu = next(menu["custom_id"] for menu in menus(panel) if part in menu["custom_id"])
        chosen = message_after(self.person, panel, self.person.choose(panel, menu, value))
        return await self.measure(called, await chosen)

    def assert_fits(self, *, rows: bool = False) -> None:
        """Print the heights; refuse what a phone has no room for, and `rows` that it breaks."""
        for called, high in sorted(self.heights.items(), key=lambda item: -item[1]):
            print(f"{high:6.0f}  {self.language}: {called}")  # noqa: T201
        excesses = {called: high for called, high in self.heights.items() if high > HIGHEST}
        assert self.heights
        assert not excesses, excesses
        assert not (rows and self.broken), self.broken


@pytest.fixture
def phone_of(house: Any, browser: Browser) -> PhoneOf:
    """A phone by the name of a person, in the thread of the first table of a game if one is given.

    Maud reads French, Bastien English.
    """

    async def pick_up(name: str, game: str = "", *, phone: bool = True) -> Phone:
        page = await visit(browser, f"{house.ground.url}#{name}", phone=phone)
        picked_up = Phone(house, name, page)
        if game:
            await picked_up.enter(game)
        return picked_up

    return pick_up
