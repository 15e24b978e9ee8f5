"""The words of a replay: the turns of a stop, and its place in the game."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, auto

from bot.app import App
from bot.i18n import text_in
from bot.steps import timeline
from bot.steps.timeline import Unit
from bot.store.history import Sitting
from bot.table.live import PastTurn, Replay
from bot.words import one_text, row_of, with_sign
from bot.words.careful import CarefulWords
from cogs._answering.phone import Part, Ranked, fit, forms_by_rank, has_room
from cogs._pages.log import LogLines
from cogs._words import labels
from cogs._words.turn_lines import TurnLine, turns


class Rank(IntEnum):
    """Parts of a page that are left out for want of room, the first of all first."""

    PLACE = auto()
    OUTCOME = auto()
    FULL = auto()
    """Turns in full: then they are brief."""
    ENDS = auto()
    """Ends of the brief lines."""
    TURN = auto()


class StopWords:
    """Words of a stop of a replay."""

    def __init__(
        self, app: App, replay: Replay, unit: Unit, history: Sequence[Sitting], language: str
    ) -> None:
        self.app, self.replay, self.unit = app, replay, unit
        self.language, self.text = language, text_in(language)
        self.shown = timeline.turns_shown(replay.turns, unit, replay.place)
        """The turns of the stop."""
        self._lines = LogLines(app, replay.table, history, language)

    def turns_in_words(self, others: Sequence[Part]) -> str:
        """The turns shown, a line each, below their place in the game; at its end the outcome.

        Below the turns of a round stands what each seat has gained by all of them. Where a phone
        has no room for all beside the other parts, first place and outcome are left out, then turns
        are brief, and at last the oldest ones are left out.
        """
        replay, table = self.replay, self.replay.table
        place = Ranked(f"-# {self.place_label(replay.place)}", Rank.PLACE)
        if not self.shown:
            players = row_of(labels.marked_names(self.app, table))
            parts = (place, self.text("replay.before", players=players))
            return "\n".join(fit(parts, lambda some: has_room(("\n".join(some), *others))))
        lines = [
            line.between(f"{labels.mark(self.app, table, turn.seat)} ", ())
            for turn in self.shown
            for line in self.lines_of(turn)
        ]
        result = replay.result if replay.place == len(replay.turns) else None
        outcome = "" if result is None else CarefulWords(table, self.language).end_reason(result)
        ranks = (Rank.FULL, Rank.ENDS, Rank.TURN)
        turn_parts = (forms_by_rank(line.forms, ranks, shrinks=True) for line in lines)

        def joined(some: Sequence[str]) -> str:
            is_whole = len(some) >= len(lines)
            return "\n".join(some) if is_whole else "… " + "\n".join(some or [lines[-1].full])

        ranked = (place, *turn_parts, *([Ranked(outcome, Rank.OUTCOME)] if outcome else ()))
        gained = self._gained()
        fitting = joined(fit(ranked, lambda some: has_room((joined(some), gained, *others))))
        return one_text(fitting, gained)

    def _gained(self) -> str:
        """Line about what the seats have gained by the turns of a round; "" where none has."""
        names = labels.short_names(self.replay.table)
        gains = zip(names, self.replay.gained, strict=False)
        changes = [f"{name} {with_sign(gain.change)}" for name, gain in gains if gain.change]
        if not changes:
            return ""
        game_words = CarefulWords(self.replay.table, self.language)
        measure = game_words.say(game_words.measure)
        return self.text("replay.gained", measure=measure, seats=row_of(changes))

    def lines_of(self, turn: PastTurn) -> list[TurnLine]:
        """A turn in words; a departure in the middle of it apart."""
        return [*map(self._lines.turn, turns(turn.plies))]

    def place_label(self, place: int) -> str:
        """A stop in the terms of the game: its round and its turns."""
        replay, total = self.replay, len(self.replay.turns)
        shown = timeline.turns_shown(replay.turns, self.unit, place)
        if not shown:
            return self.text("replay.beginning", n=total)
        has_rounds = labels.facts(replay.table).rounds and replay.view is not None
        code = "replay.turn" if len(shown) == 1 else "replay.turns"
        if has_rounds and shown[0].round:
            code = f"{code}_of_round"
        first, last, number = shown[0].number, shown[-1].number, shown[0].round
        return self.text(code, first=first, last=last, total=total, round=number)
