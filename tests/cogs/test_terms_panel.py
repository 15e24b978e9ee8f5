"""The panel with pace and reminders of a running game: menus, the question, the vote, the log."""

import pytest

from bot.table.negotiation import number_of
from bot.table.options import Pace, Reminder, Terms
from playground.driver import labels, words
from tests.cogs.forging import press_forged
from tests.cogs.playing import (
    after_choice,
    after_click,
    asking,
    board_in_play,
    menus,
    newest,
    start_game,
)


@pytest.fixture
async def thread(house):
    """A game of Bastien and Inès with a turn a day; its thread."""
    people = (house.bastien, house.ines)
    return await start_game(house, *people, language="en", pace="one")


async def choose(person, panel, key, value):
    """The panel after a choice in one of its menus."""
    return await after_choice(person, panel, f":{key}", value)


async def test_the_vote_says_what_changes_from_what_to_what(house, thread):
    await house.bastien.call("speak", language="en")
    panel = (await house.bastien.slash("table terms", thread)).message
    assert "The turn in progress never loses time" in words(panel)
    assert "Next" not in labels(panel)
    panel = await choose(house.bastien, panel, "pace", "half")
    assert "Next" in labels(panel)
    panel = await choose(house.bastien, panel, "late", "ai")
    panel = await choose(house.bastien, panel, "reminder", "day")
    assert (await house.app.tables.get(1)).terms.pace is Pace.ONE
    panel = await after_click(house.bastien, panel, "Next")
    assert "This asks **Inès**" in words(panel)
    await house.bastien.click(panel, "Ask for these terms")
    question = await asking(house, thread)
    expected = (
        "- 1 turn a day → **2 days for a turn**\n"
        "- late: the others are told → **late: an AI plays that turn**\n"
        "- reminder after 12 hours → **reminder after a day**"
    )
    assert expected in words(question)
    await house.ines.click(question, "Yes")
    outcome = words(house.maud.message(question["id"]))
    assert outcome.startswith("Pace and reminders: agreed.")
    assert "1 turn a day → **2 days for a turn**" in outcome
    table = await house.app.tables.get(1)
    assert (table.terms.pace, table.terms.reminder) == (Pace.HALF, Reminder.DAY)
    notice = await house.maud.expect(
        lambda: "on other terms" in words(message := house.maud.messages(thread)[-1]) and message
    )
    assert "-# 1 turn a day → **2 days for a turn**" in words(notice)
    log = words((await house.karim.slash("table log", thread)).message)
    assert "New terms: 1 turn a day → **2 days for a turn** · late" in log.replace("\xa0", " ")
    until = int(table.seats[0].time.until.timestamp())
    await house.maud.expect(
        lambda: f"**Bastien** until <t:{until}:f>" in words(board_in_play(house, thread))
    )


async def test_a_time_bank_has_a_page_of_its_own(house, thread):
    await house.bastien.call("speak", language="en")
    panel = (await house.bastien.slash("table terms", thread)).message
    panel = await choose(house.bastien, panel, "pace", "bank_usual")
    panel = await after_click(house.bastien, panel, "Time bank")
    panel = await choose(house.bastien, panel, "cap", "168")
    assert "Most that the time bank holds" in words(panel)
    question = words(await after_click(house.bastien, panel, "Next"))
    assert "1 turn a day → **a time bank**" in question
    assert "Most that the time bank holds: **168 hours**" in question


async def test_the_panel_is_behind_more_for_players_alone(house, thread):
    await house.bastien.call("speak", language="en")
    page = (await house.bastien.click(newest(house, thread), "More")).message
    for button in ("Table and players", "Pace and reminders"):
        page = await after_click(house.bastien, page, button)
    assert menus(page)
    assert "Only players" in (await house.noor.slash("table terms", thread)).text


async def test_a_forged_draft_is_refused(house, thread):
    post = newest(house, thread)
    for custom_id in ("tb:1:99999999:pace", "tm:1:0:entry", "w:1:do:terms.99999999:1"):
        answer = await press_forged(house, house.bastien, post, custom_id)
        assert answer.state == "done"
    number = number_of(Terms(pace=Pace.WEEK))
    answer = await press_forged(house, house.noor, post, f"w:1:do:terms.{number}:1")
    assert (await house.app.tables.get(1)).terms.pace is Pace.ONE
    assert await house.app.votes.open_motions(1) == []


async def test_somebody_who_plays_alone_chooses_reminders_only_and_at_once(house):
    await house.maud.call("speak", language="en")
    thread = await start_game(house, house.maud, language="en")
    panel = (await house.maud.slash("table terms", thread)).message
    assert len(menus(panel)) == 1
    panel = await choose(house.maud, panel, "reminder", "never")
    panel = await after_click(house.maud, panel, "Next")
    assert "happens at once" in words(panel)
    await house.maud.click(panel, labels(panel)[0])
    assert (await house.app.tables.get(1)).terms.reminder is Reminder.NEVER
