"""The answer to `/<game> new`: late, lost, refused, or the bot ends while it is awaited."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from playground import people
from playground.channels import ANNOUNCEMENT, FORUM, FORUMS, MEDIA, STAGE, VOICE
from playground.driver import labels, words
from tests.bot.test_life import CONNECTED, bot, launch
from tests.cases import each_case
from tests.patience import until

__all__ = ["bot", "launch"]

GAMES, LOUNGE = people.GAMES_ID, people.LOUNGE_ID
HERE = {"players": 2, "language": "en", "thread": False}


def lobbies(person, channel=GAMES):
    """The lobby posts of a channel that can be pressed."""
    return [post for post in person.messages(channel) if "Start" in labels(post)]


async def new(person, channel=GAMES, **options):
    """Type the command; what comes of it is waited for by the test."""
    return asyncio.create_task(person.slash("akropolis new", channel, HERE | options))


# ---- pressed before the bot knows of its post ----------------------------------------------------


@pytest.mark.parametrize("thread", [False, True])
async def test_joining_and_starting_before_the_answer_keeps_a_single_post(house, thread):
    hold = house.ground.faults.hold("POST", "/callback$")
    typed = await new(house.maud, thread=thread)
    await hold.wait_for_arrival()
    (post,) = await house.maud.expect(lambda: lobbies(house.maud))
    await house.bastien.click(post, "Join")
    assert "**Bastien**" in words(house.maud.message(post["id"]))
    await house.maud.click(post, "Start")
    home = post["id"] if thread else GAMES
    board = await house.maud.expect(lambda: [m for m in house.boards(home) if "Play" in labels(m)])
    hold.release()
    await typed
    assert len(board) == 1
    posts = [m["id"] for m in house.maud.messages() if words(m).startswith("## Akropolis")]
    assert posts == [post["id"]]
    assert (await house.app.tables.get(1)).lobby_message_id == int(post["id"])
    assert not [call for call in house.ground.requests if call.path.endswith("/messages/0")]


async def test_a_lobby_that_changes_before_the_answer_waits_for_it(house):
    hold = house.ground.faults.hold("POST", "/callback$")
    typed = await new(house.maud, thread=True)
    await hold.wait_for_arrival()
    await house.bastien.slash("seat join", LOUNGE, {"table": 1})
    assert "**Bastien**" not in words(lobbies(house.maud)[0])
    hold.release()
    await typed
    await house.maud.expect(lambda: "**Bastien**" in words(lobbies(house.maud)[0]))
    assert len(lobbies(house.maud)) == 1


# ---- the connection breaks -----------------------------------------------------------------------


async def test_a_lobby_that_discord_has_taken_stays_though_the_answer_is_lost(house):
    house.ground.faults.inject("drop", method="POST", path="/callback$")
    await house.maud.slash("akropolis new", options=HERE)
    (post,) = lobbies(house.maud)
    await house.bastien.click(post, "Join")
    assert (await house.app.reading.table_in(GAMES)).lobby_message_id == int(post["id"])
    assert len(lobbies(house.maud)) == 1


async def test_a_lobby_that_discord_never_got_makes_room_for_another(house):
    house.ground.faults.inject("drop", method="POST", path="/callback$", before=True)
    await house.maud.slash("akropolis new", options=HERE)
    assert lobbies(house.maud) == []
    assert await house.app.reading.tables_in_guild(people.GUILD_ID) == []
    await house.bastien.slash("akropolis new", options=HERE)
    assert len(lobbies(house.bastien)) == 1


async def test_a_lobby_that_an_outage_closed_says_so_once_it_is_over(house):
    """Nobody can ask whether the post arrived: it did, and must not offer a seat for ever."""
    ground = house.ground
    hold = ground.faults.hold("POST", "/callback$")
    typed = await new(house.maud)
    await hold.wait_for_arrival()
    (post,) = await house.maud.expect(lambda: lobbies(house.maud))
    await ground.vanish()

    async def is_cancelled():
        return str((await house.app.tables.get(1)).status) == "cancelled"

    await until(is_cancelled)
    await ground.appear()
    await house.maud.expect(lambda: not labels(house.maud.message(post["id"])))
    assert "This table was closed" in words(house.maud.message(post["id"]))
    assert await house.app.reading.table_in(GAMES) is None
    typed.cancel()
    # its apology may come when Discord is back already, and has the answer to this command
    ground.refusals[:] = [refusal for refusal in ground.refusals if "40060" not in refusal]


# ---- the process ends ----------------------------------------------------------------------------


@pytest.mark.parametrize("before", [False, True], ids=["post-is-there", "post-is-not"])
async def test_a_bot_killed_on_the_answer_shows_its_lobby_after_the_next_start(
    ground, bot, tmp_path, before
):
    """A real process, SIGKILLed between the table in its file and the answer about its post."""
    maud, bastien = ground.person("Maud"), ground.person("Bastien")
    file = tmp_path / "games.sqlite3"
    settings = {"HEXAGORA_DATABASE": str(file), "HEXAGORA_BACKUPS_KEPT": "0"}
    first = await bot(ground.api_base, ground.gateway_url, ground.token, **settings)
    await first.says(CONNECTED)
    await maud.expect(lambda: ground.online and maud.world["commands"])
    hold = ground.faults.hold("POST", "/callback$", before=before)
    typed = await new(maud)
    await hold.wait_for_arrival()
    first.process.kill()
    await first.exit_code()
    assert (len(lobbies(maud)), stored_post(file)) == (0 if before else 1, None)
    second = await bot(ground.api_base, ground.gateway_url, ground.token, **settings)
    await second.says(CONNECTED)
    await maud.expect(lambda: stored_post(file))
    (post,) = lobbies(maud)
    assert stored_post(file) == int(post["id"])
    await bastien.click(post, "Join")
    await maud.expect(lambda: "**Bastien**" in words(maud.message(post["id"])))
    assert len(lobbies(maud)) == 1
    typed.cancel()


def stored_post(file):
    """Post of the only table in the file, as the file has it."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
        return db.execute("SELECT lobby_message_id FROM table_").fetchone()[0]


# ---- where a table can be ------------------------------------------------------------------------


async def test_a_private_thread_without_the_bot_is_refused_in_words(house):
    den = house.ground.moderator.add_thread(LOUNGE, "den", house.maud.id, private=True)
    answer = await house.maud.slash("akropolis new", den, HERE)
    assert f"Mentionnez-moi ici d’abord, <@{people.BOT_ID}>" in answer.text
    assert await house.app.reading.tables_in_guild(people.GUILD_ID) == []
    await house.maud.say(f"<@{people.BOT_ID}>", den)
    guild = house.app.get_guild(people.GUILD_ID)
    await house.maud.expect(lambda: guild.get_thread(int(den)))
    await house.maud.slash("akropolis new", den, HERE | {"ai": 1})
    (post,) = lobbies(house.maud, den)
    await house.maud.click(post, "Start")
    await house.maud.expect(lambda: [m for m in house.boards(den) if "Play" in labels(m)])


@pytest.mark.parametrize("thread", [False, True])
@each_case("kind", [ANNOUNCEMENT, VOICE, STAGE, FORUM, MEDIA])
async def test_a_table_is_played_in_other_channels_too(house, kind, thread):
    """A thread of its own below an announcement; right there in a voice chat or a post."""
    place = house.ground.moderator.add_channel("elsewhere", kind)
    if kind in FORUMS:
        place = house.ground.moderator.add_thread(place, "a post", house.maud.id)
    guild = house.app.get_guild(people.GUILD_ID)
    await house.maud.expect(lambda: guild.get_channel_or_thread(int(place)))
    options = HERE | {"ai": 1, "thread": thread}
    post = (await house.maud.slash("akropolis new", place, options)).message
    has_thread = thread and kind == ANNOUNCEMENT
    assert ("in this channel" in words(post)) is not has_thread
    await house.maud.click(post, "Start")
    home = post["id"] if has_thread else place
    await house.maud.expect(lambda: [m for m in house.boards(home) if "Play" in labels(m)])


async def test_the_old_post_of_a_lobby_that_moved_is_not_taken_for_the_new_one(house):
    """Pressed while the answer in the new channel is awaited, it seats people all the same."""
    old = (await house.maud.slash("akropolis new", GAMES, HERE)).message
    deletion = house.ground.faults.hold("DELETE", f"/messages/{old['id']}$", before=True)
    hold = house.ground.faults.hold("POST", "/callback$")
    typed = asyncio.create_task(house.maud.slash("table move", LOUNGE, {"table": 1}))
    await hold.wait_for_arrival()
    await house.bastien.click(old, "Join")
    hold.release()
    deletion.release()
    await typed
    (post,) = lobbies(house.maud, LOUNGE)
    await house.maud.expect(lambda: "**Bastien**" in words(house.maud.message(post["id"])))
    assert (await house.app.tables.get(1)).lobby_message_id == int(post["id"])
