"""A move in advance fits a phone, from the question to what was left, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser

from bot.playground import Person
from bot.playground.components import walk
from bot.playground.driver import words
from rules.contract import play
from rules.registry import get
from tests.browser import BROWSER, browser, keep, visit
from tests.e2e import fitting
from tests.e2e.playing import ids, newest_board, redrawn
from tests.e2e.test_pages_fit import LANGUAGE
from tests.e2e.test_panels_fit import HIGHEST, broken, height, open_table, panel_of
from tests.tier import deep, games

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("icons_there")]

READERS = ("maud", "bastien")
AHEAD = {"maud": "À l’avance", "bastien": "In advance"}
LEFT = {"maud": "Vous avez laissé", "bastien": "You left"}
REVEALS = {"maud": "ce que ce coup révèle", "bastien": "what this move reveals"}
ENDS = ("end", "E", "S")
"""Moves that end a turn whatever they reveal."""
DEEPEST = 12


def cases() -> list[Any]:
    """Games and readers; an ordinary run has the one whose words are longer."""
    return [
        pytest.param(game, name, marks=[] if name == READERS[0] else deep)
        for game in games()
        for name in READERS
    ]


def waiting_position(game: str, seat: int) -> Any:
    """A position late in a recorded game in which a seat waits, and may leave a move."""
    rules = get(game)
    positions = [
        state
        for state in fitting.positions(game, 1 - seat, every=1)
        if not rules.mid_turn(state) and can_leave(rules, rules.turn_ahead(state, seat), seat)
    ]
    return positions[2 * len(positions) // 3]


def can_leave(rules: Any, ahead: Any, seat: int) -> bool:
    """Whether a press can leave a whole turn: some move is one, or reveals nothing."""
    if ahead is None:
        return False
    answers = [answer.token for answer in rules.ask(ahead, seat, ()).answers()]
    moves = [token for token in answers if rules.ask(ahead, seat, (token,)) is None]
    endings = [token for token in moves if token in ENDS]
    after = [play(rules, ahead, seat, rules.parse(ahead, seat, token))[0] for token in endings]
    return not endings or not all(map(rules.mid_turn, after))


def next_press(panel: dict[str, Any], name: str) -> str:
    """The button that confirms a move, or leads on; after a refusal, one that ends the turn.

    A move that reveals something is refused, as it leaves open what may follow.
    """
    verbs = ("ok", "go")
    if REVEALS[name] in words(panel):
        return next(
            press for verb in verbs for end in ENDS for press in ids(panel, f":{verb}:{end}")
        )
    return next(press for verb in verbs for press in ids(panel, f":{verb}:"))


@pytest.mark.parametrize(("game", "name"), cases())
async def test_every_panel_of_a_move_in_advance_fits(
    house, browser: Browser, game: str, name: str
) -> None:
    thread, reader = await open_table(house, game), getattr(house, name)
    await fitting.put_position(house, thread, waiting_position(game, READERS.index(name)))
    page = await visit(browser, f"{house.ground.url}#{name}", phone=True)
    title = f"{get(game).facts.title} #1"
    await page.locator("#log").get_by_role("button", name=title).last.click()
    board = newest_board(house, thread)
    panel = (await reader.click(board, ids(board, ":play")[0])).message
    heights = dict[str, float]()

    async def measure(called: str) -> None:
        heights[called] = await height(page, panel)
        assert await broken(page) == []
        await keep(panel_of(page), f"{LANGUAGE[name]} {game} advance {called}")

    await measure("0 question")
    assert AHEAD[name] in words(panel)
    for step in range(1, DEEPEST):
        panel = await press_or_choose(reader, panel, name)
        await measure(f"{step}")
        if LEFT[name] in words(panel):
            break
    assert LEFT[name] in words(panel)
    [cancel] = ids(panel, ":forget")
    panel = await redrawn(reader, panel, reader.click(panel, cancel))
    await measure("cancelled")
    assert {called: high for called, high in heights.items() if high > HIGHEST} == {}


async def press_or_choose(reader: Person, panel: dict[str, Any], name: str) -> dict[str, Any]:
    """The panel after the next press, or after the first entry of a menu."""
    if menus := [menu for menu in ids(panel, ":q0") if not ids(panel, ":ok:")]:
        entries = fitting_entries(panel, menus[0])
        return await redrawn(reader, panel, reader.choose(panel, menus[0], entries[0]))
    return await redrawn(reader, panel, reader.click(panel, next_press(panel, name)))


def fitting_entries(panel: dict[str, Any], menu: str) -> list[str]:
    """Values of the entries of a menu."""
    return [
        option["value"]
        for _, part in walk(panel["components"])
        if part.get("custom_id") == menu
        for option in part["options"]
    ]
