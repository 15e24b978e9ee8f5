"""The page in a real Chromium: a real discord.py bot behind it, real presses in front."""

from __future__ import annotations

import asyncio
import base64
import re
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio
from discord.gateway import DiscordWebSocket
from discord.http import Route
from playwright.async_api import Browser, Locator, Page, expect
from yarl import URL

from playground import Playground, start
from playground.people import GUILD_ID, LOUNGE_ID
from tests.browser import BROWSER, ONE_LOOP, browser, chromium_of_all, visit
from tests.patience import LONGEST
from tests.playground.page_bot import ALT, Small
from tests.tier import deep_unless_touched

pytestmark = [*BROWSER, pytest.mark.asyncio(loop_scope=ONE_LOOP)]
where_touched = deep_unless_touched("playground")

__all__ = ["browser", "chromium_of_all"]

Visitor = Callable[..., Awaitable[Page]]

VISIBLE = """(wanted, hidden) => [...document.querySelectorAll(wanted)]
  .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.closest(hidden))"""
UNNAMED = f"""() => ({VISIBLE})(
    'button, a[href], input, textarea, img, [role=button], [role=option]', '[aria-hidden=true]')
  .filter((one) => !one.getAttribute('aria-label') && !one.textContent.trim())
  .filter((one) => !one.alt && !one.labels?.length)
  .map((one) => one.outerHTML.slice(0, 120))"""
DUPLICATES = """() => { const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
  return ids.filter((id, i) => ids.indexOf(id) !== i); }"""
SMALL_TARGETS = f"""() => ({VISIBLE})(
    'button, a.button, input, [role=option]', '[aria-hidden=true], .markup, .used')
  .map((one) => [one.className, one.getBoundingClientRect().height])
  .filter(([name, height]) => height > 0 && height < 40)"""
PARTED = """(one, width) => { one.style.width = `${width}px`;
  const middle = (rect) => rect.top + rect.height / 2, range = document.createRange();
  const icon = one.querySelector(".emoji"), walker = document.createTreeWalker(one, 4);
  for (let text = walker.nextNode(); text; text = walker.nextNode())
    for (const sign of ["(", "2", "clay)"])
      if (text.data.includes(sign)) {
        range.setStart(text, text.data.indexOf(sign));
        range.setEnd(text, text.data.indexOf(sign) + sign.length);
        const away = middle(range.getBoundingClientRect()) - middle(icon.getBoundingClientRect());
        if (Math.abs(away) > 10) return true;
      }
  return false; }"""
"""Whether a bracket, an icon in it and its number stand in more than one line of so wide a text."""
PIXEL = base64.b64decode("R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=")
GROW_WITH_NEXT_MESSAGE = """() => new MutationObserver(() => {
  const { style } = document.querySelector("#composer");
  Object.assign(style, { transition: "none", paddingTop: "300px" });
}).observe(document.querySelector("#log"), { childList: true })"""
"""Make the composer much taller in the moment in which a message appears."""
TOO_WIDE = """() => ['html', '#scroller', '#composer'].filter((name) => {
  const one = document.querySelector(name); return one.scrollWidth > one.clientWidth; })"""


@pytest_asyncio.fixture(loop_scope=ONE_LOOP)
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    served = await start()
    monkeypatch.setattr(Route, "BASE", served.api_base)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(served.gateway_url))
    client = Small()
    running = asyncio.create_task(client.start(served.token))
    await asyncio.wait_for(client.registered.wait(), LONGEST)
    yield served
    await client.close()
    await asyncio.gather(running, return_exceptions=True)
    await served.close()


@pytest_asyncio.fixture(loop_scope=ONE_LOOP)
async def enter(browser: Browser, playground: Playground) -> AsyncIterator[Visitor]:
    """Opens pages: each has its own person and storage, and none may complain."""
    pages: list[Page] = []

    async def arrive(username: str, **options: object) -> Page:
        pages.append(await visit(browser, f"{playground.url}#{username}", **options))
        return pages[-1]

    yield arrive
    assert [line for page in pages for line in page.complaints] == []


@pytest_asyncio.fixture(loop_scope=ONE_LOOP)
async def page(enter: Visitor) -> Page:
    """Bastien's page."""
    return await enter("bastien")


async def run(page: Page, command: str) -> None:
    """Types a command with nothing to fill in, and sends it."""
    await page.locator("#say").fill(f"/{command} ")
    await expect(page.locator(".command-name")).to_have_text(f"/{command}")
    await page.keyboard.press("Enter")


def message(page: Page, words: str | re.Pattern[str]) -> Locator:
    return page.locator("#log .message").filter(has_text=words).last


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def game(page: Page, words: str) -> Locator:
    """The button of the welcome that begins a game."""
    return page.locator(".welcome .game").filter(has_text=words)


async def panel(page: Page) -> None:
    await run(page, "akropolis panel")
    await expect(message(page, "Pressed 0 times")).to_be_visible()


class TestFirstVisit:
    async def test_the_empty_channel_invites_to_play_and_its_button_starts_a_game(
        self, page: Page
    ) -> None:
        await page.locator("#say").fill("not sent yet")
        await game(page, "Akropolis").click()
        await expect(message(page, "Table for 2")).to_contain_text("used /akropolis new")
        await expect(page.locator("#say")).to_have_value("not sent yet")

    async def test_a_double_press_starts_one_game(self, page: Page) -> None:
        await game(page, "Akropolis").dblclick()
        await expect(message(page, "Table for 2")).to_be_visible()
        await expect(game(page, "Akropolis")).to_be_enabled()
        await expect(page.locator("#log .message")).to_have_count(1)

    @pytest.mark.parametrize(
        ("locale", "name", "welcome"),
        [
            ("en-GB", "Bastien", "Play your first game"),
            ("fr-CA", "Maud", "Jouez votre première partie"),
        ],
    )
    async def test_a_newcomer_is_somebody_who_speaks_the_language_of_the_browser(
        self, enter: Visitor, locale: str, name: str, welcome: str
    ) -> None:
        page = await enter("", locale=locale)
        await expect(page.locator("#who")).to_contain_text(name)
        await expect(page.locator(".welcome h3")).to_have_text(welcome)

    async def test_the_switch_changes_the_language_of_the_page_and_of_the_person(
        self, enter: Visitor
    ) -> None:
        page = await enter("maud")
        await expect(page.locator("html")).to_have_attribute("lang", "fr")
        await expect(page.locator("#channel-topic")).to_have_text("Un coup à la fois")
        await page.locator("#language").click()
        await expect(page.locator(".welcome h3")).to_have_text("Play your first game")
        await expect(page.locator("#channel-topic")).to_have_text("One move at a time")
        await run(page, "tongue")
        await expect(message(page, "en-US")).to_be_visible()
        await page.reload()
        await expect(page.locator(".welcome h3")).to_have_text("Play your first game")

    async def test_dark_and_light_follow_the_system_and_the_switch(self, enter: Visitor) -> None:
        page = await enter("bastien", scheme="light")
        await expect(page.locator("html")).to_have_attribute("data-theme", "light")
        await page.locator("#theme").click()
        await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        await page.reload()
        await expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@where_touched
class TestCommands:
    async def test_a_command_is_found_filled_in_and_sent_by_keyboard_alone(
        self, page: Page
    ) -> None:
        await page.locator("#say").focus()
        keys = page.keyboard
        await keys.type("/akropolis ne")
        await expect(page.get_by_role("option")).to_have_count(1)
        await keys.press("Enter")
        await keys.press("ArrowDown")  # players, the first optional one
        await keys.press("Enter")
        await keys.type("4")
        await keys.press("Tab")  # on to what else may be added
        await keys.type("riv")
        await keys.press("Enter")
        await keys.type("ine")
        await keys.press("Enter")  # Inès, found without her accent
        await keys.press("Escape")
        await keys.press("Enter")
        await expect(message(page, "Table for 4")).to_contain_text("against Inès")

    async def test_yes_or_no_is_chosen_or_typed(self, page: Page) -> None:
        words = (("", "True"), ("no", "False"), ("oui", "True"))
        for number, (typed, meant) in enumerate(words, 1):
            await page.locator("#say").fill("/akropolis new ")
            await page.get_by_role("option", name="long").click()
            if typed:
                await page.keyboard.type(typed)
            else:
                await page.get_by_role("option", name="True").click()
            await page.locator("#send").click()
            await expect(page.locator("#log .message")).to_have_count(number)
            await expect(message(page, "long: ")).to_contain_text(f"long: {meant}")

    async def test_names_that_begin_with_what_is_typed_come_first(self, page: Page) -> None:
        await page.locator("#say").fill("/akropolis new ")
        await page.keyboard.type("l")  # in "players" and "rival", too
        await expect(page.get_by_role("option").first).to_contain_text("long")

    async def test_text_behind_a_command_goes_into_its_first_option(self, page: Page) -> None:
        await page.locator("#say").fill("/akropolis new 4")
        await page.locator("#send").click()
        await expect(message(page, "Table for 4")).to_be_visible()
        await page.locator("#say").fill("/akropolis new ")
        await page.keyboard.type("3")
        await page.keyboard.press("Enter")
        await expect(message(page, "Table for 3")).to_be_visible()
        await page.locator("#say").fill("/akropolis new ")
        await page.keyboard.type("often")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert")).to_contain_text("players does not accept")
        await expect(page.locator(".pill.wrong input")).to_have_value("often")

    async def test_a_command_without_options_has_no_box_and_loses_no_text(self, page: Page) -> None:
        await page.locator("#say").fill("/slow ")
        box = await page.locator(".more-options").bounding_box()
        assert box is not None
        assert box["width"] < 4
        await page.keyboard.press("Backspace")
        await page.locator("#say").fill("/slow down")
        await expect(page.locator(".suggestions")).to_contain_text("/slow takes nothing more")
        await expect(page.locator("#say")).to_have_value("/slow down")

    async def test_a_number_out_of_range_is_refused_before_it_is_sent(self, page: Page) -> None:
        await page.locator("#say").fill("/akropolis new ")
        await page.get_by_role("option", name="players").click()
        await page.keyboard.type("9")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert")).to_contain_text(
            "players does not accept this value"
        )
        await expect(page.locator(".pill.wrong")).to_be_visible()

    async def test_typed_text_is_completed_by_the_bot(self, page: Page) -> None:
        await page.locator("#say").fill("/akropolis move ")
        await expect(page.get_by_role("option")).to_have_count(3)
        await page.keyboard.type("T2")
        await expect(page.get_by_role("option")).to_have_count(1)
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
        await expect(message(page, "Played T2 -1,2 r2")).to_be_visible()

    async def test_a_missing_option_is_asked_for(self, page: Page) -> None:
        await page.locator("#say").fill("/call ")
        await page.keyboard.press("Escape")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert")).to_contain_text("who is required")
        await page.keyboard.press("Escape")
        await expect(page.locator("#say")).to_be_focused()

    async def test_a_command_that_never_answers_says_so(self, page: Page) -> None:
        await run(page, "slow")
        await expect(message(page, "Sending command")).to_be_visible()
        await expect(message(page, "The application did not respond")).to_be_visible()
        await button(page, "Dismiss message").click()
        await expect(page.get_by_text("The application did not respond")).to_have_count(0)


@where_touched
class TestComponents:
    async def test_a_button_edits_its_message_and_keeps_the_focus(self, page: Page) -> None:
        await panel(page)
        await button(page, "More").click()
        await expect(message(page, "Pressed 1 times")).to_contain_text("(edited)")
        await expect(button(page, "More")).to_be_focused()
        await page.keyboard.press("ArrowRight")
        await expect(button(page, "Type a move")).to_be_focused()

    async def test_a_press_counts_though_its_message_is_edited_meanwhile(
        self, enter: Visitor
    ) -> None:
        page, elsewhere = await enter("bastien"), await enter("bastien")
        await panel(page)
        await button(page, "Type a move").hover()
        await page.mouse.down()
        await button(elsewhere, "More").click()
        await expect(message(elsewhere, "Pressed 1 times")).to_be_visible()
        await page.mouse.up()
        await expect(page.get_by_role("dialog", name="Type a move")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(message(page, "Pressed 1 times")).to_be_visible()

    async def test_a_picture_is_loaded_has_its_alt_text_and_opens_large(self, page: Page) -> None:
        await panel(page)
        picture = page.get_by_role("img", name=ALT)
        await expect(picture).to_have_js_property("naturalWidth", 800)
        await picture.click()
        box = page.get_by_role("dialog", name="Picture")
        await expect(box.locator(".lightbox-alt")).to_contain_text(ALT)
        await page.keyboard.press("+")
        await expect(box.locator(".stage")).to_have_class(re.compile("zoomed"))
        await page.keyboard.press("Escape")
        await expect(box).to_have_count(0)

    async def test_a_menu_is_searched_and_answers_at_once(self, page: Page) -> None:
        await panel(page)
        await page.get_by_role("combobox", name="Choose a tile").click()
        await page.keyboard.type("tile 7")
        await expect(page.get_by_role("option")).to_have_count(1)
        await page.keyboard.press("Enter")
        await expect(message(page, "Tile 7 it is")).to_contain_text("Only you can see this")

    async def test_a_menu_of_people_takes_several(self, page: Page) -> None:
        await run(page, "everything")
        await page.get_by_role("combobox", name="Who plays?").click()
        for name in ("Maud", "Karim"):
            await page.get_by_role("option", name=name).click()
        await button(page, "Done").click()
        await expect(message(page, "Playing: Karim, Maud")).to_be_visible()

    async def test_every_kind_of_component_is_drawn(self, page: Page) -> None:
        await run(page, "everything")
        section = message(page, "A section")
        await expect(section.get_by_role("combobox")).to_have_count(4)
        await expect(section.locator(".thumbnail img")).to_have_js_property("naturalWidth", 800)
        await expect(section.get_by_role("separator")).to_have_count(1)
        await expect(section.get_by_role("link", name="record.json")).to_be_visible()
        await section.get_by_role("combobox", name="Choose a channel").click()
        await expect(page.get_by_role("option")).to_have_text(["games", "lounge"])

    async def test_buttons_are_disabled_lead_out_or_get_no_answer(self, page: Page) -> None:
        await panel(page)
        await expect(button(page, "Sold out")).to_be_disabled()
        await expect(page.get_by_role("link", name="Rules")).to_have_attribute(
            "href", "https://example.com/rules"
        )
        await button(page, "Silent").click()
        await expect(message(page, "The application did not respond")).to_be_visible()

    async def test_a_modal_checks_sends_and_closes(self, page: Page) -> None:
        await panel(page)
        await button(page, "Type a move").click()
        form = page.get_by_role("dialog", name="Type a move")
        move = form.get_by_label("Move")
        await expect(move).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(form.get_by_text("This field is required.").first).to_be_visible()
        await move.fill("T3 -1,2 r4")
        await form.get_by_role("combobox", name="Level").click()
        await page.get_by_role("option", name="Hard").click()
        await button(page, "Submit").click()
        await expect(form).to_have_count(0)
        await expect(message(page, "You typed T3 -1,2 r4 at level 2")).to_be_visible()

    async def test_a_private_message_is_mine_alone_and_can_be_dismissed(
        self, enter: Visitor
    ) -> None:
        mine, neighbour = await enter("bastien"), await enter("karim")
        await panel(mine)
        await expect(neighbour.get_by_text("Pressed 0 times")).to_have_count(0)
        await button(mine, "Dismiss message").click()
        await expect(mine.get_by_text("Pressed 0 times")).to_have_count(0)


@where_touched
class TestPeople:
    async def test_a_mention_is_seen_where_one_looks_elsewhere(self, enter: Visitor) -> None:
        karim, bastien = await enter("karim"), await enter("bastien")
        await karim.get_by_role("button", name="lounge").click()
        await bastien.locator("#say").fill("/call ")
        await bastien.get_by_role("option", name="Karim").click()
        await bastien.locator("#send").click()
        await expect(karim.locator(".toast")).to_contain_text("Your turn")
        await expect(karim).to_have_title(re.compile(r"^\(1\) #lounge"))
        await expect(
            karim.locator("#channels").get_by_role("button", name="games, 1 mention")
        ).to_be_visible()
        await karim.locator(".toast").click()
        await expect(karim.locator(".message.mentioned")).to_contain_text("Your turn, @Karim!")
        await expect(karim).to_have_title(re.compile("^#games"))

    async def test_one_page_can_be_everybody_in_turn(self, page: Page) -> None:
        await page.locator("#who").click()
        await page.get_by_role("menuitemradio", name="Inès").click()
        await expect(page.locator("#who")).to_contain_text("Inès")
        await expect(page).to_have_url(re.compile("#ines/"))
        await page.reload()
        await expect(page.locator("#who")).to_contain_text("Inès")

    async def test_a_person_who_was_called_is_one_press_away(self, page: Page) -> None:
        await page.locator("#say").fill("/call ")
        await page.get_by_role("option", name="Karim").click()
        await page.locator("#send").click()
        await button(page, "Become Karim").click()
        await expect(page.locator("#who")).to_contain_text("Karim")
        await expect(page.locator(".message.mentioned")).to_be_visible()

    async def test_a_link_to_a_channel_is_followed_here(self, page: Page) -> None:
        await page.locator("#say").fill(f"https://discord.com/channels/{GUILD_ID}/{LOUNGE_ID}/1")
        await page.locator("#send").click()
        await page.locator("#log").get_by_role("link", name="#lounge").click()
        await expect(page.locator("h1")).to_have_text("lounge")

    async def test_people_talk_and_see_each_other_type(self, enter: Visitor) -> None:
        bastien, karim = await enter("bastien"), await enter("karim")
        await bastien.locator("#say").press_sequentially("**Well** played, @Karim")
        await expect(karim.locator("#typing")).to_contain_text("Bastien is typing")
        await bastien.keyboard.press("Escape")
        await bastien.keyboard.press("Enter")
        heard = message(karim, "Well played, @Karim")
        await expect(heard.locator("strong")).to_have_text("Well")
        await expect(karim.locator("#typing")).to_be_empty()

    async def test_text_of_people_is_never_markup(self, page: Page) -> None:
        await page.locator("#say").fill("<img src=x onerror=alert(1)> <b>bold</b>")
        await page.keyboard.press("Enter")
        await expect(message(page, "<b>bold</b>")).to_be_visible()
        await expect(page.locator("#log .markup b, #log .markup img")).to_have_count(0)

    async def test_a_direct_message_has_its_place(self, page: Page) -> None:
        await run(page, "write")
        await expect(page.locator(".toast")).to_contain_text("Your hand: three cards")
        await page.locator("#go-home").click()
        await page.locator("#channels .channel.unread").click()
        await expect(message(page, "Your hand: three cards")).to_be_visible()

    async def test_a_picture_in_a_direct_message_changes_when_it_is_edited(
        self, page: Page
    ) -> None:
        await run(page, "hold")
        await page.locator("#go-home").click()
        await page.locator("#channels .channel.unread").click()
        picture = message(page, "Your hand holds 1 cards").locator(".gallery img")
        await expect(picture).to_have_attribute("alt", "1 cards")
        await expect(picture).not_to_have_js_property("naturalWidth", 0)
        before = await picture.get_attribute("src")
        await page.locator("#go-guild").click()
        await page.locator("#channels .channel").filter(has_text="games").click()
        await run(page, "hold")
        await expect(page.locator("#log .message").filter(has_text="Dealt")).to_have_count(2)
        await page.locator("#go-home").click()
        await page.locator("#channels .channel").filter(has_text="Hexagora").click()
        picture = message(page, "Your hand holds 2 cards").locator(".gallery img")
        await expect(picture).to_have_attribute("alt", "2 cards")
        await expect(picture).not_to_have_attribute("src", before or "")
        await expect(page.locator("#log .message")).to_have_count(1)


@where_touched
class TestRobustness:
    async def test_a_reloaded_page_shows_the_form_that_was_open(self, page: Page) -> None:
        await panel(page)
        await button(page, "Type a move").click()
        await page.get_by_role("dialog", name="Type a move").get_by_label("Move").fill("T1")
        await page.reload()
        await expect(page.get_by_role("dialog", name="Type a move")).to_be_visible()

    async def test_older_messages_come_when_one_reads_back(
        self, enter: Visitor, playground: Playground
    ) -> None:
        for n in range(120):
            await playground.person("Karim").say(f"Line {n}.")
        page = await enter("bastien")
        await expect(message(page, "Line 119.")).to_be_in_viewport()
        first = page.locator("#log .message").first
        await page.locator("#log").hover()
        while "Line 0." not in await first.inner_text():
            await page.mouse.wheel(0, -4000)
        await expect(page.locator("#log .message")).to_have_count(120)

    async def test_the_page_comes_back_when_the_server_does(self, browser: Browser) -> None:
        server = await start()
        page = await visit(browser, f"{server.url}#bastien")
        port = URL(server.url).port
        await server.close()
        await expect(page.locator("#banner")).to_contain_text("Connection lost")
        next_server = await start(port=port)
        await expect(page.locator("#banner")).to_be_hidden()
        await next_server.close()

    async def test_a_fresh_world_is_two_presses_away(self, page: Page) -> None:
        await page.locator("#say").fill("soon forgotten")
        await page.keyboard.press("Enter")
        await expect(message(page, "soon forgotten")).to_be_visible()
        await page.locator("#help").click()
        await button(page, "Start over with an empty world").click()
        await page.get_by_role("menuitem", name="Yes, start over").click()
        await expect(page.get_by_text("soon forgotten")).to_have_count(0)

    async def test_a_fault_can_be_provoked(self, page: Page) -> None:
        await page.locator("#help").click()
        await button(page, "Break something").click()
        await page.get_by_role("menuitem", name="A message to edit is gone").click()
        await panel(page)

    async def test_time_is_let_pass_on_a_phone(
        self, enter: Visitor, playground: Playground
    ) -> None:
        """It takes no room there: it is behind the question mark."""
        page = await enter("maud", phone=True)
        await page.locator("#say").fill("long ago")
        await page.locator(".composer .send").click()
        await expect(message(page, "long ago")).to_be_visible()
        await page.locator("#help").click()
        await button(page, "Laisser passer le temps").click()
        assert await page.evaluate(SMALL_TARGETS) == []
        await page.get_by_role("menuitem", name="12 heures").click()
        await expect(page.locator("#toasts")).to_contain_text("Nous sommes le")
        assert playground.world.clock.ahead.total_seconds() == 12 * 3600
        assert await page.evaluate(
            "async () => (await import('/play/static/time.js')).now() - Date.now() > 43199000"
        )


@where_touched
class TestModeration:
    """A person can do everything that a test can: close, hide and delete channels, expel bots."""

    async def test_a_thread_is_locked_closed_and_deleted(
        self, page: Page, playground: Playground
    ) -> None:
        await moderate(page, "New private thread")
        await expect(page.locator("#channel-name")).to_have_text("New private thread")
        (thread,) = playground.world.threads()
        assert thread.people == [playground.person("Bastien").id]
        await moderate(page, "Lock this thread")
        await page.locator("#say").fill("hello?")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert")).to_contain_text("Nobody can write here")
        await moderate(page, "Unlock this thread")
        await moderate(page, "Close this thread")
        await page.locator("#say").press("Enter")
        await expect(message(page, "hello?")).to_be_visible()
        assert not thread.archived
        await moderate(page, "Delete this thread")
        await expect(page.locator("#channel-name")).to_have_text("games")
        assert playground.world.threads() == []

    async def test_a_channel_is_hidden_from_somebody(self, enter: Visitor) -> None:
        page, others_page = await enter("bastien"), await enter("karim")
        await expect(others_page.get_by_role("button", name="games")).to_be_visible()
        await moderate(page, "Who sees this channel")
        await page.get_by_role("menuitem", name="Karim").click()
        await expect(others_page.locator("#channel-name")).to_have_text("lounge")
        await expect(others_page.get_by_role("button", name="games")).to_have_count(0)
        await moderate(page, "Who sees this channel")
        await page.get_by_role("menuitem", name="Karim does not see it").click()
        await expect(others_page.get_by_role("button", name="games")).to_be_visible()

    async def test_channels_to_talk_in(self, page: Page) -> None:
        for kind, name in (
            ("Voice channel", "Voices"),
            ("Stage channel", "Stage"),
            ("Announcement channel", "news"),
        ):
            await moderate(page, "New channel")
            await page.get_by_role("menuitem", name=kind).click()
            await expect(page.locator("#channel-name")).to_have_text(name)
            await panel(page)
            await moderate(page, "Delete this channel")
            await expect(page.locator("#channel-name")).to_have_text("games")

    @pytest.mark.parametrize("kind", ["Forum", "Media channel"])
    async def test_a_forum_holds_posts(self, kind: str, page: Page) -> None:
        await moderate(page, "New channel")
        await page.get_by_role("menuitem", name=kind).click()
        await expect(page.get_by_text("A forum holds posts only")).to_be_visible()
        await expect(page.locator("#say")).to_be_hidden()
        await moderate(page, "New post")
        await expect(page.locator("#channel-name")).to_have_text("New post")
        await panel(page)

    async def test_the_bot_leaves_and_returns(self, page: Page) -> None:
        await moderate(page, "Remove the bot from this server")
        await run(page, "akropolis panel")
        await expect(page.get_by_text("The bot is not on this server.")).to_be_visible()
        await moderate(page, "Invite the bot again")
        await page.locator("#send").click()
        await expect(message(page, "Pressed 0 times")).to_be_visible()


async def moderate(page: Page, wish: str) -> None:
    await page.locator("#help").click()
    await button(page, "Moderate").click()
    await page.get_by_role("menuitem", name=wish).click()


@pytest.mark.parametrize(
    ("phone", "scheme"), [(True, "dark"), (False, "light")], ids=["phone", "desktop"]
)
async def test_everything_has_a_name_and_fits(enter: Visitor, *, phone: bool, scheme: str) -> None:
    page = await enter("maud", phone=phone, scheme=scheme)
    await run(page, "everything")
    await run(page, "akropolis panel")
    await expect(message(page, "Pressed 0 times")).to_be_visible()
    assert await page.evaluate(UNNAMED) == []
    assert await page.evaluate(DUPLICATES) == []
    assert await page.evaluate(TOO_WIDE) == []


async def test_on_a_phone_the_channels_are_a_drawer_and_targets_are_large(enter: Visitor) -> None:
    page = await enter("bastien", phone=True)
    await panel(page)
    assert await page.evaluate(SMALL_TARGETS) == []
    await expect(page.locator("#sidebar")).to_be_hidden()
    await page.locator("#open-drawer").tap()
    await page.get_by_role("button", name="lounge").tap()
    await expect(page.locator("#channel-name")).to_have_text("lounge")
    await expect(page.locator("#sidebar")).to_be_hidden()


async def test_an_icon_stands_beside_its_number_however_narrow_the_page(page: Page) -> None:
    await page.route("**/emojis/*", lambda one: one.fulfill(body=PIXEL, content_type="image/gif"))
    await page.locator("#say").fill("Draws two cards (<:clay:1>\u00a02\u00a0clay) and ends")
    await page.keyboard.press("Enter")
    text = message(page, "Draws two").locator(".markup")
    assert {await text.evaluate(PARTED, width) for width in range(100, 300, 10)} == {False}


async def test_the_newest_message_stays_in_sight_when_the_composer_grows_with_it(
    enter: Visitor, playground: Playground
) -> None:
    """The browser reports the scroll to the newest message after the room below has changed."""
    page, karim = await enter("bastien"), playground.person("Karim")
    for n in range(40):
        await karim.say(f"Line {n}")
    await expect(message(page, "Line 39")).to_be_in_viewport()
    await page.evaluate(GROW_WITH_NEXT_MESSAGE)
    await karim.say("And then?")
    await expect(page.locator("#composer")).to_have_css("padding-top", "300px")
    await expect(message(page, "And then?")).to_be_in_viewport()
    await expect(page.locator("#present")).to_be_hidden()


async def test_the_newest_message_stays_in_sight_unless_one_reads_back(
    enter: Visitor, playground: Playground
) -> None:
    page, karim = await enter("bastien"), playground.person("Karim")
    for n in range(40):
        await karim.say(f"Line {n}")
    await expect(message(page, "Line 39")).to_be_in_viewport()
    await page.locator("#scroller").evaluate("(one) => one.scrollTo(0, 0)")
    await expect(message(page, "Line 0")).to_be_in_viewport()
    await karim.say("Are you there?")
    await expect(message(page, "Are you there?")).not_to_be_in_viewport()
    await page.locator("#present").click()
    await expect(message(page, "Are you there?")).to_be_in_viewport()
