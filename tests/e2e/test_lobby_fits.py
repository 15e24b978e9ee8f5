"""Every page of a host's panel fits a phone, with all that a table may agree on; so does its post.

`-s` prints the table of heights.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser

from bot.playground import Person
from tests.browser import BROWSER, browser, visit
from tests.cogs.playing import menus
from tests.e2e.playing import Message, redrawn
from tests.e2e.test_pages_fit import LANGUAGE, height_of_post
from tests.e2e.test_panels_fit import HIGHEST, height
from tests.tier import deep

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("icons_there")]

AGREED = {"pace": "bank_slow", "late": "seat", "excuses": "5", "absence": "runs"}
"""Whatever has the most to say."""


async def turn_page(person: Person, panel: Message, page: str) -> Message:
    """Another page of the panel."""
    panel = person.message(panel["id"])
    return await redrawn(person, panel, person.click(panel, f"lp:1:{page}"))


async def choose_term(person: Person, panel: Message, key: str, value: str) -> Message:
    """The page once one of the terms is another."""
    panel = person.message(panel["id"])
    [menu] = [menu["custom_id"] for menu in menus(panel) if f":t-{key}" in menu["custom_id"]]
    return await redrawn(person, panel, person.choose(panel, menu, value))


@pytest.mark.parametrize("name", ["maud", pytest.param("bastien", marks=deep)])
async def test_every_page_of_a_host_fits(house: Any, browser: Browser, name: str) -> None:
    """Maud reads French, Bastien English."""
    host, heights = getattr(house, name), {}
    page = await visit(browser, f"{house.ground.url}#{name}", phone=True)
    options = {"players": 4, "language": LANGUAGE[name], "pace": "one", "entry": "invited"}
    post = (await host.slash("akropolis new", options=options)).message
    panel = (await host.click(post, "Options")).message
    heights["options"] = await height(page, panel)
    panel = await turn_page(host, panel, "ai")
    [menu] = [menu["custom_id"] for menu in menus(panel)]
    panel = await redrawn(host, panel, host.choose(panel, menu, "3"))
    heights["AI seats"] = await height(page, panel)
    panel = await turn_page(host, panel, "options")
    panel = await turn_page(host, panel, "terms")
    heights["agreements"] = await height(page, panel)
    panel = await turn_page(host, panel, "pace")
    heights["pace"] = await height(page, panel)
    for key, value in AGREED.items():
        panel = await choose_term(host, panel, key, value)
    heights["pace, with a bank"] = await height(page, panel)
    panel = await turn_page(host, panel, "bank")
    heights["bank"] = await height(page, panel)
    heights["post"] = await height_of_post(page, post)
    for called, high in sorted(heights.items(), key=lambda one: -one[1]):
        print(f"{high:6.0f}  {name}: {called}")  # noqa: T201
    assert {called: high for called, high in heights.items() if high > HIGHEST} == {}
