"""What speaks for a suggestion fits a phone, in every game that is looked ahead in.

`-s` prints the table of heights, and what is told.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser

from bot.ai import adviser
from bot.playground import Person
from bot.playground.driver import words
from rules.levels import STRONG
from rules.registry import get
from tests.browser import BROWSER, browser, keep, visit
from tests.e2e import fitting
from tests.e2e.playing import Message, ids, newest_board, redrawn
from tests.e2e.test_pages_fit import LANGUAGE, lobby
from tests.e2e.test_panels_fit import HIGHEST, height, panel_of
from tests.tier import games, of_tier

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("icons_there")]

AHEAD = [key for key, game in games().items() if STRONG in game.facts.players]
POSITIONS = of_tier(2, 5)
"""Of the recorded game, spread over it."""


async def why(house: Any, person: Person, thread: str) -> Message | None:
    """The page behind Play, ★ and Why?; None where nothing but one move is thinkable."""
    board = newest_board(house, thread)
    panel = (await person.click(board, ids(board, ":play")[0])).message
    if stars := ids(panel, ":sug"):
        panel = await redrawn(person, panel, person.click(panel, stars[0]))
    if not ids(panel, ":why"):
        return None
    return await redrawn(person, panel, person.click(panel, ids(panel, ":why")[0]))


@pytest.mark.parametrize(("game", "name"), fitting.readings(AHEAD))
async def test_it_fits(house, browser: Browser, monkeypatch, game: str, name: str) -> None:
    """Maud reads French, Bastien English; each is the first seat."""
    monkeypatch.setattr(adviser, "ADVISER", STRONG)
    reader, heights = getattr(house, name), dict[str, float]()
    page = await visit(browser, f"{house.ground.url}#{name}", phone=True)
    post = await lobby(house, reader, game, LANGUAGE[name])
    await reader.click(post, ids(post, ":start")[0])
    await house.maud.expect(lambda: house.boards(post["id"]))
    await (
        page.locator("#log").get_by_role("button", name=f"{get(game).facts.title} #1").last.click()
    )
    positions = list(fitting.positions(game, 0))
    for number in range(POSITIONS):
        await fitting.put_position(
            house, str(post["id"]), positions[number * len(positions) // POSITIONS]
        )
        house.app.services.adviser._opinions.clear()
        if (panel := await why(house, reader, str(post["id"]))) is None:
            continue
        heights[f"position {number}"] = high = await height(page, panel)
        await keep(panel_of(page), f"why {game} {name} {number}")
        print(f"{high:6.0f}  {game}, {name}:\n{words(panel)}")  # noqa: T201
        assert "⟦" not in words(panel)
    assert heights
    assert {called: high for called, high in heights.items() if high > HIGHEST} == {}
