"""A Start with free seats: its host is offered ways to begin, and goes on to the first move."""

import pytest

from bot.i18n import text
from bot.table.seating import Status
from playground.driver import labels, words
from tests.cases import each_case
from tests.cogs.forging import choose_forged, press_forged
from tests.cogs.playing import after_click, after_entry, menus, message_after
from tests.e2e.playing import ids

FILL, WITH = "lw:1:", "ln:1:"


@pytest.fixture
async def post(house):
    """The post of Maud's lobby for four."""
    return await house.lobby()


async def ways(house, post):
    """The answer to Maud's press on Start."""
    return (await house.maud.click(post, "Commencer")).message


async def press(house, panel, claim):
    """The panel after a press on the button whose custom id begins like this."""
    (button,) = ids(panel, claim)
    return await after_click(house.maud, panel, button)


async def table_of(house):
    return await house.app.tables.get(1)


async def ai_levels(house):
    """Level of the AI in each seat, None for a person."""
    return [occupant.ai for occupant in (await table_of(house)).seats]


async def test_the_host_alone_is_told_how_many_are_missing_and_offered_ways_to_begin(house, post):
    answer = await house.bastien.click(post, "Commencer")
    assert answer.text == "Only the host of the table can do that."
    assert labels(answer.message) == []
    assert house.bastien.ephemerals() == list(answer.messages)
    assert house.ines.ephemerals() == []
    panel = await ways(house, post)
    assert "3\xa0places sont encore libres" in words(panel)
    assert "1 sur 4" in words(panel)
    assert house.maud.ephemerals() == [panel]
    assert house.maud.threads() == []
    for claim in ("lw:1:random", "ln:1:1"):
        await press_forged(house, house.bastien, post, claim)
        assert (await table_of(house)).status is Status.LOBBY


async def test_ai_seats_fill_the_table_and_the_first_move_is_made_where_the_lobby_was(house, post):
    """Also after a restart."""
    await house.bastien.click(post, "Rejoindre")
    panel = await ways(house, post)
    await house.restart()
    panel = await press(house, panel, FILL)
    assert (await table_of(house)).status is Status.LIVE
    assert await ai_levels(house) == [None, None, "easy", "easy"]
    thread = (await table_of(house)).link_to(int(post["id"]), None)
    assert text("panel.begun", "fr", link=thread).rstrip(")") in words(panel)
    assert menus(panel)
    panel = await press(house, panel, ":sug:")
    panel = await press(house, panel, ":ok:")
    assert f"Le plateau est ici\xa0: <#{post['id']}>" in words(panel)
    assert (await house.app.reading.look(1, house.maud.id)).to_act != (0,)


async def test_the_level_of_the_ai_is_easy_unless_the_host_chooses_another(house, post):
    panel = await ways(house, post)
    (menu,) = menus(panel)
    assert [option["value"] for option in menu["options"]] == ["easy", "hard", "strong", "random"]
    assert menu["options"][0]["default"]
    await press(house, await after_entry(house.maud, panel, "hard"), FILL)
    assert await ai_levels(house) == [None, *["hard"] * 3]


async def test_a_level_that_no_menu_offers_is_refused(house, post):
    panel = await ways(house, post)
    (menu,) = menus(panel)
    note = await choose_forged(house, house.maud, panel, menu["custom_id"], "perfect")
    assert note == text("lobby.bad_choice", "fr")
    assert (await table_of(house)).status is Status.LOBBY


async def test_the_host_starts_with_those_who_are_there(house, post):
    """More people than the button says are not left out."""
    await house.bastien.click(post, "Rejoindre")
    panel = await ways(house, post)
    assert "Commencer à 2" in labels(panel)
    await house.ines.click(post, "Rejoindre")
    await house.maud.click(panel, ids(panel, WITH)[0])
    panel = await house.maud.expect(
        lambda: "3\xa0personnes" in words(newest := house.maud.ephemerals()[-1]) and newest
    )
    assert (await table_of(house)).status is Status.LOBBY
    await house.ines.click(post, "Quitter")
    panel = await ways(house, post)
    await press(house, panel, WITH)
    table = await table_of(house)
    assert (table.status, table.size, len(table.seats)) == (Status.LIVE, 2, 2)


@each_case(("game", "offered"), [("akropolis", ["ln:1:1"]), ("attika", [])])
async def test_a_game_begins_alone_only_where_it_is_made_for_one(house, game, offered):
    post = (await house.maud.slash(f"{game} new", options={"language": "fr"})).message
    assert ids(await ways(house, post), WITH) == offered


async def test_a_host_who_has_to_wait_gets_the_reason_and_a_play_button(house):
    """The fifth deal of the tests gives the first seat to the person who joined second."""
    for _ in range(4):
        await house.lobby()
    post = await house.lobby(players=3, order="drawn")
    await house.bastien.click(post, "Rejoindre")
    panel = await press(house, await ways(house, post), "ln:5:")
    assert "on attend Bastien" in words(panel)
    assert labels(panel) == ["Jouer"]


@pytest.mark.parametrize("late_use", ["fill", "smaller", "level"])
async def test_a_panel_that_stays_after_the_start_goes_with_a_sentence(house, post, late_use):
    panel = await ways(house, post)
    await house.app.lobbies.start(1, house.maud.id, fill="easy")
    await house.maud.expect(lambda: house.boards(post["id"]))
    uses = {
        "fill": lambda: house.maud.click(panel, ids(panel, FILL)[0]),
        "smaller": lambda: house.maud.click(panel, ids(panel, WITH)[0]),
        "level": lambda: house.maud.choose(panel, menus(panel)[0]["custom_id"], "hard"),
    }
    panel_after = await message_after(house.maud, panel, uses[late_use]())
    assert words(panel_after) == f"<#{post['id']}> a commencé."
    assert labels(panel_after) == menus(panel_after) == []
