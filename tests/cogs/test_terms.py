"""The host's second page: what the table agrees on beside the game."""

from bot.playground.driver import labels, words
from bot.table.options import value_of
from tests.cogs.playing import menus


async def test_the_agreements_are_a_page_behind_the_options(house):
    post = await house.lobby()
    panel = (await house.maud.click(post, "Options")).message
    await house.maud.click(panel, "Règles de la table")
    page = house.maud.message(panel["id"])
    (menu,) = [menu for menu in menus(page) if menu["custom_id"].startswith("lo:1:t-votes")]
    await house.maud.choose(page, menu["custom_id"], "all")
    next_page = await house.maud.expect(
        lambda: (
            (message := house.maud.message(post["id"]))
            and "tout le monde doit être" in words(message)
            and message
        )
    )
    assert "Options" in labels(next_page)
    page = house.maud.message(panel["id"])
    await house.maud.click(page, "Retour aux options du jeu")
    assert "Places" in words(house.maud.message(panel["id"]))


async def test_a_table_by_invitation_takes_whom_the_host_invites(house):
    options = {"players": 2, "language": "en", "entry": "invited"}
    post = (await house.maud.slash("akropolis new", options=options)).message
    assert "by invitation" in words(post)
    refused = await house.bastien.click(post, "Join")
    assert "Maud plays this table by invitation" in refused.text
    person = {"person": str(house.bastien.id)}
    answer = await house.maud.slash("table invite", options=person)
    assert "**Bastien** a une invitation à Akropolis" in answer.text
    call = await house.maud.expect(
        lambda: "invites you" in words(message := house.maud.messages()[-1]) and message
    )
    assert [user["username"] for user in call["mentions"]] == ["bastien"]
    await house.bastien.click(post, "Join")
    assert "**Bastien**" in words(house.maud.message(post["id"]))


async def test_a_pace_is_chosen_at_the_start_and_told_with_the_length_of_the_game(house):
    options = {"players": 2, "language": "en", "pace": "one"}
    post = (await house.maud.slash("akropolis new", options=options)).message
    assert (
        "1 turn a day · late: the others are told · 36 turns, 18 of yours, 6 weeks at most"
        in words(post)
    )
    panel = (await house.maud.click(post, "Options")).message
    await house.maud.click(panel, "Rythme")
    await choose(house.maud, panel, "pace", "bank_slow")
    await house.maud.expect(
        lambda: "time bank: 168 h, 24 h more" in words(house.maud.message(post["id"]))
    )
    await choose(house.maud, panel, "pace", "bank_usual")
    await choose(house.maud, panel, "late", "ai")
    await choose(house.maud, panel, "excuses", "2")
    assert "Réserve de temps" in labels(house.maud.message(panel["id"]))
    await house.maud.click(house.maud.message(panel["id"]), "Réserve de temps")
    await choose(house.maud, panel, "cap", "48")
    expected = "time bank: 48 h, 12 h more with each turn, 48 h at most · 2 days of grace"
    page = await house.maud.expect(
        lambda: expected in words(message := house.maud.message(post["id"])) and words(message)
    )
    assert "late: an AI plays that turn · 36 turns, 18 of yours, 3 weeks at most" in page


async def test_a_time_bank_is_one_of_three_until_its_hours_are_changed(house):
    options = {"players": 2, "language": "en", "pace": "bank_quick"}
    post = (await house.maud.slash("akropolis new", options=options)).message
    assert "time bank: 24 h, 3 h more with each turn, 48 h at most" in words(post)
    assert value_of((await house.app.tables.get(1)).terms, "pace") == "bank_quick"
    panel = (await house.maud.click(post, "Options")).message
    for button in ("Rythme", "Réserve de temps"):
        await house.maud.click(house.maud.message(panel["id"]), button)
    page = await page_with(house.maud, panel, "t-start")
    assert "24" in menu_values(page, "t-start")
    await choose(house.maud, panel, "increment", "12")
    assert value_of((await house.app.tables.get(1)).terms, "pace") == "bank"


async def page_with(person, panel, key):
    """The panel once it has this menu."""

    def page():
        message = person.message(panel["id"])
        return message if any(key in menu["custom_id"] for menu in menus(message)) else None

    return await person.expect(page)


def menu_values(page, key):
    """Values that a menu offers."""
    (menu,) = [menu for menu in menus(page) if f":{key}" in menu["custom_id"]]
    return [option["value"] for option in menu["options"]]


async def choose(person, panel, key, value):
    """One of the terms is another from now on."""
    page = person.message(panel["id"])
    (menu,) = [menu for menu in menus(page) if f":t-{key}" in menu["custom_id"]]
    await person.choose(page, menu["custom_id"], value)


async def test_a_table_without_a_pace_says_how_long_its_game_is(house):
    post = (await house.maud.slash("attika new", options={"players": 3, "language": "en"})).message
    assert "of yours" in words(post)
    assert "at most" not in words(post)


async def test_the_board_says_until_when_there_is_time(house):
    options = {"players": 2, "language": "en", "order": "joined", "pace": "one"}
    post = (await house.maud.slash("akropolis new", options=options)).message
    await house.bastien.click(post, "Join")
    await house.maud.click(post, "Start")
    [board] = await house.maud.expect(lambda: house.boards(post["id"]))
    table = await house.app.reading.table_in(post["id"])
    until = int(table.seats[0].time.until.timestamp())
    assert f"-# Time: **Maud** until <t:{until}:f>" in board["content"]
    status = (await house.maud.slash("table status", post["id"])).message
    assert f"-# Temps\xa0: **Maud**, fini <t:{until}:R>" in words(status)
