"""The lobby: join, leave, options, start, for the people who see it."""

import asyncio
import tracemalloc
from datetime import timedelta

import pytest

from bot.i18n import text
from bot.table.seating import Person
from cogs._answering import edits
from playground import people
from playground.driver import labels, words
from playground.people import ATTACH_FILES, CREATE_PUBLIC_THREADS, GAMES_ID
from tests.cases import each_case
from tests.cogs.forging import choose_forged, press_forged
from tests.cogs.playing import after_click, duel, menus, message_after, newest, note_in
from tests.patience import until


async def chosen_levels(house):
    """Level of the AI in each seat of the lobby, None for a person."""
    return [occupant.ai for occupant in (await house.app.tables.get(1)).seats]


async def options_panel(house, post):
    return (await house.maud.click(post, "Options")).message


async def test_joining_and_leaving_show_on_the_post_at_once_without_a_push(house):
    post = await house.lobby()
    assert "**Maud** ouvre une table" in words(post)
    assert "4\xa0joueurs" in words(post)
    assert labels(post) == ["Rejoindre", "Quitter", "Commencer", "Options"]
    await house.bastien.click(post, "Rejoindre")
    assert "**Bastien**" in words(house.maud.message(post["id"]))
    await house.bastien.click(post, "Quitter")
    assert "**Bastien**" not in words(house.maud.message(post["id"]))
    assert house.maud.notifications == house.bastien.notifications == []


async def test_the_last_person_of_a_lobby_is_asked_whether_to_close_it(house):
    post = await house.lobby()
    panel = (await house.maud.click(post, "Quitter")).message
    assert words(panel).startswith("Il n’y a que vous ici")
    assert labels(panel) == ["Fermer la table", "Laisser comme c’est"]
    await house.maud.click(panel, "Fermer la table")
    assert str((await house.app.tables.get(1)).status) == "cancelled"


async def test_three_who_join_at_once_all_end_up_on_the_post(house):
    post = await house.lobby()
    await asyncio.gather(*(friend.click(post, "Rejoindre") for friend in house.friends))

    def all_are_shown():
        message_text = words(house.maud.message(post["id"]))
        return all(f"**{friend.member.name}**" in message_text for friend in house.friends)

    await house.maud.expect(all_are_shown)


async def test_options_change_the_post(house):
    """The panel follows what was chosen."""
    post = await house.lobby(order="drawn")
    assert "places tirées au sort" in words(post)

    async def post_says(*texts):
        return await house.maud.expect(
            lambda: (
                all(part in words(message := house.maud.message(post["id"])) for part in texts)
                and message
            )
        )

    panel = await options_panel(house, post)
    await house.maud.choose(panel, "Variantes de score", ["gardens", "houses"])
    await post_says("habitations et jardins")
    panel = house.maud.message(panel["id"])
    terms = await after_click(house.maud, panel, "lp:1:terms")
    await house.maud.choose(terms, menus(terms)[0]["custom_id"], "joined")
    await post_says("dans l’ordre d’arrivée")
    panel = await options_panel(house, post)
    await choose(house, panel, "size", "2")
    await choose(house, await ai_page(house, post), "ai", "1")
    message = await post_says("(IA)**\xa0: facile", "2\xa0joueurs")
    assert labels(message) == ["Quitter", "Commencer", "Options"]
    await choose(house, await options_panel(house, post), "language", "en")
    await house.maud.expect(lambda: labels(house.maud.message(post["id"]))[0] == "Leave")


async def test_the_player_who_was_drawn_first_is_called_and_the_board_says_that_it_was_a_draw(
    house,
):
    """The fifth deal of the tests gives the first seat to the person who joined second."""
    for _ in range(4):
        await house.lobby()
    thread = await duel(house, order="drawn")
    (board,) = house.boards(thread)
    assert "Ordre tiré au sort" in words(board)
    assert [user["username"] for user in board["mentions"]] == ["bastien"]
    assert thread not in {push["channel"] for push in house.maud.notifications}


async def test_starting_makes_a_thread_with_the_players_and_the_first_board(house):
    """The lobby has no buttons then, and shows where the game is."""
    thread = await house.table()
    (home,) = house.maud.threads()
    assert home["id"] == thread
    assert home["name"] == "Akropolis #1 · Maud, Bastien, Inès, Karim"
    await house.maud.expect(lambda: house.maud.threads()[0]["member_count"] == 5)
    (board,) = house.boards(thread)
    assert [user["username"] for user in board["mentions"]] == ["maud"]
    assert house.bastien.notifications == []
    await house.maud.expect(lambda: f"<#{thread}>" in words(house.maud.message(thread)))
    assert labels(house.maud.message(thread)) == []
    answer = await house.noor.slash("akropolis new", thread, {"players": 2})
    assert "table in this channel" in answer.text


async def test_a_table_can_be_played_in_its_channel_which_has_one_table(house):
    """Another is refused with a link to the first."""
    post = await house.lobby(players=2, thread=False)
    await wait_for_post(house)
    answer = await house.bastien.slash("akropolis new", options={"thread": False})
    assert "already a table in this channel" in answer.text
    assert "table 1." in answer.text
    assert answer.text.endswith(f"/{post['channel_id']}/{post['id']}")
    await house.bastien.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: len(house.maud.messages()) == 2)
    assert house.maud.threads() == []


async def test_a_deleted_lobby_post_comes_back_when_the_lobby_changes(house):
    """It leads to the thread once the game has begun."""
    remove(house, await house.lobby(players=2))
    await house.bastien.slash("seat join", options={"table": 1})
    await house.maud.expect(lambda: house.maud.messages() and "**Bastien**" in house.post)
    await house.app.lobbies.start(1, house.maud.id)
    (thread,) = await house.maud.expect(house.maud.threads)
    await house.maud.expect(lambda: house.boards(thread["id"]))
    await house.maud.expect(lambda: f"<#{thread['id']}>" in house.post)


@pytest.mark.parametrize("wait", [600.0, 20.0])
async def test_a_lobby_edited_too_often_is_posted_anew(house, monkeypatch, wait):
    monkeypatch.setattr(edits, "OLD", timedelta(0))
    monkeypatch.setattr(edits, "PATIENCE", 0.5)
    post = await house.lobby()
    house.ground.faults.inject("old_message", retry_after=wait)
    await house.ines.slash("seat join", options={"table": 1})
    await house.maud.expect(lambda: len(house.maud.messages()) == 1 and "**Inès**" in house.post)
    (new,) = house.maud.messages()
    assert new["id"] != post["id"]
    await house.bastien.click(new, "Rejoindre")
    await house.maud.expect(lambda: "**Bastien**" in house.post)


def of_components(house, post):
    """The post becomes one of the form that all posts once had."""
    world = house.ground.world
    message = world.message(int(post["channel_id"]), int(post["id"]))
    display = {"type": 10, "content": message.body["content"]}
    components = [display, *message.body["components"]]
    flags = message.body["flags"] | 1 << 15
    message.body = {**message.body, "content": "", "components": components, "flags": flags}


async def test_a_lobby_of_the_old_form_gives_way_to_one_of_today_when_it_is_pressed(house):
    """One that is closed keeps its place."""
    post = await house.lobby()
    of_components(house, post)
    await house.ines.click(post, "Rejoindre")
    await house.maud.expect(lambda: house.maud.message(post["id"]) is None)
    (new,) = house.maud.messages()
    assert "**Inès**" in new["content"]
    await house.bastien.click(new, "Rejoindre")
    assert "**Bastien**" in house.post
    post = await house.lobby()
    of_components(house, post)
    await house.app.votes.cancel(2, house.maud.id, moderator=False)
    await house.maud.expect(lambda: "fermée" in words(house.maud.message(post["id"])))
    assert labels(house.maud.message(post["id"])) == []
    refusals = house.ground.refusals  # to give words to a message of components
    assert all("IS_COMPONENTS_V2" in line for line in refusals)
    refusals.clear()


async def test_the_host_is_called_once_when_everybody_is_there(house):
    """And not again if somebody comes back, even after a restart."""
    post = await house.lobby(players=3)
    await house.bastien.click(post, "Rejoindre")
    assert house.maud.notifications == []
    await house.ines.click(post, "Rejoindre")
    (call,) = await house.maud.expect(lambda: house.maud.notifications)
    expected = "@Maud, tout le monde est là\xa0: appuyez sur Commencer\xa0! Akropolis · table\xa01"
    assert call["text"] == expected
    reference = house.maud.message(call["message"])["message_reference"]
    assert reference["message_id"] == post["id"]
    message = house.maud.message(post["id"])
    assert "Tout le monde est là" in words(message)
    assert labels(message) == ["Quitter", "Commencer", "Options"]
    await house.ines.click(post, "Quitter")
    await house.restart()
    await house.ines.click(post, "Rejoindre")
    await house.app.outbox.drain()
    assert house.maud.notifications == [call]
    assert house.bastien.notifications == house.ines.notifications == []


async def test_a_table_for_one_starts_at_once(house):
    post = await house.lobby(players=1)
    (board,) = await house.maud.expect(lambda: house.boards(post["id"]))
    assert [user["username"] for user in board["mentions"]] == ["maud"]
    await house.maud.expect(lambda: "se joue ici" in words(house.maud.message(post["id"])))
    assert labels(house.maud.message(post["id"])) == []


async def test_every_menu_of_the_options_says_what_it_sets(house):
    panel = await options_panel(house, await house.lobby())
    texts = [line.removeprefix("-# ") for line in words(panel).split("\n") if line[:3] == "-# "]
    assert len(texts) == len(menus(panel))
    assert {"Places", "Langue de la table"} <= set(texts)
    terms = await after_click(house.maud, panel, "lp:1:terms")
    assert "-# Ordre de jeu" in words(terms)
    all_menus = (*menus(panel), *menus(terms))
    entries = [option["label"] for menu in all_menus for option in menu["options"]]
    assert all(entry[0].isdigit() or entry[0].isupper() for entry in entries)


async def test_the_host_is_not_called_to_a_lobby_that_has_begun_meanwhile(house):
    post = await house.lobby(players=2)
    hold = house.ground.faults.hold("PATCH", f"/messages/{post['id']}$")
    await house.app.lobbies.join(1, Person(house.bastien.id, "Bastien"))
    await hold.wait_for_arrival()
    await house.app.lobbies.start(1, house.maud.id)
    hold.release()
    await house.maud.expect(lambda: house.boards(post["id"]))
    await house.app.outbox.drain()
    assert [push["reason"] for push in house.maud.notifications] == ["mention"]
    assert "Commencer" not in house.maud.notifications[0]["text"]


def remove(house, post):
    world = house.ground.world
    world.remove_message(world.message(int(post["channel_id"]), int(post["id"])))


async def test_missing_permissions_are_named_before_anything_is_opened(house):
    house.ground.deny(GAMES_ID, ATTACH_FILES | CREATE_PUBLIC_THREADS)
    answer = await house.maud.slash("akropolis new")
    assert "joindre des fichiers et créer des fils publics" in answer.text
    assert await house.app.reading.tables_in_guild(100000000000000001) == []


async def wait_for_post(house, number=1):
    """Wait until the bot knows the post of a lobby: people see it a moment earlier."""

    async def is_known():
        return (await house.app.tables.get(number)).lobby_message_id is not None

    await until(is_known)


async def test_a_person_has_ten_open_lobbies_at_most(house):
    for _ in range(10):
        await house.lobby()
    answer = await house.maud.slash("akropolis new")
    assert "10 tables qui n’ont pas encore commencé" in answer.text
    assert (await house.bastien.slash("akropolis new")).message
    assert len(await house.app.reading.tables_in_guild(people.GUILD_ID)) == 11
    await house.app.votes.cancel(1, house.maud.id, moderator=False)
    assert labels((await house.maud.slash("akropolis new")).message)


@each_case(
    "custom_id",
    ["l:1:steal", "l:999:join", "l:x:join", "l:1:join:", "lo:1:o-secret", "l:" + "9" * 90],
)
async def test_a_tampered_button_is_answered_politely(house, custom_id):
    post = await house.lobby()
    answer = await press_forged(house, house.bastien, post, custom_id)
    assert answer.state == "done"
    assert (await house.app.tables.get(1)).humans() == [house.maud.id]


async def test_the_old_button_of_a_lobby_leads_from_a_running_game_to_the_ways_out(house):
    thread = await house.table()
    board = newest(house, thread)
    answer = await press_forged(house, house.maud, board, "l:1:leave")
    assert "/seat resign" in answer.text
    assert house.maud.id in (await house.app.tables.get(1)).humans()


async def test_a_choice_that_no_menu_offers_is_refused_and_costs_no_memory(house):
    """A hundred million AI seats were a list of 800 MiB before they were refused."""
    post = await house.lobby()
    assert (await press_forged(house, house.maud, post, "lo:1:o-secret")).state == "done"
    panel = await ai_page(house, post)
    tracemalloc.start()
    try:
        for value in ("100000000", "-1", "easy-2", "-", "9" * 90):
            menu = menus(house.maud.message(panel["id"]))[0]["custom_id"]
            current = house.maud.message(panel["id"])
            answer = await choose_forged(house, house.maud, current, menu, value)
            assert answer == text("lobby.bad_choice", "fr"), value
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 10_000_000


async def test_the_same_entry_can_be_chosen_again(house):
    """Discord's client sends nothing for it while the menu has the id it had before.

    So the menu has another id after a choice, and after a refusal.
    """
    post = await house.lobby()
    panel, custom_ids = await ai_page(house, post), []
    for value in ("1", "0", "1", "0"):
        custom_ids.append(menus(panel)[0]["custom_id"])
        panel = await choose(house, panel, "ai", value)
    assert len(set(custom_ids)) == 4
    panel = await options_panel(house, post)
    for friend in house.friends:
        await friend.click(post, "Rejoindre")
    for _ in range(2):
        before = menus(panel)[0]["custom_id"]
        panel = await choose(house, panel, "size", "2")
        assert menus(panel)[0]["custom_id"] != before
        assert "4" in note_in(panel), "as many have joined"


@pytest.mark.parametrize("late_use", ["a menu", "a page"])
async def test_an_options_panel_that_stays_after_the_start_goes_with_a_sentence(house, late_use):
    post = await house.lobby(players=2, ai=1)
    panel = await options_panel(house, post)
    await house.app.lobbies.start(1, house.maud.id)
    await house.maud.expect(lambda: house.boards(post["id"]))
    if late_use == "a menu":
        use = house.maud.choose(panel, menus(panel)[0]["custom_id"], "3")
    else:
        use = house.maud.click(panel, "lp:1:terms")
    panel_after = await message_after(house.maud, panel, use)
    assert words(panel_after) == f"<#{post['id']}> a commencé."
    assert labels(panel_after) == menus(panel_after) == []
    assert len(house.maud.ephemerals()) == 1


async def test_the_start_takes_the_options_panel_away(house):
    post = await house.lobby(players=2, ai=1)
    panel = await options_panel(house, post)
    await house.maud.click(post, "Commencer")
    await house.maud.expect(
        lambda: panel["id"] not in [one["id"] for one in house.maud.ephemerals()]
    )


# ---- the game in a nutshell ----------------------------------------------------------------------


NUTSHELLS = [
    (
        "akropolis",
        {"players": 3, "language": "fr"},
        ("*Bâtissez une cité en hauteur", "léger", "48\xa0tours, dont 16\xa0à vous"),
    ),
    ("massalia", {}, ("about 77 turns (52–133), 19 of yours", "best with 2 or 3 players")),
    ("massalia", {"siege_fatigue": "early"}, ("about 57 turns (50–65), 14 of yours",)),
]
"""Games, options, and parts of the lobby."""


@each_case(("game", "options", "parts"), NUTSHELLS)
async def test_the_lobby_says_what_the_game_is_how_heavy_and_how_long(house, game, options, parts):
    options = {"players": 4, "language": "en"} | options
    post = (await house.bastien.slash(f"{game} new", options=options)).message
    for part in parts:
        assert part in words(post)


# ---- AI seats ------------------------------------------------------------------------------------


async def ai_page(house, post):
    """Page of the host's panel about AI seats."""
    panel = await options_panel(house, post)
    return await after_click(house.maud, panel, "lp:1:ai")


async def choose(house, panel, key, value):
    """The panel after a choice in one of its menus."""
    (menu,) = [menu for menu in menus(panel) if menu["custom_id"].split(":")[2].startswith(key)]
    choosing = house.maud.choose(panel, menu["custom_id"], value)
    return await message_after(house.maud, panel, choosing)


async def test_ai_seats_are_chosen_by_number_with_one_level_for_all_or_their_own(house):
    """They are easy at first, and people leave only so many seats to them."""
    post = await house.lobby()
    panel = await ai_page(house, post)
    (menu,) = menus(panel)
    assert values(menu) == ["0", "1", "2", "3"]
    panel = await choose(house, panel, "ai", "3")
    assert await chosen_levels(house) == [None, "easy", "easy", "easy"]
    assert values(menus(panel)[1]) == ["easy", "hard", "strong", "random"]
    panel = await choose(house, panel, "level~", "strong")
    assert await chosen_levels(house) == [None, "strong", "strong", "strong"]
    panel = await choose(house, panel, "level.1", "hard")
    assert "Plusieurs niveaux" in [menu.get("placeholder") for menu in menus(panel)]
    assert await chosen_levels(house) == [None, "strong", "hard", "strong"]
    panel = await choose(house, panel, "ai", "2")
    assert await chosen_levels(house) == [None, "strong", "hard"]
    await house.maud.expect(lambda: "Rejoindre" in labels(house.maud.message(post["id"])))
    await house.bastien.click(post, "Rejoindre")
    assert values(menus(await ai_page(house, post))[0]) == ["0", "1", "2"]


def values(menu):
    return [option["value"] for option in menu["options"]]


async def test_a_solo_table_has_no_page_about_ai_seats_and_does_not_wait(house):
    post = await house.lobby()
    panel = await choose(house, await options_panel(house, post), "size", "1")
    assert "Places de l’IA" not in labels(panel)
    message = await house.maud.expect(
        lambda: "Rejoindre" not in labels(message := house.maud.message(post["id"])) and message
    )
    assert "Tout le monde est là" not in words(message)
    assert "**Maud** joue en solo" in words(message)
