"""Every press, command and form has a word soon, however long its answer takes.

Here the database takes for ever. What may not take long waits for little else than the database, so
it is left out: `tests/cogs/unanswered.py` looks at every press of all tests.
"""

import asyncio
from functools import partial

import pytest

from bot.store.store import Store
from cogs._access import access
from cogs._answering import answer
from cogs._lobby import lobby
from playground.driver import STILL
from playground.people import GAMES_ID
from rules.registry import games
from tests.cases import case
from tests.cogs.forging import swap_component
from tests.cogs.playing import custom_ids
from tests.cogs.test_items import ITEMS

SLOW = [item for item in ITEMS if item.may_take_long]
PUBLIC = {("table", "move"), *((game, "new") for game in games())}
"""Commands whose answer is a public post, and so has to be the first one."""
STRING, INTEGER, USER, FILE = 3, 4, 6, 11
"""Types of options."""


@pytest.fixture
def database(house, monkeypatch):
    """An event as long as the database answers; nothing is waited for without a word."""
    answers = asyncio.Event()
    answers.set()

    def late(method):
        async def wait_first(*args):
            await answers.wait()
            return await method(*args)

        return wait_first

    for name in ("read", "write"):
        monkeypatch.setattr(Store, name, late(getattr(Store, name)))
    monkeypatch.setattr(answer, "SOON", 0.0)
    return answers


def state_of(person, interaction):
    """State of an interaction of a person: pending, thinking, done or failed."""
    reports = (event for event in reversed(person.events) if event["op"] == "interaction")
    return next(event["state"] for event in reports if event["id"] == interaction)


async def act_in_vain(database, person, op, has_word=lambda: True, **fields):
    """Expect a word after what a person does while the database does not answer; let it end."""
    database.clear()
    try:
        interaction = (await person.call(op, **fields))["interaction"]
        await person.expect(lambda: state_of(person, interaction) != "pending" and has_word())
    finally:
        database.set()
    await person.expect(lambda: state_of(person, interaction) not in STILL)


async def press_in_vain(house, database, post, item, has_word=lambda: True):
    """Press a button with the custom id of an item while the database does not answer."""
    custom_id, (button, *_) = item.custom_id, custom_ids(post)
    with swap_component(house, post, button, lambda button: button.update(custom_id=custom_id)):
        press = {"message": post["id"], "custom_id": custom_id}
        await act_in_vain(database, house.maud, "click", has_word, **press)


async def test_a_press_on_a_post_has_a_word_soon(house, database, subtests):
    post = await house.lobby()
    for item in SLOW:
        with case(subtests, item.custom_id):
            await press_in_vain(house, database, post, item)


async def test_a_panel_says_soon_what_is_being_done(house, database, subtests):
    for item in SLOW:
        with case(subtests, item.custom_id):
            panel = (await house.maud.slash("help")).message
            changed = partial(differs, house.maud, panel)
            await press_in_vain(house, database, panel, item, changed)


def differs(person, panel):
    """Whether a panel says what is being done, or shows the answer already."""
    return person.message(panel["id"]) != panel


def required_options(command, person):
    """A value for each option that a command requires; None for one that requires a file."""
    options, values = {}, {STRING: "1", INTEGER: 1, USER: str(person.id)}
    for option in command["options"]:
        if option.get("required") and option["type"] == FILE:
            return None
        if option.get("required"):
            [*choices] = (choice["value"] for choice in option.get("choices", ()))
            options[option["name"]] = choices[0] if choices else values[option["type"]]
    return options


async def test_a_command_has_a_word_soon(house, database, subtests):
    for command in house.maud.world["commands"]:
        path, options = command["path"], required_options(command, house.bastien)
        if (*path,) in PUBLIC or options is None:
            continue
        with case(subtests, " ".join(path)):
            run = {"channel": str(GAMES_ID), "command": command["id"], "path": path}
            await act_in_vain(database, house.maud, "run", **run, options=options)


async def test_a_form_has_a_word_soon(house, database):
    settings = (await house.maud.slash("me settings")).message
    form = (await house.maud.click(settings, "me:hours")).modal
    typed = {"modal": form["id"], "values": {"zone": "Paris", "from": "", "to": ""}}
    await act_in_vain(database, house.maud, "submit", **typed)


# ---- what may not take long ----------------------------------------------------------------------


async def test_a_wait_without_a_word_is_noticed(house, waits, monkeypatch):
    """In any test: the house looks at the waits at its end."""

    async def show_late(visitor, table):
        await asyncio.to_thread(int)
        return await show(visitor, table)

    show = lobby.PRESSED["options"]
    monkeypatch.setattr(lobby, "PRESSED", {**lobby.PRESSED, "options": show_late})
    post = await house.lobby()
    await house.maud.click(post, "Options")
    [wait] = waits
    assert "l:1:options" in wait
    waits.clear()


def test_discord_is_not_waited_for_longer_than_a_second():
    assert answer.SOON < access.PATIENCE < 1.0
