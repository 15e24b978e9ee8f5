"""Massalia by people's hands: turns of many steps in one panel."""

from typing import Any

from playground import Person
from playground.driver import words
from tests.e2e.playing import Message, ids, open_play, press

LONGEST_TURN = 80
"""Presses after which a turn must be over."""


async def one_turn(house: Any, person: Person, thread: str, turn: int) -> None:
    """Every third turn begins as it is suggested; else all amber, the hand, then step by step."""
    panel, presses = await open_play(house, person, thread), 0
    if turn % 3 == 0 and ids(panel, ":sug:"):
        panel = await press(person, panel, ":sug:")
    while ids(panel, ":ok:") or ids(panel, ":sug:"):
        assert presses < LONGEST_TURN, words(panel)
        panel = await press(person, panel, next_press(panel, turn + presses))
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
