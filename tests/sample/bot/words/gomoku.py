"""Hex Gomoku in words: the log of a move, the board as text, what a candidate does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bot.table.changes import Ply
from bot.words import LONGEST_ALT, Line, Words, keep_together, row_of, shorten, with_number
from rules.contract import Seat
from rules.gomoku.pieces import BOARD, NAMES
from rules.gomoku.view import Preview, View


class GomokuWords(Words):
    """The words of Hex Gomoku."""

    sections = ("goal", "turn", "notation")

    def ply_line(self, ply: Ply) -> Line:
        """The stone; then the end, if it is one."""
        placement, *followed = (TOLD[event.name](self, event.args) for event in ply.events)
        return Line(placement, tuple(followed))

    def standing(self, view: View) -> str:
        """The longest rows, and how many stones lie on the board."""
        rows = [
            with_number(keep_together(self.icon(f"seat_{letter}"), name), row)
            for letter, name, row in zip("ab", self.names, view.longest, strict=False)
        ]
        played = self.say("gomoku.stones", n=len(view.stones))
        return f"{self.say('gomoku.standing', rows=row_of(rows))}\n-# {played}"

    def alt(self, picture: str, view: View, seat: Seat | None = None) -> str:
        """The seat to move, the last stone, then every stone of both."""
        return shorten(" ".join(_in_short(self, view)), LONGEST_ALT)

    def board_text(self, view: View) -> str:
        """The seat to move, every stone of both, and the arrangement of the cells."""
        lines = [_seat(self, view, seat, name) for seat, name in enumerate(self.names)]
        expected = " ".join(_now(self, view))
        return "\n\n".join((expected, *lines, self.say("gomoku.text_cells")))

    def preview_text(self, preview: Preview) -> str:
        """The cell, and how long the row becomes."""
        cell = self.say("gomoku.candidate", cell=NAMES[preview.at])
        wins = preview.row >= BOARD.row
        code = "gomoku.candidate_wins" if wins else "gomoku.candidate_row"
        return f"{cell} — {self.say(code, n=preview.row)}"

    def gain(self, change: int, total: int) -> str:
        """The longest row, where it has grown to be one."""
        return self.say("gomoku.told_row", n=total) if change and total > 1 else ""

    def amount(self, part: str, n: int) -> str:
        """Stones of a row."""
        return self.say("gomoku.stones", n=n)

    @property
    def rank(self) -> str:
        return "gomoku.rank"


WORDS = GomokuWords


# ---- what happened -------------------------------------------------------------------------------


def _placed(words: Words, args: Mapping[str, Any]) -> str:
    return words.say("gomoku.told_placed", name=words.names[args["seat"]], cell=args["cell"])


def _won(words: Words, args: Mapping[str, Any]) -> str:
    return words.say("gomoku.told_won", cells=args["cells"])


def _full(words: Words, args: Mapping[str, Any]) -> str:
    return words.say("gomoku.told_full")


TOLD: Mapping[str, Callable[[Words, Mapping[str, Any]], str]] = {
    "placed": _placed,
    "won": _won,
    "full": _full,
}


# ---- the position --------------------------------------------------------------------------------


def _cells(view: View, seat: Seat) -> list[str]:
    """The cells of a seat's stones, row by row."""
    stones = {stone.at for stone in view.stones if stone.seat == seat}
    return [name for at, name in NAMES.items() if at in stones]


def _in_short(words: Words, view: View) -> Iterator[str]:
    yield words.say("gomoku.alt")
    yield from _now(words, view)
    for seat, name in enumerate(words.names):
        cells = " ".join(_cells(view, seat)) or words.say("gomoku.no_stone")
        yield words.say("gomoku.alt_seat", name=name, cells=cells)


def _now(words: Words, view: View) -> Iterator[str]:
    """The winners or the seat to move, and the last stone."""
    if view.row:
        row, winner = [NAMES[at] for at in view.row], view.stones[-1].seat
        yield words.say("gomoku.alt_won", name=words.names[winner], cells=row)
    elif view.current is None:
        yield words.say("gomoku.end_full")
    else:
        yield words.say("gomoku.alt_turn", name=words.names[view.current])
    if view.stones:
        yield words.say("gomoku.alt_last", cell=NAMES[view.stones[-1].at])


def _seat(words: Words, view: View, seat: Seat, name: str) -> str:
    cells = " ".join(_cells(view, seat)) or words.say("gomoku.no_stone")
    return words.say("gomoku.text_row", name=name, n=view.longest[seat], cells=cells)
