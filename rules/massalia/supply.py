"""Changes without a choice: cards, tiles, water and fish."""

from __future__ import annotations

from typing import Any, Literal

from rules.contract import Event, Seat
from rules.massalia.state import DrawnTile, State, Tile, Todo
from rules.massalia.telling import calling_event, event, private_event, revealing_event

Events = list[Event]
GaugeName = Literal["water", "fish"]


# ---- cards ------------------------------------------------------------------------------------


def reshuffle(state: State, seat: Seat) -> bool:
    """Shuffle the reserve into an empty draw pile; return whether it was done (MA-10, MA-11)."""
    player = state.players[seat]
    if player.deck or not player.reserve:
        return False
    player.deck, player.reserve = player.reserve, []
    state.rng.shuffle(player.deck)
    return True


def draw_cards(state: State, seat: Seat, n: int, events: Events) -> None:
    """Draw up to n cards into the hand, as many as there are (MA-10, MA-66)."""
    player, cards = state.players[seat], []
    for _ in range(n):
        if reshuffle(state, seat):
            events.append(event("reshuffled", seat=seat))
        if not player.deck:
            break
        cards.append(player.deck.pop(0))
    if cards:
        player.hand += cards
        events.append(revealing_event("cards_drawn", seat=seat, n=len(cards)))
        events.append(private_event("cards_drawn", seat, seat=seat, n=len(cards), cards=cards))


# ---- tiles ------------------------------------------------------------------------------------


def draw_tile(state: State, seat: Seat, entry: Todo, events: Events) -> None:
    """Draw a tile from the bag, which waits for its cell (MA-24)."""
    player = state.players[seat]
    if not player.bag:
        _refill(state, seat, events)
    kind = player.bag.pop(0)
    state.turn.tile = DrawnTile(kind, entry.terrain or "any", entry.id)
    events.append(revealing_event("tile_drawn", seat=seat))
    events.append(private_event("tile_drawn", seat, seat=seat, tile=kind))


def _refill(state: State, seat: Seat, events: Events) -> None:
    """Refill the bag with the losses, or else with the player's covered tiles (MA-28)."""
    player = state.players[seat]
    if player.losses:
        source, player.bag, player.losses = "losses", player.losses, []
    else:
        source, player.bag = "board", _take_covered(state, seat)
    state.rng.shuffle(player.bag)
    events.append(event("bag_refilled", seat=seat, source=source, count=len(player.bag)))


def _take_covered(state: State, seat: Seat) -> list[str]:
    """Take every tile of a seat from under other tiles."""
    kinds = []
    for cell, pile in enumerate(state.board):
        if len(pile) > 1:
            kinds += [tile.kind for tile in pile[:-1] if tile.owner == seat]
            state.board[cell] = (*(tile for tile in pile[:-1] if tile.owner != seat), pile[-1])
    return kinds


def lose_tile(state: State, tile: Tile) -> None:
    """Add a tile that left the board to its owner's losses (MA-37, MA-63)."""
    state.players[tile.owner].losses.append(tile.kind)


# ---- water and fish ---------------------------------------------------------------------------


def change_gauge(
    state: State, seat: Seat, name: GaugeName, n: int, by: Seat, events: Events
) -> None:
    """Change a gauge point by point, with the consequences at either end (MA-53 to MA-56)."""
    rule, player = state.box.setup.gauge, state.players[seat]
    for _ in range(abs(n)):
        before: int = getattr(player, name)
        after = before + (1 if n > 0 else -1)
        if after <= rule.low:
            _bury(state, seat, name, by, events)
            after = rule.reset
        elif after >= rule.high:
            after = rule.reset if _revive(state, seat, name, events) else before
        if after != before:
            setattr(player, name, after)
            args: dict[str, Any] = {"seat": seat, "gauge": name, "from": before, "to": after}
            events.append(calling_event("gauge", by, seat, **args))


def _bury(state: State, seat: Seat, name: GaugeName, by: Seat, events: Events) -> None:
    """Send a random card of the reserve, or else of the draw pile, to the cemetery (MA-54)."""
    player = state.players[seat]
    pile = player.reserve or player.deck
    if pile:
        card = pile.pop(state.rng.below(len(pile)))
        player.cemetery.append(card)
        args = {"seat": seat, "card": card, "gauge": name}
        events.append(calling_event("card_buried", by, seat, reveals=True, **args))


def _revive(state: State, seat: Seat, name: GaugeName, events: Events) -> bool:
    """Bring a random card of the cemetery back on top of the reserve (MA-55)."""
    player = state.players[seat]
    if not player.cemetery:
        return False
    card = player.cemetery.pop(state.rng.below(len(player.cemetery)))
    player.reserve.append(card)
    events.append(revealing_event("card_revived", seat=seat, card=card, gauge=name))
    return True
