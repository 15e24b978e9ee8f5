"""Contract of consequences: certain effects of a line, and their texts."""

import re
from functools import cache

import msgspec

from bot import words
from bot.ai import reasons
from bot.ai.worker import line_to_end_of_turn
from bot.i18n import LANGUAGES
from rules.consequence import Consequence
from rules.contract import Game
from rules.levels import best
from rules.lookahead import Lookahead
from rules.rng import Rng
from tests.cases import each_case
from tests.contract.playing import every_game, every_table, plain_setups_of, running
from tests.tier import games

ROOM = 100
"""Characters of a line of a phone, twice over."""


@cache
def lines_and_effects(setup):
    """Consequences of the lines that people are shown, and of a random move, along a game."""
    game, effects_of_lines = setup.game, []
    for state, seat in running(setup):
        turns = [
            tuple(line_to_end_of_turn(game, state, seat, line))
            for line in thinkable(game, state, seat)
        ]
        for line in ((game.sample(state, seat, Rng(2)),), *turns):
            effects_of_lines.append((state, seat, line, game.consequences(state, seat, line)))
    return effects_of_lines


def thinkable(game, state, seat):
    """The lines that the best player compares, where it looks ahead."""
    player = game.player(best(game.facts.players))
    return player.sight.candidates(state, seat, 4) if isinstance(player, Lookahead) else ()


@every_table
def test_effects_are_the_same_in_positions_that_the_seat_cannot_tell_apart(setup):
    """They give nothing hidden away and promise nothing uncertain; looking changes nothing."""
    game = setup.game
    for state, seat, line, effects in lines_and_effects(setup):
        before = game.state_to_json(state)
        assert list(game.consequences(state, seat, line)) == list(effects)
        assert game.state_to_json(state) == before
        notation = game.notation(state, seat, line[0])
        for luck in range(3):
            redealt = game.redeal(state, seat, Rng(luck))
            if len(line) == 1:
                line = (game.parse(redealt, seat, notation),)
            assert list(game.consequences(redealt, seat, line)) == list(effects), notation


@every_table
def test_each_effect_is_some_of_something_and_speaks_for_parts_of_the_worth(setup):
    """No two of a line are alike."""
    player = setup.game.player(best(setup.game.facts.players))
    names = player.sight.names if isinstance(player, Lookahead) else ()
    for *_, effects in lines_and_effects(setup):
        assert all(effect.amount for effect in effects)
        assert {part for effect in effects for part in effect.parts} <= set(names)
        assert all(sum(map(effect.is_like, effects)) == 1 for effect in effects)


@every_table
def test_effects_come_back_from_the_process_that_thinks_as_they_were(setup):
    for *_, effects in lines_and_effects(setup):
        sent = msgspec.json.encode(list(effects))
        assert msgspec.json.decode(sent, type=list[Consequence]) == list(effects)


@every_table
def test_a_line_compared_with_itself_neither_gains_nor_costs(setup):
    for *_, effects in lines_and_effects(setup):
        assert [*reasons.gains_of_line(effects, effects, 1)] == []
        assert [*reasons.gains_of_line(effects, effects, -1)] == []


@every_table
@each_case("language", LANGUAGES)
def test_an_effect_can_be_said_of_a_line_that_has_it_and_of_one_that_has_not(setup, language):
    spoken = words.of(setup.game.facts.key, language, "ABCDEF")
    for *_, effects in lines_and_effects(setup):
        for effect in (effect for effect in effects if effect.parts):
            has, has_not = (spoken.consequence(form) for form in (effect, effect.missing))
            assert 0 < len(has) <= ROOM
            assert has_not != has
            assert len(has_not) <= ROOM
            assert not re.search(r"[{}]", has + has_not)


@every_game
def test_a_game_that_can_point_at_something_does(key):
    """The others tell the parts of the worth by name."""
    can = type(games()[key]).consequences is not Game.consequences
    setups = plain_setups_of(games()[key])
    assert any(effects for setup in setups for *_, effects in lines_and_effects(setup)) is can
