"""Players of AI seats in every game: `player`, `choose`, and what only people may do."""

import pytest

from bot.ai.worker import finishing
from rules.contract import play
from rules.registry import get
from rules.rng import Rng
from tests.contract.playing import every_game, every_setup, every_table, player_of, running, thinned


@every_game
def test_an_unknown_player_is_a_key_error(key):
    with pytest.raises(KeyError):
        get(key).player("nobody")


@every_table
def test_a_player_chooses_a_legal_action_without_peeking(setup):
    """The same one in a position that its seat cannot tell from the real one."""
    game = setup.game
    for name in game.facts.players:
        for state, seat in thinned(running(setup)[::2], name):
            action, redealt_action = (
                player_of(game, name).choose(each, seat, Rng(1))
                for each in (state, game.redeal(state, seat, Rng(6)))
            )
            game.check(state, seat, action)
            assert redealt_action == action


@every_table
def test_every_turn_can_be_ended(setup):
    """An AI seat that would go on for ever takes a way out, or a random one."""
    game = setup.game
    for before, seat in running(setup):
        state, luck = before.clone(), Rng(5)
        for _ in range(game.facts.longest_turn):
            game.apply(state, seat, finishing(game, state, seat, luck))
            if not game.mid_turn(state) or seat not in game.to_act(state):
                break
        else:
            pytest.fail("the turn goes on")


# ---- giving up -----------------------------------------------------------------------------------


@every_table
def test_no_player_of_an_ai_seat_gives_up(setup):
    game = setup.game
    tempting = [
        (state, seat)
        for state, seat in running(setup)
        if any(map(game.gives_up, game.legal_actions(state, seat)))
    ]
    for name in game.facts.players if tempting else ():
        for state, seat in thinned(tempting, name):
            assert not game.gives_up(player_of(game, name).choose(state, seat, Rng(3)))


@every_setup
def test_giving_up_is_never_drawn_but_may_be_typed(setup):
    game = setup.game
    for state, seat in running(setup):
        assert not any(game.gives_up(game.sample(state, seat, Rng(n))) for n in range(5))
        for action in filter(game.gives_up, game.legal_actions(state, seat)):
            text = game.notation(state, seat, action)
            assert game.ask(state, seat, text.split()) is None
            after, _ = play(game, state, seat, action)
            assert seat not in game.to_act(after)
