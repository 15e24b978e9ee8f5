"""Private pages about a league: standings, rounds, rules; and the gallery of ended leagues."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.leagues.values import League, Stage
from cogs._answering.answer import LONGEST_MESSAGE, Panel
from cogs._answering.items import ACCENT, Component
from cogs._answering.phone import has_room
from cogs._answering.presentation import drawing_or_sentence, frame
from cogs._answering.visitor import Visitor
from cogs._league import picture
from cogs._league.texts import LeagueWords, link
from cogs._words.fitting import fitting_text
from rules.contract import RulesError

PICTURE = "standings.png"
ROOM = LONGEST_MESSAGE - 200
"""Characters of a page."""
MOST_ENDED = 5
"""Leagues that the gallery lists, the newest first."""


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
    """Page with the standings as a picture, and in words; without room `controls` lead to these."""
    wish, language = picture.wish(words), words.language
    drawn = await drawing_or_sentence(wish, words.alt(), language, name=PICTURE)
    moment = words.round_line() if words.league.round_ends else ""
    head, in_words = fitting_text(f"## {words.title}", moment), "\n".join(words.standing_lines())
    below = in_words if has_room((head, drawn, in_words)) else controls
    return frame(ACCENT, head, drawn, below)


# ---- the gallery ---------------------------------------------------------------------------------


async def gallery(visitor: Visitor) -> Sequence[str]:
    """Heading and a line for each ended league that the person may see; nothing without one."""
    leagues = await visitor.app.leagues.of_server(visitor.guild)
    ended = (league for league in leagues if league.stage is Stage.OVER)
    lines = [
        *filter(None, (_gallery_line(visitor, each) for each in ended if may_see(visitor, each)))
    ]
    return [visitor.text("league.gallery"), *lines[:MOST_ENDED]] if lines else []


def _gallery_line(visitor: Visitor, league: League) -> str:
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
