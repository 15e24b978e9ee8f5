"""The pictures of Hex Gomoku: the table, and a candidate on it."""

from __future__ import annotations

from collections.abc import Sequence

from render.canvas import Sheet
from render.contract import CANDIDATE, SCENES, TABLE, Picture, Pictures, Subject
from render.gomoku.scenes import draw_scenes
from render.gomoku.table import draw_table
from rules.contract import Event, Hex
from rules.gomoku.pieces import AT
from rules.gomoku.view import View


def _table(subject: Subject[View]) -> Sheet:
    return draw_table(subject.view, subject.names, subject.theme, lit=_lit(subject.news))


def _lit(news: Sequence[Event]) -> set[Hex]:
    """The cells of the stones that are news."""
    return {AT[event.args["cell"]] for event in news if event.code == "gomoku.placed"}


def _candidate(subject: Subject[View]) -> Sheet:
    return draw_table(subject.view, subject.names, subject.theme, ghost=subject.shown)


PICTURES = Pictures(
    {
        TABLE: Picture(_table, public=True),
        CANDIDATE: Picture(_candidate),
        SCENES: Picture(draw_scenes),
    }
)
