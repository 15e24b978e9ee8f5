"""Small positions, written short: `build(city("51@-1,2r5 35@0,0r0", stones=2), city())`."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from rules import record
from rules.registry import get
from tests.akropolis import reference
from tests.rulebook import refusal

GAME = get("akropolis")
ALL_VARIANTS = reference.COLOURS
SEATS_AND_LENGTHS = [
    (1, "standard"),
    (2, "standard"),
    (3, "standard"),
    (4, "standard"),
    (1, "long"),
    (2, "long"),
    (3, "long"),
]


def city(tiles: str = "", stones: int = 0) -> dict[str, Any]:
    """The JSON of a city: tiles in the order of placement, each as `id@q,rrROT`."""
    built, laid = reference.City(), []
    for text in tiles.split():
        tile, q, r, rot = map(int, re.fullmatch(r"(\d+)@(-?\d+),(-?\d+)r(\d)", text).groups())
        level = reference.place(built, tile, (q, r), rot)
        laid.append({"tile": tile, "at": [q, r], "rot": rot, "level": level})
    return {"stones": stones, "tiles": laid}


def position_json(*cities: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """The JSON of a position; what is not said is as at the start of a small game."""
    used = {laid["tile"] for each in cities for laid in each["tiles"]}
    free = [tile for tile in reference.TILES if tile not in used]
    given = {key: fields.pop(key) for key in ("length", "variants", "solo") if key in fields}
    start = {
        "game": "akropolis",
        "version": 1,
        "options": {"length": "standard", "variants": [], "solo": None} | given,
        "seats": len(cities),
        "over": False,
        "turn": fields.get("current") or 0,
        "round": 1,
        "chief": 0,
        "current": 0,
        "line": free[:4],
        "stacks": [],
        "cities": list(cities),
        "architect": None,
    }
    return start | fields


def build(*cities: dict[str, Any], **fields: Any) -> Any:
    """The state of `position_json(...)`, loaded by the engine."""
    return GAME.state_from_json(position_json(*cities, **fields))


def solo(tiles: str = "", stones: int = 1, **fields: Any) -> Any:
    """A position of the solo mode; `architect` is his stones and tiles."""
    fields = {"solo": "hippodamos", "architect": {"stones": 2, "tiles": []}} | fields
    return build(city(tiles, stones), **fields)


RECORDS = {path.stem: path for path in sorted((Path(__file__).parent / "records").glob("*.json"))}


def recorded(name: str) -> record.Record:
    """A finished game of the folder `records`."""
    return record.from_json(json.loads(RECORDS[name].read_text(encoding="utf-8")))


def replayed(name: str, plies: int | None = None) -> Any:
    """The position of such a game after so many plies, or at its end."""
    *_, (state, _) = islice(record.replay(recorded(name)), plies)
    return state


def score(tiles: str, *variants: str, stones: int = 0) -> dict[str, Any]:
    """The score JSON of a city, by the engine."""
    state = build(city(tiles, stones), city(), variants=list(variants))
    return msgspec.to_builtins(GAME.view(state, None).cities[0].score)


def worth(tiles: str, colour: str, *variants: str) -> int:
    """The value of the districts of one colour of a city."""
    return score(tiles, *variants)["districts"][colour]["value"]


def why_not(state: Any, seat: int, text: str) -> str | None:
    """The name of the refusal of a move, or None when it is legal."""
    refused = refusal(lambda: GAME.check(state, seat, GAME.parse(state, seat, text)))
    return refused and refused.name


def legal_sites(state: Any, seat: int = 0) -> dict[frozenset[tuple[int, int]], int]:
    """Every set of three cells where the seat may put a tile, with the level it would get."""
    levels = heights(state, seat)
    return {
        frozenset(cells): levels.get(cells[0], 0) + 1
        for action in GAME.legal_actions(state, seat)
        for cells in [reference.footprint(action.at, action.rot)]
    }


def heights(state: Any, seat: int) -> dict[tuple[int, int], int]:
    """The heights of a seat's city, from its JSON."""
    laid = GAME.state_to_json(state)["cities"][seat]
    return {cell: top.level for cell, top in reference.city_of(laid["tiles"]).cells.items()}
