"""Hex Gomoku in words: the log of a move, the board as text, what a candidate does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.i18n import text
from bot.words import LONGEST_ALT, Icon, Line, Move, Words, keep_together, no_icon, row_of, shorten
from rules.contract import Seat
from rules.gomoku.pieces import BOARD, NAMES
from rules.gomoku.view import Preview, View


class GomokuWords(Words):
    """The words of Hex Gomoku."""

    sections = ("goal", "turn", "notation")

    def ply_line(
        self, ply: Move, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> Line:
        """The stone; then the end, if it is one."""
        placement, *followed = (
            TOLD[event.name](event.args, names, language) for event in ply.events
        )
        return Line(placement, tuple(followed))

    def standing(
        self, view: View, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> str:
        """The longest rows, and how many stones lie on the board."""
        rows = [
            keep_together(icon(f"seat_{letter}"), name, f"**{row}**")
            for letter, name, row in zip("ab", names, view.longest, strict=False)
        ]
        played = text("gomoku.stones", language, n=len(view.stones))
        return f"{row_of(rows)}\n-# {played}"

    def alt(
        self,
        picture: str,
        view: View,
        names: Sequence[str],
        language: str,
        seat: Seat | None = None,
    ) -> str:
        """The seat to move, the last stone, then every stone of both."""
        return shorten(" ".join(_in_short(view, names, language)), LONGEST_ALT)

    def board_text(self, view: View, names: Sequence[str], language: str) -> str:
        """The seat to move, every stone of both, and the arrangement of the cells."""
        lines = [_seat(view, seat, name, language) for seat, name in enumerate(names)]
        expected = " ".join(_now(view, names, language))
        return "\n\n".join((expected, *lines, text("gomoku.text_cells", language)))

    def preview_text(self, preview: Preview, language: str) -> str:
        """The cell, and how long the row becomes."""
        cell = text("gomoku.candidate", language, cell=NAMES[preview.at])
        wins = preview.row >= BOARD.row
        code = "gomoku.candidate_wins" if wins else "gomoku.candidate_row"
        return f"{cell} — {text(code, language, n=preview.row)}"

    def gain(self, change: int, total: int, language: str) -> str:
        """The longest row, where it has grown to be one."""
        return text("gomoku.told_row", language, n=total) if change and total > 1 else ""

    @property
    def rank(self) -> str:
        return "gomoku.rank"


WORDS = GomokuWords("gomoku")


# ---- what happened -------------------------------------------------------------------------------


def _placed(args: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    return text("gomoku.told_placed", language, name=names[args["seat"]], cell=args["cell"])


def _won(args: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    return text("gomoku.told_won", language, cells=args["cells"])


def _full(args: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    return text("gomoku.told_full", language)


TOLD: Mapping[str, Callable[[Mapping[str, Any], Sequence[str], str], str]] = {
    "placed": _placed,
    "won": _won,
    "full": _full,
}


# ---- the position --------------------------------------------------------------------------------


def _cells(view: View, seat: Seat) -> list[str]:
    """The cells of a seat's stones, row by row."""
    stones = {stone.at for stone in view.stones if stone.seat == seat}
    return [name for at, name in NAMES.items() if at in stones]


def _in_short(view: View, names: Sequence[str], language: str) -> Iterator[str]:
    yield text("gomoku.alt", language)
    yield from _now(view, names, language)
    for seat, name in enumerate(names):
        cells = " ".join(_cells(view, seat)) or text("gomoku.no_stone", language)
        yield text("gomoku.alt_seat", language, name=name, cells=cells)


def _now(view: View, names: Sequence[str], language: str) -> Iterator[str]:
    """The winners or the seat to move, and the last stone."""
    if view.row:
        row, winner = [NAMES[at] for at in view.row], view.stones[-1].seat
        yield text("gomoku.alt_won", language, name=names[winner], cells=row)
    elif view.current is None:
        yield text("gomoku.end_full", language)
    else:
        yield text("gomoku.alt_turn", language, name=names[view.current])
    if view.stones:
        yield text("gomoku.alt_last", language, cell=NAMES[view.stones[-1].at])


def _seat(view: View, seat: Seat, name: str, language: str) -> str:
    cells = " ".join(_cells(view, seat)) or text("gomoku.no_stone", language)
    return text("gomoku.text_row", language, name=name, n=view.longest[seat], cells=cells)
