"""A real Chromium for the tests that press buttons on the page.

Without one they are skipped, loudly; with HEXAGORA_REQUIRE_BROWSER=1 they fail instead.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from tests.leash import on_leash
from tests.patience import LONGEST

BROWSER = [pytest.mark.browser]
"""Marks of such tests."""
CANDIDATES = ("chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = (
    "--headless",
    "--remote-debugging-port=0",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-extensions",
    "--disable-component-extensions-with-background-pages",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-ipc-flooding-protection",
    "--disable-hang-monitor",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-sync",
    "--metrics-recording-only",
    "--password-store=basic",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--mute-audio",
)
"""The arguments of Playwright, as far as they matter here: nothing sleeps, nothing asks."""
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}
expect.set_options(timeout=LONGEST * 1000)
SHOTS = os.environ.get("HEXAGORA_SHOTS")
"""A folder for pictures of what the page shows, for whoever wants to look at them."""
GONE = "all => all.forEach(one => one.remove())"
DRAWN = "all => Promise.all(all.map(one => one.decode().catch(() => null)))"


def chromium() -> str:
    """The path of Chromium, or the end of the test."""
    path = os.environ.get("HEXAGORA_CHROMIUM") or next(
        filter(None, map(shutil.which, CANDIDATES)), ""
    )
    if path:
        return path
    words = "CHROMIUM IS MISSING: the page is not tested (Debian: apt-get install chromium)"
    if os.environ.get("HEXAGORA_REQUIRE_BROWSER") == "1":
        pytest.fail(words)
    pytest.skip(words)


@contextmanager
def running_chromium(profile: Path) -> Iterator[str]:
    """A headless Chromium with an empty profile; its address. It leaves no process behind."""
    command = on_leash([chromium(), *ARGUMENTS, f"--user-data-dir={profile}", "about:blank"])
    file = profile / "DevToolsActivePort"
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            while not (file.exists() and len(words := file.read_text().split()) == 2):
                assert process.poll() is None, "Chromium has ended"
                time.sleep(0.02)
            port, path = words
            yield f"ws://127.0.0.1:{port}{path}"
        finally:
            os.killpg(process.pid, signal.SIGTERM)


ONE_LOOP = "session"
"""Scope of the event loop of tests with a browser: its driver starts once for all of them."""


@pytest_asyncio.fixture(scope="session", loop_scope=ONE_LOOP)
async def chromium_of_all(chromium_address: str) -> AsyncIterator[Browser]:
    """The Chromium of all tests of this process; what is opened in it is closed at the end."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(
            chromium_address, timeout=LONGEST * 1000
        )
        yield browser
        IDLE.clear()
        await browser.close()


@pytest_asyncio.fixture(loop_scope=ONE_LOOP)
async def browser(chromium_of_all: Browser) -> AsyncIterator[Browser]:
    """The Chromium of all tests; what a test opens in it is closed at its end, or emptied."""
    yield chromium_of_all
    while USED:
        kind, page = USED.pop()
        await empty(page)
        IDLE.setdefault(kind, []).append(page)
    idle = {page.context for pages in IDLE.values() for page in pages}
    for context in chromium_of_all.contexts[1:]:  # the first is its own
        if context not in idle:
            await context.close()


Kind = tuple[bool, str, str]
"""The properties of a page that last: whether it is a phone's, its colours, its language."""
IDLE: dict[Kind, list[Page]] = {}
"""Pages that no test uses now: a new one starts a process, which loads all fonts anew."""
USED: list[tuple[Kind, Page]] = []
"""Pages of the test that runs."""


async def visit(
    browser: Browser, url: str, *, phone: bool = False, scheme: str = "dark", locale: str = "en-GB"
) -> Page:
    """A page of its own (own storage, own person) that is loaded and has taken its seat.

    `page.complaints` collects what the console and uncaught errors say.
    """
    kind = (phone, scheme, locale)
    page = IDLE[kind].pop() if IDLE.get(kind) else await new_page(browser, kind)
    USED.append((kind, page))
    page.complaints = []
    await page.goto(url, wait_until="domcontentloaded")
    await page.locator("body:not(.loading)").wait_for()
    return page


async def new_page(browser: Browser, kind: Kind) -> Page:
    """A page in a context of its own."""
    phone, scheme, locale = kind
    context = await browser.new_context(
        viewport=PHONE if phone else DESKTOP,
        has_touch=phone,
        is_mobile=phone,
        device_scale_factor=2 if phone and SHOTS else 1,
        color_scheme=scheme,
        locale=locale,
        reduced_motion="reduce",
    )
    page = await context.new_page()
    page.set_default_timeout(LONGEST * 1000)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda line: _listen(page, line))
    return page


async def empty(page: Page) -> None:
    """Let a page be as a new one: without memory, away from its server."""
    await page.context.set_offline(False)
    await page.unroute_all(behavior="ignoreErrors")
    await page.mouse.up()
    if page.url.startswith("http"):
        await page.evaluate("sessionStorage.clear(), localStorage.clear()")
    await page.goto("about:blank")


def _listen(page: Page, line: object) -> None:
    if line.type in {"error", "warning"}:
        page.complaints.append(line.text)


async def height_of(part: Locator) -> float:
    """Height of a part of the page, measured again where the page draws it anew meanwhile."""
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
