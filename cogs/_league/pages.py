"""Private pages about a league: standings, rounds, rules."""

from __future__ import annotations

from itertools import groupby

import discord

from bot.i18n import text
from bot.leagues.values import League
from cogs._league import picture, texts
from cogs._shared.answer import LONGEST_MESSAGE, Panel
from cogs._shared.items import ACCENT
from cogs._shared.messages import fitting_text
from cogs._shared.phone import Component
from cogs._shared.presentation import drawing_or_sentence, frame
from cogs._shared.visitor import Visitor
from rules.contract import RulesError

PICTURE = "standings.png"
ROOM = LONGEST_MESSAGE - 200
"""Characters of a page."""


async def league_in(visitor: Visitor, league_id: int) -> League:
    """League of a button, if the person may see it. Raises `league.not_found`."""
    return require_visible(visitor, await visitor.app.leagues.get(league_id))


def require_visible(visitor: Visitor, league: League) -> League:
    """The league itself, if the person may see it. Raises `league.not_found`."""
    if not may_see(visitor, league):
        raise RulesError("league.not_found")
    return league


def may_see(visitor: Visitor, league: League) -> bool:
    """Whether a league is in a channel that the person sees, or they take part."""
    if league.guild_id != visitor.guild:
        return False
    if visitor.channel == league.channel_id or league.entrant_of(visitor.user):
        return True
    guild, member = visitor.interaction.guild, visitor.interaction.user
    channel = guild.get_channel(league.channel_id) if guild is not None else None
    if channel is None or not isinstance(member, discord.Member):
        return False
    return channel.permissions_for(member).view_channel


def require_entrant(league: League, user_id: int) -> None:
    """Refuse a person who does not take part."""
    if league.entrant_of(user_id) is None:
        raise RulesError("league.not_entered")


def sentence_about(code: str, league: League, language: str) -> str:
    """Sentence about a league."""
    return text(code, language, league=texts.title(league, language))


def panel(*parts: Component) -> Panel:
    """Panel in the usual frame."""
    return frame(ACCENT, *parts)


async def page(league: League, verb: str, language: str) -> Panel:
    """Page of a league: `standings`, `rounds` or `rules`."""
    heading = f"## {texts.title(league, language)}"
    if verb == "rounds":
        return panel(fitting_text(heading, *_rounds(league, language), room=ROOM))
    if verb == "rules" or league.round == 0:
        lines = (*texts.terms_lines(league, language), *texts.rule_lines(league, language))
        return panel(fitting_text(heading, *lines, room=ROOM))
    standings = await drawing_or_sentence(
        picture.wish(league, language), texts.alt(league, language), language, name=PICTURE
    )
    return panel(
        f"{heading}\n{texts.round_line(league, language)}" if league.round_ends else heading,
        standings,
        fitting_text(*texts.standing_lines(league, language), room=ROOM),
    )


def _rounds(league: League, language: str) -> list[str]:
    """Boards of all rounds, the newest round first."""
    lines = list[str]()
    for number, boards in groupby(league.boards, key=lambda board: board.round):
        heading = text("league.round_heading", language, round=number)
        lines = [heading, *texts.board_lines(league, list(boards), language), *lines]
    return lines or [text("league.not_begun", language)]
