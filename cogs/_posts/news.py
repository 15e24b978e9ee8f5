"""News of a board post: the harm to the people it calls, and a short line a turn.

A post is read on a phone at a glance. So it has few words beside its picture, the most important
first, and nothing that its reader did; the rest is behind *Since my turn* and in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum, auto

import msgspec
from msgspec.structs import replace

from bot.i18n import text
from bot.table import payloads
from bot.table.changes import Ply
from bot.table.seating import Table
from bot.words import composed, keep_together, one_text
from bot.words.careful import CarefulWords
from cogs._answering.phone import (
    BUTTON_ROW,
    NEEDED,
    POST,
    Part,
    Ranked,
    fit_each,
    forms_by_rank,
    has_room,
    shortened,
)
from cogs._words import labels
from cogs._words.small_print import BETWEEN, with_joined_small_print
from cogs._words.turn_lines import TurnLine
from rules.contract import Result, Seat
from rules.log import LEAVES


class Rank(IntEnum):
    """Lines that a post leaves out for want of room, the first of all first."""

    DETAIL = auto()
    NOTE = auto()
    """Deadlines, and of a finished game whom its result rates."""
    FULL = auto()
    """Turns in full: then they are brief."""
    ENDS = auto()
    """Ends of the lines of turns, and of those about harm to people whose turn it is not."""
    STANDING = auto()
    """Scores of a running game, which its picture has, too."""
    EARLIER = auto()
    """Beginnings of the lines of turns before the newest one."""
    SCORES = auto()
    """Ranks and points of a finished game, which its picture has, too."""
    GAIN = auto()
    """Points gained by the last turn of a game."""
    TURNING = auto()
    NEWS = auto()
    """Harm to the people called, and the last turn of a game."""


class News(msgspec.Struct, frozen=True):
    """The words of a post in the order of their places, each line with its rank."""

    above: tuple[Ranked[str], ...]
    """The call, the threats, and lines to other people."""
    turns: tuple[Ranked[str], ...]
    """A line a turn, the newest last."""
    scores: tuple[Ranked[str], ...]
    """Scores and deadlines; of a finished game, ranks, turning point and whom it rates."""
    details: tuple[str, ...] = ()
    """The rest, of which the last lines are left out first."""
    in_row: int = 0
    """Number of the first turns that share a row."""

    @property
    def lines(self) -> list[Ranked[str]]:
        """The words, each line with its rank."""
        details = (
            Ranked(line, Rank.DETAIL - place / len(self.details))
            for place, line in enumerate(self.details)
        )
        return [*self.above, *self.turns, *self.scores, *details]

    def with_row(self, in_row: int) -> News:
        """The same news, with the shortest forms of the first turns in one row."""
        turns = (*map(_least, self.turns[:in_row]), *self.turns[in_row:])
        return replace(self, turns=turns, in_row=in_row)

    @property
    def in_a_row(self) -> News:
        """The same news, with the turns before the newest one in one row."""
        return self.with_row(max(0, len(self.turns) - 1))

    @property
    def in_one_row(self) -> News:
        """The same news, with all turns in one row."""
        return self.with_row(len(self.turns))

    def is_cut(self, lines: Sequence[str | None]) -> bool:
        """Whether more than what a picture has, or than the ends of lines, is left out."""
        pairs = zip(self.lines, lines, strict=True)
        return any(line is None and _least(whole).rank >= Rank.STANDING for whole, line in pairs)

    def turns_of(self, lines: Sequence[str | None]) -> Sequence[str | None]:
        """The lines of turns, None for one that is left out."""
        return lines[len(self.above) : len(self.above) + len(self.turns)]

    def hidden(self, lines: Sequence[str | None]) -> int:
        """Number of turns left out."""
        return self.turns_of(lines).count(None)

    def content(self, lines: Sequence[str | None], language: str) -> str:
        """Text of these lines, None for one that is left out, with the number of such turns."""
        n, turns = self.hidden(lines), self.turns_of(lines)
        earlier = text("board.earlier_turns", language, n=n) if n else ""
        row = BETWEEN.join(filter(None, turns[: self.in_row]))
        below = lines[len(self.above) + len(turns) :]
        rows = (*lines[: len(self.above)], earlier, row, *turns[self.in_row :], *below)
        return with_joined_small_print(one_text(*filter(None, rows)))


def _least(line: Ranked[str]) -> Ranked[str]:
    """The shortest form of a line."""
    return line if line.instead is None else _least(line.instead)


def turn_line(line: TurnLine, last: float) -> Ranked[str]:
    """The line of a turn, or a brief one, or the least of that, which goes at the `last` rank."""
    return forms_by_rank(line.forms, (Rank.FULL, Rank.ENDS, last), shrinks=last == NEEDED)


def beginning_kept(line: str, ends: float, rank: float = NEEDED) -> Ranked[str]:
    """A line that loses its end at one rank, and its first words at another."""
    beginnings = (shortened(paragraph, 1, POST) for paragraph in line.split("\n"))
    return Ranked(line, ends, shrinks=True, instead=Ranked("\n".join(beginnings), rank))


def fitting_news(
    news: News,
    language: str,
    picture: bytes | None = None,
    buttons: Part = BUTTON_ROW,
    *,
    brief: Callable[[], News] | None = None,
) -> str:
    """The words of a post that a phone has room for beside its picture and its buttons.

    Where it has no room for a line about each turn, those before the newest one share a row; then
    it is the `brief` news, with short names, which at last have all turns in one row.
    """

    def forms() -> Iterator[News]:
        yield news.in_a_row
        if brief is not None:
            brief_news = brief()
            yield from (brief_news, brief_news.in_a_row, brief_news.in_one_row)

    def fitting_lines(news: News) -> list[str | None]:
        def fits(lines: Sequence[str | None]) -> bool:
            return is_short(news.content(lines, language), picture, buttons)

        return fit_each(news.lines, fits, POST)

    lines = fitting_lines(news)
    if not news.is_cut(lines):
        return news.content(lines, language)
    tried = list[tuple[News, list[str | None]]]()
    for form in forms():
        tried.append((form, fitting_lines(form)))
        if not form.hidden(tried[-1][1]):
            break
    best, lines = min(reversed(tried), key=lambda pair: pair[0].hidden(pair[1]))
    return best.content(lines, language)


def is_short(content: str, picture: bytes | None = None, buttons: Part = BUTTON_ROW) -> bool:
    """Whether a phone has room for the words of a post beside its picture and its buttons."""
    return has_room((content, picture or "", buttons), POST)


def plies_of_post(log: Sequence[Ply], payload: payloads.Board) -> list[Ply]:
    """Moves that a post reports."""
    numbers = payload.numbers
    return [ply for ply in log if ply.ply in numbers]


# ---- lines ---------------------------------------------------------------------------------------


def plies_since_turn(log: Sequence[Ply], seat: Seat, last: int) -> list[Ply]:
    """Moves after the last turn of a seat, up to the move of number `last`."""
    earlier = [ply for ply in log if ply.ply <= last]
    turn = max((ply.ply for ply in earlier if ply.seat == seat and not ply.undone), default=0)
    return [ply for ply in earlier if ply.ply > turn]


def effect_lines(
    table: Table, plies: Mapping[int, Sequence[Ply]], language: str
) -> Mapping[int, str]:
    """Effects that moves have on people, by person; only those who have any.

    The moves are given for each person.
    """
    game_words = CarefulWords(table, language, labels.short_names(table))
    effects = dict[int, str]()
    for seat, occupant in enumerate(table.seats):
        if occupant.user_id is not None and occupant.user_id in plies:
            standing_plies = [
                ply for ply in plies[occupant.user_id] if not ply.undone and ply.notation != LEAVES
            ]
            effects[occupant.user_id] = game_words.effects(standing_plies, seat)
    return {user: line for user, line in effects.items() if line}


def part_lines(table: Table, result: Result, language: str) -> list[str]:
    """Sources of the points of the first two, in small print; [] where there is only one source."""
    first_two = sorted(range(len(result.ranks)), key=lambda seat: result.ranks[seat])[:2]
    lines = (parts_of_seat(table, result, seat, language) for seat in first_two)
    return [f"-# {line}" for line in lines if line]


def parts_of_seat(table: Table, result: Result, seat: Seat, language: str) -> str:
    """Sources of the points of a seat; "" where there is only one source, or no points."""
    parts = {part: points for part, points in result.scores[seat].parts.items() if points}
    sources = " · ".join(
        keep_together(text(composed.part(table.game, part), language), str(points))
        for part, points in parts.items()
    )
    if len(result.scores[seat].parts) == 1 or not sources:
        return ""
    return f"{labels.short_names(table)[seat]}: {sources}"
