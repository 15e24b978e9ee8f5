"""The channel of a table that is played in a thread: a scoreboard, offers, no outdated calls."""

import asyncio

import pytest

from bot.steps import announcements
from playground.driver import labels, words
from playground.people import GAMES_ID
from tests.cogs.playing import duel
from tests.cogs.settling import quiet


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """A scoreboard does not wait for further turns."""
    monkeypatch.setattr(announcements, "SCORES_PATIENCE", 0.0)
    monkeypatch.setattr(announcements, "TURN_PATIENCE", 0.0)


def board(house, thread):
    """The scoreboard, which is the post that the thread hangs on."""
    return words(house.noor.message(thread))


def edits(house, thread):
    """Number of times that the post in the channel was edited by the outbox."""
    calls = house.ground.requests
    path = f"/channels/{GAMES_ID}/messages/{thread}"
    return sum(call.method == "PATCH" and call.path.endswith(path) for call in calls)


async def test_the_post_in_the_channel_becomes_a_scoreboard_that_is_redrawn_with_each_turn(house):
    """With two players the site is filled up after three tiles."""
    thread = await duel(house)
    await quiet(house)
    assert f"La partie se joue ici\xa0: <#{thread}>" in board(house, thread)
    assert "Le premier coup revient à **Maud**" in board(house, thread)
    assert "Rejoindre" not in labels(house.noor.message(thread))
    turns = ((house.maud, "Bastien", 1), (house.bastien, "Maud", 1), (house.maud, "Bastien", 2))
    for person, follower, number in turns:
        before = edits(house, thread)
        await house.move(person)
        await quiet(house)
        assert edits(house, thread) == before + 1
        assert f"Manche {number} sur 12" in board(house, thread)
        assert "Tour commencé <t:" in board(house, thread)
        assert f":R>\xa0: **{follower}**." in board(house, thread)


async def test_turns_that_follow_each_other_at_once_are_one_edit(house, monkeypatch):
    monkeypatch.setattr(announcements, "TURN_PATIENCE", 30.0)
    thread = await duel(house)
    await quiet(house)
    before = edits(house, thread)
    await house.move(house.maud, house.bastien)
    house.ground.let_pass(31)
    await house.app.outbox.drain()
    assert edits(house, thread) == before + 1
    assert ":R>\xa0: **Maud**." in board(house, thread)


async def test_the_answer_to_whoever_starts_the_game_does_not_replace_the_scoreboard(house):
    """It may arrive last, as it is sent at the same time; the call to start goes."""
    post = await house.lobby(players=2)
    await house.bastien.click(post, "Rejoindre")
    await quiet(house)
    [call] = [m for m in house.noor.messages() if "tout le monde est là" in words(m)]
    hold = house.ground.faults.hold("POST", "/callback$", before=True)
    started = asyncio.create_task(house.maud.click(post, "Commencer"))
    await hold.wait_for_arrival()
    await house.maud.expect(lambda: house.boards(post["id"]))
    hold.release()
    await started
    await quiet(house)
    assert "Manche 1 sur 12" in board(house, post["id"])
    await house.noor.expect(lambda: house.noor.message(call["id"]) is None)


async def test_an_edit_that_is_refused_is_let_be(house):
    thread = await duel(house)
    await quiet(house)
    old = board(house, thread)
    house.ground.faults.refuse("PATCH", f"/messages/{thread}$", code=30046)
    await house.move(house.maud)
    await quiet(house)
    assert board(house, thread) == old
    await house.move(house.bastien, house.maud)
    await quiet(house)
    assert "Manche 2 sur 12" in board(house, thread)


async def test_a_table_in_the_channel_itself_has_no_scoreboard(house):
    post = await house.lobby(players=2, thread=False)
    await house.bastien.click(post, "Rejoindre")
    await house.maud.click(post, "Commencer")
    await quiet(house)
    before = edits(house, post["id"])
    await house.move(house.maud, house.bastien)
    await quiet(house)
    assert edits(house, post["id"]) == before
    assert "Manche" not in board(house, post["id"])


async def test_a_seat_on_offer_is_told_in_the_channel_until_it_is_taken(house):
    thread = await duel(house)
    await quiet(house)
    await house.app.seats.offer(1, house.bastien.id)
    await quiet(house)
    offers = [m for m in house.noor.messages() if "Prendre la place" in labels(m)]
    assert len(offers) == 1
    assert f"<#{thread}>" in words(offers[0])
    await house.noor.click(offers[0], "Prendre la place")
    await quiet(house)
    await house.noor.expect(lambda: house.noor.message(offers[0]["id"]) is None)
    assert (await house.app.tables.get(1)).humans() == [house.maud.id, house.noor.id]
