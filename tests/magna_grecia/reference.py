"""Magna Grecia a second time: slow, on plain JSON, as near to the rulebook as can be.

Nothing is remembered from move to move: connections are walked, obligations and legal moves looked
for from scratch. It reads the data by itself and shares no line with the engine.
"""

from __future__ import annotations

import json
from pathlib import Path

DATA = json.loads((Path(__file__).parents[2] / "data" / "magna_grecia.json").read_text("utf-8"))
LAND = {(hex["q"], hex["r"]): hex["label"] for hex in DATA["map"]["hexes"]}
VILLAGES = {(village["q"], village["r"]): village for village in DATA["map"]["villages"]}
CARDS = {card["id"]: card for card in DATA["cards"]}
STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
STRAIGHT_OR_CURVED = [(a, b) for a in range(6) for b in range(a + 1, 6) if b - a in (2, 3, 4)]


def copied(state):
    return json.loads(json.dumps(state))


def step(at, side):
    """The hex beyond a side."""
    return at[0] + STEPS[side][0], at[1] + STEPS[side][1]


def around(at):
    return [step(at, side) for side in range(6)]


def back(side):
    return (side + 3) % 6


# ---- what lies where --------------------------------------------------------------------------


def road_at(state, at):
    for road in state["roads"]:
        if tuple(road["hex"]) == at:
            return road
    return None


def city_at(state, at):
    for city in state["cities"]:
        if list(at) in city["hexes"]:
            return city
    return None


def oracle_at(state, at):
    return any(tuple(oracle["hex"]) == at for oracle in state["oracles"])


def is_village(state, at):
    """An uncovered village without oracle."""
    return at in VILLAGES and not oracle_at(state, at) and city_at(state, at) is None


def place_at(state, at):
    """The id of the place that covers a hex, or None (MG-50)."""
    city = city_at(state, at)
    if city is not None:
        return f"city:{city['id']}"
    if at in VILLAGES:
        kind = "oracle" if oracle_at(state, at) else "village"
        return f"{kind}:{VILLAGES[at]['id']}"
    return None


def hexes_of(state, place):
    return [at for at in LAND if place_at(state, at) == place]


def places(state):
    return {place for at in LAND if (place := place_at(state, at))}


# ---- connections ------------------------------------------------------------------------------


def walk(state, at, side):
    """Along the roads from a hex through a side: the place at the end, or None (MG-51, MG-53)."""
    visited = set()
    while True:
        at, came = step(at, side), back(side)
        if at not in LAND:
            return None
        if place_at(state, at):
            return place_at(state, at)
        road = road_at(state, at)
        if road is None or came not in road["ends"] or at in visited:
            return None
        visited.add(at)
        [side] = [end for end in road["ends"] if end != came]


def neighbours(state, place):
    """The places directly connected to a place (MG-51, MG-52)."""
    joined = set()
    for at in hexes_of(state, place):
        for side in range(6):
            road = road_at(state, step(at, side))
            if road is not None and back(side) in road["ends"]:
                joined.add(walk(state, at, side))
    return joined - {None, place}


def count(state, place):
    return len(neighbours(state, place))


def number(city):
    """Age of a city: ids go up."""
    return int(city[1:])


def settle_oracles(state):
    """Turn every oracle that has to turn (MG-80 to MG-84)."""
    for oracle in state["oracles"]:
        joined = neighbours(state, place_at(state, tuple(oracle["hex"])))
        cities = sorted((p[5:] for p in joined if p.startswith("city:")), key=number)
        best = oracle["city"]
        for city in cities:
            if best is None or count(state, f"city:{city}") > count(state, f"city:{best}"):
                best = city
        oracle["city"] = best


# ---- markets ----------------------------------------------------------------------------------


def market_in(state, seat, place):
    for market in state["markets"]:
        if market["seat"] == seat and place_at(state, tuple(market["hex"])) == place:
            return market
    return None


def cost(state, place):
    unsold = [
        market
        for market in state["markets"]
        if place_at(state, tuple(market["hex"])) == place and not market["sold"]
    ]
    return len(hexes_of(state, place)) + len(unsold)


def owner(state, place):
    for city in state["cities"]:
        if place == f"city:{city['id']}":
            return city["seat"]
    return None


def is_active(state, market):
    """MG-67."""
    if market["sold"]:
        return False
    place, seat = place_at(state, tuple(market["hex"])), market["seat"]
    return owner(state, place) == seat or any(
        owner(state, near) == seat for near in neighbours(state, place)
    )


def value(state, market):
    return count(state, place_at(state, tuple(market["hex"]))) if is_active(state, market) else 0


# ---- the card ---------------------------------------------------------------------------------


def limits(state):
    """Road tiles, city tiles, tiles to draw that the card still allows (MG-18), by trying out."""
    turn, card = state["turn"], CARDS[state["card"]]
    r, c = turn["roads"], turn["cities"]
    if turn["drawn"] or turn["market"]:
        return 0, 0, 0

    def allowed(roads, cities, draw):
        used = [n for n in (roads, cities, draw) if n]
        most = 1 if len(used) == 1 else 0
        pairs = ((roads, "roads"), (cities, "cities"), (draw, "supply"))
        return len(used) <= 2 and all(n <= card[kind][most] for n, kind in pairs)

    numbers = range(1, 8)
    return (
        max([n for n in numbers if allowed(r + n, c, 0)], default=0),
        max([n for n in numbers if allowed(r, c + n, 0)], default=0),
        max([n for n in numbers if allowed(r, c, n)], default=0),
    )


# ---- obligations ------------------------------------------------------------------------------


def own_tiles(state, seat):
    return [tuple(at) for city in state["cities"] if city["seat"] == seat for at in city["hexes"]]


def owed(state, seat):
    """Uncovered villages beside one's city tiles (MG-46)."""
    beside = {near for at in own_tiles(state, seat) for near in around(at)}
    return {at for at in beside if is_village(state, at)}


def is_joined(state, seat, at):
    """Whether a tile there joins a new city: green border or an own road's end (MG-43, MG-47)."""
    if at in VILLAGES and VILLAGES[at]["green"]:
        return True
    roads = [(side, road_at(state, step(at, side))) for side in range(6)]
    return any(road and road["seat"] == seat and back(side) in road["ends"] for side, road in roads)


def is_done(state):
    """Whether the seat to move may do something else than placing city tiles (MG-48)."""
    return not owed(state, state["to_move"]) and state["turn"]["unjoined"] is None


# ---- legal moves ------------------------------------------------------------------------------


def legal(state):
    """Every legal action of the seat to move, as JSON."""
    if state["phase"] == "over":
        return []
    if state["phase"] == "oracles":
        return [
            {"type": "oracle", "hex": list(at)}
            for at, village in VILLAGES.items()
            if not village["green"] and not oracle_at(state, at)
        ]
    cities = [{"type": "city", "hex": list(at)} for at in LAND if may_lay_city(state, at)]
    if not is_done(state):
        return cities
    tiles = [*cities, *legal_roads(state), *legal_draws(state)]
    return [*tiles, *legal_markets(state), *legal_sales(state), {"type": "end"}]


def legal_roads(state):
    return [
        {"type": "road", "hex": list(at), "ends": list(ends)}
        for at in LAND
        for ends in STRAIGHT_OR_CURVED
        if may_lay_road(state, at, ends)
    ]


def may_lay_road(state, at, ends):
    seat = state["to_move"]
    if not limits(state)[0] or not state["players"][seat]["roads"]:
        return False
    if place_at(state, at) or road_at(state, at):
        return False
    met = [(side, road_at(state, step(at, side))) for side in ends]
    joined = [road["seat"] for side, road in met if road and back(side) in road["ends"]]
    if any(who != seat for who in joined):
        return False
    return bool(joined) or any(is_anchor(state, seat, step(at, side)) for side in ends)


def is_anchor(state, seat, at):
    """Whether a hex is a city, or a village or oracle that an own road reaches (MG-33)."""
    if city_at(state, at):
        return True
    if at not in VILLAGES:
        return False
    roads = [(side, road_at(state, step(at, side))) for side in range(6)]
    return any(road and road["seat"] == seat and back(side) in road["ends"] for side, road in roads)


def may_lay_city(state, at):
    return follows_the_rules(state, at) and can_be_finished(lay_tile(state, at))


def follows_the_rules(state, at):
    """All but what a later tile may still put right (MG-40 to MG-43)."""
    seat, turn = state["to_move"], state["turn"]
    player = state["players"][seat]
    if not limits(state)[1] or not player["cities"] or not player["score"]:
        return False
    if at not in LAND or road_at(state, at) or city_at(state, at) or oracle_at(state, at):
        return False
    beside = [near for near in around(at) if near in LAND]
    touched = [city for near in beside if (city := city_at(state, near))]
    if any(oracle_at(state, near) for near in beside) or any(c["seat"] != seat for c in touched):
        return False
    ids = {city["id"] for city in touched}
    if not ids:
        return at in VILLAGES and turn["founded"] is None
    return not (turn["unjoined"] in ids and len(ids) > 1)


def can_be_finished(state):
    """Whether further city tiles of this turn can meet every obligation (MG-49)."""
    if is_done(state):
        return True
    seat = state["to_move"]
    beside = {near for at in own_tiles(state, seat) for near in around(at)}
    helpful = [at for at in beside if follows_the_rules(state, at)]
    return any(can_be_finished(lay_tile(state, at)) for at in helpful)


def legal_draws(state):
    player, most = state["players"][state["to_move"]], limits(state)[2]
    return [
        {"type": "draw", "roads": roads, "cities": cities}
        for roads in range(player["reserve_roads"] + 1)
        for cities in range(player["reserve_cities"] + 1)
        if 1 <= roads + cities <= most
    ]


def first_hex(state, place):
    """Hex that stands for a place: its village, or the oldest tile of the city."""
    for city in state["cities"]:
        if place == f"city:{city['id']}":
            return city["hexes"][0]
    return list(hexes_of(state, place)[0])


def legal_markets(state):
    seat = state["to_move"]
    player = state["players"][seat]
    if state["turn"]["market"] or not player["markets"]:
        return []
    return [
        {"type": "market", "hex": first_hex(state, place)}
        for place in places(state)
        if not place.startswith("oracle:")
        and owner(state, place) != seat
        and market_in(state, seat, place) is None
        and cost(state, place) <= player["score"]
    ]


def legal_sales(state):
    if state["turn"]["market"]:
        return []
    return [
        {"type": "sell", "hex": first_hex(state, place_at(state, tuple(market["hex"])))}
        for market in state["markets"]
        if market["seat"] == state["to_move"] and is_active(state, market)
    ]


# ---- what then happens ------------------------------------------------------------------------


def advance(state, action):
    """The position after a legal action."""
    state = copied(state)
    globals()[f"do_{action['type']}"](state, state["to_move"], action)
    return state


def do_oracle(state, seat, action):
    state["oracles"].append({"hex": action["hex"], "city": None})
    state["oracles_left"] -= 1
    state["to_move"] = (seat + 1) % len(state["players"])
    if not state["oracles_left"]:
        start_round(state)


def do_road(state, seat, action):
    state["players"][seat]["roads"] -= 1
    state["turn"]["roads"] += 1
    state["roads"].append({"hex": action["hex"], "seat": seat, "ends": sorted(action["ends"])})
    settle_oracles(state)


def do_city(state, seat, action):
    state |= lay_tile(state, tuple(action["hex"]))
    settle_oracles(state)


def lay_tile(state, at):
    """A city tile: founds, expands, merges (MG-42, MG-44, MG-73 to MG-76)."""
    state = copied(state)
    seat, turn = state["to_move"], state["turn"]
    state["players"][seat]["cities"] -= 1
    state["players"][seat]["score"] -= 1
    turn["cities"] += 1
    had_market = market_in(state, seat, place_at(state, at)) if at in VILLAGES else None
    touched = {city["id"] for near in around(at) if (city := city_at(state, near))}
    joined = sorted(touched, key=number)
    if joined:
        join(state, joined, at)
        if turn["unjoined"] == joined[0] and is_joined(state, seat, at):
            turn["unjoined"] = None
    else:
        city = f"c{state['next_city']}"
        state["next_city"] += 1
        state["cities"].append({"id": city, "seat": seat, "hexes": [list(at)]})
        turn["founded"] = city
        turn["unjoined"] = None if is_joined(state, seat, at) else city
        if state["players"][seat]["markets"] and had_market is None:
            build(state, seat, at)
    return state


def join(state, ids, at):
    """Put a tile beside these cities: they become the oldest of them."""
    by_id = {city["id"]: city for city in state["cities"]}
    first = by_id[ids[0]]
    first["hexes"] += [list(at)] + [hex for other in ids[1:] for hex in by_id[other]["hexes"]]
    state["cities"] = [city for city in state["cities"] if city["id"] not in ids[1:]]
    for oracle in state["oracles"]:
        if oracle["city"] in ids:
            oracle["city"] = ids[0]
    for seat, player in enumerate(state["players"]):
        there = [
            market
            for market in state["markets"]
            if market["seat"] == seat and market["hex"] in first["hexes"]
        ]
        keep = sorted(there, key=lambda market: market["sold"])[:1]
        state["markets"] = [m for m in state["markets"] if m not in there or m in keep]
        player["markets"] += len(there) - len(keep)


def build(state, seat, at):
    state["players"][seat]["markets"] -= 1
    state["markets"].append({"seat": seat, "hex": list(at), "sold": False})


def do_draw(state, seat, action):
    player = state["players"][seat]
    for kind in ("roads", "cities"):
        player[kind] += action[kind]
        player[f"reserve_{kind}"] -= action[kind]
    state["turn"]["drawn"] = {"roads": action["roads"], "cities": action["cities"]}


def do_market(state, seat, action):
    place = place_at(state, tuple(action["hex"]))
    state["players"][seat]["score"] -= cost(state, place)
    state["turn"]["market"] = "built"
    build(state, seat, first_hex(state, place))


def do_sell(state, seat, action):
    market = market_in(state, seat, place_at(state, tuple(action["hex"])))
    state["players"][seat]["score"] += value(state, market)
    market["sold"] = True
    state["turn"]["market"] = "sold"


def do_end(state, seat, action):
    state["turn_index"] += 1
    state["turn"] = no_turn()
    if state["turn_index"] < len(state["order"]):
        state["to_move"] = state["order"][state["turn_index"]]
        return
    state["discard"].append(state["card"])
    if state["deck"]:
        start_round(state)
        return
    state |= {"phase": "over", "card": None, "order": [], "turn_index": 0, "to_move": None}
    state["turn"], state["final"] = None, final(state)


def no_turn():
    nothing = {"drawn": None, "founded": None, "unjoined": None, "market": None}
    return {"roads": 0, "cities": 0} | nothing


def start_round(state):
    state["phase"], state["card"] = "turns", state["deck"].pop(0)
    state["round"] += 1
    colours = {player["color"]: player["seat"] for player in state["players"]}
    order = CARDS[state["card"]]["order"]
    state["order"] = [colours[colour] for colour in order if colour in colours]
    state["turn_index"], state["to_move"], state["turn"] = (
        0,
        state["order"][0],
        no_turn(),
    )


# ---- the account ------------------------------------------------------------------------------


def row(state, seat):
    player = state["players"][seat]
    markets = sum(value(state, market) for market in state["markets"] if market["seat"] == seat)
    oracles = [
        o for o in state["oracles"] if o["city"] and owner(state, f"city:{o['city']}") == seat
    ]
    reserve = player["reserve_roads"] + player["reserve_cities"]
    return {
        "seat": seat,
        "before": player["score"],
        "markets": markets,
        "oracles": 4 * len(oracles),
        "total": player["score"] + markets + 4 * len(oracles),
        "reserve": reserve,
        "unplaced": reserve + player["roads"] + player["cities"],
    }


def final(state):
    rows = [row(state, seat) for seat in range(len(state["players"]))]

    def standing(each):
        return each["total"], each["reserve"], each["unplaced"]

    best = max(map(standing, rows))
    return {"rows": rows, "winners": [each["seat"] for each in rows if standing(each) == best]}
