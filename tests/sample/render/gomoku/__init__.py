"""The pictures of Hex Gomoku: the table, a candidate on it, and what counts."""

from __future__ import annotations

from collections.abc import Sequence

from render.canvas import Sheet
from render.contract import CANDIDATE, SCENES, SCORE, TABLE, Picture, Pictures, Subject
from render.gomoku.scenes import draw_scenes
from render.gomoku.score import draw_score
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


def _score(subject: Subject[View]) -> Sheet:
    return draw_score(subject.view, subject.shown, subject.theme)


PICTURES = Pictures(
    {
        TABLE: Picture(_table, public=True),
        CANDIDATE: Picture(_candidate),
        SCORE: Picture(_score),
        SCENES: Picture(draw_scenes),
    }
)
