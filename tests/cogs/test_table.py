"""`/table …`: which table is meant, what is shown, what is asked before it is done."""

import json

import aiohttp
import pytest

from bot.playground import people
from bot.playground.driver import labels, pictures, words
from cogs._pages import log
from cogs._shared import text_pages
from tests.cases import each_case
from tests.cogs.playing import duel, menus, message_after, newest, text_of_message
from tests.cogs.settling import quiet
from tests.patience import until


async def options(house, person, command):
    """Choices that the autocomplete of the option `table` offers."""
    return await person.autocomplete(command, options={"table": ""}, focused="table")


# ---- which table ------------------------------------------------------------------------------


async def test_a_table_is_the_one_of_the_thread(house):
    thread = await house.table()
    answer = await house.noor.slash("table status", thread)
    assert answer.text.startswith("## Akropolis · table\xa01")


async def test_a_thread_keeps_its_table_when_the_game_is_over(house):
    post = await house.lobby(players=2)
    await house.bastien.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    await house.app.seats.resign(1, house.bastien.id)
    assert "over" in (await house.bastien.slash("table status", post["id"])).text
    answer = await house.bastien.slash("table export", post["id"])
    assert answer.message["attachments"]
    assert "replays it" in answer.text


async def test_elsewhere_it_is_my_only_one(house):
    await house.table()
    answer = await house.karim.slash("table status", 300000000000000002)
    assert answer.text.startswith("## Akropolis · table\xa01")


async def test_who_has_none_means_the_only_one_that_was_opened_here(house):
    await house.lobby()
    answer = await house.bastien.slash("table join")
    assert answer.text.startswith("You have a seat: Akropolis · table\xa01")


async def test_suggestions_are_about_the_table_that_is_named(house):
    for friend in (house.bastien, house.ines):
        await friend.click(await house.lobby(), "Rejoindre")
    command, place = "table remove", people.GAMES_ID
    for number, name in ((1, "Bastien"), (2, "Inès")):
        asked = {"table": number, "player": ""}
        choices = await house.maud.autocomplete(command, place, asked, focused="player")
        assert [choice["name"] for choice in choices] == [f"B · {name}"]
    asked = {"table": 77, "player": ""}
    assert await house.maud.autocomplete(command, place, asked, focused="player") == []


async def test_without_any_the_question_is_which(house):
    answer = await house.bastien.slash("table status")
    assert "Which table?" in answer.text


async def test_a_number_of_nothing_is_refused(house):
    answer = await house.bastien.slash("table status", options={"table": 77})
    assert answer.text == "There is no such table here."


async def test_a_table_of_another_server_does_not_exist_here(house):
    await house.lobby()
    await house.app.store.write(lambda db: db.execute("UPDATE table_ SET guild_id = 5"))
    await house.stop()
    await house.start()
    answer = await house.bastien.slash("table join", options={"table": 1})
    assert answer.text == "There is no such table here."


async def test_the_tables_of_the_server_are_suggested_mine_first(house):
    await house.lobby()
    await house.bastien.slash("akropolis new", 300000000000000002, {"players": 2})
    offered = await options(house, house.bastien, "table status")
    assert [choice["value"] for choice in offered] == [2, 1]
    assert offered[1]["name"] == "Akropolis · table\xa01 · 3 free seats · Maud"


# ---- what is shown ----------------------------------------------------------------------------


async def test_the_list_has_open_lobbies_then_the_others_and_counts_mine(house):
    await house.table()
    lounge = 300000000000000002
    await house.noor.slash("akropolis new", lounge, {"players": 2, "pace": "one"})
    answer = (await house.maud.slash("table list")).text
    assert answer.startswith("### On cherche du monde")
    assert "table\xa02" in answer
    assert "1\xa0place libre · 1 tour par jour · anglais" in answer
    assert "table\xa01" not in answer
    assert answer.endswith("Vous êtes à une table ici.")
    other_list = (await house.noor.slash("table list")).text
    assert other_list.index("Other tables") < other_list.index("table\xa01")
    assert "table\xa02" not in other_list
    assert "waiting for **Maud**" in other_list


async def test_my_games_are_one_list_whichever_way_it_is_opened(house):
    await house.table()
    await quiet(house)
    by_command = (await house.maud.slash("me games")).text
    assert "### Une partie vous attend" in by_command
    assert "table\xa01" in by_command
    for command in ("table list", "help"):
        panel = (await house.maud.slash(command)).message
        games = await message_after(house.maud, panel, house.maud.click(panel, "Mes parties"))
        assert text_of_message(games) == by_command


async def test_an_empty_list_says_how_to_begin(house):
    answer = (await house.bastien.slash("table list")).text
    assert "No table here at the moment" in answer
    assert "</help:" in answer


async def test_join_and_leave_by_command_redraw_the_post(house):
    post = await house.lobby()
    answer = await house.bastien.slash("table join", options={"table": 1})
    assert answer.text.startswith("You have a seat")
    await house.maud.expect(lambda: "**Bastien**" in words(house.maud.message(post["id"])))
    answer = await house.bastien.slash("table leave")
    assert answer.text == "You have left Akropolis · table\xa01."
    await house.maud.expect(lambda: "**Bastien**" not in words(house.maud.message(post["id"])))


async def test_the_status_says_whose_turn_it_is_and_since_when(house):
    thread = await house.table()
    assert (
        "The first move is up to **Maud**"
        in (await house.bastien.slash("table status", thread)).text
    )
    await house.move(house.maud)
    answer = (await house.bastien.slash("table status", thread)).text
    assert "Waiting for **Bastien**. Last move: <t:" in answer
    assert "</akropolis board:" in answer


async def test_the_status_of_a_lobby_shows_the_seats(house):
    await house.lobby()
    answer = (await house.bastien.slash("table status", options={"table": 1})).text
    assert "3 free seats" in answer


async def test_the_log_pages_through_the_moves(house, monkeypatch):
    monkeypatch.setattr(log, "PAGE", 2)
    thread = await house.table()
    for person in (house.maud, *house.friends, house.maud):
        await house.move(person)
    page = (await house.noor.slash("table log", thread)).message
    assert "page 3 of 3" in words(page)
    assert labels(page) == ["Older", "Notation"]
    page = await message_after(house.noor, page, house.noor.click(page, "Older"))
    assert "page 2 of 3" in words(page)
    assert labels(page) == ["Older", "Newer", "Notation"]


async def test_the_log_tells_turns_in_words_by_round_and_day_and_in_notation_at_a_press(house):
    thread = await house.table()
    turn = await house.move(house.maud)
    page = (await house.bastien.slash("table log", thread)).message
    _, head, line = words(page).removeprefix("### ").split("\n")[-3:]
    assert head.startswith("-# Round 1 · <t:")
    assert "**Maud** builds" in line
    assert turn.plies[0].notation not in line
    page = await message_after(house.bastien, page, house.bastien.click(page, "Notation"))
    assert f"`{turn.plies[0].notation}`" in words(page)
    assert "Words" in labels(page)


async def test_a_turn_of_the_log_opens_the_board_after_it(house):
    thread = await house.table()
    turns = [await house.move(person) for person in (house.maud, *house.friends)]
    page = (await house.noor.slash("table log", thread)).message
    menu = menus(page)[0]
    assert len(menu["options"]) == len(turns)
    choosing = house.noor.choose(page, menu["custom_id"], menu["options"][1]["value"])
    past = await message_after(house.noor, page, choosing)
    assert words(past).startswith("-# Round 1 · turn 2 of 4\n")
    assert "**Bastien** builds" in words(past)
    assert len(pictures(past)) == 1
    assert labels(past) == ["|◀", "◀", "2/4 ▾", "▶", "▶|"]
    choice = await message_after(house.noor, past, house.noor.click(past, "2/4 ▾"))
    back = await message_after(house.noor, choice, house.noor.click(choice, "Moves"))
    assert words(back).startswith("### Moves")
    assert all(f"**{person.member.name}** builds" in words(back) for person in house.friends)


@each_case(
    ("long", "pages"),
    [
        ([1] * 7, [[4, 5, 6], [1, 2, 3], [0]]),
        ([1, 1, 3, 3], [[3], [1, 2], [0]]),
        ([1, 9, 1], [[2], [1], [0]]),
        ([], []),
    ],
)
def test_pages_of_the_log_have_no_more_lines_than_a_phone_nor_turns_than_one_reads(long, pages):
    """Here four lines and three turns; a turn that is longer has a page of its own."""
    texts = ["\n".join(["A turn"] * n) for n in long]
    assert [[*page] for page in text_pages.pages_newest_first(texts, 3, 4)] == pages


async def test_the_log_of_a_beginning_is_empty(house):
    thread = await house.table()
    assert "Nobody has moved yet" in (await house.bastien.slash("table log", thread)).text


async def test_an_export_is_a_record_without_the_seed_while_the_game_runs(house):
    thread = await house.table()
    await house.move(house.maud)
    answer = await house.bastien.slash("table export", thread)
    (file,) = answer.message["attachments"]
    assert file["filename"] == "akropolis-1.json"
    assert "when the game is over" in answer.text
    address = f"{house.ground.url.rstrip('/')}{file['url']}"
    async with aiohttp.ClientSession() as session, session.get(address) as got:
        record = json.loads(await got.read())
    assert "seed" not in record or record["seed"] is None
    assert record["game"] == "akropolis"


async def test_what_a_command_shows_is_private(house):
    thread = await house.table()
    await house.bastien.slash("table status", thread)
    await house.bastien.slash("table log", thread)
    assert house.ines.ephemerals() == []
    assert len(house.ines.messages(thread)) == 1


# ---- what cannot be taken back ----------------------------------------------------------------


async def test_resigning_is_asked_about_first(house):
    thread = await house.table()
    question = (await house.bastien.slash("table resign", thread)).message
    assert labels(question) == ["Resign", "Keep playing"]
    assert len((await house.app.tables.get(1)).humans()) == 4


@pytest.mark.parametrize(
    ("seats", "asked"),
    [
        (1, "La partie s’arrête là. C’est définitif."),
        (2, "La partie s’arrête là, et vous finissez en dernier."),
        (3, "Une IA continue à votre place et vous finissez en dernier."),
    ],
)
async def test_who_wants_to_resign_reads_what_becomes_of_the_game(house, seats, asked):
    post = await house.lobby(players=seats)
    for friend in house.friends[: seats - 1]:
        await friend.click(post, "Rejoindre")
    if seats > 1:
        await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    question = (await house.maud.slash("table resign", post["id"])).message
    assert asked in words(question)


async def test_the_last_person_among_machines_reads_that_the_game_ends(house):
    thread = await duel(house, ai=1)
    question = (await house.maud.slash("table resign", thread)).message
    assert "La partie s’arrête là" in words(question)


async def test_who_has_resigned_is_shown_as_an_ai_and_the_others_are_called(house):
    thread = await house.table()
    house.ines.notifications.clear()
    await house.app.seats.resign(1, house.bastien.id)
    (call,) = await house.ines.expect(lambda: house.ines.notifications)
    assert call["text"].startswith(
        "@Maud, @Inès et @Karim\xa0: Bastien abandonne Akropolis · table"
    )
    assert house.bastien.notifications == []
    await house.move(house.maud)
    await house.maud.expect(lambda: "**Bastien (IA)** bâtit" in words(newest(house, thread)))
    (picture,) = pictures(newest(house, thread))
    assert "Bastien (IA)" in picture["description"]


async def test_whom_a_broken_off_game_concerns_is_called(house):
    await house.table()
    await house.app.votes.cancel(1, house.noor.id, moderator=True)
    (call,) = await house.karim.expect(lambda: house.karim.notifications)
    assert "La modération a mis fin à Akropolis · table\xa01" in call["text"]


async def test_who_resigns_hands_the_seat_to_the_ai(house):
    thread = await house.table()
    question = (await house.bastien.slash("table resign", thread)).message
    await house.bastien.click(question, "Resign")
    assert house.bastien.id not in (await house.app.tables.get(1)).humans()
    assert "You have resigned" in words(house.bastien.message(question["id"]))
    await house.maud.expect(lambda: "Bastien" in words(house.maud.messages(thread)[-1]))


async def test_who_thinks_better_of_it_plays_on(house):
    thread = await house.table()
    question = (await house.bastien.slash("table resign", thread)).message
    await house.bastien.click(question, "Keep playing")
    assert "Nothing has changed" in words(house.bastien.message(question["id"]))
    assert len((await house.app.tables.get(1)).humans()) == 4


async def test_a_question_from_before_the_last_move_is_asked_again(house):
    thread = await house.table()
    question = (await house.bastien.slash("table resign", thread)).message
    await house.move(house.maud)
    await house.bastien.click(question, "Resign")
    assert len((await house.app.tables.get(1)).humans()) == 4
    await house.bastien.click(question, "Resign")
    assert len((await house.app.tables.get(1)).humans()) == 3


async def test_a_question_works_after_a_restart(house):
    thread = await house.table()
    question = (await house.bastien.slash("table resign", thread)).message
    await house.stop()
    await house.start()
    await house.bastien.click(question, "Resign")
    assert house.bastien.id not in (await house.app.tables.get(1)).humans()


async def test_a_spectator_cannot_resign(house):
    thread = await house.table()
    answer = await house.noor.slash("table resign", thread)
    assert labels(answer.message) == []


async def test_only_the_host_closes_a_table(house):
    thread = await house.table()
    answer = await house.bastien.slash("table cancel", thread)
    assert answer.text == "Only the host of the table can do that."


async def test_a_moderator_closes_a_table_too(house, monkeypatch):
    thread = await house.table()
    monkeypatch.setattr(people, "EVERYONE", people.EVERYONE | people.MANAGE_MESSAGES)
    question = (await house.bastien.slash("table cancel", thread)).message
    await house.bastien.click(question, "Close the table")
    assert str((await house.app.tables.get(1)).status) == "cancelled"


async def test_a_closed_lobby_shows_it_and_has_no_buttons(house):
    post = await house.lobby()
    question = (await house.maud.slash("table cancel")).message
    await house.maud.click(question, "Fermer la table")
    await house.maud.expect(lambda: labels(house.maud.message(post["id"])) == [])
    assert "Cette table a été fermée" in words(house.maud.message(post["id"]))


async def test_a_command_at_the_wrong_time_is_refused(house):
    await house.lobby()
    answer = await house.maud.slash("table resign", options={"table": 1})
    assert answer.state == "done"
    assert labels(answer.message) == []


async def test_who_leaves_a_running_game_is_asked_which_way(house):
    thread = await house.table()
    answer = await house.bastien.slash("table leave", thread)
    assert answer.text.startswith("How do you want to leave Akropolis · table\xa01?")
    post = house.maud.message(thread)
    assert labels(post) == []


async def test_a_table_that_has_not_begun_is_linked_by_its_post(house):
    post = await house.lobby()

    async def is_posted():
        return (await house.app.tables.get(1)).lobby_message_id is not None

    await until(is_posted)
    answer = (await house.noor.slash("table list")).text
    assert f"/channels/{people.GUILD_ID}/{people.GAMES_ID}/{post['id']}" in answer
    assert "<#" not in answer


async def test_the_log_says_who_made_a_move_where_it_was_another(house, monkeypatch):
    """Moves of who has resigned stay theirs; those of the AI in their place are the AI's."""
    monkeypatch.setattr(log, "LINES", 40)
    thread = await house.table()
    for person in (house.maud, house.bastien, house.ines, house.karim):
        await house.move(person)
    await house.app.seats.resign(1, house.bastien.id)
    await house.move(house.maud)

    async def is_complete():
        return len(await house.app.reading.log(1)) >= 6

    await until(is_complete)
    answer = (await house.noor.slash("table log", thread)).text
    assert answer.count("**Bastien (AI)**") == 1
    assert answer.count("**Bastien**") == 2
    assert "-# **Bastien** left the game" in answer
