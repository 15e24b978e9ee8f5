"""Other terms for a running game: a step that changes no position, but clocks and reminders.

Like every step, it is a pure function; `bot.service.commits` adds the new clocks and reminders.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from bot.steps import announcements
from bot.steps.seats import Step
from bot.table.acts import Who, act
from bot.table.changes import Change, Ply, TermsInForce
from bot.table.live import LiveTable
from bot.table.negotiation import NewTerms
from bot.table.seating import Status, Table
from rules.contract import RulesError


def terms_step(
    live: LiveTable, log: Sequence[Ply], terms: NewTerms | None, by: int | Who | None
) -> Step:
    """The step that brings new terms into force. Raises RulesError where that is impossible."""
    new_terms = possible_terms(live.table, terms)
    table = replace(live.table, terms=new_terms.after, revision=live.table.revision + 1)
    changes = [list(change) for change in new_terms.changes()]
    people = table.players() if len(table.players()) > 1 else []
    notice = announcements.notice("table.notice_terms", people, terms=changes)
    newest = (log[-1].undone or log[-1].at) if log else table.opened_at
    change = Change(
        table=table,
        posts=(notice, announcements.lobby_post(table)),
        acts=(act(table, "terms", by, terms=changes),),
        terms=TermsInForce(new_terms, datetime.fromisoformat(newest)),
    )
    return replace(live, table=table), change


def possible_terms(table: Table, terms: NewTerms | None) -> NewTerms:
    """New terms that a running game may get. Raises RulesError for others."""
    table.require(Status.LIVE)
    if terms is None:
        raise RulesError("table.terms_same")
    terms.require_of(table.terms)
    return terms
