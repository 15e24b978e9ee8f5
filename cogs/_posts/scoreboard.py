"""The scoreboard of a table in the channel of its thread: scores, round, and whose turn began when.

It is redrawn with each turn, once for several that follow each other within seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

import discord

from bot.app import App
from bot.i18n import text
from bot.table.live import Look
from bot.table.seating import Status, Table
from bot.words.careful import CarefulWords
from cogs._answering.messages import Message
from cogs._lobby.lobby import lobby_post
from cogs._words import labels
from cogs._words.labels import icons
from rules.contract import BadPosition


async def table_post(app: App, table: Table, invited: Sequence[int] = ()) -> Message:
    """The public post of a table as it should stand: its lobby, or its scoreboard.

    The people `invited` to a rematch are mentioned first.
    """
    outcome, scores = await scoreboard(app, table)
    return lobby_post(app, table, invited, outcome, scores)


async def scoreboard(app: App, table: Table) -> tuple[str, Sequence[str]]:
    """Winners of a table, and the lines of its scoreboard, as everybody may know them.

    "" before the end. No lines for a table that is played in the channel itself, for a lobby, and
    where the position is unreadable.
    """
    if table.status not in (Status.LIVE, Status.OVER):
        return "", ()
    with suppress(BadPosition):
        look = await app.reading.look(table.id, None)
        outcome = labels.winners(table, look.result, table.language) if look.result else ""
        return outcome, await _lines(app, look) if table.in_thread else ()
    return "", ()


async def _lines(app: App, look: Look) -> list[str]:
    """Line about the turn, then the scores with the progress of the game."""
    table, names = look.table, labels.bold_names(look.table)
    game_words = CarefulWords(table, table.language, names, icons(app))
    scores = game_words.standing(look.view)
    threats = game_words.threats(look.threats)
    turn = await turn_lines(app, look, table.language, "lobby.turn_began")
    return [*turn, *threats, *filter(None, [scores])]


async def turn_lines(app: App, look: Look, language: str, code: str) -> list[str]:
    """Line about the players to act, and the moment when their turn began; [] after the end."""
    if not look.to_act:
        return []
    names = labels.bold_names(look.table)
    waiting, plies = [names[seat] for seat in look.to_act], await app.reading.log(look.table.id)
    if not plies:
        return [text("table.first_turn", language, names=waiting)]
    began = datetime.fromisoformat(plies[-1].undone or plies[-1].at)
    return [text(code, language, names=waiting, since=discord.utils.format_dt(began, "R"))]
