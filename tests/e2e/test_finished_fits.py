"""A finished game on a phone: replayed, analysed, and tried otherwise in a sandbox."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from playground.driver import labels, pictures, words
from rules.levels import STRONG
from rules.registry import get
from tests.browser import keep
from tests.cogs.settling import quiet
from tests.e2e.finished import finished_game
from tests.e2e.fitting import ROOT, full_record, rich_readings
from tests.e2e.phone import FITS, LANGUAGE, Phone
from tests.e2e.playing import Message, ids, newest_board
from tests.tier import deep, games, of_tier

pytestmark = FITS

STOPS = of_tier(1, 15)
"""Stops of each unit that are looked at, from the beginning and from the end."""
UNITS = of_tier(("mine",), ("round", "mine", "turn"))
"""Units other than the first, by which one goes through a replay."""
MOVES = of_tier(2, 40)
"""Moves that are made in a sandbox."""


class Replaying:
    """Somebody who presses through a replay, and looks at it."""

    def __init__(self, phone: Phone, panel: Message) -> None:
        self.phone, self.panel = phone, panel

    async def press(self, verb: str, called: str = "") -> None:
        """Press the button of a verb, and look."""
        self.panel = await self.phone.press(called or verb, self.panel, f":{verb}:")

    async def choose_side(self, value: str) -> None:
        """Take a side on the page to choose."""
        if not ids(self.panel, "rs:"):
            await self.press("choice")
        self.panel = await self.phone.choose(value, self.panel, "rs:", value)

    async def go_through(self, called: str) -> None:
        """Look at some stops, the first and the last among them."""
        for end, verb in (("first", "forth"), ("last", "back")):
            for step in (end, *[verb] * STOPS):
                if ids(self.panel, f":{step}:"):
                    await self.press(step, called)


async def open_replay(phone: Phone, thread: str) -> Replaying:
    """Open the replay of a table."""
    panel = (await phone.person.slash("replay game", thread)).message
    return Replaying(phone, await phone.measure("replay", panel))


@pytest.mark.parametrize(("game", "name"), rich_readings(games()))
async def test_a_finished_game_is_replayed_analysed_and_tried_otherwise(
    house, phone_of, game, name
):
    thread = await finished_game(house, game, getattr(house, name), LANGUAGE[name])
    phone = await phone_of(name, game)
    await go_through_stops(await open_replay(phone, thread), game)
    if STRONG in get(game).facts.players:
        await look_back(phone, thread, game)
    await play_a_sandbox(await open_replay(phone, thread))
    phone.assert_fits(rows=True)


async def go_through_stops(tour: Replaying, game: str) -> None:
    """Stops by turns, by rounds, by one's own, by hands."""
    assert len(pictures(tour.panel)) == 1
    assert len(labels(tour.panel)) == 3, words(tour.panel)
    await tour.go_through("turns")
    for unit in UNITS:
        await tour.press("choice")
        await tour.press(unit)
        await tour.go_through(unit)
    for side in ("sa", "s0") if get(game).facts.hands else ():
        await tour.choose_side(side)
        assert "· - " not in words(tour.panel)
        await tour.go_through(side)


async def look_back(phone: Phone, thread: str, game: str) -> None:
    """The analysis of everybody and of each seat, behind *More*.

    Headings are whole, small lines are whole or gone.
    """
    board = newest_board(phone.house, thread)
    panel = (await phone.person.click(board, ids(board, ":more")[0])).message
    panel = await phone.press("everybody", panel, ":analysis")
    for seat in range(full_record(game).seats):
        panel = await phone.press(f"seat {seat}", panel, f"analysis.{seat + 1}")
        assert len(pictures(panel)) == 1, words(panel)
        assert labels(panel)[0] == "‹"
        assert not words(panel).partition("\n")[0].endswith("…"), words(panel)
        small_lines = [line for line in words(panel).split("\n") if line.startswith("-# ")]
        assert not any(line.endswith("…") for line in small_lines), small_lines


async def play_a_sandbox(tour: Replaying) -> None:
    """A sandbox that is opened in the replay, played seat after seat, and closed."""
    phone = tour.phone
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
    if await phone.house.app.sandboxes.of(phone.person.id):
        panel = (await phone.person.slash("table cancel", home)).message
        await phone.measure("question before closing", panel)
        await phone.press("closed", panel, ":cancel:")
        await quiet(phone.house)
    assert await phone.house.app.sandboxes.of(phone.person.id) == []


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


@deep
async def test_a_wide_page_shows_a_replay_within_its_frame(house, phone_of):
    game = next(key for key, rules in games().items() if rules.facts.hands)
    thread = await finished_game(house, game, house.maud)
    phone = await phone_of("maud", game, phone=False)
    tour = await open_replay(phone, thread)
    await tour.press("last")
    await tour.choose_side("sa")
    content, frame, right = await phone.panel.evaluate(
        "one => [one.scrollWidth, one.clientWidth, one.getBoundingClientRect().right]"
    )
    assert content <= frame
    assert right <= 1280
    assert phone.broken == []
