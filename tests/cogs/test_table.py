"""`/table …`: which table is meant, what is shown, what is asked before it is done."""

import json

import aiohttp

from cogs._answering.phone import LINE
from cogs._pages import log, text_pages
from playground import people
from playground.driver import labels, pictures, words
from tests.cases import each_case
from tests.cogs.playing import after_click, duel, menus, message_after, newest, start_game
from tests.cogs.settling import quiet
from tests.patience import until


async def humans(house):
    """Number of people who sit at the first table."""
    return len((await house.app.tables.get(1)).humans())


# ---- the table that is meant ---------------------------------------------------------------------


async def test_a_table_is_that_of_the_thread_or_elsewhere_my_only_one(house):
    thread = await house.table()
    for person, place in ((house.noor, thread), (house.karim, people.LOUNGE_ID)):
        answer = await person.slash("table status", place)
        assert answer.text.startswith("## Akropolis · table\xa01")


async def test_a_thread_keeps_its_table_when_the_game_is_over(house):
    thread = await duel(house)
    await house.app.seats.resign(1, house.bastien.id)
    assert "over" in (await house.bastien.slash("table status", thread)).text
    answer = await house.bastien.slash("replay export", thread)
    assert answer.message["attachments"]
    assert "opens it" in answer.text


async def test_suggestions_are_about_the_table_that_is_named(house):
    for friend in (house.bastien, house.ines):
        await friend.click(await house.lobby(), "Rejoindre")
    command, place = "seat remove", people.GAMES_ID
    for number, name in ((1, "Bastien"), (2, "Inès")):
        query = {"table": number, "player": ""}
        choices = await house.maud.autocomplete(command, place, query, focused="player")
        assert [choice["name"] for choice in choices] == [f"B · {name}"]
    query = {"table": 77, "player": ""}
    assert await house.maud.autocomplete(command, place, query, focused="player") == []


async def test_without_any_table_the_answers_say_so(house):
    answer = await house.bastien.slash("table status")
    assert "Which table?" in answer.text
    answer = await house.bastien.slash("table status", options={"table": 77})
    assert answer.text == "There is no such table here."
    answer = await house.bastien.slash("table list")
    assert "No table here at the moment" in answer.text
    assert "</help:" in answer.text


async def test_a_table_of_another_server_does_not_exist_here(house):
    await house.lobby()
    await house.app.store.write(lambda db: db.execute("UPDATE table_ SET guild_id = 5"))
    await house.restart()
    answer = await house.bastien.slash("seat join", options={"table": 1})
    assert answer.text == "There is no such table here."


async def test_the_tables_of_the_server_are_suggested_mine_first(house):
    await house.lobby()
    await house.bastien.slash("akropolis new", people.LOUNGE_ID, {"players": 2})
    query = {"options": {"table": ""}, "focused": "table"}
    choices = await house.bastien.autocomplete("table status", **query)
    assert [choice["value"] for choice in choices] == [2, 1]
    assert choices[1]["name"] == "Akropolis · table\xa01 · 3 free seats · Maud"


# ---- pages ---------------------------------------------------------------------------------------


async def test_the_list_has_open_lobbies_then_the_others_and_counts_mine(house):
    await house.table()
    await house.noor.slash("akropolis new", people.LOUNGE_ID, {"players": 2, "pace": "one"})
    answer = (await house.maud.slash("table list")).text
    assert answer.startswith("### On cherche du monde")
    assert "table\xa02" in answer
    assert "1\xa0place libre · 1\xa0tour par jour · anglais" in answer
    assert "table\xa01" not in answer
    assert answer.endswith("Vous êtes à une table ici.")
    answer = (await house.noor.slash("table list")).text
    assert answer.index("Other tables") < answer.index("table\xa01")
    assert "table\xa02" not in answer
    assert "waiting for **Maud**" in answer


async def test_my_games_are_one_list_whichever_way_it_is_opened(house):
    await house.table()
    await quiet(house)
    by_command = (await house.maud.slash("me games")).text
    assert "### Une partie vous attend" in by_command
    assert "table\xa01" in by_command
    for command in ("table list", "help"):
        panel = (await house.maud.slash(command)).message
        games = await after_click(house.maud, panel, "Mes parties")
        assert words(games) == by_command


async def test_a_lobby_is_shown_joined_and_left_by_command(house):
    """The only one that was opened here is meant."""
    post = await house.lobby()

    async def is_posted():
        return (await house.app.tables.get(1)).lobby_message_id is not None

    await until(is_posted)
    answer = (await house.bastien.slash("table status", options={"table": 1})).text
    assert "3 free seats" in answer
    answer = (await house.noor.slash("table list")).text
    assert f"/channels/{people.GUILD_ID}/{people.GAMES_ID}/{post['id']}" in answer
    assert "<#" not in answer
    answer = await house.maud.slash("seat resign", options={"table": 1})
    assert (answer.state, labels(answer.message)) == ("done", [])
    answer = await house.bastien.slash("seat join")
    assert answer.text.startswith("You have a seat: Akropolis · table\xa01")
    await house.maud.expect(lambda: "**Bastien**" in words(house.maud.message(post["id"])))
    answer = await house.bastien.slash("seat leave")
    assert answer.text == "You have left Akropolis · table\xa01."
    await house.maud.expect(lambda: "**Bastien**" not in words(house.maud.message(post["id"])))
    answer = await house.maud.slash("seat leave")
    assert answer.text.startswith("Il n’y a que vous ici")
    assert (await house.app.tables.get(1)).humans() == [house.maud.id]


async def test_the_status_says_whose_turn_it_is_and_since_when(house):
    """To the person who asks alone."""
    thread = await house.table()
    answer = (await house.bastien.slash("table status", thread)).text
    assert "The first move is up to **Maud**" in answer
    assert "Nobody has moved yet" in (await house.bastien.slash("table log", thread)).text
    assert house.ines.ephemerals() == []
    assert len(house.ines.messages(thread)) == 1
    await house.move(house.maud)
    answer = (await house.bastien.slash("table status", thread)).text
    assert "Waiting for **Bastien**. Last move: <t:" in answer
    assert "</akropolis board:" in answer


async def test_the_log_pages_through_the_moves(house, monkeypatch):
    monkeypatch.setattr(log, "PAGE", 2)
    thread = await house.table()
    await house.move(house.maud, *house.friends, house.maud)
    page = (await house.noor.slash("table log", thread)).message
    assert "page 3 of 3" in words(page)
    assert labels(page) == ["Older", "Notation"]
    page = await after_click(house.noor, page, "Older")
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
    page = await after_click(house.bastien, page, "Notation")
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
    choice = await after_click(house.noor, past, "2/4 ▾")
    back = await after_click(house.noor, choice, "Moves")
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
    assert [[*page] for page in text_pages.pages_newest_first(texts, 3, 4 * LINE)] == pages


async def test_an_export_is_a_record_without_the_seed_while_the_game_runs(house):
    thread = await house.table()
    await house.move(house.maud)
    answer = await house.bastien.slash("replay export", thread)
    (file,) = answer.message["attachments"]
    assert file["filename"] == "akropolis-1.json"
    assert "when the game is over" in answer.text
    address = f"{house.ground.url.rstrip('/')}{file['url']}"
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        record = json.loads(await response.read())
    assert "seed" not in record or record["seed"] is None
    assert record["game"] == "akropolis"


# ---- commands that cannot be taken back ----------------------------------------------------------


async def test_resigning_is_asked_about_first(house):
    """The question goes on after a restart, and is asked anew where a move was made since."""
    thread = await house.table()
    question = (await house.bastien.slash("seat resign", thread)).message
    assert labels(question) == ["Resign", "Keep playing"]
    await house.bastien.click(question, "Keep playing")
    assert "Nothing has changed" in words(house.bastien.message(question["id"]))
    answer = await house.noor.slash("seat resign", thread)
    assert labels(answer.message) == []
    question = (await house.bastien.slash("seat resign", thread)).message
    await house.move(house.maud)
    await house.bastien.click(question, "Resign")
    assert await humans(house) == 4
    await house.restart()
    await house.bastien.click(question, "Resign")
    assert await humans(house) == 3
    assert "You have resigned" in words(house.bastien.message(question["id"]))
    await house.maud.expect(lambda: "Bastien" in words(house.maud.messages(thread)[-1]))


@each_case(
    ("friends", "ai", "sentence"),
    [
        (0, 0, "La partie s’arrête là. C’est définitif."),
        (0, 1, "La partie s’arrête là"),
        (1, 0, "La partie s’arrête là, et vous finissez en dernier."),
        (2, 0, "Une IA continue à votre place et vous finissez en dernier."),
    ],
)
async def test_the_question_says_what_resigning_does_to_the_game(house, friends, ai, sentence):
    options = {"players": 1 + friends + ai} | ({"ai": ai} if ai else {})
    thread = await start_game(house, house.maud, *house.friends[:friends], **options)
    question = (await house.maud.slash("seat resign", thread)).message
    assert sentence in words(question)


async def test_somebody_who_has_resigned_is_shown_as_an_ai_and_the_others_are_called(house):
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
    post = newest(house, thread)
    assert "**Bastien (IA)**\xa0" in words(post).splitlines()[-2]
    (picture,) = pictures(post)
    assert "Bastien (IA)" in picture["description"]


async def test_a_closed_lobby_shows_it_and_has_no_buttons(house):
    post = await house.lobby()
    question = (await house.maud.slash("table cancel")).message
    await house.maud.click(question, "Fermer la table")
    await house.maud.expect(lambda: labels(house.maud.message(post["id"])) == [])
    assert "Cette table a été fermée" in words(house.maud.message(post["id"]))


async def test_the_log_names_the_ai_that_moved_in_the_place_of_somebody(house, monkeypatch):
    """Moves from before the resignation stay those of the person."""
    monkeypatch.setattr(log, "ROOM", 900)
    thread = await house.table()
    await house.move(house.maud, house.bastien, house.ines, house.karim)
    await house.app.seats.resign(1, house.bastien.id)
    await house.move(house.maud)

    async def is_complete():
        return len(await house.app.reading.log(1)) >= 6

    await until(is_complete)
    answer = (await house.noor.slash("table log", thread)).text
    assert answer.count("**Bastien (AI)**") == 1
    assert answer.count("**Bastien**") == 2
    assert "-# **Bastien** left the game" in answer
