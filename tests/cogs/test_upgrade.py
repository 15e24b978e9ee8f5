"""Tables of yesterday go on today: what was on people's screens before an update still works.

`tests/bot/files/version_8.sql` is the database and `version_8_world.sql` the server, with its posts
and private panels as the version before drew them: Akropolis with a candidate on the panel,
Telegraph in the middle of a turn of which one move was taken back, and Attika, where two turns wait
to be posted and the next one has begun.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import playground
from bot.clock import Clock
from bot.store import table_rows
from cogs._panel import hour
from playground.driver import labels, pictures, words
from playground.vault import Vault
from render.contract import TABLE
from tests.cases import each_case
from tests.cogs.conftest import House, ask_nothing
from tests.cogs.playing import newest
from tests.cogs.settling import press, pressable, quiet
from tests.playground.conftest import CALM

FILES = Path(__file__).parents[1] / "bot" / "files"
AKROPOLIS, TELEGRAPH, ATTIKA = 1, 2, 3


def fill(file: Path, dump: str) -> Path:
    """A database with what a dump writes."""
    with closing(sqlite3.connect(file)) as db:
        db.executescript((FILES / dump).read_text("utf-8"))
    return file


@pytest.fixture
async def ground(tmp_path):
    Vault(tmp_path / "world.sqlite3").close()
    world = fill(tmp_path / "world.sqlite3", "version_8_world.sql")
    opened = await playground.start(file=world, deadlines=CALM, clock=Clock())
    yield opened
    await opened.close()
    assert [line for line in opened.refusals if "IS_COMPONENTS_V2" not in line] == []
    assert opened.misspelt == []


@pytest.fixture
async def house(ground, tmp_path, monkeypatch):
    """The application of today on the files of the version before."""
    monkeypatch.setattr(hour, "ask", ask_nothing)
    opened = House(ground, fill(tmp_path / "hexagora.sqlite3", "version_8.sql"))
    await opened.start()
    await quiet(opened)
    yield opened
    await opened.stop()


async def home(house, number):
    """The thread of a table."""
    return (await house.app.tables.get(number)).home_id


async def panel_of(house, person, number):
    """The private panel that somebody had opened before the update."""
    return person.ephemerals(await home(house, number))[-1]


async def newest_board_text(house, number):
    """The newest board of a table in words, once all that is due is posted."""
    await quiet(house)
    return words(newest(house, await home(house, number)))


async def standing_moves(house, number):
    """The moves of a table that stand."""
    plies = await house.app.store.read(table_rows.read_plies, number)
    return [ply.notation for ply in plies if not ply.undone]


# ---- turns that waited are told ------------------------------------------------------------------


async def test_turns_that_waited_to_be_posted_are_one_post_that_calls_who_is_next(house):
    post = await newest_board_text(house, ATTIKA)
    assert "**Maud** builds 40 Harbour at C0" in post
    assert "**Hippodamos** parks " in post
    assert "63 " not in post
    assert house.bastien.mention in post
    assert house.maud.mention not in post


@each_case("number", [TELEGRAPH, ATTIKA])
async def test_a_turn_under_way_is_still_hidden_from_others(house, number):
    assert (await house.app.reading.turn_in_progress(number, None)) is not None
    notations = [ply.notation for ply in await house.app.reading.log(number)]
    assert notations
    assert not {"B60 A1 1e1b1a", "B63 A3 1e"} & set(notations)


# ---- old panels ----------------------------------------------------------------------------------


async def require_lit(house, wishes, number, moves):
    """The only public picture lights up the newest moves that stand, and no other."""
    plies = await house.app.store.read(table_rows.read_plies, number)
    log = [ply for ply in plies if not ply.undone]
    events = tuple(event for ply in log[-moves:] for event in ply.events)
    assert [wish.news for wish in wishes if wish.picture == TABLE] == [events]


async def test_a_candidate_is_pushed_about_and_played(house, wishes_drawn):
    panel = await panel_of(house, house.maud, AKROPOLIS)
    panel = await press(house.maud, panel, "go.ne:T1 2,-1 r3")
    assert "ok:T1 2,-1 r3" in pressable(panel)
    await press(house.maud, panel, "ok:T1 2,-1 r3")
    post = await newest_board_text(house, AKROPOLIS)
    assert (
        "**Maud** bâtit habitation, caserne, carrière en 2,-1 · +2\xa0→\xa0**4\xa0points**" in post
    )
    assert house.bastien.mention in post
    await require_lit(house, wishes_drawn, AKROPOLIS, 1)


async def test_a_turn_goes_on_in_the_old_panel_and_is_told_whole_when_it_ends(house, wishes_drawn):
    panel = await panel_of(house, house.maud, TELEGRAPH)
    panel = await press(house.maud, panel, "undo:")
    assert "restart:" not in pressable(panel)
    await press(house.maud, panel, "ok:S")
    assert (await standing_moves(house, TELEGRAPH))[-2:] == ["B60 A1 1e1b1a", "S"]
    post = await newest_board_text(house, TELEGRAPH)
    assert "**Maud** construit 60 Gare en A1 et pioche 2\xa0cartes" in post
    assert "B21" not in post
    assert house.bastien.mention in post
    await require_lit(house, wishes_drawn, TELEGRAPH, 2)


async def test_a_turn_is_taken_back_whole_from_the_old_panel(house):
    panel = await panel_of(house, house.maud, TELEGRAPH)
    panel = await press(house.maud, panel, "restart:")
    assert "ok:D1" in pressable(panel)
    assert len(await standing_moves(house, TELEGRAPH)) == 9


# ---- old posts -----------------------------------------------------------------------------------


V2 = 1 << 15


async def test_the_buttons_come_off_an_old_board_and_its_picture_stays(house):
    thread = await home(house, AKROPOLIS)
    before = newest(house, thread)
    assert before["flags"] & V2
    assert labels(before)
    await house.maud.slash("akropolis move", thread, {"move": "T1 2,-1 r3"})
    await quiet(house)
    after = house.maud.message(before["id"])
    assert labels(after) == []
    assert words(after) == words(before)
    assert pictures(after) == pictures(before)
    new = newest(house, thread)
    assert not new["flags"] & V2
    assert new["content"].startswith(house.bastien.mention)


async def test_an_old_hand_is_sent_anew_without_a_sound(house):
    seat = (await house.app.tables.get(TELEGRAPH)).seat_of(house.maud.id)
    old = (await house.app.reading.hand(TELEGRAPH, seat)).message_id
    assert house.maud.message(old)["flags"] & V2
    heard = len(house.maud.notifications)
    panel = await panel_of(house, house.maud, TELEGRAPH)
    await press(house.maud, panel, "ok:S")
    await quiet(house)
    new = (await house.app.reading.hand(TELEGRAPH, seat)).message_id
    assert not house.maud.message(new)["flags"] & V2
    assert house.maud.message(old) is None
    assert all(notification["silent"] for notification in house.maud.notifications[heard:])


async def test_an_old_lobby_of_a_running_game_keeps_its_form_and_says_it_is_over(house):
    table = await house.app.tables.get(AKROPOLIS)
    lobby = house.maud.message(table.lobby_message_id)
    assert lobby["flags"] & V2
    await house.app.seats.resign(AKROPOLIS, house.maud.id)
    await quiet(house)
    table = await house.app.tables.get(AKROPOLIS)
    assert table.status == "over"
    message = house.maud.message(lobby["id"])
    assert "terminée" in words(message)
    assert message["flags"] & V2


@each_case("number", [AKROPOLIS, TELEGRAPH])
async def test_the_buttons_of_an_old_post_open_what_they_say(house, number):
    post = newest(house, await home(house, number))
    for label in labels(post):
        answer = await house.maud.click(post, label)
        assert answer.state == "done"
        assert "mal tourné" not in answer.text
    panel = await house.maud.click(post, "Jouer")
    assert pressable(panel.message)
