"""Players' boards and hands of Telegraph and Attika, put together piece by piece."""

from __future__ import annotations

from collections import Counter

from rules._settlements.pieces import ruleset
from rules._settlements.view import (
    Board,
    Drawn,
    Hand,
    Outcome,
    Project,
    SeatView,
    Turn,
    View,
)

NAMES = ("Maud", "Bastien", "Inès", "Karim")

EARLY = ((), (10, 22, 51, 70), (7, 7, 7, 5))
MIDDLE = (
    (10, 11, 22, 41, 50, 52, 53, 55, 57, 58, 59, 60, 61, 63),
    (20, 31, 54, 70, 70),
    (3, 2, 4, 2),
)
LATE = (
    (
        *(10, 11, 20, 21, 22, 22, 30, 31, 40, 41, 41),
        *(50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 70, 70),
    ),
    (41, 63, 70),
    (0, 1, 0, 0),
)


def every_building(game):
    """The 30 buildings of a player."""
    kinds = ruleset(game).buildings.values()
    return tuple(sorted(kind.number for kind in kinds for _ in range(kind.copies)))


def player(game, built, reserve, stacks, *, cards=10, bonus=1, drawn=None):
    """A player with given buildings on the map and in reserve; the rest is unseen."""
    rules = ruleset(game)
    known_buildings = Counter([*built, *reserve, *([drawn] if drawn else [])])
    unseen = sorted((Counter(every_building(game)) - known_buildings).elements())
    return SeatView(
        stacks=stacks,
        reserve=tuple(sorted(reserve)),
        hand={"count": cards},
        cards=cards,
        bonus=bonus,
        built=tuple(sorted(built)),
        unseen_base=tuple(n for n in unseen if rules.buildings[n].base),
        unseen_others=tuple(n for n in unseen if not rules.buildings[n].base),
        settlements=(),
        projects=tuple(
            Project(each.id, sum(n in each.kinds for n in built), each.size)
            for each in rules.projects.values()
        ),
    )


def board_view(game, seat, moment, *, to_move=None, drawn=None, winner=None, **stock):
    """A view whose player `seat` is at that moment; the others have not begun."""
    players = [player(game, (), (), (8, 8, 8, 6))] * 4
    own_draw = drawn if to_move in (None, seat) else None
    players[seat] = player(game, *moment, drawn=own_draw, **stock)
    turn = Turn(
        seat=seat if to_move is None else to_move,
        number=9,
        phase="act",
        mode=None,
        done=0,
        extra=0,
        drawn=Drawn(drawn, 0) if drawn else None,
        extension=None,
        owed_cards=0,
        cards_drawn=0,
        left=None,
    )
    return View(
        game=game,
        seats=4,
        board=Board((), (), ()),
        players=tuple(players),
        deck=30,
        discard={},
        region_stack=8,
        bonus_supply=15,
        turn=turn,
        result=None if winner is None else Outcome(winner, ("all_built",)),
    )


def hand_of(look, *counts, seat=0):
    """A hand with the given number of cards of each resource."""
    resources = ruleset(look.key).resources
    return Hand(seat=seat, cards={each.key: n for each, n in zip(resources, counts, strict=True)})
