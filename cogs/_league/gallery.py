"""The gallery of a server: the leagues that have ended there, and who has won them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.leagues.values import League, Stage
from cogs._answering.visitor import Visitor
from cogs._league.pages import may_see
from cogs._league.texts import LeagueWords, link

MOST = 5
"""Leagues that are listed, the newest first."""


async def gallery(visitor: Visitor) -> Sequence[str]:
    """Heading and a line for each ended league that the person may see; nothing without one."""
    leagues = await visitor.app.leagues.of_server(visitor.guild)
    ended = (league for league in leagues if league.stage is Stage.OVER)
    lines = [*filter(None, (_line(visitor, each) for each in ended if may_see(visitor, each)))]
    return [visitor.text("league.gallery"), *lines[:MOST]] if lines else []


def _line(visitor: Visitor, league: League) -> str:
    """Line about a league; "" where its winners hide their statistics."""
    words, entrants = LeagueWords(league, visitor.language), league.entrants_by_number
    names = [
        words.bold_name(number)
        for number in words.winners
        if not _hides(visitor, entrants[number].user_id)
    ]
    if not names:
        return ""
    title = f"[{words.title}]({link(league, league.message_id)})"
    return visitor.text("league.gallery_line", league=title, names=names)


def _hides(visitor: Visitor, user_id: int | None) -> bool:
    """Whether a person hides their statistics from the reader."""
    if user_id is None or user_id == visitor.user:
        return False
    return visitor.app.people.preferences(user_id).unlisted
