"""Places behind the cities that a seat has joined and behind its projects (TG-56, TG-70, TG-90)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules._settlements.land import hex_names
from rules._settlements.pieces import Project, ruleset
from rules._settlements.view import View
from rules.contract import Hex, Seat
from rules.graph import largest_groups
from rules.hexgrid import neighbours
from rules.places import ScorePlace, ScorePlaces

CITIES = "cities"
"""Part that counts the cities of the best settlement; the others are projects."""


def score_places(view: View, seat: Seat) -> ScorePlaces:
    """Places behind the most cities that one settlement joins, and behind each project."""
    rules = ruleset(view.game)
    projects = {
        str(project.id): tuple(_project(view, seat, project)) for project in rules.projects.values()
    }
    return {CITIES: tuple(_cities(view, seat)), **projects}


def _cities(view: View, seat: Seat) -> Iterator[ScorePlace]:
    """Cities that the best settlement touches, its buildings, and what is not joined to it."""
    rules, names = ruleset(view.game), hex_names(view.board.tiles)
    settlements = view.players[seat].settlements
    best = max(settlements, key=lambda each: (len(each.cities), len(each.hexes)), default=None)
    joined = set(best.cities) if best else set()
    touched = {city for settlement in settlements for city in settlement.cities}
    for city in view.board.cities:
        if city.id in joined:
            yield _place(rules.code("score_city"), city.at, city.id, 1)
        elif city.id in touched:
            yield _place(rules.code("score_city_apart"), city.at, city.id, counts=False)
        else:
            yield _place(rules.code("score_city_free"), city.at, city.id, counts=False)
    for settlement in settlements:
        is_best = settlement is best and bool(joined)
        code = rules.code("score_way" if is_best else "score_way_apart")
        if not joined:
            code = rules.code("score_no_city")
        for at in settlement.hexes:
            yield _place(code, at, names[at], counts=is_best)


def _project(view: View, seat: Seat, project: Project) -> Iterator[ScorePlace]:
    """Buildings of a project: on the map, face up on the board of the seat, and face down."""
    rules, player = ruleset(view.game), view.players[seat]
    names, kinds = hex_names(view.board.tiles), set(project.kinds)
    built = [
        each.hex for each in view.board.buildings if each.seat == seat and each.building in kinds
    ]
    groups = largest_groups(set(built), neighbours)
    together = set(groups[0]) if groups and rules.flags.bonus_needs_direct_connection else built
    for at in built:
        code = rules.code("score_built" if at in together else "score_built_apart")
        yield _place(code, at, names[at], 1)
    if n := _count(player.reserve, kinds):
        yield ScorePlace(code=rules.code("score_reserve"), n=n, counts=False)
    if n := _count(player.unseen_base, kinds) + _count(player.unseen_others, kinds):
        yield ScorePlace(code=rules.code("score_hidden"), n=n, counts=False)


def _count(buildings: tuple[int, ...], kinds: set[int]) -> int:
    """Number of buildings of some kinds."""
    counts = Counter(buildings)
    return sum(counts[kind] for kind in kinds)


def _place(code: str, at: Hex, name: str, points: int = 0, *, counts: bool = True) -> ScorePlace:
    return ScorePlace(code=code, points=points, at=at, name=name, counts=counts)
