"""How often a run repeats what is costly: `./test --deep` often, an ordinary run once or twice.

Contract tests and those on the page go through every game in a deep run. An ordinary one takes the
richest game, with those that have changed or, where none has, one by the date. The playground is a
room that nothing imports: most tests of its page run where it has changed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar

import pytest

from bot.i18n import catalogues
from rules import registry
from tests.changed import changed_games, touched_files

T = TypeVar("T")

DEEP = os.environ.get("HEXAGORA_DEEP") == "1"
deep = pytest.mark.deep
"""Marks a test, or one of its parameters, that only a deep run includes."""
CHOSEN = "HEXAGORA_GAMES"
"""The environment variable that names the games of a run: all processes of it have the same."""


def deep_unless_touched(room: str) -> Callable[[T], T]:
    """Decorator of tests that an ordinary run includes only where their room has changed."""
    folders = (f"{room}/", f"tests/{room}/")
    is_touched = any(file.startswith(folders) for file in touched_files())
    return (lambda test: test) if is_touched else deep


def of_tier(usual: T, more: T) -> T:
    """The first in an ordinary run, the second in a deep one."""
    return more if DEEP else usual


@cache
def games() -> dict[str, Any]:
    """The games that contract tests and those on the page go through, by key."""
    keys = os.environ[CHOSEN].split()
    return {key: game for key, game in registry.games().items() if key in keys}


def choose_games(keywords: str) -> None:
    """Choose the games of a run once for all its processes; `keywords` are those of `-k`."""
    if not os.environ.get(CHOSEN):
        keys = registry.games() if DEEP else daily_games(keywords)
        os.environ[CHOSEN] = " ".join(sorted(keys))


def daily_games(keywords: str) -> set[str]:
    """The richest game, and those that are asked for, or have changed, or whose day it is."""
    keys = [*registry.games()]
    poorer = sorted({*keys} - {game_of_most_text(keys)})
    wanted_keys = {key for key in keys if re.search(rf"\b{key}", keywords)}
    today = poorer[datetime.now(UTC).toordinal() % len(poorer)]
    return {game_of_most_text(keys)} | (wanted_keys or changed_games(touched_files()) or {today})


def game_of_most_text(keys: Iterable[str]) -> str:
    """The richest game: the one that says the most, and so has the longest pages."""
    return max(keys, key=length_of_texts)


def length_of_texts(key: str) -> int:
    """Bytes of a game's own catalogue in French."""
    return sum(file.stat().st_size for file in catalogues("fr") if file.stem == key)
