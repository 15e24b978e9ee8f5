"""Motions: the question to the players of a table, their votes, and the outcome."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from discord import ui

from bot.app import App
from bot.i18n import text
from bot.steps.motion_kinds import KINDS
from bot.steps.seats import moment
from bot.table.motions import Kind, Motion, Outcome
from bot.table.names import bold
from bot.table.seating import Table
from cogs._access.table_items import TableButton
from cogs._answering.custom_ids import one_of
from cogs._answering.items import GREEN, GREY, view_of
from cogs._answering.messages import NOBODY, line_to
from cogs._answering.visitor import Visitor
from cogs._requests.kinds import REQUESTS, details
from cogs._words import labels
from cogs._words.fitting import fitting_text
from cogs._words.small_print import readable
from cogs._words.terms import change_lines
from rules.contract import RulesError

STYLES = {"yes": GREEN, "no": GREY}


# ---- the question --------------------------------------------------------------------------------


async def motion_post(app: App, table: Table, motion: Motion) -> tuple[str, ui.View]:
    """Post of a motion: the people asked, the question, the votes so far; and two buttons."""
    language = table.language
    (name,) = player_names(table, [motion.by_id])
    asked = text(f"table.ask_{motion.kind}", language, **details(table, motion.target, language))
    call = text("table.asks", language, name=name, what=asked)
    call = line_to(motion.people_silent(table), call, language)
    lines = await REQUESTS[motion.kind].lines(app, table, motion, language)
    if supporters := player_names(table, motion.people_in_favour(table)):
        lines.append(text("table.asked_agreed", language, names=supporters))
    lines += away_lines(table, motion, language)
    needs = text(
        "table.asked_needs",
        language,
        n=motion.votes_needed(table),
        until=moment(motion.expires_at),
    )
    buttons = (MotionButton.of(table, motion.id, verb, language) for verb in STYLES)
    return fitting_text(call, *lines, needs), view_of(*buttons)


def away_lines(table: Table, motion: Motion, language: str) -> list[str]:
    """Line that names the players whom a motion does not ask because they are away."""
    names = player_names(table, KINDS[motion.kind].people_passed_over(table, motion))
    return [text("table.asked_away", language, names=names)] if names else []


def player_names(table: Table, people: Iterable[int | None]) -> list[str]:
    """Names of players in bold; a general word for a person who has left or was erased."""
    holders = [occupant.user_id for occupant in table.seats]
    names, nobody = labels.bold_names(table), bold(text("table.somebody", table.language))
    return [
        nobody if person is None or person not in holders else names[holders.index(person)]
        for person in people
    ]


# ---- the answers ---------------------------------------------------------------------------------


class MotionButton(TableButton, template="y:{table_id}:{motion_id}:{verb}"):
    """Vote on a motion."""

    label = "table.answer_{verb}"
    style = STYLES
    may_take_long = False
    motion_id: int
    verb: Annotated[str, one_of(STYLES)]

    async def press_at(self, visitor: Visitor, table: Table) -> None:
        await answer(visitor, table, self.motion_id, yes=self.verb == "yes")


class EndButton(TableButton, template="e:{table_id}:{verb}:{revision}"):
    """Vote on breaking a game off, below posts of an older version."""

    may_take_long = False
    verb: Literal["agree", "play_on"]
    revision: int

    async def press_at(self, visitor: Visitor, table: Table) -> None:
        motions = await visitor.app.votes.open_motions(table.id)
        ending = [motion.id for motion in motions if motion.kind is Kind.END]
        yes = self.verb == "agree"
        await answer(visitor, table, ending[0] if ending else 0, yes=yes)


async def answer(visitor: Visitor, table: Table, motion_id: int, *, yes: bool) -> None:
    """Save a vote, and show the motion as it stands; the outbox shows it after that."""
    votes = visitor.app.votes
    with visitor.app.places.mark_posting(table.id):
        try:
            motion: Motion | None = await votes.vote(table.id, motion_id, visitor.user, yes=yes)
        except RulesError as refusal:
            if refusal.code != "table.not_asked":
                raise
            motion = await votes.motion(motion_id)
        content, view = text("table.not_asked", table.language), None
        if motion is not None and motion.table_id == table.id:
            content, view = await current_motion_post(visitor.app, table, motion)
        post = readable({"content": content, "view": view, "allowed_mentions": NOBODY})
        await visitor.interaction.response.edit_message(**post)


async def current_motion_post(app: App, table: Table, motion: Motion) -> tuple[str, ui.View | None]:
    """Post of a motion as it stands: its question with the buttons, or its outcome."""
    if motion.outcome is not None:
        return outcome_text(table, motion), None
    return await motion_post(app, table, motion)


def outcome_text(table: Table, motion: Motion) -> str:
    """Outcome of a motion, the people who voted against it, and what new terms change."""
    what = text(f"table.what_{motion.kind}", table.language)
    outcome, (name,) = motion.outcome or Outcome.LAPSED, player_names(table, [motion.by_id])
    opponents = [person for person, yes in motion.votes.items() if yes is False]
    against = player_names(table, opponents)
    code = f"table.decided_{outcome}"
    line = text(code, table.language, what=what, name=name, names=against, n=len(against))
    terms = motion.target.terms if outcome is Outcome.CARRIED else None
    changes = change_lines(terms.changes(), table.language) if terms is not None else ()
    return "\n".join((line, *(f"-# {change}" for change in changes)))
