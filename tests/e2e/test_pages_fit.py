"""Every private page that is not a move fits a phone, in the middle of a real game of four.

`-s` prints the table of heights.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser

from bot.playground import Person
from bot.playground.components import walk
from rules.registry import games, get
from tests.browser import BROWSER, browser, visit
from tests.cogs.settling import quiet
from tests.e2e.playing import Message, ids, newest_board, redrawn, to_act
from tests.e2e.test_panels_fit import HIGHEST, height

__all__ = ["browser"]

pytestmark = BROWSER

ROUNDS = 3
"""Whole rounds that are played before the pages are measured."""
IN_WORDS = "more, text"
"""The whole board for those who see no picture: it is read from its top to its end."""
OF_TABLE = ("status", "log", "list")
Shown = AsyncIterator[tuple[str, Message]]


async def lobby(house: Any, game: str) -> Message:
    """Maud's lobby for as many as can play, with her three friends in it."""
    options: dict[str, object] = {"language": "fr", "order": "joined"}
    if len(get(game).facts.seats) > 1:
        options["players"] = max(get(game).facts.seats)
    post = (await house.maud.slash(f"{game} new", options=options)).message
    for friend in house.friends[: max(get(game).facts.seats) - 1]:
        await friend.click(post, "Rejoindre")
    return post


async def played(house: Any, number: int) -> None:
    """Whole rounds as the AI suggests them, until it is Maud's turn again."""
    tables, begun, acting = house.app.tables, 0, None
    while begun < ROUNDS or acting is not house.maud:
        acting = to_act(house, await tables.look(number, None))
        begun += acting is house.maud
        while (look := await tables.look(number, None)).to_act and to_act(house, look) is acting:
            prompt = await tables.suggest(number, acting.id, None, ())
            await tables.play(number, acting.id, None, prompt.tokens)
        acting = to_act(house, look)
    await quiet(house)


def menu_of(panel: Message, kind: str) -> Message:
    """The one menu whose custom id begins with this."""
    parts = (one for _, one in walk(panel["components"]) if one.get("options"))
    [found] = [one for one in parts if one["custom_id"].startswith(kind)]
    return found


async def each_of(person: Person, panel: Message, kind: str) -> Shown:
    """The panel after each choice of one of its menus in turn, but the one that is chosen."""
    for value in [one["value"] for one in menu_of(panel, kind)["options"]]:
        menu = menu_of(panel, kind)
        if value not in [one["value"] for one in menu["options"] if one.get("default")]:
            choosing = person.choose(panel, menu["custom_id"], value)
            panel = await redrawn(person, panel, choosing)
            yield value, panel


async def pages(house: Any, person: Person, game: str, thread: str) -> Shown:
    """Every private page about a table, as somebody at it turns them."""
    board = newest_board(house, thread)
    if button := ids(board, ":hand"):
        yield "hand", (await person.click(board, button[0])).message
    for command in OF_TABLE:
        yield f"table {command}", (await person.slash(f"table {command}", thread)).message
    more = (await person.click(board, ids(board, ":more")[0])).message
    yield "more", more
    page = await redrawn(person, more, person.click(more, ids(more, "v:")[0]))
    yield "more, first", page
    async for name, turned in each_of(person, page, "v:"):
        yield f"more, {name}", turned
    rules = (await person.slash(f"{game} rules", thread)).message
    yield "rules", rules
    async for name, turned in each_of(person, rules, "r:"):
        yield f"rules, {name}", turned


@pytest.mark.parametrize("name", ["maud", "bastien"])
@pytest.mark.parametrize("game", [*games()])
async def test_every_page_fits(house, browser: Browser, game: str, name: str) -> None:
    """Maud reads French, Bastien English."""
    reader = getattr(house, name)
    post = await lobby(house, game)
    pages_seen = await visit(browser, f"{house.ground.url}#{name}", phone=True)
    heights: dict[str, float] = {}
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    await played(house, 1)
    first = (await reader.slash("help")).message
    heights["help"] = await height(pages_seen, first)
    async for page, panel in each_of(reader, first, "ht:"):
        heights[f"help, {page}"] = await height(pages_seen, panel)
    title = f"{get(game).facts.title} #1"
    await pages_seen.locator("#log").get_by_role("button", name=title).last.click()
    async for page, panel in pages(house, reader, game, str(post["id"])):
        heights[page] = await height(pages_seen, panel)
    for page, high in sorted(heights.items(), key=lambda one: -one[1]):
        print(f"{high:6.0f}  {game}, {name}: {page}")  # noqa: T201
    too_high = {page: high for page, high in heights.items() if high > HIGHEST}
    assert too_high.keys() <= {IN_WORDS}, too_high
