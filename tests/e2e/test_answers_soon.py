"""A press on a phone is answered soon, however long an AI thinks or a picture is drawn."""

import asyncio

import pytest
from playwright.async_api import expect

from bot.i18n import text
from cogs._answering import answer
from cogs._painting.painter import PAINTER
from tests.browser import BROWSER, height_of, keep
from tests.cogs.playing import start_game, with_tile
from tests.e2e.phone import LANGUAGE
from tests.e2e.playing import ids, newest_board, open_play
from tests.tier import deep

pytestmark = BROWSER

PRESSABLE = "[data-custom-id]:not([disabled])"
SECOND = 1.0
PAIR = ("maud", "bastien")


def slowed(monkeypatch, owner, name):
    """Let a method wait; the event that lets it go on."""
    may_go, method = asyncio.Event(), getattr(owner, name)

    async def wait_first(*args, **kwargs):
        await may_go.wait()
        return await method(*args, **kwargs)

    monkeypatch.setattr(owner, name, wait_first)
    return may_go


async def expect_waiting(phone, code, height):
    """The panel says what is being done, and leads back; nothing else can be pressed.

    It is not higher than before.
    """
    await expect(phone.panel).to_contain_text(text(code, phone.language))
    await expect(phone.panel.locator(PRESSABLE)).to_have_text(
        [text("panel.wait_back", phone.language)]
    )
    await keep(phone.panel, f"{phone.language} {code}")
    assert await height_of(phone.panel) <= height


@pytest.mark.parametrize("name", ["maud", pytest.param("bastien", marks=deep)])
async def test_panels_and_pages_say_what_is_being_done(house, phone_of, monkeypatch, name):
    assert answer.SOON < SECOND
    reader, other = [getattr(house, each) for each in sorted(PAIR, key=lambda each: each != name)]
    thread = await start_game(house, reader, other, language=LANGUAGE[name])
    phone = await phone_of(name, "akropolis")
    panel = await with_tile(reader, await open_play(house, reader, thread))
    press = phone.panel.locator

    height = await height_of(phone.panel)
    thinks = slowed(monkeypatch, house.app.adviser, "advise")
    await press(f"[data-custom-id='{ids(panel, ':sug')[0]}']").click()
    await expect_waiting(phone, "panel.thinking", height)
    thinks.set()
    await expect(press("[data-custom-id*=':ok:']")).to_be_enabled()
    await expect(phone.panel).not_to_contain_text(text("panel.thinking", phone.language))

    before, height = await phone.panel.inner_text(), await height_of(phone.panel)
    draws = slowed(monkeypatch, PAINTER.quick.brush, "draw")
    await press("[data-custom-id*=':go.']:not([disabled])").first.click()
    await expect_waiting(phone, "panel.drawing", height)
    await press(PRESSABLE).click()
    await expect(press("[data-custom-id*=':ok:']")).to_be_enabled()
    assert await phone.panel.inner_text() == before

    board = newest_board(house, thread)
    more = (await reader.click(board, ids(board, ":more")[0])).message
    table = press(f"[data-custom-id='{ids(more, ':table')[0]}']")
    await expect(table).to_be_visible()
    height = await height_of(phone.panel)
    await table.click()
    await expect_waiting(phone, "panel.drawing", height)
    draws.set()
    await expect(phone.panel.locator(".gallery img")).to_be_visible()
    await expect(phone.panel).not_to_contain_text(text("panel.drawing", phone.language))
