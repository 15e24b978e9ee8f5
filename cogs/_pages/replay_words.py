"""The words of a replay: the turns of a stop, and its place in the game."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, auto

from bot.app import App
from bot.i18n import text
from bot.steps import timeline
from bot.steps.timeline import Unit
from bot.store.history import Sitting
from bot.table.live import PastTurn, Replay
from bot.table.seating import Table
from bot.words import row_of
from bot.words.careful import CarefulWords
from cogs._pages.log import words_of_turn
from cogs._shared import labels
from cogs._shared.phone import Part, Ranked, fit, has_room
from cogs._shared.turn_lines import turns


class Rank(IntEnum):
    """Parts of a page that are left out for want of room, the first of all first."""

    PLACE = auto()
    OUTCOME = auto()
    FULL = auto()
    """Turns in full: then they are brief."""
    TURN = auto()


def turns_in_words(
    app: App,
    replay: Replay,
    unit: Unit,
    history: Sequence[Sitting],
    language: str,
    others: Sequence[Part],
) -> str:
    """The turns shown, a line each, below their place in the game; at its end the outcome.

    Where a phone has no room for all beside the other parts, first place and outcome are left out,
    then turns are brief, and at last the oldest ones are left out.
    """
    table, shown = replay.table, timeline.turns_shown(replay.turns, unit, replay.place)
    place = Ranked(f"-# {place_label(replay, unit, replay.place, language)}", Rank.PLACE)
    if not shown:
        players = (
            f"{labels.mark(app, table, seat)} {name}"
            for seat, name in enumerate(labels.bold_names(table))
        )
        before = text("replay.before", language, players=row_of(players))
        return "\n".join(fit((place, before), lambda some: has_room(("\n".join(some), *others))))
    lines, brief_lines = (
        [
            f"{labels.mark(app, table, turn.seat)} {line}"
            for turn in shown
            for line in turn_lines(table, turn, history, language, brief=brief)
        ]
        for brief in (False, True)
    )
    result = replay.result if replay.place == len(replay.turns) else None
    outcome = "" if result is None else CarefulWords(table, language).end_reason(result)
    turn_parts = (
        Ranked(line, Rank.FULL, instead=Ranked(brief, Rank.TURN, shrinks=True))
        for line, brief in zip(lines, brief_lines, strict=True)
    )

    def joined(some: Sequence[str]) -> str:
        is_whole = len(some) >= len(lines)
        return "\n".join(some) if is_whole else "… " + "\n".join(some or lines[-1:])

    parts = (place, *turn_parts, *([Ranked(outcome, Rank.OUTCOME)] if outcome else ()))
    return joined(fit(parts, lambda some: has_room((joined(some), *others))))


def turn_lines(
    table: Table, turn: PastTurn, history: Sequence[Sitting], language: str, *, brief: bool = False
) -> list[str]:
    """A turn in words; a departure in the middle of it apart."""
    return [
        words_of_turn(table, part, history, language, brief=brief) for part in turns(turn.plies)
    ]


def place_label(replay: Replay, unit: Unit, place: int, language: str) -> str:
    """A stop in the terms of the game: its round and its turns."""
    shown = timeline.turns_shown(replay.turns, unit, place)
    if not shown:
        return text("replay.beginning", language, n=len(replay.turns))
    has_rounds = labels.facts(replay.table).rounds and replay.view is not None
    code = "replay.turn" if len(shown) == 1 else "replay.turns"
    if has_rounds and shown[0].round:
        code = f"{code}_of_round"
    first, last, total = shown[0].number, shown[-1].number, len(replay.turns)
    return text(code, language, first=first, last=last, total=total, round=shown[0].round)
