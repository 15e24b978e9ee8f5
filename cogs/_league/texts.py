"""Leagues in words: titles, terms, boards, standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time

import discord
from discord.utils import format_dt

from bot.i18n import text
from bot.leagues.standings import Standing, standings
from bot.leagues.values import WIN, Board, League, Stage
from bot.table.names import as_label, bold
from bot.words import LONGEST_ALT, clip
from cogs._shared import labels, terms

FEW = 8
"""Boards whose lines have room for names and links."""
MEDALS = ("🥇", "🥈", "🥉")


def title(league: League, language: str) -> str:
    """Game, format and number of a league."""
    code = f"league.title_{league.terms.format}"
    return text(code, language, game=labels.titles()[league.game], number=league.number)


def name(league: League, number: int, language: str) -> str:
    """Name of an entrant; of an erased person, their number."""
    entrant = league.entrants_by_number[number]
    return entrant.name or text("table.player", language, number=number + 1)


def bold_name(league: League, number: int | None, language: str) -> str:
    """Name of an entrant in bold; None stands for an AI that fills a table."""
    return text("league.ai", language) if number is None else bold(name(league, number, language))


def points_text(points: int) -> str:
    """Points from half points: "13½"."""
    number, half = divmod(points, 2)
    return f"{number or ('' if half else 0)}{'½' if half else ''}"


def terms_lines(league: League, language: str) -> Iterator[str]:
    """Lines about the format and the terms of a league."""
    chosen = league.terms
    parts = [
        text(f"league.about_{chosen.format}", language, seats=chosen.seats),
        text("league.days", language, n=chosen.days),
        terms.label("pace", chosen.pace, language),
    ]
    if rounds := league.rounds or chosen.rounds:
        parts.insert(1, text("league.rounds", language, n=rounds))
    elif chosen.until:
        day = datetime.combine(chosen.until, time(12), UTC)
        parts.insert(1, text("league.until", language, day=format_dt(day, "D")))
    yield " · ".join(parts)


def rule_lines(league: League, language: str) -> Iterator[str]:
    """Lines about points, ties and what happens to games that stall."""
    yield text("league.rule_points", language, n=WIN // 2)
    yield text(f"league.rule_ties_{'tree' if league.is_tree else 'points'}", language)
    yield text(f"league.rule_late_{league.terms.late}", language)
    yield text("league.rule_games", language)


def round_line(league: League, language: str) -> str:
    """Line about the present round and its end."""
    ends = league.round_ends
    moment = "" if ends is None else discord.utils.format_dt(ends, "f")
    relative = "" if ends is None else discord.utils.format_dt(ends, "R")
    return text(
        "league.round",
        language,
        round=league.round,
        rounds=league.rounds,
        until=moment,
        left=relative,
    )


def link(league: League, message_id: int | None) -> str:
    """Address of a message in the channel of a league, or of the channel."""
    channel = f"https://discord.com/channels/{league.guild_id}/{league.channel_id}"
    return f"{channel}/{message_id}" if message_id else channel


# ---- boards --------------------------------------------------------------------------------------


def board_lines(league: League, boards: Sequence[Board], language: str) -> list[str]:
    """Line for each board: who plays whom, with a link while the game goes on, then the points.

    Of many boards, those that go on are named by their threads, which takes less room.
    """
    is_brief = len(boards) > FEW
    return [f"- {_board_line(league, board, language, is_brief)}" for board in boards]


def _board_line(league: League, board: Board, language: str, is_brief: bool) -> str:
    if is_brief and board.home_id is not None and not board.is_settled:
        return f"<#{board.home_id}>"
    names = [bold_name(league, number, language) for number in board.entrants]
    if board.is_bye:
        return text("league.bye", language, name=names[0])
    if not board.is_settled:
        return f"[{' – '.join(names)}]({board.link})"
    points = [points_text(points or 0) for points in board.points]
    return " – ".join(f"{each} {score}" for each, score in zip(names, points, strict=True))


# ---- standings -----------------------------------------------------------------------------------


def standing_lines(league: League, language: str) -> list[str]:
    """Line for each entrant: place, name, points, and what breaks ties."""
    return [_standing_line(league, line, language) for line in standings(league)]


def _standing_line(league: League, line: Standing, language: str) -> str:
    place = MEDALS[line.rank - 1] if line.rank <= len(MEDALS) and line.games else f"{line.rank}\\."
    parts = [
        f"{place} {bold_name(league, line.entrant, language)} {points_text(line.points)}",
        *_way(line, language),
        text("league.opponents", language, points=points_text(line.opponents)),
    ]
    if not league.entrants_by_number[line.entrant].is_active:
        parts.append(text("league.has_left", language))
    return " · ".join(parts[: 2 if league.is_tree else None])


def _way(line: Standing, language: str) -> Iterator[str]:
    if line.before not in (None, line.rank):
        yield text("league.before", language, place=line.before)


def winners(league: League, language: str) -> str:
    """Names of those in the first place."""
    names = [
        bold_name(league, line.entrant, language) for line in standings(league) if line.rank == 1
    ]
    return text("league.names", language, names=names)


def alt(league: League, language: str) -> str:
    """Alt text of the picture of the standings."""
    lines = [
        f"{line.rank}. {as_label(name(league, line.entrant, language))} {points_text(line.points)}"
        for line in standings(league)
    ]
    heading = title(league, language)
    if league.stage is Stage.RUNNING:
        heading = text(
            "league.alt_round", language, league=heading, round=league.round, rounds=league.rounds
        )
    return clip(f"{heading}: {'; '.join(lines)}", LONGEST_ALT)
