"""`/league …`: opened, entered, looked at; and the start of what shows their posts."""

from __future__ import annotations

from datetime import date

from discord import app_commands

from bot.app import App
from bot.i18n import LANGUAGES
from bot.leagues.values import (
    IN_PAIRS,
    LEAST_ENTRANTS,
    MOST_ENTRANTS,
    MOST_ROUNDS,
    OF_ANY_LENGTH,
    Format,
    LeagueTerms,
)
from bot.table import moments
from bot.table.options import PACES, Entry, Late, Pace
from bot.table.seating import AI_NAMES
from cogs._access.commands import choices, command, game_choices
from cogs._access.server_rules import require_opening, settings_in_force
from cogs._answering.answer import Panel
from cogs._answering.items import matching_choices
from cogs._answering.visitor import Visitor
from cogs._league import pages
from cogs._league.buttons import carry_out
from cogs._league.showing import Showing
from cogs._league.texts import LeagueWords
from cogs._lobby.opening import has_threads, require_welcome
from cogs._me import absence
from rules import levels
from rules.contract import RulesError

USUAL_PACE = str(Pace.ONE)
LONGEST_ROUND, MOST_SEATS = 60, 4
"""Days of a round; seats of a table."""


def _last_day(visitor: Visitor, format: Format, typed: str, days: int) -> date | None:
    """Day by which a league ends; None where none was typed. Raises RulesError."""
    if not typed:
        return None
    if format not in OF_ANY_LENGTH:
        raise RulesError("league.length_is_given")
    day = moments.day(typed, absence.today(visitor), visitor.language)
    if (day - absence.today(visitor)).days < days:
        raise RulesError("league.too_soon", n=days)
    return day


@command("league new", game=game_choices, until=absence.day_choices)
@app_commands.choices(
    format=choices("league.format_{}.name", Format),
    pace=choices("lobby.term_pace_{}", [pace for pace in PACES if pace != Pace.NONE]),
    late=choices("lobby.term_late_{}", Late),
    level=choices("common.level_{}_about", levels.for_newcomers(levels.LEVELS)),
    entry=choices("lobby.term_entry_{}", [each for each in Entry if each is not Entry.INVITED]),
    language=choices("common.language_{}", LANGUAGES),
)
async def new(
    visitor: Visitor,
    game: str,
    format: str = str(Format.LEAGUE),
    players: app_commands.Range[int, LEAST_ENTRANTS, MOST_ENTRANTS] = 8,
    seats: app_commands.Range[int, 2, MOST_SEATS] = 2,
    rounds: app_commands.Range[int, 0, MOST_ROUNDS] = 0,
    until: str = "",
    days: app_commands.Range[int, 1, LONGEST_ROUND] = 7,
    pace: str | None = None,
    late: str = str(Late.AI),
    entry: str = str(Entry.OPEN),
    ai: app_commands.Range[int, 0, len(AI_NAMES)] = 0,
    level: str = levels.HARD,
    fill: bool = True,
    language: str | None = None,
) -> None:
    """Open a league here; its post follows."""
    if not has_threads(visitor):
        raise RulesError("league.no_threads")
    require_welcome(visitor, in_thread=True)
    await require_opening(visitor)
    settings = await settings_in_force(visitor.app, visitor.guild)
    usual = settings.pace if settings.pace not in (None, str(Pace.NONE)) else USUAL_PACE
    terms = LeagueTerms(
        format=Format(format),
        seats=2 if Format(format) in IN_PAIRS else seats,
        places=players,
        rounds=rounds,
        until=_last_day(visitor, Format(format), until, days),
        days=days,
        pace=pace or usual or USUAL_PACE,
        late=Late(late),
        entry=Entry(entry),
        fills=fill,
        language=language or settings.language or visitor.language,
    )
    league = await visitor.app.leagues.open(
        game,
        terms,
        guild_id=visitor.guild,
        channel_id=visitor.channel,
        host=visitor.person,
        machines=ai,
        level=level,
    )
    await visitor.tell("league.opened", league=LeagueWords(league, visitor.language).title)


async def league_choices(visitor: Visitor, typed: str) -> list[app_commands.Choice[int]]:
    """Leagues of a server that the person may see."""
    names = dict[int, str]()
    for league in await visitor.app.leagues.of_server(visitor.guild):
        if pages.may_see(visitor, league):
            names[league.number] = LeagueWords(league, visitor.language).title
    return matching_choices(typed, names)


VERBS = {
    "join": "join",
    "leave": "leave",
    "start": "start",
    "standings": "standings",
    "pairings": "rounds",
    "cancel": "cancel",
}
"""What the other commands do to a league, by their names."""


def _register(name: str, verb: str) -> None:
    """Register the command that does `verb` to a league, by default the newest one here."""

    @command(f"league {name}", league=league_choices)
    async def act(visitor: Visitor, league: int | None = None) -> Panel | None:
        leagues = await visitor.app.leagues.of_server(visitor.guild)
        visible = [each for each in leagues if pages.may_see(visitor, each)]
        chosen = next((each for each in visible if league in (None, each.number)), None)
        if chosen is None:
            raise RulesError("league.not_found" if league else "league.none_here")
        return await carry_out(visitor, chosen, verb)


for name, verb in VERBS.items():
    _register(name, verb)


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    app.background(Showing(app).run())
