"""Akropolis a second time, slowly: written from the rules alone, to be compared with the engine.

Nothing here imports the engine. Cities are plain dicts, every question is answered from scratch,
and the coordinates, tiles and set-up numbers are read straight from the data file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

DATA = json.loads(
    (Path(__file__).parents[2] / "data" / "akropolis.json").read_text(encoding="utf-8")
)
TILES: dict[int, list[dict[str, Any]]] = {tile["id"]: tile["hexes"] for tile in DATA["tiles"]}
COLOURS = ("houses", "markets", "barracks", "temples", "gardens")
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

Hex = tuple[int, int]


@dataclass
class Top:
    """The topmost hex of a cell; `piece` counts the tiles of the city, the start tile is 0."""

    kind: str
    colour: str | None
    stars: int
    level: int
    piece: int


@dataclass
class City:
    """The visible hexes and the stones of one player."""

    stones: int = 0
    cells: dict[Hex, Top] = field(default_factory=dict)
    pieces: int = 1

    def __post_init__(self) -> None:
        for face in DATA["start_tile"]["hexes"]:
            self.cells[tuple(face["at"])] = top(face, level=1, piece=0)


def top(face: dict[str, Any], level: int, piece: int) -> Top:
    """A hex of the data file, lying on `level`."""
    return Top(face["type"], face.get("colour"), face.get("stars", 0), level, piece)


def neighbours(cell: Hex) -> list[Hex]:
    """The six cells around `cell`."""
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in DIRECTIONS]


def footprint(at: Hex, rot: int) -> list[Hex]:
    """The three cells a tile occupies, in the order of its hexes (AK-23)."""
    first, second = DIRECTIONS[rot], DIRECTIONS[(rot + 1) % 6]
    return [at, (at[0] + first[0], at[1] + first[1]), (at[0] + second[0], at[1] + second[1])]


# ---- placement ------------------------------------------------------------------------------


def height(city: City, cell: Hex) -> int:
    """Level of the topmost hex, 0 where nothing is built (AK-30)."""
    return city.cells[cell].level if cell in city.cells else 0


def refusal(city: City, at: Hex, rot: int) -> str | None:
    """The first rule that a tile at `at`, `rot` breaks, or None (AK-31 to AK-35)."""
    cells = footprint(at, rot)
    heights = {height(city, cell) for cell in cells}
    if len(heights) > 1:
        return "uneven"
    if heights == {0}:
        touching = any(near in city.cells for cell in cells for near in neighbours(cell))
        return None if touching else "not_adjacent"
    beneath = {city.cells[cell].piece for cell in cells}
    return None if len(beneath) > 1 else "single_tile"


def placements(city: City) -> Iterator[tuple[int, int, int, int]]:
    """Every legal (q, r, rot, level), sorted."""
    qs = [q for q, _ in city.cells]
    rs = [r for _, r in city.cells]
    for q, r, rot in product(
        range(min(qs) - 2, max(qs) + 3), range(min(rs) - 2, max(rs) + 3), range(6)
    ):
        if refusal(city, (q, r), rot) is None:
            yield q, r, rot, height(city, (q, r)) + 1


def sites(city: City) -> dict[frozenset[Hex], int]:
    """Every legal set of three cells, with the level a tile would have there."""
    return {frozenset(footprint((q, r), rot)): level for q, r, rot, level in placements(city)}


def place(city: City, tile: int, at: Hex, rot: int) -> int:
    """Lay the tile, take the stones of covered quarries (AK-38); returns the level it got."""
    cells = footprint(at, rot)
    level = height(city, at) + 1
    city.stones += sum(cell in city.cells and city.cells[cell].kind == "quarry" for cell in cells)
    for cell, face in zip(cells, TILES[tile], strict=True):
        city.cells[cell] = top(face, level, city.pieces)
    city.pieces += 1
    return level


# ---- scoring --------------------------------------------------------------------------------


def outer_space(city: City) -> set[Hex]:
    """The empty cells near the city from which one walks to infinity (AK-51)."""
    qs = [q for q, _ in city.cells]
    rs = [r for _, r in city.cells]
    box = set(product(range(min(qs) - 1, max(qs) + 2), range(min(rs) - 1, max(rs) + 2)))
    corner = (min(qs) - 1, min(rs) - 1)
    outside, todo = {corner}, [corner]
    while todo:
        for near in neighbours(todo.pop()):
            if near in box and near not in city.cells and near not in outside:
                outside.add(near)
                todo.append(near)
    return outside


def lakes(city: City) -> list[set[Hex]]:
    """The enclosed groups of empty cells (AK-52)."""
    outside = outer_space(city)
    empty = {near for cell in city.cells for near in neighbours(cell)} - set(city.cells)
    found: list[set[Hex]] = []
    for cell in sorted(empty - outside):
        if not any(cell in lake for lake in found):
            found.append(_lake_around(city, cell))
    return found


def _lake_around(city: City, cell: Hex) -> set[Hex]:
    lake, todo = {cell}, [cell]
    while todo:
        for near in neighbours(todo.pop()):
            if near not in city.cells and near not in lake:
                lake.add(near)
                todo.append(near)
    return lake


def groups(cells: Iterable[Hex]) -> list[set[Hex]]:
    """The connected groups of `cells`."""
    remaining = set(cells)
    parts = []
    while remaining:
        todo = [remaining.pop()]
        group = set(todo)
        while todo:
            near = remaining.intersection(neighbours(todo.pop()))
            remaining -= near
            group |= near
            todo.extend(near)
        parts.append(group)
    return parts


def districts(city: City, colour: str) -> set[Hex]:
    """The cells that show a district of `colour`."""
    return {
        cell
        for cell, hex_ in city.cells.items()
        if hex_.kind == "district" and hex_.colour == colour
    }


def scoring(city: City, colour: str) -> set[Hex]:
    """The districts of `colour` that satisfy their condition (AK-60 to AK-64)."""
    all_of = districts(city, colour)
    outside = outer_space(city)
    match colour:
        case "houses":
            return max(groups(all_of), key=lambda g: (len(g), value(city, g)), default=set())
        case "markets":
            return {cell for cell in all_of if not all_of.intersection(neighbours(cell))}
        case "barracks":
            return {cell for cell in all_of if outside.intersection(neighbours(cell))}
        case "temples":
            return {cell for cell in all_of if all(n in city.cells for n in neighbours(cell))}
    return all_of


def value(city: City, cells: Iterable[Hex]) -> int:
    """The sum of the levels (AK-53)."""
    return sum(city.cells[cell].level for cell in cells)


def doubled(city: City, colour: str, cell: Hex) -> bool:
    """Whether the variant of `colour` doubles this scoring hex (AK-70 to AK-74)."""
    around = neighbours(cell)
    match colour:
        case "houses":
            return value(city, scoring(city, "houses")) >= 10
        case "markets":
            tops = [city.cells[near] for near in around if near in city.cells]
            return any(hex_.kind == "plaza" and hex_.colour == "markets" for hex_ in tops)
        case "barracks":
            return len(outer_space(city).intersection(around)) >= 3
        case "temples":
            return city.cells[cell].level >= 2
    return any(lake.intersection(around) for lake in lakes(city))


def colour_score(city: City, colour: str, variants: Iterable[str]) -> dict[str, int]:
    """Value, stars and points of one colour (AK-54)."""
    worth = sum(
        city.cells[cell].level * (2 if colour in variants and doubled(city, colour, cell) else 1)
        for cell in scoring(city, colour)
    )
    stars = sum(hex_.stars for hex_ in city.cells.values() if hex_.colour == colour)
    return {"value": worth, "stars": stars, "points": worth * stars}


def score(city: City, variants: Iterable[str] = ()) -> dict[str, Any]:
    """The score of a city in the form of the score JSON (AK-55)."""
    by_colour = {colour: colour_score(city, colour, tuple(variants)) for colour in COLOURS}
    points = sum(part["points"] for part in by_colour.values())
    return {"districts": by_colour, "stones": city.stones, "total": points + city.stones}


# ---- the Illustrious Architect --------------------------------------------------------------


def architects_choice(line: list[int], stones: int) -> int:
    """The index he takes: the cheapest plaza he can pay, else the first tile (AK-93)."""
    for index, tile in enumerate(line):
        if any(face["type"] == "plaza" for face in TILES[tile]):
            return index if index <= stones else 0
    return 0


def architect_score(
    name: str, tiles: Iterable[int], stones: int, variants: Iterable[str] = ()
) -> dict[str, Any]:
    """His score, in the form of the score JSON (AK-95 to AK-98)."""
    level = {"hippodamos": 1, "metagenes": 1, "callicrates": 2}[name]
    faces = [face for tile in tiles for face in TILES[tile]] + DATA["start_tile"]["hexes"]
    by_colour = {
        colour: _architects_colour(colour, faces, level, colour in tuple(variants))
        for colour in COLOURS
    }
    quarries = sum(face["type"] == "quarry" for face in faces)
    quarry_points = 2 * quarries if name == "metagenes" else 0
    points = sum(part["points"] for part in by_colour.values())
    return {
        "districts": by_colour,
        "quarry_points": quarry_points,
        "stones": stones,
        "total": points + quarry_points + stones,
    }


def _architects_colour(
    colour: str, faces: list[dict[str, Any]], level: int, variant: bool
) -> dict[str, int]:
    his = [face for face in faces if face.get("colour") == colour]
    count = sum(face["type"] == "district" for face in his)
    plazas = len(his) - count
    stars = sum(face.get("stars", 0) for face in his)
    twice = {
        "houses": count if count * level >= 10 else 0,
        "markets": min(3 * plazas, count),
        "barracks": count,
        "temples": count if level == 2 else 0,
        "gardens": count,
    }[colour]
    worth = (count + (twice if variant else 0)) * level
    return {"value": worth, "stars": stars, "points": worth * stars}


# ---- a whole game ---------------------------------------------------------------------------


def city_of(tiles: Iterable[dict[str, Any]], stones: int = 0) -> City:
    """The city of a state JSON's tile list; its stones are `stones`."""
    city = City()
    for laid in tiles:
        place(city, laid["tile"], tuple(laid["at"]), laid["rot"])
    city.stones = stones
    return city


def advance(state: dict[str, Any], line: int, at: Hex, rot: int) -> dict[str, Any]:
    """The state JSON after a legal action of the current seat (AK-20 to AK-42, AK-91 to AK-94)."""
    after: dict[str, Any] = json.loads(json.dumps(state))
    laid = after["cities"][after["current"]]
    city = city_of(laid["tiles"], laid["stones"] - line)
    tile = after["line"].pop(line)
    level = place(city, tile, at, rot)
    laid["tiles"].append({"tile": tile, "at": list(at), "rot": rot, "level": level})
    laid["stones"] = city.stones
    _end_turn(after)
    if after["architect"] is not None:
        after["architect"]["stones"] += line
        if not after["over"]:
            _architects_turn(after)
    return after


def _architects_turn(after: dict[str, Any]) -> None:
    his = after["architect"]
    index = architects_choice(after["line"], his["stones"])
    his["stones"] -= index
    his["tiles"].append(after["line"].pop(index))
    _end_turn(after)


def _end_turn(after: dict[str, Any]) -> None:
    sides = 2 if after["architect"] is not None else after["seats"]
    after["turn"] += 1
    if after["architect"] is None:
        after["current"] = (after["current"] + 1) % sides
    if len(after["line"]) > 1:
        return
    if after["stacks"]:
        after["line"] += after["stacks"].pop(0)
        after["chief"] = (after["chief"] + 1) % sides
        after["round"] += 1
    else:
        after["over"], after["current"] = True, None
