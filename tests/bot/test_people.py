"""What people choose for themselves, kept in a real file, and whom they do not want to meet."""

from datetime import UTC, datetime, time, timedelta

import pytest

from bot.habits import Blocked, Habits
from bot.hours import Hours
from bot.people import MOST_BLOCKED, People
from bot.seating import Person, Status
from rules.contract import RulesError

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
