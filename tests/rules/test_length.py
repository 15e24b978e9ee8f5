"""Length of a game: turns of whole games, and the range that most of them take."""

from rules import length
from rules.contract import Length
from rules.registry import get
from tests.cases import each_case


def test_the_turns_and_rounds_of_a_whole_game_are_counted():
    game = get("akropolis")
    duration = length.play_game(game, 2, 5, {}, game.player("random"))
    assert (duration.turns, duration.number) == (36, 12)


def test_a_turn_of_several_moves_is_one_turn():
    game = get("magna_grecia")
    assert length.play_game(game, 2, 5, {}, game.player("random")).turns == 31


def test_a_range_leaves_out_the_shortest_and_the_longest_tenth():
    assert length.length_range(range(1, 12)) == Length(2, 6, 10)


@each_case(("percent", "value"), [(0, 10), (50, 30), (90, 50), (100, 50)])
def test_a_percentile_is_one_of_the_numbers(percent, value):
    assert length.percentile([30, 10, 20, 50, 40], percent) == value
