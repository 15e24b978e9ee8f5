"""A sandbox on a phone: opened from the replay or by a file, and played seat after seat."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser import keep
from tests.cogs.settling import quiet
from tests.e2e.finished import finished_game
from tests.e2e.fitting import ROOT, rich_readings
from tests.e2e.phone import FITS, LANGUAGE, Phone
from tests.e2e.playing import ids, newest_board
from tests.e2e.test_replay_fits import Replaying, open_replay
from tests.tier import deep, games, of_tier

pytestmark = FITS

MOVES = of_tier(2, 40)
"""Moves that are made in a sandbox."""


async def play_in(phone: Phone, thread: str) -> Replaying:
    """Open the panel of the newest board, and look at both."""
    await phone.go(thread)
    board = newest_board(phone.house, thread)
    await phone.measure_post("board", board["id"])
    panel = (await phone.person.click(board, ids(board, ":play")[0])).message
    return Replaying(phone, await phone.measure("first panel", panel))


async def newest_sandbox(phone: Phone) -> str:
    """The thread of a person's newest sandbox, once its board is there."""
    await quiet(phone.house)
    return str((await phone.house.app.sandboxes.of(phone.person.id))[0].home_id)


@pytest.mark.parametrize(("game", "name"), rich_readings(games()))
async def test_a_sandbox_is_opened_played_and_closed(house, phone_of, game, name):
    """It is opened in the replay, and every seat is played."""
    thread = await finished_game(house, game, getattr(house, name), LANGUAGE[name])
    phone = await phone_of(name, game)
    tour = await open_replay(phone, thread)
    for verb in ("last", *["back"] * of_tier(1, 4), "choice", "whatif", "all"):
        await tour.press(verb)
    home = await newest_sandbox(phone)
    tour = await play_in(phone, home)
    for number in range(MOVES):
        if not (ids(tour.panel, ":sug:") or ids(tour.panel, ":ok:")):
            break  # the game is over
        if ids(tour.panel, ":sug:"):
            await tour.press("sug")
            if ids(tour.panel, ":choice.c1:"):
                await tour.press("choice.c1", "second choice")
        await tour.press("ok" if ids(tour.panel, ":ok:") else "on")
        if number == 1 and ids(tour.panel, ":undo:"):
            await tour.press("undo")
    if await house.app.sandboxes.of(phone.person.id):
        panel = (await phone.person.slash("table cancel", home)).message
        await phone.measure("question before closing", panel)
        await phone.press("closed", panel, ":cancel:")
        await quiet(house)
    assert await house.app.sandboxes.of(phone.person.id) == []
    phone.assert_fits(rows=True)


@pytest.mark.parametrize(
    ("name", "on_phone"), [("maud", True), pytest.param("noor", False, marks=deep)]
)
async def test_a_record_is_attached_on_the_page(
    house, phone_of, tmp_path: Path, name: str, on_phone: bool
):
    """A person types the command, chooses the file, and finds the sandbox in the sidebar."""
    record = sorted((ROOT / "akropolis" / "records").glob("*.json"))[0]
    file = tmp_path / "game.json"
    file.write_bytes(record.read_bytes())
    phone = await phone_of(name, phone=on_phone)
    page = phone.page
    await page.locator("#say").fill("/revoir importer " if name == "maud" else "/replay import ")
    await page.locator(".pill input[type=file]").set_input_files(file)
    await keep(page.locator("body"), f"import, {name}, command")
    await page.locator(".more-options").press("Enter")
    await expect(phone.panel).to_contain_text("Akropolis")
    await keep(phone.panel, f"import, {name}, answer")
    await play_in(phone, await newest_sandbox(phone))
    phone.assert_fits(rows=True)
