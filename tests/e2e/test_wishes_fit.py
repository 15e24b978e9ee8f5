"""Every command about a table, walked on a phone: its questions, posts and answers fit."""

import json
import re
from base64 import b64encode
from typing import Any

import discord
import pytest
from playwright.async_api import Locator, expect

from bot.table.options import Late, Pace, Terms
from cogs._access.former import FORMER
from playground import Person
from playground.driver import labels
from playground.people import BOT_ROLE_ID, GAMES_ID, GUILD_ID, LOUNGE_ID
from tests.browser import keep
from tests.cogs.playing import menus, message_after
from tests.cogs.settling import quiet
from tests.cogs.test_reminders import later
from tests.e2e.finished import store_finished_game
from tests.e2e.phone import FITS, Phone
from tests.e2e.playing import Message, command_names, ids, open_table, start_table
from tests.tier import deep

pytestmark = FITS

WIDER = """shown => [...shown.querySelectorAll("*")].filter(
  one => one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth + 1
    && getComputedStyle(one).overflowX !== "visible"
).map(one => one.textContent)"""
"""The parts that do not find room beside each other."""
CODE = re.compile(r"https?:|\]\(|<t:|\*\*|`")
"""Markup that is for a page, not for a person who is called by their phone."""


class Walk(Phone):
    """A phone of Maud's, which notes as well which commands she has used, and where she is."""

    def __init__(self, phone: Phone, language: str) -> None:
        super().__init__(phone.house, "maud", phone.page)
        self.language = language
        self.place, self.commands = str(GAMES_ID), set[str]()
        self.friends: tuple[Person, ...] = (self.house.ines, self.house.karim, self.house.bastien)

    async def note(self, called: str, part: Locator, high: float) -> None:
        """Note how high something is; it is as wide as the page at most."""
        await super().note(called, part, high)
        assert await part.evaluate(WIDER) == [], called

    async def command(self, called: str, case: str = "", **options: Any) -> Message:
        """Measure the answer to a command about a table, by its former name where it has one."""
        self.commands.add(called)
        path = FORMER.get(f"table {called}", f"table {called}")
        answer = await self.person.slash(path, self.place, options)
        assert answer.state == "done", answer.code
        return await self.measure(called + case, answer.message)

    async def wish(self, called: str, **options: Any) -> None:
        """A command whose question is answered by its first button."""
        panel = await self.command(called, **options)
        await self.person.click(panel, labels(panel)[0])
        await self.measure(f"{called}, done", self.person.message(panel["id"]))

    async def post(self, called: str, part: str = "") -> Message:
        """Measure the newest post; the newest with a button whose id begins so."""
        await quiet(self.house)
        everybody = [
            message for message in self.person.messages(self.place) if not message["flags"] & 64
        ]
        post = [message for message in everybody if not part or ids(message, part)][-1]
        await self.measure_post(called, post["id"])
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
        await super().go(place)
        self.place = str(place)


async def before_the_start(walk: Walk) -> Message:
    """A table by invitation fills up, empties and fills up again; its post."""
    maud, (ines, karim, bastien) = walk.person, walk.friends
    options = {"players": 4, "language": walk.language, "order": "joined", "entry": "invited"}
    post = (await maud.slash("akropolis new", options=options)).message
    await walk.command("invite", person=str(ines.id))
    await walk.post("invite, called")
    await join(ines, post)
    await walk.command("host", player=1)
    await walk.post("host, called")
    await walk.command("leave")
    await walk.go(LOUNGE_ID)
    await ines.slash("seat invite", options={"person": str(maud.id)})
    await walk.toast("invite")
    await walk.go(GAMES_ID)
    await walk.command("join")
    await ines.slash("table host", options={"player": 1})
    for friend in (karim, bastien):
        await maud.slash("seat invite", options={"person": str(friend.id)})
        await join(friend, post)
    await walk.wish("remove", player=2)
    await maud.slash("seat invite", options={"person": str(karim.id)})
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
    await walk.person.click(panel, ids(panel, ":stand_in")[0])
    await walk.measure("substitute, done", walk.person.message(panel["id"]))
    await walk.post("substitute, told")
    await walk.command("back")
    await walk.post("back, told")
    ines, karim, bastien = walk.friends
    await walk.house.move(ines, walk.person, bastien, karim)
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
    maud, panel = walk.person, await walk.command("terms")
    for key, value in (("pace", "bank_usual"), ("late", "ai"), ("reminder", "day")):
        await choose(walk, panel, key, value)
    await walk.measure("terms, chosen", maud.message(panel["id"]))
    await maud.click(panel, ids(maud.message(panel["id"]), ":bank")[0])
    await choose(walk, panel, "cap", "168")
    await walk.measure("terms, bank", maud.message(panel["id"]))
    await maud.click(panel, ids(maud.message(panel["id"]), ":pace")[0])
    await choose(walk, panel, "pace", "two")
    await ask_for_terms(walk, panel)
    panel = (await maud.slash("table terms", walk.place)).message
    for key, value in (("pace", "one"), ("late", "seat"), ("reminder", "half")):
        await choose(walk, panel, key, value)
    await ask_for_terms(walk, panel)


async def ask_for_terms(walk: Walk, panel: Message) -> None:
    """The question before the vote, the vote, and what it has changed."""
    await walk.person.click(panel, ids(walk.person.message(panel["id"]), ":ask")[0])
    question = await walk.measure("terms, question", walk.person.message(panel["id"]))
    await walk.person.click(panel, ids(question, ":do:terms")[0])
    await walk.measure("terms, done", walk.person.message(panel["id"]))
    await walk.agree("terms")


async def choose(walk: Walk, panel: Message, key: str, value: str) -> None:
    """Choose a value in a menu of the panel of terms."""
    page = walk.person.message(panel["id"])
    [menu] = [menu for menu in menus(page) if f":{key}" in menu["custom_id"]]
    await walk.person.choose(page, menu["custom_id"], value)


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
        walk.place = await start_table(walk.house, post, ines)
        await quiet(walk.house)
        await walk.enter(game, number)
        panel = await walk.command("move-for", f", {game}")
        if number == 3:
            form = (await walk.person.click(panel, ids(panel, ":type")[0])).modal
            sent = walk.person.submit(form, {"move": "T9"})
            panel = await message_after(walk.person, panel, sent)
            await walk.measure("move-for, refused", panel)
        shown = await message_after(
            walk.person, panel, walk.person.click(panel, ids(panel, "pm:")[0])
        )
        await walk.measure(f"move-for, {game}, done", shown)
        await walk.post(f"move-for, {game}, told", "b:")
        await walk.go(LOUNGE_ID)


async def finish_game(walk: Walk) -> None:
    """A second table, whose game is over."""
    options = {"players": 4, "ai": 3, "language": walk.language}
    await open_table(walk.house, "akropolis", **options)
    await store_finished_game(walk.house, 2)


async def follow(walk: Walk) -> None:
    """A third table, where Maud has no seat: she is called, and guesses who wins."""
    ines, karim, _ = walk.friends
    options = {"players": 2, "language": walk.language, "order": "joined"}
    post = (await ines.slash("akropolis new", walk.place, options)).message
    await join(karim, post)
    await start_table(walk.house, post, ines)
    page = await walk.command("watch", table=3)
    page = await walk.press("watch, each round", page, "wa:3:round")
    await walk.choose("watch, guess", page, "wg:3", "1")


@deep
@pytest.mark.parametrize("language", ["fr", "en"])
async def test_every_command_of_a_table_fits(house, phone_of, language, monkeypatch):
    """Maud manages the server; she reads French, whose words are longer, and if deep English."""
    await house.maud.call("speak", language=language)
    walk = Walk(await phone_of("maud"), language)
    post = await before_the_start(walk)
    terms = Terms(pace=Pace.ONE, late=Late.SEAT, excuses=1)
    await house.app.lobbies.configure(1, house.maud.id, terms=terms)
    walk.place = await start_table(house, post, house.maud)
    await walk.enter("akropolis")
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
    walk.assert_fits()
    assert walk.commands == command_names(house.maud, "table")
