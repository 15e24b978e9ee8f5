"""Contract of every game with a search: its sight, and the reasons of its moves."""

import pytest

from bot import words
from bot.ai.worker import line_to_end_of_turn, wins
from bot.i18n import LANGUAGES
from bot.words import shorten
from cogs._panel.reasons import LONGEST
from rules.levels import STRONG
from rules.lookahead import Lookahead
from rules.rng import Rng
from tests.cases import each_case
from tests.contract.playing import (
    game_of,
    plain_setups,
    player_of,
    playout,
    running,
    thinned,
)
from tests.tier import games

AHEAD = [game for game in games().values() if STRONG in game.facts.players]
every_game = pytest.mark.parametrize("game", AHEAD, ids=lambda game: game.facts.key)
every_table = each_case(
    "setup", [setup for setup in plain_setups() if setup.game in AHEAD], ids=str, by=game_of
)


@every_game
def test_the_strong_player_is_one_that_looks_ahead_and_can_say_why(game):
    assert isinstance(game.player(STRONG), Lookahead)


@every_table
def test_whoever_looks_ahead_says_the_same_of_positions_that_it_cannot_tell_apart(setup):
    """Lines, worths and parts alike: nothing that is hidden has been looked at."""
    game, player = setup.game, player_of(setup.game, STRONG)
    [(state, seat)] = thinned(running(setup), STRONG)
    other = game.redeal(state, seat, Rng(6))
    assert player.judge(state, seat, Rng(1)) == player.judge(other, seat, Rng(1))
    assert player.advise(state, seat, Rng(1)) == player.advise(other, seat, Rng(1))


@every_table
def test_what_is_told_at_a_glance_begins_with_what_is_done(setup):
    """It names every part of a worth."""
    game, player = setup.game, setup.game.player(STRONG)
    for state, seat in running(setup):
        seen = game.redeal(state, seat, Rng(1))
        told = player.glance(seen, seat, 4)
        assert {part for one in told for part in one.parts} <= set(player.sight.names)
        if told:
            assert told[0].line == tuple(player.sight.candidates(seen, seat, 4)[0])


@every_table
def test_all_lines_that_are_thought_of_are_legal_and_different(setup):
    game, player = setup.game, setup.game.player(STRONG)
    for state, seat in running(setup):
        lines = [tuple(line) for line in player.sight.candidates(state, seat, 4)]
        assert 1 <= len(set(map(str, lines))) == len(lines) <= 4
        for line in lines:
            after = state.clone()
            for action in line:
                game.check(after, seat, action)
                game.apply(after, seat, action)


@every_table
def test_a_move_is_said_to_win_that_ends_the_game_for_its_seat_alone(setup):
    game, (over, plies) = setup.game, playout(setup)
    state, (*others, (seat, last)) = setup.new(), plies
    for number, (acting, action) in enumerate(others, 1):
        if number > len(others) - 3:
            assert not wins(game, state, acting, (action,), Rng(1))
        game.apply(state, acting, action)
    alone = game.result(over).winners == (seat,)
    assert wins(game, state, seat, (last,), Rng(1)) == alone


@every_table
@each_case("language", LANGUAGES)
def test_lines_that_are_compared_read_differently(setup, language):
    game, player, spoken = setup.game, setup.game.player(STRONG), words.of(setup.game.facts.key)
    for state, seat in running(setup):
        lines = player.sight.candidates(state, seat, 4)
        whole = (tuple(line_to_end_of_turn(game, state, seat, line)) for line in lines)
        previews = [game.preview_line(state, seat, line) for line in whole]
        told = [shorten(line, LONGEST) for line in spoken.comparison(previews, language)]
        assert len(set(told)) == len(told) == len(lines)


@every_table
def test_the_parts_of_a_worth_have_names_that_the_game_has_told(setup):
    sight = setup.game.player(STRONG).sight
    for state, seat in running(setup):
        parts = sight.parts(state, seat)
        assert parts.keys() <= set(sight.names)
        assert all(isinstance(part, float) for part in parts.values())


@every_game
def test_what_is_counted_of_a_worth_is_one_of_its_parts(game):
    sight = game.player(STRONG).sight
    assert sight.units.keys() <= set(sight.names)
    assert all(unit > 0 for unit in sight.units.values())


@every_table
def test_what_is_counted_beside_a_worth_is_one_of_its_parts_that_no_unit_counts(setup):
    player = setup.game.player(STRONG)
    for state, seat in running(setup):
        counted = player.count(state, seat).keys()
        assert counted <= set(player.sight.names)
        assert not counted & player.sight.units.keys()
