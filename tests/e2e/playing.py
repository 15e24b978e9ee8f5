"""Games by people's hands: Play, the menu, the pad, Confirm; or a typed move."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from bot.store import table_rows
from bot.table.changes import Ply
from bot.table.seating import Status
from playground import Person, driver
from playground.components import walk
from playground.driver import pictures
from rules.notation import SEPARATOR
from rules.registry import get
from tests.cogs import settling
from tests.cogs.playing import message_after

Message = dict[str, Any]
Turn = Callable[[Any, Person, str, int], Awaitable[None]]
"""Play of a turn by a person in a thread: the number of turns before it is the luck."""


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


# ---- a table -------------------------------------------------------------------------------------


async def open_lobby(house: Any, game: str, *people: Person, **options: Any) -> Message:
    """The post of a lobby that the first of the people has opened, and the others have joined."""
    host, *friends = people
    given = {"language": "fr", "order": "joined"} | options
    if len(get(game).facts.seats) > 1:
        given = {"players": len(people)} | given
    post = (await host.slash(f"{game} new", options=given)).message
    for friend in friends:
        await friend.click(post, ids(post, ":join")[0])
    return post


async def start_table(house: Any, post: Message, host: Person) -> str:
    """Start the table of a lobby; its thread."""
    await host.click(post, ids(post, ":start")[0])
    await house.maud.expect(lambda: house.boards(post["id"]))
    return str(post["id"])


async def open_table(house: Any, game: str, *friends: Person, **options: Any) -> str:
    """A table that Maud has opened, and her friends have joined; its thread."""
    post = await open_lobby(house, game, house.maud, *friends, **options)
    return await start_table(house, post, house.maud)


async def table_number(house: Any, thread: str) -> int:
    """The number of the table that is played in a thread."""
    return int((await house.app.reading.table_in(int(thread))).id)


async def put_position(house: Any, thread: str, position: Any) -> None:
    """Put a position on the table of a thread, as if its game had come to it."""
    table = await house.app.reading.table_in(int(thread))
    await settling.put_position(house, get(table.game).state_to_json(position), table.id)


async def standing_moves(house: Any) -> list[str]:
    """Moves of the first table, without those that were taken back."""
    plies = await house.app.store.read(table_rows.read_plies, 1)
    return [ply.notation for ply in plies if not ply.undone]


# ---- moves ---------------------------------------------------------------------------------------


def to_act(house: Any, look: Any) -> Person:
    """The person who moves for the first seat that has to move."""
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


def in_lines(log: Sequence[Ply]) -> list[str]:
    """A game as people type it: as many moves in a line as the turn has before one sees anew."""
    lines: list[list[str]] = [[]]
    for ply in log:
        lines[-1].append(ply.notation)
        if ply.ends_turn or any(event.reveals for event in ply.events):
            lines.append([])
    return [SEPARATOR.join(line) for line in lines if line]


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


async def open_play(house: Any, person: Person, thread: str) -> Message:
    """The panel behind *Play* of the newest board."""
    board = await person.expect(lambda: newest_board(house, thread))
    return (await person.click(board, ids(board, ":play")[0])).message


async def press(person: Person, panel: Message, part: str) -> Message:
    """The panel after a press of its first button whose id has this part."""
    return await message_after(person, panel, person.click(panel, ids(panel, part)[0]))


async def one_turn(house: Any, person: Person, thread: str, turn: int) -> None:
    """Play · tile · (pad) · Confirm: at most four taps without the pad.

    The dearest tile every other time, the cheapest otherwise; the ghost is nudged once in a while.
    """
    panel = await open_play(house, person, thread)
    for menu in ids(panel, ":q0"):
        tiles = next(
            component
            for _, component in walk(panel["components"])
            if component.get("custom_id") == menu
        )
        option = tiles["options"][-1 if turn % 2 else 0]
        panel = await message_after(person, panel, person.choose(panel, menu, option["value"]))
    assert len(pictures(panel)) == 1
    ways = [custom_id for custom_id in ids(panel, ":go.") if ":go.back:" not in custom_id]
    if turn % 5 == 4 and ways:
        panel = await press(person, panel, ways[turn % len(ways)])
    panel = await press(person, panel, ":ok:")
    assert not ids(panel, ":ok:"), driver.words(panel)


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
