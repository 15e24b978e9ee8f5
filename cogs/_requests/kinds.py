"""The requests of players at a table, one value for each: its button, its texts, its action.

The number of a request, which travels in a custom id, is a ply, days, a seat or a draft of terms.
Texts are found by the verb: `table.undo_button`, `table.wish_undo`, `table.undo_done`; and those of
a motion, too: `table.ask_undo`, `table.what_undo`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import discord
import msgspec

from bot.app import App
from bot.i18n import text
from bot.steps.resignation import ends_if_left
from bot.steps.seats import moment
from bot.table.encoding import stamp
from bot.table.motions import WHOLE_GAME, Kind, Motion, MotionTarget
from bot.table.negotiation import NewTerms, number_of, terms_of
from bot.table.seating import Table
from bot.words.careful import CarefulWords
from cogs._answering.items import BLUE, GREEN, GREY, RED
from cogs._words import labels
from cogs._words.terms import change_lines
from cogs._words.turn_lines import TurnLines
from rules.contract import RulesError

LONGEST_PAUSE = 60
"""Days."""
LONGEST_UNDONE = 600
"""Characters of the list of moves that a motion would take back."""


def resign_question(table: Table, user: int) -> str:
    """Code of the question before resigning, which depends on the further course of the game."""
    if len(table.seats) == 1:
        return "table.resign_question_alone"
    if ends_if_left(table, user):
        return "table.resign_question_end"
    leaves = labels.facts(table).leaving
    return "table.resign_question_leave" if leaves else "table.resign_question"


def may_have_stand_in(table: Table, user: int) -> bool:
    """Whether an AI may begin to play for a person: never for the last one who plays."""
    return table.players() != [user] and not table.seats[table.seat_of(user)].stands_in


def offer_others(table: Table, user: int) -> Sequence[str]:
    """What a person may ask for instead of offering their seat."""
    if may_have_stand_in(table, user):
        return ("stand_in",)
    return () if table.rests else ("pause",)


async def no_lines(app: App, table: Table, motion: Motion, language: str) -> list[str]:
    """No lines about what a motion would change: the sentence about it says all."""
    return []


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """A request: its button, its question, and what it does once it is confirmed."""

    style: discord.ButtonStyle = BLUE
    act: Callable[[App, int, int, int | None], Awaitable[object]] | None = None
    """Action of a person at a table, with the number, that asks nobody else."""
    kind: Kind | None = None
    """Kind of the motion by which it is put to the vote."""
    target: Callable[[App, Table, int | None], MotionTarget] = lambda *_: WHOLE_GAME
    """Subject of the request, or of its motion, from its number."""
    number: Callable[[MotionTarget], int | None] = lambda target: target.seat
    """Number of the request, from the subject of its motion."""
    lines: Callable[[App, Table, Motion, str], Awaitable[list[str]]] = no_lines
    """Lines about what its motion would change, beyond the sentence about it."""
    question: Callable[[Table, int], str] = lambda *_: ""
    """Code of the question to a person; "" for `table.wish_<verb>`."""
    others: Callable[[Table, int], Sequence[str]] = lambda *_: ()
    """Other requests that the question offers to a person."""
    is_confirmed: bool = True
    """Whether there is a question."""
    is_of_seat: bool = False
    """Whether the number is a seat."""
    names_voter: bool = False
    """Whether the button names the person asked, if only one is."""


def details(table: Table, target: MotionTarget, language: str) -> dict[str, Any]:
    """Arguments of the texts about a request or its motion."""
    length, day = text("table.pause_open", language), ""
    if target.until is not None:
        length = text("table.pause_until", language, until=moment(target.until))
        day = discord.utils.format_dt(datetime.fromisoformat(target.until), "D")
    seat = "" if target.seat is None else labels.bold_names(table)[target.seat]
    title = labels.title(table, language)
    return {"table": title, "seat": seat, "length": length, "until": day}


# ---- to go back ----------------------------------------------------------------------------------


def _point_of_log(app: App, table: Table, ply: int | None) -> MotionTarget:
    """The point of the log after a ply; without one, that before the last turn of one's own."""
    return MotionTarget(to=ply or 0, point=ply is not None)


async def _undo_lines(app: App, table: Table, motion: Motion, language: str) -> list[str]:
    """Lines about the moves that would be taken back, as far as they are public."""
    scope = await app.votes.undo_scope(motion)
    if scope is None:
        return []
    lines = []
    if scope.shown:
        lines.append(TurnLines(table, language).text(scope.shown, LONGEST_UNDONE))
    if len(scope.shown) < len(scope.plies):
        lines.append(text("table.undo_midway", language))
    if scope.revealing:
        game_words = CarefulWords(table, language, labels.bold_names(table))
        ply_lines = map(game_words.ply_line, scope.revealing[-5:])
        moves = [part for line in ply_lines for part in line.followed or (line.done,)]
        lines.append(text("table.undo_reveals", language, moves=moves))
    return lines


# ---- pauses and terms ----------------------------------------------------------------------------


def _pause_of_days(app: App, table: Table, days: int | None) -> MotionTarget:
    """A pause of so many days from now, or without an end. Raises RulesError for too many."""
    if not days:
        return WHOLE_GAME
    if days > LONGEST_PAUSE:
        raise RulesError("panel.unknown_button")
    return MotionTarget(until=stamp(app.clock.now() + timedelta(days=days)), days=days)


def _terms_of_draft(app: App, table: Table, draft: int | None) -> MotionTarget:
    """The terms of a draft; without one, the same as before. Raises BadOptions."""
    terms = table.terms
    return MotionTarget(terms=NewTerms(terms, terms if draft is None else terms_of(draft, terms)))


def _number_of_draft(target: MotionTarget) -> int | None:
    return None if target.terms is None else number_of(target.terms.after)


async def _terms_lines(app: App, table: Table, motion: Motion, language: str) -> list[str]:
    """A line for each of the terms that would change."""
    changes = () if motion.target.terms is None else motion.target.terms.changes()
    return [f"- {line}" for line in change_lines(changes, language)]


def _seat(app: App, table: Table, seat: int | None) -> MotionTarget:
    return MotionTarget(seat=seat)


def _absent_heir(app: App, table: Table, seat: int | None) -> MotionTarget:
    """The person to become host, and the day until which they are away."""
    heir = app.people.preferences(table.seats[seat or 0].user_id or 0)
    until = None if heir.away_until is None else stamp(heir.away_until)
    return MotionTarget(seat=seat, until=until)


# ---- all requests --------------------------------------------------------------------------------


REQUESTS: Mapping[str, Request] = {
    Kind.UNDO: Request(
        kind=Kind.UNDO,
        target=_point_of_log,
        number=lambda target: target.to if target.point else None,
        lines=_undo_lines,
        names_voter=True,
    ),
    Kind.PAUSE: Request(kind=Kind.PAUSE, target=_pause_of_days, number=lambda target: target.days),
    Kind.RESUME: Request(kind=Kind.RESUME),
    Kind.END: Request(kind=Kind.END, style=RED),
    Kind.REPLACE: Request(
        kind=Kind.REPLACE,
        style=RED,
        target=_seat,
        is_of_seat=True,
    ),
    Kind.TERMS: Request(
        kind=Kind.TERMS, target=_terms_of_draft, number=_number_of_draft, lines=_terms_lines
    ),
    "offer": Request(
        act=lambda app, table, user, seat: app.seats.offer(table, user, seat),
        question=lambda table, user: (
            "" if may_have_stand_in(table, user) else "table.wish_offer_only"
        ),
        others=offer_others,
    ),
    "stand_in": Request(act=lambda app, table, user, _: app.seats.start_stand_in(table, user)),
    "sit_again": Request(
        act=lambda app, table, user, _: app.seats.end_stand_in(table, user),
        style=GREEN,
        is_confirmed=False,
    ),
    "remove": Request(
        act=lambda app, table, user, seat: app.lobbies.remove(table, user, seat or 0),
        style=RED,
        target=_seat,
        is_of_seat=True,
    ),
    "host": Request(
        act=lambda app, table, user, seat: app.seats.hand_over(table, user, seat or 0),
        target=_absent_heir,
        is_of_seat=True,
    ),
    "resign": Request(
        act=lambda app, table, user, _: app.seats.resign(table, user),
        style=RED,
        question=resign_question,
    ),
    "cancel": Request(style=RED),
    "exit": Request(style=GREY),
    "keep": Request(style=GREY, is_confirmed=False),
}
"""Requests by their verbs; that of a motion is its kind.

`cancel` closes a table at once, `exit` shows the requests that lead out of a game, `keep` leaves
the table as it is.
"""
