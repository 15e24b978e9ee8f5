"""A press on a phone is answered soon, however long an AI thinks or a picture is drawn."""

import pytest
from playwright.async_api import expect

from bot.i18n import text
from bot.table.motions import Kind
from cogs._answering import answer
from cogs._painting.painter import PAINTER
from cogs._words import labels
from playground.people import LOUNGE_ID
from tests.browser import BROWSER, height_of, keep
from tests.cogs.playing import slowed, start_game, with_tile
from tests.cogs.settling import give_up, quiet
from tests.e2e.phone import HIGHEST, LANGUAGE, POST
from tests.e2e.playing import ids, newest_board, open_lobby, open_play
from tests.tier import deep

pytestmark = BROWSER

PRESSABLE = "[data-custom-id]:not([disabled])"
SECOND = 1.0
PAIR = ("maud", "bastien")


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


@deep
@pytest.mark.parametrize("name", PAIR)
async def test_posts_commands_and_films_need_no_picture(house, phone_of, monkeypatch, name):
    """*Start*, *What counts* behind *Recap*, `/table move`, a vote and *Film*: nothing is drawn."""
    reader, other = [getattr(house, each) for each in sorted(PAIR, key=lambda each: each != name)]
    language = LANGUAGE[name]
    post = await open_lobby(house, "akropolis", reader, other, language=language)
    phone, painter = await phone_of(name), Painter(monkeypatch)
    page, log = phone.page, phone.page.locator("#log")

    painter.stop()
    lobby = page.locator(POST.format(post["id"]))
    await lobby.locator("[data-custom-id$=':start']").click()
    await expect(lobby.locator(PRESSABLE)).to_have_count(0)
    painter.go_on()
    await house.maud.expect(lambda: house.boards(post["id"]))
    await house.move(reader, other)
    await phone.enter("akropolis")

    await log.locator("[data-custom-id^='b:1:recap']").last.click()
    await phone.panel.locator("[data-custom-id='bt:1:points']").click()
    painter.stop()
    await phone.panel.locator("[data-custom-id^='sm:1']").click()
    await page.get_by_role("option").first.click()
    await expect_waiting(phone, "panel.drawing", HIGHEST)
    await phone.panel.locator(PRESSABLE).click()
    await expect(phone.panel).not_to_contain_text(text("panel.drawing", language))

    await phone.go(LOUNGE_ID)
    command = [text(f"command.{code}.name", language) for code in ("table", "table_move")]
    await page.locator("#say").fill(f"/{' '.join(command)} ")
    await page.locator("#send").click()
    title = labels.title(await house.app.tables.get(1), language)
    await expect(phone.panel).to_contain_text(text("table.moved", language, table=title))
    painter.go_on()
    await quiet(house)
    await phone.enter("akropolis")

    await house.app.votes.propose(1, other.id, Kind.PAUSE)
    vote = log.locator("[data-custom-id^='y:1:'][data-custom-id$=':yes']")
    await expect(vote).to_be_visible()
    painter.stop()
    await vote.click()
    await expect(vote).to_have_count(0)
    painter.go_on()
    await give_up(house, other)

    painter.stop()
    await log.locator("[data-custom-id^='b:1:film']").last.click()
    await expect(phone.panel).to_contain_text("░")
    painter.go_on()


class Painter:
    """The processes that draw, which can be stopped."""

    def __init__(self, monkeypatch):
        queues = PAINTER.quick, PAINTER.low
        self._may_draw = [slowed(monkeypatch, queue.brush, "draw") for queue in queues]
        self.go_on()

    def stop(self):
        for event in self._may_draw:
            event.clear()

    def go_on(self):
        for event in self._may_draw:
            event.set()
