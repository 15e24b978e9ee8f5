"""Highlights of a table, derived from the news: for each seat, for the map, for the supply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from rules._settlements.view import View
from rules.contract import Event, Hex, Seat

_SUPPLY = {
    "cards_drawn": "deck",
    "deck_reshuffled": "deck",
    "region_drawn": "regions",
    "bonus_gained": "bonus",
    "bonus_spent": "bonus",
}
"""Counter of the supply that an event changes."""


class SeatHighlights(msgspec.Struct, frozen=True):
    """News of a seat, as far as its pieces can still be seen."""

    built: tuple[int, ...] = ()
    """The numbers of the buildings that it has put on the map, in order."""
    stacks: tuple[int, ...] = ()
    """The stacks that it has drawn from."""
    parked: tuple[int, ...] = ()
    """Buildings that it has drawn and put into its reserve."""
    cards: int = 0
    """Cards drawn."""
    passed: bool = False
    """Whether it has ended its turn without doing anything."""


def seat_highlights(view: View, seat: Seat, news: Sequence[Event]) -> SeatHighlights:
    """Highlights of a seat; news of pieces that the view does not show are skipped."""
    seat_news = [event for event in news if event.args.get("seat") == seat and event.only is None]
    stacks, parked = _stacks_and_parked(view, seat, seat_news)
    built = {each.hex: each for each in view.board.buildings}
    raised = (built.get(at) for at in hexes(seat_news, "building_built", "hex"))
    return SeatHighlights(
        built=tuple(each.building for each in raised if each is not None),
        stacks=stacks,
        parked=parked,
        cards=sum(
            event.args["count"]
            for event in _events_so_far(view, news)
            if event.name == "cards_drawn" and event.only is None and event.args["seat"] == seat
        ),
        passed=_idle_seat(view, news) == seat,
    )


def _stacks_and_parked(
    view: View, seat: Seat, own: Iterable[Event]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Stacks that a seat has drawn from, and the buildings drawn that it has parked.

    A stack that is higher than the news say has not been drawn from in this view.
    """
    heights, reserve = view.players[seat].stacks, view.players[seat].reserve
    stacks: set[int] = set()
    parked = []
    for event in own:
        if event.name == "building_drawn" and heights[event.args["stack"]] <= event.args["left"]:
            stacks.add(event.args["stack"])
        elif event.name == "building_parked" and stacks and event.args["building"] in reserve:
            parked.append(event.args["building"])
    return tuple(sorted(stacks)), tuple(parked)


def _events_so_far(view: View, news: Sequence[Event]) -> Sequence[Event]:
    """News without events of turns that had not ended when the view was taken."""
    turns = [place for place, event in enumerate(news) if event.name == "turn_started"]
    started = [place for place in turns if news[place].args["number"] <= view.turn.number]
    return news if started == turns else news[: max(started, default=-1) + 1]


def _idle_seat(view: View, news: Sequence[Event]) -> Seat | None:
    """Seat that has ended its turn without doing anything; the news hold nothing else then."""
    if [event.name for event in _events_so_far(view, news)] != ["turn_started"] or len(news) > 1:
        return None
    return (int(news[0].args["seat"]) - 1) % view.seats


def new_pieces(view: View, news: Sequence[Event]) -> tuple[list[Hex], list[Hex]]:
    """Hexes of the new buildings and middles of the new regions, in the order of the news."""
    built = {each.hex for each in view.board.buildings}
    laid = {each.at for each in view.board.tiles}
    return (
        [at for at in hexes(news, "building_built", "hex") if at in built],
        [at for at in hexes(news, "region_placed", "at") if at in laid],
    )


def counters(view: View, news: Sequence[Event]) -> tuple[str, ...]:
    """Counters of the supply that the news have changed: `deck`, `regions`, `bonus`."""
    past = (event.name for event in _events_so_far(view, news))
    return tuple(sorted({_SUPPLY[name] for name in past if name in _SUPPLY}))


def hexes(news: Iterable[Event], name: str, place: str) -> Iterator[Hex]:
    """Hexes in the argument `place` of the events called `name`."""
    for event in news:
        if event.name == name:
            q, r = event.args[place]
            yield q, r
