"""Strength of players, by name."""

from rules import levels
from tests.cases import each_case


@each_case(
    ("offered", "most", "best"),
    [
        (("random", "easy", "hard", "strong"), "strong", "strong"),
        (("random", "easy", "hard", "strong"), "hard", "hard"),
        (("random", "easy", "strong"), "hard", "easy"),
        (("random", "easy"), "strong", "easy"),
    ],
)
def test_the_best_player_that_is_not_above_a_level(offered, most, best):
    assert levels.best(offered, most) == best
