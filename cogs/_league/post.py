"""The post of a league in its channel: a lobby, then the boards of each round, then the winner."""

from __future__ import annotations

from collections.abc import Iterator

from bot.app import App
from bot.connection.decorations import Upload
from bot.leagues.values import League, Stage
from bot.table.names import bold
from cogs._answering.messages import Message
from cogs._answering.presentation import picture_or_none, small_print
from cogs._league import picture
from cogs._league.buttons import buttons
from cogs._league.texts import LeagueWords
from cogs._words import labels
from cogs._words.fitting import fitting_text

FILE = "standings.png"


async def league_post(app: App, league: League) -> Message:
    """Public post of a league as it should stand."""
    words = LeagueWords(league)
    names = [f"<@{user}>" for user in await invited(app, league)]
    call = words.text("league.invitation", names=names) if names else ""
    content = fitting_text(call, f"## {words.title}", *_lines(app, words))
    return Message(content, await _files(words), buttons(league))


async def invited(app: App, league: League) -> list[int]:
    """People of the last season who have not entered this one yet."""
    if league.season_of is None or league.stage is not Stage.OPEN:
        return []
    last = await app.leagues.get(league.season_of)
    users = (entrant.user_id for entrant in last.active)
    return [user for user in users if user is not None and league.entrant_of(user) is None]


async def _files(words: LeagueWords) -> list[Upload]:
    """Picture of the standings, once a round has begun."""
    if words.league.round == 0:
        return []
    png = await picture_or_none(picture.wish(words))
    return [] if png is None else [Upload(png, FILE, alt=words.alt())]


def _lines(app: App, words: LeagueWords) -> Iterator[str]:
    league = words.league
    match league.stage:
        case Stage.OPEN:
            names, places = [bold(entrant.name) for entrant in league.active], league.terms.places
            yield f"*{labels.tagline(league.game, words.language)}*"
            yield from words.terms_lines()
            yield words.text("league.entrants", n=len(names), places=places, names=names)
            yield words.text("league.starts", n=places)
            yield small_print(words.text("league.seal", seal=league.commitment[:16]))
        case Stage.RUNNING:
            yield words.round_line()
            yield from words.board_lines(league.present_boards)
            yield from _late_lines(words)
            if (vacancy := league.vacancy) is not None:
                yield words.text("league.vacancy", name=words.bold_name(vacancy.number))
            yield small_print(words.text("league.by_itself", leave=app.slash("league leave")))
        case Stage.OVER:
            winners = words.text("league.names", names=[*map(words.bold_name, words.winners)])
            yield words.text("league.won", names=winners)
            yield small_print(words.text("league.opened_seed", seed=league.seed, salt=league.salt))
        case Stage.CANCELLED:
            yield words.text("league.cancelled")


def _late_lines(words: LeagueWords) -> Iterator[str]:
    boards, number = words.league.boards, words.league.round
    late = [board for board in boards if board.round < number and not board.is_settled]
    if late:
        yield words.text("league.late_games")
        yield from words.board_lines(late)
