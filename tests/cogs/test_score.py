"""The places behind a number: after a move, and of every seat in the recap."""

import pytest

from bot.steps.visibility import number_changes
from bot.words import of
from cogs._access.controls import PanelButton
from cogs._answering import phone
from playground.driver import labels, pictures, words
from rules.places import reasons
from tests.cogs import settling
from tests.cogs.forging import press_forged
from tests.cogs.playing import (
    after_click,
    after_entry,
    confirm,
    duel,
    menus,
    move,
    newest,
    open_candidate,
)
from tests.cogs.settling import panel_in_detail, put_position, quiet, recorded_position
from tests.massalia.building import GAME as MASSALIA
from tests.massalia.building import at as massalia


@pytest.fixture
async def thread(house):
    """The thread of a table of two in the middle of a game."""
    thread = await duel(house)
    await put_position(house, recorded_position("akropolis", "two_by_points", 20))
    return thread


def numbers(message):
    """Label of each number in the menu of a page."""
    return {option["value"]: option["label"] for option in menus(message)[0]["options"]}


async def numbers_of(house, seat):
    """Each number of a seat as it stands, with its unit."""
    score = await house.app.reading.score(1, int(house.maud.id), seat)
    french = of("akropolis", "fr")
    return {part: french.amount(part, score.points(part)) for part in score.places}


async def test_a_preview_leads_to_what_will_count_after_the_move(house, thread):
    """Its numbers are those of the game once the move is made."""
    panel = await open_candidate(house, house.maud, thread)
    if "Ce qui compte" not in labels(panel):
        panel = await panel_in_detail(house.maud, panel)
    page = await after_click(house.maud, panel, "Ce qui compte")
    promised = numbers(page)
    assert len(pictures(page)) == 1
    [barracks] = (value for value in promised if value.startswith("barracks "))
    page = await after_entry(house.maud, page, barracks)
    assert words(page).startswith("**Maud**\xa0· Casernes\xa0· ")
    assert promised[barracks].rpartition("· ")[2] in words(page)
    await after_click(house.maud, page, confirm(page))
    await quiet(house)
    kept = await numbers_of(house, 0)
    assert [label.rpartition("· ")[2] for label in promised.values()] == [*kept.values()]


async def test_the_longest_move_that_can_be_made_leads_to_what_counts_and_back(house, thread):
    table, longest = await house.app.tables.get(1), "x" * 100
    while not fits(table, "ok", longest):
        longest = longest[1:]
    assert len(longest) > 80
    assert fits(table, "pt", longest)
    assert fits(table, "go", longest)


def fits(table, verb, tokens):
    """Whether the id of a button has room for a move."""
    try:
        PanelButton.of(table, verb, tokens, "")
    except ValueError:
        return False
    return True


async def test_the_recap_leads_to_what_counts_for_every_seat(house, thread):
    await move(house, house.maud, thread)
    await move(house, house.bastien, thread)
    recap = (await house.maud.click(newest(house, thread), "Récap")).message
    points = await after_click(house.maud, recap, "Scores")
    page = await after_entry(house.maud, points, "stones")
    assert words(page).startswith("**Maud**\xa0· Pierres\xa0· ")
    page = await after_click(house.maud, page, "Bastien")
    assert words(page).startswith("**Bastien**\xa0· Pierres\xa0· ")
    assert [label.rpartition("· ")[2] for label in numbers(page).values()] == [
        *(await numbers_of(house, 1)).values()
    ]
    assert labels(await after_click(house.maud, page, "Récap")) == labels(recap)


async def test_every_reason_is_told_however_little_room_there_is(house, monkeypatch):
    """In Attika with four seats: two rows of buttons, long words, and cities near and far."""
    thread = await settling.table(house, "attika", players=4, ai=3)
    await put_position(house, recorded_position("attika", "four_easy", 131))
    score = await house.app.reading.score(1, int(house.maud.id), 0)
    monkeypatch.setattr(phone, "HIGHEST", 500)
    page = (await press_forged(house, house.maud, newest(house, thread), "sc:1:0:cities")).message
    _, *lines = words(page).split("\n")
    assert len(lines) == len(reasons(score.places["cities"])) > 2, lines


async def test_a_seat_or_a_number_that_is_not_there_shows_others(house, thread):
    post = newest(house, thread)
    page = (await press_forged(house, house.maud, post, "sc:1:9:nonsense")).message
    assert words(page).startswith("**Maud**")
    assert menus(page)


def test_a_recap_knows_the_changes_of_numbers_beside_the_score():
    """Morale is no part of a score of Massalia."""
    ready = {"F3": "0WA", "G3": "0WA"}
    states = (massalia(board=board) for board in (ready, ready | {"F4": "0FH"}))
    before, after = (MASSALIA.view(state, 0) for state in states)
    assert number_changes(MASSALIA, before, after, 0) == {"morale": 2, "ready": -1}
    assert number_changes(MASSALIA, before, after, 1) == {}
