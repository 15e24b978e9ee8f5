"""Motions: the question to the players of a table, their votes, and the outcome."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from bot.app import App
from bot.i18n import text
from bot.steps.motion_kinds import KINDS
from bot.steps.seats import moment
from bot.table.motions import Motion, Outcome
from bot.table.names import bold
from bot.table.seating import Table
from cogs._access.table_items import TableButton
from cogs._answering.custom_ids import one_of
from cogs._answering.items import GREEN, GREY
from cogs._answering.messages import NOBODY, Message, line_to
from cogs._answering.visitor import Visitor
from cogs._requests.kinds import REQUESTS, details
from cogs._words import labels
from cogs._words.fitting import fitting_text
from cogs._words.terms import change_lines
from rules.contract import RulesError

STYLES = {"yes": GREEN, "no": GREY}


# ---- the question --------------------------------------------------------------------------------


async def motion_post(app: App, table: Table, motion: Motion) -> Message:
    """Post of a motion: the people asked, the question, the votes so far; and two buttons.

    Of one that is decided, the outcome.
    """
    if motion.outcome is not None:
        return Message(outcome_text(table, motion))
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
    buttons = [MotionButton.of(table, motion.id, verb, language) for verb in STYLES]
    return Message(fitting_text(call, *lines, needs), buttons=buttons)


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
        """Save the vote, and show the motion as it stands; the outbox shows it after that."""
        votes, number = visitor.app.votes, self.motion_id
        with visitor.app.places.mark_posting(table.id):
            try:
                yes = self.verb == "yes"
                motion: Motion | None = await votes.vote(table.id, number, visitor.user, yes=yes)
            except RulesError as refusal:
                if refusal.code != "table.not_asked":
                    raise
                motion = await votes.motion(number)
            post = Message(text("table.not_asked", table.language))
            if motion is not None and motion.table_id == table.id:
                post = await motion_post(visitor.app, table, motion)
            edit = visitor.interaction.response.edit_message
            await edit(**post.to_edit, allowed_mentions=NOBODY)


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
