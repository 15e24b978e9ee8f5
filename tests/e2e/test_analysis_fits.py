"""The analysis of a finished game fits a phone, of everybody and of each seat, in every game."""

from __future__ import annotations

import pytest

from playground.driver import labels, pictures, words
from rules.levels import STRONG
from tests.e2e.finished import finished_game
from tests.e2e.fitting import full_record, rich_readings
from tests.e2e.phone import FITS, LANGUAGE
from tests.e2e.playing import ids, newest_board
from tests.tier import games

pytestmark = FITS

JUDGED = [key for key, game in games().items() if STRONG in game.facts.players]


@pytest.mark.parametrize(("game", "name"), rich_readings(JUDGED))
async def test_the_analysis_of_everybody_and_of_each_seat_fits(house, phone_of, game, name):
    thread = await finished_game(house, game, getattr(house, name), LANGUAGE[name])
    phone, board = await phone_of(name, game), newest_board(house, thread)
    panel = (await phone.person.click(board, ids(board, ":more")[0])).message
    panel = await phone.press("everybody", panel, ":analysis")
    for seat in range(full_record(game).seats):
        panel = await phone.press(f"seat {seat}", panel, f"analysis.{seat + 1}")
        assert len(pictures(panel)) == 1, words(panel)
        assert labels(panel)[0] == "‹"
    phone.assert_fits()
