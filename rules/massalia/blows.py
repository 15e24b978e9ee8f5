"""Attacks: shields, scouts, life, and elimination (MA-40 to MA-45, MA-72)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.contract import Event, Seat
from rules.massalia import holding
from rules.massalia.state import Player, Scout, State
from rules.massalia.telling import calling_event, event

Events = list[Event]


def attack(
    state: State, seat: Seat, source: str, split: Iterable[tuple[Seat, int]], events: Events
) -> None:
    """Carry out an attack: one blow for each target, in the order of seats (MA-40)."""
    shares = sorted(split)
    n = sum(points for _, points in shares)
    split_json = {str(target): points for target, points in shares}
    events.append(event("attack", seat=seat, n=n, source=source, split=split_json))
    fallen = len(state.fallen)
    for target, points in shares:
        _blow(state, seat, target, points, events)
    state.tied += state.fallen[fallen + 1 :]


def _blow(state: State, seat: Seat, target: Seat, n: int, events: Events) -> None:
    """Strike a target: shields parry, scouts take the next points, life the rest (MA-41)."""
    player = state.players[target]
    parry, shields = _parry(state, player, n)
    points, hits, lost_scouts = _hit_scouts(player, n - parry)
    life_lost = min(points, player.life)
    player.life -= life_lost
    args: dict[str, Any] = {
        "target": target,
        "n": n,
        "parried": parry,
        "shown": shields,
        "scouts": hits,
        "life_lost": life_lost,
        "life": player.life,
    }
    events.append(calling_event("blow", seat, target, reveals=True, **args))
    events += [
        event("scout_lost", seat=target, card=lost_scout.card, by="attack")
        for lost_scout in lost_scouts
    ]
    for scout in lost_scouts:
        lose_scout(player, scout)
    if not player.life:
        eliminate(state, target, seat, events)


def _parry(state: State, player: Player, n: int) -> tuple[int, list[str]]:
    """Points that the shields in hand parry, and the shields that this takes (MA-41, MA-42)."""
    cards = state.box.card
    shield_cards = [card for card in player.hand if cards[card].shield]
    parry = min(n, sum(cards[card].shield for card in shield_cards))
    shown_cards, covered_points = [], 0
    for card in sorted(shield_cards, key=lambda card: -cards[card].shield):
        if covered_points >= parry:
            break
        shown_cards.append(card)
        covered_points += cards[card].shield
    return parry, shown_cards


def _hit_scouts(player: Player, n: int) -> tuple[int, list[dict[str, Any]], list[Scout]]:
    """Hit the scouts; return the points left, the hits and the lost scouts in order (MA-41).

    The scout with the most life is hit first, the earliest among equals.
    """
    hits, lost_scouts = [], []
    while n and any(scout.life for scout in player.scouts):
        scout = max(player.scouts, key=lambda scout: scout.life)
        loss = min(n, scout.life)
        scout.life -= loss
        n -= loss
        hits.append({"card": scout.card, "lost": loss, "left": scout.life})
        lost_scouts += [] if scout.life else [scout]
    return n, hits, lost_scouts


def lose_scout(player: Player, scout: Scout) -> None:
    """Move a scout from play to its owner's cemetery (MA-50, MA-51)."""
    player.scouts = [remaining for remaining in player.scouts if remaining is not scout]
    player.cemetery.append(scout.card)


def eliminate(state: State, seat: Seat, by: Seat | str, events: Events) -> None:
    """Remove a player with all tiles and cards (MA-72); the last one left wins (MA-73)."""
    player = state.players[seat]
    state.players[seat] = Player(
        life=0,
        max_life=player.max_life,
        water=player.water,
        fish=player.fish,
        morale=0,
        morale_hit=player.morale_hit,
        out=True,
    )
    state.fallen.append(seat)
    calls = () if by in (seat, "concede", "fatigue", "leave") else (seat,)
    elimination = event("eliminated", seat=seat, by=by)
    events.append(Event(elimination.code, elimination.args, calls=calls, puts_out=(seat,)))
    for cell, pile in enumerate(state.board):
        if any(tile.owner == seat for tile in pile):
            holding.replace_pile(
                state, cell, tuple(tile for tile in pile if tile.owner != seat), events
            )
    if len(living := state.living()) == 1:
        state.phase, state.winners = "over", tuple(living)
        events.append(event("game_over", winners=living))
