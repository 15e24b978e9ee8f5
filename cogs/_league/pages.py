"""Private pages about a league: standings, rounds, rules."""

from __future__ import annotations

import discord

from bot.i18n import text
from bot.leagues.values import League
from cogs._league import picture, texts
from cogs._shared.answer import LONGEST_MESSAGE, Panel
from cogs._shared.items import ACCENT, Component
from cogs._shared.messages import fitting_text
from cogs._shared.presentation import drawing_or_sentence, frame
from cogs._shared.visitor import Visitor
from rules.contract import RulesError

PICTURE = "standings.png"
FEW = 8
"""Entrants whose standings are shown as a picture and in words on one page."""
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


def heading(league: League, language: str) -> str:
    """First line of a page."""
    return f"## {texts.title(league, language)}"


def rules_page(league: League, language: str) -> Panel:
    """Page with the terms of a league, and its rules for points and ties."""
    lines = (*texts.terms_lines(league, language), *texts.rule_lines(league, language))
    return panel(fitting_text(heading(league, language), *lines, room=ROOM))


def words_page(league: League, language: str) -> Panel:
    """Page with all standings in words."""
    lines = texts.standing_lines(league, language)
    return panel(fitting_text(heading(league, language), *lines, room=ROOM))


async def standings_page(league: League, language: str, *controls: Component) -> Panel:
    """Page with the standings as a picture; of many entrants `controls` lead to those in words."""
    drawn = await drawing_or_sentence(
        picture.wish(league, language), texts.alt(league, language), language, name=PICTURE
    )
    moment = texts.round_line(league, language) if league.round_ends else ""
    parts = controls
    if len(league.entrants) <= FEW:
        parts = (fitting_text(*texts.standing_lines(league, language)),)
    return panel(fitting_text(heading(league, language), moment), drawn, *parts)


def round_page(league: League, number: int, language: str, *controls: Component) -> Panel:
    """Page with the boards of a round; `controls` lead to other rounds."""
    boards = [board for board in league.boards if board.round == number]
    lines = [
        text("league.round_heading", language, round=number),
        *texts.board_lines(league, boards, language),
    ]
    if not boards:
        lines = [text("league.not_begun", language)]
    return panel(fitting_text(heading(league, language), *lines, room=ROOM), *controls)
