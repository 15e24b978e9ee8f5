"""Every page that is not a move fits a phone: lobby, recap, and all that a player reads."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from bot.table.changes import Ply
from playground import Person
from playground.components import walk
from rules.rng import Rng
from tests.cogs.playing import message_after
from tests.cogs.settling import quiet
from tests.e2e import fitting
from tests.e2e.finished import analysis_of_record, play_record
from tests.e2e.phone import FITS, LANGUAGE
from tests.e2e.playing import (
    Message,
    by_typing,
    ids,
    in_lines,
    newest_board,
    open_lobby,
    press,
    start_table,
    to_act,
)
from tests.tier import DEEP, game_of_most_text, games, of_tier

pytestmark = FITS

ROUNDS = of_tier(1, 3)
"""Whole rounds that are played before the pages are measured."""
OF_TABLE = ("status", "log", "list")
WHOLE = ("v:1",)
"""Menus of which an ordinary run takes each choice."""
TOPS = "all => all.map((one) => one.getBoundingClientRect().top)"
Shown = AsyncIterator[tuple[str, Message]]


async def play_round(house: Any, thread: str, lines: list[str], reader: Person) -> None:
    """Type the next turns of a recorded game, until it is the reader's again."""
    acting = None
    while acting is not reader:
        await by_typing(house, 1, thread, [lines.pop(0)])
        look = await house.app.reading.look(1, None)
        if to_act(house, look) is not reader or acting is not None or len(look.to_act) > 1:
            acting = to_act(house, look)
    await quiet(house)


def moves_before_last(log: Sequence[Ply], seat: int) -> int:
    """Number of moves before the last one of a seat in a recorded game."""
    return max(number for number, ply in enumerate(log) if ply.seat == seat)


def menu_of(panel: Message, kind: str) -> Message | None:
    """The menu whose custom id begins with this, but for what tells the click."""
    parts = (component for _, component in walk(panel["components"]) if component.get("options"))
    return next((part for part in parts if part["custom_id"].partition("~")[0] == kind), None)


async def each_of(person: Person, panel: Message, kind: str) -> Shown:
    """The panel after each choice of one of its menus in turn, but the one that is chosen.

    An ordinary run takes only the first and the last parts of a text.
    """
    offered = menu_of(panel, kind)
    values = [choice["value"] for choice in offered["options"]] if offered else []
    for value in values if kind in WHOLE or DEEP else dict.fromkeys((*values[:2], *values[-1:])):
        panel = person.message(panel["id"])
        menu = menu_of(panel, kind)
        assert menu is not None
        if value != "play" and value not in [
            choice["value"] for choice in menu["options"] if choice.get("default")
        ]:
            choosing = person.choose(panel, menu["custom_id"], value)
            panel = await message_after(person, panel, choosing)
            yield value, panel


async def more(house: Any, person: Person, thread: str) -> Shown:
    """Every page behind *More*; of the board in words all its parts."""
    board = newest_board(house, thread)
    panel = (await person.click(board, ids(board, ":more")[0])).message
    yield "more", panel
    page = await press(person, panel, "v:")
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
        panel = await message_after(person, panel, person.click(panel, ids(panel, f":{name}.")[-1]))
        yield name, panel
    menu = menu_of(panel, "v:1.after")
    assert menu is not None
    choosing = person.choose(panel, menu["custom_id"], menu["options"][-1]["value"])
    panel = await message_after(person, panel, choosing)
    yield "after a turn", panel
    async for part, page in to_log(person, panel):
        yield part, page


async def to_log(person: Person, panel: Message) -> Shown:
    """The choice of a replay, and the log that it leads to."""
    panel = await press(person, panel, ":choice:")
    yield "choice", panel
    yield "log", await press(person, panel, ":log:")


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


async def recaps(house: Any, person: Person, thread: str) -> Shown:
    """Recap of the moves since somebody's turn, and of the points they brought."""
    board = newest_board(house, thread)
    panel = (await person.click(board, ids(board, ":recap")[0])).message
    yield "recap", panel
    yield "recap, points", await press(person, panel, ":points")


async def offer(house: Any, person: Person, thread: str) -> Message:
    """The post that offers the seat of somebody else."""
    services = house.app
    opponent = next(
        user_id for user_id in (await services.tables.get(1)).humans() if user_id != person.id
    )
    seat = (await services.seats.offer(1, opponent)).seat_of(opponent)
    await quiet(house)
    [post] = [message for message in person.messages(thread) if ids(message, f"q:1:{seat}")]
    return post


async def helps(person: Person, language: str) -> Shown:
    """Every page of `/help`, which is the same whatever is played."""
    first = (await person.slash("help")).message
    yield "help", first
    async for topic, page in each_of(person, first, f"ht:{language}"):
        yield f"help, {topic}", page


@pytest.mark.parametrize(("game", "name"), fitting.readings(games()))
async def test_every_page_fits(house, phone_of, game, name):
    """The reader is the host, and it is their turn."""
    phone, reader = await phone_of(name), getattr(house, name)

    async def measure(pages: Shown, when: str = "") -> None:
        async for called, panel in pages:
            await phone.measure(f"{called}{when}", panel)

    people = fitting.people_at(house, game, reader)
    post = await open_lobby(house, game, *people, language=LANGUAGE[name])
    await phone.measure_post("lobby", post["id"])
    await phone.measure("options", (await reader.click(post, ids(post, ":options")[0])).message)
    thread = await start_table(house, post, reader)
    if game == game_of_most_text(games()):
        await measure(helps(reader, LANGUAGE[name]))
    await phone.enter(game)
    board = phone.page.locator(f"#log [data-id='{newest_board(house, thread)['id']}']")
    await board.locator("button[data-custom-id]").first.wait_for()
    assert len({*await board.locator("[data-custom-id]").evaluate_all(TOPS)}) == 1
    log, _, _ = analysis_of_record(game, Rng(1))
    await play_record(house, thread, [])
    lines = in_lines(log)
    for number in range(ROUNDS):
        await play_round(house, thread, lines, reader)
        await measure(recaps(house, reader, thread), f" {number}")
    await measure(pages(house, reader, game, thread))
    await phone.measure_post("offer", (await offer(house, reader, thread))["id"])
    await play_record(house, thread, log[: moves_before_last(log, seat=0)])
    await measure(more(house, reader, thread), ", late")
    await measure(recaps(house, reader, thread), ", late")
    phone.assert_fits()
