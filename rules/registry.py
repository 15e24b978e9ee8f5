"""Every game there is: each public package beside this file that has a `GAME`."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from rules.contract import Game, RulesError

AnyGame = Game[Any, Any, Any]


class UnknownGame(RulesError):
    """There is no such game in the house."""


@cache
def games() -> dict[str, AnyGame]:
    """All games by key, in alphabetical order."""
    found = pkgutil.iter_modules([str(Path(__file__).parent)])
    names = sorted(each.name for each in found if each.ispkg and not each.name.startswith("_"))
    loaded: list[AnyGame] = [import_module(f"rules.{name}").GAME for name in names]
    return {game.facts.key: game for game in loaded}


def get(key: str) -> AnyGame:
    """The game called `key`. Raises UnknownGame."""
    try:
        return games()[key]
    except KeyError:
        raise UnknownGame("common.unknown_game", game=key, games=", ".join(games())) from None
