"""Small positions, written short, and a table to play them at.

    table = lay(roads="0:B8 NE-SW, 0:C8 NE-SW", cities="0:A9", markets="0:A9 1:D7x", oracles="J8")
    table = table.play("C D7;end")

Hexes are called by their labels. A road tile is `seat:hex sides`, a city `seat:hex hex`, its oldest
tile first, a market `seat:hex`, with an x where it was sold. What is not said is as usual; the
seats have plenty of everything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from rules import record
from rules.contract import Event, RulesError
from rules.registry import get
from tests.magna_grecia import reference
from tests.rulebook import events_of, play_all, refusal

GAME = get("magna_grecia")
SIDES = ["E", "SE", "SW", "W", "NW", "NE"]
BY_LABEL = {label: at for at, label in reference.LAND.items()}


def at(label: str) -> list[int]:
    """The hex with a label."""
    return list(BY_LABEL[label])


def _road(text: str) -> dict[str, Any]:
    seat, label, *sides = re.fullmatch(r"(\d):(\w+) (\w+)-(\w+)", text).groups()
    return {"hex": at(label), "seat": int(seat), "ends": sorted(map(SIDES.index, sides))}


def _city(number: int, text: str) -> dict[str, Any]:
    seat, _, labels = text.partition(":")
    hexes = [at(label) for label in labels.split()]
    return {"id": f"c{number}", "seat": int(seat), "hexes": hexes}


def _market(text: str) -> dict[str, Any]:
    seat, label, sold = re.fullmatch(r"(\d):([A-P]\d+)(x?)", text).groups()
    return {"seat": int(seat), "hex": at(label), "sold": bool(sold)}


def parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def route(position: dict[str, Any], start: str, goal: str) -> list[tuple[str, str]]:
    """Road tiles that join the places on two hexes by free ones: hex and sides of each."""
    ours = [reference.place_at(position, BY_LABEL[label]) for label in (start, goal)]
    origin = reference.hexes_of(position, ours[0])
    todo = [(reference.step(hex, side), (side + 3) % 6, ()) for hex in origin for side in range(6)]
    visited = set()
    for hex, came, way in todo:
        place = reference.place_at(position, hex)
        if place == ours[1] and way:
            return list(way)
        taken = place or reference.road_at(position, hex)
        if hex not in reference.LAND or taken or (hex, came) in visited:
            continue
        visited.add((hex, came))
        for turned in (3, 2, 4):
            side = (came + turned) % 6
            tile = reference.LAND[hex], f"{SIDES[came]}-{SIDES[side]}"
            todo.append((reference.step(hex, side), (side + 3) % 6, (*way, tile)))
    raise ValueError(f"there is no way from {start} to {goal}")


def join(position: dict[str, Any], seat: int, start: str, goal: str) -> None:
    """Lay roads of a seat between two places of a position."""
    tiles = route(position, start, goal)
    position["roads"] += [_road(f"{seat}:{label} {sides}") for label, sides in tiles]


def position_json(
    seats: int = 2,
    card: str = "Y2",
    roads: str = "",
    cities: str = "",
    markets: str = "",
    oracles: str = "",
    joins: str = "",
    **fields: Any,
) -> dict[str, Any]:
    """The JSON of a position in the turn of the seat that begins the card's round.

    `joins` are pairs of places to be joined by roads wherever there is room, `A9-D7`: seats take
    turns, as the colours of roads do not matter.
    """
    position = {
        "game": "magna_grecia",
        "card": card,
        "deck": ["R2", "B1"],
        "players": [{"score": 20} for _ in range(seats)],
        "oracles": [{"hex": at(label)} for label in oracles.split()],
        "roads": [_road(part) for part in parts(roads)],
        "cities": [_city(number, part) for number, part in enumerate(parts(cities), 1)],
        "markets": [_market(part) for part in markets.split()],
    }
    for index, pair in enumerate(joins.split()):
        join(position, index % seats, *pair.split("-"))
    return position | fields


@dataclass(frozen=True)
class Table:
    """A position, and the events on the way to it."""

    state: Any
    events: Sequence[Event] = field(default=())

    def play(self, moves: str) -> Table:
        """The position after these moves, apart by semicolons."""
        return Table(*play_all(GAME, self.state, moves))

    def link(self, seat: int, start: str, goal: str) -> Table:
        """The same table with roads of a seat between two places, beyond the card's limits."""
        state, events = self.state.clone(), list[Event]()
        for label, sides in route(self.json, start, goal):
            events += GAME.apply(state, seat, GAME.parse(state, seat, f"R {label} {sides}"))
        return Table(state, events)

    def events_of(self, name: str) -> list[dict[str, Any]]:
        """Arguments of the events called `name`."""
        return events_of(list(self.events), name)

    def refused(self, move: str) -> RulesError | None:
        """Refusal of a move of the seat to act; None for a legal one."""
        return refusal(lambda: GAME.check(self.state, self.state.to_move, self.action(move)))

    def action(self, move: str) -> Any:
        """A move of the seat to act, read."""
        return GAME.parse(self.state, self.state.to_move, move)

    def notation(self, action: Any) -> str:
        """An action of the seat to act, as text."""
        return GAME.notation(self.state, self.state.to_move, action)

    def preview(self, move: str) -> Any:
        """A move of the seat to act before it is made."""
        return GAME.preview(self.state, self.state.to_move, self.action(move))

    def reason(self, move: str) -> str | None:
        """The name of that refusal."""
        refused = self.refused(move)
        return refused and refused.name

    @property
    def view(self) -> Any:
        return GAME.view(self.state, None)

    @property
    def json(self) -> dict[str, Any]:
        return GAME.state_to_json(self.state)

    def legal(self, letter: str = "") -> set[str]:
        """Every legal move that begins so, as text."""
        texts = map(self.notation, GAME.legal_actions(self.state, self.state.to_move))
        return {text for text in texts if text.startswith(letter)}

    def count(self, label: str) -> int:
        """The connection count of the place that covers a hex."""
        return next(p.count for p in self.view.places if BY_LABEL[label] in p.hexes)

    def value(self, seat: int, label: str) -> int | None:
        """Value of the market of a seat on a hex; None where it is inactive."""
        [market] = [m for m in self.view.markets if (m.seat, m.hex) == (seat, BY_LABEL[label])]
        return market.value if market.active else None

    def cost(self, label: str) -> int:
        """Cost of a market in the place of a hex."""
        places = {p.id: p.hexes for p in self.view.places}
        return next(c.cost for c in self.view.market_costs if BY_LABEL[label] in places[c.place])

    def holder(self, label: str) -> int | None:
        """Seat that controls the oracle on a hex."""
        return next(o.seat for o in self.view.oracles if o.hex == BY_LABEL[label])

    def score(self, seat: int = 0) -> int:
        return self.view.players[seat].score


def lay(**fields: Any) -> Table:
    """A table at a small position; see `position_json`."""
    return Table(GAME.state_from_json(position_json(**fields)))


def deal(seats: int = 2, seed: int = 7, **options: Any) -> Table:
    """A fresh table."""
    return Table(GAME.new(seats, seed, options))


RECORDS = {path.stem: path for path in sorted((Path(__file__).parent / "records").glob("*.json"))}


def recorded(name: str) -> record.Record:
    """A game of the folder `records`."""
    return record.from_json(json.loads(RECORDS[name].read_text(encoding="utf-8")))


def replayed(name: str, plies: int | None = None) -> Table:
    """The table after so many plies of such a game, or after its last one."""
    *_, (state, _) = islice(record.replay(recorded(name)), plies)
    return Table(state)
