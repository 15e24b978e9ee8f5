"""Legality: the first rule that an action breaks, by kind of action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

from rules.contract import IllegalMove, Seat
from rules.massalia import effects, holding
from rules.massalia.actions import (
    Action,
    Activate,
    Attack,
    Banish,
    Buy,
    Combo,
    Concede,
    Destroy,
    Drain,
    DrawTile,
    End,
    Fire,
    Flip,
    MoveTile,
    OfTodo,
    Place,
    Play,
    Recover,
    Remove,
)
from rules.massalia.pieces import copy_of, name_of
from rules.massalia.state import Blaze, Scout, State, Strike, Thirst, Todo

Refusal = IllegalMove | None


def illegal(name: str, rule: str, **details: Any) -> IllegalMove:
    """Refusal with the rule that it follows from."""
    return IllegalMove(f"massalia.{name}", rule=rule, **details)


def why_not(state: State, seat: Seat, action: Action) -> Refusal:
    """The first rule that an action of the seat to move breaks; None for a legal one."""
    if isinstance(action, Concede):
        return None
    return _out_of_order(state, action) or _CHECKS[type(action)](state, seat, action)


def _out_of_order(state: State, action: Action) -> Refusal:
    """Refusal of an action before the drawn tile or the head of the queue (MA-15)."""
    turn = state.turn
    if turn.tile is not None:
        return None if isinstance(action, Place) else illegal("tile_waits", "MA-15")
    if isinstance(action, Place):
        return illegal("no_tile_drawn", "MA-24")
    if turn.queue:
        answer_type = _ANSWERS[type(turn.queue[0])]
        return None if isinstance(action, answer_type) else illegal("choice_waits", "MA-15")
    if isinstance(action, Attack | Drain | Fire):
        return illegal("nothing_waits", "MA-15")
    return None


_ANSWERS: dict[type, type[Action]] = {Strike: Attack, Thirst: Drain, Blaze: Fire}
"""The action that resolves each kind of entry of the queue."""


# ---- cards ------------------------------------------------------------------------------------


def lowest_copies(cards: Iterable[str]) -> list[str]:
    """The lowest copy of each card, which stands for all its copies."""
    by_name: dict[str, str] = {}
    for card in sorted(cards, key=copy_of, reverse=True):
        by_name[name_of(card)] = card
    return sorted(by_name.values())


def _play(state: State, seat: Seat, action: Play) -> Refusal:
    if action.card in state.players[seat].hand:
        return None
    return illegal("not_in_hand", "MA-13", card=name_of(action.card))


def _activate(state: State, seat: Seat, action: Activate) -> Refusal:
    for scout in state.players[seat].scouts:
        if scout.card == action.card:
            if scout.used:
                return illegal("scout_used", "MA-48", card=name_of(action.card))
            return None
    return illegal("not_your_scout", "MA-48", card=name_of(action.card))


def _combo(state: State, seat: Seat, action: Combo) -> Refusal:
    if action.card not in state.turn.combos:
        return illegal("no_combo", "MA-67", card=name_of(action.card))
    condition = state.box.card[action.card].combo
    assert condition is not None
    if effects.times(state, seat, action.card, condition):
        return None
    count = effects.count(state, seat, action.card, condition)
    return illegal(
        "combo_too_low", "MA-67", card=name_of(action.card), n=count, least=condition.min
    )


def ready_combos(state: State, seat: Seat) -> list[str]:
    """Cards whose combo can be triggered now."""
    return [c for c in lowest_copies(state.turn.combos) if _combo(state, seat, Combo(c)) is None]


def _buy(state: State, _seat: Seat, action: Buy) -> Refusal:
    if action.card not in state.river:
        return illegal("not_in_river", "MA-19", card=name_of(action.card))
    cost, purse = state.box.card[action.card].cost, state.turn.amber
    if cost > purse:
        return illegal("too_expensive", "MA-20", card=name_of(action.card), cost=cost, n=purse)
    return None


def river_cards(state: State) -> list[str]:
    """Cards of the river, slot by slot."""
    return [card for card in state.river if card is not None]


# ---- the to-do list ---------------------------------------------------------------------------


def entries(state: State, do: str) -> list[Todo]:
    """The first entry of each terrain with this effect; others of a terrain are the same."""
    by_terrain: dict[str | None, Todo] = {}
    for entry in state.turn.todo:
        if entry.do == do:
            by_terrain.setdefault(entry.terrain, entry)
    return list(by_terrain.values())


def _no_entry(state: State, action: OfTodo) -> Refusal:
    """Refusal of an action without an entry on the to-do list, or None (MA-14)."""
    do, entry = VERBS[type(action)], state.entry(action.todo)
    if entry is None or entry.do != do:
        return illegal("not_to_do", "MA-14", effect=do)
    return None


VERBS: dict[type[Action], str] = {
    DrawTile: "place",
    MoveTile: "move",
    Flip: "flip",
    Remove: "remove",
    Banish: "banish",
    Recover: "recover",
    Destroy: "destroy",
}
"""Effect of which each action resolves one unit."""


def _draw_tile(state: State, seat: Seat, action: DrawTile) -> Refusal:
    if (refusal := _no_entry(state, action)) is not None:
        return refusal
    return None if state.can_draw_tile(seat) else illegal("no_tiles", "MA-28")


def _cell(state: State, label: str) -> int | None:
    return state.box.land.index.get(label)


def _no_cell(label: str) -> IllegalMove:
    return illegal("no_such_cell", "MA-29", cell=label)


def _fits(state: State, action: MoveTile | Flip | Remove, label: str) -> Refusal:
    """Refusal of an action without an entry, or on a cell of another terrain, or None."""
    if (refusal := _no_entry(state, action)) is not None:
        return refusal
    cell, entry = _cell(state, label), state.entry(action.todo)
    if cell is None:
        return _no_cell(label)
    assert entry is not None
    if not state.box.land.fits(cell, entry.terrain):
        return illegal("wrong_terrain", "MA-13", cell=label, terrain=entry.terrain)
    return None


def _place(state: State, seat: Seat, action: Place) -> Refusal:
    cell, tile = _cell(state, action.cell), state.turn.tile
    if cell is None:
        return _no_cell(action.cell)
    assert tile is not None
    if not state.box.land.fits(cell, tile.terrain):
        return illegal("wrong_terrain", "MA-25", cell=action.cell, terrain=tile.terrain)
    if cell in state.box.land.resource and not state.meets(seat, cell):
        have, need = state.marks(seat, cell), state.box.land.resource[cell].need
        return illegal("too_few_marks", "MA-30", cell=action.cell, n=have, need=need)
    return None


def place_cells(state: State, seat: Seat) -> list[int]:
    """Cells where the drawn tile may be laid, resource cells first (MA-25)."""
    tile, land = state.turn.tile, state.box.land
    assert tile is not None
    resource_cells = [
        resource.cell for resource in land.sources[tile.terrain] if state.meets(seat, resource.cell)
    ]
    return [*resource_cells, *land.ordinary[tile.terrain]]


def _move(state: State, _seat: Seat, action: MoveTile) -> Refusal:
    if (refusal := _fits(state, action, action.start)) is not None:
        return refusal
    start, to = _cell(state, action.start), _cell(state, action.to)
    assert start is not None
    if to is None:
        return _no_cell(action.to)
    land = state.box.land
    if not state.board[start]:
        return illegal("no_tile_there", "MA-60", cell=action.start)
    for cell, label in ((start, action.start), (to, action.to)):
        if cell in land.resource:
            return illegal("no_move_on_resource", "MA-60", cell=label)
    if to not in land.near[start]:
        return illegal("not_adjacent", "MA-60", start=action.start, to=action.to)
    return None


def movable(state: State, entry: Todo) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Cells whose top tile may be moved, each with its targets (MA-60)."""
    land = state.box.land
    for cell in land.ordinary[entry.terrain or "any"]:
        if state.board[cell] and land.steps[cell]:
            yield cell, land.steps[cell]


def _flip(state: State, seat: Seat, action: Flip) -> Refusal:
    if (refusal := _fits(state, action, action.cell)) is not None:
        return refusal
    tile = state.top(state.box.land.index[action.cell])
    if tile is None:
        return illegal("no_tile_there", "MA-61", cell=action.cell)
    if (tile.owner == seat) is tile.up:
        name = "own_tile_is_up" if tile.up else "tile_is_down"
        return illegal(name, "MA-61", cell=action.cell)
    return None


def flippable(state: State, seat: Seat, entry: Todo) -> list[int]:
    """Cells whose top tile may be turned over (MA-61)."""
    fits = state.box.land.fits
    return [
        cell
        for cell, pile in enumerate(state.board)
        if pile and (pile[-1].owner == seat) is not pile[-1].up and fits(cell, entry.terrain)
    ]


def _remove(state: State, seat: Seat, action: Remove) -> Refusal:
    if (refusal := _fits(state, action, action.cell)) is not None:
        return refusal
    tile = state.top(state.box.land.index[action.cell])
    if tile is None or tile.owner == seat:
        return illegal("no_enemy_tile", "MA-63", cell=action.cell)
    return None


def removable(state: State, seat: Seat, entry: Todo) -> list[int]:
    """Cells whose top tile may be removed (MA-63)."""
    fits = state.box.land.fits
    return [
        cell
        for cell, pile in enumerate(state.board)
        if pile and pile[-1].owner != seat and fits(cell, entry.terrain)
    ]


def _banish(state: State, seat: Seat, action: Banish) -> Refusal:
    if (refusal := _no_entry(state, action)) is not None:
        return refusal
    player = state.players[seat]
    if action.card in (player.hand if action.source == "hand" else player.reserve):
        return None
    return illegal("not_to_banish", "MA-65", card=name_of(action.card))


def _recover(state: State, seat: Seat, action: Recover) -> Refusal:
    if (refusal := _no_entry(state, action)) is not None:
        return refusal
    if action.card in recoverable(state, seat):
        return None
    return illegal("not_to_recover", "MA-52", card=name_of(action.card))


def recoverable(state: State, seat: Seat) -> list[str]:
    """Scout cards in the reserve (MA-52)."""
    cards = state.box.card
    return [card for card in state.players[seat].reserve if cards[card].scout is not None]


def _destroy(state: State, seat: Seat, action: Destroy) -> Refusal:
    if (refusal := _no_entry(state, action)) is not None:
        return refusal
    if action.seat not in state.opponents(seat):
        return illegal("not_an_opponent", "MA-51")
    if any(scout.card == action.card for scout in state.players[action.seat].scouts):
        return None
    return illegal("no_such_scout", "MA-51", card=name_of(action.card))


def distinct_scouts(scouts: Iterable[Scout]) -> list[Scout]:
    """One scout of each card and life, the lowest copy."""
    by_card_and_life: dict[tuple[str, int], Scout] = {}
    for scout in sorted(scouts, key=lambda scout: copy_of(scout.card), reverse=True):
        by_card_and_life[name_of(scout.card), scout.life] = scout
    return sorted(by_card_and_life.values(), key=lambda scout: scout.card)


# ---- the queue --------------------------------------------------------------------------------


def _attack(state: State, seat: Seat, action: Attack) -> Refusal:
    head = state.turn.queue[0]
    assert isinstance(head, Strike)
    targets = [target for target, _ in action.split]
    points = [n for _, n in action.split]
    if not targets or len(set(targets)) < len(targets) or min(points) < 1:
        return illegal("bad_shares", "MA-40", n=head.n)
    if not set(targets) <= set(state.opponents(seat)):
        return illegal("not_an_opponent", "MA-40")
    if sum(points) != head.n:
        return illegal("wrong_sum", "MA-40", n=head.n, got=sum(points))
    return None


def splits(targets: list[Seat], n: int) -> Iterator[tuple[tuple[Seat, int], ...]]:
    """Ways to share n points among some of the targets, at least one each (MA-40)."""
    for count in range(1, min(len(targets), n) + 1):
        for group in combinations(targets, count):
            for cuts in combinations(range(1, n), count - 1):
                ends = zip((0, *cuts), (*cuts, n), strict=True)
                shares = (end - start for start, end in ends)
                yield tuple(zip(group, shares, strict=True))


def _drain(state: State, seat: Seat, action: Drain) -> Refusal:
    return None if action.seat in state.opponents(seat) else illegal("not_an_opponent", "MA-36")


def _fire(state: State, seat: Seat, action: Fire) -> Refusal:
    head, land = state.turn.queue[0], state.box.land
    assert isinstance(head, Blaze)
    limit = state.box.fire.max_tiles
    if len(action.cells) > limit or len(set(action.cells)) < len(action.cells):
        return illegal("too_many_burnt", "MA-37", most=limit)
    may_burn = {land.labels[cell] for cell in holding.burnable(state, seat, head.cell)}
    for label in action.cells:
        if label not in may_burn:
            return illegal("cannot_burn", "MA-37", cell=label, at=land.labels[head.cell])
    return None


def fires(state: State, seat: Seat, head: Blaze) -> Iterator[tuple[str, ...]]:
    """Choices of tiles to burn, from none to as many as a fire burns."""
    labels = [state.box.land.labels[cell] for cell in holding.burnable(state, seat, head.cell)]
    for count in range(min(len(labels), state.box.fire.max_tiles) + 1):
        yield from combinations(labels, count)


def _end(_state: State, _seat: Seat, _action: End) -> Refusal:
    return None


_CHECKS: dict[type[Action], Callable[[State, Seat, Any], Refusal]] = {
    Play: _play,
    Activate: _activate,
    Combo: _combo,
    Buy: _buy,
    DrawTile: _draw_tile,
    Place: _place,
    MoveTile: _move,
    Flip: _flip,
    Remove: _remove,
    Banish: _banish,
    Recover: _recover,
    Destroy: _destroy,
    Attack: _attack,
    Drain: _drain,
    Fire: _fire,
    End: _end,
}
