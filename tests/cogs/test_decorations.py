"""A decoration never takes a message with it: icons that Discord does not know are left out."""

import pytest

from playground.driver import labels, words
from tests.cogs.playing import newest, start_game
from tests.cogs.settling import quiet
from tests.tier import games


def emojis_shown(message):
    """The custom emojis on the buttons and menus of a message."""
    found, parts = [], [*message["components"]]
    while parts:
        part = parts.pop()
        parts += [*part.get("components", ()), *part.get("options", ())]
        parts += [part["accessory"]] if "accessory" in part else []
        if (part.get("emoji") or {}).get("id"):
            found.append(part["emoji"]["id"])
    return found


@pytest.mark.usefixtures("icons_at_once")
@pytest.mark.parametrize("game", games())
async def test_a_panel_opens_though_the_icons_were_deleted_and_they_are_back_soon(house, game):
    thread = await start_game(house, house.maud, house.bastien, game=game, players=2)
    await house.maud.expect(lambda: len(house.app._emojis) > 20)
    await quiet(house)
    house.ground._core.emojis.all.clear()
    panel = (await house.maud.click(newest(house, thread), "Jouer")).message
    assert labels(panel)
    assert emojis_shown(panel) == []
    assert "notre côté" not in words(panel)
    assert all("Invalid emoji" in refusal for refusal in house.ground.refusals)
    house.ground.refusals.clear()
    await house.maud.expect(lambda: len(house.app._emojis) > 20)
    await quiet(house)
    panel = (await house.maud.click(newest(house, thread), "Jouer")).message
    assert "notre côté" not in words(panel)
