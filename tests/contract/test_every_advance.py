"""A saved move is made only where it is still what it was, and tells nothing hidden.

Whole random games are played. All along them a seat that waits leaves a turn, on the position of
then; when its turn comes, the game says what is to be made of it.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from rules.contract import Game, RulesError, line_notations, play, read
from rules.registry import get
from rules.rng import Rng
from tests.contract.playing import Setup, drawn_setups, game_of, playout
from tests.tier import games, of_tier

KEYS = [key for key in games() if type(get(key)).turn_ahead is not Game.turn_ahead]
"""The games with saved moves; another needs none."""
SETUPS = [setup for setup in drawn_setups() if setup.seats > 1 and game_of(setup) in KEYS]
every_table = pytest.mark.parametrize("setup", SETUPS, ids=str)
TURNS = of_tier(6, 80)
"""So many turns of a game, apart by as much, are saved."""
EARLIER = (1, 2, 3)
"""So many turns before its own a seat leaves one."""
DEALS = of_tier(4, 8)
"""A turn is tried in so many other deals."""
TRIES = of_tier(4, 12)
"""The longest of so many random turns is left."""


class Leaving(NamedTuple):
    """A turn that a seat has left, and the position in which its turn has come."""

    seat: int
    before: Any
    after: Any
    line: list[Any]
    luck: Rng


def beginnings(setup: Setup) -> list[tuple[Any, int]]:
    """Positions at the beginning of each turn of a random game, with the seat whose turn it is."""
    state, positions = setup.new(), []
    for seat, action in playout(setup)[1]:
        if not setup.game.mid_turn(state):
            positions.append((state, seat))
        state, _ = play(setup.game, state, seat, action)
    return positions


def certain_turn(setup: Setup, ahead: Any, seat: int, luck: Rng) -> list[Any] | None:
    """A random turn that is legal whatever it reveals; None where it is not."""
    state, line = ahead, []
    while not line or setup.game.mid_turn(state):
        action = setup.game.sample(state, seat, luck)
        state, _ = play(setup.game, state, seat, action)
        line.append(action)
    moves = line_notations(setup.game, ahead, seat, line)
    for _ in range(DEALS):
        try:
            read(setup.game, setup.game.redeal(ahead, seat, luck), seat, moves)
        except RulesError:
            return None
    return line


def left_turns(setup: Setup) -> Iterator[Leaving]:
    turns = beginnings(setup)
    step = max(1, len(turns) // TURNS)
    for number in range(1, len(turns), step):
        after, seat = turns[number]
        for back in EARLIER:
            if back > number or seat in {mover for _, mover in turns[number - back : number]}:
                continue
            luck = Rng(100 * number + back)
            before = setup.game.turn_ahead(turns[number - back][0], seat)
            turns_drawn = (
                [certain_turn(setup, before, seat, luck) for _ in range(TRIES)] if before else []
            )
            for line in sorted(filter(None, turns_drawn), key=len)[-1:]:
                yield Leaving(seat, before, after, line, luck)


@cache
def all_left(setup: Setup) -> list[Leaving]:
    return list(left_turns(setup))


def notations(setup: Setup, state: Any, seat: int, line: Any) -> list[str] | None:
    return None if line is None else line_notations(setup.game, state, seat, line)


# ---- the position that a saved move is chosen from -----------------------------------------------


@every_table
def test_it_is_a_whole_position_in_which_only_this_seat_has_to_act(setup):
    """It shows nothing hidden, and looking at it leaves the table as it was."""
    game = setup.game
    for number, (state, mover) in enumerate(beginnings(setup)[:: of_tier(9, 1)]):
        before = game.state_to_json(state)
        for seat in range(setup.seats):
            redealt = game.redeal(state, seat, Rng(number))
            ahead, redealt_ahead = (game.turn_ahead(each, seat) for each in (state, redealt))
            assert (ahead is None) is (redealt_ahead is None)
            if ahead is not None:
                assert game.to_act(ahead) == (seat,)
                assert not game.mid_turn(ahead)
                json = game.state_to_json(ahead)
                assert game.state_to_json(game.state_from_json(json)) == json
                assert game.ask(ahead, seat, ()) == game.ask(redealt_ahead, seat, ()) is not None
                assert game.view(ahead, seat) == game.view(redealt_ahead, seat)
        assert game.state_to_json(state) == before
        assert game.state_to_json(game.turn_ahead(state, mover)) == before


@every_table
def test_there_is_none_once_the_game_is_over(setup):
    end, _ = playout(setup)
    assert [setup.game.turn_ahead(end, seat) for seat in range(setup.seats)] == [None] * setup.seats


# ---- the move itself, when its turn has come -----------------------------------------------------


def line_later(leaving: Leaving, game: Any, now: Any) -> Any:
    """The line that was left, as it is to be made in a position; None if it is not made."""
    return game.line_later(leaving.before, now, leaving.seat, leaving.line)


@every_table
def test_it_is_made_only_where_it_is_legal_and_what_it_was(setup):
    """And as it is where nothing has happened since."""
    game = setup.game
    for leaving in all_left(setup):
        assert [*line_later(leaving, game, leaving.before)] == leaving.line
        later = line_later(leaving, game, leaving.after)
        if later is None:
            continue
        moves = notations(setup, leaving.after, leaving.seat, later)
        read(game, leaving.after, leaving.seat, moves)
        then = game.stake(leaving.before, leaving.seat, leaving.line)
        now = game.stake(leaving.after, leaving.seat, later)
        is_written_alike = moves == notations(setup, leaving.before, leaving.seat, leaving.line)
        assert now == then if is_written_alike else is_no_worse(then, now)


def is_no_worse(then: Any, now: Any) -> bool:
    """Whether the same is at stake in a line that is written otherwise, at no higher price."""
    if isinstance(then, list) and isinstance(now, list):
        return len(then) == len(now) and all(map(is_no_worse, then, now))
    return now <= then if isinstance(then, int) and isinstance(now, int) else now == then


@every_table
def test_hidden_pieces_do_not_decide_if_it_is_made(setup):
    game = setup.game
    for leaving in all_left(setup):
        before, after = (
            game.redeal(state, leaving.seat, leaving.luck)
            for state in (leaving.before, leaving.after)
        )
        moves = notations(setup, leaving.before, leaving.seat, leaving.line)
        try:
            line = read(game, before, leaving.seat, moves)
        except RulesError:
            continue  # a turn that few deals refuse
        real = line_later(leaving, game, leaving.after)
        redealt = game.line_later(before, after, leaving.seat, line)
        real_moves = notations(setup, leaving.after, leaving.seat, real)
        assert notations(setup, after, leaving.seat, redealt) == real_moves


@pytest.mark.parametrize("key", KEYS)
def test_in_every_game_some_are_made_and_others_are_not(key):
    outcomes = {
        line_later(leaving, setup.game, leaving.after) is not None
        for setup in SETUPS
        if game_of(setup) == key
        for leaving in all_left(setup)
    }
    assert outcomes == {True, False}
