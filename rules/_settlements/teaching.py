"""What a move in either game does that one can point at: ways, chains, projects, cards."""

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
"""Who needs more buildings to link two cities is not worth being stopped."""

REWARDS = ("bonus_gained", "bonus_card_owed")
"""What tells of a project that is completed."""

Pair = tuple[str, str]
"""Two cities."""


def consequences(state: State, seat: Seat, line: Sequence[Action]) -> list[Consequence]:
    """What a line brings a seat and costs it: on the map, of its reserve and in cards.

    It is followed as far as nothing comes to light.
    """
    after, events = state.clone(), list[Event]()
    for action in line:
        events += turn.apply(after, action)
        if any(event.reveals for event in events):
            break
    found = [
        *_own_way(state, after, seat),
        *_ways_of_others(state, after, seat),
        *_freed(state, after, seat),
        *_completed(events),
        Consequence("reveals", _count(events, "building_drawn"), ("drawn", "built")),
        Consequence("spends", -_count(events, "bonus_spent"), ("bonus",)),
        Consequence("cards", _held(after, seat) - _held(state, seat), ("cards",)),
    ]
    return [one for one in found if one.amount]


def _count(events: Sequence[Event], name: str) -> int:
    """How often something has happened, whatever came to light."""
    return sum(event.name == name for event in events)


def _held(state: State, seat: Seat) -> int:
    return sum(state.players[seat].hand)


# ---- from city to city ---------------------------------------------------------------------------


def ways(state: State, seat: Seat) -> dict[Pair, int]:
    """How many buildings a seat still needs to link each two cities."""
    own = state.players[seat].own
    cities = {city.id: cell_of(city.at) for city in state.land.cities}
    reaches = {name: reach(cell, own, state.free) for name, cell in cities.items()}
    needed = {}
    for one, other in combinations(cities, 2):
        end = reaches[one].nearest(cities[other])
        needed[one, other] = OUT_OF_REACH if end is None else reaches[one].missing[end]
    return needed


def _nearest(needed: dict[Pair, int]) -> Pair:
    return min(needed, key=needed.__getitem__)


def _own_way(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """Each way that gets shorter; the shortest of all, if it does, brings the goal nearer."""
    was, now = ways(before, seat), ways(after, seat)
    least = min(was.values())
    for pair in sorted(now, key=now.__getitem__):
        is_nearest = now[pair] == min(now.values()) < least
        yield Consequence(
            "nears",
            was[pair] - now[pair],
            ("near", "won") if is_nearest else (),
            {"cities": list(pair)},
            {"left": now[pair]},
        )


def _ways_of_others(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """Whose shortest way gets longer, the most dangerous first; or shorter."""
    found = []
    for who in range(len(before.players)):
        was, now = ways(before, who), ways(after, who)
        change = min(now.values()) - min(was.values())
        if who == seat or not change or min(*was.values(), *now.values()) > FARTHEST:
            continue
        pair = _nearest(was if change > 0 else now)
        more = {"cities": list(pair), "left": now[pair], "cut": now[pair] == OUT_OF_REACH}
        told = Consequence("blocks", now[pair] - was[pair], ("others", "won"), {"seat": who}, more)
        found.append((was[pair], who, told))
    yield from (told for *_, told in sorted(found, key=lambda one: one[:2]))


# ---- what follows --------------------------------------------------------------------------------


def _freed(before: State, after: State, seat: Seat) -> Iterator[Consequence]:
    """Which buildings of the reserve are free somewhere that were not, or are not any more."""
    was, now = (Outlook(state, seat, alone=True) for state in (before, after))
    reserve = after.players[seat].reserve
    freed = [one for one in reserve if now.is_open(one) and not was.is_open(one)]
    closed = [one for one in reserve if was.is_open(one) and not now.is_open(one)]
    change = len(freed) - len(closed)
    told = freed if change > 0 else closed
    yield Consequence("frees", change, ("free", "built"), {}, {"buildings": told})


def _completed(events: Sequence[Event]) -> Iterator[Consequence]:
    """The projects that are completed, each of which brings a worker, an amphora or a card."""
    done = Counter(event.args["project"] for event in events if event.name in REWARDS)
    for project, n in sorted(done.items()):
        yield Consequence("completes", n, ("projects", "bonus", "cards"), {"project": project})
