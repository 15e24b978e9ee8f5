"""The replay as people press through it: two presses from the board, and every button lasts."""

from unittest import mock

import pytest

from bot.i18n import text
from bot.steps.timeline import Goal, Unit
from bot.table.seating import without_ai_mark
from bot.words import with_sign
from cogs._answering import answer
from cogs._answering.phone import HIGHEST, height
from cogs._pages.log import LogLines
from cogs._pages.replay import landmarks
from cogs._pages.replay_words import StopWords
from cogs._painting.painter import PAINTER
from playground.driver import labels, pictures, words
from playground.people import LOUNGE_ID
from tests.cases import each_case
from tests.cogs.forging import press_forged
from tests.cogs.playing import (
    after_click,
    duel,
    is_waiting,
    menus,
    message_after,
    newest,
    note_in,
    slowed,
    start_game,
)
from tests.cogs.settling import give_up, press_board, quiet, table
from tests.patience import LONGEST, until

ROW = ["|◀", "◀", "▶", "▶|"]
"""Buttons to other stops, beside the one with the place in the game."""


@pytest.fixture
async def thread(house):
    """A table of four where everybody has made two moves; its thread."""
    home = await house.table()
    await house.move(*(house.maud, *house.friends) * 2)
    await quiet(house)
    return home


@pytest.fixture
async def drawing(house):
    """A table of Telegraph where Maud and Bastien have drawn cards; its thread."""
    home = await table(house)
    for person in (house.maud, house.bastien):
        await house.app.moves.play(1, person.id, None, ["S"])
    await quiet(house)
    return home


@pytest.fixture
async def over(house):
    """The last board of a game of Maud and Bastien that she gave up after three moves."""
    home = await duel(house)
    await house.move(house.maud, house.bastien, house.maud)
    await give_up(house, house.maud)
    return newest(house, home)


async def after_option(person, panel, place, which=0):
    """The panel after a choice in one of its menus, by its place there."""
    menu = menus(panel)[which]
    value = menu["options"][place]["value"]
    return await message_after(person, panel, person.choose(panel, menu["custom_id"], value))


def place(panel):
    """The button with the place in the game, which opens the choice of another."""
    [button] = [label for label in labels(panel) if label.endswith(" ▾")]
    return button


# ---- ways in -------------------------------------------------------------------------------------


async def test_two_presses_show_my_last_turn_and_another_one_what_happened_next(house, thread):
    """The recap leads there too."""
    panel = (await house.bastien.click(newest(house, thread), "Plus")).message
    panel = await after_click(house.bastien, panel, "Replay")
    assert words(panel).startswith("-# Round 2 · turn 6 of 8\n")
    assert "**Bastien** builds" in words(panel)
    assert len(pictures(panel)) == 1
    assert labels(panel) == [*ROW[:2], "6/8 ▾", *ROW[2:]]
    panel = await after_click(house.bastien, panel, "▶")
    assert words(panel).startswith("-# Round 2 · turn 7 of 8\n")
    assert "**Inès** builds" in words(panel)
    panel = (await press_board(house, house.bastien, thread, "recap")).message
    panel = await after_click(house.bastien, panel, "▶")
    assert words(panel).startswith("-# Round 2 · turn 6 of 8\n")


async def test_a_spectator_begins_with_the_newest_turn(house, thread):
    """A table of which nobody here knows has none."""
    panel = (await house.noor.slash("replay game", thread)).message
    assert words(panel).startswith("-# Round 2 · turn 8 of 8\n")
    elsewhere = (await house.noor.slash("replay game", options={"table": 1})).message
    assert words(elsewhere) == words(panel)
    post = newest(house, thread)
    for claim in ("rp:99:forth:1:turn:b", "rp:99:choice:1:turn:b", "rp:99:log:1:turn:b"):
        answer = await press_forged(house, house.noor, post, claim)
        assert answer.text == text("table.not_found", "en")


async def test_the_last_post_of_a_game_leads_to_its_beginning(house, over):
    panel = (await house.maud.click(over, "Revoir")).message
    assert words(panel).startswith("-# Début · 3\xa0tours\nAvant le premier coup.")
    assert len(pictures(panel)) == 1
    assert labels(panel) == ["0/3 ▾", "▶", "▶|"]
    panel = await after_click(house.maud, panel, "▶|")
    assert words(panel).startswith("-# Manche 1 · tour 3 sur 3\n")
    assert "\nLa partie s’est arrêtée sur abandon" in words(panel)
    assert labels(panel) == ["|◀", "◀", "3/3 ▾"]


# ---- ways through --------------------------------------------------------------------------------


async def test_the_next_board_is_drawn_while_the_reader_looks_at_this_one(house, thread):
    panel = (await press_board(house, house.bastien, thread, "recap")).message
    with (
        mock.patch.object(PAINTER, "draw", wraps=PAINTER.draw) as draw,
        mock.patch.object(PAINTER, "draw_ahead", wraps=PAINTER.draw_ahead) as draw_ahead,
    ):
        panel = await after_click(house.bastien, panel, "▶")
        await until(lambda: draw_ahead.await_args)
        await after_click(house.bastien, panel, "▶")
    [(first, _), *_] = draw_ahead.await_args_list
    assert draw.await_args.args[0].key == first[0].key


async def test_the_choice_jumps_to_any_turn_and_leads_back_to_the_log_and_to_play(house, thread):
    panel = (await house.maud.slash("replay game", thread)).message
    choice = await after_click(house.maud, panel, place(panel))
    assert labels(choice) == ["Manche", "Mes tours", "‹", "Coups", "Jouer", "🔗 Lien"]
    options = [option["label"] for option in menus(choice)[0]["options"]]
    assert options[0] == "Début · 8\xa0tours"
    assert options[3].startswith("3 · Inès bâtit")
    assert words(await after_click(house.maud, choice, "‹")) == words(panel)
    choice = await after_click(house.maud, house.maud.message(panel["id"]), place(panel))
    panel = await after_option(house.maud, choice, 3)
    assert place(panel) == "3/8 ▾"
    choice = await after_click(house.maud, panel, place(panel))
    page = await after_click(house.maud, choice, "Coups")
    assert words(page).startswith("### Coups")


async def test_a_round_is_named_by_its_first_and_last_turn(house, thread):
    panel = (await house.maud.slash("replay game", thread)).message
    choice = await after_click(house.maud, panel, place(panel))
    assert place(await after_click(house.maud, choice, "Manche")) == "1–5 ▾"


async def test_a_moment_is_shown_to_everybody_who_presses_its_link(house, thread):
    """To each in their language; the link stands nowhere but at the table."""
    page = (await house.bastien.slash("replay game", thread)).message
    page = await after_click(house.bastien, page, place(page))
    await house.bastien.click(page, "🔗 Link")
    [link] = await house.noor.expect(
        lambda: [post for post in house.noor.messages(thread) if "🔗" in words(post)]
    )
    assert words(link).startswith("🔗 **Bastien** renvoie à ce moment de la partie")
    assert "**Bastien** bâtit" in words(link)
    looked = (await house.noor.click(link, "Regarder")).message
    assert words(looked).startswith("-# Round 2 · turn 6 of 8\n")
    elsewhere = (await house.bastien.slash("replay game", LOUNGE_ID, {"table": 1})).message
    elsewhere = await after_click(house.bastien, elsewhere, place(elsewhere))
    panel = await after_click(house.bastien, elsewhere, "🔗 Link")
    assert note_in(panel) == text("panel.elsewhere", "en", place=f"<#{thread}>")


async def test_a_link_that_takes_long_leaves_the_panel_as_it_was(house, thread, monkeypatch):
    """Meanwhile that says so; the link is a post all the same."""
    monkeypatch.setattr(answer, "SOON", 0.0)
    page = (await house.bastien.slash("replay game", thread)).message
    page = await after_click(house.bastien, page, place(page))
    finds = slowed(monkeypatch, house.app.replays, "stop")
    await house.bastien.click(page, "🔗 Link")
    await house.bastien.expect(lambda: is_waiting(house.bastien.message(page["id"])))
    finds.set()
    await house.noor.expect(lambda: "🔗" in words(house.noor.messages(thread)[-1]))
    await house.bastien.expect(lambda: labels(house.bastien.message(page["id"])) == labels(page))


@each_case(
    ("count", "at", "room", "expected"),
    [
        (5, 2, 5, [0, 1, 2, 3, 4]),
        (100, 50, 9, [0, 46, 47, 48, 49, 50, 51, 52, 99]),
        (100, 0, 6, [0, 1, 2, 3, 4, 99]),
        (100, 99, 6, [0, 95, 96, 97, 98, 99]),
    ],
)
def test_a_menu_has_the_stops_nearby_and_some_of_the_others(count, at, room, expected):
    assert landmarks(range(count), at, room) == expected


# ---- buttons last --------------------------------------------------------------------------------


async def test_the_buttons_work_after_a_restart(house, thread):
    panel = (await house.maud.slash("replay game", thread)).message
    await house.restart()
    panel = await after_click(house.maud, panel, "▶")
    assert place(panel) == "6/8 ▾"
    choice = await after_click(house.maud, panel, place(panel))
    await house.restart()
    assert place(await after_option(house.maud, choice, 1)) == "1/8 ▾"


async def test_the_replay_grows_with_the_game(house, thread):
    panel = (await house.noor.slash("replay game", thread)).message
    panel = await after_click(house.noor, panel, "▶")
    assert words(panel).startswith("-# Nothing newer yet.\n")
    await house.move(house.maud, house.bastien)
    panel = await after_click(house.noor, panel, "▶")
    assert place(panel) == "9/10 ▾"
    assert "Nothing newer" not in words(panel)
    assert place(await after_click(house.noor, panel, "▶|")) == "10/10 ▾"


async def test_the_buttons_outlive_the_game(house, drawing):
    """Then they show what they may show by then."""
    panel = (await house.maud.slash("replay game", drawing)).message
    await house.app.seats.resign(1, house.maud.id)
    panel = await after_click(house.maud, panel, "▶")
    assert place(panel) == "2/2 ▾"
    assert labels(panel) == ["|◀", "◀", "2/2 ▾"]
    choice = await after_click(house.maud, panel, place(panel))
    assert "Toutes les mains ouvertes" in [each["label"] for each in menus(choice)[1]["options"]]


async def test_the_buttons_of_a_cancelled_game_refuse(house, thread):
    panel = (await house.bastien.slash("replay game", thread)).message
    await house.app.votes.cancel(1, house.maud.id, moderator=True)
    await house.bastien.click(panel, "▶")
    assert await house.bastien.expect(lambda: note_in(house.bastien.message(panel["id"])))


# ---- hands ---------------------------------------------------------------------------------------


async def test_my_hand_is_shown_as_it_was_and_that_of_another_once_the_game_is_over(house, drawing):
    panel = (await house.maud.slash("replay game", drawing)).message
    choice = await after_click(house.maud, panel, place(panel))
    sides = [option["label"] for option in menus(choice)[1]["options"]]
    assert sides == ["Le plateau", "Ma main à ce moment"]
    after = await after_option(house.maud, choice, 1, which=1)
    before = await after_click(house.maud, after, "◀")
    hands = [pictures(page)[0]["description"] for page in (before, after)]
    assert hands[0] != hands[1]
    post = newest(house, drawing)
    for person, side in ((house.maud, "1"), (house.noor, "0"), (house.bastien, "a")):
        answer = await press_forged(house, person, post, f"rp:1:at:1:turn:{side}")
        language = "fr" if person is house.maud else "en"
        assert text("replay.hand_closed", language) in answer.text
        assert len(pictures(answer.message)) == 1
    choice = await press_forged(house, house.noor, post, "rp:1:choice:1:turn:b")
    assert len(menus(choice.message)) == 1


async def test_once_the_game_is_over_everybody_may_open_all_hands(house, drawing):
    await give_up(house, house.maud)
    panel = (await house.noor.slash("replay game", drawing)).message
    choice = await after_click(house.noor, panel, place(panel))
    sides = [option["label"] for option in menus(choice)[1]["options"]]
    assert sides == ["The board", "All hands open", "The hand of Maud", "The hand of Bastien"]
    panel = await after_option(house.noor, choice, 1, which=1)
    alts = [picture["description"] for picture in pictures(panel)]
    assert [alt.partition(" ")[0] for alt in alts] == ["Maud", "Bastien"]
    panel = await after_click(house.noor, panel, "▶")
    assert [picture["description"] for picture in pictures(panel)] != alts
    choice = await after_click(house.noor, panel, place(panel))
    panel = await after_option(house.noor, choice, 3, which=1)
    assert len(pictures(panel)) == 1
    assert place(panel) == "1/2 ▾"


@each_case("room", [70, 90, 110, 250])
async def test_turns_of_a_round_that_have_little_room_are_brief_and_no_names_alone(
    house, thread, room
):
    replay = await house.app.replays.stop(1, house.maud.id, Goal.AT, unit=Unit.ROUND, ply=8)
    stop = StopWords(house.app, replay, Unit.ROUND, (), "fr")
    lines = stop.turns_in_words((HIGHEST - height(()) - room,)).split("\n")
    assert not [line for line in lines if line.endswith("** …")]
    assert "**Karim**" in lines[-1]


async def test_an_ai_seat_has_no_mark_where_its_turn_is_told_in_brief(house):
    await start_game(house, house.maud, players=2, ai=1)
    await house.move(house.maud)
    await house.app.ai_seats.wait(1, LONGEST)
    replay = await house.app.replays.opening(1, house.maud.id)
    history = await house.app.reading.history(1)
    lines = LogLines(house.app, replay.table, history, "fr")
    [ai_turn] = [turn.plies for turn in replay.turns if turn.seat == 1]
    name = replay.table.seats[1].name
    assert f"**{name}**" in lines.turn(ai_turn).full
    assert f"**{without_ai_mark(name)}**" in lines.turn(ai_turn).brief


async def test_a_round_tells_what_each_seat_gained_in_all_of_it(house, thread):
    """However little room its turns have; a single turn tells it in its own line."""
    replay = await house.app.replays.stop(1, house.maud.id, Goal.AT, unit=Unit.ROUND, ply=8)
    stop = StopWords(house.app, replay, Unit.ROUND, (), "fr")
    gains = [0] * 4
    for turn in stop.shown:
        gains[turn.seat] += turn.plies[-1].points[1] - turn.plies[0].points[0]
    assert [gain.change for gain in replay.gained] == gains
    assert any(gains)
    last_line = stop.turns_in_words((HIGHEST - height(()) - 70,)).split("\n")[-1]
    assert last_line.startswith("-# Points sur ces tours\xa0: ")
    names = ("Maud", "Bastien", "Inès", "Karim")
    changes = {
        f"**{name}** {with_sign(gain)}" for name, gain in zip(names, gains, strict=True) if gain
    }
    assert {*last_line.partition("\xa0: ")[2].replace("\xa0", " ").split(" · ")} == changes
    turn = await house.app.replays.stop(1, house.maud.id, Goal.AT, ply=8)
    assert turn.gained == ()
