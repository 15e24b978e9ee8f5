"""A table is seen by its players and those who see its channel; for others there is none."""

import pytest

from bot.i18n import text
from cogs._access import access
from playground import people
from playground.driver import labels, words
from tests.cases import each_case
from tests.cogs.forging import press_forged
from tests.cogs.playing import duel

GAMES, LOUNGE = people.GAMES_ID, people.LOUNGE_ID
NO_SUCH = "There is no such table here."


HEADING = "## Akropolis · table\xa01"
COMMANDS = (
    *("table status", "table log", "table cancel", "replay export"),
    *("seat join", "seat leave", "seat resign"),
)


@pytest.fixture
async def hidden(house):
    """A running table of Maud and Bastien in a channel that nobody else sees; its thread."""
    thread = await duel(house)
    house.ground.moderator.hide(GAMES, house.ines.id, house.karim.id, house.noor.id)
    return thread


async def suggestions(person, command="table status", typed=""):
    choices = await person.autocomplete(command, LOUNGE, {"table": typed}, focused="table")
    return [choice["value"] for choice in choices]


async def status_answer(person, channel=GAMES):
    """Answer about the first table, asked for in a channel that is not its own."""
    return (await person.slash("table status", channel, {"table": 1})).text


async def status(house):
    return str((await house.app.tables.get(1)).status)


async def test_a_table_does_not_exist_for_people_who_do_not_see_its_channel(house, hidden):
    for command in COMMANDS:
        hidden_table = await house.karim.slash(command, LOUNGE, {"table": 1})
        no_table = await house.karim.slash(command, LOUNGE, {"table": 77})
        assert hidden_table.text == no_table.text == NO_SUCH, command
        message = hidden_table.message
        assert (message["attachments"], labels(message)) == ([], []), command
    assert "table\xa01" not in (await house.karim.slash("table list", LOUNGE)).text
    assert await suggestions(house.karim) == []


async def test_people_are_invited_to_a_channel_that_they_see_and_bots_never(house, hidden):
    invited = {"person": str(house.karim.id), "table": 1}
    refused = await house.maud.slash("seat invite", LOUNGE, invited)
    assert (
        refused.text == f"Karim ne voit pas <#{GAMES}>\xa0: donnez-lui d’abord accès, puis invitez."
    )
    house.ground.moderator.overwrite(GAMES, house.karim.id)
    answer = await house.maud.slash("seat invite", LOUNGE, invited)
    assert "**Karim** a une invitation" in answer.text
    bot = {"person": str(people.BOT_ID), "table": 1}
    refused = await house.maud.slash("seat invite", LOUNGE, bot)
    assert "bot" in refused.text
    assert "invitation" not in refused.text


async def test_a_player_and_a_reader_of_its_channel_see_the_table_from_anywhere(house, hidden):
    house.ground.moderator.hide(GAMES, house.bastien.id)
    assert "table\xa01" in (await house.bastien.slash("me games", LOUNGE)).text
    assert "one table here" in (await house.bastien.slash("table list", LOUNGE)).text
    assert await suggestions(house.bastien) == [1]
    assert (await status_answer(house.bastien, LOUNGE)).startswith(HEADING)
    board = await house.bastien.slash("akropolis board", LOUNGE, {"public": True})
    assert house.noor.messages(LOUNGE) == []
    assert f"<#{hidden}>" in board.text
    house.ground.moderator.overwrite(GAMES, house.noor.id)
    assert await suggestions(house.noor) == [1]
    for command in ("table status", "table log", "replay export"):
        answer = await house.noor.slash(command, LOUNGE, {"table": 1})
        assert answer.text != NO_SUCH


async def test_a_page_of_a_channel_that_is_hidden_meanwhile_turns_no_more(house):
    await duel(house)
    page = (await house.karim.slash("akropolis new", LOUNGE)).message
    house.ground.moderator.hide(GAMES, house.karim.id)
    for claim in ("v:1:text", "v:1:seat.0", "v:1:log", "l:1:join", "b:1:more"):
        answer = await press_forged(house, house.karim, page, claim)
        assert answer.text == NO_SUCH, claim


async def test_lists_stay_short_however_many_tables_there_are(house):
    """Many people's lobbies: the list has pages, and what one types is looked for in all."""
    store, reading = house.app.store, house.app.reading
    await house.lobby()
    await store.write(copy_table)
    assert len(await reading.tables_in_guild(people.GUILD_ID)) == 500
    assert await suggestions(house.karim) == list(range(500, 475, -1))
    assert await suggestions(house.maud) == [1, *range(500, 476, -1)]
    assert await suggestions(house.maud, "seat join") == list(range(500, 475, -1))
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
    assert "table\xa01" not in (await house.karim.slash("table list", GAMES)).text
    assert "table\xa01" in (await house.bastien.slash("table list", den)).text
    assert await status_answer(house.karim) == NO_SUCH
    assert (await status_answer(house.bastien)).startswith(HEADING)
    await archived(house, den)
    assert await status_answer(house.karim) == NO_SUCH
    assert (await status_answer(house.bastien)).startswith(HEADING)


async def test_a_deleted_channel_leaves_its_tables_to_players_and_administrators(house, hidden):
    house.ground.moderator.delete(GAMES)
    guild = house.app.get_guild(people.GUILD_ID)
    await house.maud.expect(lambda: guild.get_channel(GAMES) is None)
    assert await status_answer(house.karim, LOUNGE) == NO_SUCH
    for person in (house.maud, house.bastien):
        assert (await status_answer(person, LOUNGE)).startswith(HEADING)


# ---- outages -------------------------------------------------------------------------------------


OUTAGES = {
    "503": ("http_error", {"status": 503}),
    "a page with 404": ("page", {"status": 404}),
    "the word of a proxy": ("foreign", {"status": 404, "code": 0, "message": "Not Found"}),
    "a long limit": ("long_limit", {}),
    "a broken connection": ("drop", {}),
}
"""Answers to a request by which Discord itself says nothing."""


@pytest.fixture
async def crowded_den(house, den):
    """The private thread, which Inès (in French) and Noor (in English) read without a seat."""
    await house.maud.say(f"{house.ines.mention} {house.noor.mention}", den)
    return den


@pytest.fixture(params=["archived", "private"])
async def lookup(house, crowded_den, request):
    """Path of the request by which Discord tells who may see the table in the private thread.

    The thread is archived, or only closed to others.
    """
    if request.param == "private":
        return f"^/channels/{crowded_den}/thread-members/"
    await archived(house, crowded_den)
    return f"^/channels/{crowded_den}$"


async def archived(house, thread):
    """Archive a thread, so that it is not in the bot's cache."""
    house.ground.moderator.archive(thread)
    guild = house.app.get_guild(people.GUILD_ID)
    await house.maud.expect(lambda: guild.get_thread(thread) is None)


def outage(house, path, kind="503"):
    """An outage of one kind of request, for as long as a block lasts."""
    name, args = OUTAGES[kind]
    return house.ground.faults.during(name, method="GET", path=path, **args)


@each_case("kind", OUTAGES)
async def test_in_an_outage_a_table_is_not_said_to_be_gone(house, lookup, kind, caplog):
    readers = {"fr": house.ines, "en": house.noor}
    with outage(house, lookup, kind):
        for language, reader in readers.items():
            assert await status_answer(reader) == text("panel.interrupted", language)
    for reader in readers.values():
        assert (await status_answer(reader)).startswith(HEADING)
    assert [record for record in caplog.records if record.exc_info] == []


async def test_in_an_outage_a_button_says_so_and_waits_until_it_is_over(house, lookup):
    post = (await house.noor.slash("akropolis new", GAMES)).message
    with outage(house, lookup):
        for claim in ("v:1:text", "wa:1:open", "l:1:join", "w:1:do:cancel:1", "b:1:more"):
            answer = await press_forged(house, house.noor, post, claim)
            assert answer.text == text("panel.interrupted", "en"), claim
    table = await house.app.tables.get(1)
    assert (str(table.status), table.humans()) == ("lobby", [house.maud.id])
    answer = await press_forged(house, house.noor, post, "wa:1:open")
    assert "Akropolis · table\xa01" in answer.text


@each_case("code", [10003, 50001, 10007])
async def test_a_table_does_not_exist_where_discord_itself_refuses(house, lookup, code):
    place = {"code": code, "status": 403, "message": "No"}
    with house.ground.faults.during("refuse", method="GET", path=lookup, **place):
        assert await status_answer(house.noor) == NO_SUCH


async def test_a_channel_that_the_library_cannot_read_is_not_gone(house, crowded_den):
    """discord.py raises InvalidData for a channel of a kind that is newer than itself."""
    await archived(house, crowded_den)
    answer = {"status": 200, "body": '{"id": "1", "type": 99}', "kind": "application/json"}
    path = f"^/channels/{crowded_den}$"
    with house.ground.faults.during("page", method="GET", path=path, **answer):
        assert await status_answer(house.ines) == text("panel.interrupted", "fr")
    assert (await status_answer(house.ines)).startswith(HEADING)


async def test_an_answer_comes_while_the_click_can_still_be_answered(house, lookup, monkeypatch):
    """discord.py asks five times, within 25 seconds, where Discord answers with 502."""
    monkeypatch.setattr(access, "PATIENCE", 0.1)
    with house.ground.faults.during("http_error", status=502, method="GET", path=lookup):
        assert await status_answer(house.noor) == text("panel.interrupted", "en")


async def test_in_an_outage_lists_and_suggestions_answer_without_the_table(house, lookup, caplog):
    await house.lobby()
    with outage(house, lookup):
        lines = (await house.noor.slash("table list", LOUNGE)).text
        assert "table\xa02" in lines
        assert "table\xa01" not in lines
        assert await suggestions(house.noor) == [2]
        for command, option in (("table undo", "to"), ("seat remove", "player")):
            options = {"table": 1, option: ""}
            offered = house.noor.autocomplete(command, GAMES, options, focused=option)
            assert await offered == []
    assert [record for record in caplog.records if record.exc_info] == []


async def test_in_an_outage_a_moderator_is_not_taken_for_anybody(house, crowded_den):
    house.ground.moderator.overwrite(LOUNGE, house.noor.id, allow=people.MANAGE_MESSAGES)
    await archived(house, crowded_den)
    with outage(house, f"^/channels/{crowded_den}$"):
        for command in ("cancel", "move"):
            answer = await house.noor.slash(f"table {command}", GAMES, {"table": 1})
            assert answer.text == text("panel.interrupted", "en")
    question = (await house.noor.slash("table cancel", GAMES, {"table": 1})).message
    with outage(house, f"^/channels/{crowded_den}$"):
        await house.noor.click(question, "Close the table")
        assert await status(house) == "lobby"
    await house.noor.click(question, "Close the table")
    assert await status(house) == "cancelled"


async def test_in_an_outage_a_host_closes_a_lobby_as_ever(house):
    """Bastien, who is no moderator, in a thread that was archived."""
    thread = int(house.ground.moderator.add_thread(LOUNGE, "nook", house.bastien.id))
    await house.bastien.say(f"<@{people.BOT_ID}>", thread)
    guild = house.app.get_guild(people.GUILD_ID)
    await house.bastien.expect(lambda: guild.get_thread(thread))
    await house.bastien.slash("akropolis new", thread, {"players": 3, "language": "en"})
    await archived(house, thread)
    with outage(house, f"^/channels/{thread}$"):
        question = (await house.bastien.slash("table cancel", GAMES, {"table": 1})).message
        await house.bastien.click(question, "Close the table")
    assert await status(house) == "cancelled"


# ---- moderators ----------------------------------------------------------------------------------


async def test_a_moderator_of_its_channel_alone_closes_a_table_from_anywhere(house):
    """Being one counts when the button is pressed."""
    await duel(house)
    moderator, noor = house.ground.moderator, house.noor
    moderator.overwrite(LOUNGE, noor.id, allow=people.MANAGE_MESSAGES)
    answer = await noor.slash("table cancel", LOUNGE, {"table": 1})
    assert answer.text == "Only the host of the table can do that."
    moderator.overwrite(GAMES, noor.id, allow=people.MANAGE_MESSAGES)
    question = (await noor.slash("table cancel", LOUNGE, {"table": 1})).message
    assert labels(question) == ["Close the table", "Keep playing"]
    moderator.overwrite(GAMES, noor.id)
    await noor.click(question, "Close the table")
    assert await status(house) == "live"
    moderator.overwrite(GAMES, noor.id, allow=people.MANAGE_MESSAGES)
    await noor.click(question, "Close the table")
    assert await status(house) == "cancelled"
