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
from tests.tier import games, of_tier

AHEAD = [game for game in games().values() if STRONG in game.facts.players]
every_game = pytest.mark.parametrize("game", AHEAD, ids=lambda game: game.facts.key)
every_table = each_case(
    "setup", [setup for setup in plain_setups() if setup.game in AHEAD], ids=str, by=game_of
)


@every_game
def test_the_strong_player_is_one_that_looks_ahead_and_can_say_why(game):
    assert isinstance(game.player(STRONG), Lookahead)


@every_table
def test_a_player_judges_positions_alike_that_it_cannot_tell_apart(setup):
    """Lines, worths and parts alike: it has looked at nothing that is hidden."""
    game, player = setup.game, player_of(setup.game, STRONG)
    [(state, seat)] = thinned(running(setup), STRONG)
    redealt = game.redeal(state, seat, Rng(6))
    assert player.judge(state, seat, Rng(1)) == player.judge(redealt, seat, Rng(1))
    assert player.advise(state, seat, Rng(1)) == player.advise(redealt, seat, Rng(1))


@every_table
def test_a_glance_begins_with_the_first_candidate_and_names_every_part(setup):
    game, player = setup.game, setup.game.player(STRONG)
    for state, seat in running(setup):
        redealt = game.redeal(state, seat, Rng(1))
        lines = player.glance(redealt, seat, 4)
        assert {part for line in lines for part in line.parts} <= set(player.sight.names)
        if lines:
            first = tuple(player.sight.candidates(redealt, seat, 4)[0])
            assert lines[0].line[: len(first)] == first


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
    state, (*earlier, (seat, last)) = setup.new(), plies
    for number, (acting, action) in enumerate(earlier, 1):
        if number > len(earlier) - 3:
            assert not wins(game, state, acting, (action,), Rng(1))
        game.apply(state, acting, action)
    alone = game.result(over).winners == (seat,)
    assert wins(game, state, seat, (last,), Rng(1)) == alone


@every_table
@each_case("language", of_tier(["fr"], LANGUAGES))
def test_lines_that_are_compared_read_differently(setup, language):
    game, player = setup.game, setup.game.player(STRONG)
    spoken = words.of(game.facts.key, language, "ABCDEF")
    for state, seat in running(setup):
        lines = player.sight.candidates(state, seat, 4)
        turns = (tuple(line_to_end_of_turn(game, state, seat, line)) for line in lines)
        previews = [game.preview_line(state, seat, line) for line in turns]
        texts = [shorten(line, LONGEST) for line in spoken.comparison(previews)]
        assert len(set(texts)) == len(texts) == len(lines)


@every_table
def test_the_parts_of_a_worth_are_those_that_the_game_names(setup):
    """So are those that are counted, by a unit or beside the worth."""
    player = setup.game.player(STRONG)
    names, units = set(player.sight.names), player.sight.units
    assert units.keys() <= names
    assert all(unit > 0 for unit in units.values())
    for state, seat in running(setup):
        parts = player.sight.parts(state, seat)
        assert parts.keys() <= names
        assert all(isinstance(part, float) for part in parts.values())
        counted = player.count(state, seat).keys()
        assert counted <= names - units.keys()
