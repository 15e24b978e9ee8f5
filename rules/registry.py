"""Registry of all games: the public packages of the rules with a `RULES.md` and a `GAME`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import rules
from rules.contract import Game, RulesError

AnyGame = Game[Any, Any, Any]


class UnknownGame(RulesError):
    """There is no such game."""


@cache
def games() -> dict[str, AnyGame]:
    """All games by key, in alphabetical order."""
    books = (book for room in rules.__path__ for book in Path(room).glob("[!_]*/RULES.md"))
    names = sorted(book.parent.name for book in books)
    loaded: list[AnyGame] = [import_module(f"rules.{name}").GAME for name in names]
    return {game.facts.key: game for game in loaded}


def get(key: str) -> AnyGame:
    """The game called `key`. Raises UnknownGame."""
    try:
        return games()[key]
    except KeyError:
        raise UnknownGame("common.unknown_game", game=key, games=", ".join(games())) from None


def packages(key: str) -> list[str]:
    """Packages of a game: its own first, then those that it shares with sister games.

    The underscore of a shared package says that it is no game by itself. Raises UnknownGame.
    """
    modules = (base.__module__.split(".") for base in type(get(key)).__mro__)
    names = dict.fromkeys(module[1] for module in modules if module[0] == "rules")
    return [name for name in names if name == key or name.startswith("_")]


def sisters(package: str) -> list[str]:
    """Games that use a package."""
    return [key for key in games() if package in packages(key)]


def homes(key: str) -> list[Path]:
    """Folders of a game's packages. Raises UnknownGame."""
    modules = [import_module(f"rules.{name}") for name in packages(key)]
    return [Path(str(module.__file__)).parent for module in modules]
