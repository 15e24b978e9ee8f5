"""The post of a league in its channel: a lobby, then the boards of each round, then the winner."""

from __future__ import annotations

from collections.abc import Iterator

from bot.app import App
from bot.connection.decorations import Upload
from bot.i18n import text
from bot.leagues.values import League, Stage
from bot.table.names import bold
from cogs._league import picture, texts
from cogs._league.buttons import buttons
from cogs._shared import labels
from cogs._shared.messages import Message, fitting_text
from cogs._shared.presentation import picture_or_none, small_print

FILE = "standings.png"


async def league_post(app: App, league: League) -> Message:
    """Public post of a league as it should stand."""
    language = league.terms.language
    heading = f"## {texts.title(league, language)}"
    names = [f"<@{user}>" for user in await invited(app, league)]
    call = text("league.invitation", language, names=names) if names else ""
    content = fitting_text(call, heading, *_lines(app, league, language))
    return Message(content, await _files(league), buttons(league))


async def invited(app: App, league: League) -> list[int]:
    """People of the last season who have not entered this one yet."""
    if league.season_of is None or league.stage is not Stage.OPEN:
        return []
    last = await app.leagues.get(league.season_of)
    users = (entrant.user_id for entrant in last.active)
    return [user for user in users if user is not None and league.entrant_of(user) is None]


def closing_line(league: League, link: str) -> str:
    """Text of an earlier post, which leads to the newest."""
    language = league.terms.language
    return text("league.goes_on", language, league=texts.title(league, language), link=link)


async def _files(league: League) -> list[Upload]:
    """Picture of the standings, once a round has begun."""
    if league.round == 0:
        return []
    language = league.terms.language
    png = await picture_or_none(picture.wish(league, language))
    return [] if png is None else [Upload(png, FILE, alt=texts.alt(league, language))]


def _lines(app: App, league: League, language: str) -> Iterator[str]:
    match league.stage:
        case Stage.OPEN:
            yield f"*{labels.tagline(league.game, language)}*"
            yield from texts.terms_lines(league, language)
            yield _entrants_line(league, language)
            yield text("league.starts", language, n=league.terms.places)
            yield _seal(league, language)
        case Stage.RUNNING:
            yield texts.round_line(league, language)
            yield from texts.board_lines(league, league.present_boards, language)
            yield from _late_lines(league, language)
            if (vacancy := league.vacancy) is not None:
                name = texts.bold_name(league, vacancy.number, language)
                yield text("league.vacancy", language, name=name)
            yield small_print(text("league.by_itself", language, leave=app.slash("league leave")))
        case Stage.OVER:
            yield text("league.won", language, names=texts.winners(league, language))
            yield small_print(
                text("league.opened_seed", language, seed=league.seed, salt=league.salt)
            )
        case Stage.CANCELLED:
            yield text("league.cancelled", language)


def _entrants_line(league: League, language: str) -> str:
    names = [bold(entrant.name) for entrant in league.active]
    return text("league.entrants", language, n=len(names), places=league.terms.places, names=names)


def _late_lines(league: League, language: str) -> Iterator[str]:
    """Games of earlier rounds that still go on."""
    late = [board for board in league.boards if board.round < league.round and not board.is_settled]
    if late:
        yield text("league.late_games", language)
        yield from texts.board_lines(league, late, language)


def _seal(league: League, language: str) -> str:
    return small_print(text("league.seal", language, seal=league.commitment[:16]))
