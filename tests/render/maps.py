"""Positions of both games for the tests of their maps, kept as JSON beside this file."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from render._settlements.map import table
from render.registry import renderer
from rules._settlements.actions import Build, Extend
from rules.contract import Event
from rules.registry import get

POSITIONS = Path(__file__).parent / "positions"
NAMES = ("Maud", "Bastien", "Inès", "Karim")
MOMENTS = ("2_start", "3_middle", "3_over", "4_late", "4_wide", "3_build", "3_region")


@cache
def state(key, moment):
    """A stored position; its name gives the seats and its special feature."""
    text = (POSITIONS / f"{key}_{moment}.json").read_text(encoding="utf-8")
    return get(key).state_from_json(json.loads(text))


def view_at(look, moment, seat=None):
    return get(look.key).view(state(look.key, moment), seat)


def draw(look, view, picture="table", **options):
    return renderer(look.key).draw(picture, view, **options)


def news_of_buildings(view, *indices):
    """News of buildings that stand on a map, by their indices."""
    code = f"{view.game}.building_built"
    return [Event(code, {"hex": list(view.board.buildings[index].hex)}) for index in indices]


def news_of_regions(view, *indices):
    """News of regions that lie on a map, by their indices."""
    code = f"{view.game}.region_placed"
    return [Event(code, {"at": list(view.board.tiles[index].at)}) for index in indices]


def first_candidate(look, moment, kind, which=lambda action: True):
    """The view of the seat to act and its first candidate of a kind."""
    game, at = get(look.key), state(look.key, moment)
    seat = at.turn.seat
    action = next(
        action
        for action in game.legal_actions(at, seat)
        if isinstance(action, kind) and which(action)
    )
    return game.view(at, seat), game.preview(at, seat, action)


def building(look, *, free):
    return first_candidate(look, "3_build", Build, lambda action: bool(action.pay) != free)


def region(look):
    return first_candidate(look, "3_region", Extend)


def prices(look):
    """The view of the seat to act, and the prices of one of its buildings."""
    view, preview = first_candidate(look, "3_build", Build)
    game, at = get(look.key), state(look.key, "3_build")
    return view, game.ask(at, at.turn.seat, [f"B{preview.building}"]).beside.shown


def frame_of(look, view):
    return table.arrangement_of(view).frame


def forget(look):
    renderer(look.key).forget()
