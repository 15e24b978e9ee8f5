"""Magna Grecia by people's hands: turns of many steps in one panel."""

from typing import Any

from playground import Person
from playground.driver import words
from tests.e2e.playing import Message, ids, open_play, press

LONGEST_TURN = 30
"""Presses after which a turn must be over."""
STEPS = (":go:R", ":go:C", ":go:D", ":go:M", ":go:S", ":go:O")
"""The steps of a turn, as the buttons of the panel begin them."""


async def one_turn(house: Any, person: Person, thread: str, turn: int) -> None:
    """Every third turn as it is suggested; else step by step, now this one first and now that."""
    panel, presses = await open_play(house, person, thread), 0
    if turn % 3 == 0 and ids(panel, ":sug:"):
        panel = await press(person, panel, ":sug:")
    while ids(panel, ":ok:") or ids(panel, ":go:"):
        assert presses < LONGEST_TURN, words(panel)
        panel = await press(person, panel, next_press(panel, turn + presses))
        presses += 1


def next_press(panel: Message, luck: int) -> str:
    """Confirm a candidate, nudged once in a while; a step that is open; at last the end."""
    if confirm := [
        custom_id for custom_id in ids(panel, ":ok:") if not custom_id.endswith(":ok:end")
    ]:
        ways = [*ids(panel, ":go.e:"), *ids(panel, ":go.cw:"), *ids(panel, ":go.sw:")]
        return ways[0] if luck % 7 == 3 and ways else confirm[0]
    steps = [custom_id for step in STEPS for custom_id in ids(panel, step)]
    if steps and luck % 5:
        return steps[luck % len(steps)]
    return next(iter(ids(panel, ":ok:end") + ids(panel, ":go:end") + steps))
