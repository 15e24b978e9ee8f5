"""The pages of `/hexagora` fit a phone, and are changed by a thumb's taps.

With `HEXAGORA_SHOTS` there are pictures of them all, and of an announcement in a thread.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from bot.app import LOOK_FOR_ANNOUNCEMENTS
from bot.store.broadcasts import Announcement, announce
from bot.table.server import ServerSettings
from playground.driver import words
from playground.people import BOT_ROLE_ID, GAMES_ID, GUILD_ID, LOUNGE_ID, OWNER, Member
from tests.browser import keep
from tests.cogs.settling import quiet
from tests.e2e.phone import FITS, Phone
from tests.e2e.playing import command_names
from tests.patience import until
from tests.tier import deep

pytestmark = [*FITS, pytest.mark.usefixtures("everybody_manages")]

MISSING_ROLE, MISSING_CHANNEL = 1234, 5678
"""A role and a channel that no longer exist."""


@pytest.fixture
def everybody_manages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody may manage the server, before anybody sees which commands there are."""
    monkeypatch.setattr(Member, "permissions", OWNER)


@pytest.mark.parametrize("name", ["maud", pytest.param("bastien", marks=deep)])
async def test_every_page_of_a_server_fits(house, phone_of, name):
    phone = await phone_of(name)
    house.ground.moderator.overwrite(GAMES_ID, phone.person.id, allow=OWNER)
    house.app.owner_id = phone.person.id
    await phone.person.slash("akropolis new")

    async def measure(called: str, command: str) -> None:
        await phone.measure(called, (await phone.person.slash(f"hexagora {command}")).message)

    missing = {"openers": MISSING_ROLE, "referees": MISSING_ROLE, "channels": (MISSING_CHANNEL,)}
    await house.app.servers.change(GUILD_ID, **missing)
    await measure("setup", "setup")
    await measure("doctor", "doctor")
    await house.app.servers.change(
        GUILD_ID,
        channels=(GAMES_ID, LOUNGE_ID),
        openers=BOT_ROLE_ID,
        referees=BOT_ROLE_ID,
        pace="bank_usual",
        language="fr",
        quiet=True,
    )
    await measure("setup, full", "setup")
    phone.assert_fits()
    assert command_names(phone.person, "hexagora") == {"setup", "doctor"}


async def choose(phone: Phone, menu: str, entry: str) -> None:
    """Choose an entry in a menu of the newest panel, as a thumb does."""
    await phone.panel.locator(f"[data-custom-id^='sv:{menu}']").tap()
    await phone.page.get_by_role("option").filter(has_text=entry).tap()
    if await phone.page.get_by_role("option").count():
        await phone.page.get_by_role("button", name="Terminé").tap()


async def await_settings(house: Any, **settings: Any) -> None:
    """Wait until these settings are saved."""

    async def are_saved() -> bool:
        return await house.app.servers.settings(GUILD_ID) == ServerSettings(**settings)

    await until(are_saved)


async def test_maud_chooses_by_taps_and_bastien_is_refused(house, phone_of):
    phone = await phone_of("maud")
    await house.maud.slash("hexagora setup")
    await choose(phone, "pace", "2 tours par jour")
    await await_settings(house, pace="two")
    await choose(phone, "channels", "lounge")
    await await_settings(house, pace="two", channels=(LOUNGE_ID,))
    await phone.panel.get_by_role("button", name="Messages sans mention").tap()
    await await_settings(house, pace="two", channels=(LOUNGE_ID,), quiet=True)
    await expect(phone.panel).to_contain_text("en silence")
    answer = await house.bastien.slash("akropolis new")
    assert "tables can only be opened in" in answer.text
    post = (await house.bastien.slash("akropolis new", LOUNGE_ID)).message
    assert "2 turns a day" in words(post)


@deep
async def test_an_announcement_is_read_in_the_thread(house, phone_of):
    thread, phone = await house.table(), await phone_of("maud")
    await phone.go(thread)
    words_of_host = {"": "Back at noon.", "fr": "La machine est mise à jour, de retour à midi."}
    announcement, now = Announcement(words_of_host, is_stop=True), house.app.clock.now()
    await house.app.store.write(announce, announcement, now)
    house.ground.let_pass(LOOK_FOR_ANNOUNCEMENTS)
    await quiet(house)
    post = phone.page.locator("#log .message").last
    await expect(post).to_contain_text("de retour à midi")
    await expect(post).to_contain_text("s’arrêtent jusqu’au retour du bot")
    await keep(post, "fr announcement")
