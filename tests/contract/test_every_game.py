"""Whole games from the deal to the end: `to_act`, `scores`, `result`, `replay`."""

import json
from collections import Counter

import pytest

from rules.contract import IllegalMove, play, replay
from rules.notation import SEPARATOR
from rules.rng import Rng
from tests.catalogues import has_text
from tests.contract.playing import (
    along,
    as_json,
    every_setup,
    every_table,
    json_of,
    offered_texts,
    playout,
    plies_along,
    running,
)

# ---- the end -------------------------------------------------------------------------------------


@every_setup
def test_a_random_game_comes_to_its_end(setup):
    """Then every move is refused, and none is listed."""
    game, (end, plies) = setup.game, playout(setup)
    assert game.to_act(end) == ()
    assert [action for seat in range(setup.seats) for action in game.legal_actions(end, seat)] == []
    with pytest.raises(IllegalMove) as refused:
        game.check(end, *plies[-1])
    assert refused.value.code == "common.game_over"


@every_setup
def test_there_is_a_result_once_no_seat_has_to_act(setup):
    for state in along(setup):
        over = setup.game.to_act(state) == ()
        assert (setup.game.result(state) is not None) is over


@every_setup
def test_a_result_ranks_every_seat_and_says_why_the_game_is_over(setup):
    end, _ = playout(setup)
    result = setup.game.result(end)
    assert len(result.ranks) == setup.seats
    assert all(1 <= rank <= setup.seats + 1 for rank in result.ranks)
    assert all(result.ranks[seat] == 1 for seat in result.winners)
    assert result.scores == setup.game.scores(end)
    assert has_text(result.reason)


@every_setup
def test_every_seat_has_a_score_at_any_time_and_it_is_the_sum_of_its_parts(setup):
    for state in along(setup):
        scores = setup.game.scores(state)
        assert len(scores) == setup.seats
        assert all(score.total == sum(score.parts.values()) for score in scores)


# ---- again ---------------------------------------------------------------------------------------


@every_setup
def test_the_same_seed_and_the_same_luck_play_the_same_game(setup):
    (end, plies), (second_end, second_plies) = playout(setup), playout.__wrapped__(setup)
    assert json_of(setup.game, second_end) == json_of(setup.game, end)
    assert second_plies == plies


@every_setup
def test_a_game_replays_to_its_end_from_json_and_from_its_notation(setup):
    game, (end, plies) = setup.game, playout(setup)
    texts = [(seat, json.dumps(game.action_to_json(action))) for seat, action in plies]
    loaded = [(seat, game.action_from_json(json.loads(text))) for seat, text in texts]
    *_, (last, _) = replay(game, setup.new(), loaded)
    assert json_of(game, last) == json_of(game, end)
    state = setup.new()
    for seat, action in plies:
        text = game.notation(state, seat, action)
        game.apply(state, seat, game.parse(state, seat, text))
    assert json_of(game, state) == json_of(game, end)


@every_setup
def test_a_position_from_json_plays_on_as_the_original_does(setup):
    game, start = setup.game, along(setup)[3]
    games = []
    for state in (start.clone(), game.state_from_json(game.state_to_json(start))):
        rng, events = Rng(5), []
        while acting := game.to_act(state):
            events += game.apply(state, acting[0], game.sample(state, acting[0], rng))
        games.append((events, json_of(game, state), as_json(game.result(state))))
    assert games[0] == games[1]


# ---- on the way ----------------------------------------------------------------------------------


@every_setup
def test_the_seat_whose_turn_follows_is_known(setup):
    """With exceptions: a turn may eliminate a seat, or end the game."""
    game, state = setup.game, setup.new()
    foretold, turns, right = None, 0, 0
    for seat, action in playout(setup)[1]:
        if not game.mid_turn(state):
            foretold = game.next_seat(state, seat)
        game.apply(state, seat, action)
        if not game.mid_turn(state) and (acting := game.to_act(state)):
            turns += 1
            right += seat in acting if foretold is None else foretold in acting
    assert right >= 0.9 * turns > 0


@every_setup
def test_no_move_and_no_turn_is_longer_than_the_game_says(setup):
    game, state, moves = setup.game, setup.new(), 0
    for seat, action in playout(setup)[1]:
        move = game.notation(state, seat, action)
        assert len(move) <= game.facts.longest_move
        assert SEPARATOR not in move
        game.apply(state, seat, action)
        moves = moves + 1 if game.mid_turn(state) else 0
        assert moves < game.facts.longest_turn


@every_setup
def test_a_turn_lies_between_the_deal_and_the_end(setup):
    start, *_, end = along(setup)
    assert not setup.game.mid_turn(start)
    assert not setup.game.mid_turn(end)


@every_table
def test_a_seat_in_the_middle_of_its_turn_goes_on_alone(setup):
    for _, seat, _, after, _ in plies_along(setup):
        if setup.game.mid_turn(after):
            assert setup.game.to_act(after) == (seat,)


# ---- all that is offered -------------------------------------------------------------------------


@every_table
def test_the_options_lead_to_every_legal_action_and_to_no_other(setup):
    walk_all_options(setup)


def walk_all_options(setup):
    """Compare, along a whole game, where the options lead with the legal actions."""
    game = setup.game
    for state, seat in running(setup)[::3]:
        moves = (game.parse(state, seat, text) for text in walk(game, state, seat))
        led_to = Counter(game.notation(state, seat, action) for action in moves)
        assert led_to == Counter(offered_texts(game, state, seat))


def walk(game, state, seat, tokens=()):
    """Every whole action that the options lead to."""
    following = game.options(state, seat, list(tokens))
    if not following:
        yield " ".join(tokens)
    for option in following:
        yield from walk(game, state, seat, (*tokens, *option.token.split()))


# ---- playing safely ------------------------------------------------------------------------------


@every_setup
def test_playing_never_touches_the_original(setup):
    game = setup.game
    for state, seat in running(setup):
        before = json_of(game, state)
        after, _ = play(game, state, seat, game.sample(state, seat, Rng(2)))
        assert json_of(game, state) == before != json_of(game, after)


@every_setup
def test_a_clone_that_is_played_on_leaves_the_original_as_it_was(setup):
    game, start = setup.game, along(setup)[1]
    before, offered = json_of(game, start), offered_texts(game, start, game.to_act(start)[0])
    state, rng = start.clone(), Rng(3)
    while acting := game.to_act(state):
        game.apply(state, acting[0], game.sample(state, acting[0], rng))
    assert json_of(game, start) == before
    assert offered_texts(game, start, game.to_act(start)[0]) == offered


@every_table
def test_a_refused_move_leaves_the_position_as_it_was(setup):
    game = setup.game
    for state, seat in running(setup):
        before = json_of(game, state)
        with pytest.raises(IllegalMove):
            play(game, state, setup.seats, game.sample(state, seat, Rng(2)))
        assert json_of(game, state) == before
