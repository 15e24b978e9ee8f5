"""Ratings: who wins rises, in the order in which games end, people apart from machines."""

from datetime import timedelta
from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.steps.ratings import NEW, Player, Rating, rating_number, ratings_after
from bot.store import placings
from tests.bot.finishing import begin, finish, played
from tests.bot.room import BASTIEN, INES, KARIM, MAUD
from tests.cases import each_case

A, B, C, D = (person.user_id for person in (MAUD, BASTIEN, INES, KARIM))


def person(name, place, rating=NEW, resigned=False):
    return Player(name, (int(resigned), place), rating)


def test_everybody_begins_at_a_thousand():
    assert rating_number(NEW.skill, NEW.doubt) == 1000


def test_a_game_of_one_person_rates_the_machine_alone():
    after = ratings_after([person(A, 1), person("easy", 2)])
    assert [*after] == ["easy"]
    assert after["easy"].skill < NEW.skill
    assert ratings_after([person(A, 1)]) == {}
    assert ratings_after([person("easy", 1), person("easy", 2)]) == {}


def test_a_machine_changes_the_rating_of_no_person():
    alone = ratings_after([person(A, 1), person(B, 2)])
    beside = ratings_after([person("hard", 1), person(A, 2), person("easy", 3), person(B, 4)])
    assert (beside[A], beside[B]) == (alone[A], alone[B])
    assert beside["hard"].skill > NEW.skill > beside["easy"].skill


def test_a_player_who_resigned_has_lost_to_everybody():
    after = ratings_after([person(A, 1, resigned=True), person(B, 2), person(C, 3)])
    assert after[B].skill > after[C].skill > after[A].skill


STRENGTHS = st.builds(Rating, st.floats(5, 45), st.floats(1, 8.3))
FIELDS = st.lists(st.tuples(STRENGTHS, st.integers(1, 4), st.booleans()), min_size=2, max_size=6)


@given(FIELDS, st.randoms(use_true_random=False))
def test_the_order_of_the_seats_does_not_matter(field, random):
    players = [
        person(number, place, rating, resigned)
        for number, (rating, place, resigned) in enumerate(field)
    ]
    mixed = random.sample(players, len(players))
    first, second = ratings_after(players), ratings_after(mixed)
    for name, rating in first.items():
        assert second[name].skill == pytest.approx(rating.skill)
        assert second[name].doubt == pytest.approx(rating.doubt)


@given(STRENGTHS, st.lists(STRENGTHS, min_size=1, max_size=3))
def test_the_first_of_equals_never_falls(winner, others):
    after = ratings_after(
        [person(0, 1, winner), *(person(1 + n, 2, r) for n, r in enumerate(others))]
    )
    assert after[0].skill >= winner.skill - 1e-9


# ---- as they are kept ----------------------------------------------------------------------------


async def kept(store):
    query = "SELECT guild_id, game, user_id, skill, doubt, games FROM rating ORDER BY 1, 2, 3"
    rows = await store.read(lambda db: db.execute(query).fetchall())
    return {tuple(row)[:3]: (row["skill"], row["doubt"], row["games"]) for row in rows}


async def test_games_are_rated_in_the_order_in_which_they_end(services, store, clock):
    """The table that was opened last ends first."""
    tables = [await begin(services, MAUD, BASTIEN, INES) for _ in range(3)]
    scores = ([9, 5, 1], [1, 9, 5], [5, 1, 9])
    for table, points in zip(reversed(tables), scores, strict=True):
        clock.skip(timedelta(hours=1))
        await finish(services, store, table.id, *points)
    ratings = {A: NEW, B: NEW, C: NEW}
    for points in scores:
        order = sorted(points, reverse=True)
        field = [
            person(name, 1 + order.index(score), ratings[name])
            for name, score in zip((A, B, C), points, strict=True)
        ]
        ratings |= ratings_after(field)
    stored = await kept(store)
    for name, rating in ratings.items():
        assert stored[1, "akropolis", name] == pytest.approx((rating.skill, rating.doubt, 3))


async def test_a_game_is_rated_once(services, store):
    await played(services, store, {MAUD: 2, BASTIEN: 1})
    before = await kept(store)
    count = await store.write(placings.rate_next, 1, "akropolis")
    assert (count, await kept(store)) == (0, before)


async def test_each_game_and_each_server_has_its_own_ladder(services, store):
    await played(services, store, {MAUD: 2, BASTIEN: 1})
    await played(services, store, {MAUD: 1, BASTIEN: 2}, guild_id=2)
    await played(services, store, {MAUD: 1, BASTIEN: 2}, game="attika")
    assert [*await kept(store)] == [
        (1, "akropolis", A),
        (1, "akropolis", B),
        (1, "attika", A),
        (1, "attika", B),
        (2, "akropolis", A),
        (2, "akropolis", B),
    ]


async def test_a_substitute_is_not_rated(services, store):
    table = await begin(services, MAUD, BASTIEN, INES)
    await services.seats.offer(table.id, B)
    await services.seats.take(table.id, 1, KARIM)
    await finish(services, store, table.id, 5, 9, 1)
    assert {key[2] for key in await kept(store)} == {A, C}
    karim = await services.statistics.of_person(D, 1, reader=D)
    assert karim.places == (1,)


async def test_a_game_ends_even_where_its_ratings_cannot_be_computed(services, store, monkeypatch):
    def fail(players):
        raise ValueError(players)

    monkeypatch.setattr(placings, "ratings_after", fail)
    await played(services, store, {MAUD: 2, BASTIEN: 1})
    monkeypatch.undo()
    assert await kept(store) == {}
    assert (await services.statistics.of_person(A, 1, reader=A)).places == (1,)
    await played(services, store, {MAUD: 2, BASTIEN: 1})
    assert [games for _, _, games in (await kept(store)).values()] == [1, 1]


# ---- ties ----------------------------------------------------------------------------------------


def patterns(players):
    """Every way in which some players can share the places, as places in order: (1, 1, 3)."""
    for ends in product((True, False), repeat=players - 1):
        places = [1]
        for number, is_next in enumerate(ends, 2):
            places.append(number if is_next else places[-1])
        yield tuple(places)


@each_case("places", [*chain.from_iterable(map(patterns, (2, 3, 4)))])
def test_among_equals_a_better_place_never_has_the_lower_rating(places):
    """Nor does an equal place have another one."""
    players = [person(number, place) for number, place in enumerate(places)]
    after = ratings_after(players)
    numbers = [after[number].number for number in range(len(places))]
    for (place, rating), (other, another) in product(zip(places, numbers, strict=True), repeat=2):
        assert (place < other) <= (rating >= another)
        assert (place == other) <= (rating == another)


def test_two_who_share_the_first_place_of_four_are_above_the_third():
    after = ratings_after([person(number, place) for number, place in enumerate((1, 1, 3, 4))])
    assert [after[number].number for number in range(4)] == [1100, 1100, 1017, 868]
