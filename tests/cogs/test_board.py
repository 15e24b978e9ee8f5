"""The public board post and the private pages behind its buttons."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot import words as spoken
from bot.i18n import text
from bot.steps import moves
from bot.table import payloads
from bot.words import with_sign
from cogs._answering import phone
from cogs._pages import board as board_page
from cogs._pages import text_pages
from cogs._posts import board_post
from cogs._words.turn_lines import TurnLine, TurnLines
from playground import components
from playground.driver import labels, pictures, words
from render.registry import renderer
from rules import registry
from tests.bot.recorded import steps
from tests.cogs.conftest import LOUNGE
from tests.cogs.forging import press_forged
from tests.cogs.playing import after_click, after_entry, menus, move, newest, spill_ink, start_game
from tests.cogs.settling import quiet
from tests.cogs.settling import table as settlements
from tests.e2e.playing import put_position

NAMES = ("Maud", "Bastien", "Inès", "Karim")
NO_SUCH_PICTURE = "Il n’y a rien de tel à voir à cette table."


async def test_the_first_post_says_what_is_played_and_seals_the_luck(house):
    post = newest(house, await house.table())
    table = await house.app.tables.get(1)
    assert "Akropolis · table\xa01" in words(post)
    assert f"`{table.commitment[:8]}…`" in words(post)
    status = (await house.noor.slash("table status", post["channel_id"])).text
    assert f"`{table.commitment[:8]}…`" in status
    assert labels(post) == ["Jouer", "Récap", "Plus"]
    (picture,) = pictures(post)
    assert picture["description"].startswith("Akropolis.")
    assert len(picture["description"]) <= 1024
    assert picture["media"]["url"].endswith(".png")


async def test_a_post_tells_the_move_in_one_line_and_calls_the_next_player_alone(house):
    thread = await house.table()
    post = await move(house, house.maud, thread)
    message_text = words(post)
    assert message_text.count("Maud** bâtit") == 1
    assert "`" not in message_text
    assert message_text.startswith(f"{house.bastien.mention}, à vous")
    assert sum(1 for _ in components.walk(post["components"])) <= 40
    (push,) = await house.bastien.expect(lambda: house.bastien.notifications)
    called, news, *_ = push["text"].splitlines()
    assert called == "@Bastien, à vous\xa0! Akropolis · table\xa01"
    assert re.match("(A )?Maud bâtit", news), "the letter stands there until the icons are uploaded"
    assert not re.search(r":\w+:|<", push["text"])
    assert house.ines.notifications == house.karim.notifications == house.noor.notifications == []


async def test_ai_seats_answer_in_the_same_post_which_leaves_out_what_its_reader_did(house):
    thread = (await house.lobby(ai=3))["id"]
    await house.maud.click(thread, "Commencer")
    await house.maud.expect(lambda: house.boards(thread))
    post = await move(house, house.maud, thread)
    assert "**Hippodamos** bâtit" in words(post)
    assert words(post).count("bâtit") == 3
    assert words(post).startswith(f"{house.maud.mention}, à vous")
    assert [user["username"] for user in post["mentions"]] == ["maud"]


# ---- since my turn -------------------------------------------------------------------------------


async def recap_of(person, post):
    return (await person.click(post, "Récap")).message


async def test_the_recap_tells_what_the_others_did_with_the_board_before_and_now(house):
    thread = await house.table()
    post = await move(house, house.maud, thread)
    assert words(await recap_of(house.maud, post)) == "Rien de nouveau pour vous pour l’instant."
    post = await move(house, house.bastien, thread)
    page = await recap_of(house.maud, post)
    assert "**Bastien** bâtit" in words(page)
    assert "**Maud** bâtit" not in words(page)
    assert len(pictures(page)) == 1
    page_before = await after_click(house.maud, page, "Avant")
    assert labels(page_before) == ["À présent", "Scores", "▶"]
    assert words(page_before) == words(page)
    assert (pictures(page_before)[0]["media"]["url"]) != pictures(page)[0]["media"]["url"]
    next_page = await after_click(house.maud, page_before, "À présent")
    assert labels(next_page) == ["Avant", "Scores", "▶"]


@pytest.mark.parametrize("noted", [True, False])
async def test_the_recap_says_no_change_of_points_twice(house, monkeypatch, noted):
    """In Akropolis each line has its own; elsewhere a move may cost others points."""
    thread = await house.table()
    if not noted:
        monkeypatch.setattr(moves, "points", lambda *asked: 0)
    await house.move(house.maud, house.bastien, house.ines)
    await quiet(house)
    answer = await house.karim.click(newest(house, thread), "Récap")
    assert ("→\xa0**" in answer.text) is noted
    assert ("-# Points since then: **" in answer.text) is not noted


async def test_the_recap_offers_my_move(house):
    thread = await house.table()
    post = await move(house, house.maud, thread)
    page = await recap_of(house.bastien, post)
    assert labels(page) == ["Play", "Before", "Scores", "▶"]
    assert "**Which tile" in words(await after_click(house.bastien, page, "Play"))
    assert labels(await recap_of(house.maud, post)) == ["Ce qui compte"]


async def test_the_recap_has_a_page_of_points_without_a_picture(house):
    thread = await house.table()
    await house.move(house.maud, house.bastien, house.ines)
    await quiet(house)
    since = (await house.app.reading.recap(1, int(house.maud.id))).gained
    panel = await recap_of(house.maud, newest(house, thread))
    page = await after_click(house.maud, panel, "Scores")
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
        assert bool(re.search(r"\d.*, comme avant$", line)) is (name in ("Maud", "Karim"))
    assert labels(await after_click(house.maud, page, "À présent")) == ["Avant", "Scores", "▶"]


async def test_a_spectator_sees_the_last_round(house):
    thread = await house.table()
    await house.move(house.maud, *house.friends, house.maud)
    await quiet(house)
    answer = (await house.noor.click(newest(house, thread), "Récap")).text
    assert answer.startswith("-# The last round")
    lines = [line for line in answer.splitlines() if " builds " in line]
    names = [re.search(r"\*\*(\w+)\*\* builds", line)[1] for line in lines]
    assert names == [*NAMES[1:], NAMES[0]][-len(names) :]
    assert len(names) > 2
    hidden = re.search(r" · and (\d) turns? before that", answer)
    assert len(names) + int(hidden[1] if hidden else 0) == 4


@pytest.mark.parametrize("real_pictures", [True])
async def test_the_recap_tells_every_turn_in_short_for_want_of_room(house, monkeypatch):
    thread = await start_game(house, house.maud, *house.friends, game="massalia")
    for seat, person in enumerate((house.maud, *house.friends)):
        while (await house.app.reading.look(1, None)).to_act == (seat,):
            await house.move(person)
    await quiet(house)
    lines = words(await recap_of(house.maud, newest(house, thread)))
    assert lines.startswith("-# Depuis votre tour\n")
    for name in NAMES[1:]:
        assert re.search(rf"\*\*{name}\*\* (achète|joue|pose)", lines), lines
    monkeypatch.setattr(phone, "HIGHEST", 635)
    lines = words(await recap_of(house.maud, newest(house, thread)))
    assert re.search(r"et \d\stours? auparavant\n(.*\n)*.*\*\*Karim\*\* achète ", lines), lines
    assert "joue 5 cartes" not in lines
    assert "…" not in lines


async def test_the_recap_cuts_a_turn_that_is_longer_than_a_phone(house, monkeypatch):
    """The button below goes through all of it."""
    thread = await house.table()
    await house.move(house.maud)
    post = newest(house, thread)
    turn = f"**Maud** {'construit un temple, ' * 60}enfin"
    monkeypatch.setattr(TurnLines, "full", lambda *_: [(turn, 1)])
    monkeypatch.setattr(TurnLines, "short", lambda *_: [TurnLine(*[turn] * 4)])
    page = await recap_of(house.bastien, post)
    _, line, *_ = words(page).split("\n")
    assert line.startswith("**Maud** construit un temple, construit")
    assert line.endswith(" …")
    assert "▶" in labels(page)


async def test_pages_are_told_in_words_where_there_is_no_picture(house, monkeypatch):
    """The recap tells the points, and others say what is missing."""
    thread = await house.table()
    await house.move(house.maud, house.bastien)
    await quiet(house)
    spill_ink(monkeypatch)
    answer = await house.maud.click(newest(house, thread), "Récap")
    scores = (await house.app.reading.look(1, None)).view.cities
    for name, city in zip(NAMES, scores, strict=True):
        assert f"**{name}**\xa0**{city.score.total}**" in answer.text
    assert pictures(answer.message) == []
    page = await after_click(house.maud, await more(house, house.maud, thread), "A · Maud")
    assert "L’image n’a pas pu être montrée" in words(page)


# ---- more ----------------------------------------------------------------------------------------


async def more(house, person, thread):
    return (await person.click(newest(house, thread), "Plus")).message


async def test_more_shows_any_city_and_the_board_in_words_to_anybody(house):
    thread = await house.table()
    page = await more(house, house.noor, thread)
    assert labels(page)[:4] == ["A · Maud", "B · Bastien", "C · Inès", "D · Karim"]
    city = await after_click(house.noor, page, "C · Inès")
    (picture,) = pictures(city)
    assert "Inès" in picture["description"]
    assert "Maud" not in picture["description"]
    page = await more(house, house.karim, thread)
    board = await after_click(house.karim, page, "Board as text")
    assert "Construction site" in words(board)
    assert pictures(board) == []


async def test_more_shows_the_moves_and_the_rules(house):
    thread = await house.table()
    await move(house, house.maud, thread)
    page = await more(house, house.maud, thread)
    page = await after_click(house.maud, page, "Coups")
    assert "**Maud** bâtit" in words(page)
    page = await after_entry(house.maud, page, "rules")
    assert "Le but" in words(page)
    page = await after_entry(house.maud, page, "scenes")
    assert "**Habitations\xa0:** le plus grand groupe" in words(page)
    assert "Habitations" in pictures(page)[0]["description"]
    page = await after_entry(house.maud, page, "solo")
    assert "Le but" not in words(page)
    page = await after_entry(house.maud, page, "log")
    assert "**Maud** bâtit" in words(page)


def test_a_long_text_is_split_between_lines():
    long_text = "\n".join(f"line {number} " + "x" * 90 for number in range(100))
    parts = board_page.split(long_text)
    assert all(len(part) <= board_page.LONGEST_WHOLE for part in parts)
    assert "\n".join(parts) == long_text


async def test_the_board_in_words_has_pages_that_say_it_all(house):
    """› leads from the first to the last; all of them together are what *show all* shows."""
    thread = await house.table()
    panel = (await house.noor.slash("akropolis board", thread, {"text": True})).message
    (parts, _) = menus(panel)
    texts = [words(panel)]
    assert "Karim" not in texts[0]
    while "›" in active_labels(panel):
        panel = await after_click(house.noor, panel, "›")
        texts.append(words(panel))
    assert len(texts) > 2
    assert "‹" in active_labels(panel)
    label = f"Page {len(texts)} of {len(texts)} · show all"
    page = await after_click(house.noor, panel, label)
    assert "\n".join(texts).split() == words(page).split()
    headings = {option["label"].partition(" · ")[0]: option["value"] for option in parts["options"]}
    assert {name for name in headings if name in NAMES} >= {"Bastien", "Inès", "Karim"}
    panel = (await house.noor.slash("akropolis board", thread, {"text": True})).message
    panel = await after_entry(house.noor, panel, headings["Karim"])
    assert words(panel).startswith("**Karim**")
    (parts, _) = menus(panel)
    defaults = [option["value"] for option in parts["options"] if option.get("default")]
    assert defaults == [headings["Karim"]]


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


async def test_the_private_board_has_the_coordinates_of_those_who_type(house, wishes_drawn):
    thread = await house.table()
    wishes_drawn.clear()
    for options in ({}, {"public": True}):
        await house.bastien.slash("akropolis board", thread, options)
    assert [wish.coordinates for wish in wishes_drawn] == [True, False]


async def test_the_board_is_shown_to_me_or_to_everybody_in_the_language_of_the_table(house):
    thread = await house.table()

    async def board(**options):
        return (await house.bastien.slash("akropolis board", thread, options)).message

    private_board = await board()
    assert "Round 1" in pictures(private_board)[0]["description"]
    assert private_board["flags"] & 64
    public_board = await board(public=True)
    assert "Manche 1" in pictures(public_board)[0]["description"]
    assert not public_board["flags"] & 64
    assert labels(public_board) == []
    assert "Bastien" in pictures(await board(player=1, public=True))[0]["description"]
    choices = await house.maud.autocomplete(
        "akropolis board", thread, {"player": "in"}, focused="player"
    )
    assert [(choice["name"], choice["value"]) for choice in choices] == [("C · Inès", 2)]


async def test_a_board_of_no_table_is_refused_in_private(house):
    for person in (house.noor, house.maud):
        answer = await person.slash("akropolis board", options={"public": True})
        assert answer.message["flags"] & 64
        await house.lobby(players=2)
    answer = await house.noor.slash("akropolis board", LOUNGE)
    assert "not playing this game in this channel" in answer.text


async def test_a_city_without_an_owner_is_refused_in_private(house):
    thread = await house.table()
    for city, public in itertools.product((4, -1, 10**15), (True, False)):
        options = {"player": city, "public": public}
        answer = await house.maud.slash("akropolis board", thread, options)
        assert answer.text == NO_SUCH_PICTURE, options
        assert answer.message["flags"] & 64
        assert house.bastien.message(answer.message["id"]) is None


# ---- the pictures of a game ----------------------------------------------------------------------


async def picture_choices(house, game, thread):
    """The pictures that `/<game> board` suggests: label and value."""
    choices = await house.ines.autocomplete(
        f"{game} board", thread, {"picture": ""}, focused="picture"
    )
    return {choice["value"]: choice["name"] for choice in choices}


async def test_the_command_offers_just_the_pictures_that_everybody_may_see(house):
    assert await picture_choices(house, "akropolis", LOUNGE) == {
        "table": "Toute la table",
        "seat": "Un joueur, de près",
        "poster": "Affiche",
    }
    for game in registry.games():
        assert set(await picture_choices(house, game, LOUNGE)) == set(renderer(game).public)


async def test_a_picture_is_chosen_by_its_name(house):
    thread = await house.table()

    async def description(**options):
        answer = await house.ines.slash("akropolis board", thread, options)
        return pictures(answer.message)[0]["description"]

    assert "Bastien" in await description(picture="seat", player=1)
    own_city = await description(picture="seat")
    assert "Inès" in own_city
    assert "Maud" not in own_city
    assert "Maud" in await description(picture="table", player=1)


async def test_a_picture_that_is_not_offered_is_not_shown(house):
    """Neither by a name that is typed nor by a button that somebody made up."""
    thread = await settlements(house)
    for name in ("hand", "prices", "candidate", "log", "rules", "nonsense"):
        for public in (True, False):
            options = {"picture": name, "public": public}
            answer = await house.maud.slash("telegraph board", thread, options)
            assert answer.text == NO_SUCH_PICTURE, name
            assert answer.message["flags"] & 64
            assert pictures(answer.message) == []
    post = newest(house, thread)
    for name in ("hand.0", "hand", "prices", "candidate", "nonsense"):
        answer = await press_forged(house, house.maud, post, f"v:1:{name}")
        assert answer.text == NO_SUCH_PICTURE, name


def pages_offered(page):
    """The pages that the buttons of *More* lead to, by what their custom ids say."""
    ids = [part.get("custom_id") for _, part in components.walk(page["components"])]
    return [custom_id.removeprefix("v:1:") for custom_id in ids if custom_id]


async def test_a_game_of_more_pictures_has_them_all_behind_more_and_board(house, monkeypatch):
    """Two pictures of a seat are told apart; one more of the table stands beside it."""
    drawing = renderer("akropolis")
    more_of_them = {"gardens": drawing.named["seat"], "site": drawing.named["table"]}
    monkeypatch.setattr(drawing, "named", drawing.named | more_of_them)
    words_class = type(spoken.of("akropolis", "en"))
    monkeypatch.setattr(words_class, "picture", lambda _, name: name.capitalize())
    thread = await house.table()
    page = await more(house, house.ines, thread)
    seats = [f"{name}.{seat}" for name in ("seat", "gardens") for seat in range(4)]
    assert pages_offered(page) == [
        *(*seats, "table", "site"),
        *("replay", "text", "log", "rules", "people", "note", "seal"),
    ]
    assert len(set(labels(page))) == len(pages_offered(page))
    page = await after_click(house.ines, page, "v:1:gardens.2")
    assert len(pictures(page)) == 1
    pictures_offered = await picture_choices(house, "akropolis", thread)
    assert set(pictures_offered) == {"table", "seat", "gardens", "site"}


# ---- the end -------------------------------------------------------------------------------------


@pytest.fixture
async def solo_thread(house):
    """A game against the Architect, played to its end from three moves before; its thread."""
    thread = (await house.lobby(players=1, solo="hippodamos"))["id"]
    await house.maud.click(thread, "Commencer")
    await house.maud.expect(lambda: house.boards(thread))
    await put_position(house, thread, steps("akropolis", "solo_hippodamos_beaten")[-4].state)
    for _ in range(3):
        await house.move(house.maud)
    await house.maud.expect(lambda: labels(newest(house, thread)) == LAST_BUTTONS)
    return thread


LAST_BUTTONS = ["Revanche", "Revoir", "Film", "Page", "Plus"]


async def test_the_last_post_against_the_architect_has_the_points_of_both(house, solo_thread):
    """The game can still be looked at, and played no more."""
    post = newest(house, solo_thread)
    view = (await house.app.reading.look(1, None)).view
    points, points_of_architect = view.cities[0].score.total, view.architect.score.total
    (line,) = (line for line in words(post).splitlines() if f"**Maud**\xa0**{points}**" in line)
    assert f"l’Illustre Architecte\xa0**{points_of_architect}**" in line
    assert house.maud.notifications[-1]["message"] != post["id"]
    page = await more(house, house.maud, solo_thread)
    assert len(pictures(await after_click(house.maud, page, "A · Maud"))) == 1
    answer = await press_forged(house, house.maud, post, "b:1:play")
    assert answer.text == "Cette partie est terminée."


async def test_a_post_that_the_end_has_overtaken_mentions_no_player(house, solo_thread):
    table, log = await house.app.tables.get(1), await house.app.reading.log(1)
    payload = payloads.Board(plies=(1, len(log) - 1), revision=2, mention=[house.maud.id])
    for form in (board_post.board_post, board_post.text_post):
        assert "<@" not in (await form(house.app, table, payload)).content
        at_the_end = replace(payload, plies=(1, len(log)))
        assert f"<@{house.maud.id}>" in (await form(house.app, table, at_the_end)).content
