"""Every command of `/table` and what comes of it, walked on a phone: questions, posts, answers fit.

`-s` prints the table of heights; with `HEXAGORA_SHOTS` there are pictures of them all.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from typing import Any

import discord
import pytest
from playwright.async_api import Browser, Locator, Page, expect

from bot.playground import Person
from bot.playground.driver import labels
from bot.playground.people import BOT_ROLE_ID, GAMES_ID, GUILD_ID, LOUNGE_ID
from bot.table.options import Late, Pace, Terms
from tests.browser import BROWSER, browser, height_of, keep, visit
from tests.cogs.playing import menus, message_after
from tests.cogs.settling import quiet
from tests.cogs.test_reminders import later
from tests.e2e.finished import store_finished_game
from tests.e2e.playing import Message, command_names, ids, redrawn
from tests.e2e.test_pages_fit import POST
from tests.e2e.test_panels_fit import HIGHEST, height, panel_of
from tests.tier import deep

__all__ = ["browser"]

pytestmark = [*BROWSER, pytest.mark.usefixtures("icons_there")]

WIDER = """shown => [...shown.querySelectorAll("*")].filter(
  one => one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth + 1
    && getComputedStyle(one).overflowX !== "visible"
).map(one => one.textContent)"""
"""The parts that do not find room beside each other."""
CODE = re.compile(r"https?:|\]\(|<t:|\*\*|`")
"""What is for a page, and nothing for the eyes of somebody called by their phone."""


class Walk:
    """A phone of Maud's, and how high everything was that it has shown."""

    def __init__(self, house: Any, page: Page, language: str) -> None:
        self.house, self.page, self.language = house, page, language
        self.reader, self.place = house.maud, str(GAMES_ID)
        self.friends: tuple[Person, ...] = (house.ines, house.karim, house.bastien)
        self.commands, self.heights = set[str](), dict[str, float]()

    async def note_height(self, called: str, shown: Locator, high: float) -> None:
        """Note how high something is; it is as wide as the page at most."""
        self.heights[called] = high
        await keep(shown, f"{self.language} {called}")
        assert await shown.evaluate(WIDER) == [], called

    async def panel(self, called: str, shown: Message) -> Message:
        """Measure what the reader alone sees."""
        await self.note_height(called, panel_of(self.page), await height(self.page, shown))
        return shown

    async def command(self, called: str, case: str = "", **options: Any) -> Message:
        """Measure the answer to a command of `/table`."""
        self.commands.add(called)
        answer = await self.reader.slash(f"table {called}", self.place, options)
        assert answer.state == "done", answer.code
        return await self.panel(called + case, answer.message)

    async def wish(self, called: str, **options: Any) -> None:
        """A command whose question is answered by its first button."""
        panel = await self.command(called, **options)
        await self.reader.click(panel, labels(panel)[0])
        await self.panel(f"{called}, done", self.reader.message(panel["id"]))

    async def post(self, called: str, part: str = "") -> Message:
        """Measure the newest post; the newest with a button whose id begins so."""
        await quiet(self.house)
        everybody = [
            message for message in self.reader.messages(self.place) if not message["flags"] & 64
        ]
        post = [message for message in everybody if not part or ids(message, part)][-1]
        locator = self.page.locator(POST.format(post["id"]))
        await expect(locator).to_be_visible()
        await self.note_height(called, locator, await height_of(locator))
        return post

    async def toast(self, called: str) -> None:
        """Look at what has called the reader last."""
        locator = self.page.locator(".toast.mention-toast").last
        await expect(locator).to_be_visible()
        await keep(locator, f"{self.language} {called}, toast", bare=False)
        assert not CODE.search(await locator.inner_text()), called

    async def agree(self, called: str) -> None:
        """A wish that all others agree to when they are asked."""
        question = await self.post(f"{called}, asked", "y:1:")
        for friend in self.friends:
            if ids(message := friend.message(question["id"]), "y:1:"):
                await friend.click(message, ids(message, "y:1:")[0])
        await self.post(f"{called}, agreed")

    async def go(self, place: int | str) -> None:
        """Open another channel, by the drawer."""
        await self.page.locator("#open-drawer").tap()
        await self.page.locator(f"#channels [data-channel='{place}']").tap()
        self.place = str(place)


async def before_the_start(walk: Walk) -> Message:
    """A table by invitation fills up, empties and fills up again; its post."""
    maud, (ines, karim, bastien) = walk.reader, walk.friends
    options = {"players": 4, "language": walk.language, "order": "joined", "entry": "invited"}
    post = (await maud.slash("akropolis new", options=options)).message
    await walk.command("invite", person=str(ines.id))
    await walk.post("invite, called")
    await join(ines, post)
    await walk.command("host", player=1)
    await walk.post("host, called")
    await walk.command("leave")
    await walk.go(LOUNGE_ID)
    await ines.slash("table invite", options={"person": str(maud.id)})
    await walk.toast("invite")
    await walk.go(GAMES_ID)
    await walk.command("join")
    await ines.slash("table host", options={"player": 1})
    for friend in (karim, bastien):
        await maud.slash("table invite", options={"person": str(friend.id)})
        await join(friend, post)
    await walk.wish("remove", player=2)
    await maud.slash("table invite", options={"person": str(karim.id)})
    await join(karim, post)
    return post


async def join(friend: Person, post: Message) -> None:
    """Join as soon as the lobby shows that it has room: a moment after somebody has left it."""

    def button() -> str | None:
        return next(iter(ids(friend.message(post["id"]), ":join")), None)

    await friend.click(post, await friend.expect(button))


async def wishes(walk: Walk) -> None:
    """All wishes that are possible while a game goes on; the others agree to them all."""
    panel = await walk.command("substitute")
    await walk.reader.click(panel, ids(panel, ":stand_in")[0])
    await walk.panel("substitute, done", walk.reader.message(panel["id"]))
    await walk.post("substitute, told")
    await walk.command("back")
    await walk.post("back, told")
    ines, karim, bastien = walk.friends
    for person in (ines, walk.reader, bastien, karim):
        await walk.house.move(person)
    await walk.wish("undo")
    await walk.agree("undo")
    await walk.wish("pause", days=7)
    await walk.agree("pause")
    await walk.wish("resume")
    await walk.agree("resume")
    await change_terms(walk)
    await walk.command("remove", ", in the game", player=2)
    await walk.command("cancel")
    await walk.command("resign")


async def change_terms(walk: Walk) -> None:
    """A time bank is looked at, hour by hour; other terms are asked for, and then the old ones."""
    maud, panel = walk.reader, await walk.command("terms")
    for key, value in (("pace", "bank_usual"), ("late", "ai"), ("reminder", "day")):
        await choose(walk, panel, key, value)
    await walk.panel("terms, chosen", maud.message(panel["id"]))
    await maud.click(panel, ids(maud.message(panel["id"]), ":bank")[0])
    await choose(walk, panel, "cap", "168")
    await walk.panel("terms, bank", maud.message(panel["id"]))
    await maud.click(panel, ids(maud.message(panel["id"]), ":pace")[0])
    await choose(walk, panel, "pace", "two")
    await ask_for_terms(walk, panel)
    panel = (await maud.slash("table terms", walk.place)).message
    for key, value in (("pace", "one"), ("late", "seat"), ("reminder", "half")):
        await choose(walk, panel, key, value)
    await ask_for_terms(walk, panel)


async def ask_for_terms(walk: Walk, panel: Message) -> None:
    """The question before the vote, the vote, and what it has changed."""
    await walk.reader.click(panel, ids(walk.reader.message(panel["id"]), ":ask")[0])
    question = await walk.panel("terms, question", walk.reader.message(panel["id"]))
    await walk.reader.click(panel, ids(question, ":do:terms")[0])
    await walk.panel("terms, done", walk.reader.message(panel["id"]))
    await walk.agree("terms")


async def choose(walk: Walk, panel: Message, key: str, value: str) -> None:
    """Choose a value in a menu of the panel of terms."""
    page = walk.reader.message(panel["id"])
    [menu] = [menu for menu in menus(page) if f":{key}" in menu["custom_id"]]
    await walk.reader.choose(page, menu["custom_id"], value)


async def calls(walk: Walk) -> None:
    """Maud is elsewhere and does not move, until the table hears what can be done about it."""
    thread = walk.place
    await walk.go(LOUNGE_ID)
    for called, hours in (("reminder", 12.1), ("excused", 12), ("late", 24)):
        await later(walk.house, hours)
        await walk.toast(called)
    await walk.go(thread)
    await walk.post("reminder", "r:1:play")
    await walk.post("late, the seat is open", "q:1:1")
    for _ in range(6):
        await later(walk.house, 24)
    await walk.post("late, what the others can do", "w:1:ask:replace")


async def move_for_others(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Maud is a referee of two tables of others: one without hands, and one with hands."""
    await walk.house.app.servers.change(GUILD_ID, referees=BOT_ROLE_ID)
    monkeypatch.setattr(discord.Member, "get_role", lambda _, role: role)
    ines, karim, _ = walk.friends
    for number, game in ((3, "akropolis"), (4, "telegraph")):
        options = {"players": 2, "language": walk.language, "order": "joined"}
        post = (await ines.slash(f"{game} new", LOUNGE_ID, options)).message
        await join(karim, post)
        await ines.click(post, ids(post, ":start")[0])
        await ines.expect(lambda post=post: walk.house.boards(post["id"]))
        await quiet(walk.house)
        await walk.page.locator("#log").get_by_role("button", name=f"#{number}").last.click()
        walk.place = str(post["id"])
        panel = await walk.command("move-for", f", {game}")
        if number == 3:
            shown = await message_after(
                walk.reader, panel, walk.reader.click(panel, ids(panel, ":go:")[0])
            )
            await walk.panel("move-for, the panel", shown)
            panel = (await walk.reader.slash("table move-for", walk.place)).message
        shown = await message_after(
            walk.reader, panel, walk.reader.click(panel, ids(panel, "pm:")[0])
        )
        await walk.panel(f"move-for, {game}, done", shown)
        await walk.post(f"move-for, {game}, told", "b:")
        await walk.go(LOUNGE_ID)


async def finish_game(walk: Walk) -> None:
    """A second table, whose game is over."""
    options = {"players": 4, "ai": 3, "language": walk.language, "order": "joined"}
    post = (await walk.reader.slash("akropolis new", walk.place, options)).message
    await walk.reader.click(post, ids(post, ":start")[0])
    await walk.reader.expect(lambda: walk.house.boards(post["id"]))
    await store_finished_game(walk.house, 2)


async def follow(walk: Walk) -> None:
    """A third table, where Maud has no seat: she is called, and guesses who wins."""
    ines, karim, _ = walk.friends
    options = {"players": 2, "language": walk.language, "order": "joined"}
    post = (await ines.slash("akropolis new", walk.place, options)).message
    await join(karim, post)
    await ines.click(post, ids(post, ":start")[0])
    await walk.reader.expect(lambda: walk.house.boards(post["id"]))
    page = await walk.command("watch", table=3)
    click = walk.reader.click(page, ids(page, "wa:3:round")[0])
    page = await walk.panel("watch, each round", await redrawn(walk.reader, page, click))
    choice = walk.reader.choose(page, ids(page, "wg:3")[0], "1")
    await walk.panel("watch, guess", await redrawn(walk.reader, page, choice))


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=deep)])
async def test_every_command_of_a_table_fits(
    house: Any, browser: Browser, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Maud manages the server; she reads French, whose words are longer, and if deep English."""
    await house.maud.call("speak", language=language)
    page = await visit(browser, f"{house.ground.url}#maud", phone=True)
    walk = Walk(house, page, language)
    post = await before_the_start(walk)
    terms = Terms(pace=Pace.ONE, late=Late.SEAT, excuses=1)
    await house.app.lobbies.configure(1, house.maud.id, terms=terms)
    await house.maud.click(post, ids(post, ":start")[0])
    await house.maud.expect(lambda: house.boards(post["id"]))
    await page.locator("#log").get_by_role("button", name="Akropolis #1").last.click()
    walk.place = str(post["id"])
    await wishes(walk)
    await calls(walk)
    for command in ("log", "status", "list", "replay", "export"):
        await walk.command(command)
    await walk.command("referee", role=str(BOT_ROLE_ID))
    await walk.command("referee", ", none")
    await walk.go(LOUNGE_ID)
    await walk.command("move", table=1)
    await finish_game(walk)
    for command in ("analysis", "film"):
        await walk.command(command, table=2)
    await move_for_others(walk, monkeypatch)
    record = json.dumps(await house.app.reading.record(2)).encode()
    file = {"name": "game.json", "content": b64encode(record).decode()}
    await walk.command("import", record=file, others="ai")
    await follow(walk)
    for called, high in sorted(walk.heights.items(), key=lambda one: -one[1]):
        print(f"{high:6.0f}  {language}: {called}")  # noqa: T201
    assert {called: high for called, high in walk.heights.items() if high > HIGHEST} == {}
    assert walk.commands == command_names(house.maud, "table")
