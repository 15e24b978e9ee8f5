"""The pages of `/hexagora` fit a phone, in both languages, and are changed by a thumb's taps.

With `HEXAGORA_SHOTS` there are pictures of them all, and of an announcement in a thread.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from bot.app import LOOK_FOR_ANNOUNCEMENTS
from bot.playground import Person
from bot.playground.driver import words
from bot.playground.people import BOT_ROLE_ID, GAMES_ID, GUILD_ID, LOUNGE_ID, OWNER, Member
from bot.store.broadcasts import Announcement, announce
from bot.table.server import ServerSettings
from tests.browser import BROWSER, browser, keep, visit
from tests.cogs.settling import quiet
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
    assert {name: high for name, high in heights.items() if high > HIGHEST} == {}
    assert command_names(reader, "hexagora") == {"setup", "doctor"}


async def choose(page: Page, menu: str, entry: str) -> None:
    """Choose an entry in a menu of the newest panel, as a thumb does."""
    await panel_of(page).locator(f"[data-custom-id^='sv:{menu}']").tap()
    await page.get_by_role("option").filter(has_text=entry).tap()
    if await page.get_by_role("option").count():
        await page.get_by_role("button", name="Terminé").tap()


async def chosen(house: Any, settings: ServerSettings) -> None:
    """Wait until these settings are saved."""
    for _ in range(200):
        if await house.app.servers.settings(GUILD_ID) == settings:
            return
        await house.app.clock.sleep(0.05)
    assert await house.app.servers.settings(GUILD_ID) == settings


async def test_maud_chooses_by_taps_and_bastien_is_refused(house, browser: Browser) -> None:
    page = await visit(browser, f"{house.ground.url}#maud", phone=True)
    await house.maud.slash("hexagora setup")
    await choose(page, "pace", "2 tours par jour")
    await chosen(house, ServerSettings(pace="two"))
    await choose(page, "channels", "lounge")
    await chosen(house, ServerSettings(pace="two", channels=(LOUNGE_ID,)))
    await panel_of(page).get_by_role("button", name="Messages sans mention").tap()
    await chosen(house, ServerSettings(pace="two", channels=(LOUNGE_ID,), quiet=True))
    await expect(panel_of(page)).to_contain_text("en silence")
    answer = await house.bastien.slash("akropolis new")
    assert "tables can only be opened in" in answer.text
    post = (await house.bastien.slash("akropolis new", LOUNGE_ID)).message
    assert "2 turns a day" in words(post)


async def test_an_announcement_is_read_in_the_thread(house, browser: Browser) -> None:
    thread = await house.table()
    page = await visit(browser, f"{house.ground.url}#maud", phone=True)
    await page.locator("#open-drawer").tap()
    await page.locator(f"#channels [data-channel='{thread}']").tap()
    words_of_host = {"": "Back at noon.", "fr": "La machine est mise à jour, de retour à midi."}
    announcement, now = Announcement(words_of_host, is_stop=True), house.app.clock.now()
    await house.app.store.write(lambda db: announce(db, announcement, now))
    house.ground.let_pass(LOOK_FOR_ANNOUNCEMENTS)
    await quiet(house)
    post = page.locator("#log .message").last
    await expect(post).to_contain_text("de retour à midi")
    await expect(post).to_contain_text("s’arrêtent jusqu’au retour du bot")
    await keep(post, "fr announcement")
