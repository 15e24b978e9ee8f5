"""Contract of leaving: a seat that leaves the table, in turn or out of it."""

import json

import pytest

from rules import record
from rules.contract import BadNotation, IllegalMove
from rules.log import LEAVES, leave_table, make_move
from rules.rng import Rng
from tests.cases import each_case
from tests.contract.playing import along, game_of, plain_setups, playout, running

every_table = each_case("setup", plain_setups(), ids=str, by=game_of)
LEAVING = [setup for setup in plain_setups() if setup.game.facts.leaving]
every_leaving = each_case("setup", LEAVING, ids=str, by=game_of)


def json_of(game, state):
    return json.dumps(game.state_to_json(state))


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
def test_a_game_says_whether_it_has_a_rule_for_who_leaves(setup):
    for state, _ in running(setup):
        before = json_of(setup.game, state)
        after = state.clone()
        events = setup.game.leave(after, setup.seats - 1)
        assert (events is not None) == setup.game.facts.leaving
        assert (json_of(setup.game, after) == before) == (events is None or not events)


@every_table
def test_nobody_can_type_that_somebody_leaves(setup):
    for state, seat in running(setup):
        with pytest.raises(BadNotation):
            setup.game.parse(state, seat, LEAVES)


@every_table
def test_nobody_leaves_a_game_that_is_over(setup):
    with pytest.raises(IllegalMove, match="game_over"):
        leave_table(setup.game, along(setup)[-1].clone(), 0)


@every_leaving
def test_who_has_left_never_has_to_act_and_the_others_play_to_the_end(setup):
    for seat in range(setup.seats):
        for state, _ in running(setup):
            state = state.clone()
            leave_table(setup.game, state, seat)
            rng = Rng(seat)
            while acting := setup.game.to_act(state):
                assert seat not in acting
                setup.game.apply(state, acting[0], setup.game.sample(state, acting[0], rng))
            assert seat not in setup.game.result(state).winners


@every_leaving
def test_a_record_in_which_somebody_leaves_out_of_turn_is_played_again(setup):
    state, plies = setup.new(), []
    for number, (seat, action) in enumerate(playout(setup)[1][:60]):
        if not setup.game.to_act(state):
            break
        if number == 20:
            gone = (seat + 1) % setup.seats
            plies.append((gone, LEAVES))
            leave_table(setup.game, state, gone)
        if seat not in setup.game.to_act(state):
            break
        move = setup.game.notation(state, seat, action)
        try:
            make_move(setup.game, state, seat, move)
        except (BadNotation, IllegalMove):
            break
        plies.append((seat, move))
    assert (gone, LEAVES) in plies
    *_, (last, _) = record.replay(recorded(setup, plies))
    assert json_of(setup.game, last) == json_of(setup.game, state)


@every_table
def test_a_record_in_which_nobody_can_leave_is_refused(setup):
    if setup.game.facts.leaving:
        plies = [(seat, LEAVES) for seat in (*range(setup.seats), 0)]
    else:
        plies = [(0, LEAVES)]
    with pytest.raises(record.BadRecord):
        list(record.replay(recorded(setup, plies)))
