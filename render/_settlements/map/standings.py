"""Contents of the panel of each seat, taken from a view and the news."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from render._settlements.map.highlights import SeatHighlights, seat_highlights
from render.scripts import name_of
from rules._settlements.links import Link
from rules._settlements.pieces import ruleset
from rules._settlements.view import Project, SeatView, View
from rules.contract import Event, Seat, Threat


class SeatPanel(msgspec.Struct, frozen=True):
    """Contents of a seat's panel; equal contents give the same pixels."""

    seat: Seat
    name: str
    width: int
    built: int
    of: int
    projects: tuple[Project, ...]
    reserve: dict[int, int]
    """Buildings face up and ready to be built, by project."""
    cards: int
    bonus: int
    settlements: int
    stacks: tuple[int, ...]
    link: int | None
    """Buildings missing to join two cities; None if it cannot any more."""
    to_move: bool
    leads: bool
    over: bool
    brief: bool = False
    """Whether nothing is told of what it could still do."""
    done: SeatHighlights = SeatHighlights()
    """Highlights of the last turn."""
    threat: Literal["", "last", "link"] = ""
    """How it could win with its next turn: by its last buildings, or by joining two cities."""
    joined: bool = False
    """Whether it has won by joining two cities."""


def panels_of(
    view: View,
    names: Sequence[str],
    nearest: Sequence[Link | None],
    width: int,
    news: Sequence[Event] = (),
    threats: Mapping[Seat, Threat] | None = None,
    *,
    brief: bool = False,
) -> list[SeatPanel]:
    """Panels of a view; `nearest` holds each seat's link with the fewest missing buildings."""
    counts = [len(player.built) for player in view.players]
    return [
        SeatPanel(
            seat=seat,
            name=name_of(names, seat),
            width=width,
            built=counts[seat],
            of=sum(project.total for project in player.projects),
            projects=player.projects,
            reserve=_ready(view.game, player),
            cards=player.cards,
            bonus=player.bonus,
            settlements=len(player.settlements),
            stacks=player.stacks,
            link=link.needed if (link := nearest[seat]) else None,
            to_move=view.result is None and view.turn.seat == seat,
            leads=_leads(view, seat, counts),
            over=view.result is not None,
            brief=brief,
            done=seat_highlights(view, seat, news),
            threat=_threat_kind((threats or {}).get(seat)),
            joined=_has_joined(view, seat),
        )
        for seat, player in enumerate(view.players)
    ]


def project_counts(game: str, buildings: Iterable[int]) -> dict[int, int]:
    """Number of the given buildings of each project."""
    kinds = ruleset(game).buildings
    return dict(sorted(Counter(kinds[number].project for number in buildings).items()))


def _ready(game: str, player: SeatView) -> dict[int, int]:
    """Number of buildings in a reserve for every project, 0 included."""
    empty = dict.fromkeys((project.id for project in player.projects), 0)
    return empty | project_counts(game, player.reserve)


def _threat_kind(threat: Threat | None) -> Literal["", "last", "link"]:
    if threat is None:
        return ""
    return "last" if threat.code.endswith(".threat_last") else "link"


def _has_joined(view: View, seat: Seat) -> bool:
    """Whether a seat has won by joining two cities."""
    result = view.result
    return result is not None and result.winner == seat and "connection" in result.reasons


def _leads(view: View, seat: Seat, counts: Sequence[int]) -> bool:
    if view.result is not None:
        return view.result.winner == seat
    return counts[seat] > 0 and counts[seat] == max(counts) and counts.count(max(counts)) == 1
