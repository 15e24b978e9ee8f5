"""Every page of `/hexagora` fits a phone, in both languages, and works by the page's own menus.

With `HEXAGORA_SHOTS` there are pictures of them all.
"""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from bot.playground import Person
from bot.playground.people import BOT_ROLE_ID, GAMES_ID, GUILD_ID, LOUNGE_ID, OWNER, Member
from tests.browser import BROWSER, browser, keep, visit
from tests.e2e.playing import command_names
from tests.e2e.test_pages_fit import LANGUAGE
from tests.e2e.test_panels_fit import HIGHEST, height, panel_of

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("everybody_manages", "icons_there")]

MISSING_ROLE, MISSING_CHANNEL = 1234, 5678
"""A role and a channel that no longer exist."""


@pytest.fixture
def everybody_manages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody may manage the server, before anybody sees which commands there are."""
    monkeypatch.setattr(Member, "permissions", OWNER)


@pytest.mark.parametrize("name", ["maud", "bastien"])
async def test_every_page_of_a_server_fits(house, browser: Browser, name: str) -> None:
    """Maud reads French, Bastien English."""
    reader: Person = getattr(house, name)
    house.ground.moderator.overwrite(GAMES_ID, reader.id, allow=OWNER)
    house.app.owner_id = reader.id
    page = await visit(browser, f"{house.ground.url}#{name}", phone=True)
    await reader.slash("akropolis new")
    await house.app.servers.change(
        GUILD_ID, openers=MISSING_ROLE, referees=MISSING_ROLE, channels=(MISSING_CHANNEL,)
    )
    heights = dict[str, float]()
    for command in ("setup", "doctor"):
        answer = await reader.slash(f"hexagora {command}")
        heights[command] = await height(page, answer.message)
        await keep(panel_of(page), f"{LANGUAGE[name]} hexagora {command}")
    await house.app.servers.change(
        GUILD_ID,
        channels=(GAMES_ID, LOUNGE_ID),
        openers=BOT_ROLE_ID,
        referees=BOT_ROLE_ID,
        pace="bank_usual",
        language="fr",
        quiet=True,
    )
    answer = await reader.slash("hexagora setup")
    heights["setup, full"] = await height(page, answer.message)
    await keep(panel_of(page), f"{LANGUAGE[name]} hexagora setup, full")
    print(heights)  # noqa: T201
    assert {name: high for name, high in heights.items() if high > HIGHEST} == {}
    assert command_names(reader, "hexagora") == {"setup", "doctor"}
