"""Course of the game: the deal, actions, cards, the end of a turn and of the game."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from rules._settlements import prices, scoring
from rules._settlements.actions import Action, Bonus, Build, Draw, End, Extend, Park, Stop
from rules._settlements.land import City, Land, Tile
from rules._settlements.pieces import BASE_STACK, Ruleset
from rules._settlements.state import Drawn, Outcome, Player, Reason, State, Turn
from rules.contract import BadOptions, Event, Seat
from rules.dealing import require_no_options, require_seed
from rules.hexgrid import cell_of
from rules.rng import Rng

LATER_SEED_BITS = 63
"""Size of the seed of later shuffles: small enough for integers of other programs."""
APART = 1 << 20
"""Random numbers between two shuffles of the same seed; no deck needs as many."""


# ---- the deal ---------------------------------------------------------------------------------


def new(rules: Ruleset, seats: int, seed: int, options: Mapping[str, Any] | None) -> State:
    """Deal the first position (TG-20 to TG-26). Raises BadOptions."""
    require_no_options(options)
    _check_numbers(rules, seats, seed)
    rng = Rng(seed)
    state = _undealt(rules, seats, rng)
    state.seed = rng.below(1 << LATER_SEED_BITS)
    for player, size in zip(state.players, rules.hands, strict=False):
        _deal(state, player, size)
    return state


def _check_numbers(rules: Ruleset, seats: int, seed: int) -> None:
    if type(seats) is not int or seats not in rules.seats:
        raise BadOptions(rules.code("bad_seats"), rule="TG-1", seats=seats, most=max(rules.seats))
    require_seed(seed)


def _undealt(rules: Ruleset, seats: int, rng: Rng) -> State:
    """The map, the stacks and the piles, before cards are dealt."""
    regions, deck = list(rules.symbols), _deck(rules.deck)
    rng.shuffle(regions)
    rng.shuffle(deck)
    tiles, cities = _layout(rules, seats, regions, rng)
    state = State(
        rules=rules,
        seed=0,
        shuffles=0,
        land=Land(cities=cities),
        free={},
        buildings=[],
        players=[_player(rules, rng) for _ in range(seats)],
        deck=deck,
        discard=[0] * 4,
        region_stack=tuple(regions[len(tiles) :]),
        bonus_supply=rules.bonus_tokens,
        turn=Turn(),
    )
    for tile in tiles:
        state.lay(tile)
    return state


def _deck(counts: Sequence[int]) -> list[int]:
    """Cards of each resource, sorted."""
    return [resource for resource, count in enumerate(counts) for _ in range(count)]


def _layout(
    rules: Ruleset, seats: int, regions: Iterable[int], rng: Rng
) -> tuple[list[Tile], tuple[City, ...]]:
    """The first regions at random rotations, and the cities (TG-20 to TG-22)."""
    layout = rules.layouts[seats]
    places = zip(regions, layout.tiles, strict=False)
    tiles = [Tile(region, at, rng.below(6)) for region, at in places]
    cities = zip(rules.cities, layout.cities, strict=False)
    return tiles, tuple([City(city, at) for city, at in cities])


def _player(rules: Ruleset, rng: Rng) -> Player:
    """One seat's stacks, shuffled, and the top of each in reserve (TG-24, TG-25)."""
    kinds = rules.buildings.values()
    numbers = [kind.number for kind in kinds for _ in range(kind.copies) if not kind.base]
    base = [kind.number for kind in kinds for _ in range(kind.copies) if kind.base]
    rng.shuffle(numbers)
    rng.shuffle(base)
    size = len(numbers) // BASE_STACK
    stacks = [numbers[i * size : (i + 1) * size] for i in range(BASE_STACK)]
    stacks.append(base)
    reserve = sorted(stack[0] for stack in stacks)
    return Player(stacks=[tuple(stack[1:]) for stack in stacks], reserve=reserve)


def _deal(state: State, player: Player, size: int) -> None:
    """Deal the first cards of the deck to a player (TG-26)."""
    for resource in state.deck[:size]:
        player.hand[resource] += 1
    del state.deck[:size]


def opening(state: State) -> list[Event]:
    """Event of the first turn."""
    return [_turn_started(state)]


def redeal(state: State, seat: Seat | None, rng: Rng) -> State:
    """The same position with everything that `seat` cannot see in another order."""
    after = state.clone()
    after.seed = rng.below(1 << LATER_SEED_BITS)
    regions = list(state.region_stack)
    rng.redeal(regions)
    after.region_stack = tuple(regions)
    _redeal_cards(after, [p for i, p in enumerate(after.players) if i != seat], rng)
    for player in after.players:
        _redeal_stacks(player, rng)
    return after


def _redeal_cards(state: State, players: Iterable[Player], rng: Rng) -> None:
    """Shuffle the deck and the hands of `players` together, and deal as many as before."""
    hands = [(player, sum(player.hand)) for player in players]
    for player, _ in hands:
        state.deck += _deck(player.hand)
        player.hand = [0] * 4
    rng.redeal(state.deck)
    for player, size in hands:
        _deal(state, player, size)


def _redeal_stacks(player: Player, rng: Rng) -> None:
    """Shuffle the face-down buildings: the base stack alone, the others together."""
    *other_stacks, base = player.stacks
    hidden, bases = [number for stack in other_stacks for number in stack], list(base)
    rng.redeal(hidden)
    rng.redeal(bases)
    pile = iter(hidden)
    player.stacks = [tuple(islice(pile, len(stack))) for stack in other_stacks]
    player.stacks.append(tuple(bases))


# ---- the action part --------------------------------------------------------------------------


def apply(state: State, action: Action) -> list[Event]:
    """Carry out a legal action of the seat whose turn it is."""
    events: list[Event] = []
    _DO[type(action)](state, action, events)
    return events


def _draw(state: State, action: Draw, events: list[Event]) -> None:
    """Reveal the top building of a stack; its use is the next action (TG-40)."""
    turn, stacks = state.turn, state.players[state.turn.seat].stacks
    building, *remaining = stacks[action.stack]
    stacks[action.stack] = tuple(remaining)
    turn.mode = "draw"
    turn.done += 1
    turn.drawn = Drawn(building, action.stack)
    args = {"seat": turn.seat, "stack": action.stack, "building": building, "left": len(remaining)}
    events.append(state.rules.event("building_drawn", args, reveals=True))


def _park(state: State, _action: Park, events: list[Event]) -> None:
    """Move the revealed building to the reserve (TG-41)."""
    turn = state.turn
    assert turn.drawn is not None
    insort(state.players[turn.seat].reserve, turn.drawn.building)
    args = {"seat": turn.seat, "building": turn.drawn.building}
    events.append(state.rules.event("building_parked", args))
    _resolve_drawn(state, events)
    _go_on(state, events)


def _build(state: State, action: Build, events: list[Event]) -> None:
    """Pay, place, bonus, victory, in this order (TG-92); then a region may be due (TG-80)."""
    turn, player = state.turn, state.players[state.turn.seat]
    if turn.drawn is None:
        turn.mode = "build"
        turn.done += 1
        player.reserve.remove(action.building)
    _pay_and_place(state, action, events)
    _reward(state, action.building, events)
    reasons = scoring.reasons(state, player, cell_of(action.hex))
    if reasons:
        _win(state, reasons, events)
        return
    _resolve_drawn(state, events)
    _go_on(state, events)


def _pay_and_place(state: State, action: Build, events: list[Event]) -> None:
    seat, cell = state.turn.seat, cell_of(action.hex)
    player, index = state.players[seat], state.rules.index
    is_free = bool(prices.chain(player, state.rules.buildings[action.building].after, cell))
    board_used = {} if is_free else prices.board_used(state, action.building, cell)
    surcharge = prices.surcharge(state, seat, cell)
    for resource, count in action.pay.items():
        player.hand[index[resource]] -= count
        state.discard[index[resource]] += count
    joined = state.place_building(seat, action.building, cell)
    args = {
        "seat": seat,
        "building": action.building,
        "hex": list(action.hex),
        "free": is_free,
        "paid": dict(action.pay),
        "board_used": board_used,
        "surcharge": surcharge,
        "founded": joined == 0,
        "joined": joined if joined > 1 else 0,
        "beside_city": cell in state.land.shores,
    }
    events.append(state.rules.event("building_built", args))


def _reward(state: State, building: int, events: list[Event]) -> None:
    """Give a worker or an amphora for a completed project, or owe a card (TG-70, TG-77)."""
    seat, player = state.turn.seat, state.players[state.turn.seat]
    project = state.rules.buildings[building].project
    if not scoring.completes(state, player, project):
        return
    args = {"seat": seat, "project": project}
    if state.bonus_supply:
        state.bonus_supply -= 1
        player.bonus += 1
        events.append(state.rules.event("bonus_gained", args))
    else:
        state.turn.owed_cards += 1
        events.append(state.rules.event("bonus_card_owed", args))


def _win(state: State, reasons: tuple[Reason, ...], events: list[Event]) -> None:
    """End the game at once; no region is placed any more (TG-90, TG-92)."""
    turn = state.turn
    turn.phase, turn.drawn = "over", None
    state.result = Outcome(turn.seat, reasons)
    args = {"winner": turn.seat, "reasons": list(reasons)}
    events.append(state.rules.event("game_over", args))


def _resolve_drawn(state: State, events: list[Event]) -> None:
    """Clear the revealed building; after the last of a stack a region is due (TG-80)."""
    turn = state.turn
    if turn.drawn is None:
        return
    is_last = not state.players[turn.seat].stacks[turn.drawn.stack]
    turn.drawn = None
    if not is_last:
        return
    if not state.region_stack:
        events.append(state.rules.event("no_region_left", {"seat": turn.seat}))
        return
    turn.extension, *remaining = state.region_stack
    state.region_stack = tuple(remaining)
    args = {"seat": turn.seat, "tile": turn.extension}
    events.append(state.rules.event("region_drawn", args, reveals=True))


def _extend(state: State, action: Extend, events: list[Event]) -> None:
    """Add the new region to the map (TG-80)."""
    turn = state.turn
    assert turn.extension is not None
    state.lay(Tile(turn.extension, action.at, action.rot))
    args = {
        "seat": turn.seat,
        "tile": turn.extension,
        "at": list(action.at),
        "rot": action.rot,
    }
    events.append(state.rules.event("region_placed", args))
    turn.extension = None
    _go_on(state, events)


def _bonus(state: State, action: Bonus, events: list[Event]) -> None:
    """Use a worker or an amphora for one more action, or for a card (TG-73, TG-74, TG-76)."""
    turn, player = state.turn, state.players[state.turn.seat]
    player.bonus -= 1
    if state.rules.flags.spent_bonus_goes_to == "supply":
        state.bonus_supply += 1
    args = {"seat": turn.seat, "as": action.way}
    events.append(state.rules.event("bonus_spent", args))
    if action.way == "action":
        turn.extra += 1
        return
    _take(state, 1, events)
    if not player.bonus:
        _next_turn(state, events)


def _go_on(state: State, events: list[Event]) -> None:
    """End the action part when nothing is left to choose (TG-38)."""
    turn = state.turn
    if state.actions_left == 0 and not turn.is_pending and not state.players[turn.seat].bonus:
        _card_part(state, events)


# ---- the card part ----------------------------------------------------------------------------


def _stop(state: State, _action: Stop, events: list[Event]) -> None:
    """Stop taking actions (TG-34)."""
    _card_part(state, events)


def _end(state: State, _action: End, events: list[Event]) -> None:
    """End the turn without further cards (TG-78)."""
    _next_turn(state, events)


def _card_part(state: State, events: list[Event]) -> None:
    """Draw the cards that are due; the turn ends unless a bonus can be exchanged (TG-78)."""
    turn, due = state.turn, state.cards_due
    turn.phase, turn.owed_cards = "cards", 0
    _take(state, due, events)
    if not state.players[turn.seat].bonus:
        _next_turn(state, events)


def _take(state: State, number: int, events: list[Event]) -> None:
    """Draw cards from the deck to the hand, as many as remain (TG-79)."""
    turn, hand = state.turn, state.players[state.turn.seat].hand
    card_counts, reshuffle_events = [0] * 4, list[Event]()
    if number:
        _refill(state, events)
    for _ in range(min(number, state.cards_there)):
        card = state.deck.pop(0)
        hand[card] += 1
        card_counts[card] += 1
        _refill(state, reshuffle_events)
    if count := sum(card_counts):
        turn.cards_drawn += count
        args = {"seat": turn.seat, "count": count}
        cards = state.rules.only_some(card_counts)
        events.append(state.rules.event("cards_drawn", args, reveals=True))
        events.append(state.rules.event("cards_drawn", args | {"cards": cards}, only=turn.seat))
    events += reshuffle_events


def _refill(state: State, events: list[Event]) -> None:
    """Shuffle the discard pile into a new deck once the deck is empty (TG-79)."""
    if state.deck or not any(state.discard):
        return
    state.deck, state.discard = _deck(state.discard), [0] * 4
    Rng(state.seed, state.shuffles * APART).shuffle(state.deck)
    state.shuffles += 1
    args = {"count": len(state.deck)}
    events.append(state.rules.event("deck_reshuffled", args, reveals=True))


def _next_turn(state: State, events: list[Event]) -> None:
    """Begin the turn of the next seat (TG-30)."""
    before = state.turn
    state.turn = Turn((before.seat + 1) % len(state.players), before.number + 1)
    events.append(_turn_started(state))


def _turn_started(state: State) -> Event:
    args = {"seat": state.turn.seat, "number": state.turn.number}
    return state.rules.event("turn_started", args)


_DO: dict[type[Action], Callable[[State, Any, list[Event]], None]] = {
    Draw: _draw,
    Park: _park,
    Build: _build,
    Extend: _extend,
    Bonus: _bonus,
    Stop: _stop,
    End: _end,
}
