"""Contents of the box, and the numbers by which the two games differ (data/<key>.json)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal

import msgspec

from rules.assets import load
from rules.contract import Event, Hex, IllegalMove, Seat

VERSION = 1
"""Version of the rules; raised when they behave differently."""

STACKS = 4
BASE_STACK = 3
"""Index of the stack of base buildings; the other stacks hold the rest (TG-24)."""
SEVEN = 7
"""Number of hexes of a region."""


class Flags(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers and the differences of a rule-set. Where both agree, the type says so."""

    draw_actions: int
    build_actions: int
    cards_when_nothing_done: int
    cards_per_unused_action: int
    replacement_cards: int
    surcharge_per_settlement: int
    covered_hexes_give_resources: bool
    bonus_needs_direct_connection: bool
    spent_bonus_goes_to: Literal["box", "supply"]
    when_bonus_supply_is_empty: Literal["card_at_end_of_turn"]
    settlements_join_through_cities: Literal[False]
    buildings_to_win: int
    cities_to_win: int


class Resource(msgspec.Struct, frozen=True):
    """One of the four resources; `code` is its letter in the notation."""

    key: str
    code: str
    en: str
    fr: str


class Building(msgspec.Struct, frozen=True):
    """A kind of building. `cost` by resource; `any`: resources of choice (TG-55)."""

    number: int
    project: int
    base: bool
    copies: int
    cost: dict[str, int]
    any: int
    after: tuple[int, ...]
    """Kinds beside which it is free: those directly before it on the arrows (TG-60)."""


class Project(msgspec.Struct, frozen=True):
    """Buildings that belong together; `size` counts copies."""

    id: int
    kinds: tuple[int, ...]
    size: int


class Layout(msgspec.Struct, frozen=True):
    """Places of the first regions and of the cities (TG-20, TG-22)."""

    tiles: tuple[Hex, ...]
    cities: tuple[Hex, ...]


class _Region(msgspec.Struct, frozen=True):
    id: int
    hexes: Annotated[tuple[str | None, ...], msgspec.Meta(min_length=SEVEN, max_length=SEVEN)]


class _Title(msgspec.Struct, frozen=True):
    en: str


class _Counts(msgspec.Struct, frozen=True):
    bonus_tokens: int


class _Box(msgspec.Struct, frozen=True):
    """The part of the data file that the engine reads; names are for the catalogues."""

    title: _Title
    rules: Flags
    resources: tuple[Resource, ...]
    deck: dict[str, int]
    counts: _Counts
    great_cities: tuple[dict[str, str], ...]
    """Each with its id and, by language, its name."""
    starting_hands: tuple[int, ...]
    projects: tuple[Project, ...]
    buildings: tuple[Building, ...]
    regions: tuple[_Region, ...]
    layouts: dict[int, Layout]


# ---- symbols ----------------------------------------------------------------------------------

_BITS = 4
_MASK = (1 << _BITS) - 1
Symbols = int
"""Counts of symbols by resource, four bits each, so that one addition adds them all."""


def symbols_of(counts: Iterable[int]) -> Symbols:
    """Counts by resource as one number."""
    return sum(count << _BITS * i for i, count in enumerate(counts))


def counts_of(symbols: Symbols) -> tuple[int, ...]:
    """Counts of the four resources."""
    return tuple([symbols >> _BITS * i & _MASK for i in range(4)])


# ---- needs ------------------------------------------------------------------------------------


class Need(msgspec.Struct, frozen=True, gc=False):
    """Cards that a building takes beyond the symbols of its hex: by resource, and of any."""

    due: tuple[int, ...]
    any: int


class Needs(dict[tuple[int, Symbols], Need]):
    """Need of each building beside given symbols, cached on first use (TG-53, TG-55)."""

    def __init__(self, costs: dict[int, Need]) -> None:
        super().__init__()
        self._costs = costs

    def __missing__(self, key: tuple[int, Symbols]) -> Need:
        cost, symbols = self._costs[key[0]], counts_of(key[1])
        due = tuple([max(0, n - k) for n, k in zip(cost.due, symbols, strict=True)])
        need = self[key] = Need(due, max(0, cost.any - sum(symbols)))
        return need


# ---- the rule-set -----------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class Ruleset:
    """The part of data/<key>.json that the rules need, in the shapes in which they need it."""

    key: str
    title: str
    flags: Flags
    resources: tuple[Resource, ...]
    names: tuple[str, ...]
    """Their keys; hands are lists in that order."""
    index: dict[str, int]
    """Index of each key in `names`."""
    codes: dict[str, str]
    """Resource of each letter that the notation accepts: its own, and the initials of its names.

    An initial that two resources share is accepted for neither.
    """
    deck: tuple[int, ...]
    """Cards by resource."""
    bonus_tokens: int
    hands: tuple[int, ...]
    """Cards of each seat at the start (TG-26)."""
    cities: dict[str, dict[str, str]]
    """The names of the great cities, by id and language."""
    projects: dict[int, Project]
    buildings: dict[int, Building]
    costs: dict[int, Need]
    """Cost of each building where there is no symbol."""
    needs: Needs
    regions: dict[int, tuple[str | None, ...]]
    """The resources on the hexes of each region: its centre, then clockwise (TG-11)."""
    symbols: dict[int, tuple[Symbols, ...]]
    """The same as numbers."""
    layouts: dict[int, Layout]

    @property
    def seats(self) -> tuple[int, ...]:
        """Numbers of players for which there is a layout (TG-1)."""
        return tuple(self.layouts)

    def code(self, name: str) -> str:
        """A message id of this game."""
        return f"{self.key}.{name}"

    def illegal(self, name: str, rule: str, **details: Any) -> IllegalMove:
        """A refusal that cites its rule."""
        return IllegalMove(f"{self.key}.{name}", rule=rule, **details)

    def event(
        self, name: str, args: dict[str, Any], only: Seat | None = None, reveals: bool = False
    ) -> Event:
        """Event of this game."""
        return Event(f"{self.key}.{name}", args, only, reveals)

    def by_name(self, counts: Sequence[int]) -> dict[str, int]:
        """Counts by resource as a dict, zeros included."""
        return dict(zip(self.names, counts, strict=True))

    def only_some(self, counts: Sequence[int]) -> dict[str, int]:
        """Counts by resource as a dict, without zeros."""
        return {name: n for name, n in zip(self.names, counts, strict=True) if n}

    def counts(self, by_name: dict[str, int]) -> list[int]:
        """Counts as a list in the order of the resources."""
        return [by_name.get(name, 0) for name in self.names]


@cache
def ruleset(key: str) -> Ruleset:
    """The rule-set of the game called `key`. Raises AssetError."""
    box = load(key, _Box)
    order = tuple(resource.key for resource in box.resources)
    costs = _costs(box, order)
    return Ruleset(
        key=key,
        title=box.title.en,
        flags=box.rules,
        resources=box.resources,
        names=order,
        index={name: i for i, name in enumerate(order)},
        codes=_letters(box.resources),
        deck=tuple(box.deck[name] for name in order),
        bonus_tokens=box.counts.bonus_tokens,
        hands=box.starting_hands,
        cities={city["id"]: _names(city) for city in box.great_cities},
        projects={project.id: project for project in box.projects},
        buildings={building.number: building for building in box.buildings},
        costs=costs,
        needs=Needs(costs),
        regions={region.id: region.hexes for region in box.regions},
        symbols={
            region.id: tuple(
                symbols_of(name == symbol for name in order) for symbol in region.hexes
            )
            for region in box.regions
        },
        layouts=box.layouts,
    )


def _letters(resources: Sequence[Resource]) -> dict[str, str]:
    """Resources by the letters that may be typed for them in either language."""
    codes = {resource.code: resource.key for resource in resources}
    initials = {
        (name[0], resource.key) for resource in resources for name in (resource.en, resource.fr)
    }
    uses = Counter(letter for letter, _ in initials)
    return {letter: key for letter, key in sorted(initials) if uses[letter] == 1} | codes


def _names(city: Mapping[str, str]) -> dict[str, str]:
    """Names of a city by language."""
    return {language: name for language, name in city.items() if language != "id"}


def _costs(box: _Box, order: Sequence[str]) -> dict[int, Need]:
    """Cost of each building, by resource in `order`."""
    return {
        building.number: Need(tuple(building.cost.get(name, 0) for name in order), building.any)
        for building in box.buildings
    }
