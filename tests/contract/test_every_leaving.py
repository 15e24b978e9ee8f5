"""Contract of leaving: a seat that leaves the table, in turn or out of it."""

import json

import pytest

from rules import record
from rules.contract import BadNotation, IllegalMove
from rules.log import LEAVES, leave_table, make_move
from rules.rng import Rng
from tests.cases import each_case
from tests.contract.playing import (
    along,
    every_table,
    game_of,
    json_of,
    plain_setups,
    playout,
    running,
)

LEAVING = [setup for setup in plain_setups() if setup.game.facts.leaving]
every_leaving = each_case("setup", LEAVING, ids=str, by=game_of)


def recorded(setup, plies):
    """A record of the same deal with these plies."""
    return record.Record(
        game=setup.game.facts.key,
        version=setup.game.facts.version,
        seats=setup.seats,
        options=dict(setup.options),
        seed="7",
        plies=tuple(record.RecordedPly(*ply) for ply in plies),
    )


@every_table
def test_a_game_says_whether_it_has_a_rule_for_a_seat_that_leaves(setup):
    """In a game without one nothing changes."""
    for state, _ in running(setup):
        before = json_of(setup.game, state)
        after = state.clone()
        events = setup.game.leave(after, setup.seats - 1)
        assert (events is not None) == setup.game.facts.leaving
        assert (json_of(setup.game, after) == before) == (not events)


@every_table
def test_leaving_is_no_move_that_can_be_typed(setup):
    for state, seat in running(setup):
        with pytest.raises(BadNotation):
            setup.game.parse(state, seat, LEAVES)


@every_table
def test_a_game_that_is_over_cannot_be_left(setup):
    with pytest.raises(IllegalMove, match="game_over"):
        leave_table(setup.game, along(setup)[-1].clone(), 0)


@every_leaving
def test_a_seat_that_has_left_never_has_to_act_and_the_others_play_to_the_end(setup):
    """It cannot win any more; what has happened and the position are plain JSON."""
    game = setup.game
    for seat in range(setup.seats):
        for state, _ in running(setup):
            state = state.clone()
            events = leave_table(game, state, seat)
            assert all(json.loads(json.dumps(event.args)) == event.args for event in events)
            loaded = game.state_from_json(game.state_to_json(state))
            assert json_of(game, loaded) == json_of(game, state)
            rng = Rng(seat)
            while acting := game.to_act(state):
                assert seat not in acting
                game.apply(state, acting[0], game.sample(state, acting[0], rng))
            assert seat not in game.result(state).winners


@every_leaving
def test_a_record_in_which_a_seat_leaves_out_of_turn_is_played_again(setup):
    game, state, plies = setup.game, setup.new(), []
    for number, (seat, action) in enumerate(playout(setup)[1][:60]):
        if number == 20:
            leaver = (seat + 1) % setup.seats
            plies.append((leaver, LEAVES))
            leave_table(game, state, leaver)
        if seat not in game.to_act(state):
            break
        move = game.notation(state, seat, action)
        try:
            make_move(game, state, seat, move)
        except (BadNotation, IllegalMove):
            break
        plies.append((seat, move))
    assert (leaver, LEAVES) in plies
    *_, (last, _) = record.replay(recorded(setup, plies))
    assert json_of(game, last) == json_of(game, state)


@every_table
def test_a_record_is_refused_in_which_a_seat_leaves_that_cannot(setup):
    """It has left before; or the game has no rule for it."""
    leavers = (*range(setup.seats), 0) if setup.game.facts.leaving else (0,)
    plies = [(seat, LEAVES) for seat in leavers]
    with pytest.raises(record.BadRecord):
        list(record.replay(recorded(setup, plies)))
