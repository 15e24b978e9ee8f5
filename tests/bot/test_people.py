"""What people choose for themselves, kept in a real file, and whom they do not want to meet."""

from datetime import UTC, datetime, time, timedelta

import msgspec
import pytest

from bot.service.people import MOST_BLOCKED, People
from bot.table.hours import Hours
from bot.table.post import mentions
from bot.table.preferences import Blocked, Habits
from bot.table.seating import Person, Status
from bot.tables import Tables
from rules.contract import RulesError
from tests.clock import StillClock

MAUD, BASTIEN, INES = 1, 2, 3
NOW = datetime(2026, 11, 22, 20, tzinfo=UTC)
CHOSEN = {
    "language": "fr",
    "hours": Hours("Europe/Paris", time(22), time(8), frozenset({6})),
    "first_reminder": timedelta(hours=6),
    "next_up": True,
    "away_until": NOW,
}


@pytest.fixture
async def people(store) -> People:
    return await People.open(store)


async def lobby(tables, host=MAUD, **more):
    """A table for three that somebody opened."""
    settings = {"game": "akropolis", "guild_id": 7, "channel_id": 8, "size": 3, "options": {}}
    person = Person(host, f"Person {host}")
    return await tables.open(host=person, language="en", in_thread=True, **settings | more)


def joining(tables, table, user):
    return tables.join(table.id, Person(user, f"Person {user}"))


# ---- what they choose --------------------------------------------------------------------------


async def test_who_never_chose_has_what_is_usual(people):
    assert people.habits(MAUD) == Habits()
    assert people.habits(MAUD).hours.always


async def test_what_is_chosen_is_there_after_a_restart(people, store):
    await people.change(MAUD, **CHOSEN)
    assert people.habits(MAUD) == Habits(**CHOSEN)
    assert (await People.open(store)).habits(MAUD) == Habits(**CHOSEN)


async def test_one_choice_leaves_the_others_as_they_were(people):
    await people.change(MAUD, **CHOSEN)
    await people.change(MAUD, next_up=False, first_reminder=None)
    kept = {**CHOSEN, "next_up": False, "first_reminder": None}
    assert people.habits(MAUD) == Habits(**kept)


async def test_nobody_speaks_a_language_that_the_bot_does_not(people):
    with pytest.raises(RulesError, match=r"table\.unknown_language"):
        await people.change(MAUD, language="tlh")
    assert people.habits(MAUD) == Habits()


async def test_messages_nobody_asked_for_are_in_the_language_chosen(people, store, tables):
    table = await lobby(tables)
    await people.change(MAUD, discord="en", language="fr")
    assert await tables.language_of(MAUD, table) == "fr"
    await people.change(MAUD, discord="en", language=None)
    assert await tables.language_of(MAUD, table) == "en"


async def test_what_an_older_program_cannot_read_is_as_usual(people, store, caplog):
    await people.change(MAUD, **CHOSEN)
    broken = """UPDATE person SET habits = '{"next_up": "perhaps"}' WHERE user_id = 1"""
    await store.write(lambda db: db.execute(broken))
    assert (await People.open(store)).habits(MAUD) == Habits()
    assert "The settings of 1" in caplog.text


def test_who_is_away_is_away_until_the_day_comes():
    away = Habits(away_until=NOW)
    assert away.is_away(NOW - timedelta(seconds=1))
    assert not away.is_away(NOW)
    assert not Habits().is_away(NOW)


# ---- whom they do not want to meet ---------------------------------------------------------------


async def test_a_blocked_person_finds_no_seat_at_my_table(people, tables):
    table = await lobby(tables)
    await people.block(MAUD, Blocked(BASTIEN, "Bastien"))
    with pytest.raises(RulesError, match=r"table\.no_seat_for_you"):
        await joining(tables, table, BASTIEN)
    assert len((await joining(tables, table, INES)).seats) == 2


async def test_nor_at_one_where_i_only_play(people, tables):
    table = await lobby(tables, INES)
    await joining(tables, table, MAUD)
    await people.block(MAUD, Blocked(BASTIEN, "Bastien"))
    with pytest.raises(RulesError, match=r"table\.no_seat_for_you"):
        await joining(tables, table, BASTIEN)


async def test_i_am_told_whom_i_have_blocked_where_i_would_sit_beside_them(people, tables):
    table = await lobby(tables, BASTIEN)
    await people.block(MAUD, Blocked(BASTIEN, "Bastien"))
    with pytest.raises(RulesError) as refusal:
        await joining(tables, table, MAUD)
    assert refusal.value.code == "table.you_blocked"
    assert refusal.value.details == {"name": "Bastien"}


async def test_who_is_let_in_again_may_join(people, tables):
    table = await lobby(tables)
    await people.block(MAUD, Blocked(BASTIEN, "Bastien"))
    await people.unblock(MAUD, BASTIEN)
    table = await joining(tables, table, BASTIEN)
    assert table.status is Status.LOBBY
    assert len(table.seats) == 2


async def test_a_block_does_not_reach_into_a_game_that_runs(people, tables):
    table = await lobby(tables, size=2)
    await joining(tables, table, BASTIEN)
    await people.block(MAUD, Blocked(BASTIEN, "Bastien"))
    assert (await tables.start(table.id, MAUD)).status is Status.LIVE


async def test_the_list_says_whom_by_name(people):
    await people.block(MAUD, Blocked(INES, "Inès"))
    await people.block(MAUD, Blocked(BASTIEN, "Bastien"))
    await people.block(MAUD, Blocked(BASTIEN, "Bast"))
    assert await people.blocked(MAUD) == [Blocked(BASTIEN, "Bast"), Blocked(INES, "Inès")]
    assert await people.blocked(BASTIEN) == []


async def test_nobody_blocks_themselves(people):
    with pytest.raises(RulesError, match=r"me\.block_oneself"):
        await people.block(MAUD, Blocked(MAUD, "Maud"))


async def test_the_list_has_an_end_but_is_kept_up_to_date(people):
    for number in range(MOST_BLOCKED):
        await people.block(MAUD, Blocked(100 + number, "Troll"))
    with pytest.raises(RulesError, match=r"me\.blocked_many"):
        await people.block(MAUD, Blocked(99, "Troll"))
    await people.block(MAUD, Blocked(100, "Trollinette"))


# ---- being away ----------------------------------------------------------------------------------

LATER = NOW + timedelta(days=9)


@pytest.fixture
def clock(store):
    """The store's clock, which stands still until a test puts it forward."""
    store.clock = StillClock(NOW)
    return store.clock


@pytest.fixture
def service(store, clock, brains, people) -> Tables:
    return Tables(store, brains, notify=lambda: None, people=people)


async def running(tables, *users):
    """A game that these people play."""
    table = await lobby(tables, users[0], size=len(users), drawn=False)
    for user in users[1:]:
        await joining(tables, table, user)
    return await tables.start(table.id, users[0])


async def told(store):
    """The notices that wait to be posted, as (table, code, args)."""
    query = "SELECT table_id, payload FROM outbox WHERE kind = 'notice' ORDER BY id"
    rows = await store.read(lambda db: db.execute(query).fetchall())
    payloads = [(row["table_id"], msgspec.json.decode(row["payload"])) for row in rows]
    assert all(mentions(payload) == [] for _, payload in payloads)
    return [(table, payload["code"], payload["args"]) for table, payload in payloads]


async def test_every_running_table_hears_the_day_once_and_nobody_is_called(service, store, clock):
    here, there = [await running(service, MAUD, BASTIEN), await running(service, INES, MAUD)]
    await running(service, INES, BASTIEN)
    await lobby(service, BASTIEN)
    await service.leave_until(MAUD, LATER)
    args = {"name": "**Person 1**", "back": f"<t:{int(LATER.timestamp())}:D>"}
    expected = [(here.id, "table.away", args), (there.id, "table.away", args)]
    assert await told(store) == expected
    await service.leave_until(MAUD, LATER)
    assert await told(store) == expected


async def test_another_day_is_told_again(service, store, clock):
    await running(service, MAUD, BASTIEN)
    await service.leave_until(MAUD, LATER)
    await service.leave_until(MAUD, LATER + timedelta(days=1))
    assert [code for _, code, _ in await told(store)] == ["table.away", "table.away"]
    assert service.people.habits(MAUD).away_since == NOW


async def test_nobody_is_away_until_a_day_that_is_over(service, clock):
    with pytest.raises(RulesError, match=r"me\.no_date"):
        await service.leave_until(MAUD, NOW)
    assert service.people.habits(MAUD) == Habits()


async def test_an_absence_ends_when_the_day_comes(service, store, clock):
    await running(service, MAUD, BASTIEN)
    await service.leave_until(MAUD, LATER)
    clock.skip(LATER - NOW)
    assert not service.people.habits(MAUD).is_away(LATER)
    assert not await service.come_back(MAUD)


async def test_who_moves_is_back(service, store, clock):
    table = await running(service, MAUD, BASTIEN)
    await service.leave_until(MAUD, LATER)
    clock.skip(timedelta(hours=1))
    prompt = await service.suggest(table.id, MAUD, None, ())
    await service.play(table.id, MAUD, None, prompt.tokens)
    habits = service.people.habits(MAUD)
    assert (habits.away_since, habits.away_until) == (NOW, NOW + timedelta(hours=1))
    assert [code for _, code, _ in await told(store)] == ["table.away"]


async def test_the_move_of_another_person_ends_nothing(service, clock):
    table = await running(service, MAUD, BASTIEN)
    await service.leave_until(BASTIEN, LATER)
    prompt = await service.suggest(table.id, MAUD, None, ())
    await service.play(table.id, MAUD, None, prompt.tokens)
    assert service.people.habits(BASTIEN).is_away(NOW)


async def test_who_says_so_is_back_and_the_tables_hear_it(service, store, clock):
    table = await running(service, MAUD, BASTIEN)
    await service.leave_until(MAUD, LATER)
    assert await service.come_back(MAUD)
    assert not await service.come_back(MAUD)
    assert (await told(store))[1:] == [(table.id, "table.back", {"name": "**Person 1**"})]


async def test_an_absence_outlives_a_restart(service, store, clock):
    await service.leave_until(MAUD, LATER)
    assert (await People.open(store)).habits(MAUD).is_away(NOW)
