"""Texts that matter are read on a phone: their sizes as `python -m bench sizes` prints them."""

from __future__ import annotations

import pytest

from bench import sizes
from bench.measured import game_bench
from rules.registry import games
from tests.tier import deep


@pytest.mark.parametrize("key", games())
@pytest.mark.parametrize("seats", [pytest.param(3, marks=deep), 4])
def test_texts_that_matter_are_large_enough(key, seats):
    """Late in an easy game: name, score, key figures, prices, coordinates, text of a hand."""
    small = {
        (role.name, role.picture): size
        for role, size in sizes.text_sizes(game_bench(key), seats).items()
        if size < role.least
    }
    assert small == {}
