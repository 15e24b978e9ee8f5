"""Places behind the life, the morale and the next blows of a seat (MA-29 to MA-58)."""

from __future__ import annotations

from collections.abc import Iterator

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
    return {
        "life": (life, *scouts),
        "morale": tuple(_morale(view, seat)),
        "ready": (*_ready(view, seat), *_marked(view, seat)),
    }


def _morale(view: View, seat: Seat) -> Iterator[ScorePlace]:
    """Resource cells, each of which gives its morale to its holder (MA-31, MA-57)."""
    for marks in view.resources:
        pile = view.board.get(marks.cell)
        if marks.holder == seat:
            yield _place("massalia.score_held", marks.cell, _resource(marks).morale)
        elif marks.holder is not None:
            yield _place("massalia.score_held_by_others", marks.cell, counts=False)
        elif pile and pile[-1].o == seat:
            yield _place("massalia.score_face_down", marks.cell, counts=False)


def _ready(view: View, seat: Seat) -> Iterator[ScorePlace]:
    """Resource cells where a tile of the seat would act, and where a few marks are missing.

    It acts where enough marked cells are the seat's, and the cell is not (MA-30, MA-32).
    """
    for marks in view.resources:
        pile = view.board.get(marks.cell)
        missing = _resource(marks).need - marks.marks[seat]
        if pile and pile[-1].o == seat:
            yield _place("massalia.score_own_tile", marks.cell, counts=False)
        elif missing <= 0:
            yield _place("massalia.score_ready", marks.cell, 1)
        elif marks.marks[seat]:
            yield _place("massalia.score_missing", marks.cell, n=missing, counts=False)


def _resource(marks: MarksView) -> Resource:
    """The resource cell of some marks."""
    land = BOX.land
    return land.resource[land.index[marks.cell]]


def _marked(view: View, seat: Seat) -> Iterator[ScorePlace]:
    """Marked cells whose top tile is the seat's and face up (MA-30)."""
    land = BOX.land
    marked_cells = {cell for resource in land.resources for cell in resource.marked}
    for cell in sorted(marked_cells - land.resource.keys()):
        pile = view.board.get(land.labels[cell])
        if pile and pile[-1].up and pile[-1].o == seat:
            yield _place("massalia.score_mark", land.labels[cell])


def _place(code: str, cell: str, points: int = 0, *, n: int = 1, counts: bool = True) -> ScorePlace:
    land = BOX.land
    at = land.hexes[land.index[cell]]
    return ScorePlace(code=code, points=points, at=at, name=cell, n=n, counts=counts)
