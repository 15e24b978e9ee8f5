"""The host's second page: what the table agrees on beside the game."""

from msgspec.structs import replace

from bot.table.options import TERMS, Pace, Page, Terms, terms_with, value_of
from cogs._words import terms
from playground.driver import labels, words
from tests.bot.samples import LOBBY
from tests.cogs.playing import after_choice, after_click, duel, menu_with, people_called


def test_each_of_the_terms_is_told_where_it_differs_from_those_of_a_new_table():
    """The hours of a time bank are told together; a new term needs no word here."""
    usual = Terms(pace=Pace.ONE)
    for key, term in TERMS.items():
        value = next(value for value in term.values if value != value_of(usual, key))
        lines = [*terms.terms_text(replace(LOBBY, terms=terms_with(usual, key, value)), "en")]
        if term.page is not Page.BANK and value != Pace.NONE:
            assert terms.label(key, value, "en") in lines, key


async def test_the_agreements_are_a_page_behind_the_options(house):
    post = await house.lobby()
    panel = (await house.maud.click(post, "Options")).message
    panel = await after_click(house.maud, panel, "Règles de la table")
    panel = await after_choice(house.maud, panel, "lo:1:t-votes", "all")
    post = await house.maud.expect(
        lambda: (
            "tout le monde doit être" in words(message := house.maud.message(post["id"]))
            and message
        )
    )
    assert "Options" in labels(post)
    panel = await after_click(house.maud, panel, "Retour aux options")
    assert "Places" in words(panel)


async def test_a_table_by_invitation_takes_whom_the_host_invites(house):
    options = {"players": 2, "language": "en", "entry": "invited"}
    post = (await house.maud.slash("akropolis new", options=options)).message
    assert "by invitation" in words(post)
    refused = await house.bastien.click(post, "Join")
    assert "Maud plays this table by invitation" in refused.text
    person = {"person": str(house.bastien.id)}
    answer = await house.maud.slash("seat invite", options=person)
    assert "**Bastien** a une invitation à Akropolis" in answer.text
    call = await house.maud.expect(
        lambda: "invites you" in words(message := house.maud.messages()[-1]) and message
    )
    assert people_called(call) == ["bastien"]
    await house.bastien.click(post, "Join")
    assert "**Bastien**" in words(house.maud.message(post["id"]))


async def choose(person, panel, key, value):
    """The panel after one of the terms has changed."""
    return await after_choice(person, panel, f":t-{key}", value)


async def test_a_pace_is_chosen_at_the_start_and_told_with_the_length_of_the_game(house):
    options = {"players": 2, "language": "en", "pace": "one"}
    post = (await house.maud.slash("akropolis new", options=options)).message
    assert "1 turn a day · late: the others are told · 36 turns, 18 of yours" in words(post)
    panel = (await house.maud.click(post, "Options")).message
    panel = await after_click(house.maud, panel, "Rythme")
    panel = await choose(house.maud, panel, "pace", "bank_slow")
    await house.maud.expect(
        lambda: "time bank, slow: 1 week, +1 day a turn" in words(house.maud.message(post["id"]))
    )
    panel = await choose(house.maud, panel, "pace", "bank_usual")
    panel = await choose(house.maud, panel, "late", "ai")
    panel = await choose(house.maud, panel, "excuses", "2")
    panel = await after_click(house.maud, panel, "Réserve de temps")
    await choose(house.maud, panel, "cap", "48")
    expected = "time bank: 48 h, 12 h more with each turn, 48 h at most · 2 days of grace"
    page = await house.maud.expect(
        lambda: expected in words(message := house.maud.message(post["id"])) and words(message)
    )
    assert "late: an AI plays that turn · 36 turns, 18 of yours" in page


async def test_a_time_bank_is_one_of_three_until_its_hours_are_changed(house):
    options = {"players": 2, "language": "en", "pace": "bank_quick"}
    post = (await house.maud.slash("akropolis new", options=options)).message
    assert "time bank, quick: 1 day, +3 hours a turn" in words(post)
    assert value_of((await house.app.tables.get(1)).terms, "pace") == "bank_quick"
    panel = (await house.maud.click(post, "Options")).message
    for button in ("Rythme", "Réserve de temps"):
        panel = await after_click(house.maud, panel, button)
    assert "24" in [option["value"] for option in menu_with(panel, ":t-start")["options"]]
    await choose(house.maud, panel, "increment", "12")
    assert value_of((await house.app.tables.get(1)).terms, "pace") == "bank"


async def test_a_table_without_a_pace_says_how_long_its_game_is(house):
    post = (await house.maud.slash("attika new", options={"players": 3, "language": "en"})).message
    assert "of yours" in words(post)
    assert "at most" not in words(post)


async def test_the_board_says_until_when_there_is_time(house):
    thread = await duel(house, language="en", pace="one")
    [board] = house.boards(thread)
    table = await house.app.reading.table_in(thread)
    until = int(table.seats[0].time.until.timestamp())
    assert f"-# Time: **Maud** until <t:{until}:f>" in board["content"]
    status = (await house.maud.slash("table status", thread)).message
    assert f"-# Temps\xa0: **Maud**, fin <t:{until}:R>" in words(status)
