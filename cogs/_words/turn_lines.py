"""Moves in words, turn by turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bot.app import App
from bot.i18n import text
from bot.table.changes import Ply, Via
from bot.table.seating import Table
from bot.words import no_icon, with_sign
from bot.words.careful import CarefulWords
from cogs._words import labels
from cogs._words.fitting import fitting_text, length
from cogs._words.labels import icons
from rules.contract import Seat
from rules.log import LEAVES

SHOWN_LINES = 16
"""Lines of news in one board post; of more, as AI seats may cause, the newest are kept."""
LONGEST_TOLD = 2400
"""Characters of the moves among the 4,000 of a panel; the oldest moves are left out."""
LONGEST_EARLIER = 80
"""Characters of the line about moves that had no room."""


class TurnLine(NamedTuple):
    """A turn in one line, or less of it where there is less room."""

    full: str
    """All of it, with the points gained."""
    brief: str
    """The most important part, with the points gained."""
    shortest: str
    """That part alone, or a name with the points gained: a name alone says nothing."""
    without_gain: str
    """All but the points gained."""

    @property
    def forms(self) -> Sequence[str]:
        """The forms from the longest to the shortest one."""
        return self[:3]

    def between(self, mark: str, notes: Sequence[str]) -> TurnLine:
        """The same line behind the mark of a seat; all of it and its brief form above notes."""
        full, brief = ("\n".join((form, *notes)) for form in self[:2])
        return TurnLine(*(f"{mark}{form}" for form in (full, brief, *self[2:])))


class TurnLines:
    """Lines about turns at a table.

    Without `app` there are no icons: a push notification would spell out their names.
    """

    def __init__(self, table: Table, language: str, app: App | None = None) -> None:
        self.table, self.language, self.app = table, language, app

    def text(self, plies: Sequence[Ply], room: int = LONGEST_TOLD) -> str:
        """Moves turn by turn, the newest last; above them the number of moves left out."""
        lines = [*self.full(plies)][-SHOWN_LINES:]
        while len(lines) > 1 and length(line for line, _ in lines) > room - LONGEST_EARLIER:
            del lines[0]
        missing = len(plies) - sum(count for _, count in lines)
        earlier = text("board.earlier", self.language, n=missing) if missing else ""
        return fitting_text(earlier, *(line for line, _ in lines), room=room)

    def full(self, plies: Sequence[Ply]) -> Iterator[tuple[str, int]]:
        """Lines of turns, each with its number of moves.

        Each line names its player, the last one of a turn also the points gained.
        """
        names = labels.bold_names(self.table)
        for takeback, group in groupby(turns(plies), key=lambda turn: _takeback(turn[0])):
            if takeback is None:
                for turn in group:
                    yield from self._of_turn(turn, names)
            else:
                yield from self._takeback_lines(takeback[1], group, names)

    def short(
        self,
        plies: Sequence[Ply],
        *,
        readers: Collection[int] = (),
        addressed: Collection[int] = (),
    ) -> list[TurnLine]:
        """A line for each turn, without those that the `readers` made themselves.

        Harm to the people `addressed` is left out, as they read it apart.
        """
        occupants = enumerate(self.table.seats)
        without = [seat for seat, occupant in occupants if occupant.user_id in addressed]
        names, lines = labels.short_names(self.table), list[TurnLine]()
        for takeback, group in groupby(turns(plies), key=lambda turn: _takeback(turn[0])):
            if takeback is not None:
                parts = [line for line, _ in self._takeback_lines(takeback[1], group, names)]
                group_text = "\n".join(parts)
                lines.append(TurnLine(group_text, group_text, parts[0], group_text))
                continue
            for turn in group:
                if turn[0].by not in readers:
                    line = self.in_short(turn, names, without)
                    notes = [f"-# {late}" for late in self._late(turn, names)]
                    lines.append(line.between(self._mark(turn[0].seat), notes))
        return lines

    def in_short(
        self, turn: Sequence[Ply], names: Sequence[str], without: Collection[Seat] = ()
    ) -> TurnLine:
        """One line about a standing turn or a departure, without icons.

        Harm to the seats in `without` is left out.
        """
        game_words, points = CarefulWords(self.table, self.language, names), _points(turn)
        if turn[0].notation == LEAVES:
            line = brief = game_words.departure_line(turn[0]).done
        else:
            line = game_words.summary(turn, without)
            brief = game_words.brief(turn, without) if points else line
        gain = game_words.gain(*points) if points else ""
        shortest = brief
        if points and brief == names[turn[0].seat]:
            shortest = _with_gain(brief, with_sign(points[0]))
        return TurnLine(_with_gain(line, gain), _with_gain(brief, gain), shortest, line)

    def points_gained(self, turn: Sequence[Ply]) -> str:
        """Points gained by a turn or a part of it, in words; "" where they are not recorded."""
        points = _points(turn)
        return CarefulWords(self.table, self.language).gain(*points) if points else ""

    def _of_turn(self, turn: Sequence[Ply], names: Sequence[str]) -> Iterator[tuple[str, int]]:
        """Lines of a turn, each with its consequences in small print and its number of moves."""
        icon = icons(self.app) if self.app else no_icon
        game_words = CarefulWords(self.table, self.language, names, icon)
        is_departure = turn[0].notation == LEAVES
        departure = [game_words.departure_line(turn[0])] if is_departure else []
        *lines, last = departure or game_words.turn_lines(turn)
        for line in (*lines, last):
            points = self.points_gained(turn) if line is last else ""
            main = " · ".join(filter(None, (line.done, points)))
            details = (*line.followed, *(self._late(turn, names) if line is last else ()))
            content = (f"{self._mark(turn[0].seat)}{main}", *(f"-# {each}" for each in details))
            yield "\n".join(content), line.plies

    def _takeback_lines(
        self, seat: Seat, turns_of_group: Iterable[Sequence[Ply]], names: Sequence[str]
    ) -> Iterator[tuple[str, int]]:
        """Line that names who has taken turns back, and a line struck through about each turn."""
        name = text("board.referee", self.language)
        if seat >= 0:
            name = f"{self._mark(seat)}{names[seat]}"
        yield text("board.taken_back", self.language, name=name), 0
        for turn in turns_of_group:
            for line in CarefulWords(self.table, self.language, names).turn_lines(turn):
                yield f"-# ~~{line.done}~~", line.plies

    def _late(self, turn: Sequence[Ply], names: Sequence[str]) -> list[str]:
        """Line about a turn that an AI has made when the time was up, or a referee; else []."""
        codes = {Via.LATE: "board.late_turn", Via.FOR_OTHER: "board.turn_for_other"}
        code = codes.get(turn[-1].via) if turn[-1].via else None
        return [text(code, self.language, name=names[turn[-1].seat])] if code else []

    def _mark(self, seat: Seat) -> str:
        """Icon of a seat, before its line."""
        return f"{labels.mark(self.app, self.table, seat)} " if self.app else ""


def _points(turn: Sequence[Ply]) -> tuple[int, int] | None:
    """Points gained by a turn, and those that it makes in all; None where they are not recorded."""
    first, last = turn[0].points, turn[-1].points
    return None if first is None or last is None else (last[1] - first[0], last[1])


def _with_gain(line: str, gain: str) -> str:
    return " · ".join(filter(None, (line, gain)))


def turns(plies: Sequence[Ply]) -> Iterator[list[Ply]]:
    """Plies of each turn; plies that were taken back stand apart, by seat and by occasion."""
    turn: list[Ply] = []
    for ply in plies:
        if turn and (turn[-1].ends_turn or ply.notation == LEAVES or _is_apart(turn[-1], ply)):
            yield turn
            turn = []
        turn.append(ply)
    if turn:
        yield turn


def _is_apart(earlier: Ply, later: Ply) -> bool:
    """Whether one of two plies in a row was taken back without the other, or for another seat."""
    occasion, other_occasion = _takeback(earlier), _takeback(later)
    return occasion != other_occasion or (occasion is not None and earlier.seat != later.seat)


def _takeback(ply: Ply) -> tuple[str, Seat] | None:
    """When a ply was taken back, and the seat that asked for it; None while it stands.

    Of plies that older versions took back, it is the seat of the ply.
    """
    if ply.undone is None:
        return None
    return ply.undone, ply.seat if ply.undone_by is None else ply.undone_by
