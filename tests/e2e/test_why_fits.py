"""Suggestions and their reasons fit a phone, in every game that is looked ahead in."""

import re

import pytest

from bot.ai import adviser
from bot.ai.pool import Budget
from playground.driver import labels, words
from rules.levels import STRONG
from tests.e2e import fitting
from tests.e2e.phone import FITS, LANGUAGE
from tests.e2e.playing import ids, open_play, put_position
from tests.patience import LONGEST
from tests.tier import games, of_tier

pytestmark = FITS

ORDINALS = {"2nd", "3rd", "2e", "3e"}
AHEAD = [key for key, game in games().items() if STRONG in game.facts.players]
POSITIONS = of_tier(2, 5)
"""Of the recorded game, spread over it."""


def nameless_choices(panel):
    """The buttons to other suggestions of which neither a word nor a row says more."""
    choices = ORDINALS & {*labels(panel)}
    return {choice for choice in choices if not re.search(rf"^-# .*{choice}", words(panel), re.M)}


@pytest.mark.parametrize(("game", "name"), fitting.rich_readings(AHEAD))
async def test_a_suggestion_and_its_reasons_fit(house, phone_of, monkeypatch, game, name):
    """Behind Play, ★ and Why?; each reader is the first seat."""
    monkeypatch.setattr(adviser, "ADVISER", STRONG)
    monkeypatch.setattr(Budget.__init__, "__defaults__", (LONGEST, LONGEST))
    reader = getattr(house, name)
    thread = await fitting.open_full_table(house, game, reader, LANGUAGE[name])
    phone = await phone_of(name, game)
    positions = list(fitting.positions(game, 0))
    for number in range(POSITIONS):
        await put_position(house, thread, positions[number * len(positions) // POSITIONS])
        house.app.adviser._opinions.clear()
        panel = await open_play(house, reader, thread)
        if ids(panel, ":sug"):
            panel = await phone.press(f"star {number}", panel, ":sug")
            assert not nameless_choices(panel)
        if ids(panel, ":on"):
            panel = await phone.press(f"star {number}, goes on", panel, ":on")
        if ids(panel, ":why"):  # none where but one move is thinkable
            panel = await phone.press(f"position {number}", panel, ":why")
            assert "⟦" not in words(panel)
    phone.assert_fits()
