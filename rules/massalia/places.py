"""Places behind the life, the morale and the next blows of a seat (MA-29 to MA-58)."""

from __future__ import annotations

from rules.contract import Seat
from rules.massalia.land import Resource
from rules.massalia.pieces import BOX
from rules.massalia.view import MarksView, View
from rules.places import ScorePlace, ScorePlaces


def score_places(view: View, seat: Seat) -> ScorePlaces:
    """Places behind a seat's life, its morale, and the cells where a tile of it could act now."""
    player = view.players[seat]
    life = ScorePlace(code="massalia.score_life", points=player.life, n=player.life)
    scouts = tuple(
        ScorePlace(code="massalia.score_scout", n=scout.life, counts=False)
        for scout in player.scouts
    )
    cells = [(marks, _resource(marks)) for marks in view.resources]
    return {
        "life": (life, *scouts),
        "morale": tuple(_morale(view, seat, marks, cell) for marks, cell in cells),
        "ready": tuple(_ready(view, seat, marks, cell) for marks, cell in cells),
    }


def _resource(marks: MarksView) -> Resource:
    land = BOX.land
    return land.resource[land.index[marks.cell]]


def _morale(view: View, seat: Seat, marks: MarksView, resource: Resource) -> ScorePlace:
    """A resource cell, which gives its morale to its holder (MA-31, MA-57)."""
    if marks.holder == seat:
        return _place("score_held", marks, resource.morale)
    pile = view.board.get(marks.cell)
    if marks.holder is not None:
        return _place("score_held_by_others", marks, counts=False)
    if pile and pile[-1].o == seat:
        return _place("score_face_down", marks, counts=False)
    return _place("score_free", marks, counts=False)


def _ready(view: View, seat: Seat, marks: MarksView, resource: Resource) -> ScorePlace:
    """A resource cell, where a tile acts if enough marked cells are the seat's (MA-30, MA-32)."""
    pile = view.board.get(marks.cell)
    missing = resource.need - marks.marks[seat]
    if pile and pile[-1].o == seat:
        return _place("score_own_tile", marks, counts=False)
    if missing > 0:
        return _place("score_missing", marks, n=missing, counts=False)
    return _place("score_ready", marks, 1)


def _place(
    code: str, marks: MarksView, points: int = 0, *, n: int = 1, counts: bool = True
) -> ScorePlace:
    land = BOX.land
    at = land.hexes[land.index[marks.cell]]
    return ScorePlace(
        code=f"massalia.{code}", points=points, at=at, name=marks.cell, n=n, counts=counts
    )
