"""The public part of a position: the View, the surface of a city, the preview of a move."""

from __future__ import annotations

import msgspec

from rules.akropolis import scoring
from rules.akropolis.pieces import START, TILES, VERSION, setup
from rules.akropolis.scoring import ArchitectScore, CityScore, DistrictScore
from rules.akropolis.state import City, GameOptions, PlacedTile, State, footprint
from rules.contract import Hex, Seat
from rules.unmet import Unmet

__all__ = [
    "ArchitectScore",
    "ArchitectView",
    "Cell",
    "CityScore",
    "CityView",
    "DistrictScore",
    "GameOptions",
    "PlacedTile",
    "Preview",
    "Spot",
    "View",
    "city_view",
    "last_laid",
    "surface",
    "view",
]


class CityView(msgspec.Struct, frozen=True):
    """One seat's city; the start tile is implied, `tiles` are in the order of placement."""

    stones: int
    tiles: tuple[PlacedTile, ...]
    score: CityScore


class ArchitectView(msgspec.Struct, frozen=True):
    """The Illustrious Architect: his tiles lie in a row, unplaced (AK-94)."""

    stones: int
    tiles: tuple[int, ...]
    score: ArchitectScore


class View(msgspec.Struct, frozen=True):
    """The public position: the state without the stacks' content. The same for every seat."""

    game: str
    version: int
    options: GameOptions
    seats: int
    over: bool
    turn: int
    round: int
    rounds: int
    """Rounds in the whole game (AK-4 table)."""
    chief: Seat
    current: Seat | None
    line: tuple[int, ...]
    stack_sizes: tuple[int, ...]
    unseen: tuple[int, ...]
    cities: tuple[CityView, ...]
    architect: ArchitectView | None
    winners: tuple[Seat, ...] = ()
    """Once over: the winning seats; in solo (0,) when the player beat the architect, else ()."""


class Spot(msgspec.Struct, frozen=True):
    """A legal placement of the previewed tile at its rotation: anchor cell and level."""

    at: Hex
    level: int


class Preview(msgspec.Struct, frozen=True):
    """A move of one seat before it is made: its city afterwards. Reveals no stack."""

    seat: Seat
    notation: str
    line: int
    tile: int
    at: Hex
    rot: int
    level: int
    """Level the tile would get; 0 when it cannot lie there."""
    price: int
    gain: int
    """Stones for covered quarries (AK-38)."""
    city: CityView
    """The city after the move."""
    before: CityScore
    plazas_covered: tuple[str, ...]
    """Colours of the plazas the move would cover, one entry per plaza."""
    spots: tuple[Spot, ...]
    """All legal anchors of this tile at this rotation: level 2 and up first, then snug ones."""
    unmet: tuple[Unmet, ...] = ()
    """Reasons why districts or plazas of the tile count nothing yet."""


class Cell(msgspec.Struct, frozen=True):
    """The topmost hex of a cell of a city."""

    kind: str
    """quarry, plaza or district"""
    colour: str | None
    stars: int
    level: int
    piece: int
    """Index of its tile in `CityView.tiles`; -1 for the start tile."""


def view(state: State) -> View:
    """View of the state for everyone: all but the content of the stacks."""
    options = state.options
    return View(
        game="akropolis",
        version=VERSION,
        options=options,
        seats=state.seats,
        over=state.over,
        turn=state.turn,
        round=state.round,
        rounds=setup(state.seats, options.length).rounds,
        chief=state.chief,
        current=state.current,
        line=tuple(state.line),
        stack_sizes=tuple(len(stack) for stack in state.stacks),
        unseen=tuple(sorted(tile for stack in state.stacks for tile in stack)),
        cities=tuple(city_view(city) for city in state.cities),
        architect=_architect_view(state),
        winners=scoring.winners(state) if state.over else (),
    )


def city_view(city: City) -> CityView:
    """A city as it lies on the table, with its score."""
    return CityView(city.stones, tuple(city.tiles), scoring.city_score(city))


def _architect_view(state: State) -> ArchitectView | None:
    architect = state.architect
    if architect is None:
        return None
    return ArchitectView(architect.stones, tuple(architect.tiles), scoring.architect_score(state))


def last_laid(view: View) -> tuple[Seat, int] | None:
    """The newest tile, of the seat that moved last, as (seat, index into its tiles)."""
    if view.turn == 0:
        return None
    seat = 0 if view.architect else (view.turn - 1) % view.seats
    count = len(view.cities[seat].tiles)
    return (seat, count - 1) if count else None


def surface(city: CityView) -> dict[Hex, Cell]:
    """The topmost hex of every built cell."""
    cells = {
        start.at: Cell(start.kind, start.colour, start.stars, level=1, piece=-1) for start in START
    }
    for piece, placed_tile in enumerate(city.tiles):
        faces = TILES[placed_tile.tile].hexes
        for at, face in zip(footprint(placed_tile.at, placed_tile.rot), faces, strict=True):
            cells[at] = Cell(face.kind, face.colour, face.stars, placed_tile.level, piece)
    return cells
