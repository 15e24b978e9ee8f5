"""A panel that says what is being done, and what becomes of it."""

import asyncio

import pytest

from bot.i18n import text
from cogs._access import controls
from cogs._answering import answer
from playground import components
from playground.driver import labels, words
from rules.contract import RulesError
from tests.cogs.playing import (
    after_click,
    confirm,
    custom_ids,
    is_waiting,
    menus,
    message_after,
    newest,
    open_candidate,
    open_private_panel,
    slowed,
    with_tile,
)
from tests.cogs.test_errors import expect_answer_before

BACK = text("panel.wait_back", "fr")
STAR = ":sug"


class Slow:
    """A verb of panels that waits until it may go on, and may end with an error."""

    def __init__(self, verb, monkeypatch):
        self.carry_out, self.may_go = controls.PANEL_ACTIONS[verb], asyncio.Event()
        self.error = None
        monkeypatch.setitem(controls.PANEL_ACTIONS, verb, self)

    async def __call__(self, visit, *tokens):
        await self.may_go.wait()
        if self.error is not None:
            raise self.error
        return await self.carry_out(visit, *tokens)


@pytest.fixture
def no_patience(monkeypatch):
    """What is not ready at once is said to be under way."""
    monkeypatch.setattr(answer, "SOON", 0.0)


@pytest.fixture
async def panel(house, no_patience):
    """Maud's panel with a tile on its place, in the thread of a new table."""
    return await open_candidate(house, house.maud, await house.table())


def star(panel):
    """Custom id of the button by which ★ suggests another place."""
    return next(each for each in custom_ids(panel) if STAR in each)


async def waiting_panel(house, panel, button):
    """The panel once it says what is being done, after a press on a button of it."""
    await house.maud.click(panel, button)
    return await house.maud.expect(
        lambda: is_waiting(current := house.maud.message(panel["id"])) and current
    )


def row_count(panel):
    """Number of rows of buttons and menus, with the line about what is being done."""
    parts = [part for frame in panel["components"] for part in frame["components"]]
    return sum(part["type"] in (components.ROW, components.SECTION) for part in parts)


def looks(panel):
    """What a person reads on a panel, and what they can press."""
    return words(panel), labels(panel), custom_ids(panel)


@pytest.mark.parametrize(
    "error", [RulesError("panel.no_such_page"), ZeroDivisionError()], ids=["refused", "fault"]
)
async def test_an_error_while_it_thinks_gives_the_buttons_back(house, panel, monkeypatch, error):
    slow = Slow("sug", monkeypatch)
    slow.error = error
    waiting = await waiting_panel(house, panel, star(panel))
    assert text("panel.thinking", "fr") in words(waiting)
    assert row_count(waiting) == row_count(panel)
    assert labels(waiting) == [BACK]
    slow.may_go.set()
    refused = await house.maud.expect(
        lambda: not is_waiting(current := house.maud.message(panel["id"])) and current
    )
    assert looks(refused)[1:] == looks(panel)[1:]
    assert words(refused).startswith(f"{words(panel)}\n")


async def test_a_press_that_is_answered_elsewhere_gives_the_buttons_back(house, panel, monkeypatch):
    """The rules stand in a message of their own."""
    slow, number = Slow("go", monkeypatch), len(house.maud.ephemerals())

    async def show_rules(visit, tokens):
        await controls.PANEL_ACTIONS["rules"](visit, tokens)

    slow.carry_out = show_rules
    await waiting_panel(house, panel, next(each for each in custom_ids(panel) if ":go." in each))
    slow.may_go.set()
    await house.maud.expect(lambda: looks(house.maud.message(panel["id"])) == looks(panel))
    assert len(house.maud.ephemerals()) == number + 1


async def test_a_panel_that_waits_is_put_back_before_the_bot_ends(house, panel, monkeypatch):
    Slow("sug", monkeypatch)
    await waiting_panel(house, panel, star(panel))
    await house.restart()
    restored = house.maud.message(panel["id"])
    assert looks(restored) == looks(panel)
    done = await after_click(house.maud, restored, confirm(restored))
    assert words(done).startswith("✅ C’est fait.")


async def test_so_is_one_of_which_the_bot_does_not_know_yet_that_it_waits(
    house, panel, monkeypatch
):
    Slow("sug", monkeypatch)
    hold = house.ground.faults.hold("POST", "/callback$")
    await waiting_panel(house, panel, star(panel))
    await house.restart()
    hold.release()
    assert looks(house.maud.message(panel["id"])) == looks(panel)
    expect_answer_before(house, 1)


async def test_so_is_one_that_is_pressed_before_the_bot_knows_that_it_is_there(
    house, no_patience, monkeypatch
):
    thread = await house.table()
    hold = house.ground.faults.hold("PATCH", "/messages/@original$")
    ends = ends_of_presses(monkeypatch)
    await house.maud.click(newest(house, thread), "Jouer")
    panel = await house.maud.expect(
        lambda: menus(current := house.maud.ephemerals(thread)[-1]) and current
    )
    panel = await with_tile(house.maud, panel)
    Slow("sug", monkeypatch)
    await waiting_panel(house, panel, star(panel))
    hold.release()
    await house.maud.expect(lambda: any(each.startswith("b:1:play") for each in ends))
    await house.restart()
    assert looks(house.maud.message(panel["id"])) == looks(panel)


async def test_a_panel_that_waits_when_the_bot_is_killed_leads_back_without_its_row(
    house, panel, monkeypatch
):
    """The way back works after that as well, and a note stands for what was pressed."""
    Slow("sug", monkeypatch)
    waiting = await waiting_panel(house, panel, star(panel))
    monkeypatch.setattr(answer.PrivateMessages, "cog_unload", lambda _: asyncio.sleep(0))
    await house.restart()
    restored = await after_click(house.maud, waiting, BACK)
    assert words(restored) == f"{words(panel)}\n{text('panel.wait_lost', 'fr')}"
    gone = {*custom_ids(panel)} - {*custom_ids(restored)}
    assert star(panel) in gone
    done = await after_click(house.maud, restored, confirm(restored))
    assert words(done).startswith("✅ C’est fait.")


async def test_a_line_about_what_is_done_that_breaks_off_holds_up_no_answer(
    house, panel, monkeypatch
):
    """Discord has taken it, but the bot does not know."""
    slow = Slow("sug", monkeypatch)
    house.ground.faults.inject("drop", path="/callback$")
    await waiting_panel(house, panel, star(panel))
    slow.may_go.set()
    shown = await house.maud.expect(
        lambda: not is_waiting(current := house.maud.message(panel["id"])) and current
    )
    assert confirm(shown)
    expect_answer_before(house, 1)


async def test_two_presses_of_the_same_instant_leave_no_button_off(house, panel, monkeypatch):
    slow = Slow("sug", monkeypatch)
    pad = next(each for each in custom_ids(panel) if ":go." in each and ":go.back:" not in each)
    presses = [asyncio.create_task(house.maud.click(panel, each)) for each in (star(panel), pad)]
    await asyncio.gather(*presses)
    moved = await message_after(house.maud, panel, asyncio.sleep(0))
    slow.may_go.set()
    await asyncio.sleep(0.2)
    shown = house.maud.message(panel["id"])
    assert looks(shown) == looks(moved)
    assert confirm(shown) != confirm(panel)


def ends_of_presses(monkeypatch):
    """The presses that have ended, from now on."""
    ends, stop_waiting = [], answer.Answer.stop_waiting

    def note(pressed):
        stop_waiting(pressed)
        ends.append(pressed.press.data["custom_id"])

    monkeypatch.setattr(answer.Answer, "stop_waiting", note)
    return ends


async def test_of_a_click_that_comes_twice_and_takes_long_discord_refuses_one_answer(
    house, no_patience, monkeypatch
):
    thread = await house.table()
    asks, ends = slowed(monkeypatch, house.app.moves, "ask"), ends_of_presses(monkeypatch)
    house.ground.faults.inject("twice")
    opening = asyncio.create_task(open_private_panel(house, house.maud, thread))
    await house.maud.expect(lambda: house.ground.refusals)
    asks.set()
    assert labels(await opening)
    await house.maud.expect(lambda: len(ends) == 2)
    expect_answer_before(house, 1)


async def test_a_start_that_takes_long_deletes_no_panel_that_is_opened_meanwhile(
    house, monkeypatch
):
    """It deletes the panel of options, which is older."""
    post = await house.lobby(players=2)
    options = (await house.maud.click(post, "Options")).message
    await house.bastien.click(post, "Rejoindre")
    hold = house.ground.faults.hold("POST", "/callback$")
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    panel = await open_private_panel(house, house.maud, post["id"])
    await house.maud.expect(lambda: house.maud.message(options["id"]) is None)
    ends = ends_of_presses(monkeypatch)
    hold.release()
    await house.maud.expect(lambda: "l:1:start" in ends)
    assert house.maud.message(panel["id"])
