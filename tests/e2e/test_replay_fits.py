"""The replay of a game fits a phone at every kind of stop, in every game, and keeps its row."""

from __future__ import annotations

import pytest

from playground.driver import labels, pictures, words
from rules.registry import get
from tests.e2e.finished import finished_game
from tests.e2e.fitting import rich_readings
from tests.e2e.phone import FITS, LANGUAGE, Phone
from tests.e2e.playing import Message, ids
from tests.tier import deep, games, of_tier

pytestmark = FITS

STOPS = of_tier(1, 15)
"""Stops of each unit that are looked at, from the beginning and from the end."""
UNITS = of_tier(("mine",), ("round", "mine", "turn"))
"""Units other than the first, by which one goes through a replay."""


class Replaying:
    """Somebody who presses through a replay, and looks at it."""

    def __init__(self, phone: Phone, panel: Message) -> None:
        self.phone, self.panel = phone, panel

    async def press(self, verb: str, called: str = "") -> None:
        """Press the button of a verb, and look."""
        self.panel = await self.phone.press(called or verb, self.panel, f":{verb}:")

    async def choose_side(self, value: str) -> None:
        """Take a side on the page to choose."""
        if not ids(self.panel, "rs:"):
            await self.press("choice")
        self.panel = await self.phone.choose(value, self.panel, "rs:", value)

    async def go_through(self, called: str) -> None:
        """Look at some stops, the first and the last among them."""
        for end, verb in (("first", "forth"), ("last", "back")):
            for step in (end, *[verb] * STOPS):
                if ids(self.panel, f":{step}:"):
                    await self.press(step, called)


async def open_replay(phone: Phone, thread: str) -> Replaying:
    """Open the replay of a table."""
    panel = (await phone.person.slash("replay game", thread)).message
    return Replaying(phone, await phone.measure("replay", panel))


@pytest.mark.parametrize(("game", "name"), rich_readings(games()))
async def test_every_stop_fits(house, phone_of, game, name):
    """They go by turns, by rounds, by their own, by hands."""
    thread = await finished_game(house, game, getattr(house, name), LANGUAGE[name])
    phone = await phone_of(name, game)
    tour = await open_replay(phone, thread)
    assert len(pictures(tour.panel)) == 1
    assert len(labels(tour.panel)) == 3, words(tour.panel)
    await tour.go_through("turns")
    for unit in UNITS:
        await tour.press("choice")
        await tour.press(unit)
        await tour.go_through(unit)
    for side in ("sa", "s0") if get(game).facts.hands else ():
        await tour.choose_side(side)
        await tour.go_through(side)
    phone.assert_fits(rows=True)


@deep
async def test_a_wide_page_shows_a_replay_within_its_frame(house, phone_of):
    game = next(key for key, rules in games().items() if rules.facts.hands)
    thread = await finished_game(house, game, house.maud)
    phone = await phone_of("maud", game, phone=False)
    tour = await open_replay(phone, thread)
    await tour.press("last")
    await tour.choose_side("sa")
    content, frame, right = await phone.panel.evaluate(
        "one => [one.scrollWidth, one.clientWidth, one.getBoundingClientRect().right]"
    )
    assert content <= frame
    assert right <= 1280
    assert phone.broken == []
