"""A second engine, slow and by the letter: it works on the JSON of a position and nothing else.

Nothing of `rules.massalia` is used but the data; luck is drawn from the documented generator.
"""

import json
from copy import deepcopy

from rules.assets import find
from rules.rng import Rng

DATA = json.loads(find("massalia.json").read_text(encoding="utf-8"))
CARDS = {card["id"]: card for card in (*DATA["basic"], *DATA["cards"])}
TILES = {tile["code"]: tile for tile in DATA["tiles"]}
CELLS = {cell["id"]: cell for cell in DATA["board"]["cells"]}
RESOURCES = {spot["cell"]: spot for spot in DATA["board"]["resources"]}
AUTOMATIC = ("amber", "fish", "water", "heal", "draw")
WITH_TILES = ("place", "move", "flip", "remove")


def card_of(copy):
    return CARDS[copy.split("#")[0]]


def far(one, other):
    """Steps between two cells, over land and sea."""
    dq = CELLS[one]["q"] - CELLS[other]["q"]
    dr = CELLS[one]["r"] - CELLS[other]["r"]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def adjacent(first, second):
    """Whether two cells are neighbours: of the same terrain, one step apart (MA-29)."""
    return far(first, second) == 1 and CELLS[first]["terrain"] == CELLS[second]["terrain"]


def fits(cell, terrain):
    return terrain in ("any", CELLS[cell]["terrain"])


# ---- the position as the rules speak of it ----------------------------------------------------


class Table:
    """A position that is worked on; `position` is its JSON."""

    def __init__(self, position):
        self.position = position
        self.turn = self.position["turn"]
        self.players = self.position["players"]
        self.luck = Rng(int(position["seed"], 16), position["rng"])

    @property
    def seat(self):
        return self.position["seat"]

    @property
    def me(self):
        return self.players[self.seat]

    def done(self):
        self.position["rng"] = self.luck.drawn
        order = list(CELLS)
        board = self.position["board"]
        self.position["board"] = {cell: board[cell] for cell in order if board.get(cell)}
        return self.position

    def opponents(self):
        return [p["seat"] for p in self.players if not p["out"] and p["seat"] != self.seat]

    def top(self, cell):
        pile = self.position["board"].get(cell)
        return pile[-1] if pile else None

    def holder(self, cell):
        tile = self.top(cell)
        return tile["o"] if tile and tile["up"] else None

    def meets(self, seat, cell):
        """MA-30."""
        marked = RESOURCES[cell]["marked"]
        return sum(self.holder(near) == seat for near in marked) >= RESOURCES[cell]["need"]

    def morale_anew(self):
        """MA-57: morale is the sum of what one holds."""
        for player in self.players:
            if not player["out"]:
                worths = (resource for cell, resource in RESOURCES.items()
                        if self.holder(cell) == player["seat"])  # fmt: skip
                player["morale"] = sum(resource["morale"] for resource in worths)

    def entry(self, number, do):
        for entry in self.turn["todo"]:
            if entry["id"] == number and entry["do"] == do:
                return entry
        return None

    def covered(self):
        return [
            (cell, tile)
            for cell in CELLS
            for tile in self.position["board"].get(cell, [])[:-1]
            if tile["o"] == self.seat
        ]

    def burnable(self, cell):
        """MA-37."""
        return [
            near
            for near in CELLS
            if 1 <= far(cell, near) <= 2
            and self.top(near) is not None
            and self.top(near)["o"] != self.seat
        ]

    def count(self, copy, condition):
        """MA-68 to MA-71."""
        scouts = [scout["card"] for scout in self.me["scouts"]]
        where = {
            "others": [*self.me["hand"], *self.me["played"], *scouts],
            "scouts": scouts,
            "reserve": self.me["reserve"],
            "families": [],
        }[condition["zone"]]
        if condition["zone"] == "families":
            return len(self.turn["families"])
        counted = [
            card for card in where if condition.get("family") in (None, card_of(card)["family"])
        ]
        if condition["zone"] == "others":
            counted = [card for card in counted if card != copy]
        return len(counted)

    def times(self, copy, condition):
        """MA-67."""
        counted = self.count(copy, condition)
        if condition["kind"] == "if":
            return 1 if counted >= condition["min"] else 0
        limit = condition["max"]
        return counted if limit is None or counted < limit else limit


# ---- what is allowed --------------------------------------------------------------------------


def allowed(position, action):
    """Whether the seat to move may do this."""
    table = Table(position)
    if position["phase"] == "over":
        return False
    kind = action["type"]
    if kind == "concede":
        return True
    if position["turn"]["tile"] is not None:
        return kind == "place" and may_place(table, action["cell"])
    if position["turn"]["queue"]:
        return answers(table, action)
    if kind in ("place", "attack", "drain", "fire"):
        return False
    return ALLOWED[kind](table, action)


def may_place(table, cell):
    if cell not in CELLS or not fits(cell, table.turn["tile"]["terrain"]):
        return False
    return cell not in RESOURCES or table.meets(table.seat, cell)


def answers(table, action):
    """MA-15: only what is at the head of the queue."""
    head = table.turn["queue"][0]
    if action["type"] != head["kind"]:
        return False
    if head["kind"] == "attack":
        shares = {int(seat): n for seat, n in action["split"].items()}
        return (
            bool(shares)
            and all(seat in table.opponents() and n >= 1 for seat, n in shares.items())
            and sum(shares.values()) == head["n"]
        )
    if head["kind"] == "drain":
        return action["seat"] in table.opponents()
    cells = action["cells"]
    return len(cells) == len(set(cells)) <= 5 and set(cells) <= set(table.burnable(head["cell"]))


def may_activate(table, action):
    unused = [scout["card"] for scout in table.me["scouts"] if not scout["used"]]
    return action["card"] in unused


def may_combo(table, action):
    copy = action["card"]
    return copy in table.turn["combos"] and table.times(copy, card_of(copy)["combo"]) > 0


def may_buy(table, action):
    copy = action["card"]
    return copy in table.position["river"] and card_of(copy)["cost"] <= table.turn["amber"]


def may_draw(table, action):
    stock = table.me["bag"] or table.me["losses"] or table.covered()
    return table.entry(action["todo"], "place") is not None and bool(stock)


def may_move(table, action):
    entry, start, to = table.entry(action["todo"], "move"), action["from"], action["to"]
    if entry is None or start not in CELLS or to not in CELLS:
        return False
    on_resource = start in RESOURCES or to in RESOURCES
    return (
        fits(start, entry["terrain"])
        and table.top(start) is not None
        and adjacent(start, to)
        and not on_resource
    )


def may_flip(table, action):
    entry, cell = table.entry(action["todo"], "flip"), action["cell"]
    if entry is None or cell not in CELLS or not fits(cell, entry["terrain"]):
        return False
    tile = table.top(cell)
    if tile is None:
        return False
    return not tile["up"] if tile["o"] == table.seat else tile["up"]


def may_remove(table, action):
    entry, cell = table.entry(action["todo"], "remove"), action["cell"]
    if entry is None or cell not in CELLS or not fits(cell, entry["terrain"]):
        return False
    tile = table.top(cell)
    return tile is not None and tile["o"] != table.seat


def may_banish(table, action):
    zone = table.me[action["from"]]
    return table.entry(action["todo"], "banish") is not None and action["card"] in zone


def may_recover(table, action):
    is_there = action["card"] in table.me["reserve"]
    is_entry = table.entry(action["todo"], "recover") is not None
    return is_entry and is_there and card_of(action["card"])["scout"] is not None


def may_destroy(table, action):
    if table.entry(action["todo"], "destroy") is None or action["seat"] not in table.opponents():
        return False
    scouts = table.players[action["seat"]]["scouts"]
    return action["card"] in [scout["card"] for scout in scouts]


ALLOWED = {
    "play": lambda table, action: action["card"] in table.me["hand"],
    "activate": may_activate,
    "combo": may_combo,
    "buy": may_buy,
    "draw_tile": may_draw,
    "move": may_move,
    "flip": may_flip,
    "remove": may_remove,
    "banish": may_banish,
    "recover": may_recover,
    "destroy": may_destroy,
    "end": lambda *_: True,
}


# ---- what happens -----------------------------------------------------------------------------


def advance(position, action):
    """The position after a legal action."""
    table = Table(deepcopy(position))
    table.turn["began"] = True
    DO[action["type"]](table, action)
    settle(table)
    return table.done()


def settle(table):
    """MA-38, MA-39, MA-58: morale strikes, and what needs no choice is done."""
    while table.position["phase"] == "play":
        table.morale_anew()
        for place, threshold in enumerate(DATA["morale_thresholds"]):
            if table.me["morale"] >= threshold["at"] and not table.me["morale_hit"][place]:
                table.me["morale_hit"][place] = True
                source = f"morale{threshold['at']}"
                strike = {"kind": "attack", "n": threshold["attack"], "from": source}
                table.turn["queue"].append(strike)
        if not table.turn["queue"] or not resolve_alone(table):
            return
    table.morale_anew()
    table.position["turn"] = fresh_turn()


def fresh_turn():
    return {"amber": 0, "bought": False, "families": [], "todo": [], "combos": [], "next": 1,
            "tile": None, "queue": [], "began": False}  # fmt: skip


def resolve_alone(table):
    head = table.turn["queue"][0]
    if head["kind"] == "fire":
        if table.burnable(head["cell"]):
            return False
        table.turn["queue"].pop(0)
        return True
    if len(table.opponents()) > 1:
        return False
    [opponent] = table.opponents()
    if head["kind"] == "attack":
        attack(table, {"split": {str(opponent): head["n"]}})
    else:
        drain(table, {"seat": opponent})
    return True


def play(table, action):
    copy, card = action["card"], card_of(action["card"])
    table.me["hand"].remove(copy)
    if card["scout"] and len(table.me["scouts"]) < 4:
        scout = {"card": copy, "life": card["scout"]["life"], "used": True}
        table.me["scouts"].append(scout)
    else:
        table.me["played"].append(copy)
    note_family(table, card)
    if card["combo"]:
        table.turn["combos"].append(copy)
    follow(table, copy, card["effects"], 1)


def note_family(table, card):
    if card["family"] and card["family"] not in table.turn["families"]:
        table.turn["families"].append(card["family"])


def activate(table, action):
    copy, card = action["card"], card_of(action["card"])
    for scout in table.me["scouts"]:
        if scout["card"] == copy:
            scout["used"] = True
    note_family(table, card)
    follow(table, copy, card["effects"], 1)
    condition = card["scout"]["activate"]
    follow(table, copy, condition["effects"], table.times(copy, condition))


def combo(table, action):
    copy = action["card"]
    condition = card_of(copy)["combo"]
    times = table.times(copy, condition)
    table.turn["combos"].remove(copy)
    follow(table, copy, condition["effects"], times)


def follow(table, copy, effects, times):
    """MA-13."""
    for effect in effects:
        n = effect["n"] * times
        if n == 0:
            continue
        if effect["do"] in AUTOMATIC:
            at_once(table, effect["do"], n)
        else:
            place = effect.get("terrain") or card_of(copy)["place"]
            terrain = place if effect["do"] in WITH_TILES else None
            entry = {"id": table.turn["next"], "card": copy, "do": effect["do"], "n": n,
                     "terrain": terrain}  # fmt: skip
            table.turn["todo"].append(entry)
            table.turn["next"] += 1


def at_once(table, do, n):
    if do == "amber":
        if table.turn["bought"]:
            table.turn["amber"] = 0
            table.turn["bought"] = False
        table.turn["amber"] += n
    elif do == "heal":
        table.me["life"] = min(table.me["life"] + n, table.me["max_life"])
    elif do == "draw":
        draw(table, n)
    else:
        for _ in range(n):
            gauge_up(table, do)


def draw(table, n):
    """MA-10."""
    for _ in range(n):
        if not table.me["deck"]:
            fill_deck(table, table.me)
        if table.me["deck"]:
            table.me["hand"].append(table.me["deck"].pop(0))


def fill_deck(table, player):
    if not player["deck"] and player["reserve"]:
        player["deck"], player["reserve"] = player["reserve"], []
        table.luck.shuffle(player["deck"])


def gauge_up(table, name):
    """MA-55."""
    if table.me[name] < 9:
        table.me[name] += 1
    elif table.me["cemetery"]:
        place = table.luck.below(len(table.me["cemetery"]))
        table.me["reserve"].append(table.me["cemetery"].pop(place))
        table.me[name] = 5


def drain(table, action):
    """MA-36, MA-54."""
    name = table.turn["queue"].pop(0)["gauge"]
    victim = table.players[action["seat"]]
    victim[name] -= 1
    if victim[name] == 0:
        pile = victim["reserve"] if victim["reserve"] else victim["deck"]
        if pile:
            victim["cemetery"].append(pile.pop(table.luck.below(len(pile))))
        victim[name] = 5


def buy(table, action):
    copy = action["card"]
    table.turn["amber"] -= card_of(copy)["cost"]
    table.turn["bought"] = True
    table.me["reserve"].append(copy)
    slot = table.position["river"].index(copy)
    coming = table.position["reinforcement"]
    table.position["river"][slot] = coming.pop(0) if coming else None


def use(table, number):
    for entry in list(table.turn["todo"]):
        if entry["id"] == number:
            entry["n"] -= 1
            if entry["n"] == 0:
                table.turn["todo"].remove(entry)
            return entry
    raise AssertionError(number)


def draw_tile(table, action):
    """MA-24, MA-28."""
    entry = use(table, action["todo"])
    if not table.me["bag"]:
        if table.me["losses"]:
            table.me["bag"], table.me["losses"] = table.me["losses"], []
        else:
            for cell, tile in table.covered():
                pile = table.position["board"][cell]
                place = next(i for i, covered in enumerate(pile) if covered is tile)
                table.me["bag"].append(pile.pop(place)["t"])
        table.luck.shuffle(table.me["bag"])
    kind = table.me["bag"].pop(0)
    table.turn["tile"] = {"t": kind, "terrain": entry["terrain"], "todo": entry["id"]}


def place(table, action):
    """MA-32."""
    cell, kind = action["cell"], table.turn["tile"]["t"]
    before = table.top(cell)
    table.turn["tile"] = None
    tile = {"o": table.seat, "t": kind, "up": True}
    table.position["board"].setdefault(cell, []).append(tile)
    if cell in RESOURCES and (before is None or before["o"] != table.seat):
        act(table, cell, kind)


def act(table, cell, kind):
    """MA-35 to MA-37."""
    tile = TILES[kind]
    if tile["kind"] == "life":
        n = tile["life"] * RESOURCES[cell]["value"]
        table.turn["queue"].append({"kind": "attack", "n": n, "from": cell})
    elif tile["kind"] == "fire":
        table.turn["queue"].append({"kind": "fire", "cell": cell})
    else:
        table.turn["queue"].append({"kind": "drain", "gauge": tile["kind"], "from": cell})


def move(table, action):
    use(table, action["todo"])
    tile = table.position["board"][action["from"]].pop()
    table.position["board"].setdefault(action["to"], []).append(tile)


def flip(table, action):
    """MA-61, MA-62."""
    use(table, action["todo"])
    cell, tile = action["cell"], table.top(action["cell"])
    tile["up"] = not tile["up"]
    if tile["o"] == table.seat and cell in RESOURCES and table.meets(table.seat, cell):
        act(table, cell, tile["t"])


def remove(table, action):
    use(table, action["todo"])
    take_off(table, action["cell"])


def take_off(table, cell):
    tile = table.position["board"][cell].pop()
    table.players[tile["o"]]["losses"].append(tile["t"])


def fire(table, action):
    table.turn["queue"].pop(0)
    for cell in action["cells"]:
        take_off(table, cell)


def banish(table, action):
    use(table, action["todo"])
    table.me[action["from"]].remove(action["card"])
    table.position["pantheon"].append(action["card"])


def recover(table, action):
    use(table, action["todo"])
    table.me["reserve"].remove(action["card"])
    table.me["hand"].append(action["card"])


def destroy(table, action):
    use(table, action["todo"])
    bury_scout(table.players[action["seat"]], action["card"])


def bury_scout(victim, copy):
    victim["scouts"] = [scout for scout in victim["scouts"] if scout["card"] != copy]
    victim["cemetery"].append(copy)


def attack(table, action):
    """MA-40 to MA-44: point by point."""
    table.turn["queue"].pop(0)
    before = len(table.position["fallen"])
    for seat in sorted(map(int, action["split"])):
        victim, points = table.players[seat], action["split"][str(seat)]
        shields = sum(card_of(card)["shield"] for card in victim["hand"])
        points = max(0, points - shields)
        struck = None
        while points and victim["life"]:
            alive = [scout for scout in victim["scouts"] if scout["life"]]
            if struck is None or not struck["life"]:
                highest = max((scout["life"] for scout in alive), default=0)
                struck = next((scout for scout in alive if scout["life"] == highest), None)
            target = victim if struck is None else struck
            target["life"] -= 1
            points -= 1
            if struck is not None and not struck["life"]:
                bury_scout(victim, struck["card"])
        if not victim["life"]:
            eliminate(table, seat)
    _first, *later = table.position["fallen"][before:] or [None]
    table.position["tied"] += later


def eliminate(table, seat):
    """MA-72, MA-73."""
    fallen = table.players[seat]
    fallen.update(life=0, morale=0, out=True)
    for zone in ("deck", "hand", "reserve", "cemetery", "played", "scouts", "bag", "losses"):
        fallen[zone] = []
    for cell, pile in table.position["board"].items():
        table.position["board"][cell] = [tile for tile in pile if tile["o"] != seat]
    table.position["fallen"].append(seat)
    living = [player["seat"] for player in table.players if not player["out"]]
    if len(living) == 1:
        table.position.update(phase="over", winners=living)


def end(table, _action):
    """MA-16, MA-75."""
    player = table.me
    player["reserve"] += [*player["played"], *player["hand"]]
    player["played"], player["hand"] = [], []
    for scout in player["scouts"]:
        scout["used"] = False
    first = table.position["options"]["fatigue_round"]
    if first and table.position["round"] >= first:
        player["life"] = max(0, player["life"] - (table.position["round"] - first + 1))
        if not player["life"]:
            eliminate(table, table.seat)
    if table.position["phase"] == "over":
        return
    if not player["out"]:
        draw(table, 5)
    pass_on(table)


def concede(table, _action):
    eliminate(table, table.seat)
    if table.position["phase"] == "play":
        pass_on(table)


def pass_on(table):
    """MA-11, MA-17."""
    seat = table.seat
    while True:
        seat += 1
        if seat == len(table.players):
            seat = 0
            table.position["round"] += 1
        if not table.players[seat]["out"]:
            break
    table.position["seat"] = seat
    table.position["turn"] = table.turn = fresh_turn()
    fill_deck(table, table.players[seat])


DO = {
    "play": play, "activate": activate, "combo": combo, "buy": buy, "draw_tile": draw_tile,
    "place": place, "move": move, "flip": flip, "remove": remove, "banish": banish,
    "recover": recover, "destroy": destroy, "attack": attack, "drain": drain, "fire": fire,
    "end": end, "concede": concede,
}  # fmt: skip
