"""Samples of Akropolis are even: any placement is as likely as any other."""

from collections import Counter

from rules.rng import Rng
from tests.akropolis.building import GAME
from tests.cases import each_case
from tests.contract.playing import plain_setups_of, running

SETUPS = plain_setups_of(GAME)


@each_case("setup", SETUPS, ids=str)
def test_samples_are_spread_evenly_over_the_legal_actions(setup):
    """Chi-square over twenty draws for each action: 1 for each degree of freedom, here < 1.5."""
    for state, seat in running(setup)[:3]:
        legal = [GAME.notation(state, seat, action) for action in GAME.legal_actions(state, seat)]
        rng = Rng(9)
        draws = Counter(
            GAME.notation(state, seat, GAME.sample(state, seat, rng))
            for _ in range(20 * len(legal))
        )
        chi_square = sum((draws[text] - 20) ** 2 / 20 for text in legal)
        assert chi_square < 1.5 * len(legal)
