"""Who may see a table: who has a seat, or sees its channel; to others it does not exist."""

import pytest

from bot.playground import people
from bot.playground.driver import labels, words
from tests.cases import each_case
from tests.cogs.forging import press_forged
from tests.cogs.playing import newest

GAMES, LOUNGE = 300000000000000001, 300000000000000002
NO_SUCH = "There is no such table here."
COMMANDS = ("status", "log", "export", "join", "leave", "resign", "cancel")


@pytest.fixture
async def hidden(house):
    """A running table of Maud and Bastien in a channel that nobody else sees; its thread."""
    post = await house.lobby(players=2)
    await house.bastien.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    house.ground.moderator.hide(GAMES, house.ines.id, house.karim.id, house.noor.id)
    return post["id"]


async def suggestions(person, command="table status", typed=""):
    offered = await person.autocomplete(command, LOUNGE, {"table": typed}, focused="table")
    return [choice["value"] for choice in offered]


@each_case("command", COMMANDS)
async def test_to_who_does_not_see_its_channel_a_table_does_not_exist(house, hidden, command):
    mine = await house.karim.slash(f"table {command}", LOUNGE, {"table": 1})
    none = await house.karim.slash(f"table {command}", LOUNGE, {"table": 77})
    assert mine.text == none.text == NO_SUCH
    assert (mine.message["attachments"], labels(mine.message)) == ([], [])


async def test_it_is_neither_listed_nor_suggested(house, hidden):
    assert "table\xa01" not in (await house.karim.slash("table list", LOUNGE)).text
    assert await suggestions(house.karim) == []


async def test_a_lobby_there_cannot_be_joined(house):
    await house.lobby()
    house.ground.moderator.hide(GAMES, house.karim.id)
    answer = await house.karim.slash("table join", LOUNGE, {"table": 1})
    assert answer.text == NO_SUCH
    assert house.karim.id not in (await house.app.tables.get(1)).humans()


async def test_nobody_is_invited_to_what_they_do_not_see(house, hidden):
    invited = {"person": str(house.karim.id), "table": 1}
    refused = await house.maud.slash("table invite", LOUNGE, invited)
    assert (
        refused.text == f"Karim ne voit pas <#{GAMES}>\xa0: donnez-lui d’abord accès, puis invitez."
    )
    house.ground.moderator.overwrite(GAMES, house.karim.id)
    answer = await house.maud.slash("table invite", LOUNGE, invited)
    assert "**Karim** a une invitation" in answer.text


async def test_a_bot_is_not_invited(house, hidden):
    invited = {"person": str(people.BOT_ID), "table": 1}
    refused = await house.maud.slash("table invite", LOUNGE, invited)
    assert "bot" in refused.text
    assert "invitation" not in refused.text


async def test_who_has_a_seat_sees_it_from_anywhere(house, hidden):
    house.ground.moderator.hide(GAMES, house.bastien.id)
    assert "table\xa01" in (await house.bastien.slash("me games", LOUNGE)).text
    assert "one table here" in (await house.bastien.slash("table list", LOUNGE)).text
    assert await suggestions(house.bastien) == [1]
    answer = await house.bastien.slash("table status", LOUNGE, {"table": 1})
    assert answer.text.startswith("## Akropolis · table\xa01")


async def test_who_sees_the_channel_sees_it_from_another_one(house, hidden):
    house.ground.moderator.overwrite(GAMES, house.noor.id)
    assert await suggestions(house.noor) == [1]
    for command in ("status", "log", "export"):
        answer = await house.noor.slash(f"table {command}", LOUNGE, {"table": 1})
        assert answer.text != NO_SUCH


async def test_pages_close_behind_who_is_sent_out(house):
    """A page that was opened while the channel was open turns no more once it is hidden."""
    thread = (await house.lobby(players=2))["id"]
    await house.bastien.click(thread, "Rejoindre")
    await house.maud.click(thread, "Commencer")
    await house.maud.expect(lambda: house.boards(thread))
    page = (await house.karim.slash("akropolis new", LOUNGE)).message
    house.ground.moderator.hide(GAMES, house.karim.id)
    for claim in ("v:1:text", "v:1:seat.0", "v:1:log", "g:1:0", "l:1:join", "b:1:more"):
        answer = await press_forged(house, house.karim, page, claim)
        assert answer.text == NO_SUCH, claim


async def test_a_board_is_shown_to_no_channel_but_its_own(house, hidden):
    options = {"public": True}
    answer = await house.bastien.slash("akropolis board", LOUNGE, options)
    assert house.noor.messages(LOUNGE) == []
    assert f"<#{hidden}>" in answer.text


async def test_lists_stay_short_however_many_tables_there_are(house):
    """Many people's lobbies: the list has pages, and what one types is looked for in all."""
    store, reading = house.app.store, house.app.reading
    await house.lobby()
    await store.write(copy_table)
    assert len(await reading.tables_in_guild(people.GUILD_ID)) == 500
    assert await suggestions(house.karim) == list(range(500, 475, -1))
    assert await suggestions(house.maud) == [1, *range(500, 476, -1)]
    assert await suggestions(house.maud, "table join") == list(range(500, 475, -1))
    assert await suggestions(house.karim, typed="table\xa0217") == [217]
    page = (await house.karim.slash("table list", LOUNGE)).message
    assert words(page).count("table\xa0") == 10
    assert "Page 1 of 50 · 500 tables" in words(page)
    await house.karim.click(page, "More")
    page = await house.karim.expect(
        lambda: "Page 2" in words(message := house.karim.message(page["id"])) and message
    )
    assert "table\xa0490 ·" in words(page)
    assert labels(page) == ["Back", "More", "My games"]


def copy_table(db):
    """Table 1 again and again, as of other hosts."""
    row = dict(db.execute("SELECT * FROM table_ WHERE id = 1").fetchone())
    for number in range(2, 501):
        values = row | {"id": number, "number": number, "host_id": number}
        db.execute("INSERT INTO person (user_id) VALUES (?)", (number,))
        names = ", ".join(values)
        marks = ", ".join("?" * len(values))
        db.execute(f"INSERT INTO table_ ({names}) VALUES ({marks})", tuple(values.values()))
        name = f"P{number}"
        db.execute(
            "INSERT INTO seat (table_id, seat, user_id, name, ai, resigned)"
            " VALUES (?, 0, ?, ?, NULL, 0)",
            (number, number, name),
        )


# ---- threads -------------------------------------------------------------------------------------


@pytest.fixture
async def den(house):
    """A private thread of Maud and Bastien, the bot brought in, with a lobby; its id."""
    thread = house.ground.moderator.add_thread(LOUNGE, "den", house.maud.id, private=True)
    await house.maud.say(f"<@{people.BOT_ID}> {house.bastien.mention}", thread)
    await house.maud.expect(lambda: house.app.get_guild(people.GUILD_ID).get_thread(int(thread)))
    await house.maud.slash("akropolis new", thread, {"players": 3, "language": "en"})
    return int(thread)


async def test_a_table_in_a_private_thread_is_for_its_members(house, den):
    answer = (await house.karim.slash("table status", GAMES, {"table": 1})).text
    assert answer == NO_SUCH
    assert "table\xa01" not in (await house.karim.slash("table list", GAMES)).text
    answer = (await house.bastien.slash("table status", GAMES, {"table": 1})).text
    assert answer.startswith("## Akropolis · table\xa01")
    assert "table\xa01" in (await house.bastien.slash("table list", den)).text


async def test_a_thread_that_was_archived_is_still_looked_up(house, den):
    house.ground.moderator.archive(den)
    guild = house.app.get_guild(people.GUILD_ID)
    await house.maud.expect(lambda: guild.get_thread(den) is None)
    assert (await house.karim.slash("table status", GAMES, {"table": 1})).text == NO_SUCH
    answer = (await house.bastien.slash("table status", GAMES, {"table": 1})).text
    assert answer.startswith("## Akropolis · table\xa01")


async def test_a_deleted_channel_leaves_its_tables_to_players_and_administrators(house, hidden):
    house.ground.moderator.delete(GAMES)
    guild = house.app.get_guild(people.GUILD_ID)
    await house.maud.expect(lambda: guild.get_channel(GAMES) is None)
    assert (await house.karim.slash("table status", LOUNGE, {"table": 1})).text == NO_SUCH
    for person in (house.maud, house.bastien):
        answer = (await person.slash("table status", LOUNGE, {"table": 1})).text
        assert answer.startswith("## Akropolis · table\xa01")


# ---- moderators ----------------------------------------------------------------------------------


async def test_a_moderator_of_another_channel_closes_nothing(house):
    thread = await house.table()
    house.ground.moderator.overwrite(LOUNGE, house.noor.id, allow=people.MANAGE_MESSAGES)
    answer = await house.noor.slash("table cancel", LOUNGE, {"table": 1})
    assert answer.text == "Only the host of the table can do that."
    assert newest(house, thread)


async def test_a_moderator_of_its_channel_closes_a_table_from_anywhere(house):
    await house.table()
    house.ground.moderator.overwrite(GAMES, house.noor.id, allow=people.MANAGE_MESSAGES)
    question = (await house.noor.slash("table cancel", LOUNGE, {"table": 1})).message
    await house.noor.click(question, "Close the table")
    assert str((await house.app.tables.get(1)).status) == "cancelled"


async def test_who_is_no_moderator_any_more_when_they_press_closes_nothing(house):
    await house.table()
    moderator = house.ground.moderator
    moderator.overwrite(GAMES, house.noor.id, allow=people.MANAGE_MESSAGES)
    question = (await house.noor.slash("table cancel", LOUNGE, {"table": 1})).message
    moderator.overwrite(GAMES, house.noor.id)
    await house.noor.click(question, "Close the table")
    assert str((await house.app.tables.get(1)).status) == "live"
