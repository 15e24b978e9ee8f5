"""The buttons of a league: below its post, and on the private pages about it."""

from __future__ import annotations

from typing import Annotated

from bot.leagues.values import League, Stage
from cogs._access.server_rules import manages
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import digits, one_of
from cogs._answering.items import ACCENT, BLUE, GREEN, GREY, RED
from cogs._answering.lasting_items import LastingButton
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._league import pages
from cogs._league.texts import LeagueWords
from rules.contract import RulesError

STYLES = {
    "join": GREEN,
    "leave": GREY,
    "start": BLUE,
    "standings": BLUE,
    "rounds": GREY,
    "rules": GREY,
    "words": GREY,
    "season": GREEN,
    "withdraw": RED,
}
SHOWN = {
    Stage.OPEN: ("join", "leave", "start", "rules"),
    Stage.RUNNING: ("standings", "rounds", "rules"),
    Stage.OVER: ("season", "standings", "words", "rounds"),
    Stage.CANCELLED: ("rules",),
}
"""Buttons of the post at each stage: there is one at least, by which the post is found again."""


class LeagueButton(LastingButton, template="lg:{league_id}:{slot}:{verb}"):
    """A button of a league; its id names the post that it stands below, or the round it shows."""

    label = "league.button_{verb}"
    style = STYLES
    league_id: int
    slot: Annotated[int, digits(3)]
    verb: Annotated[str, one_of(STYLES)]

    async def press(self, visitor: Visitor) -> Panel | None:
        league = await pages.league_in(visitor, self.league_id)
        return await carry_out(visitor, league, self.verb, self.slot)


def buttons(league: League) -> list[LeagueButton]:
    """Buttons of the post of a league."""
    language = league.terms.language
    verbs = SHOWN[league.stage]
    if league.vacancy is not None:
        verbs = ("join", *verbs)
    return [LeagueButton.of(league.id, league.slot, verb, language) for verb in verbs]


async def carry_out(
    visitor: Visitor, league: League, verb: str, slot: int | None = None
) -> Panel | None:
    """Do what a button or a command says, and answer in private. Raises RulesError."""
    leagues, person, user = visitor.app.leagues, visitor.person, visitor.user
    match verb:
        case "join":
            await _confirm(visitor, "league.joined", await leagues.join(league.id, person))
        case "season":
            season = await leagues.next_season(league.id, person)
            await _confirm(visitor, "league.season_open", season)
        case "leave" if league.stage is Stage.RUNNING:
            return await _withdrawal(visitor, league)
        case "leave" | "withdraw":
            await _confirm(visitor, "league.left", await leagues.leave(league.id, user))
        case "start" | "cancel":
            do, code = leagues.start, "league.started"
            if verb == "cancel":
                do, code = leagues.cancel, "league.stopped"
            await _confirm(visitor, code, await do(league.id, user, manages=manages(visitor)))
        case _:
            return await page(LeagueWords(league, visitor.language), verb, slot)
    return None


async def _confirm(visitor: Visitor, code: str, league: League) -> None:
    await visitor.tell(code, league=LeagueWords(league, visitor.language).title)


async def page(words: LeagueWords, verb: str, slot: int | None) -> Panel:
    """Page of a league: `standings`, their `words`, `rounds` or `rules`."""
    league = words.league
    if verb == "rounds":
        number = league.round if slot is None else min(slot, league.round)
        rounds = range(max(1, number - 2), min(league.round, max(5, number + 2)) + 1)
        buttons = [
            LeagueButton.named(label, league.id, each, "rounds")
            for each in rounds
            if each != number and (label := words.text("league.button_round", round=each))
        ]
        return pages.round_page(words, number, buttons)
    if verb == "rules" or league.round == 0:
        return pages.page(words, *words.terms_lines(), *words.rule_lines())
    if verb == "words":
        return pages.page(words, *words.standing_lines())
    in_words = LeagueButton.of(league.id, league.slot, "words", words.language)
    return await pages.standings_page(words, in_words)


async def _withdrawal(visitor: Visitor, league: League) -> Panel:
    """Question whether a person gives up their games. Raises RulesError for somebody else."""
    if league.entrant_of(visitor.user) is None:
        raise RulesError("league.not_entered")
    withdraw = LeagueButton.of(league.id, league.slot, "withdraw", visitor.language)
    question = LeagueWords(league, visitor.language).sentence("league.withdraw_question")
    return frame(ACCENT, question, withdraw)
