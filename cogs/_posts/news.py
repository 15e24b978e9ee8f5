"""News of a board post: the harm to the people it calls, and a short line a turn.

A post is read on a phone at a glance. So it has few words beside its picture, the most important
first, and nothing that its reader did; the rest is behind *Since my turn* and in the log.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from bot.i18n import text
from bot.table import payloads
from bot.table.changes import Ply
from bot.table.seating import Table
from bot.words import clip, composed, keep_together
from bot.words.careful import CarefulWords
from cogs._shared import labels
from cogs._shared.phone import BUTTON_ROW, FIRST, POST, Ranked, fit, has_room, visible_text
from rules.contract import Result, Seat
from rules.log import LEAVES

LONGEST = 600
"""Characters that a post shows."""
LONGEST_PARTS = 110
"""Characters of the sources of a player's points."""
SMALL = re.compile(r"^-# ", re.MULTILINE)


class News(msgspec.Struct, frozen=True):
    """The words of a post in the order of their places."""

    above: tuple[str, ...]
    """The call, and lines to the people called."""
    turns: tuple[str, ...]
    """A line a turn, the newest last; all but that one are left out where there is no room."""
    below: tuple[str, ...]
    """Scores and the rest; then the last ones are left out, and the newest turn at last."""

    @property
    def lines(self) -> list[Ranked[str]]:
        """The words, each line with its rank."""
        last, rest = len(self.below), self.below[1:]
        return [
            *map(Ranked, self.above),
            *(Ranked(turn, FIRST) for turn in self.turns[:-1]),
            *(Ranked(turn, last) for turn in self.turns[-1:]),
            *map(Ranked, self.below[:1]),
            *(Ranked(line, last - place) for place, line in enumerate(rest, 1)),
        ]


def fitting_news(news: News, language: str, picture: bytes | None = None) -> str:
    """The words of a post that a phone has room for beside its picture, at most `LONGEST`."""
    lines, above = news.lines, len(news.above)

    def content(some: Sequence[str]) -> str:
        """Words with the number of turns left out, as long as the newest one is there."""
        n = min(len(lines) - len(some), len(news.turns) - 1)
        is_partial = n > 0 and len(some) > above + 1
        missing = text("board.earlier_turns", language, n=n) if is_partial else ""
        return "\n".join(filter(None, (*some[:above], missing, *some[above:])))

    return content(fit(lines, lambda some: is_short(content(some), picture)))


def is_short(content: str, picture: bytes | None = None) -> bool:
    """Whether the words of a post are few, and a phone has room for them beside its picture."""
    is_visible = has_room((content, picture or "", BUTTON_ROW), POST)
    return is_visible and visible_length(content) <= LONGEST


def visible_length(content: str) -> int:
    """Characters that people see of a text."""
    return len(SMALL.sub("", visible_text(content)))


def plies_of_post(log: Sequence[Ply], payload: payloads.Board) -> list[Ply]:
    """Moves that a post reports."""
    numbers = payload.numbers
    return [ply for ply in log if ply.ply in numbers]


# ---- lines ---------------------------------------------------------------------------------------


def plies_since_turn(log: Sequence[Ply], seat: Seat, last: int) -> list[Ply]:
    """Moves after the last turn of a seat, up to the move of number `last`."""
    earlier = [ply for ply in log if ply.ply <= last]
    own = [ply.ply for ply in earlier if ply.seat == seat and not ply.undone]
    return [ply for ply in earlier if ply.ply > max(own, default=0)]


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
    return [f"-# {clip(line, LONGEST_PARTS)}" for line in lines if line]


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
