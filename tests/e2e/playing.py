"""Whole games by people's hands: Play, the menu, the pad, Confirm; or a typed move."""

from collections.abc import Awaitable, Callable
from typing import Any

from bot.playground import Person, driver
from bot.playground.components import walk
from bot.playground.driver import pictures
from bot.table.seating import Status

Message = dict[str, Any]
Turn = Callable[[Any, Person, str, int], Awaitable[None]]
"""How a person in a house plays a turn in a thread: the number of turns before it is the luck."""


def ids(message: Message, verb: str) -> list[str]:
    """The custom ids of a panel's buttons with this verb, those that can be pressed."""
    parts = (
        component for _, component in walk(message["components"]) if not component.get("disabled")
    )
    return [i for component in parts if verb in (i := component.get("custom_id") or "")]


def command_names(person: Person, group: str) -> set[str]:
    """The commands of a group that a person can type."""
    paths = [command["path"] for command in person.world["commands"]]
    return {path[1] for path in paths if path[0] == group}


def to_act(house: Any, look: Any) -> Person:
    """Seats that have to move, as the person who moves for them."""
    holder = look.table.seats[look.to_act[0]]
    people = (house.maud, house.bastien, house.ines, house.karim, house.noor)
    return next(person for person in people if person.id == holder.user_id)


async def by_typing(house: Any, number: int, thread: str, moves: list[str]) -> None:
    """Make moves as text, each by the person whose turn it is."""
    for move in moves:
        look = await house.app.reading.look(number, None)
        command = f"{look.table.game} move"
        answer = await to_act(house, look).slash(command, thread, {"move": move})
        assert answer.state == "done", answer.text


async def by_panel(house: Any, number: int, thread: str, turn: Turn, *, most: int = 1000) -> int:
    """Play table `number` to its end (or `most` turns) with the panel; how many turns it took."""
    turns = 0
    while turns < most:
        look = await house.app.reading.look(number, None)
        if look.table.status is not Status.LIVE:
            break
        await turn(house, to_act(house, look), thread, turns)
        turns += 1
    return turns


async def one_turn(house: Any, person: Person, thread: str, turn: int) -> None:
    """Play · tile · (pad) · Confirm: at most four taps without the pad.

    The dearest tile every other time, the cheapest otherwise; the ghost is nudged once in a while.
    """
    board = await person.expect(lambda: newest_board(house, thread))
    panel = (await person.click(board, ids(board, ":play")[0])).message
    for menu in ids(panel, ":q0"):
        tiles = next(
            component
            for _, component in walk(panel["components"])
            if component.get("custom_id") == menu
        )
        option = tiles["options"][-1 if turn % 2 else 0]
        panel = await redrawn(person, panel, person.choose(panel, menu, option["value"]))
    assert len(pictures(panel)) == 1
    ways = [custom_id for custom_id in ids(panel, ":go.") if ":go.back:" not in custom_id]
    if turn % 5 == 4 and ways:
        panel = await redrawn(person, panel, person.click(panel, ways[turn % len(ways)]))
    panel = await redrawn(person, panel, person.click(panel, ids(panel, ":ok:")[0]))
    assert not ids(panel, ":ok:"), driver.words(panel)


async def redrawn(person: Person, panel: Message, doing: Awaitable[Any]) -> Message:
    """The panel after something was done on it."""
    before = person.message(panel["id"])
    await doing

    def changed_message() -> Message | None:
        message = person.message(panel["id"])
        return message if message != before else None

    return await person.expect(changed_message)


def newest_board(house: Any, thread: str) -> Message | None:
    """The newest post of the thread that still has its Play button."""
    posts = [m for m in house.boards(thread) if ids(m, ":play")]
    return posts[-1] if posts else None


async def last_board(house: Any, thread: str, number: int) -> Message:
    """The last board post, once everything has been delivered."""
    look = await house.app.reading.look(number, None)

    def last() -> Message | None:
        posts = house.boards(thread)
        is_last = posts and not ids(posts[-1], ":play") and pictures(posts[-1])
        return posts[-1] if is_last else None

    assert look.result is not None
    return await house.maud.expect(last)
