"""Contract of threats: who wins with a turn was named before it, whatever is hidden."""

from functools import cache
from typing import Any, NamedTuple

import pytest

from bot import words
from bot.i18n import LANGUAGES
from bot.words import WARNING
from rules import record
from rules.contract import RulesError, play
from rules.log import LEAVES
from rules.rng import Rng
from tests.contract.playing import every_game, plain_setups_of, playout
from tests.records import records_of
from tests.tier import games, of_tier

NAMES = ("Maud", "Bastien", "Inès", "Karim")
ROOM = 100
"""Characters of a line of a phone, twice over."""
LAST = of_tier(2, 6)
"""Turns before the end of a game that are looked at."""


class Turn(NamedTuple):
    """A turn of a game: the position before it, and its moves."""

    state: Any
    seat: int
    plies: tuple[Any, ...]


class Course(NamedTuple):
    """A game to its end: its turns, and the seats that won."""

    turns: tuple[Turn, ...]
    winners: tuple[int, ...]


@cache
def courses(key: str) -> list[Course]:
    """Recorded games of several seats that nobody gave up, and random ones."""
    game = games()[key]
    setups = [setup for setup in plain_setups_of(game) if setup.seats > 1]
    seeds = of_tier([7], [7, *range(20)])
    played = [(s.new(seed), playout(s, seed)[1]) for s in setups for seed in seeds]
    recorded = [
        (record.begin(each), [(ply.seat, ply.move) for ply in each.plies])
        for each in records_of(key)
        if each.seats > 1 and each.result and all(ply.move != LEAVES for ply in each.plies)
    ]
    return [
        course for start, plies in (*played, *recorded) if (course := course_of(game, start, plies))
    ]


def course_of(game: Any, state: Any, plies: list[tuple[int, Any]]) -> Course | None:
    """The course of a game; None where somebody gave it up."""
    turns: list[Turn] = []
    for seat, move in plies:
        action = game.parse(state, seat, move) if isinstance(move, str) else move
        if game.gives_up(action):
            return None
        if not game.mid_turn(state):
            turns.append(Turn(state, seat, ()))
        turns[-1] = turns[-1]._replace(plies=(*turns[-1].plies, action))
        state, _ = play(game, state, seat, action)
    return Course(tuple(turns), game.result(state).winners)


def won_turns(key: str) -> list[tuple[Course, Turn]]:
    """The last turns of games, as far as they won."""
    return [
        (course, course.turns[-1])
        for course in courses(key)
        if course.turns[-1].seat in course.winners
    ]


def named_seats(game: Any, state: Any) -> set[int]:
    """Seats that are named in a position."""
    return {threat.seat for threat in game.threats(state)}


@every_game
def test_the_winner_is_named_at_the_beginning_of_the_turn_that_wins(key):
    game = games()[key]
    for _, turn in won_turns(key):
        assert turn.seat in named_seats(game, turn.state)


@every_game
def test_the_winner_was_named_to_the_seat_before(key):
    """Unless that seat has made it possible, as by a new region."""
    game = games()[key]
    for course, turn in won_turns(key):
        before = course.turns[-2:][0].state
        if could_have_won(game, before, turn):
            assert turn.seat in named_seats(game, before)


def could_have_won(game: Any, before: Any, turn: Turn) -> bool:
    """Whether the same moves would have won, had the turn come a turn earlier."""
    state = game.turn_ahead(before, turn.seat)
    try:
        for action in turn.plies if state is not None else ():
            state, _ = play(game, state, turn.seat, action)
    except RulesError:
        return False
    result = state and game.result(state)
    return result is not None and turn.seat in result.winners


@every_game
def test_threats_are_the_same_whatever_is_hidden(key):
    """A position of two deals that nobody can tell apart; looking changes nothing."""
    game = games()[key]
    for course in courses(key):
        for turn in course.turns[-LAST:]:
            threats, before = list(game.threats(turn.state)), game.state_to_json(turn.state)
            for viewer in (None, turn.seat):
                redealt = game.redeal(turn.state, viewer, Rng(3))
                assert list(game.threats(redealt)) == threats
            assert game.state_to_json(turn.state) == before


@every_game
def test_nobody_is_named_after_the_end_or_in_the_middle_of_a_turn(key):
    game = games()[key]
    for course in courses(key):
        turn = course.turns[-1]
        state = turn.state
        for action in turn.plies:
            state, _ = play(game, state, turn.seat, action)
            assert not game.mid_turn(state) or turn.seat not in named_seats(game, state)
        assert not game.threats(state)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_threats_are_short_lines_that_name_each_seat_once(key, language):
    """The near ones first. Seats that could win in the same way may share a line."""
    game, spoken = games()[key], words.of(key, language, NAMES)
    for course in courses(key):
        for turn in course.turns[-LAST:]:
            threats = game.threats(turn.state)
            lines = spoken.threats(threats)
            assert lines == sorted(lines, key=lambda line: not line.startswith(WARNING))
            for threat in threats:
                [line] = [line for line in lines if NAMES[threat.seat] in line]
                assert line.startswith(WARNING) != threat.is_far
                assert "\n" not in line
                assert len(line) <= ROOM
