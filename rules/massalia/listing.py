"""Every legal action; of identical copies the lowest stands for all."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Seat
from rules.massalia import legal
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
    Place,
    Play,
    Recover,
    Remove,
)
from rules.massalia.state import State, Strike, Thirst


def legal_actions(state: State, seat: Seat) -> Iterator[Action]:
    """Every legal action of the seat to move; conceding comes last."""
    labels = state.box.land.labels
    if state.turn.tile is not None:
        yield from (Place(labels[cell]) for cell in legal.place_cells(state, seat))
    elif state.turn.queue:
        yield from _answers(state, seat)
    else:
        yield from _of_cards(state, seat)
        yield from _of_todo(state, seat)
        yield End()
    yield Concede()


def _answers(state: State, seat: Seat) -> Iterator[Action]:
    """Legal answers to the head of the queue."""
    head = state.turn.queue[0]
    if isinstance(head, Strike):
        yield from map(Attack, legal.splits(state.opponents(seat), head.n))
    elif isinstance(head, Thirst):
        yield from map(Drain, state.opponents(seat))
    else:
        yield from map(Fire, legal.fires(state, seat, head))


def playable(state: State, seat: Seat) -> Iterator[Action]:
    """Cards in hand and scouts that can be used, while nothing waits for an answer."""
    player = state.players[seat]
    if state.turn.tile is None and not state.turn.queue:
        yield from map(Play, legal.lowest_copies(player.hand))
        unused = [scout.card for scout in player.scouts if not scout.used]
        yield from map(Activate, legal.lowest_copies(unused))


def _of_cards(state: State, seat: Seat) -> Iterator[Action]:
    yield from playable(state, seat)
    yield from map(Combo, legal.ready_combos(state, seat))
    affordable = (
        card for card in legal.river_cards(state) if state.box.card[card].cost <= state.turn.amber
    )
    yield from map(Buy, legal.lowest_copies(affordable))


def _of_todo(state: State, seat: Seat) -> Iterator[Action]:
    """One unit of each entry that differs from those before it."""
    if state.turn.todo:
        if state.can_draw_tile(seat):
            yield from (DrawTile(entry.id) for entry in legal.entries(state, "place"))
        yield from _with_tiles(state, seat)
        yield from _with_cards(state, seat)


def _with_tiles(state: State, seat: Seat) -> Iterator[Action]:
    labels = state.box.land.labels
    for entry in legal.entries(state, "move"):
        for start, ends in legal.movable(state, entry):
            yield from (MoveTile(entry.id, labels[start], labels[to]) for to in ends)
    for entry in legal.entries(state, "flip"):
        yield from (Flip(entry.id, labels[c]) for c in legal.flippable(state, seat, entry))
    for entry in legal.entries(state, "remove"):
        yield from (Remove(entry.id, labels[c]) for c in legal.removable(state, seat, entry))


def _with_cards(state: State, seat: Seat) -> Iterator[Action]:
    player = state.players[seat]
    for entry in legal.entries(state, "banish"):
        yield from (Banish(entry.id, card, "hand") for card in legal.lowest_copies(player.hand))
        yield from (
            Banish(entry.id, card, "reserve") for card in legal.lowest_copies(player.reserve)
        )
    for entry in legal.entries(state, "recover"):
        cards = legal.lowest_copies(legal.recoverable(state, seat))
        yield from (Recover(entry.id, card) for card in cards)
    for entry in legal.entries(state, "destroy"):
        for opponent in state.opponents(seat):
            for scout in legal.distinct_scouts(state.players[opponent].scouts):
                yield Destroy(entry.id, opponent, scout.card)
