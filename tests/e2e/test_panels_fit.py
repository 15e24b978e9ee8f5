"""Every private panel fits a phone, in every game: picture, pad and Confirm in one glance."""

import logging

import pytest

from playground import driver
from tests.cogs import settling
from tests.cogs.playing import menus
from tests.e2e import fitting, magna, massalia
from tests.e2e.phone import FITS
from tests.e2e.playing import ids, open_play, put_position
from tests.tier import games

pytestmark = FITS


@pytest.mark.parametrize("game", games())
async def test_every_panel_fits(house, phone_of, game, caplog):
    thread = await fitting.open_full_table(house, game, house.maud, most=fitting.EVERY_PLY)
    phone = await phone_of("maud", game)
    for name, example in fitting.every_kind(await house.app.reading.table_in(int(thread)), 0):
        await put_position(house, thread, example.position)
        panel = await fitting.open_kind(house, house.maud, thread, example)
        await phone.measure(name, panel)
        if panel := await fitting.unfold(house.maud, panel):
            await phone.measure(f"{name}, in detail", panel)
    phone.assert_fits(rows=True)
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []


STEPS, LATE = 5, 0.6
"""Presses of a turn that is played step by step; share of a game after which it is played."""
PRESSES = {"magna_grecia": magna.next_press, "massalia": massalia.next_press}
"""Turns of many steps, as people press them."""


@pytest.mark.parametrize("game", [pytest.param(key, marks=fitting.of_game(key)) for key in PRESSES])
async def test_a_panel_that_tells_of_a_step_fits(house, phone_of, game):
    """The next question of a turn stands below what was done."""
    thread = await fitting.open_full_table(house, game, house.maud)
    phone = await phone_of("maud", game)
    every_position = [*fitting.positions(game, 0, every=1)]
    await put_position(house, thread, every_position[round(LATE * len(every_position))])
    panel, contents = await open_play(house, house.maud, thread), []
    for step in range(1, STEPS + 1):
        panel = await phone.press(f"step {step}", panel, PRESSES[game](panel, step))
        if not ids(panel, ":sug:"):
            break
        contents.append(driver.words(panel))
    assert any("✅" in content for content in contents)
    phone.assert_fits(rows=True)


ROUTES = {"telegraph": (0.1, 0.5, 0.8), "massalia": (0.2, 0.6), "magna_grecia": (0.5,)}
"""Shares of a recorded game after which a turn is made by shortcuts."""


@pytest.mark.parametrize("game", [pytest.param(key, marks=fitting.of_game(key)) for key in ROUTES])
async def test_a_turn_made_by_shortcuts_fits(house, phone_of, game):
    """Every other choice is the last of a menu, which stands for another place."""
    thread = await fitting.open_full_table(house, game, house.maud)
    phone = await phone_of("maud", game)
    every_position = [*fitting.positions(game, 0, every=1)]
    for share in ROUTES[game]:
        await put_position(house, thread, every_position[round(share * len(every_position))])
        panel = await open_play(house, house.maud, thread)
        for step in range(1, STEPS + 1):
            entries = [menu["options"] for menu in menus(panel) if ":then:" in menu["custom_id"]]
            called = f"{share:.0%}, shortcut {step}"
            if entries:
                value = entries[0][-(step % 2)]["value"]
                panel = await phone.choose(called, panel, ":then:", value)
            elif confirm := [*ids(panel, ":ok:"), *ids(panel, ":go:")]:
                panel = await phone.press(called, panel, confirm[0])
            else:
                break
    assert phone.heights
    phone.assert_fits(rows=True)


@pytest.mark.parametrize("game", [pytest.param("telegraph", marks=fitting.of_game("telegraph"))])
async def test_a_region_after_a_completed_project_fits(house, phone_of, game):
    """The lines above the picture are more than after any other move."""
    thread = await settling.table(house, game)
    me = settling.seat("11|51 52||", reserve="22", hand="3e3b3a3m")
    built = "0:10@A3 0:21@C3"
    await settling.stand(house, me, settling.seat(), built=built, bonus_supply=0)
    phone = await phone_of("maud", game)
    panel = await open_play(house, house.maud, thread)
    panel = await phone.press("draw", panel, ":ok:D1")
    panel = await phone.press("project", panel, ":ok:B")
    assert "Projet achevé" in driver.words(panel)
    assert "Une pile est épuisée" in driver.words(panel)
    phone.assert_fits()
