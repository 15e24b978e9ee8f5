"""What is hidden stays hidden, whichever way somebody looks."""

import hashlib
import logging

import pytest

from bot.__main__ import log_from
from bot.i18n import text
from bot.store import table_rows
from playground.driver import pictures, words
from tests.bot.samples import SECRET, waiting
from tests.cases import each_case
from tests.cogs.conftest import LOUNGE
from tests.cogs.forging import press_forged
from tests.cogs.playing import newest
from tests.cogs.settling import give_up, open_panel, press, pressable, quiet, seat, stand, table
from tests.cogs.test_hands import OTHER, TOLD, letters
from tests.cogs.test_hands import SECRET as RICH


def picture_hash(house, url):
    """The bytes of an upload, in short."""
    _, content = house.ground.world._vault.file(int(url.split("/")[-2]))
    return hashlib.sha256(content).hexdigest()


# ---- the log of the process ----------------------------------------------------------------------


@pytest.fixture
def loud(caplog):
    """The log as a host has it who wants to read everything."""
    library = logging.getLogger("discord")
    level = library.level
    caplog.set_level(logging.DEBUG)
    log_from("DEBUG")
    yield caplog
    library.setLevel(level)


async def test_no_log_tells_a_hand(house, loud):
    """Not even at its loudest, where discord.py would write down every message."""
    thread = await table(house)
    await stand(house, RICH, OTHER)
    panel = await open_panel(house, house.maud, thread)
    panel = await press(house.maud, panel, "ok:D1")
    await press(house.maud, panel, "ok:P")
    await house.maud.click(newest(house, thread), "Main")
    await house.bastien.slash("telegraph move", thread, {"move": "B22 C4"})
    await house.maud.slash("telegraph move", thread, {"move": "B22 C4 9m"})
    await quiet(house)
    assert loud.records
    assert not TOLD.search(loud.text.replace("B22 C4 9m", ""))
    assert SECRET.seed not in loud.text
    assert (await house.app.store.read(table_rows.read_position, 1)).secret.seed not in loud.text


async def test_an_incident_hides_the_move_it_broke(house, caplog, monkeypatch):
    """The button holds a payment that nobody may know; the host may well sit at the table."""
    thread = await table(house)
    await stand(house, RICH, OTHER)
    revision = (await house.app.tables.get(1)).revision

    async def torn(*claim, **how):
        raise ZeroDivisionError

    monkeypatch.setattr(house.app.moves, "ask", torn)
    claim = f"t:1:{revision}:go:B22 C4 1a1m"
    answer = await press_forged(house, house.maud, newest(house, thread), claim)
    assert "mal tourné" in answer.text
    assert f"'t:1:{revision}:go'" in caplog.text
    assert "1a1m" not in caplog.text


# ---- claims --------------------------------------------------------------------------------------

CLAIMS = ("go:", "go:B22", "go:B22 C4 9m", "ok:S", "ask:B22 C4", "sug:B22", "undo:", "restart:")


@pytest.fixture
async def midway(house):
    """Maud has built and may take it back; the thread, and all rows of her game."""
    thread = await table(house)
    await stand(house, seat("22 51|52 53|70|60", reserve="22 31", hand="7e6b8a9m"), OTHER)
    await house.maud.slash("telegraph move", thread, {"move": "B31 A1"})
    await quiet(house)
    return thread


@each_case("name", ["bastien", "noor"])
async def test_a_claim_to_anothers_turn_is_without_effect_and_keeps_the_hand_hidden(
    house, midway, name
):
    """Bastien may save a move of his own, which shows nothing of hers."""
    person, post = getattr(house, name), newest(house, midway)
    before = await house.app.tables.get(1)
    assert before.revision > 0
    for revision in (before.revision, before.revision - 1, 10**17):
        for claim in CLAIMS:
            answer = await press_forged(house, person, post, f"t:1:{revision}:{claim}")
            assert "went wrong" not in answer.text
            assert not TOLD.search(answer.text.replace("9m", ""))
            if name == "noor":
                assert pressable(answer.message) == pictures(answer.message) == []
    if name == "bastien":
        claim = f"t:1:{before.revision}:type:B22"
        form = (await press_forged(house, person, post, claim)).modal
        answer = await person.submit(form, {"move": "S"})
        assert not TOLD.search(answer.text)
    assert await house.app.tables.get(1) == before
    assert [ply.undone for ply in await house.app.store.read(table_rows.read_plies, 1)] == [None]


async def test_a_hand_is_shown_at_its_own_table_only(house, midway):
    """The button of one table, in the channel of another and outside of any."""
    post = (
        await house.maud.slash("telegraph new", LOUNGE, {"players": 2, "thread": False})
    ).message
    answer = await press_forged(house, house.maud, post, "b:1:hand")
    assert pictures(answer.message) == []
    assert not TOLD.search(answer.text)
    answer = await press_forged(house, house.maud, newest(house, midway), "b:2:hand")
    assert pictures(answer.message) == []


@each_case("name", ["maud", "bastien", "noor"])
async def test_a_past_board_hides_a_turn_under_way(house, midway, name):
    """Even from its player: the replay knows nothing of it, as of a turn that never was."""
    person = getattr(house, name)
    page = (await person.slash("table log", midway)).message
    assert "v:1.after" not in str(page["components"])
    answer = await press_forged(house, person, newest(house, midway), "v:1:after.1")
    never = await press_forged(house, person, newest(house, midway), "v:1:after.999")
    assert text("replay.gone", "fr" if name == "maud" else "en") in answer.text
    assert answer.text == never.text
    assert not TOLD.search(answer.text)
    hashes = [
        [picture_hash(house, item["media"]["url"]) for item in pictures(shown.message)]
        for shown in (answer, never)
    ]
    assert hashes[0] == hashes[1] != []


# ---- somebody who has left -----------------------------------------------------------------------


async def test_somebody_who_resigns_in_mid_turn_is_sent_no_further_letter(house, midway):
    """The message of a turn under way was waiting; the hand is the machine's by then."""
    house.app.brains.choose = never
    (before,) = await letters(house.maud)
    await give_up(house, house.maud)
    assert await letters(house.maud) == [before]
    answer = await house.maud.slash("telegraph hand", midway)
    assert pictures(answer.message) == []
    for options in ({}, {"player": 0}, {"text": True}):
        answer = await house.maud.slash("telegraph board", midway, options)
        assert not TOLD.search(answer.text)


async def never(*args, **named):
    raise AssertionError("nobody is left to play against")


# ---- a game that was broken off ------------------------------------------------------------------


async def test_a_cancelled_game_publishes_its_deal_and_shows_no_hand(house, midway):
    assert (await house.app.reading.record(1))["seed"] is None
    await house.app.votes.cancel(1, house.maud.id, moderator=True)
    await quiet(house)
    record = await house.app.reading.record(1)
    secret = (await house.app.store.read(table_rows.read_position, 1)).secret
    assert (record["seed"], record["salt"]) == (secret.seed, secret.salt)
    answer = await house.noor.slash("replay export", midway, {"table": 1})
    assert "`/replay import` opens it" in answer.text
    assert "so far" not in answer.text
    for person in (house.maud, house.bastien):
        answer = await person.slash("telegraph hand", midway)
        assert not TOLD.search(answer.text)


# ---- a place that is gone ------------------------------------------------------------------------


async def test_the_game_goes_on_when_its_thread_is_deleted_in_mid_turn(house, midway):
    """The post is refused, the hand is told, and elsewhere anybody may ask for the board."""
    world = house.ground.world
    world.remove_channel(world.channel(int(midway)))
    await house.app.moves.play(1, house.maud.id, None, ["S"])
    await quiet(house)
    hand = (await house.app.reading.hand(1, 0)).hand
    letter, warning = await letters(house.maud, 2)
    assert f"({sum(hand.cards.values())}\xa0cartes)" in words(letter)
    assert "table\xa01" in words(warning)
    assert await waiting(house.app.store) == []
    answer = await house.bastien.slash("telegraph board")
    assert len(pictures(answer.message)) == 1


async def test_a_hand_finds_its_way_when_the_channel_of_its_letter_is_gone(house, midway):
    await house.app.places.note_hand_post(1, 0, house.maud.id, channel_id=5, message_id=6)
    await house.maud.slash("telegraph move", midway, {"move": "S"})
    await quiet(house)
    (newest_letter,) = await letters(house.maud, 1)
    post = await house.app.reading.hand(1, 0)
    assert (post.message_id, post.closed) == (int(newest_letter["id"]), False)


# ---- a post that comes late ----------------------------------------------------------------------


@pytest.fixture
async def thread(house):
    """A table where Bastien, too, can build in his turn; its thread."""
    thread = await table(house)
    await stand(house, RICH, seat("11|||", reserve="22", hand="3e3b3a2m"))
    return thread


async def test_a_late_picture_hides_a_build_of_a_turn_under_way(house, thread, wishes_drawn):
    """Discord takes no post for a while; Bastien builds and thinks better of it meanwhile."""
    house.ground.faults.inject("http_error", status=503, path=f"/channels/{thread}/messages")
    await house.maud.slash("telegraph move", thread, {"move": "S"})
    await house.bastien.slash("telegraph move", thread, {"move": "B22 C4"})
    wishes_drawn.clear()
    await house.maud.expect(lambda: "**Maud** pioche 3" in words(newest(house, thread)))
    boards = [wish.view.board.buildings for wish in wishes_drawn if wish.picture == "table"]
    assert set(boards) == {()}
    assert (await house.app.reading.look(1, house.bastien.id)).view.board.buildings
