"""Players for AI seats: one plays at random, one takes the action of the highest worth now."""

from __future__ import annotations

from collections.abc import Sequence

from rules._settlements import legal, notation, prices, turn
from rules._settlements.actions import Action, Bonus, Build, Draw, End, Extend, Park, Stop
from rules._settlements.prospects import EASY, Idea, Outlook, Weights
from rules._settlements.state import State
from rules.contract import Seat
from rules.hexgrid import AROUND, hex_of
from rules.rng import Rng

WIDTH = 5
"""Steps that are tried at each point of a search for joining two cities in this turn."""
LAST = 4
"""Number of last buildings that are tried in every order."""
SPOTS = 2
"""Number of cells on which each of them is tried."""
KEPT = 2
"""Workers or amphorae to keep for a turn with more actions; further ones become cards."""
POOR = 3
"""Hand size below which all of them become cards."""


class Random:
    """Plays any legal action."""

    def choose(self, state: State, seat: Seat, rng: Rng) -> Action:
        return legal.sample(state, rng)


class Weighing:
    """Wins at once where it can; otherwise takes the highest worth in cards, by its weights."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    def choose(self, state: State, seat: Seat, rng: Rng) -> Action:
        return action_by_outlook(Outlook(state, seat, self._weights))


PLAYERS: dict[str, Random | Weighing] = {"random": Random(), "easy": Weighing(EASY)}
"""By name, weakest first."""


def best(state: State, seat: Seat) -> Action:
    """The action of the easy player."""
    return action_by_outlook(Outlook(state, seat))


def action_by_outlook(outlook: Outlook) -> Action:
    """The action of the highest worth by an outlook."""
    turn = outlook.state.turn
    if turn.extension is not None:
        return _extend(outlook, turn.extension)
    if turn.phase == "cards":
        return _exchange(outlook)
    if turn.drawn is not None:
        return _use(outlook, turn.drawn.building)
    return _win(outlook) or _IN_MODE[turn.mode](outlook)


# ---- a suggestion -----------------------------------------------------------------------------


def complete(state: State, seat: Seat, tokens: Sequence[str]) -> Action:
    """The best action that begins with `tokens`. Raises BadNotation and IllegalMove."""
    if not tokens:
        return best(state, seat)
    outlook, first = Outlook(state, seat), notation.read_first(state, tokens)
    if first == "X" and len(tokens) < 3:
        return _complete_extend(outlook, tokens)
    if first.startswith("B") and len(tokens) == 1:
        return _complete_build(outlook, notation.read_building(state, first))
    return _legal(state, notation.parse(state, seat, " ".join(tokens)))


def _complete_extend(outlook: Outlook, tokens: Sequence[str]) -> Action:
    state = outlook.state
    if state.turn.extension is None:
        return _legal(state, Extend((0, 0), 0))
    at = notation.read_centre(state, tokens[1]) if len(tokens) > 1 else outlook.centre()
    return _legal(state, Extend(at, outlook.rotation(state.turn.extension, at)))


def _complete_build(outlook: Outlook, building: int) -> Action:
    state = outlook.state
    refusal = legal.why_not_building(state, building)
    if refusal is not None:
        raise refusal
    ideas = outlook.ideas([building])
    if not ideas:
        raise legal.too_dear(state, building, state.free)
    return build_from_idea(outlook, ideas[0])


def _legal(state: State, action: Action) -> Action:
    refusal = legal.why_not(state, action)
    if refusal is not None:
        raise refusal
    return action


def rest(state: State, seat: Seat) -> tuple[Action, ...]:
    """The rest of the turn as the easy player would take it, as far as nothing is revealed."""
    after, number = turn.redeal(state, seat, Rng(0)), state.turn.number
    line, is_open = list[Action](), True
    while is_open and after.result is None and after.turn.number == number:
        line.append(best(after, seat))
        is_open = not any(event.reveals for event in turn.apply(after, line[-1]))
    return (*line, *end_behind(after, seat, line[-1]))


def end_behind(after: State, seat: Seat, last: Action) -> tuple[End, ...]:
    """The end of the turn, if it is all that is left to do `after` the cards of a `last` stop."""
    if isinstance(last, Stop) and after.turn.seat == seat and isinstance(best(after, seat), End):
        return (End(),)
    return ()


# ---- decisions --------------------------------------------------------------------------------


def _extend(outlook: Outlook, tile: int) -> Action:
    at = outlook.centre()
    return Extend(at, outlook.rotation(tile, at))


def _exchange(outlook: Outlook) -> Action:
    """In the card part, a card for a worker or an amphora, or the end of the turn."""
    is_welcome = outlook.player.bonus > KEPT or outlook.hand_size < POOR
    return Bonus("card") if is_welcome and outlook.state.cards_there else End()


def _use(outlook: Outlook, drawn: int) -> Action:
    """Build the revealed building, or park it."""
    ideas = outlook.ideas([drawn])
    if ideas and ideas[0][0] > outlook.weights.parked:
        return build_from_idea(outlook, ideas[0])
    return Park()


def _begin(outlook: Outlook) -> Action:
    """Build, draw or take cards, whichever brings most in the whole turn."""
    ideas = outlook.ideas(set(outlook.player.reserve))
    gain, drawing = _gain(outlook, ideas), _drawing_gain(outlook)
    if gain > max(0.0, drawing):
        return build_from_idea(outlook, ideas[0])
    return Draw(outlook.stack()) if drawing > 0 else Stop()


def _go_on_building(outlook: Outlook) -> Action:
    ideas = outlook.ideas(set(outlook.player.reserve))
    worth = ideas[0][0] if ideas else 0.0
    if outlook.state.actions_left and worth > _cards(outlook, 1):
        return build_from_idea(outlook, ideas[0])
    if outlook.player.bonus and worth > outlook.weights.bonus:
        return Bonus("action")
    return Stop()


def _go_on_drawing(outlook: Outlook) -> Action:
    is_worth_it = _drawing(outlook, 0) > _cards(outlook, 1)
    if outlook.state.actions_left and is_worth_it and any(outlook.player.stacks):
        return Draw(outlook.stack())
    return Stop()


_IN_MODE = {None: _begin, "build": _go_on_building, "draw": _go_on_drawing}


# ---- the worth of a turn ----------------------------------------------------------------------


def _cards(outlook: Outlook, number: int) -> float:
    """Worth now of a number of cards, limited to those that remain."""
    return outlook.cards(outlook.hand_size, min(number, outlook.state.cards_there))


def _gain(outlook: Outlook, ideas: Sequence[Idea]) -> float:
    """Worth of a turn of building beyond its cards; no cell or building counts twice."""
    gain, card = 0.0, _cards(outlook, 1)
    cells, buildings = set[int](), set[int]()
    for worth, building, cell in ideas:
        if worth <= card or len(cells) == outlook.state.rules.flags.build_actions:
            break
        if building not in buildings and cell not in cells:
            buildings.add(building)
            cells.add(cell)
            gain += worth - card
    return gain


def _drawing(outlook: Outlook, more: int) -> float:
    """Worth of a building drawn after `more` others."""
    worths, size = outlook.weights.drawing, len(outlook.player.reserve) + more
    return worths[min(size, len(worths) - 1)]


def _drawing_gain(outlook: Outlook) -> float:
    """Worth of one or two draws beyond the cards of a turn without actions."""
    if not any(outlook.player.stacks):
        return 0.0
    first = _drawing(outlook, 0)
    foregone = _cards(outlook, outlook.state.rules.flags.cards_when_nothing_done)
    return max(first + _cards(outlook, 1), first + _drawing(outlook, 1)) - foregone


# ---- victory in this turn ---------------------------------------------------------------------


def _win(outlook: Outlook) -> Action | None:
    """First step to join two cities, or to place the last building, within this turn."""
    state = outlook.state
    remaining = (
        state.rules.flags.build_actions if state.actions_left is None else state.actions_left
    )
    if state.turn.mode == "draw":
        return None
    actions = remaining + outlook.player.bonus
    step = _winning(outlook, actions) or _completing(outlook, actions)
    return Bonus("action") if step is not None and not remaining else step


def _winning(outlook: Outlook, actions: int) -> Build | None:
    """The first of at most `actions` buildings that join two cities, cheap ones tried first."""
    race = outlook.race
    if race.needed > actions:
        return None
    for idea in _nearer(outlook):
        build = build_from_idea(outlook, idea)
        if race.needed == 1 or _winning(_after(outlook, build, idea), actions - 1):
            return build
    return None


def _nearer(outlook: Outlook) -> list[Idea]:
    """The cheapest buildings on a shortest way, as cards, building and cell."""
    race = outlook.race
    steps = [
        (float(cards), building, cell)
        for building in set(outlook.player.reserve)
        for cell, cards in prices.costs(outlook.state, outlook.seat, building).items()
        if race.needed_with(cell) < race.needed
    ]
    return sorted(steps)[:WIDTH]


def _completing(outlook: Outlook, actions: int) -> Build | None:
    """The first of the seat's last buildings, if all can be built: one may pay for the others."""
    player, rules = outlook.player, outlook.state.rules
    missing = rules.flags.buildings_to_win - len(player.buildings)
    if outlook.alone or len(player.reserve) < missing or missing > min(actions, LAST):
        return None
    for idea in _roomy(outlook):
        build = build_from_idea(outlook, idea)
        if missing == 1 or _completing(_after(outlook, build, idea), actions - 1):
            return build
    return None


def _roomy(outlook: Outlook) -> list[Idea]:
    """The cheapest places of each building, as cards, building and cell; roomy places first."""
    free = outlook.state.free
    steps = []
    for building in set(outlook.player.reserve):
        costs = prices.costs(outlook.state, outlook.seat, building)
        rooms = {cell: sum(near in free for near in AROUND[cell]) for cell in costs}
        best = sorted(costs, key=lambda cell: (costs[cell], -rooms[cell], cell))[:SPOTS]
        steps += [(float(costs[cell]), building, cell) for cell in best]
    return sorted(steps)


def _after(outlook: Outlook, build: Build, idea: Idea) -> Outlook:
    """The position after a building, as the same seat sees it."""
    state, (_, building, cell) = outlook.state.clone(), idea
    player = state.players[outlook.seat]
    paid = state.rules.counts(build.pay)
    player.hand = [in_hand - count for in_hand, count in zip(player.hand, paid, strict=True)]
    player.reserve.remove(building)
    state.place_building(outlook.seat, building, cell)
    return Outlook(state, outlook.seat, outlook.weights, alone=outlook.alone)


def build_from_idea(outlook: Outlook, idea: Idea) -> Build:
    """The action that carries out an idea, with the automatic payment (TG-67)."""
    _, building, cell = idea
    pay = legal.automatic(outlook.state, outlook.seat, building, cell)
    return Build(building, hex_of(cell), pay or {})
