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


def copied(told):
    return json.loads(json.dumps(told))


def step(at, side):
    """The hex beyond a side."""
    return at[0] + STEPS[side][0], at[1] + STEPS[side][1]


def around(at):
    return [step(at, side) for side in range(6)]


def back(side):
    return (side + 3) % 6


# ---- what lies where --------------------------------------------------------------------------


def road_at(told, at):
    for road in told["roads"]:
        if tuple(road["hex"]) == at:
            return road
    return None


def city_at(told, at):
    for city in told["cities"]:
        if list(at) in city["hexes"]:
            return city
    return None


def oracle_at(told, at):
    return any(tuple(oracle["hex"]) == at for oracle in told["oracles"])


def is_village(told, at):
    """An uncovered village without oracle."""
    return at in VILLAGES and not oracle_at(told, at) and city_at(told, at) is None


def place_at(told, at):
    """The id of the place that covers a hex, or None (MG-50)."""
    city = city_at(told, at)
    if city is not None:
        return f"city:{city['id']}"
    if at in VILLAGES:
        kind = "oracle" if oracle_at(told, at) else "village"
        return f"{kind}:{VILLAGES[at]['id']}"
    return None


def hexes_of(told, place):
    return [at for at in LAND if place_at(told, at) == place]


def places(told):
    return {place for at in LAND if (place := place_at(told, at))}


# ---- connections ------------------------------------------------------------------------------


def walk(told, at, side):
    """Along the roads from a hex through a side: the place at the end, or None (MG-51, MG-53)."""
    seen = set()
    while True:
        at, came = step(at, side), back(side)
        if at not in LAND:
            return None
        if place_at(told, at):
            return place_at(told, at)
        road = road_at(told, at)
        if road is None or came not in road["ends"] or at in seen:
            return None
        seen.add(at)
        [side] = [end for end in road["ends"] if end != came]


def neighbours(told, place):
    """The places directly connected to a place (MG-51, MG-52)."""
    found = set()
    for at in hexes_of(told, place):
        for side in range(6):
            road = road_at(told, step(at, side))
            if road is not None and back(side) in road["ends"]:
                found.add(walk(told, at, side))
    return found - {None, place}


def count(told, place):
    return len(neighbours(told, place))


def number(city):
    """Age of a city: ids go up."""
    return int(city[1:])


def settle_oracles(told):
    """Turn every oracle that has to turn (MG-80 to MG-84)."""
    for oracle in told["oracles"]:
        joined = neighbours(told, place_at(told, tuple(oracle["hex"])))
        cities = sorted((p[5:] for p in joined if p.startswith("city:")), key=number)
        best = oracle["city"]
        for city in cities:
            if best is None or count(told, f"city:{city}") > count(told, f"city:{best}"):
                best = city
        oracle["city"] = best


# ---- markets ----------------------------------------------------------------------------------


def market_in(told, seat, place):
    for market in told["markets"]:
        if market["seat"] == seat and place_at(told, tuple(market["hex"])) == place:
            return market
    return None


def cost(told, place):
    unsold = [
        market
        for market in told["markets"]
        if place_at(told, tuple(market["hex"])) == place and not market["sold"]
    ]
    return len(hexes_of(told, place)) + len(unsold)


def owner(told, place):
    for city in told["cities"]:
        if place == f"city:{city['id']}":
            return city["seat"]
    return None


def is_active(told, market):
    """MG-67."""
    if market["sold"]:
        return False
    place, seat = place_at(told, tuple(market["hex"])), market["seat"]
    return owner(told, place) == seat or any(
        owner(told, near) == seat for near in neighbours(told, place)
    )


def value(told, market):
    return count(told, place_at(told, tuple(market["hex"]))) if is_active(told, market) else 0


# ---- the card ---------------------------------------------------------------------------------


def limits(told):
    """Road tiles, city tiles, tiles to draw that the card still allows (MG-18), by trying out."""
    turn, card = told["turn"], CARDS[told["card"]]
    r, c = turn["roads"], turn["cities"]
    if turn["drawn"] or turn["market"]:
        return 0, 0, 0

    def allowed(roads, cities, drawn):
        used = [n for n in (roads, cities, drawn) if n]
        most = 1 if len(used) == 1 else 0
        pairs = ((roads, "roads"), (cities, "cities"), (drawn, "supply"))
        return len(used) <= 2 and all(n <= card[kind][most] for n, kind in pairs)

    some = range(1, 8)
    return (
        max([n for n in some if allowed(r + n, c, 0)], default=0),
        max([n for n in some if allowed(r, c + n, 0)], default=0),
        max([n for n in some if allowed(r, c, n)], default=0),
    )


# ---- obligations ------------------------------------------------------------------------------


def own_tiles(told, seat):
    return [tuple(at) for city in told["cities"] if city["seat"] == seat for at in city["hexes"]]


def owed(told, seat):
    """Uncovered villages beside one's city tiles (MG-46)."""
    beside = {near for at in own_tiles(told, seat) for near in around(at)}
    return {at for at in beside if is_village(told, at)}


def is_joined(told, seat, at):
    """Whether a tile there joins a new city: green border or an own road's end (MG-43, MG-47)."""
    if at in VILLAGES and VILLAGES[at]["green"]:
        return True
    roads = [(side, road_at(told, step(at, side))) for side in range(6)]
    return any(road and road["seat"] == seat and back(side) in road["ends"] for side, road in roads)


def is_done(told):
    """Whether the seat to move may do something else than placing city tiles (MG-48)."""
    return not owed(told, told["to_move"]) and told["turn"]["unjoined"] is None


# ---- legal moves ------------------------------------------------------------------------------


def legal(told):
    """Every legal action of the seat to move, as JSON."""
    if told["phase"] == "over":
        return []
    if told["phase"] == "oracles":
        return [
            {"type": "oracle", "hex": list(at)}
            for at, village in VILLAGES.items()
            if not village["green"] and not oracle_at(told, at)
        ]
    cities = [{"type": "city", "hex": list(at)} for at in LAND if may_lay_city(told, at)]
    if not is_done(told):
        return cities
    rest = [*legal_roads(told), *legal_draws(told), *legal_markets(told), *legal_sales(told)]
    return [*cities, *rest, {"type": "end"}]


def legal_roads(told):
    return [
        {"type": "road", "hex": list(at), "ends": list(ends)}
        for at in LAND
        for ends in STRAIGHT_OR_CURVED
        if may_lay_road(told, at, ends)
    ]


def may_lay_road(told, at, ends):
    seat = told["to_move"]
    if not limits(told)[0] or not told["players"][seat]["roads"]:
        return False
    if place_at(told, at) or road_at(told, at):
        return False
    met = [(side, road_at(told, step(at, side))) for side in ends]
    joined = [road["seat"] for side, road in met if road and back(side) in road["ends"]]
    if any(who != seat for who in joined):
        return False
    return bool(joined) or any(is_anchor(told, seat, step(at, side)) for side in ends)


def is_anchor(told, seat, at):
    """Whether a hex is a city, or a village or oracle that an own road reaches (MG-33)."""
    if city_at(told, at):
        return True
    if at not in VILLAGES:
        return False
    roads = [(side, road_at(told, step(at, side))) for side in range(6)]
    return any(road and road["seat"] == seat and back(side) in road["ends"] for side, road in roads)


def may_lay_city(told, at):
    return follows_the_rules(told, at) and can_be_finished(lay_tile(told, at))


def follows_the_rules(told, at):
    """All but what a later tile may still put right (MG-40 to MG-43)."""
    seat, turn = told["to_move"], told["turn"]
    player = told["players"][seat]
    if not limits(told)[1] or not player["cities"] or not player["score"]:
        return False
    if at not in LAND or road_at(told, at) or city_at(told, at) or oracle_at(told, at):
        return False
    beside = [near for near in around(at) if near in LAND]
    touched = [city for near in beside if (city := city_at(told, near))]
    if any(oracle_at(told, near) for near in beside) or any(c["seat"] != seat for c in touched):
        return False
    ids = {city["id"] for city in touched}
    if not ids:
        return at in VILLAGES and turn["founded"] is None
    return not (turn["unjoined"] in ids and len(ids) > 1)


def can_be_finished(told):
    """Whether further city tiles of this turn can meet every obligation (MG-49)."""
    if is_done(told):
        return True
    seat = told["to_move"]
    beside = {near for at in own_tiles(told, seat) for near in around(at)}
    helpful = [at for at in beside if follows_the_rules(told, at)]
    return any(can_be_finished(lay_tile(told, at)) for at in helpful)


def legal_draws(told):
    player, most = told["players"][told["to_move"]], limits(told)[2]
    return [
        {"type": "draw", "roads": roads, "cities": cities}
        for roads in range(player["reserve_roads"] + 1)
        for cities in range(player["reserve_cities"] + 1)
        if 1 <= roads + cities <= most
    ]


def first_hex(told, place):
    """Hex that stands for a place: its village, or the oldest tile of the city."""
    for city in told["cities"]:
        if place == f"city:{city['id']}":
            return city["hexes"][0]
    return list(hexes_of(told, place)[0])


def legal_markets(told):
    seat = told["to_move"]
    player = told["players"][seat]
    if told["turn"]["market"] or not player["markets"]:
        return []
    return [
        {"type": "market", "hex": first_hex(told, place)}
        for place in places(told)
        if not place.startswith("oracle:")
        and owner(told, place) != seat
        and market_in(told, seat, place) is None
        and cost(told, place) <= player["score"]
    ]


def legal_sales(told):
    if told["turn"]["market"]:
        return []
    return [
        {"type": "sell", "hex": first_hex(told, place_at(told, tuple(market["hex"])))}
        for market in told["markets"]
        if market["seat"] == told["to_move"] and is_active(told, market)
    ]


# ---- what then happens ------------------------------------------------------------------------


def advance(told, action):
    """The position after a legal action."""
    told = copied(told)
    globals()[f"do_{action['type']}"](told, told["to_move"], action)
    return told


def do_oracle(told, seat, action):
    told["oracles"].append({"hex": action["hex"], "city": None})
    told["oracles_left"] -= 1
    told["to_move"] = (seat + 1) % len(told["players"])
    if not told["oracles_left"]:
        start_round(told)


def do_road(told, seat, action):
    told["players"][seat]["roads"] -= 1
    told["turn"]["roads"] += 1
    told["roads"].append({"hex": action["hex"], "seat": seat, "ends": sorted(action["ends"])})
    settle_oracles(told)


def do_city(told, seat, action):
    told |= lay_tile(told, tuple(action["hex"]))
    settle_oracles(told)


def lay_tile(told, at):
    """A city tile: founds, expands, merges (MG-42, MG-44, MG-73 to MG-76)."""
    told = copied(told)
    seat, turn = told["to_move"], told["turn"]
    told["players"][seat]["cities"] -= 1
    told["players"][seat]["score"] -= 1
    turn["cities"] += 1
    had_market = market_in(told, seat, place_at(told, at)) if at in VILLAGES else None
    touched = {city["id"] for near in around(at) if (city := city_at(told, near))}
    own = sorted(touched, key=number)
    if own:
        join(told, own, at)
        if turn["unjoined"] == own[0] and is_joined(told, seat, at):
            turn["unjoined"] = None
    else:
        city = f"c{told['next_city']}"
        told["next_city"] += 1
        told["cities"].append({"id": city, "seat": seat, "hexes": [list(at)]})
        turn["founded"] = city
        turn["unjoined"] = None if is_joined(told, seat, at) else city
        if told["players"][seat]["markets"] and had_market is None:
            build(told, seat, at)
    return told


def join(told, ids, at):
    """Put a tile beside these cities: they become the oldest of them."""
    by_id = {city["id"]: city for city in told["cities"]}
    first = by_id[ids[0]]
    first["hexes"] += [list(at)] + [hex for other in ids[1:] for hex in by_id[other]["hexes"]]
    told["cities"] = [city for city in told["cities"] if city["id"] not in ids[1:]]
    for oracle in told["oracles"]:
        if oracle["city"] in ids:
            oracle["city"] = ids[0]
    for seat, player in enumerate(told["players"]):
        there = [
            market
            for market in told["markets"]
            if market["seat"] == seat and market["hex"] in first["hexes"]
        ]
        keep = sorted(there, key=lambda market: market["sold"])[:1]
        told["markets"] = [m for m in told["markets"] if m not in there or m in keep]
        player["markets"] += len(there) - len(keep)


def build(told, seat, at):
    told["players"][seat]["markets"] -= 1
    told["markets"].append({"seat": seat, "hex": list(at), "sold": False})


def do_draw(told, seat, action):
    player = told["players"][seat]
    for kind in ("roads", "cities"):
        player[kind] += action[kind]
        player[f"reserve_{kind}"] -= action[kind]
    told["turn"]["drawn"] = {"roads": action["roads"], "cities": action["cities"]}


def do_market(told, seat, action):
    place = place_at(told, tuple(action["hex"]))
    told["players"][seat]["score"] -= cost(told, place)
    told["turn"]["market"] = "built"
    build(told, seat, first_hex(told, place))


def do_sell(told, seat, action):
    market = market_in(told, seat, place_at(told, tuple(action["hex"])))
    told["players"][seat]["score"] += value(told, market)
    market["sold"] = True
    told["turn"]["market"] = "sold"


def do_end(told, seat, action):
    told["turn_index"] += 1
    told["turn"] = no_turn()
    if told["turn_index"] < len(told["order"]):
        told["to_move"] = told["order"][told["turn_index"]]
        return
    told["discard"].append(told["card"])
    if told["deck"]:
        start_round(told)
        return
    told |= {"phase": "over", "card": None, "order": [], "turn_index": 0, "to_move": None}
    told["turn"], told["final"] = None, final(told)


def no_turn():
    nothing = {"drawn": None, "founded": None, "unjoined": None, "market": None}
    return {"roads": 0, "cities": 0} | nothing


def start_round(told):
    told["phase"], told["card"] = "turns", told["deck"].pop(0)
    told["round"] += 1
    colours = {player["color"]: player["seat"] for player in told["players"]}
    order = CARDS[told["card"]]["order"]
    told["order"] = [colours[colour] for colour in order if colour in colours]
    told["turn_index"], told["to_move"], told["turn"] = 0, told["order"][0], no_turn()


# ---- the account ------------------------------------------------------------------------------


def row(told, seat):
    player = told["players"][seat]
    markets = sum(value(told, market) for market in told["markets"] if market["seat"] == seat)
    held = [o for o in told["oracles"] if o["city"] and owner(told, f"city:{o['city']}") == seat]
    reserve = player["reserve_roads"] + player["reserve_cities"]
    return {
        "seat": seat,
        "before": player["score"],
        "markets": markets,
        "oracles": 4 * len(held),
        "total": player["score"] + markets + 4 * len(held),
        "reserve": reserve,
        "unplaced": reserve + player["roads"] + player["cities"],
    }


def final(told):
    rows = [row(told, seat) for seat in range(len(told["players"]))]

    def standing(each):
        return each["total"], each["reserve"], each["unplaced"]

    best = max(map(standing, rows))
    return {"rows": rows, "winners": [each["seat"] for each in rows if standing(each) == best]}
