"""Every game in every setup, and positions along a random playout of each."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, product
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules.contract import Choice, Event, Game, play
from rules.levels import HARD, STRONG
from rules.lookahead import Effort, Lookahead
from rules.rng import Rng
from tests.cases import each_case
from tests.tier import games, of_tier

LOOKING = (HARD, STRONG)
"""Who takes its time."""

Ply = tuple[int, Any]


# ---- setups --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setup:
    """One way to set up one game; `options` are pairs, so that a setup can be a key."""

    game: Game[Any, Any, Any]
    seats: int
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        chosen = ["+".join(v) if isinstance(v, tuple) else v for _, v in self.options]
        return "-".join([self.game.facts.key, str(self.seats), *filter(None, chosen)])

    def new(self, seed: int = 7) -> Any:
        """A fresh deal."""
        options = {k: list(v) if isinstance(v, tuple) else v for k, v in self.options}
        return self.game.new(self.seats, seed, options)

    def everybody(self) -> list[int | None]:
        """Every seat, and a spectator."""
        return [*range(self.seats), None]


def game_of(setup: Setup) -> str:
    """Key of the game of a setup, by which the tests over setups are grouped."""
    return setup.game.facts.key


def setups() -> list[Setup]:
    """Every game with every number of seats and every setting; of subsets and orders, two.

    Settings with which a random game may never end are left out.
    """
    return [setup for game in games().values() for setup in _setups_of(game)]


def _setups_of(game: Game[Any, Any, Any]) -> Iterator[Setup]:
    for seats in game.facts.seats:
        choices = game.facts.settings(seats)
        for values in product(*map(_values, choices)):
            chosen = zip((choice.key for choice in choices), values, strict=True)
            yield Setup(game, seats, tuple(chosen))


def _values(choice: Choice) -> list[Any]:
    if choice.ordered:
        return [tuple(choice.default), choice.values[: -len(choice.default) - 1 : -1]]
    if choice.many:
        return [(), tuple(choice.values)]
    return [value for value in choice.values if value not in choice.endless]


def plain_setups() -> list[Setup]:
    """One setup for each game and number of seats: the first."""
    return [setup for game in games().values() for setup in plain_setups_of(game)]


def plain_setups_of(game: Game[Any, Any, Any]) -> list[Setup]:
    """The first setup of a game for each number of seats."""
    first: dict[int, Setup] = {}
    for setup in _setups_of(game):
        first.setdefault(setup.seats, setup)
    return [*first.values()]


def drawn_setups() -> list[Setup]:
    """The setups of each game of which pictures are drawn: for fewest and most; all if deep."""
    sizes_of_game = map(plain_setups_of, games().values())
    drawn = (of_tier([*sizes[:1], *sizes[1:][-1:]], sizes) for sizes in sizes_of_game)
    return [*chain.from_iterable(drawn)]


def large_setups() -> list[Setup]:
    """The setup of each game for the most seats, of which more is drawn; all if deep."""
    return of_tier([plain_setups_of(game)[-1] for game in games().values()], plain_setups())


every_game = pytest.mark.parametrize("key", games())
every_setup = each_case("setup", setups(), ids=str, by=game_of)
"""Every setting of every game, for claims that cost little."""
every_table = each_case("setup", plain_setups(), ids=str, by=game_of)
"""Every number of seats of every game."""
every_large_table = each_case("setup", large_setups(), ids=str, by=game_of)
"""The most seats of every game."""


# ---- random games --------------------------------------------------------------------------------


@cache
def playout(setup: Setup, seed: int = 7) -> tuple[Any, list[Ply]]:
    """A random game to its end: the last position, and what was played."""
    state, rng, plies = setup.new(seed), Rng(seed), []
    while acting := setup.game.to_act(state):
        seat = rng.choice(acting)
        action = setup.game.sample(state, seat, rng)
        setup.game.check(state, seat, action)
        setup.game.apply(state, seat, action)
        plies.append((seat, action))
    return state, plies


@cache
def along(setup: Setup, seed: int = 7) -> list[Any]:
    """Positions of the random game: the first, some on the way, the last move's, the end's."""
    end, plies = playout(setup, seed)
    marks = {0, 1, len(plies) // 4, len(plies) // 2, 3 * len(plies) // 4, len(plies) - 1}
    state, positions = setup.new(seed), []
    for ply, (seat, action) in enumerate(plies):
        if ply in marks:
            positions.append(state.clone())
        setup.game.apply(state, seat, action)
    return [*positions, end]


def running(setup: Setup, seed: int = 7) -> list[tuple[Any, int]]:
    """The same positions without the end, each with a seat that has to act."""
    return [(state, seat) for state in along(setup, seed) for seat in setup.game.to_act(state)[:1]]


@cache
def plies_along(setup: Setup) -> list[tuple[Any, int, Any, Any, list[Event]]]:
    """Plies of the random game: the position before, seat, action, position after, events."""
    state, plies = setup.new(), []
    for seat, action in playout(setup)[1]:
        after, events = play(setup.game, state, seat, action)
        plies.append((state, seat, action, after, events))
        state = after
    return plies


# ---- players -------------------------------------------------------------------------------------


def player_of(game: Game[Any, Any, Any], name: str) -> Any:
    """A player of AI seats; one that looks ahead makes a few looks only, unless the run is deep."""
    player = game.player(name)
    if isinstance(player, Lookahead):
        effort = player.effort
        player.effort = of_tier(with_few_looks(effort), effort)
    return player


def with_few_looks(effort: Effort) -> Effort:
    """An effort of one look at each of three candidates."""
    return replace(effort, candidates=3, looks=1, plies=min(effort.plies, 60))


def thinned(positions: list[tuple[Any, int]], player: str) -> list[tuple[Any, int]]:
    """As many positions as there is time for; a player that searches is tried on one."""
    return positions[2:3] or positions[:1] if player in LOOKING else positions


# ---- what is compared ----------------------------------------------------------------------------


def json_of(game: Game[Any, Any, Any], state: Any) -> str:
    """A position as text: equal texts, equal positions."""
    return json.dumps(game.state_to_json(state))


def as_json(value: Any) -> str:
    """A struct as JSON."""
    return json.dumps(msgspec.to_builtins(value))


def legal_texts(game: Game[Any, Any, Any], state: Any, seat: int) -> list[str]:
    """Notations of the legal actions."""
    return [game.notation(state, seat, action) for action in game.legal_actions(state, seat)]


def offered_texts(game: Game[Any, Any, Any], state: Any, seat: int) -> list[str]:
    """Notations of the legal actions without those that give the game up."""
    actions = game.legal_actions(state, seat)
    return [game.notation(state, seat, each) for each in actions if not game.gives_up(each)]
