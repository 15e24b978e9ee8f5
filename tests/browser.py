"""A real Chromium for the tests that press buttons on the page.

Without one they are skipped, loudly; with HEXAGORA_REQUIRE_BROWSER=1 they fail instead.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    async_playwright,
    expect,
)

from tests.patience import LONGEST

BROWSER = [pytest.mark.browser]
"""Marks of such tests."""
CANDIDATES = ("chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}
expect.set_options(timeout=LONGEST * 1000)
SHOTS = os.environ.get("HEXAGORA_SHOTS")
"""A folder for pictures of what the page shows, for whoever wants to look at them."""
GONE = "all => all.forEach(one => one.remove())"
DRAWN = "all => Promise.all(all.map(one => one.decode().catch(() => null)))"


def chromium() -> str:
    """The path of Chromium, or the end of the test."""
    found = os.environ.get("HEXAGORA_CHROMIUM") or next(
        filter(None, map(shutil.which, CANDIDATES)), ""
    )
    if found:
        return found
    words = "CHROMIUM IS MISSING: the page is not tested (Debian: apt-get install chromium)"
    if os.environ.get("HEXAGORA_REQUIRE_BROWSER") == "1":
        pytest.fail(words)
    pytest.skip(words)


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """A fresh headless Chromium."""
    path = chromium()
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield launched
        await launched.close()


async def visit(
    browser: Browser, url: str, *, phone: bool = False, scheme: str = "dark", locale: str = "en-GB"
) -> Page:
    """A page of its own (own storage, own person) that is loaded and has taken its seat.

    `page.complaints` collects what the console and uncaught errors say.
    """
    context: BrowserContext = await browser.new_context(
        viewport=PHONE if phone else DESKTOP,
        has_touch=phone,
        is_mobile=phone,
        device_scale_factor=2 if phone else 1,
        color_scheme=scheme,
        locale=locale,
        reduced_motion="reduce",
    )
    page = await context.new_page()
    page.set_default_timeout(LONGEST * 1000)
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda line: _listen(page, line))
    await page.goto(url)
    await page.locator("body:not(.loading)").wait_for()
    return page


def _listen(page: Page, line: object) -> None:
    if line.type in {"error", "warning"}:
        page.complaints.append(line.text)


async def height_of(part: Locator) -> float:
    """How high a part of the page is, measured again where the page draws it anew meanwhile."""
    while (box := await part.bounding_box()) is None:
        await expect(part).to_be_visible()
    return box["height"]


async def keep(part: Locator, name: str, *, bare: bool = True) -> None:
    """A picture of a part of the page, once its own pictures are drawn, if anybody asked for it.

    A `bare` one has no toasts over it.
    """
    if SHOTS:
        if bare:
            await part.page.locator(".toast").evaluate_all(GONE)
        await part.locator("img").evaluate_all(DRAWN)
        await part.screenshot(path=f"{SHOTS}/{name.replace('/', '-')}.png")
