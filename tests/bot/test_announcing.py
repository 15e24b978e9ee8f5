"""`./run announce` beside the running bot: real processes, a real file, a Discord that shows it."""

import asyncio
import signal
from contextlib import closing
from datetime import datetime, timedelta
from sqlite3 import connect

import msgspec
import pytest

from bot import database
from bot.clock import Clock
from bot.database import BadStore, lock
from bot.host import announcing
from bot.service import Services
from bot.settings import Settings
from bot.store.store import Store
from bot.table.options import Pace, Terms
from bot.table.pace import Time
from bot.table.post import ANNOUNCEMENT
from bot.table.seating import Person
from playground.driver import words
from playground.people import GAMES_ID, GUILD_ID
from tests.bot.room import lobby
from tests.bot.test_life import CONNECTED, ground, launch
from tests.cases import each_case
from tests.patience import until
from tests.tier import deep

__all__ = ["ground", "launch"]

WORDS = "We update at noon. @everyone"
MOTS = "Mise à jour à midi. @everyone"
OUTAGE = timedelta(seconds=3)
"""How long the bot is at least away in the test of the stop."""


@pytest.fixture
def people(ground):
    """Maud and Bastien, who play, and see what is posted."""
    return ground.person("Maud"), ground.person("Bastien")


@pytest.fixture
async def file(tmp_path, people, brains):
    """A database with a game in English, one in French and a lobby, whose posts were not sent."""
    store = await Store.open(tmp_path / "games.sqlite3")
    services = Services(store, brains, notify=lambda: None)
    maud, bastien = (Person(person.id, person.member.name) for person in people)
    for language in ("en", "fr", "en"):
        place = {"guild_id": GUILD_ID, "channel_id": GAMES_ID, "language": language}
        table = await lobby(services, host=maud, terms=Terms(pace=Pace.ONE), **place)
        await services.lobbies.join(table.id, bastien)
        if table.id < 3:
            await services.lobbies.start(table.id, maud.user_id)
    await services.stop_ai()
    await store.close()
    return store.file


@pytest.fixture
def environ(ground, file):
    """Settings of the bot and of the host's commands."""
    return {
        "DISCORD_TOKEN": ground.token,
        "DISCORD_API_BASE": ground.api_base,
        "DISCORD_GATEWAY_URL": ground.gateway_url,
        "HEXAGORA_DATABASE": str(file),
    }


@pytest.fixture
def start(launch, environ):
    """Starts the bot, which is connected then."""

    async def go():
        running = await launch("tests.bot.attentive_bot", **environ)
        await running.says(CONNECTED)
        return running

    return go


@pytest.fixture
def announce(launch, environ):
    """Runs `./run announce`; what it has printed, and its exit code."""

    async def go(*typed):
        running = await launch("bot", "announce", *typed, **environ)
        code = await running.exit_code()
        assert "Traceback" not in running.output
        return running.output, code

    return go


def posts(ground, part):
    """The messages with these words that anybody may see, by channel."""
    world = ground.world
    return [
        (channel, words(message.body), message.body)
        for channel in world.channels
        for message in world.messages(channel)
        if part in words(message.body)
    ]


def times(file):
    """The running clock of each table."""
    query = "SELECT table_id, time FROM seat WHERE time ->> 'since' NOTNULL ORDER BY table_id"
    with closing(connect(file)) as db:
        return {table: msgspec.json.decode(time, type=Time) for table, time in db.execute(query)}


@deep
async def test_every_table_in_play_is_told_once_in_its_language_without_a_ping(
    start, announce, ground, people
):
    running = await start()
    output, code = await announce(WORDS, "--fr", MOTS)
    assert "saved for 2 tables" in output
    assert "All of them have been told" in output
    assert code == 0
    ((english, line, _),) = posts(ground, "We update")
    ((french, ligne, _),) = posts(ground, "Mise à jour")
    assert line == f"A word from whoever runs this bot: {WORDS}"
    assert ligne.endswith(MOTS)
    assert len({english, french, GAMES_ID}) == 3
    pings = [note for person in people for note in person.notifications]
    assert [note for note in pings if "noon" in str(note) or "midi" in str(note)] == []
    assert await running.end() == 0


@deep
@pytest.mark.parametrize("delay", [0.1, 0.0, 0.3])
async def test_a_bot_that_is_killed_tells_no_table_twice(start, announce, ground, delay):
    """It is killed about when the first tables are told."""
    running = await start()
    typing = asyncio.create_task(announce(WORDS))
    await until(lambda: posts(ground, WORDS) or typing.done())
    await asyncio.sleep(delay)
    await running.end(signal.SIGKILL)
    running = await start()
    assert (await typing)[1] == 0
    assert await running.end() == 0
    assert len(posts(ground, WORDS)) == 2


@deep
async def test_during_a_planned_stop_no_seat_loses_time(start, announce, ground, file):
    running = await start()
    output, code = await announce("Back soon.", "--stop")
    assert "will stand still until it starts again" in output
    assert code == 0
    assert len(posts(ground, "Clocks and reminders stand still")) == 1
    assert len(posts(ground, "Les horloges et les rappels")) == 1
    assert await running.end() == 0
    before = times(file)
    await asyncio.sleep(OUTAGE.total_seconds())
    running = await start()
    assert await running.end() == 0
    after = times(file)
    assert {*before} == {*after} == {1, 2}
    for table, time in before.items():
        assert after[table].until - time.until >= OUTAGE
        with closing(connect(file)) as db:
            query = "SELECT at FROM due WHERE kind = 'time_up' AND table_id = ?"
            ((at,),) = db.execute(query, (table,)).fetchall()
        assert abs(datetime.fromisoformat(at) - after[table].until) < timedelta(seconds=0.01)


@each_case(
    ("typed", "is_stop", "sentence"),
    [
        (" ", False, "an announcement needs words"),
        ("x" * 1501, False, "at most 1,500 characters"),
        ("Bye.", True, "No bot is running: there is nothing to stop"),
    ],
)
async def test_an_impossible_announcement_is_refused_in_one_sentence(
    file, typed, is_stop, sentence
):
    (finding,) = await findings_of(file, typed, is_stop=is_stop)
    assert finding.good is False
    assert sentence in finding.sentence


async def test_an_announcement_may_be_as_long_as_the_refusal_of_a_longer_one_says(file):
    finding, *_ = await findings_of(file, "x" * announcing.LONGEST)
    assert finding.good


async def findings_of(file, english="Now.", french="Maintenant.", *, is_stop=False):
    """Findings that a host reads who announces something."""
    words = {"": english, "fr": french}
    findings = announcing.announce(Settings(database=file), words, Clock(), is_stop=is_stop)
    return [finding async for finding in findings]


async def sentences_of(*words, **more):
    return [finding.sentence for finding in await findings_of(*words, **more)]


async def test_without_a_bot_tables_are_told_in_their_language_when_it_starts_and_not_twice(file):
    saved, waiting = await sentences_of(file, WORDS, MOTS)
    assert "saved for 2 tables" in saved
    assert "they are told when it starts" in waiting
    with closing(connect(file)) as db:
        query = "SELECT payload ->> 'words' FROM outbox WHERE kind = ? ORDER BY table_id"
        assert db.execute(query, (ANNOUNCEMENT,)).fetchall() == [(WORDS,), (MOTS,)]
    [refusal] = await sentences_of(file, WORDS, MOTS)
    assert "less than an hour ago" in refusal


async def test_tables_that_a_running_bot_does_not_tell_are_counted(file, monkeypatch):
    """Its lock is held, yet nothing is delivered."""
    monkeypatch.setattr(announcing, "SECOND", 0.001)
    with lock.take(file):
        saved, waiting, stop = await sentences_of(file, is_stop=True)
    assert "saved for 2 tables" in saved
    assert waiting.startswith("2 tables have not been told yet")
    assert "stand still" in stop


async def test_without_a_table_in_play_an_announcement_is_pointless(tmp_path):
    store = await Store.open(tmp_path / "empty.sqlite3")
    await store.close()
    assert await sentences_of(store.file) == ["No table is in play: there is nobody to tell."]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("PRAGMA user_version = 3", "start the bot once"),
        ("PRAGMA application_id = 7", "not one of Hexagora"),
    ],
)
def test_a_file_of_another_form_is_left_alone(file, change, sentence):
    with closing(connect(file, isolation_level=None)) as db:
        db.execute(change)
    before = file.read_bytes()
    with pytest.raises(BadStore, match=sentence), database.transaction_beside(file):
        pass
    assert file.read_bytes() == before
