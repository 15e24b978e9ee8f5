"""Who may see a table: who has a seat, or sees its channel; to others it does not exist."""

from typing import NamedTuple

import pytest

from bot.i18n import text
from bot.playground import people
from bot.playground.driver import labels, words
from cogs._shared import access
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


# ---- outages -------------------------------------------------------------------------------------


class Den(NamedTuple):
    """A table in a private thread, and the request by which Discord tells who may see it."""

    thread: int
    asked: str


OUTAGES = {
    "503": ("http_error", {"status": 503}),
    "a page with 404": ("page", {"status": 404}),
    "the word of a proxy": ("foreign", {"status": 404, "code": 0, "message": "Not Found"}),
    "a long limit": ("long_limit", {}),
    "a broken connection": ("drop", {}),
}
"""Answers to a request that are no word of Discord's about it."""


@pytest.fixture
async def crowded_den(house, den):
    """The private thread, which Inès (in French) and Noor (in English) read without a seat."""
    await house.maud.say(f"{house.ines.mention} {house.noor.mention}", den)
    return den


@pytest.fixture(params=["archived", "private"])
async def watched(house, crowded_den, request):
    """The table in the private thread, archived or only closed to others."""
    if request.param == "private":
        return Den(crowded_den, f"^/channels/{crowded_den}/thread-members/")
    await archived(house, crowded_den)
    return Den(crowded_den, f"^/channels/{crowded_den}$")


async def archived(house, thread):
    """Archive a thread, so that it is not in the bot's cache."""
    house.ground.moderator.archive(thread)
    guild = house.app.get_guild(people.GUILD_ID)
    await house.maud.expect(lambda: guild.get_thread(thread) is None)


def outage(house, path, kind="503"):
    """An outage of one kind of request, for as long as a block lasts."""
    name, args = OUTAGES[kind]
    return house.ground.faults.during(name, method="GET", path=path, **args)


async def status_text(person):
    """Answer about the table from another channel."""
    return (await person.slash("table status", GAMES, {"table": 1})).text


@pytest.mark.parametrize("kind", OUTAGES)
async def test_in_an_outage_a_table_is_not_said_to_be_gone(house, watched, kind, caplog):
    readers = {"fr": house.ines, "en": house.noor}
    with outage(house, watched.asked, kind):
        for language, reader in readers.items():
            assert await status_text(reader) == text("panel.interrupted", language)
    for reader in readers.values():
        assert (await status_text(reader)).startswith("## Akropolis · table\xa01")
    assert [record for record in caplog.records if record.exc_info] == []


@each_case("claim", ["v:1:text", "g:1:0", "wa:1:open", "l:1:join", "x:1:cancel:1", "b:1:more"])
async def test_in_an_outage_a_button_says_so_and_does_nothing(house, watched, claim):
    post = (await house.noor.slash("akropolis new", GAMES)).message
    with outage(house, watched.asked):
        answer = await press_forged(house, house.noor, post, claim)
    assert answer.text == text("panel.interrupted", "en")
    table = await house.app.tables.get(1)
    assert (str(table.status), table.humans()) == ("lobby", [house.maud.id])


async def test_a_page_that_an_outage_interrupts_is_shown_by_the_next_press(house, watched):
    post = (await house.noor.slash("akropolis new", GAMES)).message
    with outage(house, watched.asked):
        answer = await press_forged(house, house.noor, post, "wa:1:open")
    assert answer.text == text("panel.interrupted", "en")
    answer = await press_forged(house, house.noor, post, "wa:1:open")
    assert "Akropolis · table\xa01" in answer.text


@pytest.mark.parametrize("code", [10003, 50001, 10007])
async def test_what_discord_itself_refuses_is_not_seen(house, watched, code):
    place = {"code": code, "status": 403, "message": "No", "count": 0}
    house.ground.faults.refuse("GET", watched.asked, **place)
    assert await status_text(house.noor) == NO_SUCH


async def test_a_channel_that_the_library_cannot_read_is_not_gone(house, crowded_den):
    """discord.py raises InvalidData for a channel of a kind that is newer than itself."""
    await archived(house, crowded_den)
    answer = {"status": 200, "body": '{"id": "1", "type": 99}', "kind": "application/json"}
    path = f"^/channels/{crowded_den}$"
    with house.ground.faults.during("page", method="GET", path=path, **answer):
        assert await status_text(house.ines) == text("panel.interrupted", "fr")
    assert (await status_text(house.ines)).startswith("## Akropolis · table\xa01")


async def test_an_answer_comes_while_the_click_can_still_be_answered(house, watched, monkeypatch):
    """discord.py asks five times, within 25 seconds, where Discord answers with 502."""
    monkeypatch.setattr(access, "PATIENCE", 0.1)
    name, args = "http_error", {"status": 502, "method": "GET", "path": watched.asked}
    with house.ground.faults.during(name, **args):
        assert await status_text(house.noor) == text("panel.interrupted", "en")


async def test_in_an_outage_lists_and_suggestions_answer_without_the_table(house, watched, caplog):
    await house.lobby()
    with outage(house, watched.asked):
        listed = (await house.noor.slash("table list", LOUNGE)).text
        assert "table\xa02" in listed
        assert "table\xa01" not in listed
        assert await suggestions(house.noor) == [2]
        for command, option in (("undo", "to"), ("remove", "player")):
            options = {"table": 1, option: ""}
            offered = house.noor.autocomplete(f"table {command}", GAMES, options, focused=option)
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
        assert str((await house.app.tables.get(1)).status) == "lobby"
    await house.noor.click(question, "Close the table")
    assert str((await house.app.tables.get(1)).status) == "cancelled"


@pytest.fixture
async def nook(house):
    """A lobby of Bastien, who is no moderator, in a thread that was archived; the thread."""
    thread = int(house.ground.moderator.add_thread(LOUNGE, "nook", house.bastien.id))
    await house.bastien.say(f"<@{people.BOT_ID}>", thread)
    guild = house.app.get_guild(people.GUILD_ID)
    await house.bastien.expect(lambda: guild.get_thread(thread))
    await house.bastien.slash("akropolis new", thread, {"players": 3, "language": "en"})
    await archived(house, thread)
    return thread


async def test_in_an_outage_a_host_closes_a_lobby_as_ever(house, nook):
    with outage(house, f"^/channels/{nook}$"):
        question = (await house.bastien.slash("table cancel", GAMES, {"table": 1})).message
        await house.bastien.click(question, "Close the table")
    assert str((await house.app.tables.get(1)).status) == "cancelled"


async def test_in_an_outage_a_host_moves_a_table_as_ever(house, nook):
    with outage(house, f"^/channels/{nook}$"):
        await house.bastien.slash("table move", GAMES, {"table": 1})
    assert (await house.app.tables.get(1)).channel_id == GAMES


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
