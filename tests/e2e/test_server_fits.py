"""The pages of `/hexagora` fit a phone, and are changed by a thumb's taps.

With `HEXAGORA_SHOTS` there are pictures of them all, and of an announcement in a thread.
"""

import pytest

from playground.people import BOT_ROLE_ID, GAMES_ID, GUILD_ID, LOUNGE_ID, OWNER, Member
from tests.e2e.phone import FITS
from tests.e2e.playing import command_names
from tests.tier import deep

pytestmark = [pytest.mark.usefixtures("everybody_manages"), *FITS]

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
