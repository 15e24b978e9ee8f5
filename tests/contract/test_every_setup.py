"""Facts, settings and deals of every game: `facts`, `new`, `turns`."""

from typing import Any

import pytest

from rules.contract import BadOptions
from rules.levels import LEVELS
from rules.registry import get
from tests.cases import each_case
from tests.catalogues import has_text
from tests.contract.playing import (
    every_game,
    every_setup,
    every_table,
    json_of,
    plain_setups_of,
    playout,
)
from tests.tier import games

UNKNOWN = "colour of the dice"


def assert_refused(key: str, seats: int, options: dict[str, Any], seed: Any = 7) -> None:
    """Show that these arguments make no game, and that a sentence says why."""
    with pytest.raises(BadOptions) as refused:
        games()[key].new(seats, seed, options)
    assert has_text(refused.value.code)


@every_game
def test_a_game_is_found_by_its_key(key):
    assert get(key) is games()[key]
    assert get(key).facts.key == key


# ---- facts ---------------------------------------------------------------------------------------


@every_game
def test_numbers_of_seats_ascend_and_each_can_be_set_up(key):
    seats = get(key).facts.seats
    assert seats == tuple(sorted(set(seats)))
    assert [setup.seats for setup in plain_setups_of(games()[key])] == [*seats]


@every_game
def test_players_of_ai_seats_have_the_names_of_the_house_weakest_first(key):
    names = get(key).facts.players
    assert names == tuple(level for level in LEVELS if level in names)
    assert {"random", "easy"} <= set(names)


@every_table
def test_the_usual_length_of_a_game_is_about_that_of_a_random_one(setup):
    """Random play takes longer than good play does, but not three times as long."""
    state, turns = setup.new(), 0
    for seat, action in playout(setup)[1]:
        setup.game.apply(state, seat, action)
        turns += not setup.game.mid_turn(state)
    length = setup.game.turns(setup.seats, dict(setup.options))
    assert length.least <= length.usual <= length.most
    assert length.least / 3 < turns < 3 * length.most


# ---- settings ------------------------------------------------------------------------------------


@every_game
def test_each_setting_is_there_once_and_takes_one_value_or_some_or_an_order(key):
    facts = get(key).facts
    for choice in facts.choices:
        assert len(set(choice.values)) == len(choice.values)
        assert not (choice.many and choice.ordered)
        assert choice.allows(choice.default)
    for seats in facts.seats:
        keys = [choice.key for choice in facts.settings(seats)]
        assert sorted(set(keys)) == sorted(keys)


@every_game
def test_a_game_without_settings_is_the_one_with_their_defaults(key):
    game = get(key)
    for seats in game.facts.seats:
        defaults = {choice.key: choice.default for choice in game.facts.settings(seats)}
        assert json_of(game, game.new(seats, 7)) == json_of(game, game.new(seats, 7, defaults))


@every_game
def test_other_numbers_of_seats_are_refused(key):
    for seats in (-1, 0, max(get(key).facts.seats) + 1):
        assert_refused(key, seats, {})


@every_game
def test_unknown_settings_and_values_are_refused(key):
    for seats in get(key).facts.seats:
        assert_refused(key, seats, {UNKNOWN: "blue"})
        for choice in get(key).facts.settings(seats):
            several = [*choice.default, *choice.default, UNKNOWN]
            for value in (UNKNOWN, several, several[:1], 7):
                if not choice.allows(value):
                    assert_refused(key, seats, {choice.key: value})


# ---- dealing -------------------------------------------------------------------------------------


@every_setup
def test_a_seed_decides_the_deal(setup):
    """Where there is luck, another seed deals another game."""
    seeds = (3, 4, 2**100 + 3, 2**127)
    deals = [[json_of(setup.game, setup.new(seed)) for seed in seeds] for _ in range(2)]
    assert deals[0] == deals[1]
    assert len(set(deals[0])) == (len(seeds) if setup.game.facts.luck else 1)


@every_game
@each_case("seed", [-1, 2**128, "7", 7.0, None])
def test_a_seed_is_a_number_of_128_bits(key, seed):
    for seats in get(key).facts.seats:
        assert_refused(key, seats, {}, seed)
