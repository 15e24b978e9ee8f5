"""Sandboxes: a table on which one person tries moves, opened from any move of a record.

Pure functions, no clock, no Discord. A sandbox calls nobody, and is closed after a quiet week.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.i18n import text
from bot.steps import moves
from bot.steps.seats import Step
from bot.table.changes import Change, Ply, Secret
from bot.table.live import LiveTable, OpenTurn
from bot.table.options import Late, Reminder, Terms
from bot.table.payloads import Way
from bot.table.post import BOARDS, Post, retirement
from bot.table.seating import (
    Occupant,
    Status,
    Table,
    complete_options,
    stand_in,
    without_ai_mark,
)
from rules import record as records
from rules import registry
from rules.contract import RulesError, Seat
from rules.log import LEAVES
from rules.record import BadRecord, Record
from rules.rng import SEED_BITS

QUIET = timedelta(days=7)
"""Time without a move after which a sandbox is closed."""
BYTES = 1 << 20
"""Size of the largest record that is read; those of the longest games take a sixth of it."""
PLIES = 8_000
"""Most moves of a record; the longest games have a third of it."""
LONGEST_MOVE = 200
"""Characters of a move in a record."""
MOST = 3
"""Open sandboxes of one person."""
TERMS = Terms(reminder=Reminder.NEVER, late=Late.REMIND)
"""Terms of a sandbox: no pace, and no reminders."""
HEX = re.compile(rf"[0-9a-fA-F]{{1,{SEED_BITS // 4}}}")
"""A seed or a salt."""
TOLD = frozenset((*BOARDS, "out", "notice"))
"""Kinds of posts that a sandbox has; all others would call somebody, or show it elsewhere."""


class Reached(msgspec.Struct, frozen=True):
    """The position after the first plies of a record."""

    state: Any
    turn: OpenTurn | None
    """None between turns."""
    plies: tuple[Ply, ...]
    to_act: tuple[Seat, ...]
    """Empty where the game is over."""


# ---- a record ------------------------------------------------------------------------------------


def read(content: bytes) -> Record:
    """The record in a file. Raises RulesError where it is none, is too long, or has no deal."""
    if len(content) > BYTES:
        raise RulesError("sandbox.file_too_large", most=BYTES >> 20)
    try:
        record = records.from_json(msgspec.json.decode(utf8(content)))
    except (msgspec.DecodeError, UnicodeError, RecursionError, OverflowError) as error:
        raise RulesError("sandbox.not_a_record") from error
    except BadRecord as refusal:
        if refusal.code != "common.bad_record":
            raise
        raise _bad_field(str(refusal.details.get("path", ""))) from refusal
    if len(record.plies) > PLIES:
        raise RulesError("sandbox.too_long", most=PLIES)
    return record


def utf8(content: bytes) -> bytes:
    """The text of a file as UTF-8 without a mark, however a program on Windows has saved it."""
    encoding = "utf-16" if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"
    return content.decode(encoding).encode()


def _bad_field(path: str) -> RulesError:
    """The refusal of a record because of a field, or because it is none at all."""
    if not path:
        return RulesError("sandbox.not_a_record")
    return RulesError("sandbox.bad_field", field=path)


def require_playable(record: Record) -> Record:
    """The record with all options of its game. Raises RulesError where no table can be dealt so."""
    if record.start is not None:
        raise RulesError("sandbox.has_start")
    if record.seed is None:
        raise RulesError("sandbox.still_played")
    for field, value in (("seed", record.seed), ("salt", record.salt)):
        if value is not None and not HEX.fullmatch(value):
            raise _bad_field(field)
    for number, ply in enumerate(record.plies):
        if len(ply.move) > LONGEST_MOVE or not ply.move.isprintable():
            raise _bad_field(f"plies[{number}].move")
    registry.get(record.game)
    try:
        options = complete_options(record.game, record.seats, record.options)
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise _bad_field("options") from error
    return replace(record, options=options)


def reach(record: Record, ply: int | None, at: str) -> Reached:
    """The position after `ply` moves of a record, all of which is checked. Raises RulesError.

    Without `ply` it is the last position, or the deal where the game is over at its end.
    """
    record = require_playable(record)
    if ply is not None and not 0 <= ply <= len(record.plies):
        raise RulesError("sandbox.no_such_ply", n=len(record.plies))
    try:
        path = [*_path(record, ply, at)]
    except BadRecord as refusal:
        if refusal.code != "common.record_bad_ply" or not isinstance(refusal.__cause__, RulesError):
            raise
        details = {name: refusal.details[name] for name in ("ply", "move")}
        raise RulesError("sandbox.bad_ply", **details, reason=refusal.__cause__) from refusal
    deal, chosen = path
    if chosen.to_act:
        return chosen
    if ply is not None:
        raise RulesError("sandbox.over_there")
    return deal


def _path(record: Record, ply: int | None, at: str) -> list[Reached]:
    """The deal, and the position after `ply` moves, or after all. Raises RulesError."""
    game = registry.get(record.game)
    began = state = records.begin(record)
    deal = chosen = Reached(state, None, (), game.to_act(state))
    last = len(record.plies) if ply is None else ply
    totals = [score.total for score in game.scores(state)]
    plies, first = list[Ply](), 0
    for number, (moved, events) in enumerate(records.replay(record), 1):
        seat, notation = record.plies[number - 1].seat, record.plies[number - 1].move
        before, totals = totals, [score.total for score in game.scores(moved)]
        ends = notation == LEAVES or not game.mid_turn(moved) or not game.to_act(moved)
        shown = tuple(event for event in events if event.only is None)
        points = before[seat], totals[seat]
        plies.append(
            Ply(number, seat, notation, shown, at, ai=False, ends_turn=ends, points=points)
        )
        if ends:
            began, first = moved.clone(), number
        if number == last:
            turn = None if ends else OpenTurn(began, tuple(plies[first:]))
            chosen = Reached(moved.clone(), turn, tuple(plies), game.to_act(moved))
    return [deal, chosen]


# ---- a table -------------------------------------------------------------------------------------


def players(
    game: str,
    names: Sequence[str],
    reached: Reached,
    language: str,
    host_seat: Seat | None,
    *,
    ai: bool,
) -> tuple[Occupant, ...]:
    """Seats under these names, all played by the host; with `ai`, all but one by an AI.

    The host's one is `host_seat`, or the seat to act.
    """
    departed = {ply.seat for ply in reached.plies if ply.notation == LEAVES}
    choices = set(range(len(names))) - departed
    mine = host_seat if host_seat in choices else reached.to_act[0]
    machines = choices - {mine} if ai else set()
    player = stand_in(game)
    return tuple(
        Occupant(None, text("table.ai_name", language, name=name), player)
        if seat in machines
        else Occupant(None, name, resigned=seat in departed)
        for seat, name in enumerate(map(without_ai_mark, names))
    )


def live_table(table: Table, secret: Secret, reached: Reached) -> LiveTable:
    """The sandbox with its position, ready to be played on."""
    table = replace(table, status=Status.LIVE, terms=TERMS, in_thread=True)
    return LiveTable(table, secret, reached.state, len(reached.plies), None, reached.turn)


# ---- its life ------------------------------------------------------------------------------------


def closing_step(live: LiveTable) -> Step:
    """Step that closes a sandbox."""
    after, change = moves.close(live)
    return after, without_calls(change)


def without_calls(change: Change) -> Change:
    """The change of a sandbox without the posts that call people or show it elsewhere.

    When it is closed, its board loses its buttons, and no more is said.
    """
    table = change.table
    if not table.is_sandbox:
        return change
    posts = tuple(post for post in change.posts if post.kind in TOLD)
    if table.status is Status.CANCELLED:
        posts = _retirement(table)
    return replace(change, posts=posts)


def _retirement(table: Table) -> tuple[Post, ...]:
    """The post that takes the buttons from the newest board."""
    if table.home_id is None or table.board_message_id is None:
        return ()
    return (retirement(table.home_id, table.board_message_id, Way.BARE),)
