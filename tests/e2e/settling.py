"""Telegraph and Attika by people's hands: every action of a turn in one panel."""

from collections.abc import Iterator
from typing import Any

from playground import Person
from playground.components import SELECTS, walk
from playground.driver import pictures, words
from tests.cogs.playing import message_after
from tests.e2e.playing import Message, ids, open_play, press

LONGEST_TURN = 40
"""Presses after which a turn must be over."""


async def one_turn(house: Any, person: Person, thread: str, turn: int) -> None:
    """Play, then press on until the panel has nothing left to press."""
    panel, presses = await open_play(house, person, thread), 0
    while pressable(panel):
        assert presses < LONGEST_TURN, words(panel)
        panel = await one_press(person, panel, turn + presses)
        presses += 1


def pressable(panel: Message) -> list[str]:
    """The custom ids of a panel that make or lead to a move."""
    return [i for i in ids(panel, ":") if i.startswith(("t:", "s:")) and ":undo:" not in i]


async def one_press(person: Person, panel: Message, luck: int) -> Message:
    """Confirm a candidate; else choose the best building, hex or payment; else draw or stop."""
    if confirm := next(iter(ids(panel, ":ok:B") + ids(panel, ":ok:X")), None):
        assert len(pictures(panel)) == 1
        if luck % 7 == 3 and (ways := ids(panel, ":go.e:") + ids(panel, ":go.cw:")):
            panel = await press(person, panel, ways[0])
            confirm = next(iter(ids(panel, ":ok:B") + ids(panel, ":ok:X")))
        return await press(person, panel, confirm)
    if menu := next(choices(panel), None):
        return await message_after(person, panel, person.choose(panel, *menu))
    return await press(person, panel, _to_press(panel, luck))


def choices(panel: Message) -> Iterator[tuple[str, str]]:
    """The menus of a question, each with its first entry."""
    for _, component in walk(panel["components"]):
        if component["type"] in SELECTS and ":q" in component["custom_id"]:
            yield component["custom_id"], component["options"][0]["value"]


def _to_press(panel: Message, luck: int) -> str:
    """Build what was revealed, else park it, else draw, else a worker, else stop or end."""
    custom_ids = ids(panel, ":go:B")
    for verb in (":ok:P", ":ok:D", ":ok:W+", ":ok:S", ":ok:W*", ":ok:E"):
        custom_ids += [custom_id for custom_id in ids(panel, verb) if verb != ":ok:D"] or _drawing(
            panel, luck, verb
        )
    return custom_ids[0]


def _drawing(panel: Message, luck: int, verb: str) -> list[str]:
    """The stacks in an order that changes, so that all of them come to their end."""
    stacks = ids(panel, verb)
    turned = luck % len(stacks) if stacks else 0
    return stacks[turned:] + stacks[:turned]
