"""Telegraph and Attika a second time, slowly: written from the rules alone, on plain JSON.

Nothing here imports the engine. A position is its documented JSON, every question is answered
from scratch, and buildings, regions and flags are read straight from the data files.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

Hex = tuple[int, int]
Json = dict[str, Any]
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
FIRST_TURN: Json = {
    "seat": 0,
    "number": 1,
    "phase": "act",
    "mode": None,
    "done": 0,
    "extra": 0,
    "drawn": None,
    "extension": None,
    "owed_cards": 0,
    "cards_drawn": 0,
}
"""A turn in which no action was done, as its JSON."""


@cache
def data(game: str) -> Json:
    """The data file of a game."""
    path = Path(__file__).parents[2] / "data" / f"{game}.json"
    content: Json = json.loads(path.read_text(encoding="utf-8"))
    return content


@cache
def buildings(game: str) -> dict[int, Json]:
    """The kinds of buildings by number."""
    return {kind["number"]: kind for kind in data(game)["buildings"]}


@cache
def regions(game: str) -> dict[int, list[str | None]]:
    """The seven symbols of each region by id."""
    return {region["id"]: region["hexes"] for region in data(game)["regions"]}


def kinds(game: str) -> list[str]:
    """The four resources, in the order of the data."""
    return [resource["key"] for resource in data(game)["resources"]]


# ---- the map --------------------------------------------------------------------------------


def neighbours(at: Hex) -> list[Hex]:
    """The six hexes around `at` (TG-12)."""
    return [(at[0] + q, at[1] + r) for q, r in DIRECTIONS]


def flower(laid: Json) -> list[Hex]:
    """The seven hexes of a region, in the order of its symbols (TG-11)."""
    centre = (laid["at"][0], laid["at"][1])
    around = neighbours(centre)
    return [centre, *(around[(i + laid["rot"]) % 6] for i in range(6))]


def terrain(position: Json) -> dict[Hex, str | None]:
    """Every terrain hex with its symbol."""
    return {
        at: symbol
        for laid in position["board"]["tiles"]
        for at, symbol in zip(flower(laid), regions(position["game"])[laid["tile"]], strict=True)
    }


def names(position: Json) -> dict[str, Hex]:
    """The name of every terrain hex: letter by placement, digit by direction."""
    hexes = {}
    for letter, laid in zip("ABCDEFGHIJKLMNOPQRSTUV", position["board"]["tiles"], strict=False):
        centre = (laid["at"][0], laid["at"][1])
        for digit, at in enumerate([centre, *neighbours(centre)]):
            hexes[f"{letter}{digit}"] = at
    return hexes


def cities(position: Json) -> dict[Hex, str]:
    """City on each hex that has one."""
    return {(city["at"][0], city["at"][1]): city["id"] for city in position["board"]["cities"]}


def built(position: Json, seat: int | None = None) -> dict[Hex, int]:
    """The buildings on the map, or those of one seat."""
    return {
        (building["hex"][0], building["hex"][1]): building["building"]
        for building in position["board"]["buildings"]
        if seat is None or building["seat"] == seat
    }


def groups(hexes: Iterable[Hex]) -> list[set[Hex]]:
    """The connected sets that `hexes` fall into (TG-56)."""
    ungrouped, sets = set(hexes), []
    while ungrouped:
        todo = [ungrouped.pop()]
        group = set(todo)
        while todo:
            near = ungrouped.intersection(neighbours(todo.pop()))
            ungrouped -= near
            group |= near
            todo.extend(near)
        sets.append(group)
    return sets


def touched(position: Json, hexes: Iterable[Hex]) -> set[str]:
    """The cities that a set of buildings touches (TG-90)."""
    around = {near for at in hexes for near in neighbours(at)}
    return {city for at, city in cities(position).items() if at in around}


def places(position: Json) -> set[Hex]:
    """Every centre where a region may lie (TG-83)."""
    taken = {*terrain(position), *cities(position)}
    beside = {near for at in taken for near in neighbours(at)} - taken
    near = {c for at in beside for c in [at, *neighbours(at)]}
    return {
        centre
        for centre in near
        if not taken.intersection(region := [centre, *neighbours(centre)])
        and beside.intersection(region)
    }


# ---- prices and payments ----------------------------------------------------------------------


def price(position: Json, seat: int, building: int, at: Hex) -> Json:
    """The answer to the price enquiry (TG-52 to TG-63)."""
    kind, mine, ground = (
        buildings(position["game"])[building],
        built(position, seat),
        terrain(position),
    )
    beside = [near for near in neighbours(at) if near in mine]
    occupied = set(built(position))
    open_hexes = [at, *(n for n in neighbours(at) if n in ground and n not in occupied)]
    board = Counter(symbol for place in open_hexes if (symbol := ground[place]) is not None)
    free = any(mine[near] in kind["after"] for near in beside)
    due = {key: n - board[key] for key, n in kind["cost"].items() if n > board[key]}
    return {
        "free": free,
        "new_settlement": not beside,
        "board": dict(board),
        "due": {} if free else due,
        "any": 0 if free else max(0, kind["any"] - board.total()) if kind["any"] else 0,
        "surcharge": 0 if beside else len(groups(mine)),
    }


def paid_up(cost: Json, pay: Json) -> int:
    """Number of cards by which a payment is over (positive) or under the price (TG-65)."""
    matched = {key: min(pay.get(key, 0), due) for key, due in cost["due"].items()}
    missing = sum(cost["due"].values()) - sum(matched.values())
    spare = sum(pay.values()) - sum(matched.values())
    over: int = spare - (2 * missing + cost["any"] + cost["surcharge"])
    return over


def payments(cost: Json, hand: Json) -> Iterator[Json]:
    """Every exact payment out of a hand."""
    for counts in product(*(range(n + 1) for n in hand.values())):
        pay = {key: n for key, n in zip(hand, counts, strict=True) if n}
        if paid_up(cost, pay) == 0:
            yield pay


def automatic(cost: Json, hand: Json) -> Json | None:
    """The payment of TG-67, or None where the hand does not suffice."""
    hand_left = dict(hand)
    pay = Counter({key: min(n, hand_left[key]) for key, n in cost["due"].items()})
    hand_left = {key: n - pay[key] for key, n in hand_left.items()}
    missing = sum(cost["due"].values()) - pay.total()
    for _ in range(2 * missing + cost["any"] + cost["surcharge"]):
        best = max(hand_left, key=lambda key: hand_left[key])
        if not hand_left[best]:
            return None
        hand_left[best] -= 1
        pay[best] += 1
    return {key: pay[key] for key in hand if pay[key]}


# ---- what may be done -------------------------------------------------------------------------


def left(position: Json) -> int:
    """Actions still available in the action part, once a kind was chosen (TG-32, TG-73)."""
    turn, flags = position["turn"], data(position["game"])["rules"]
    limit: int = flags["draw_actions"] if turn["mode"] == "draw" else flags["build_actions"]
    return limit + int(turn["extra"]) - int(turn["done"])


def legal(position: Json) -> Iterator[Json]:
    """Every legal action of the seat whose turn it is, as its JSON."""
    turn = position["turn"]
    me = position["players"][turn["seat"]]
    if turn["phase"] == "over":
        return
    if turn["phase"] == "cards":
        yield {"type": "bonus", "as": "card"}
        yield {"type": "end"}
    elif turn["drawn"]:
        yield {"type": "park"}
        yield from builds(position, {turn["drawn"]["building"]})
    elif turn["extension"]:
        for at, rot in product(places(position), range(6)):
            yield {"type": "extend", "at": list(at), "rot": rot}
    else:
        yield {"type": "stop"}
        if turn["done"] and me["bonus"]:
            yield {"type": "bonus", "as": "action"}
        if turn["mode"] is None or left(position) > 0:
            yield from actions(position)


def actions(position: Json) -> Iterator[Json]:
    """The draws and builds of the kind of this turn (TG-33)."""
    me, mode = position["players"][position["turn"]["seat"]], position["turn"]["mode"]
    if mode != "build":
        yield from ({"type": "draw", "stack": i} for i, s in enumerate(me["stacks"]) if s)
    if mode != "draw":
        yield from builds(position, set(me["reserve"]))


def builds(position: Json, which: set[int]) -> Iterator[Json]:
    """Every building of `which` on every free hex with every payment."""
    seat = position["turn"]["seat"]
    hand = position["players"][seat]["hand"]
    for number, at in product(which, set(terrain(position)) - set(built(position))):
        for pay in payments(price(position, seat, number, at), hand):
            build = {"type": "build", "building": number, "hex": list(at)}
            yield build | {"pay": pay} if pay else build


# ---- what then happens ------------------------------------------------------------------------


def advance(position: Json, action: Json) -> Json:
    """The position after a legal action; the order of a reshuffled deck is not its business."""
    after = deepcopy(position)
    globals()[f"_{action['type']}"](after, action)
    if not after["result"]:
        _go_on(after)
    return after


def _me(position: Json) -> Json:
    me: Json = position["players"][position["turn"]["seat"]]
    return me


def _draw(position: Json, action: Json) -> None:
    turn, stack = position["turn"], action["stack"]
    turn["mode"] = "draw"
    turn["done"] += 1
    turn["drawn"] = {"building": _me(position)["stacks"][stack].pop(0), "stack": stack}


def _park(position: Json, action: Json) -> None:
    me = _me(position)
    me["reserve"] = sorted([*me["reserve"], position["turn"]["drawn"]["building"]])
    _resolved(position)


def _resolved(position: Json) -> None:
    """The revealed building lies somewhere; it may have been the last of its stack (TG-80)."""
    stack = position["turn"]["drawn"]["stack"]
    position["turn"]["drawn"] = None
    if not _me(position)["stacks"][stack] and position["region_stack"] and not position["result"]:
        position["turn"]["extension"] = {"tile": position["region_stack"].pop(0)}


def _build(position: Json, action: Json) -> None:
    turn, me, number = position["turn"], _me(position), action["building"]
    for key, n in action.get("pay", {}).items():
        me["hand"][key] -= n
        position["discard"][key] += n
    placed = {"hex": action["hex"], "seat": turn["seat"], "building": number}
    position["board"]["buildings"].append(placed)
    _reward(position, number)
    _judge(position, tuple(action["hex"]))
    if turn["drawn"]:
        _resolved(position)
    else:
        turn["mode"] = "build"
        turn["done"] += 1
        me["reserve"].remove(number)


def _reward(position: Json, number: int) -> None:
    """A worker or an amphora, or a card owed instead (TG-70, TG-77)."""
    game, mine = position["game"], built(position, position["turn"]["seat"])
    project = next(p for p in data(game)["projects"] if number in p["kinds"])
    stand = [at for at, kind in mine.items() if kind in project["kinds"]]
    apart = data(game)["rules"]["bonus_needs_direct_connection"] and len(groups(stand)) > 1
    if len(stand) < project["size"] or apart:
        return
    if position["bonus_supply"]:
        position["bonus_supply"] -= 1
        _me(position)["bonus"] += 1
    else:
        position["turn"]["owed_cards"] += 1


def _judge(position: Json, at: Hex) -> None:
    """Both reasons to have won, after a building on `at` (TG-90)."""
    seat = position["turn"]["seat"]
    mine = built(position, seat)
    chain = next(group for group in groups(mine) if at in group)
    linked, all_built = len(touched(position, chain)) >= 2, len(mine) == 30
    reasons = ["connection"] * linked + ["all_built"] * all_built
    if reasons:
        position["result"] = {"winner": seat, "reasons": reasons}
        position["turn"]["phase"] = "over"


def _extend(position: Json, action: Json) -> None:
    tile = position["turn"]["extension"]["tile"]
    position["turn"]["extension"] = None
    position["board"]["tiles"].append({"tile": tile, "at": action["at"], "rot": action["rot"]})


def _bonus(position: Json, action: Json) -> None:
    _me(position)["bonus"] -= 1
    position["bonus_supply"] += data(position["game"])["rules"]["spent_bonus_goes_to"] == "supply"
    if action["as"] == "action":
        position["turn"]["extra"] += 1
    else:
        _take(position, 1)


def _stop(position: Json, action: Json) -> None:
    turn = position["turn"]
    turn["phase"] = "cards"
    _take(position, (left(position) if turn["done"] else 3) + turn["owed_cards"])
    turn["owed_cards"] = 0


def _end(position: Json, action: Json) -> None:
    _next_turn(position)


def _take(position: Json, wanted: int) -> None:
    """Cards from the deck, which is made anew when it runs out (TG-79)."""
    for _ in range(wanted):
        _fill(position)
        if position["deck"]:
            _me(position)["hand"][position["deck"].pop(0)] += 1
            position["turn"]["cards_drawn"] += 1
        if not position["deck"]:
            _fill(position)


def _fill(position: Json) -> None:
    """The discard pile as a new deck, in no order that matters, where the deck is empty."""
    if not position["deck"] and any(position["discard"].values()):
        position["deck"] = list(Counter(position["discard"]).elements())
        position["discard"] = dict.fromkeys(position["discard"], 0)
        position["rng"]["shuffles"] += 1


def _go_on(position: Json) -> None:
    """End the action part, and the turn, where nothing is left to decide (TG-38)."""
    turn, bonus = position["turn"], _me(position)["bonus"]
    busy = turn["drawn"] or turn["extension"]
    if turn["phase"] == "act" and turn["done"] and not busy and left(position) == 0 and not bonus:
        _stop(position, {})
    if turn["phase"] == "cards" and not bonus:
        _next_turn(position)


def _next_turn(position: Json) -> None:
    seat, number = position["turn"]["seat"], position["turn"]["number"]
    position["turn"] = FIRST_TURN | {
        "seat": (seat + 1) % len(position["players"]),
        "number": number + 1,
    }


def unshuffled(after: Json, before: Json) -> Json:
    """A position for comparison: where a deck was made anew, its cards without their order."""
    if after["rng"] == before["rng"]:
        return after
    seat = before["turn"]["seat"]
    copied = deepcopy(after)
    cards = Counter(after["deck"]) + Counter(after["players"][seat]["hand"])
    copied["deck"] = len(after["deck"])
    copied["players"][seat]["hand"] = dict(+cards)
    return copied
