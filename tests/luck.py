"""The luck of the tables of a test: the same in every run, so that no deal fails now and then."""

from itertools import count
from types import SimpleNamespace

import pytest

from bot.ai import adviser
from bot.service import lobbies
from bot.table.changes import Secret
from rules import levels

LUCK = "fedcba9876543210fedcba9876543210"


@pytest.fixture(autouse=True)
def luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table of a test is dealt from another seed: the first from 1, the second from 2.

    Nobody waits for a look ahead who has a move suggested, but in tests that are about it.
    """
    monkeypatch.setattr(adviser, "ADVISER", levels.HARD)
    seeds = (f"{number:032x}" for number in count(1))
    monkeypatch.setattr(lobbies, "Secret", SimpleNamespace(new=lambda: Secret(next(seeds), LUCK)))


@pytest.fixture
def same_luck(monkeypatch: pytest.MonkeyPatch, luck: None) -> None:
    """Every table is dealt from one seed, so that two games can be compared."""
    monkeypatch.setattr(lobbies, "Secret", SimpleNamespace(new=lambda: Secret(LUCK, LUCK)))
