"""Contents of the box: 61 city tiles, the start tile, the set-up (data/akropolis.json)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rules.assets import load
from rules.contract import Hex

VERSION = 1
"""Version of the rules and of the JSON of a position; raised when either behaves differently."""


class Kind(StrEnum):
    """The three kinds of construction."""

    QUARRY = "quarry"
    PLAZA = "plaza"
    DISTRICT = "district"


class Colour(StrEnum):
    """The five kinds of district, in the order of the score pad."""

    HOUSES = "houses"
    MARKETS = "markets"
    BARRACKS = "barracks"
    TEMPLES = "temples"
    GARDENS = "gardens"


class HexFace(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One hex as printed: a quarry, a plaza with its stars, or a district."""

    kind: Kind = msgspec.field(name="type")
    colour: Colour | None = None
    stars: int = 0


class StartHex(HexFace, frozen=True, kw_only=True):
    """One of the four hexes of the start tile, where it lies (AK-6)."""

    at: Hex


class Tile(msgspec.Struct, frozen=True):
    """A city tile; `hexes` run clockwise from the anchor (AK-23)."""

    id: int
    min_players: int
    code: str
    """One letter per hex: district small, plaza capital, quarry q."""
    hexes: tuple[HexFace, HexFace, HexFace]


class Setup(msgspec.Struct, frozen=True):
    """One row of the table of AK-4."""

    tiles: int
    line: int
    stacks: int
    stack_size: int
    rounds: int
    turns: int


class Architect(msgspec.Struct, frozen=True):
    """Scoring of one of the three Illustrious Architects (AK-95)."""

    level_value: int
    quarry_points: int


class _StartTile(msgspec.Struct, frozen=True):
    hexes: tuple[StartHex, ...]


class _SoloStones(msgspec.Struct, frozen=True):
    player: int
    architect: int


class _Stones(msgspec.Struct, frozen=True):
    starting_by_seat: tuple[int, ...]
    solo: _SoloStones


class _Setups(msgspec.Struct, frozen=True):
    standard: dict[int, Setup]
    long: dict[int, Setup]


class _Box(msgspec.Struct, frozen=True):
    start_tile: _StartTile
    stones: _Stones
    setup: _Setups
    architects: dict[str, Architect]
    tiles: tuple[Tile, ...]


_BOX = load("akropolis", _Box)

TILES: dict[int, Tile] = {tile.id: tile for tile in _BOX.tiles}
START: tuple[StartHex, ...] = _BOX.start_tile.hexes
STARTING_STONES = _BOX.stones.starting_by_seat
SOLO_STONES = _BOX.stones.solo
SETUPS: dict[str, dict[int, Setup]] = {"standard": _BOX.setup.standard, "long": _BOX.setup.long}
ARCHITECTS = _BOX.architects
USUAL_ARCHITECT = "hippodamos"
"""The architect of a solo game whose options name none (AK-90)."""

FACES: tuple[HexFace, ...] = (
    HexFace(kind=Kind.QUARRY),
    *(HexFace(kind=Kind.DISTRICT, colour=colour) for colour in Colour),
    *sorted(
        {face for tile in TILES.values() for face in tile.hexes if face.kind == Kind.PLAZA},
        key=lambda face: list(Colour).index(face.colour or Colour.HOUSES),
    ),
)
"""The eleven different hexes: the quarry, five districts, five plazas. The engine works on their
indexes: QUARRY, DISTRICT + colour, PLAZA + colour, with colours 0 .. 4."""
QUARRY, DISTRICT, PLAZA = 0, 1, 6
HOUSES, MARKETS, BARRACKS, TEMPLES, GARDENS = range(5)
STARS: tuple[int, ...] = tuple(face.stars for face in FACES[PLAZA:])
"""Stars of a plaza by colour."""


def face_index(face: HexFace) -> int:
    """Index of `face` in FACES."""
    return FACES.index(HexFace(kind=face.kind, colour=face.colour, stars=face.stars))


BLANK = 0
"""The id of a tile that does not exist: three quarries, to try a spot without scoring there."""
TILE_FACES: tuple[tuple[int, int, int], ...] = (
    (QUARRY, QUARRY, QUARRY),
    *(
        (face_index(a), face_index(b), face_index(c))
        for tile in _BOX.tiles
        for a, b, c in [tile.hexes]
    ),
)
"""Faces of each tile by its id."""


def in_play(seats: int, length: str) -> list[int]:
    """Ids of the tiles of a game, sorted (AK-2, AK-3)."""
    if length == "long":
        return sorted(TILES)
    return sorted(tile.id for tile in TILES.values() if tile.min_players <= max(seats, 2))


def setup(seats: int, length: str) -> Setup:
    """The set-up numbers of a game; solo is set up as for two (AK-90)."""
    return SETUPS[length][max(seats, 2)]
