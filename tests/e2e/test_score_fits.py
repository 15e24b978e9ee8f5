"""What counts fits a phone, in every game: each number of a seat after a move."""

import pytest

from playground.driver import pictures
from tests.cogs.playing import menus
from tests.e2e import fitting
from tests.e2e.phone import FITS, LANGUAGE
from tests.e2e.playing import ids, open_play, press, put_position
from tests.tier import deep, games

pytestmark = [*FITS, deep]

SHARES = (0.05, 0.4, 0.95)
"""Share of the recorded game after which it is looked at."""


@pytest.mark.parametrize(("game", "name"), fitting.rich_readings(games()))
async def test_every_number_of_a_seat_and_of_a_move_fits(house, phone_of, game, name):
    reader = getattr(house, name)
    thread = await fitting.open_full_table(house, game, reader, LANGUAGE[name])
    phone = await phone_of(name, game)
    positions = [*fitting.positions(game, 0, every=1)]
    for share in SHARES:
        await put_position(house, thread, positions[round(share * (len(positions) - 1))])
        house.app.adviser._opinions.clear()
        panel = await open_play(house, reader, thread)
        if ids(panel, ":sug"):
            panel = await press(reader, panel, ":sug")
        await phone.measure(f"{share} preview", panel)
        if not ids(panel, ":pt:"):
            if not ids(panel, ":more:"):  # a question
                continue
            panel = await phone.press(f"{share} preview in detail", panel, ":more:")
        panel = await phone.press(f"{share} after a move", panel, ":pt:")
        drawn = len(pictures(panel))
        for number in [option["value"] for menu in menus(panel) for option in menu["options"]]:
            part = number.partition(" ")[0]
            panel = await phone.choose(f"{share} {part}", panel, ":n:pt:", number)
            drawn += len(pictures(panel))
        assert drawn
    phone.assert_fits()
