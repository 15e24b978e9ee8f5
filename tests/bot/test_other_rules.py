"""Rules change under games that run: each goes on, or stays whole until its own rules are back."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bot.host import doctor
from bot.settings import Settings
from bot.store.store import Store
from bot.table.live import CannotGoOn
from bot.table.seating import Status
from rules import registry
from rules.contract import BadPosition, IllegalMove
from rules.registry import get
from tests.bot.market import MARKET, Market
from tests.bot.room import BASTIEN, MAUD, STRANGER, acting, make_move, play_out, start_table
from tests.patience import until

DUMP = Path(__file__).parent / "files" / "version_1.sql"
Akropolis = type(get("akropolis"))


class Wrapped(Akropolis):
    """The same game; its positions are written in another form."""

    facts = msgspec.structs.replace(Akropolis.facts, version=2)

    def state_to_json(self, state):
        return {"wrapped": super().state_to_json(state)}

    def state_from_json(self, obj):
        if set(obj) != {"wrapped"}:
            raise BadPosition("common.bad_position", what="not wrapped", path="")
        return super().state_from_json(obj["wrapped"])


class Upgrading(Wrapped):
    """And it knows the form before."""

    def upgrade(self, version, position):
        assert version == 1
        return {"wrapped": position}


class Stumbling(Wrapped):
    """It has forgotten something about the form before."""

    def upgrade(self, version, position):
        return {"wrapped": position["what was called so before"]}


class Dearer(Wrapped):
    """Other rules: what was bought so far was not paid for."""

    def check(self, state, seat, action):
        super().check(state, seat, action)
        if seat == 1:
            raise IllegalMove("akropolis.too_expensive")


class Generous(Wrapped):
    """Other rules: the same moves are worth more."""

    def apply(self, state, seat, action):
        return super().apply(state, seat, action)[:-1]


@pytest.fixture
async def store(file):
    """A game of Akropolis after five moves, one that an AI plays in, a lobby, an ended game."""
    with closing(sqlite3.connect(file)) as db:
        db.executescript(DUMP.read_text("utf-8"))
    opened = await Store.open(file)
    yield opened
    await opened.close()


@pytest.fixture
def rules(monkeypatch):
    """Puts other rules into the house."""

    def put_version(key, game):
        games = {**registry.games(), key: game}
        monkeypatch.setattr(registry, "games", lambda: games)

    return put_version


@pytest.fixture
def again(anew):
    """The service after an update and a start."""
    return anew


async def rows(store) -> list[tuple]:
    snapshots = await store.read(lambda db: db.execute("SELECT * FROM snapshot").fetchall())
    return [tuple(row) for row in snapshots]


# ---- games that go on ----------------------------------------------------------------------------


@pytest.mark.parametrize("other", [Upgrading, Wrapped, Stumbling], ids=lambda one: one.__name__)
async def test_a_game_goes_on_in_another_form(store, rules, again, other):
    """By the hook, or played again from its log; what is saved then is read as it is."""
    before = await again().reading.look(1, MAUD.user_id)
    rules("akropolis", other())
    after = await again().reading.look(1, MAUD.user_id)
    assert (after.view, after.to_act) == (before.view, before.to_act)
    await make_move(again(), 1)
    [version] = await store.read(
        lambda db: db.execute("SELECT version FROM snapshot WHERE table_id = 1").fetchone()
    )
    assert version == 2
    turns = await play_out(again(), 1)
    assert turns[-1].result is not None
    assert (await again().reading.record(1))["version"] == 1


async def test_positions_of_other_rules_are_read_once_the_bot_has_started(
    store, rules, again, caplog
):
    rules("akropolis", Upgrading())
    await again().startup.check_rules()
    assert caplog.messages == []
    rules("akropolis", Wrapped())
    await again().startup.check_rules()
    assert {record.args[0] for record in caplog.records} == {1, 2}
    assert all("played again from its log" in message for message in caplog.messages)


class Carrying(Market):
    """The market, in another form."""

    facts = msgspec.structs.replace(MARKET.facts, version=2)

    def upgrade(self, version, position):
        return {"wrapped": position}

    def state_to_json(self, state):
        return {"wrapped": super().state_to_json(state)}

    def state_from_json(self, obj):
        return super().state_from_json(obj["wrapped"])


async def test_a_turn_goes_on_in_another_form_and_can_be_taken_back(rules, again, brains, file):
    """Both positions of it are written anew with its next move: the last, and where it began."""
    rules("market", MARKET)
    table = await start_table(again(), 2, game="market")
    began = await again().reading.look(table.id, MAUD.user_id)
    assert (await make_move(again(), table.id)).goes_on
    rules("market", Carrying())
    assert (await make_move(again(), table.id)).goes_on
    prompt = await again().moves.take_back(table.id, await acting(again(), table.id), None)
    assert prompt.view == began.view


async def test_after_going_back_to_the_version_before_the_game_goes_on(rules, again):
    rules("akropolis", Upgrading())
    await make_move(again(), 1)
    look = await again().reading.look(1, MAUD.user_id)
    rules("akropolis", Akropolis())
    before = await again().reading.look(1, MAUD.user_id)
    assert (before.view, before.to_act) == (look.view, look.to_act)
    assert (await play_out(again(), 1))[-1].result is not None


# ---- games that cannot ---------------------------------------------------------------------------


@pytest.fixture(params=[Dearer, Generous], ids=lambda one: one.__name__)
def other_rules(request, rules):
    rules("akropolis", request.param())


@pytest.mark.usefixtures("other_rules")
async def test_a_game_that_cannot_go_on_stays_whole(store, again, caplog):
    services, before = again(), await rows(store)
    for _ in range(2):
        with pytest.raises(CannotGoOn, match=r"table\.cannot_go_on"):
            await services.moves.ask(1, BASTIEN.user_id, None, ())
        with pytest.raises(CannotGoOn):
            await services.reading.look(1, None)
    assert await rows(store) == before
    [message] = [message for message in caplog.messages if "cannot go on" in message]
    assert message.startswith("Table 1, begun by version 1 of its rules")
    assert "run the version of Hexagora that it began with" in message


async def test_its_people_are_told_once_and_called_when_it_goes_on(store, rules, again):
    async def notices() -> list[tuple]:
        query = "SELECT table_id, kind FROM outbox WHERE id > 21 ORDER BY id"
        return [tuple(row) for row in await store.read(lambda db: db.execute(query).fetchall())]

    await store.write(lambda db: db.execute("DELETE FROM outbox"))
    await again().startup.check_rules()
    assert await notices() == []
    rules("akropolis", Dearer())
    for _ in range(2):
        await again().startup.check_rules()
        assert await notices() == [(1, "notice"), (2, "notice")]
    rules("akropolis", Akropolis())
    for _ in range(2):
        await again().startup.check_rules()
        assert await notices() == [(1, "notice"), (2, "notice"), (1, "again"), (2, "again")]


@pytest.mark.usefixtures("other_rules")
async def test_its_log_its_record_and_the_way_out_are_there(again):
    services = again()
    assert [ply.ply for ply in await services.reading.log(1)] == [1, 2, 3, 4, 5]
    record = await services.reading.record(1)
    assert (record["version"], len(record["plies"]), record["seed"]) == (1, 5, None)
    assert (await services.tables.get(1)).status is Status.LIVE
    outcome = await services.votes.cancel(1, MAUD.user_id, moderator=False)
    [motion] = await services.votes.open_motions(1)
    for user in set(outcome.humans()) - {MAUD.user_id}:
        await services.votes.vote(1, motion.id, user, yes=True)
    assert (await services.tables.get(1)).status is Status.CANCELLED
    assert (await services.reading.record(1))["seed"] is not None
    closed = await services.votes.cancel(2, STRANGER, moderator=True)
    assert closed.status is Status.CANCELLED


@pytest.mark.usefixtures("other_rules")
async def test_a_game_that_ended_by_other_rules_can_be_exported(again):
    record = await again().reading.record(4)
    assert (record["version"], record["result"]) == (1, None)
    assert record["seed"] is not None


@pytest.mark.usefixtures("other_rules")
async def test_its_ai_does_not_try_for_ever(again, caplog):
    services = again()
    await services.startup.resume()

    async def has_stopped() -> bool:
        return not services.ai_seats._tasks

    await until(has_stopped)
    assert "tries again" not in caplog.text


@pytest.mark.usefixtures("other_rules")
async def test_the_doctor_says_it_before_the_bot_is_started_again(store, file):
    settings = Settings(database=file)
    findings = [finding async for finding in doctor.examine(settings)]
    stuck = [finding for finding in findings if "cannot go on" in finding.sentence]
    assert [finding.good for finding in stuck] == [None, None]
    assert "Table 1 (akropolis)" in stuck[0].sentence


async def test_its_own_rules_bring_it_back(store, rules, again):
    rules("akropolis", Dearer())
    with pytest.raises(CannotGoOn):
        await again().reading.look(1, None)
    rules("akropolis", Akropolis())
    assert (await play_out(again(), 1))[-1].result is not None
