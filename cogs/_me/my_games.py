"""The one list of a person's games, on all servers, those that wait for them first.

`/me games` opens it, and so does its button wherever tables are listed or explained.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Annotated, Self

import discord

from bot.i18n import text
from bot.service.reading import Ongoing
from bot.table.names import escape_markdown
from bot.table.seating import Status
from bot.words import shorten
from cogs._access.commands import command
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import digits
from cogs._answering.items import ACCENT
from cogs._answering.lasting_items import LastingButton
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._words import clocks, labels

PAGE = 6
"""Games on a page: a phone shows them all, even where each takes three lines."""
LONGEST_SERVER = 32
"""Characters of the name of a server."""


async def page(visitor: Visitor, number: int) -> Panel:
    """One page of a person's games; page 0 begins with the game that has waited the longest."""
    app, language = visitor.app, visitor.language
    games = await app.reading.ongoing(visitor.user)
    if not games:
        hint = visitor.text("me.games_none", help=app.slash("help"))
        return frame(ACCENT, hint)
    last = (len(games) - 1) // PAGE
    number = min(number, last)
    page_games = games[number * PAGE : (number + 1) * PAGE]
    waiting = sum(game.mine for game in games)
    heading = visitor.text("me.games_waiting" if waiting else "me.games_nothing", n=waiting)
    pages = visitor.text("me.games_page", page=number + 1, pages=last + 1) if last else ""
    row = GamesButton.page_row(number, last, language)
    return frame(ACCENT, heading, "\n".join(_lines(visitor, page_games)), pages, row)


def _lines(visitor: Visitor, games: Sequence[Ongoing]) -> Iterator[str]:
    """Line for each game: a link to its newest board, its server, the players it waits for."""
    for game in games:
        title = f"[{labels.title(game.table, visitor.language)}]({game.table.link})"
        line = f"**{title}**" if game.mine else title
        yield " · ".join(filter(None, (f"- {line}", *_about(visitor, game))))


def _about(visitor: Visitor, game: Ongoing) -> Iterator[str]:
    server = visitor.app.get_guild(game.table.guild_id)
    yield escape_markdown(shorten(server.name, LONGEST_SERVER)) if server else ""
    if game.mine:
        moment = discord.utils.format_dt(datetime.fromisoformat(game.since), "R")
        yield visitor.text("me.games_mine", since=moment)
        yield clocks.deadline_text(game.table, game.to_act, visitor.language)
    elif game.to_act:
        names = labels.bold_names(game.table)
        yield visitor.text("table.waits_for", names=[names[seat] for seat in game.to_act])
        yield clocks.deadline_text(game.table, game.to_act, visitor.language)
    elif game.table.status is Status.LOBBY or game.table.paused:
        yield labels.state(game.table, visitor.language)


class ListButton(LastingButton):
    """Base of the buttons to another page of a list."""

    label = "me.games_open"
    page: int

    @classmethod
    def page_row(cls, page: int, last: int, language: str) -> list[Self]:
        """Buttons to the pages before and behind one; none for a single page."""
        pages = {"me.games_newer": page - 1, "me.games_older": page + 1}
        return [
            cls.named(text(code, language), target)
            for code, target in pages.items()
            if 0 <= target <= last
        ]


class GamesButton(ListButton, template="me:games:{page}"):
    """Shows a page of a person's games."""

    page: Annotated[int, digits(3)]

    async def press(self, visitor: Visitor) -> Panel:
        return await page(visitor, self.page)


@command("me games")
async def games(visitor: Visitor) -> Panel:
    """Show all my games on all servers, what waits for me first."""
    return await page(visitor, 0)
