"""Massalia by people's hands: a table, and turns of many steps in one panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.playground import Person
from bot.playground.driver import words
from bot.table.changes import Ply
from rules.notation import SEPARATOR
from tests.e2e.playing import Message, ids, newest_board, redrawn

LONGEST_TURN = 80
"""Presses after which a turn must be over."""


async def open_table(house: Any, *friends: Person, language: str = "fr") -> str:
    """A table that Maud has opened, her friends have joined; its thread."""
    options = {"players": 1 + len(friends), "language": language, "order": "joined"}
    post = (await house.maud.slash("massalia new", options=options)).message
    join, start = ("Rejoindre", "Commencer") if language == "fr" else ("Join", "Start")
    for friend in friends:
        await friend.click(post, join)
    await house.maud.click(post, start)
    await house.maud.expect(lambda: house.boards(post["id"]))
    return str(post["id"])


async def play(house: Any, person: Person, thread: str) -> Message:
    """The panel behind *Play*."""
    board = await person.expect(lambda: newest_board(house, thread))
    return (await person.click(board, ids(board, ":play")[0])).message


async def one_turn(house: Any, person: Person, thread: str, turn: int) -> None:
    """Every third turn begins as it is suggested; else all amber, the hand, then step by step."""
    panel, presses = await play(house, person, thread), 0
    if turn % 3 == 0 and (star := ids(panel, ":sug:")):
        panel = await redrawn(person, panel, person.click(panel, star[0]))
    while ids(panel, ":ok:") or ids(panel, ":sug:"):
        assert presses < LONGEST_TURN, words(panel)
        panel = await redrawn(person, panel, person.click(panel, next_press(panel, turn + presses)))
        presses += 1


def next_press(panel: Message, luck: int) -> str:
    """Cards at once, a tile, a candidate that is nudged once in a while; else what is suggested."""
    buttons = [custom_id for custom_id in ids(panel, ":ok:") if custom_id.startswith("t:")]
    if confirm := [button for button in buttons if not button.endswith(":ok:end")]:
        ways = [*ids(panel, ":go.e:"), *ids(panel, ":go.sw:")]
        return ways[0] if luck % 11 == 3 and ways else confirm[0]
    if buttons:
        return buttons[0]
    return ids(panel, ":sug:")[0]


def in_lines(log: Sequence[Ply]) -> list[str]:
    """A game as people type it: as many moves in a line as the turn has before one sees anew."""
    lines: list[list[str]] = [[]]
    for ply in log:
        lines[-1].append(ply.notation)
        if ply.notation == "end" or any(event.reveals for event in ply.events):
            lines.append([])
    return [SEPARATOR.join(line) for line in lines if line]
