"""Every page that is not a move fits a phone: lobby, recap, and what a player of a real game reads.

`-s` prints the table of heights.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from bot.playground import Person
from bot.playground.components import walk
from rules.registry import get
from tests.browser import BROWSER, browser, height_of, visit
from tests.cogs.settling import quiet
from tests.e2e import fitting
from tests.e2e.playing import Message, ids, newest_board, redrawn, to_act
from tests.e2e.test_panels_fit import HIGHEST, height
from tests.tier import game_of_most_text, games, of_tier

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("icons_there")]

ROUNDS = of_tier(1, 3)
"""Whole rounds that are played before the pages are measured."""
OF_TABLE = ("status", "log", "list")
LANGUAGE = {"maud": "fr", "bastien": "en"}
POST = "#log .message[data-id='{}']"
TOPS = "all => all.map((one) => one.getBoundingClientRect().top)"
Shown = AsyncIterator[tuple[str, Message]]
Heights = dict[str, float]


async def lobby(house: Any, host: Person, game: str, language: str) -> Message:
    """Somebody's lobby for as many as in the recorded game, full of friends."""
    seats = fitting.longest_record(game).seats
    options: dict[str, object] = {"language": language, "order": "joined"}
    if len(get(game).facts.seats) > 1:
        options["players"] = seats
    post = (await host.slash(f"{game} new", options=options)).message
    friends = [person for person in (house.maud, *house.friends) if person is not host]
    for friend in friends[: seats - 1]:
        await friend.click(post, ids(post, ":join")[0])
    return post


async def a_round(house: Any, person: Person, number: int) -> None:
    """Turns as the AI suggests them, until it is this person's again."""
    services, acting = house.app.services, None
    while acting is not person:
        acting = to_act(house, await services.reading.look(number, None))
        while (look := await services.reading.look(number, None)).to_act and to_act(
            house, look
        ) is acting:
            prompt = await services.moves.suggest(number, acting.id, None, ())
            await services.moves.play(number, acting.id, None, prompt.tokens)
        acting = to_act(house, look)
    await quiet(house)


def menu_of(panel: Message, kind: str) -> Message | None:
    """The menu whose custom id begins with this, but for what tells the click."""
    parts = (component for _, component in walk(panel["components"]) if component.get("options"))
    menus_found = [
        component for component in parts if component["custom_id"].partition("~")[0] == kind
    ]
    return menus_found[0] if menus_found else None


async def each_of(person: Person, panel: Message, kind: str) -> Shown:
    """The panel after each choice of one of its menus in turn, but the one that is chosen."""
    offered = menu_of(panel, kind)
    for value in [choice["value"] for choice in offered["options"]] if offered else ():
        panel = person.message(panel["id"])
        menu = menu_of(panel, kind)
        assert menu is not None
        if value != "play" and value not in [
            choice["value"] for choice in menu["options"] if choice.get("default")
        ]:
            choosing = person.choose(panel, menu["custom_id"], value)
            panel = await redrawn(person, panel, choosing)
            yield value, panel


async def more(house: Any, person: Person, thread: str) -> Shown:
    """Every page behind *More*; of the board in words all its parts."""
    board = newest_board(house, thread)
    panel = (await person.click(board, ids(board, ":more")[0])).message
    yield "more", panel
    page = await redrawn(person, panel, person.click(panel, ids(panel, "v:")[0]))
    yield "more, first", page
    async for name, turned in each_of(person, page, "v:1"):
        yield f"more, {name}", turned
        if name == "text":
            async for part, text in each_of(person, turned, "v:1.text"):
                yield f"more, {part}", text
        if name == "log":
            async for part, log in log_pages(person, turned):
                yield f"more, {part}", log
        if name == "replay":
            async for part, stop in to_log(person, turned):
                yield f"more, {part}", stop


async def log_pages(person: Person, panel: Message) -> Shown:
    """The log in notation, and the board after a turn; at the end the log in words once more."""
    for name in ("notation", "log"):
        panel = await redrawn(person, panel, person.click(panel, ids(panel, f":{name}.")[-1]))
        yield name, panel
    menu = menu_of(panel, "v:1.after")
    assert menu is not None
    choosing = person.choose(panel, menu["custom_id"], menu["options"][-1]["value"])
    panel = await redrawn(person, panel, choosing)
    yield "after a turn", panel
    async for part, page in to_log(person, panel):
        yield part, page


async def to_log(person: Person, panel: Message) -> Shown:
    """The choice of a replay, and the log that it leads to."""
    panel = await redrawn(person, panel, person.click(panel, ids(panel, ":choice:")[0]))
    yield "choice", panel
    yield "log", await redrawn(person, panel, person.click(panel, ids(panel, ":log:")[0]))


async def pages(house: Any, person: Person, game: str, thread: str) -> Shown:
    """Every private page about a table but those behind *More*, as somebody at it turns them."""
    board = newest_board(house, thread)
    if button := ids(board, ":hand"):
        yield "hand", (await person.click(board, button[0])).message
    for command in OF_TABLE:
        yield f"table {command}", (await person.slash(f"table {command}", thread)).message
    rules = (await person.slash(f"{game} rules", thread)).message
    yield "rules", rules
    async for name, turned in each_of(person, rules, f"r:{game}"):
        yield f"rules, {name}", turned


async def recap(house: Any, person: Person, thread: str) -> Message:
    """Recap of the moves since somebody's turn."""
    board = newest_board(house, thread)
    return (await person.click(board, ids(board, ":recap")[0])).message


async def recaps(house: Any, person: Person, thread: str) -> Shown:
    """Recap of the moves since somebody's turn, and of the points they brought."""
    panel = await recap(house, person, thread)
    yield "recap", panel
    yield (
        "recap, points",
        await redrawn(person, panel, person.click(panel, ids(panel, ":points")[0])),
    )


async def offer(house: Any, person: Person, thread: str) -> Message:
    """The post that offers the seat of somebody else."""
    services = house.app.services
    opponent = next(
        user_id for user_id in (await services.tables.get(1)).humans() if user_id != person.id
    )
    seat = (await services.seats.offer(1, opponent)).seat_of(opponent)
    await quiet(house)
    [post] = [message for message in person.messages(thread) if ids(message, f"q:1:{seat}")]
    return post


async def height_of_post(page: Page, post: Message) -> float:
    """Height of a public post, in pixels."""
    post_box = page.locator(POST.format(post["id"]))
    await expect(post_box.locator("button").first).to_be_visible()
    return await height_of(post_box)


async def rows_below(page: Page) -> int:
    """In how many rows the buttons of the newest board stand."""
    board = page.locator("#log .message:not(.private)").filter(has=page.locator("button")).last
    await expect(board.locator("button[data-custom-id]").first).to_be_visible()
    return len(set(await board.locator("[data-custom-id]").evaluate_all(TOPS)))


async def helps(person: Person, language: str) -> Shown:
    """Every page of `/help`, which is the same whatever is played."""
    first = (await person.slash("help")).message
    yield "help", first
    async for topic, page in each_of(person, first, f"ht:{language}"):
        yield f"help, {topic}", page


@pytest.mark.parametrize(("game", "name"), fitting.readings(games()))
async def test_every_page_fits(house, browser: Browser, game: str, name: str) -> None:
    """Maud reads French, Bastien English; whoever reads is the host, and it is their turn."""
    reader, heights = getattr(house, name), Heights()
    page = await visit(browser, f"{house.ground.url}#{name}", phone=True)

    async def measure(shown: Shown, when: str = "") -> None:
        async for called, panel in shown:
            heights[f"{called}{when}"] = await height(page, panel)

    post = await lobby(house, reader, game, LANGUAGE[name])
    heights["lobby"] = await height_of_post(page, post)
    options = (await reader.click(post, ids(post, ":options")[0])).message
    heights["options"] = await height(page, options)
    await reader.click(post, ids(post, ":start")[0])
    await house.maud.expect(lambda: house.boards(post["id"]))
    thread = str(post["id"])
    if game == game_of_most_text(games()):
        await measure(helps(reader, LANGUAGE[name]))
    title = f"{get(game).facts.title} #1"
    await page.locator("#log").get_by_role("button", name=title).last.click()
    assert await rows_below(page) == 1
    for number in range(ROUNDS):
        await a_round(house, reader, 1)
        await measure(recaps(house, reader, thread), f" {number}")
    await measure(pages(house, reader, game, thread))
    heights["offer"] = await height_of_post(page, await offer(house, reader, thread))
    await fitting.put_position(house, thread, [*fitting.positions(game, 0)][-1])
    await measure(more(house, reader, thread), ", late")
    await measure(recaps(house, reader, thread), ", late")
    for called, high in sorted(heights.items(), key=lambda one: -one[1]):
        print(f"{high:6.0f}  {game}, {name}: {called}")  # noqa: T201
    assert {called: high for called, high in heights.items() if high > HIGHEST} == {}
