"""What people choose for themselves, kept in a real file, and whom they do not want to meet."""

import asyncio
from datetime import UTC, datetime, time, timedelta

import msgspec
import pytest

from bot.service import Services
from bot.service.people import MOST_BLOCKED, People
from bot.table import payloads
from bot.table.hours import Hours
from bot.table.preferences import Blocked, Preferences
from bot.table.seating import Person, Status
from rules.contract import RulesError
from tests.bot.room import make_move
from tests.cases import each_case
from tests.clock import StillClock

MAUD, BASTIEN, INES, KARIM = 1, 2, 3, 4
NOW = datetime(2026, 11, 22, 20, tzinfo=UTC)
CHOSEN = {
    "language": "fr",
    "hours": Hours("Europe/Paris", time(22), time(8), frozenset({6})),
    "first_reminder": timedelta(hours=6),
    "next_up": True,
    "away_until": NOW,
}
CHOICES = ("next_up", "hour_asked", "unlisted")


@pytest.fixture
async def people(store) -> People:
    return await People.open(store)


async def lobby(services, host=MAUD, **more):
    """A table for three that somebody opened."""
    settings = {"game": "akropolis", "guild_id": 7, "channel_id": 8, "size": 3, "options": {}}
    person = Person(host, f"Person {host}")
    return await services.lobbies.open(
        host=person, language="en", in_thread=True, **settings | more
    )


def joining(services, table, user):
    return services.lobbies.join(table.id, Person(user, f"Person {user}"))


# ---- what they choose --------------------------------------------------------------------------


async def test_choices_are_there_after_a_restart(people, store):
    await people.change(MAUD, **CHOSEN)
    assert people.preferences(MAUD) == Preferences(**CHOSEN)
    assert (await People.open(store)).preferences(MAUD) == Preferences(**CHOSEN)


async def test_one_choice_leaves_the_others_as_they_were(people):
    await people.change(MAUD, **CHOSEN)
    await people.change(MAUD, next_up=False, first_reminder=None)
    expected = {**CHOSEN, "next_up": False, "first_reminder": None}
    assert people.preferences(MAUD) == Preferences(**expected)


async def test_two_choices_made_at_once_both_stand(people, store):
    await asyncio.gather(people.change(MAUD, language="fr"), people.change(MAUD, next_up=True))
    both = Preferences(language="fr", next_up=True)
    assert people.preferences(MAUD) == both
    assert (await People.open(store)).preferences(MAUD) == both


async def test_only_a_language_of_the_bot_can_be_chosen(people):
    with pytest.raises(RulesError, match=r"table\.unknown_language"):
        await people.change(MAUD, language="tlh")
    assert people.preferences(MAUD) == Preferences()


async def test_unasked_messages_are_in_the_language_chosen(people, store, services):
    table = await lobby(services)
    await people.change(MAUD, discord="en", language="fr")
    assert await services.people.language_at(MAUD, table) == "fr"
    await people.change(MAUD, discord="en", language=None)
    assert await services.people.language_at(MAUD, table) == "en"


async def test_settings_that_cannot_be_read_are_as_usual(people, store, caplog):
    await people.change(MAUD, **CHOSEN)
    broken = """UPDATE person SET habits = '{"next_up": "perhaps"}' WHERE user_id = 1"""
    await store.write(lambda db: db.execute(broken))
    assert (await People.open(store)).preferences(MAUD) == Preferences()
    assert "The settings of 1" in caplog.text


def test_an_absence_lasts_until_its_day_comes():
    away = Preferences(away_until=NOW)
    assert away.is_away(NOW - timedelta(seconds=1))
    assert not away.is_away(NOW)
    assert not Preferences().is_away(NOW)


# ---- whom they do not want to meet ---------------------------------------------------------------


@each_case("host", [MAUD, INES])
async def test_a_blocked_person_finds_no_seat_at_my_table(people, services, host):
    """Nor at one where I only play."""
    table = await lobby(services, host)
    if host != MAUD:
        await joining(services, table, MAUD)
    await people.block(MAUD, Blocked(BASTIEN, "Bastien"))
    with pytest.raises(RulesError, match=r"table\.no_seat_for_you"):
        await joining(services, table, BASTIEN)
    assert await joining(services, table, KARIM)


async def test_i_am_told_whom_i_have_blocked_where_i_would_sit_beside_them(people, services):
    table = await lobby(services, BASTIEN)
    await people.block(MAUD, Blocked(BASTIEN, "Bastien"))
    with pytest.raises(RulesError) as refusal:
        await joining(services, table, MAUD)
    assert refusal.value.code == "table.you_blocked"
    assert refusal.value.details == {"name": "Bastien"}


async def test_an_unblocked_person_may_join(people, services):
    table = await lobby(services)
    await people.block(MAUD, Blocked(BASTIEN, "Bastien"))
    await people.unblock(MAUD, BASTIEN)
    table = await joining(services, table, BASTIEN)
    assert table.status is Status.LOBBY
    assert len(table.seats) == 2


async def test_a_block_does_not_reach_into_a_game_that_runs(people, services):
    table = await lobby(services, size=2)
    await joining(services, table, BASTIEN)
    await people.block(MAUD, Blocked(BASTIEN, "Bastien"))
    assert (await services.lobbies.start(table.id, MAUD)).status is Status.LIVE


async def test_the_list_says_whom_by_name(people):
    await people.block(MAUD, Blocked(INES, "Inès"))
    await people.block(MAUD, Blocked(BASTIEN, "Bastien"))
    await people.block(MAUD, Blocked(BASTIEN, "Bast"))
    assert await people.block_list(MAUD) == [Blocked(BASTIEN, "Bast"), Blocked(INES, "Inès")]
    assert await people.block_list(BASTIEN) == []


async def test_blocking_oneself_is_refused(people):
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
def live_services(store, clock, brains, people) -> Services:
    return Services(store, brains, notify=lambda: None, people=people)


async def running(services, *users):
    """A game that these people play."""
    table = await lobby(services, users[0], size=len(users), drawn=False)
    for user in users[1:]:
        await joining(services, table, user)
    return await services.lobbies.start(table.id, users[0])


async def waiting_notices(store):
    """The notices that wait to be posted, as (table, code, args)."""
    query = "SELECT table_id, payload FROM outbox WHERE kind = 'notice' ORDER BY id"
    rows = await store.read(lambda db: db.execute(query).fetchall())
    notices = [
        (row["table_id"], msgspec.json.decode(row["payload"], type=payloads.Notice)) for row in rows
    ]
    assert all(payload.users == [] for _, payload in notices)
    return [(table, payload.code, payload.args) for table, payload in notices]


async def test_every_running_table_hears_the_day_once_without_a_call(live_services, store, clock):
    table_here = await running(live_services, MAUD, BASTIEN)
    table_elsewhere = await running(live_services, INES, MAUD)
    await running(live_services, INES, BASTIEN)
    await lobby(live_services, BASTIEN)
    await live_services.absences.begin(MAUD, LATER)
    args = {"name": "**Person 1**", "back": f"<t:{int(LATER.timestamp())}:D>"}
    expected = [(table_here.id, "table.away", args), (table_elsewhere.id, "table.away", args)]
    assert await waiting_notices(store) == expected
    await live_services.absences.begin(MAUD, LATER)
    assert await waiting_notices(store) == expected


async def test_another_day_is_told_again(live_services, store, clock):
    await running(live_services, MAUD, BASTIEN)
    await live_services.absences.begin(MAUD, LATER)
    await live_services.absences.begin(MAUD, LATER + timedelta(days=1))
    assert [code for _, code, _ in await waiting_notices(store)] == ["table.away", "table.away"]
    assert live_services.people.preferences(MAUD).away_since == NOW


async def test_an_absence_until_a_day_that_is_over_is_refused(live_services, clock):
    with pytest.raises(RulesError, match=r"me\.no_date"):
        await live_services.absences.begin(MAUD, NOW)
    assert live_services.people.preferences(MAUD) == Preferences()


async def test_a_move_ends_the_absence(live_services, store, clock):
    table = await running(live_services, MAUD, BASTIEN)
    await live_services.absences.begin(MAUD, LATER)
    clock.skip(timedelta(hours=1))
    await make_move(live_services, table.id)
    preferences = live_services.people.preferences(MAUD)
    assert (preferences.away_since, preferences.away_until) == (NOW, NOW + timedelta(hours=1))
    assert [code for _, code, _ in await waiting_notices(store)] == ["table.away"]


async def test_choices_made_during_the_move_that_ends_an_absence_stand(
    live_services, people, store, clock
):
    table = await running(live_services, MAUD, BASTIEN)
    await live_services.absences.begin(MAUD, LATER)
    move = make_move(live_services, table.id)
    await asyncio.gather(*(people.change(MAUD, **{name: True}) for name in CHOICES), move)
    expected = Preferences(away_since=NOW, away_until=NOW, **dict.fromkeys(CHOICES, True))
    assert people.preferences(MAUD) == expected
    assert (await People.open(store)).preferences(MAUD) == expected


async def test_the_move_of_another_person_ends_no_absence(live_services, clock):
    table = await running(live_services, MAUD, BASTIEN)
    await live_services.absences.begin(BASTIEN, LATER)
    await make_move(live_services, table.id)
    assert live_services.people.preferences(BASTIEN).is_away(NOW)


async def test_a_return_that_is_announced_is_told_to_the_tables(live_services, store, clock):
    table = await running(live_services, MAUD, BASTIEN)
    await live_services.absences.begin(MAUD, LATER)
    assert await live_services.absences.end(MAUD)
    assert not await live_services.absences.end(MAUD)
    assert (await waiting_notices(store))[1:] == [
        (table.id, "table.back", {"name": "**Person 1**"})
    ]
