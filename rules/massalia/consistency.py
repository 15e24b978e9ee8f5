"""Contradictions in a position that comes from outside (RULES.md, "State JSON")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.contract import Seat
from rules.massalia import holding
from rules.massalia.pieces import copy_of
from rules.massalia.state import Blaze, Player, State


def contradictions(state: State) -> Iterator[str]:
    """Places where a position contradicts itself or the contents of the box."""
    yield from _wrong_cards(state)
    yield from _wrong_tiles(state)
    for seat, player in enumerate(state.players):
        wrong = _wrong_remains(state, seat) if player.out else _wrong_player(state, seat, player)
        yield from (f"players[{seat}].{name}" for name in wrong)
    yield from _wrong_end(state)
    yield from _wrong_turn(state)


def _wrong_cards(state: State) -> Iterator[str]:
    """Cards that do not exist, are in two places, or are basic ones of another seat (MA-2)."""
    box, seen_cards = state.box, set[str]()
    for zone, card, seat in _cards(state):
        if "#" not in card or card not in box.card or card in seen_cards:
            yield zone
        seen_cards.add(card)
        owner = (copy_of(card) - 1) // box.card[card].copies
        if box.card[card] in box.basic and seat != owner and zone != "pantheon":
            yield zone
    if len(state.river) != box.setup.river:
        yield "river"


def _cards(state: State) -> Iterator[tuple[str, str, Seat | None]]:
    """Every card with its zone and seat; river, reinforcement and pantheon belong to no seat."""
    yield from (("river", card, None) for card in state.river if card is not None)
    yield from (("reinforcement", card, None) for card in state.reinforcement)
    yield from (("pantheon", card, None) for card in state.pantheon)
    for seat, player in enumerate(state.players):
        for zone in ("deck", "hand", "reserve", "cemetery", "played"):
            yield from ((f"players[{seat}].{zone}", card, seat) for card in getattr(player, zone))
        yield from ((f"players[{seat}].scouts", scout.card, seat) for scout in player.scouts)


def _wrong_tiles(state: State) -> Iterator[str]:
    """Tiles of which a seat has more than its bag held, and those of no seat (MA-4)."""
    drawn, start = state.turn.tile, Counter(state.box.bag())
    tiles = Counter((tile.owner, tile.kind) for pile in state.board for tile in pile)
    for seat, player in enumerate(state.players):
        tiles.update((seat, kind) for kind in (*player.bag, *player.losses))
    if drawn is not None:
        tiles[state.seat, drawn.kind] += 1
    for (seat, kind), count in tiles.items():
        if count > start[kind] or seat not in range(len(state.players)):
            yield f"tile {kind}"


def _wrong_remains(state: State, seat: Seat) -> Iterator[str]:
    """What an eliminated player still has (MA-72)."""
    player = state.players[seat]
    on_board = any(tile.owner == seat for pile in state.board for tile in pile)
    in_zones = any(owner == seat for _, _, owner in _cards(state))
    if player.life or player.bag or player.losses or on_board or in_zones:
        yield "out"


def _wrong_player(state: State, seat: Seat, player: Player) -> Iterator[str]:
    """Fields of a player that are out of bounds, or that only the seat to move may have."""
    box, gauge = state.box, state.box.setup.gauge
    is_mover, scouts = seat == state.seat, player.scouts
    contradicting = {
        "life": not 1 <= player.life <= player.max_life,
        "water": not gauge.low < player.water < gauge.high,
        "fish": not gauge.low < player.fish < gauge.high,
        "morale": player.morale != holding.morale(state, seat),
        "morale_hit": len(player.morale_hit) != len(box.morale_thresholds),
        "scouts": len(scouts) > box.setup.scouts_max,
        "played": bool(player.played) and not is_mover,
    }
    yield from (name for name, is_wrong in contradicting.items() if is_wrong)
    for scout in scouts:
        data = box.card[scout.card].scout
        if data is None or not 1 <= scout.life <= data.life or (scout.used and not is_mover):
            yield "scouts"


def _wrong_end(state: State) -> Iterator[str]:
    """Faults of the end: it is reached exactly when one player is left, who has won (MA-73)."""
    living, is_over = state.living(), state.phase == "over"
    contradicting = {
        "phase": is_over is not (len(living) == 1) or not living,
        "winners": state.winners != (tuple(living) if is_over else None),
        "seat": not is_over and state.seat not in living,
        "fallen": not set(state.fallen).isdisjoint(living),
        "tied": not set(state.tied) <= set(state.fallen[1:]),
        "turn": is_over and bool(state.turn.queue or state.turn.tile or state.turn.todo),
    }
    yield from (path for path, is_wrong in contradicting.items() if is_wrong)


def _wrong_turn(state: State) -> Iterator[str]:
    """Effects and combos of no card in play, and choices that cannot wait (MA-39)."""
    box, turn = state.box, state.turn
    numbers = [entry.id for entry in turn.todo]
    if numbers != sorted(set(numbers)) or any(number >= turn.next for number in numbers):
        yield "turn.todo"
    if not box.card.keys() >= {entry.card for entry in turn.todo}:
        yield "turn.todo"
    played = {card for card in state.players[state.seat].played if box.card[card].combo}
    if len(set(turn.combos)) < len(turn.combos) or not played >= set(turn.combos):
        yield "turn.combos"
    if not box.families.keys() >= set(turn.families):
        yield "turn.families"
    sources = {box.land.labels[cell] for cell in box.land.resource}
    sources |= {f"morale{threshold.at}" for threshold in box.morale_thresholds}
    for pending in turn.queue:
        if isinstance(pending, Blaze):
            is_known = pending.cell in box.land.resource
        else:
            is_known = pending.source in sources
        if turn.tile is not None or not is_known:
            yield "turn.queue"
