"""Leagues in words: titles, terms, boards, standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time
from functools import cached_property
from typing import Any

from discord.utils import format_dt

from bot.i18n import text_in
from bot.leagues.standings import Standing, standings
from bot.leagues.values import WIN, Board, League, Stage
from bot.table.names import as_label, bold
from bot.words import LONGEST_ALT, clip
from cogs._words import labels, terms

FEW = 8
"""Boards whose lines have room for names and links."""
MEDALS = ("🥇", "🥈", "🥉")


def points_text(points: int) -> str:
    """Points from half points: "13½"."""
    number, half = divmod(points, 2)
    return f"{number or ('' if half else 0)}{'½' if half else ''}"


def link(league: League, message_id: int | None) -> str:
    """Address of a message in the channel of a league, or of the channel."""
    channel = f"https://discord.com/channels/{league.guild_id}/{league.channel_id}"
    return f"{channel}/{message_id}" if message_id else channel


class LeagueWords:
    """The words of a league, by default in its own language."""

    def __init__(self, league: League, language: str = "") -> None:
        self.league, self.language = league, language or league.terms.language
        self.text = text_in(self.language)

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """Line of each entrant, the first one first."""
        return standings(self.league)

    def sentence(self, code: str, **args: Any) -> str:
        """A sentence that names the league."""
        return self.text(code, league=self.title, **args)

    @property
    def title(self) -> str:
        """Game, format and number of the league."""
        game, number = labels.titles()[self.league.game], self.league.number
        return self.text(f"league.title_{self.league.terms.format}", game=game, number=number)

    def name(self, number: int) -> str:
        """Name of an entrant; of an erased person, their number."""
        entrant = self.league.entrants_by_number[number]
        return entrant.name or self.text("table.player", number=number + 1)

    def bold_name(self, number: int | None) -> str:
        """Name of an entrant in bold; None stands for an AI that fills a table."""
        return self.text("league.ai") if number is None else bold(self.name(number))

    def terms_lines(self) -> Iterator[str]:
        """Lines about the format and the terms of the league."""
        chosen = self.league.terms
        parts = [
            self.text(f"league.about_{chosen.format}", seats=chosen.seats),
            self.text("league.days", n=chosen.days),
            terms.label("pace", chosen.pace, self.language),
        ]
        if rounds := self.league.rounds or chosen.rounds:
            parts.insert(1, self.text("league.rounds", n=rounds))
        elif chosen.until:
            day = datetime.combine(chosen.until, time(12), UTC)
            parts.insert(1, self.text("league.until", day=format_dt(day, "D")))
        yield " · ".join(parts)

    def rule_lines(self) -> Iterator[str]:
        """Lines about points, ties and what happens to games that stall."""
        yield self.text("league.rule_points", n=WIN // 2)
        yield self.text(f"league.rule_ties_{'tree' if self.league.is_tree else 'points'}")
        yield self.text(f"league.rule_late_{self.league.terms.late}")
        yield self.text("league.rule_games")

    def round_line(self) -> str:
        """Line about the present round and its end."""
        ends, number, rounds = self.league.round_ends, self.league.round, self.league.rounds
        moment, relative = ("" if ends is None else format_dt(ends, style) for style in ("f", "R"))
        args = {"round": number, "rounds": rounds}
        return self.text("league.round", **args, until=moment, left=relative)

    def board_lines(self, boards: Sequence[Board]) -> list[str]:
        """Line for each board: who plays whom, with a link while the game goes on, then points.

        Of many boards, those that go on are named by their threads, which takes less room.
        """
        is_brief = len(boards) > FEW
        return [f"- {self._board_line(board, is_brief)}" for board in boards]

    def _board_line(self, board: Board, is_brief: bool) -> str:
        if is_brief and board.home_id is not None and not board.is_settled:
            return f"<#{board.home_id}>"
        names = [*map(self.bold_name, board.entrants)]
        if board.is_bye:
            return self.text("league.bye", name=names[0])
        if not board.is_settled:
            return f"[{' – '.join(names)}]({board.link})"
        points = [points_text(points or 0) for points in board.points]
        return " – ".join(f"{each} {score}" for each, score in zip(names, points, strict=True))

    # ---- standings ---------------------------------------------------------------------------

    def standing_lines(self) -> list[str]:
        """Line for each entrant: place, name, points, and what breaks ties."""
        return [*map(self._standing_line, self.standings)]

    def _standing_line(self, line: Standing) -> str:
        has_medal = line.rank <= len(MEDALS) and line.games
        place = MEDALS[line.rank - 1] if has_medal else f"{line.rank}\\."
        points = self.text("league.points", points=points_text(line.points))
        parts = [f"{place} {self.bold_name(line.entrant)} {points}"]
        if line.before not in (None, line.rank):
            parts.append(self.text("league.before", place=line.before))
        parts.append(self.text("league.opponents", points=points_text(line.opponents)))
        if not self.league.entrants_by_number[line.entrant].is_active:
            parts.append(self.text("league.has_left"))
        return " · ".join(parts[: 2 if self.league.is_tree else None])

    @property
    def winners(self) -> list[int]:
        """Entrants in the first place."""
        return [line.entrant for line in self.standings if line.rank == 1]

    def alt(self) -> str:
        """Alt text of the picture of the standings."""
        lines = [
            f"{line.rank}. {as_label(self.name(line.entrant))} {points_text(line.points)}"
            for line in self.standings
        ]
        heading, league = self.title, self.league
        if league.stage is Stage.RUNNING:
            rounds = {"round": league.round, "rounds": league.rounds}
            heading = self.sentence("league.alt_round", **rounds)
        return clip(f"{heading}: {'; '.join(lines)}", LONGEST_ALT)
