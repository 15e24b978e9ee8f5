"""Consequences of a move in either game that one can point at: ways, chains, projects, cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from rules._settlements import turn
from rules._settlements.actions import Action
from rules._settlements.links import reach
from rules._settlements.prospects import OUT_OF_REACH, Outlook
from rules._settlements.state import State
from rules.consequence import Consequence
from rules.contract import Event, Seat
from rules.hexgrid import cell_of

FARTHEST = 4
"""Most buildings that a seat may need for its way to be worth blocking."""

REWARDS = ("bonus_gained", "bonus_card_owed")
"""Events that follow the completion of a project."""

Pair = tuple[str, str]
"""Two cities."""


def consequences(state: State, seat: Seat, line: Sequence[Action]) -> list[Consequence]:
    """Gains and costs of a line of actions for its seat: on the map, in its reserve and cards.

    The line is followed until something hidden is revealed.
    """
    after, events = state.clone(), list[Event]()
    for action in line:
        events += turn.apply(after, action)
        if any(event.reveals for event in events):
            break
    changes = [
        *_own_way(state, after, seat),
        *_ways_of_others(state, after, seat),
        *_free_building_changes(state, after, seat),
        *_project_completions(events),
        Consequence("reveals", _count(events, "building_drawn"), ("drawn", "built")),
        Consequence("spends", -_count(events, "bonus_spent"), ("bonus",)),
        Consequence("cards", _hand_size(after, seat) - _hand_size(state, seat), ("cards",)),
    ]
    return [change for change in changes if change.amount]


def _count(events: Sequence[Event], name: str) -> int:
    """Number of times that an event has happened."""
    return sum(event.name == name for event in events)


def _hand_size(state: State, seat: Seat) -> int:
    return sum(state.players[seat].hand)


# ---- from city to city ---------------------------------------------------------------------------


def ways(state: State, seat: Seat) -> dict[Pair, int]:
    """Number of buildings that a seat still needs to link each pair of cities."""
    own_buildings = state.players[seat].buildings
    cities = {city.id: cell_of(city.at) for city in state.land.cities}
    reaches = {name: reach(cell, own_buildings, state.free) for name, cell in cities.items()}
    needed = {}
    for start, goal in combinations(cities, 2):
        end = reaches[start].nearest(cities[goal])
        needed[start, goal] = OUT_OF_REACH if end is None else reaches[start].missing[end]
    return needed


def _nearest(needed: dict[Pair, int]) -> Pair:
    return min(needed, key=needed.__getitem__)


def _own_way(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """Ways that get shorter; if the shortest of all does, the goal gets nearer."""
    ways_before, ways_after = ways(before, seat), ways(after, seat)
    shortest = min(ways_before.values())
    for pair in sorted(ways_after, key=ways_after.__getitem__):
        is_nearest = ways_after[pair] == min(ways_after.values()) < shortest
        yield Consequence(
            "nears",
            ways_before[pair] - ways_after[pair],
            ("near", "won") if is_nearest else (),
            {"cities": list(pair)},
            {"left": ways_after[pair]},
        )


def _ways_of_others(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """Changes of the other seats' shortest ways, the most dangerous seat first."""
    changes = []
    for rival in range(len(before.players)):
        ways_before, ways_after = ways(before, rival), ways(after, rival)
        change = min(ways_after.values()) - min(ways_before.values())
        if (
            rival == seat
            or not change
            or min(*ways_before.values(), *ways_after.values()) > FARTHEST
        ):
            continue
        pair = _nearest(ways_before if change > 0 else ways_after)
        details = {
            "cities": list(pair),
            "left": ways_after[pair],
            "cut": ways_after[pair] == OUT_OF_REACH,
        }
        consequence = Consequence(
            "blocks",
            ways_after[pair] - ways_before[pair],
            ("others", "won"),
            {"seat": rival},
            details,
        )
        changes.append((ways_before[pair], rival, consequence))
    yield from (consequence for *_, consequence in sorted(changes, key=lambda entry: entry[:2]))


# ---- what follows --------------------------------------------------------------------------------


def _free_building_changes(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """Buildings of the reserve that have become free on some hex, or are free no longer."""
    outlook_before, outlook_after = (Outlook(state, seat, alone=True) for state in (before, after))
    reserve = after.players[seat].reserve
    opened = [
        building
        for building in reserve
        if outlook_after.is_open(building) and not outlook_before.is_open(building)
    ]
    closed = [
        building
        for building in reserve
        if outlook_before.is_open(building) and not outlook_after.is_open(building)
    ]
    change = len(opened) - len(closed)
    buildings = opened if change > 0 else closed
    yield Consequence("frees", change, ("free", "built"), {}, {"buildings": buildings})


def _project_completions(events: Sequence[Event]) -> Iterator[Consequence]:
    """Completed projects, each of which brings a worker, an amphora or a card."""
    counts = Counter(event.args["project"] for event in events if event.name in REWARDS)
    for project, n in sorted(counts.items()):
        yield Consequence("completes", n, ("projects", "bonus", "cards"), {"project": project})
