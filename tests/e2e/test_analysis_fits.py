"""What ★ thinks of a finished game fits a phone, of everybody and of each seat, in every game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser

from bot.playground.driver import labels, pictures, words
from rules.levels import STRONG
from rules.registry import get
from tests.browser import BROWSER, browser, visit
from tests.e2e.finished import store_finished_game
from tests.e2e.fitting import longest_record, readings
from tests.e2e.playing import Message, ids, newest_board, redrawn
from tests.e2e.test_pages_fit import LANGUAGE, lobby
from tests.e2e.test_panels_fit import HIGHEST, height
from tests.tier import games

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("icons_there")]


JUDGED = [key for key, game in games().items() if STRONG in game.facts.players]


async def over(house: Any, reader: Any, game: str, language: str) -> str:
    """The thread of a game that was played to its end."""
    post = await lobby(house, reader, game, language)
    await reader.click(post, ids(post, ":start")[0])
    await house.maud.expect(lambda: house.boards(post["id"]))
    await store_finished_game(house, 1)
    return str(post["id"])


async def by_more(reader: Any, board: Message) -> Message:
    """The page of everybody, with the menu of *More* below it."""
    panel = (await reader.click(board, ids(board, ":more")[0])).message
    return await redrawn(reader, panel, reader.click(panel, ids(panel, ":analysis")[0]))


@pytest.mark.parametrize(("game", "name"), readings(JUDGED))
async def test_it_fits(house, browser: Browser, game: str, name: str) -> None:
    """Maud reads French, Bastien English."""
    reader, heights = getattr(house, name), dict[str, float]()
    page = await visit(browser, f"{house.ground.url}#{name}", phone=True)
    thread = await over(house, reader, game, LANGUAGE[name])
    title = f"{get(game).facts.title} #1"
    await page.locator("#log").get_by_role("button", name=title).last.click()
    panel = await by_more(reader, newest_board(house, thread))
    heights["everybody"] = await height(page, panel)
    for seat in range(longest_record(game).seats):
        turning = redrawn(reader, panel, reader.click(panel, ids(panel, f"analysis.{seat + 1}")[0]))
        panel = await turning
        heights[f"seat {seat}"] = await height(page, panel)
        assert len(pictures(panel)) == 1, words(panel)
        assert labels(panel)[0] == "‹"
    for called, high in heights.items():
        print(f"{high:6.0f}  {game}, {name}: {called}")  # noqa: T201
    assert {called: high for called, high in heights.items() if high > HIGHEST} == {}
