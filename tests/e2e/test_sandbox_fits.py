"""A sandbox on a phone: opened from the replay or by a file, and played seat after seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from rules.registry import get
from tests.browser import BROWSER, browser, height_of, keep, visit
from tests.cogs.settling import quiet
from tests.e2e.fitting import ROOT, readings
from tests.e2e.playing import ids, newest_board
from tests.e2e.test_pages_fit import LANGUAGE, POST
from tests.e2e.test_panels_fit import HIGHEST
from tests.e2e.test_replay_fits import Replaying, finished_game
from tests.tier import games, of_tier

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("icons_there")]

MOVES = of_tier(6, 40)
"""Moves that are made in a sandbox."""


class Trying(Replaying):
    """Somebody who opens a sandbox, and plays in it."""

    async def open_from_replay(self, thread: str, answer: str) -> str:
        """Open a sandbox in the middle of a replay; return its thread."""
        self.panel = (await self.person.slash("table replay", thread)).message
        for verb in ("last", *["back"] * 4, "choice"):
            await self.press(verb)
        await self.look("choice")
        await self.press("whatif")
        await self.look("question")
        await self.press(answer)
        await self.look("opened")
        return await self.home()

    async def home(self) -> str:
        """The thread of the newest sandbox, once its board is there."""
        await quiet(self.house)
        table = (await self.house.app.sandboxes.of(self.person.id))[0]
        return str(table.home_id)

    async def go(self, place: int | str) -> None:
        """Open a channel or a thread, on a phone by the drawer."""
        drawer = self.page.locator("#open-drawer")
        if await drawer.is_visible():
            await drawer.click()
        await self.page.locator(f"#channels [data-channel='{place}']").click()

    async def play(self, thread: str) -> None:
        """Open the panel of the newest board, and look at both."""
        board = newest_board(self.house, thread)
        locator = self.page.locator(POST.format(board["id"]))
        await expect(locator).to_be_visible()
        self.heights["board"] = await height_of(locator)
        await keep(locator, f"replay, {self.name}, board")
        self.panel = (await self.person.click(board, ids(board, ":play")[0])).message
        await self.look("first panel")

    async def move(self) -> None:
        """Make a move as the AI suggests it, with the panels on the way."""
        if ids(self.panel, ":sug:"):
            await self.press("sug")
            await self.look("suggestion")
        await self.press("ok")
        await self.look("next seat")


@pytest.mark.parametrize(("game", "name"), readings(games()))
async def test_a_sandbox_is_opened_played_and_closed(
    house: Any, browser: Browser, game: str, name: str
) -> None:
    """Maud reads French, Bastien English; they open it in the replay, and play every seat."""
    reader = getattr(house, name)
    page = await visit(browser, f"{house.ground.url}#{name}", phone=True)
    thread = await finished_game(house, reader, game, LANGUAGE[name])
    title = f"{get(game).facts.title} #1"
    await page.locator("#log").get_by_role("button", name=title).last.click()
    tour = Trying(house, reader, page, f"{game}, {name}")
    home = await tour.open_from_replay(thread, "all")
    await tour.go(home)
    await tour.play(home)
    for number in range(MOVES):
        if not (ids(tour.panel, ":sug:") or ids(tour.panel, ":ok:")):
            break  # the game is over
        await tour.move()
        if number == 1 and ids(tour.panel, ":undo:"):
            await tour.press("undo")
            await tour.look("taken back")
    await close(tour, home)
    assert_fits(tour)


async def close(tour: Trying, home: str) -> None:
    """Close the sandbox by the command that closes a table, unless its game is over."""
    if not await tour.house.app.sandboxes.of(tour.person.id):
        return
    tour.panel = (await tour.person.slash("table cancel", home)).message
    await tour.look("question before closing")
    await tour.press("cancel")
    await tour.look("closed")
    await quiet(tour.house)
    assert await tour.house.app.sandboxes.of(tour.person.id) == []


def assert_fits(tour: Trying) -> None:
    """Nothing that was looked at is too high, and no row of buttons is broken."""
    for called, high in tour.heights.items():
        print(f"{high:6.0f}  {tour.name}: {called}")  # noqa: T201
    assert {called: high for called, high in tour.heights.items() if high > HIGHEST} == {}
    assert tour.broken == []


@pytest.mark.parametrize(("name", "phone"), [("maud", True), ("noor", False)])
async def test_a_record_is_attached_on_the_page(
    house: Any, browser: Browser, tmp_path: Path, name: str, phone: bool
) -> None:
    """A person types the command, chooses the file, and finds the sandbox in the sidebar."""
    person = getattr(house, name)
    command = "/table importer " if name == "maud" else "/table import "
    record = ROOT / "akropolis" / "records"
    file = tmp_path / "game.json"
    file.write_bytes(sorted(record.glob("*.json"))[0].read_bytes())
    page = await visit(browser, f"{house.ground.url}#{name}", phone=phone)
    await page.locator("#say").fill(command)
    await page.locator(".pill input[type=file]").set_input_files(file)
    await keep(page.locator("body"), f"import, {name}, command")
    await page.locator(".more-options").press("Enter")
    answer = page.locator("#log .message.private").last
    await expect(answer).to_contain_text("Akropolis")
    await keep(answer, f"import, {name}, answer")
    await quiet(house)
    [table] = await house.app.sandboxes.of(person.id)
    tour = Trying(house, person, page, f"import, {name}")
    await tour.go(table.home_id)
    await tour.play(str(table.home_id))
    await keep(page.locator("body"), f"import, {name}, page")
    assert_fits(tour)
