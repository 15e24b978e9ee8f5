"""Actions before they are made, as far as a seat may know, and the moves of the pad."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from rules.contract import Seat
from rules.hexgrid import POINTY, nearest
from rules.massalia import effects, holding, legal, turn, view
from rules.massalia.actions import (
    Action,
    Activate,
    Attack,
    Buy,
    Combo,
    Destroy,
    Drain,
    DrawTile,
    End,
    Fire,
    Flip,
    MoveTile,
    Place,
    Remove,
)
from rules.massalia.notation import notation, parse
from rules.massalia.pieces import Threshold
from rules.massalia.state import Blaze, State, Thirst
from rules.massalia.together import Unused, leftovers
from rules.notation import SEPARATOR
from rules.rng import Rng
from rules.unmet import Unmet


class Goal(msgspec.Struct, frozen=True):
    """A resource cell that a laid tile counts for: the marked cells after it, and those needed."""

    resource: str
    have: int
    need: int


class Preview(msgspec.Struct, frozen=True):
    """A legal action before it is made; `kind` decides the meaning of the fields."""

    seat: Seat
    notation: str
    kind: str
    """Kind in the JSON of the action."""
    card: str | None = None
    cell: str | None = None
    """Cell of the action; the start of a move, the source of a fire."""
    to: str | None = None
    tile: str | None = None
    """The drawn tile, or the top tile of the cell; None for one that is hidden."""
    over: str | None = None
    """Owner of the tile beneath: "own", "enemy" or nothing."""
    acts: bool = False
    """Whether the tile would act."""
    struck: Seat | None = None
    """The only opponent left: nobody has to choose whom it strikes or drains."""
    loser: Seat | None = None
    """Opponent who would no longer hold the cell of a tile that is turned down or removed."""
    burnable: int = 0
    """Number of opponents' tiles that a fire would reach."""
    thresholds: tuple[Threshold, ...] = ()
    """Thresholds of morale that the seat would reach, each of which strikes as well."""
    n: int = 0
    """Points of an attack, times of a combo, amber left after a purchase, morale of a cell."""
    gauge: str = ""
    """Gauge that falls: "water" or "fish"."""
    target: Seat | None = None
    split: tuple[tuple[Seat, int], ...] = ()
    lives: tuple[int, ...] = ()
    """Life of each seat of an attack before it, as in `split`."""
    rise: int = 0
    """Morale that the seat gains as it begins to hold the cell."""
    cells: tuple[str, ...] = ()
    """Cells of the tiles that burn."""
    unused: Unused = Unused()
    """Losses at the end of the turn."""
    steps: tuple[Preview, ...] = ()
    """Moves of a line, without anything that is still to be revealed."""
    spots: tuple[str, ...] = ()
    """Cells where the same kind of action is legal."""
    goals: tuple[Goal, ...] = ()
    """Resource cells that the tile counts for where it comes to lie, and that are not held yet."""
    height: int = 0
    """Number of tiles on the cell of a laid tile, that one included."""
    unmet: tuple[Unmet, ...] = ()
    """Reason why a tile does nothing where it comes to lie."""
    bag: dict[str, int] = {}
    """Tiles of each kind among which one is drawn; empty for other actions."""


def preview(state: State, seat: Seat, action: Action) -> Preview:
    """A legal action and its effects, as far as its player may know."""
    basis = Preview(
        seat=seat,
        notation=notation(state, action),
        kind=str(type(action).__struct_config__.tag),
        card=getattr(action, "card", None),
        cell=getattr(action, "cell", None),
        spots=tuple(_spots(state, seat, action)),
    )
    return _with_details(state, seat, action, basis)


def _with_details(state: State, seat: Seat, action: Action, basis: Preview) -> Preview:
    details: dict[str, object] = {}
    if isinstance(action, Place):
        details = _placement_details(state, seat, action)
    elif isinstance(action, Flip | Remove | MoveTile):
        details = _tile_details(state, seat, action)
    elif isinstance(action, Buy):
        details = {"n": state.turn.amber - state.box.card[action.card].cost}
    elif isinstance(action, Combo | Activate):
        details = {"n": _times(state, seat, action)}
    elif isinstance(action, Attack | Fire | Drain):
        details = _answer_details(state, action)
    elif isinstance(action, End):
        details = {"unused": leftovers(state, seat)}
    elif isinstance(action, DrawTile):
        entry = state.entry(action.todo)
        details = {
            "tile": entry.terrain if entry else None,
            "bag": view.counts(state.players[seat].bag),
        }
    elif isinstance(action, Destroy):
        details = {"target": action.seat}
    return msgspec.structs.replace(basis, **details)


def _answer_details(state: State, action: Attack | Fire | Drain) -> dict[str, object]:
    """Details of an answer: targets of an attack, tiles that burn, or the gauge that falls."""
    pending = state.turn.queue[0]
    if isinstance(action, Attack):
        lives = tuple(state.players[target].life for target, _ in action.split)
        return {"split": action.split, "lives": lives, "n": sum(n for _, n in action.split)}
    if isinstance(action, Fire):
        assert isinstance(pending, Blaze)
        return {"cell": state.box.land.labels[pending.cell], "cells": action.cells}
    assert isinstance(pending, Thirst)
    return {"target": action.seat, "gauge": pending.gauge}


def _placement_details(state: State, seat: Seat, action: Place) -> dict[str, object]:
    land, tile, cell = state.box.land, state.turn.tile, state.box.land.index[action.cell]
    assert tile is not None
    top = state.top(cell)
    over = None if top is None else "own" if top.owner == seat else "enemy"
    details: dict[str, object] = {
        "tile": tile.kind,
        "over": over,
        "target": top.owner if top is not None and over == "enemy" else None,
        "height": len(state.board[cell]) + 1,
    }
    if cell in land.resource:
        return details | _effects(state, seat, cell, tile.kind, acts=over != "own")
    details["goals"] = tuple(goals(state, seat, cell))
    if not land.touching[cell]:
        details["unmet"] = (Unmet(code="massalia.unmet_no_cell"),)
    return details


def _effects(state: State, seat: Seat, cell: int, kind: str, *, acts: bool) -> dict[str, object]:
    """Details of a tile of the seat that comes to lie face up on a resource cell."""
    resource, player = state.box.land.resource[cell], state.players[seat]
    rise = 0 if state.holder(cell) == seat else resource.morale
    thresholds = zip(state.box.morale_thresholds, player.morale_hit, strict=True)
    opponents = state.opponents(seat)
    return {
        "acts": acts,
        "rise": rise,
        "n": state.box.tile[kind].life * resource.value if acts else 0,
        "struck": opponents[0] if len(opponents) == 1 else None,
        "burnable": len(holding.burnable(state, seat, cell)),
        "thresholds": tuple(
            threshold
            for threshold, has_struck in thresholds
            if not has_struck and player.morale < threshold.at <= player.morale + rise
        ),
    }


def goals(state: State, seat: Seat, cell: int) -> Iterator[Goal]:
    """Resource cells that a tile on a cell counts for and that the seat does not hold (MA-30)."""
    top = state.top(cell)
    if top is not None and top.owner == seat and top.up:
        return
    for resource in state.box.land.touching[cell]:
        if state.holder(resource.cell) != seat:
            yield Goal(resource.id, state.marks(seat, resource.cell) + 1, resource.need)


def _tile_details(state: State, seat: Seat, action: Flip | Remove | MoveTile) -> dict[str, object]:
    label = action.start if isinstance(action, MoveTile) else action.cell
    cell = state.box.land.index[label]
    tile = state.board[cell][-1]
    kind = tile.kind if tile.up or tile.owner == seat else None
    details: dict[str, object] = {"cell": label, "tile": kind, "target": tile.owner}
    if isinstance(action, MoveTile):
        details["to"] = action.to
    if isinstance(action, Flip | Remove):
        after = state.clone()
        turn.apply(after, seat, action)
        if (holder := _other_holder(state, seat, cell)) != _other_holder(after, seat, cell):
            details["loser"] = holder
    if tile.owner != seat or isinstance(action, Remove):
        return details
    if isinstance(action, MoveTile):
        return details | {
            "goals": _goals_after(state, seat, action, state.box.land.index[action.to])
        }
    if cell not in state.box.land.resource:
        return details | {"goals": _goals_after(state, seat, action, cell)}
    acts = state.meets(seat, cell)
    if not acts:
        have, need = state.marks(seat, cell), state.box.land.resource[cell].need
        args = {"have": have, "need": need}
        details["unmet"] = (Unmet(code="massalia.unmet_marks", args=args),)
    return details | _effects(state, seat, cell, tile.kind, acts=acts)


def _other_holder(state: State, seat: Seat, cell: int) -> Seat | None:
    """Opponent who holds a cell, if any."""
    holder = state.holder(cell) if cell in state.box.land.resource else None
    return None if holder == seat else holder


def _goals_after(state: State, seat: Seat, action: Flip | MoveTile, cell: int) -> tuple[Goal, ...]:
    """Resource cells that the tile on a cell counts for after an action, and that are not held."""
    after = state.clone()
    turn.apply(after, seat, action)
    if after.board[cell][-1].owner != seat or not after.board[cell][-1].up:
        return ()
    return tuple(
        Goal(resource.id, after.marks(seat, resource.cell), resource.need)
        for resource in state.box.land.touching[cell]
        if after.holder(resource.cell) != seat
    )


def _times(state: State, seat: Seat, action: Combo | Activate) -> int:
    """Number of times that the effects of a combo or an activation would happen now."""
    card = state.box.card[action.card]
    condition = card.combo if isinstance(action, Combo) else card.scout and card.scout.activate
    return effects.times(state, seat, action.card, condition) if condition else 0


def preview_line(state: State, seat: Seat, line: Sequence[Action]) -> Preview:
    """Several legal actions, each as far as its player may know."""
    if len(line) == 1:
        return preview(state, seat, line[0])
    redealt, steps, is_open = view.redeal(state, seat, Rng(0)), [], True
    for line_action in line:
        # of equal cards the one that is there
        action = parse(redealt, seat, notation(redealt, line_action))
        step = preview(redealt, seat, action)
        if not is_open:
            step = msgspec.structs.replace(step, unused=Unused())
        if not is_open and isinstance(action, Place):
            step = msgspec.structs.replace(step, tile=None, acts=False, rise=0, n=0)
        steps.append(msgspec.structs.replace(step, spots=()))
        is_open &= not any(event.reveals for event in turn.apply(redealt, seat, action))
    cells = tuple(step.cell for step in steps if step.kind == "place" and step.cell)
    line_notation = SEPARATOR.join(step.notation for step in steps)
    return Preview(seat, line_notation, "line", cells=cells, steps=tuple(steps))


def view_after(state: State, seat: Seat, line: Sequence[Action]) -> view.View:
    """View of a seat after legal actions; the tiles that they draw have no kind."""
    after, drawn = state.clone(), False
    for action in line:
        turn.apply(after, seat, action)
        drawn |= isinstance(action, DrawTile)
        if drawn and isinstance(action, Place):
            cell = after.box.land.index[action.cell]
            *below, top = after.board[cell]
            after.board[cell] = (*below, top._replace(kind=view.UNSEEN))
    return view.view(after, seat)


# ---- the pad ----------------------------------------------------------------------------------


def _spots(state: State, seat: Seat, action: Action) -> Iterable[str]:
    """Cells where the same kind of action is legal."""
    labels = state.box.land.labels
    if isinstance(action, Place):
        return [labels[cell] for cell in legal.place_cells(state, seat)]
    entry = state.entry(getattr(action, "todo", 0))
    if entry is None:
        return []
    if isinstance(action, MoveTile):
        return [labels[cell] for cell, _ in legal.movable(state, entry)]
    if isinstance(action, Flip):
        return [labels[cell] for cell in legal.flippable(state, seat, entry)]
    if isinstance(action, Remove):
        return [labels[cell] for cell in legal.removable(state, seat, entry)]
    return []


def variations(state: State, seat: Seat, action: Action) -> dict[str, Action]:
    """The nearest cell in each direction for the same action; a tile moves another way."""
    land = state.box.land
    if isinstance(action, MoveTile):
        start = land.index[action.start]
        to = {land.hexes[cell]: land.labels[cell] for cell in land.steps[start]}
        ways = nearest(land.hexes[start], to, POINTY)
        moves = {name: MoveTile(action.todo, action.start, to[at]) for name, at in ways.items()}
        return {name: move for name, move in moves.items() if move != action}
    if not isinstance(action, Place | Flip | Remove):
        return {}
    spots = {land.hexes[land.index[spot]]: spot for spot in _spots(state, seat, action)}
    ways = nearest(land.hexes[land.index[action.cell]], spots, POINTY)
    actions: dict[str, Action] = {}
    for name, at in ways.items():
        actions[name] = (
            Place(spots[at]) if isinstance(action, Place) else type(action)(action.todo, spots[at])
        )
    return actions
