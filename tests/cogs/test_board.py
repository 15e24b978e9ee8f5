"""The public board post and the private pages behind its buttons."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import words as spoken
from bot.i18n import text
from bot.playground import components
from bot.playground.driver import labels, pictures, words
from bot.steps import moves
from bot.words import with_sign
from cogs._pages import pages
from cogs._panel import recap
from cogs._posts import board_post
from cogs._shared import painter, text_pages
from render.registry import renderer
from rules import registry
from tests.cases import each_case
from tests.cogs.conftest import LOUNGE
from tests.cogs.forging import press_forged
from tests.cogs.playing import (
    confirm,
    duel,
    menus,
    message_after,
    move,
    newest,
    open_private_panel,
    text_of_message,
    with_tile,
)
from tests.cogs.settling import quiet
from tests.cogs.settling import table as settlements

NAMES = ("Maud", "Bastien", "Inès", "Karim")


async def test_the_first_post_says_what_is_played_and_seals_the_luck(house):
    post = newest(house, await house.table())
    table = await house.app.tables.get(1)
    assert "Akropolis · table\xa01" in words(post)
    assert f"`{table.commitment[:8]}…`" in words(post)
    status = (await house.noor.slash("table status", post["channel_id"])).text
    assert f"`{table.commitment[:8]}…`" in status
    assert labels(post) == ["Jouer", "Récap", "Plus"]


async def test_a_post_tells_the_move_in_one_line_and_who_is_next(house):
    thread = await house.table()
    post = await move(house, house.maud, thread)
    message_text = words(post)
    assert message_text.count("Maud** bâtit") == 1
    assert "`" not in message_text
    assert message_text.startswith(f"{house.bastien.mention}, à vous")


async def test_only_the_next_player_is_notified(house):
    thread = await house.table()
    await move(house, house.maud, thread)
    await house.bastien.expect(lambda: house.bastien.notifications)
    assert house.ines.notifications == house.karim.notifications == house.noor.notifications == []


async def test_the_picture_says_what_it_shows(house):
    post = newest(house, await house.table())
    (picture,) = pictures(post)
    assert picture["description"].startswith("Akropolis.")
    assert len(picture["description"]) <= 1024
    assert picture["media"]["url"].endswith(".png")


async def test_a_push_says_who_is_called_where_and_what_has_happened(house):
    thread = await house.table()
    await move(house, house.maud, thread)
    (pushed,) = await house.bastien.expect(lambda: house.bastien.notifications)
    called, news, *_ = pushed["text"].splitlines()
    assert called == "@Bastien, à vous\xa0! Akropolis · table\xa01"
    assert re.match("(A )?Maud bâtit", news), "the letter stands there until the icons are uploaded"
    assert not re.search(r":\w+:|<", pushed["text"])


async def test_an_ai_answers_in_the_same_post_which_leaves_out_what_its_reader_did(house):
    thread = await duel(house, ai=1)
    post = await move(house, house.maud, thread)
    assert "**Hippodamos** bâtit" in words(post)
    assert words(post).count("bâtit") == 1
    assert words(post).startswith(f"{house.maud.mention}, à vous")


# ---- since my turn -------------------------------------------------------------------------------


async def test_the_recap_tells_what_the_others_did(house):
    thread = await house.table()
    await move(house, house.maud, thread)
    post = await move(house, house.bastien, thread)
    answer = await house.maud.click(post, "Récap")
    assert "**Bastien** bâtit" in answer.text
    assert "**Maud** bâtit" not in answer.text
    assert len(pictures(answer.message)) == 1


@pytest.mark.parametrize("noted", [True, False])
async def test_the_recap_says_no_change_of_points_twice(house, monkeypatch, noted):
    """In Akropolis each line has its own; elsewhere a move may cost others points."""
    thread = await house.table()
    if not noted:
        monkeypatch.setattr(moves, "points", lambda *asked: 0)
    for person in (house.maud, house.bastien, house.ines):
        await house.move(person)
    await quiet(house)
    answer = await house.karim.click(newest(house, thread), "Récap")
    assert ("→\xa0**" in answer.text) is noted
    assert ("-# Since then: **" in answer.text) is not noted


async def test_the_recap_offers_early_start_to_my_move(house):
    thread = await house.table()
    post = await move(house, house.maud, thread)
    answer = await house.bastien.click(post, "Récap")
    assert labels(answer.message) == ["Play", "Before", "Points", "▶"]
    page = answer.message
    panel = await message_after(house.bastien, page, house.bastien.click(page, "Play"))
    assert "**Which tile" in words(panel)
    answer = await house.maud.click(post, "Récap")
    assert labels(answer.message) == []


@pytest.mark.usefixtures("icons_at_once")
async def test_the_recap_shows_the_board_before_and_now(house):
    thread = await house.table()
    await move(house, house.maud, thread)
    post = await move(house, house.bastien, thread)
    await house.maud.expect(lambda: house.app.emoji("seat_b"))
    page = (await house.maud.click(post, "Récap")).message
    page_before = await message_after(house.maud, page, house.maud.click(page, "Avant"))
    assert labels(page_before) == ["À présent", "Points", "▶"]
    assert words(page_before) == words(page)
    assert (pictures(page_before)[0]["media"]["url"]) != pictures(page)[0]["media"]["url"]
    next_page = await message_after(
        house.maud, page_before, house.maud.click(page_before, "À présent")
    )
    assert labels(next_page) == ["Avant", "Points", "▶"]


async def test_the_recap_says_where_points_have_come_from(house):
    """A page of its own, without a picture."""
    thread = await house.table()
    for person in (house.maud, house.bastien, house.ines):
        post = await move(house, person, thread)
    since = (await house.app.reading.recap(1, int(house.maud.id))).gained
    panel = (await house.maud.click(post, "Récap")).message
    page = await message_after(house.maud, panel, house.maud.click(panel, "Points"))
    assert pictures(page) == []
    assert labels(page) == ["À présent", "▶"]
    assert "**Bastien** bâtit" in words(page)
    lines = words(page).splitlines()[-4:]
    for name, gain, line in zip(NAMES, since, lines, strict=True):
        assert f"**{name}** · " in line
        labels_by_part = {part: text(f"akropolis.part_{part}", "fr") for part in gain.parts}
        assert all(
            f"{labels_by_part[part]}\xa0{with_sign(n)}" in line for part, n in gain.parts.items()
        )
        assert ("comme avant" in line) is (name in ("Maud", "Karim"))
    next_page = await message_after(house.maud, page, house.maud.click(page, "À présent"))
    assert labels(next_page) == ["Avant", "Points", "▶"]


async def test_the_recap_of_who_has_just_moved_is_empty(house):
    thread = await house.table()
    post = await move(house, house.maud, thread)
    answer = await house.maud.click(post, "Récap")
    assert answer.text == "Rien de nouveau pour vous pour l’instant."


async def test_a_spectator_sees_the_last_round(house):
    thread = await house.table()
    for person in (house.maud, *house.friends, house.maud):
        await house.move(person)
    await quiet(house)
    answer = (await house.noor.click(newest(house, thread), "Récap")).text
    assert answer.startswith("-# The last round")
    lines = [line for line in answer.splitlines() if " builds " in line]
    names = [re.search(r"\*\*(\w+)\*\* builds", line)[1] for line in lines]
    assert names == [*NAMES[1:], NAMES[0]][-len(names) :]
    assert len(names) > 2
    hidden = re.search(r" · and (\d) turns? before that", answer)
    assert len(names) + int(hidden[1] if hidden else 0) == 4


async def test_the_recap_tells_every_turn_in_short_where_there_is_no_room_for_more(
    house, monkeypatch
):
    options = {"players": 4, "language": "fr", "order": "joined"}
    thread = (await house.maud.slash("massalia new", options=options)).message["id"]
    for friend in house.friends:
        await friend.click(house.maud.message(thread), "Rejoindre")
    await house.maud.click(house.maud.message(thread), "Commencer")
    await house.maud.expect(lambda: house.boards(thread))
    for seat, person in enumerate((house.maud, *house.friends)):
        while (await house.app.reading.look(1, None)).to_act == (seat,):
            await house.move(person)
    await quiet(house)
    answer = (await house.maud.click(newest(house, thread), "Récap")).text
    assert answer.startswith("-# Depuis votre tour\n")
    for name in NAMES[1:]:
        assert re.search(rf"\*\*{name}\*\* .*joue 5 cartes", answer), answer
    monkeypatch.setattr(recap, "lines_beside", lambda _: 0)
    answer = (await house.maud.click(newest(house, thread), "Récap")).text
    assert re.search(r"et 2 tours auparavant\n.*\*\*Karim\*\* .*joue 5 cartes", answer), answer


async def test_the_recap_tells_the_points_where_there_is_no_picture(house, monkeypatch):
    thread = await house.table()
    for person in (house.maud, house.bastien):
        await house.move(person)
    await quiet(house)
    monkeypatch.setattr(painter.PAINTER, "draw", unable)
    answer = await house.maud.click(newest(house, thread), "Récap")
    scores = (await house.app.reading.look(1, None)).view.cities
    for name, city in zip(NAMES, scores, strict=True):
        assert f"**{name}**\xa0**{city.score.total}**" in answer.text
    assert pictures(answer.message) == []


async def unable(_wish):
    raise ValueError("no picture")


# ---- more ----------------------------------------------------------------------------------------


async def more(house, person, thread):
    return (await person.click(newest(house, thread), "Plus")).message


async def turn_page(person, page, value):
    """The page that `value` leads to, in whichever menu of a page of *More* it is."""
    menu = next(menu for menu in menus(page) if value in [o["value"] for o in menu["options"]])
    return await message_after(person, page, person.choose(page, menu["custom_id"], value))


async def test_more_shows_any_city_to_anybody(house):
    thread = await house.table()
    page = await more(house, house.noor, thread)
    assert labels(page)[:4] == ["A · Maud", "B · Bastien", "C · Inès", "D · Karim"]
    page = await message_after(house.noor, page, house.noor.click(page, "C · Inès"))
    (picture,) = pictures(page)
    assert "Inès" in picture["description"]
    assert "Maud" not in picture["description"]


async def test_more_shows_the_board_in_words(house):
    thread = await house.table()
    page = await more(house, house.karim, thread)
    page = await message_after(house.karim, page, house.karim.click(page, "Board as text"))
    assert "Construction site" in words(page)
    assert pictures(page) == []


async def test_more_shows_the_moves_and_the_rules(house):
    thread = await house.table()
    await move(house, house.maud, thread)
    page = await more(house, house.maud, thread)
    page = await message_after(house.maud, page, house.maud.click(page, "Coups"))
    assert "**Maud** bâtit" in words(page)
    page = await turn_page(house.maud, page, "rules")
    assert "Le but" in words(page)
    page = await turn_page(house.maud, page, "solo")
    assert "Le but" not in words(page)
    page = await turn_page(house.maud, page, "log")
    assert "**Maud** bâtit" in words(page)


async def test_the_rules_have_sections_to_turn_to(house):
    answer = await house.maud.slash("akropolis rules")
    (menu,) = menus(answer.message)
    page = await message_after(
        house.maud, answer.message, house.maud.choose(answer.message, menu["custom_id"], "solo")
    )
    assert "Illustre Architecte" in words(page)


def test_a_long_text_is_split_between_lines():
    long_text = "\n".join(f"line {number} " + "x" * 90 for number in range(100))
    parts = pages.split(long_text)
    assert all(len(part) <= pages.LONGEST_WHOLE for part in parts)
    assert "\n".join(parts) == long_text


async def test_the_board_in_words_has_pages_that_say_it_all(house):
    """› leads from the first to the last; all of them together are what *show all* shows."""
    thread = await house.table()
    panel = (await house.noor.slash("akropolis board", thread, {"text": True})).message
    (parts, _) = menus(panel)
    pages = [text_of_message(panel)]
    while "›" in active_labels(panel):
        panel = await message_after(house.noor, panel, house.noor.click(panel, "›"))
        pages.append(text_of_message(panel))
    assert len(pages) > 2
    assert "‹" in active_labels(panel)
    label = f"Page {len(pages)} of {len(pages)} · show all"
    next_page = await message_after(house.noor, panel, house.noor.click(panel, label))
    assert "\n".join(pages).split() == text_of_message(next_page).split()
    headings = [option["label"].partition(" · ")[0] for option in parts["options"]]
    assert [name for name in NAMES if name in headings] == [
        name for name in headings if name in NAMES
    ]
    assert {"Maud", "Karim"} <= set(headings)


async def test_a_part_of_the_board_in_words_is_found_by_its_heading(house):
    thread = await house.table()
    panel = (await house.noor.slash("akropolis board", thread, {"text": True})).message
    (parts, _) = menus(panel)
    [karim] = [
        option["value"] for option in parts["options"] if option["label"].startswith("Karim")
    ]
    assert "Karim" not in text_of_message(panel)
    choosing = house.noor.choose(panel, parts["custom_id"], karim)
    panel = await message_after(house.noor, panel, choosing)
    assert text_of_message(panel).startswith("**Karim**")
    (parts, _) = menus(panel)
    assert [option["value"] for option in parts["options"] if option.get("default")] == [karim]


def active_labels(message):
    """The labels of the buttons that can be pressed."""
    parts = (
        component
        for _, component in components.walk(message["components"])
        if component["type"] == 2
    )
    return [component["label"] for component in parts if not component.get("disabled")]


@given(st.lists(st.text("ab c-\n", max_size=3000), max_size=4))
def test_pages_leave_out_no_word(paragraphs):
    text = "\n\n".join(paragraphs)
    pages = text_pages.pages_of_text(text)
    assert " ".join(page.text for page in pages).split() == text.split()


# ---- the command ---------------------------------------------------------------------------------


async def test_the_board_can_be_shown_again(house):
    thread = await house.table()
    answer = await house.maud.slash("akropolis board", thread)
    assert len(pictures(answer.message)) == 1
    assert answer.message["flags"] & 64


async def test_a_public_board_is_for_everybody_and_has_no_buttons(house):
    thread = await house.table()
    answer = await house.maud.slash("akropolis board", thread, {"player": 1, "public": True})
    assert not answer.message["flags"] & 64
    assert labels(answer.message) == []
    assert "Bastien" in pictures(answer.message)[0]["description"]


@pytest.mark.parametrize("player", [7, -1])
async def test_a_public_board_that_cannot_be_shown_is_refused_in_private(house, player):
    thread = await house.table()
    options = {"player": player, "public": True}
    answer = await house.maud.slash("akropolis board", thread, options)
    assert answer.message["flags"] & 64
    assert house.bastien.message(answer.message["id"]) is None


async def test_a_public_board_of_no_table_is_refused_in_private(house):
    for person in (house.noor, house.maud):
        answer = await person.slash("akropolis board", options={"public": True})
        assert answer.message["flags"] & 64
        await house.lobby(players=2)


async def test_a_public_board_speaks_the_language_of_the_table(house):
    thread = await house.table()
    answer = await house.bastien.slash("akropolis board", thread, {"public": True})
    assert "Manche 1" in pictures(answer.message)[0]["description"]
    answer = await house.bastien.slash("akropolis board", thread)
    assert "Round 1" in pictures(answer.message)[0]["description"]


async def test_cities_are_suggested_by_name(house):
    thread = await house.table()
    choices = await house.maud.autocomplete(
        "akropolis board", thread, {"player": "in"}, focused="player"
    )
    assert [(choice["name"], choice["value"]) for choice in choices] == [("C · Inès", 2)]


async def test_a_city_that_nobody_has_is_refused(house):
    thread = await house.table()
    for city in (4, -1, 10**15):
        answer = await house.maud.slash("akropolis board", thread, {"player": city})
        assert answer.text == "Il n’y a rien de tel à voir à cette table."


# ---- the pictures of a game ----------------------------------------------------------------------


async def picture_choices(house, game, thread):
    """The pictures that `/<game> board` suggests: label and value."""
    choices = await house.ines.autocomplete(
        f"{game} board", thread, {"picture": ""}, focused="picture"
    )
    return {choice["value"]: choice["name"] for choice in choices}


async def test_the_command_offers_what_everybody_may_see_and_nothing_else(house):
    assert await picture_choices(house, "akropolis", LOUNGE) == {
        "table": "Toute la table",
        "seat": "Un joueur, de près",
        "poster": "Affiche",
    }
    for game in registry.games():
        assert set(await picture_choices(house, game, LOUNGE)) == set(renderer(game).public)


async def test_a_picture_is_chosen_by_its_name(house):
    thread = await house.table()
    answer = await house.ines.slash("akropolis board", thread, {"picture": "seat", "player": 1})
    assert "Bastien" in pictures(answer.message)[0]["description"]
    mine = await house.ines.slash("akropolis board", thread, {"picture": "seat"})
    assert "Inès" in pictures(mine.message)[0]["description"]
    assert "Maud" not in pictures(mine.message)[0]["description"]
    table_answer = await house.ines.slash(
        "akropolis board", thread, {"picture": "table", "player": 1}
    )
    assert "Maud" in pictures(table_answer.message)[0]["description"]


@pytest.fixture
async def telegraph(house):
    """The thread of a table of Telegraph."""
    return await settlements(house)


@each_case("name", ["hand", "prices", "candidate", "log", "rules", "nonsense"])
@each_case("public", [True, False])
async def test_what_is_not_offered_is_not_shown(house, telegraph, name, public):
    options = {"picture": name, "public": public}
    answer = await house.maud.slash("telegraph board", telegraph, options)
    assert answer.message["flags"] & 64
    assert pictures(answer.message) == []
    assert answer.text == "Il n’y a rien de tel à voir à cette table."


@each_case("name", ["hand.0", "hand", "prices", "candidate", "nonsense"])
async def test_no_forged_button_shows_what_more_does_not_offer(house, telegraph, name):
    answer = await press_forged(house, house.maud, newest(house, telegraph), f"v:1:{name}")
    assert answer.text == "Il n’y a rien de tel à voir à cette table."


async def test_more_has_a_button_for_every_public_picture(house):
    thread = await settlements(house)
    page = await more(house, house.bastien, thread)
    ids = [
        component["custom_id"]
        for _, component in components.walk(page["components"])
        if "custom_id" in component
    ]
    pictures_offered = [custom_id.removeprefix("v:1:") for custom_id in ids]
    assert pictures_offered == [
        "seat.0",
        "seat.1",
        "table",
        "replay",
        "text",
        "log",
        "rules",
        "people",
        "seal",
    ]


async def test_a_game_of_more_pictures_has_them_all_behind_more_and_board(house, monkeypatch):
    """Two pictures of a seat are told apart; one more of the table stands beside it."""
    drawing = renderer("akropolis")
    more_of_them = {"gardens": drawing.named["seat"], "site": drawing.named["table"]}
    monkeypatch.setattr(drawing, "named", drawing.named | more_of_them)
    words_class = type(spoken.of("akropolis"))
    monkeypatch.setattr(words_class, "picture", lambda _, name, language: name.capitalize())
    thread = await house.table()
    page = await more(house, house.ines, thread)
    ids = [
        component["custom_id"]
        for _, component in components.walk(page["components"])
        if "custom_id" in component
    ]
    seats = [f"{name}.{seat}" for name in ("seat", "gardens") for seat in range(4)]
    table_pictures = ["table", "site", "replay", "text", "log", "rules", "people", "seal"]
    assert [custom_id.removeprefix("v:1:") for custom_id in ids] == [*seats, *table_pictures]
    assert len(set(labels(page))) == len(ids)
    page = await message_after(house.ines, page, house.ines.click(page, "v:1:gardens.2"))
    assert len(pictures(page)) == 1
    assert set(await picture_choices(house, "akropolis", thread)) == {
        "table",
        "seat",
        "gardens",
        "site",
    }


async def test_the_newest_turn_is_lit_whenever_the_board_is_shown(house, monkeypatch):
    """It is the very same picture as in the post of that turn, drawn once."""
    thread = await house.table()
    await move(house, house.maud, thread)
    await move(house, house.bastien, thread)
    wishes, draw = [], painter.PAINTER.draw

    async def spy(wish):
        wishes.append(wish)
        return await draw(wish)

    monkeypatch.setattr(painter.PAINTER, "draw", spy)
    await house.noor.slash("akropolis board", thread)
    await house.noor.slash("akropolis board", thread, {"player": 1})
    last = (await house.app.reading.log(1))[-1]
    assert [wish.picture for wish in wishes] == ["table", "seat"]
    assert all(wish.news == last.events for wish in wishes)


async def test_where_nothing_is_played_there_is_no_board(house):
    answer = await house.noor.slash("akropolis board")
    assert "not playing this game in this channel" in answer.text


# ---- the end -------------------------------------------------------------------------------------


@pytest.fixture
async def solo_thread(house):
    """A game against the Architect, played to its end by suggestions; its thread."""
    post = await house.lobby(players=1, solo="hippodamos")
    await house.maud.click(post, "Commencer")
    await house.maud.expect(lambda: house.boards(post["id"]))
    services = house.app.services
    while (await services.tables.get(1)).status == "live":
        prompt = await services.moves.suggest(1, house.maud.id, None, ())
        await services.moves.play(1, house.maud.id, None, prompt.tokens)
    await house.maud.expect(
        lambda: labels(newest(house, post["id"])) == ["Revanche", "Revoir", "Film", "Plus"]
    )
    return post["id"]


async def test_the_last_post_against_the_architect_has_the_points_of_both(house, solo_thread):
    post = newest(house, solo_thread)
    view = (await house.app.reading.look(1, None)).view
    mine, his = view.cities[0].score.total, view.architect.score.total
    (line,) = (line for line in words(post).splitlines() if f"**Maud**\xa0**{mine}**" in line)
    assert f"l’Illustre Architecte\xa0**{his}**" in line
    assert labels(post) == ["Revanche", "Revoir", "Film", "Plus"]
    assert house.maud.notifications[-1]["message"] != post["id"]


async def test_a_post_that_the_end_has_overtaken_calls_nobody(house, solo_thread):
    table, log = await house.app.tables.get(1), await house.app.reading.log(1)
    payload = {"plies": [1, len(log) - 1], "revision": 2, "mention": [house.maud.id]}
    for form in (board_post.board_post, board_post.text_post):
        assert "<@" not in (await form(house.app, table, payload)).content
        at_the_end = {**payload, "plies": [1, len(log)]}
        assert f"<@{house.maud.id}>" in (await form(house.app, table, at_the_end)).content


async def test_a_game_that_is_over_can_still_be_looked_at(house, solo_thread):
    page = await more(house, house.maud, solo_thread)
    page = await message_after(house.maud, page, house.maud.click(page, "A · Maud"))
    assert len(pictures(page)) == 1


async def test_nobody_plays_on_after_the_end(house, solo_thread):
    post = newest(house, solo_thread)
    answer = await press_forged(house, house.maud, post, "b:1:play")
    assert answer.text == "Cette partie est terminée."


async def test_a_post_keeps_within_the_limits(house):
    thread = await house.table()
    post = await move(house, house.maud, thread)
    assert sum(1 for _ in components.walk(post["components"])) <= 40
    assert len(words(post)) <= 4000
    panel = await with_tile(house.bastien, await open_private_panel(house, house.bastien, thread))
    assert confirm(panel)
