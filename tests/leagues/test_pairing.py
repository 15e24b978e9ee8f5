"""Rounds of every format, for any number of people and any seed."""

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.leagues import pairing
from bot.leagues.values import Format
from tests.leagues.fields import league, played_out, strongest_first, with_round

people = st.integers(2, 20)
seeds = st.integers(0, 2**64)


def pairs(field):
    """Number of meetings of each pair."""
    return Counter(pair for board in field.boards for pair in combinations(sorted(board.people), 2))


def everybody(field):
    return [each.number for each in field.active]


@given(people, st.sampled_from([Format.LEAGUE, Format.SWISS]), st.integers(2, 4), st.booleans())
@settings(max_examples=30, deadline=None)
def test_everybody_sits_at_one_table_of_a_round(size, format, seats, fills):
    seats = seats if format is Format.LEAGUE else 2
    field = with_round(league(size, format, seats=seats, fills=fills))
    assert sorted(each for board in field.boards for each in board.people) == everybody(field)
    for board in field.boards:
        assert len(board.entrants) == seats or not fills
        assert 1 <= len(board.people) <= seats
    assert fills or max(len(b.people) for b in field.boards) - 1 <= min(
        len(b.people) for b in field.boards
    )


@given(people, st.sampled_from(Format), seeds)
@settings(max_examples=20, deadline=None)
def test_the_seed_alone_decides(size, format, seed):
    field = league(min(size, 8), format, seed=seed, places=8)
    assert pairing.next_round(field) == pairing.next_round(field)


def test_another_seed_gives_another_round():
    rounds = {str(pairing.next_round(league(12, seed=seed))) for seed in range(5)}
    assert len(rounds) == 5


@given(st.integers(4, 20), seeds)
@settings(max_examples=15, deadline=None)
def test_nobody_meets_twice_in_half_as_many_swiss_rounds_as_people(size, seed):
    field = league(size, Format.SWISS, seed=seed, rounds=max(1, size // 2), fills=False)
    assert max(pairs(played_out(field)).values()) == 1


def test_a_swiss_round_pairs_equals():
    field = league(8, Format.SWISS, fills=False)
    field = with_round(with_round(field, strongest_first), strongest_first)
    points = {each: pairing.points_so_far(field, each) for each in everybody(field)}
    for seating in pairing.next_round(field).values():
        assert abs(points[seating[0]] - points[seating[1]]) <= 12


def test_a_bye_goes_to_the_lowest_and_never_twice_to_one():
    field = played_out(league(7, Format.SWISS, fills=False, rounds=5), strongest_first)
    byes = [board.people[0] for board in field.boards if board.is_bye]
    assert len(byes) == len(set(byes)) == 5


@given(st.integers(4, 16), st.integers(3, 4), seeds)
@settings(max_examples=15, deadline=None)
def test_a_league_of_tables_repeats_meetings_only_where_it_must(size, seats, seed):
    """In the first two rounds nobody meets twice, where there are as many tables as seats."""
    field = league(size, seats=seats, seed=seed, rounds=4, fills=False)
    field = with_round(with_round(field))
    if size >= seats**2:
        assert max(pairs(field).values()) == 1


@given(st.integers(2, 8), seeds)
@settings(max_examples=15, deadline=None)
def test_in_a_round_robin_everybody_meets_everybody_once(size, seed):
    field = played_out(league(size, Format.ROBIN, seed=seed, fills=False))
    assert pairs(field) == dict.fromkeys(combinations(range(size), 2), 1)


@given(st.integers(2, 8))
@settings(max_examples=7, deadline=None)
def test_seats_of_play_are_balanced(size):
    """Nobody begins twice more often than they play second."""
    field = played_out(league(size, Format.ROBIN, fills=False))
    for entrant in everybody(field):
        games = [b.entrants.index(entrant) for b in field.boards if entrant in b.people]
        first = sum(
            1 for board in field.boards if board.entrants[0] == entrant and not board.is_bye
        )
        assert abs(2 * first - sum(1 for _ in games)) <= 3


@given(st.integers(2, 16))
@settings(max_examples=15, deadline=None)
def test_a_knock_out_is_won_by_the_best_seed_and_lost_by_the_second_in_the_final(size):
    field = played_out(league(size, Format.KNOCKOUT), strongest_first)
    [final] = field.present_boards
    assert sorted(final.people) == [0, 1]
    assert pairing.winner(field, final) == 0


def test_a_shared_game_of_a_knock_out_is_won_by_the_better_seed():
    field = with_round(league(4, Format.KNOCKOUT), lambda seating, seats: [1] * seats)
    assert sorted(sorted(seating) for seating in pairing.next_round(field).values()) == [[0, 1]]


def test_whoever_has_left_a_knock_out_loses_to_whoever_has_not():
    field = with_round(league(4, Format.KNOCKOUT), strongest_first)
    gone = replace(field.entrants[0], has_left=True)
    field = replace(field, entrants=(gone, *field.entrants[1:]))
    assert sorted(*pairing.next_round(field).values()) == [1, 3]


def test_with_ai_players_a_single_entrant_has_an_opponent():
    field = with_round(league(3, Format.SWISS, fills=True))
    assert sorted(len(board.people) for board in field.boards) == [1, 2]
    assert not any(board.is_bye for board in field.boards)


def test_a_game_that_goes_on_counts_as_shared_for_the_pairings():
    field = with_round(league(2, Format.ROBIN))
    [board] = field.boards
    field = replace(field, boards=(replace(board, points=(None, None)),))
    assert pairing.points_so_far(field, 0) == 6
