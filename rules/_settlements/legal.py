"""Legality: the first rule that an action breaks, every legal action, a random one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Any

from rules._settlements import prices
from rules._settlements.actions import Action, Bonus, Build, Draw, End, Extend, Park, Stop
from rules._settlements.pieces import STACKS, Need
from rules._settlements.state import State
from rules.contract import Hex, IllegalMove, Seat
from rules.hexgrid import AROUND, cell_of, hex_of
from rules.rng import Rng

SEAT_LETTERS = "ABCD"


# ---- why not ----------------------------------------------------------------------------------


def why_not(state: State, action: Action) -> IllegalMove | None:
    """The first rule that `action` breaks, or None; the turn is checked elsewhere."""
    return _pending(state, action) or _WHY_NOT[type(action)](state, action)


def _pending(state: State, action: Action) -> IllegalMove | None:
    """Refusal of any other action while something is pending (TG-42, TG-80)."""
    turn, illegal = state.turn, state.rules.illegal
    if turn.drawn is not None and not isinstance(action, Park | Build):
        building = turn.drawn.building
        return illegal("resolve_drawn_building_first", rule="TG-42", building=building)
    if turn.extension is not None and not isinstance(action, Extend):
        return illegal("extension_first", rule="TG-80", tile=turn.extension)
    return None


def _no_action(state: State, mode: str) -> IllegalMove | None:
    """Refusal of a kind of action that is not possible now, or None (TG-32, TG-33, TG-36)."""
    turn, illegal = state.turn, state.rules.illegal
    if turn.phase == "cards":
        return illegal("cards_already_drawn", rule="TG-36", n=turn.cards_drawn)
    if turn.mode not in (None, mode):
        return illegal("wrong_kind", rule="TG-33", mode=turn.mode)
    if state.actions_left == 0:
        return illegal("no_action_left", rule="TG-32", n=turn.done)
    return None


def _draw_refusal(state: State, action: Draw) -> IllegalMove | None:
    refusal = _no_action(state, "draw")
    if refusal is not None:
        return refusal
    stacks = state.players[state.turn.seat].stacks
    if not 0 <= action.stack < STACKS or not stacks[action.stack]:
        return state.rules.illegal("stack_empty", rule="TG-40", stack=action.stack + 1)
    return None


def _park_refusal(state: State, _action: Park) -> IllegalMove | None:
    if state.turn.drawn is None:
        return state.rules.illegal("nothing_drawn", rule="TG-41")
    return None


def _build_refusal(state: State, action: Build) -> IllegalMove | None:
    return (
        why_not_building(state, action.building)
        or hex_refusal(state, action.hex)
        or _pay_refusal(state, action)
    )


def why_not_building(state: State, building: int) -> IllegalMove | None:
    """Refusal of a building on any hex, or None when it can be built now (TG-42, TG-50)."""
    turn, illegal = state.turn, state.rules.illegal
    if turn.extension is not None:
        return illegal("extension_first", rule="TG-80", tile=turn.extension)
    if turn.drawn is not None:
        revealed = turn.drawn.building
        if building == revealed:
            return None
        return illegal("must_be_drawn_building", rule="TG-42", building=building, drawn=revealed)
    refusal = _no_action(state, "build")
    if refusal is not None:
        return refusal
    if building not in state.players[turn.seat].reserve:
        return illegal("building_not_in_reserve", rule="TG-50", building=building)
    return None


def hex_refusal(state: State, at: Hex) -> IllegalMove | None:
    """Refusal of a hex where nothing can be built, or None (TG-51)."""
    cell, illegal = cell_of(at), state.rules.illegal
    if cell in state.free:
        return None
    if cell not in state.land.symbols:
        return illegal("not_a_terrain_hex", rule="TG-51", hex=f"{at[0]},{at[1]}")
    standing = next(placed for placed in state.buildings if placed.hex == at)
    name, owner = state.land.names[cell], SEAT_LETTERS[standing.seat]
    return illegal("hex_occupied", rule="TG-51", hex=name, building=standing.building, owner=owner)


def price_refusal(state: State, building: int, at: Hex) -> IllegalMove | None:
    """Refusal of a price enquiry: no such building, or a hex where nothing can be built."""
    if building not in state.rules.buildings:
        return state.rules.illegal("building_not_in_reserve", rule="TG-50", building=building)
    return hex_refusal(state, at)


def _pay_refusal(state: State, action: Build) -> IllegalMove | None:
    """Refusal of cards that do not pay exactly, or None (TG-63, TG-65, TG-66)."""
    rules, seat = state.rules, state.turn.seat
    for resource, count in action.pay.items():
        if resource not in rules.index or count < 0:
            return rules.illegal("bad_payment", rule="TG-65", what=f"{resource}: {count}"[:40])
        in_hand = state.players[seat].hand[rules.index[resource]]
        if count > in_hand:
            details = {"resource": resource, "needed": count, "held": in_hand}
            return rules.illegal("cards_not_in_hand", rule="TG-65", **details)
    need = prices.due(state, seat, action.building, cell_of(action.hex))
    return _amount_refusal(state, need, rules.counts(action.pay))


def _amount_refusal(state: State, need: Need, pay: list[int]) -> IllegalMove | None:
    swap = state.rules.flags.replacement_cards
    value, needed = prices.worth(pay, need, swap), prices.worth_of(need, swap)
    if value == needed:
        return None
    name = "underpaid" if value < needed else "overpaid"
    rule = "TG-66" if needed else "TG-63"
    details = {"due": prices.full_payment_size(pay, need, swap), "paid": sum(pay)}
    return state.rules.illegal(name, rule=rule, **details)


def too_dear(state: State, building: int, cells: Iterable[int]) -> IllegalMove:
    """Refusal of a building that the hand cannot pay for on any of the free terrains (TG-66)."""
    rules, seat = state.rules, state.turn.seat
    swap, hand = rules.flags.replacement_cards, state.players[seat].hand
    needs = [prices.due(state, seat, building, cell) for cell in cells]
    cheapest = min((prices.full_payment_size(hand, need, swap) for need in needs), default=0)
    return rules.illegal("underpaid", rule="TG-66", due=cheapest, paid=sum(hand))


def _extend_refusal(state: State, action: Extend) -> IllegalMove | None:
    illegal = state.rules.illegal
    if state.turn.extension is None:
        return illegal("no_extension", rule="TG-80")
    if action.at not in state.land.centres:
        return illegal("bad_place", rule="TG-83", at=f"{action.at[0]},{action.at[1]}")
    if not 0 <= action.rot <= 5:
        return illegal("bad_rotation", rule="TG-82", rot=action.rot)
    return None


def _bonus_refusal(state: State, action: Bonus) -> IllegalMove | None:
    turn, illegal = state.turn, state.rules.illegal
    if not state.players[turn.seat].bonus:
        return illegal("no_bonus", rule="TG-72")
    if action.way == "card":
        return illegal("stop_first", rule="TG-74") if turn.phase == "act" else None
    if turn.phase == "cards":
        return illegal("cards_already_drawn", rule="TG-75", n=turn.cards_drawn)
    return None if turn.done else illegal("no_action_done_yet", rule="TG-73")


def _stop_refusal(state: State, _action: Stop) -> IllegalMove | None:
    if state.turn.phase == "cards":
        return state.rules.illegal("already_stopped", rule="TG-78")
    return None


def _end_refusal(state: State, _action: End) -> IllegalMove | None:
    if state.turn.phase == "act":
        return state.rules.illegal("stop_first", rule="TG-78")
    return None


_WHY_NOT: dict[type[Action], Callable[[State, Any], IllegalMove | None]] = {
    Draw: _draw_refusal,
    Park: _park_refusal,
    Build: _build_refusal,
    Extend: _extend_refusal,
    Bonus: _bonus_refusal,
    Stop: _stop_refusal,
    End: _end_refusal,
}


# ---- every legal action -----------------------------------------------------------------------


def _may(state: State, mode: str) -> bool:
    """Whether an action of a kind can be done now (TG-32, TG-33, TG-36)."""
    return not state.turn.is_pending and _no_action(state, mode) is None


def drawable(state: State) -> list[int]:
    """The stacks that may be drawn from now (TG-40)."""
    if not _may(state, "draw"):
        return []
    stacks = state.players[state.turn.seat].stacks
    return [index for index, stack in enumerate(stacks) if stack]


def buildable(state: State) -> list[int]:
    """The kinds that may be built now, ascending: the reserve, or the revealed building."""
    turn = state.turn
    if turn.drawn is not None:
        return [turn.drawn.building]
    if not _may(state, "build"):
        return []
    return list(dict.fromkeys(state.players[turn.seat].reserve))


def payments(state: State, building: int, cell: int) -> list[dict[str, int]]:
    """Every payment for a building on a free terrain, the automatic one first (TG-65)."""
    return _payments(state, prices.due(state, state.turn.seat, building, cell))


def _payments(state: State, need: Need) -> list[dict[str, int]]:
    rules, hand = state.rules, state.players[state.turn.seat].hand
    counts = prices.payments(hand, need, rules.flags.replacement_cards)
    return [rules.only_some(pay) for pay in counts]


def automatic(state: State, seat: Seat, building: int, cell: int) -> dict[str, int] | None:
    """The automatic payment on a free terrain; None when the hand cannot pay (TG-67)."""
    rules = state.rules
    need = prices.due(state, seat, building, cell)
    pay = prices.automatic(state.players[seat].hand, need, rules.flags.replacement_cards)
    return None if pay is None else rules.only_some(pay)


def plain_actions(state: State) -> list[Action]:
    """The legal actions that need no choice: park, a worker or amphora, stop, end."""
    turn = state.turn
    if turn.drawn is not None:
        return [Park()]
    if turn.extension is not None:
        return []
    if turn.phase == "cards":
        return [Bonus("card"), End()]
    return [Bonus("action"), Stop()] if turn.done and state.players[turn.seat].bonus else [Stop()]


def legal_actions(state: State) -> Iterator[Action]:
    """Every legal action: draws, builds by number, name and payment, regions, the others."""
    for stack in drawable(state):
        yield Draw(stack)
    payments_by_need: dict[Need, list[dict[str, int]]] = {}
    for building in buildable(state):
        yield from chain.from_iterable(_builds(state, building, payments_by_need))
    if state.turn.extension is not None:
        for at in state.land.centres:
            for rot in range(6):
                yield Extend(at, rot)
    yield from plain_actions(state)


def _builds(
    state: State, building: int, payments_by_need: dict[Need, list[dict[str, int]]]
) -> Iterator[Iterator[Build]]:
    """Builds of one kind on each hex; payments are computed once for all that need the same."""
    for cell in prices.costs(state, state.turn.seat, building):
        need = prices.due(state, state.turn.seat, building, cell)
        if need not in payments_by_need:
            payments_by_need[need] = _payments(state, need)
        yield map(Build, repeat(building), repeat(hex_of(cell)), payments_by_need[need])


# ---- a random action --------------------------------------------------------------------------

TRIES = 8
"""Attempts of `sample` to find a payable building before it does something else."""
_LUCK = 1 << 200


def sample(state: State, rng: Rng) -> Action:
    """A random legal action: every one is possible, though not equally likely.

    Listing all payable builds would cost far more than the move. Instead some hexes are tried, half
    of them beside the seat's buildings; where none will do, the action is one without a hex.
    """
    luck, turn = rng.below(_LUCK), state.turn
    luck, coin = divmod(luck, 8)
    if turn.extension is not None:
        centres = list(state.land.centres)
        luck, at = divmod(luck, len(centres))
        return Extend(centres[at], luck % 6)
    if coin:
        build = _sample_build(state, luck) if coin > 3 or turn.drawn else None
        if build is not None:
            return build
        stacks = drawable(state)
        if stacks:
            return Draw(stacks[luck % len(stacks)])
    plain = plain_actions(state)
    return plain[luck % len(plain)]


def _sample_build(state: State, luck: int) -> Build | None:
    """A building on a random hex where it can be paid for, or None after TRIES attempts."""
    seat, kinds, free = state.turn.seat, buildable(state), list(state.free)
    if not kinds or not free:
        return None
    own_cells = list(state.players[seat].buildings)
    for attempt in range(TRIES):
        luck, kind = divmod(luck, len(kinds))
        luck, place = divmod(luck, 6 * len(free))
        cell = _beside(own_cells, place) if own_cells and attempt % 2 else free[place // 6]
        pay = automatic(state, seat, kinds[kind], cell) if cell in state.free else None
        if pay is not None:
            return _sample_payment(state, Build(kinds[kind], hex_of(cell), pay), luck)
    return None


def _beside(own: Sequence[int], place: int) -> int:
    """One of the cells around the seat's buildings."""
    which, side = divmod(place, 6)
    return AROUND[own[which % len(own)]][side]


def _sample_payment(state: State, build: Build, luck: int) -> Build:
    """The build itself, or one time in four with another payment, if there is one."""
    luck, coin = divmod(luck, 4)
    if coin or not build.pay:
        return build
    alternatives = payments(state, build.building, cell_of(build.hex))
    return Build(build.building, build.hex, alternatives[luck % len(alternatives)])
