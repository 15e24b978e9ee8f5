"""Seats that could strike down everybody else with their next turn (MA-44, MA-73).

The most that a turn could ever do takes the best cards of hand and draw pile, the best tile at each
draw and hands without shields: it would win in half of all positions. So a seat is named where a
share of that is enough: any luck that has won a game, in words that say whether it is great. Of 42
games of easy players, this named every winner; 4 turns a game needed no great luck, and a fifth of
those won, 5 more needed some.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from heapq import nlargest
from typing import NamedTuple

from rules.contract import Seat, Threat
from rules.massalia.pieces import Card, Condition, Verb
from rules.massalia.state import State

LUCK = 0.4
"""Share of the most that a turn could do which luck may bring; 0.39 was the most that won."""
ORDINARY = 0.25
"""Share that takes no great luck: nine of ten winning turns needed no more."""
PURCHASES = 2
"""Cards that a turn may buy before a combo counts the reserve."""
BRING_CARDS: tuple[Verb, ...] = ("draw", "recover")
"""Effects that bring further cards into the hand."""


def threats(state: State) -> Iterator[Threat]:
    """The seats that could eliminate all others with a whole turn from this position."""
    if state.phase == "over":
        return
    busy = state.seat if state.turn.began else None
    for seat in state.living():
        if seat != busy:
            arsenal = Arsenal(state, seat)
            needed = _needed_points(state, seat, arsenal.most("destroy"))
            most = arsenal.most_points()
            if needed <= ORDINARY * most:
                yield Threat(seat, "massalia.threat_attack", {"n": needed})
            elif needed <= LUCK * most:
                yield Threat(seat, "massalia.threat_luck", is_far=True)


def _needed_points(state: State, seat: Seat, destroyed: int) -> int:
    """Points of attack that eliminate all others, after so many of their scouts are destroyed."""
    opponents = [state.players[opponent] for opponent in state.opponents(seat)]
    scouts = sorted(scout.life for opponent in opponents for scout in opponent.scouts)
    surviving = scouts[: max(0, len(scouts) - destroyed)]
    return sum(opponent.life for opponent in opponents) + sum(surviving)


class Target(NamedTuple):
    """A resource cell: what it is worth to strike from it, and the marks that it misses."""

    value: int
    morale: int
    missing: int


class Arsenal:
    """The most that a seat could do in a turn, whatever it draws."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat, self.player = state, seat, state.players[seat]
        card = state.box.card
        self.cards = [card[name] for name in (*self.player.hand, *self.player.deck)]
        self.scouts = [card[scout.card] for scout in self.player.scouts]
        acts = [self._acts(each, each.combo) for each in self.cards]
        self.of_scouts = [
            self._acts(each, each.scout.activate) for each in self.scouts if each.scout is not None
        ]
        self.drawing = [each for each in acts if _cards_of(each)]
        """Acts of the cards that bring others, and so take no place in the hand."""
        self.others = [each for each in acts if not _cards_of(each)]
        drawn = sum(map(_cards_of, (*self.drawing, *self.of_scouts)))
        self.room = max(0, len(self.player.hand) + drawn - len(self.drawing))
        """Number of the others that can be played."""

    # ---- cards -----------------------------------------------------------------------------------

    def most(self, verb: Verb) -> int:
        """Most units of an effect."""
        certain = sum(acts[verb] for acts in (*self.drawing, *self.of_scouts))
        return certain + sum(nlargest(self.room, (acts[verb] for acts in self.others)))

    def _acts(self, card: Card, condition: Condition | None) -> Counter[str]:
        """Units of each effect of a card, with those of its combo or its activation."""
        acts: Counter[str] = Counter({effect.do: effect.n for effect in card.effects})
        if condition is not None:
            times = self._most_times(condition)
            acts.update({effect.do: effect.n * times for effect in condition.effects})
        return acts

    def _most_times(self, condition: Condition) -> int:
        """Most times that the effects of a condition may happen."""
        if condition.kind == "always":
            return 1
        count = self._most_counted(condition)
        if condition.kind == "if":
            return int(count >= condition.min)
        return count if condition.max is None else min(count, condition.max)

    def _most_counted(self, condition: Condition) -> int:
        """Most that a condition may count in the turn (MA-68 to MA-71)."""
        near = (*self.cards, *self.scouts)
        if condition.zone == "families":
            return len({card.family for card in near if card.family})
        if condition.zone == "scouts":
            scouts = [card for card in near if card.scout is not None]
            return min(self._number_of(condition, scouts), self.state.box.setup.scouts_max)
        if condition.zone == "others":
            return max(0, self._number_of(condition, near) - 1)
        card = self.state.box.card
        river = [card[name] for name in self.state.river if name is not None]
        reserve = [card[name] for name in self.player.reserve]
        bought = min(PURCHASES, self._number_of(condition, river))
        return self._number_of(condition, reserve) + bought

    @staticmethod
    def _number_of(condition: Condition, cards: Sequence[Card]) -> int:
        """Number of cards of the family that a condition counts."""
        return sum(condition.family in (None, card.family) for card in cards)

    # ---- tiles -----------------------------------------------------------------------------------

    def most_points(self) -> int:
        """Most points of all attacks of the turn, those of morale included (MA-35, MA-58)."""
        cells = [*self._cells()]
        return max(self._points(cells, marks) for marks in {0, *(cell.missing for cell in cells)})

    def _cells(self) -> Iterator[Target]:
        """Resource cells where a tile could act; covered marks may come to light (MA-32)."""
        board, land = self.state.board, self.state.box.land
        for resource in land.resources:
            if self.state.holder(resource.cell) != self.seat:
                marks = sum(
                    any(tile.owner == self.seat for tile in board[cell]) for cell in resource.marked
                )
                missing = max(0, resource.need - marks)
                yield Target(resource.value, resource.morale, missing)

    def _points(self, cells: Sequence[Target], marks: int) -> int:
        """Most points after so many marks are made, which serve all the cells that miss no more."""
        state, player = self.state, self.player
        strikes = self.most("place") + self.most("flip") - max(0, marks - self.most("move"))
        struck = nlargest(strikes, (cell for cell in cells if cell.missing <= marks))
        points = sum(cell.value * life for cell, life in zip(struck, self._lives, strict=False))
        morale = player.morale + sum(cell.morale for cell in struck)
        thresholds = zip(state.box.morale_thresholds, player.morale_hit, strict=True)
        return points + sum(
            threshold.attack for threshold, hit in thresholds if not hit and morale >= threshold.at
        )

    @cached_property
    def _lives(self) -> list[int]:
        """Life of the seat's tiles, the most first."""
        on_board = (
            tile.kind for pile in self.state.board for tile in pile if tile.owner == self.seat
        )
        kinds = (*self.player.bag, *self.player.losses, *on_board)
        return sorted((self.state.box.tile[kind].life for kind in kinds), reverse=True)


def _cards_of(acts: Mapping[str, int]) -> int:
    """Number of cards that acts bring into the hand."""
    return sum(acts[verb] for verb in BRING_CARDS)
