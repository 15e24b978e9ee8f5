"""Private pages about a league: standings, rounds, rules."""

from __future__ import annotations

import discord

from bot.leagues.values import League
from cogs._answering.answer import LONGEST_MESSAGE, Panel
from cogs._answering.items import ACCENT, Component
from cogs._answering.presentation import drawing_or_sentence, frame
from cogs._answering.visitor import Visitor
from cogs._league import picture
from cogs._league.texts import LeagueWords
from cogs._words.fitting import fitting_text
from rules.contract import RulesError

PICTURE = "standings.png"
FEW = 8
"""Entrants whose standings are shown as a picture and in words on one page."""
ROOM = LONGEST_MESSAGE - 200
"""Characters of a page."""


async def league_in(visitor: Visitor, league_id: int) -> League:
    """League of a button, if the person may see it. Raises `league.not_found`."""
    league = await visitor.app.leagues.get(league_id)
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


def round_page(words: LeagueWords, number: int, controls: Component) -> Panel:
    """Page with the boards of a round; `controls` lead to other rounds."""
    boards = [board for board in words.league.boards if board.round == number]
    if not boards:
        return page(words, words.text("league.not_begun"), controls=controls)
    heading = words.text("league.round_heading", round=number)
    return page(words, heading, *words.board_lines(boards), controls=controls)


def page(words: LeagueWords, *lines: str, controls: Component = "") -> Panel:
    """Page of these lines, as many as have room."""
    return frame(ACCENT, fitting_text(f"## {words.title}", *lines, room=ROOM), controls)


async def standings_page(words: LeagueWords, controls: Component) -> Panel:
    """Page with the standings as a picture; of many entrants `controls` lead to those in words."""
    wish, language = picture.wish(words), words.language
    drawn = await drawing_or_sentence(wish, words.alt(), language, name=PICTURE)
    moment = words.round_line() if words.league.round_ends else ""
    has_few = len(words.league.entrants) <= FEW
    below = fitting_text(*words.standing_lines()) if has_few else controls
    return frame(ACCENT, fitting_text(f"## {words.title}", moment), drawn, below)
