"""The buttons of a league: below its post, and on the private pages about it."""

from __future__ import annotations

from typing import Annotated, Any, Self

from discord import ui

from bot.i18n import text
from bot.leagues.values import League, Stage
from cogs._league import pages
from cogs._shared.answer import Panel, message
from cogs._shared.custom_ids import digits, one_of
from cogs._shared.items import BLUE, GREEN, GREY, RED
from cogs._shared.lasting_items import LastingButton
from cogs._shared.server_rules import manages
from cogs._shared.visitor import Visitor

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

    @classmethod
    def of_round(cls, league: League, number: int, language: str) -> Self:
        label = text("league.button_round", language, round=number)
        return cls(ui.Button[Any](label=label, style=GREY), league.id, number, "rounds")

    async def press(self, visitor: Visitor) -> None:
        league = await pages.league_in(visitor, self.league_id)
        await carry_out(visitor, league, self.verb, self.slot)


def buttons(league: League) -> list[LeagueButton]:
    """Buttons of the post of a league."""
    language = league.terms.language
    verbs = SHOWN[league.stage]
    if league.vacancy is not None:
        verbs = ("join", *verbs)
    return [LeagueButton.of(league.id, league.slot, verb, language) for verb in verbs]


async def carry_out(visitor: Visitor, league: League, verb: str, slot: int | None = None) -> None:
    """Do what a button or a command says, and answer in private. Raises RulesError."""
    app, language = visitor.app, visitor.language
    match verb:
        case "join":
            league = await app.leagues.join(league.id, visitor.person)
            await visitor.show(message(pages.sentence_about("league.joined", league, language)))
        case "season":
            season = await app.leagues.next_season(league.id, visitor.person)
            await visitor.show(
                message(pages.sentence_about("league.season_open", season, language))
            )
        case "leave" if league.stage is Stage.RUNNING:
            await ask_to_withdraw(visitor, league)
        case "leave" | "withdraw":
            league = await app.leagues.leave(league.id, visitor.user)
            await visitor.show(message(pages.sentence_about("league.left", league, language)))
        case "start":
            league = await app.leagues.start(league.id, visitor.user, manages=manages(visitor))
            await visitor.show(message(pages.sentence_about("league.started", league, language)))
        case "cancel":
            league = await app.leagues.cancel(league.id, visitor.user, manages=manages(visitor))
            await visitor.show(message(pages.sentence_about("league.stopped", league, language)))
        case _:
            await visitor.show(await page(league, verb, slot, language))


async def page(league: League, verb: str, slot: int | None, language: str) -> Panel:
    """Page of a league: `standings`, their `words`, `rounds` or `rules`."""
    if verb == "rounds":
        number = league.round if slot is None else min(slot, league.round)
        rounds = range(max(1, number - 2), min(league.round, max(5, number + 2)) + 1)
        buttons = [LeagueButton.of_round(league, each, language) for each in rounds]
        buttons = [button for button in buttons if button.slot != number]
        return pages.round_page(league, number, language, buttons)
    if verb == "rules" or league.round == 0:
        return pages.rules_page(league, language)
    if verb == "words":
        return pages.words_page(league, language)
    words = LeagueButton.of(league.id, league.slot, "words", language)
    return await pages.standings_page(league, language, words)


async def ask_to_withdraw(visitor: Visitor, league: League) -> None:
    """Ask whether a person gives up their games. Raises RulesError for somebody else."""
    pages.require_entrant(league, visitor.user)
    withdraw = LeagueButton.of(league.id, league.slot, "withdraw", visitor.language)
    question = pages.sentence_about("league.withdraw_question", league, visitor.language)
    await visitor.show(pages.panel(question, withdraw))
