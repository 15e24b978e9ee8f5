"""A random legal action, without listing them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.contract import Seat
from rules.massalia import holding, legal
from rules.massalia.actions import (
    Action,
    Activate,
    Attack,
    Banish,
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
    Play,
    Recover,
    Remove,
)
from rules.massalia.pieces import copy_of, name_of
from rules.massalia.state import State, Strike, Thirst, Todo
from rules.rng import Rng


def sample(state: State, seat: Seat, rng: Rng) -> Action:
    """A random legal action except conceding; every one is possible, though not equally likely."""
    if state.turn.tile is not None:
        return _sample_place(state, seat, rng)
    if state.turn.queue:
        return _sample_answer(state, seat, rng)
    kinds = len(_SAMPLES)
    first = rng.below(kinds + 1)
    if first == kinds:
        return End()
    for step in range(kinds):
        if (action := _SAMPLES[(first + step) % kinds](state, seat, rng)) is not None:
            return action
    return End()


def _sample_place(state: State, seat: Seat, rng: Rng) -> Action:
    tile, land = state.turn.tile, state.box.land
    assert tile is not None
    sources, ordinary = land.sources[tile.terrain], land.ordinary[tile.terrain]
    spot = rng.below(len(sources) + len(ordinary))
    if spot < len(sources):
        cell = sources[spot].cell
        if state.meets(seat, cell):
            return Place(land.labels[cell])
        spot = rng.below(len(ordinary)) + len(sources)
    return Place(land.labels[ordinary[spot - len(sources)]])


def _sample_answer(state: State, seat: Seat, rng: Rng) -> Action:
    head, targets = state.turn.queue[0], state.opponents(seat)
    if isinstance(head, Thirst):
        return Drain(rng.choice(targets))
    if isinstance(head, Strike):
        count = 1 + rng.below(min(len(targets), head.n))
        rng.shuffle(targets)
        cuts = list(range(1, head.n))
        rng.shuffle(cuts)
        ends = sorted(cuts[: count - 1])
        shares = zip((0, *ends), (*ends, head.n), strict=True)
        points = (end - start for start, end in shares)
        return Attack(tuple(zip(sorted(targets[:count]), points, strict=True)))
    cells = holding.burnable(state, seat, head.cell)
    count = rng.below(min(len(cells), state.box.fire.max_tiles) + 1)
    rng.shuffle(cells)
    return Fire(tuple(state.box.land.labels[cell] for cell in sorted(cells[:count])))


def _alike(card: str, zone: Iterable[str]) -> str:
    """The lowest copy of a card in a zone, which stands for all copies."""
    name = name_of(card)
    return min((copy for copy in zone if name_of(copy) == name), key=copy_of)


# ---- each kind --------------------------------------------------------------------------------


def _play(state: State, seat: Seat, rng: Rng) -> Action | None:
    hand = state.players[seat].hand
    return Play(_alike(rng.choice(hand), hand)) if hand else None


def _activate(state: State, seat: Seat, rng: Rng) -> Action | None:
    unused = [scout.card for scout in state.players[seat].scouts if not scout.used]
    return Activate(_alike(rng.choice(unused), unused)) if unused else None


def _combo(state: State, seat: Seat, rng: Rng) -> Action | None:
    ready = legal.ready_combos(state, seat) if state.turn.combos else None
    return Combo(rng.choice(ready)) if ready else None


def _buy(state: State, _seat: Seat, rng: Rng) -> Action | None:
    purse, cards = state.turn.amber, state.box.card
    if not purse:
        return None
    affordable = [card for card in state.river if card and cards[card].cost <= purse]
    return Buy(_alike(rng.choice(affordable), affordable)) if affordable else None


def _todo(state: State, seat: Seat, rng: Rng) -> Action | None:
    if not state.turn.todo:
        return None
    entry = rng.choice(state.turn.todo)
    for first in state.turn.todo:
        if (first.do, first.terrain) == (entry.do, entry.terrain):
            return _UNITS[entry.do](state, seat, first, rng)
    return None


def _draw_tile(state: State, seat: Seat, entry: Todo, _rng: Rng) -> Action | None:
    return DrawTile(entry.id) if state.can_draw_tile(seat) else None


def _move(state: State, _seat: Seat, entry: Todo, rng: Rng) -> Action | None:
    ways = list(legal.movable(state, entry))
    if not ways:
        return None
    labels, (start, ends) = state.box.land.labels, rng.choice(ways)
    return MoveTile(entry.id, labels[start], labels[rng.choice(ends)])


def _flip(state: State, seat: Seat, entry: Todo, rng: Rng) -> Action | None:
    cells = legal.flippable(state, seat, entry)
    return Flip(entry.id, state.box.land.labels[rng.choice(cells)]) if cells else None


def _remove(state: State, seat: Seat, entry: Todo, rng: Rng) -> Action | None:
    cells = legal.removable(state, seat, entry)
    return Remove(entry.id, state.box.land.labels[rng.choice(cells)]) if cells else None


def _banish(state: State, seat: Seat, entry: Todo, rng: Rng) -> Action | None:
    player = state.players[seat]
    size = len(player.hand) + len(player.reserve)
    if not size:
        return None
    spot = rng.below(size)
    if spot < len(player.hand):
        return Banish(entry.id, _alike(player.hand[spot], player.hand), "hand")
    card = player.reserve[spot - len(player.hand)]
    return Banish(entry.id, _alike(card, player.reserve), "reserve")


def _recover(state: State, seat: Seat, entry: Todo, rng: Rng) -> Action | None:
    cards = legal.recoverable(state, seat)
    return Recover(entry.id, _alike(rng.choice(cards), cards)) if cards else None


def _destroy(state: State, seat: Seat, entry: Todo, rng: Rng) -> Action | None:
    scouts = [
        (opponent, scout.card)
        for opponent in state.opponents(seat)
        for scout in legal.distinct_scouts(state.players[opponent].scouts)
    ]
    return Destroy(entry.id, *rng.choice(scouts)) if scouts else None


_UNITS: dict[str, Callable[[State, Seat, Todo, Rng], Action | None]] = {
    "place": _draw_tile,
    "move": _move,
    "flip": _flip,
    "remove": _remove,
    "banish": _banish,
    "recover": _recover,
    "destroy": _destroy,
}
_SAMPLES: tuple[Callable[[State, Seat, Rng], Action | None], ...] = (
    _todo,
    _play,
    _activate,
    _combo,
    _buy,
)
"""Each sampler gives way to the next one; where none finds an action, the turn ends."""
