"""The replay of a game: its stops, each with the board or a hand as it was then, and in words.

A stop is a turn, a round, or a turn of the reader's own.

A button names the stop that it starts from by the last ply there, so it works while the game goes
on, and after turns were taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Annotated, Any, Self

import discord
from discord import ui

from bot import words
from bot.i18n import text
from bot.service.replays import Replays
from bot.steps import timeline
from bot.steps.timeline import Goal, Unit
from bot.table.live import Replay
from bot.table.seating import Status, Table
from bot.words import shorten
from cogs._access.commands import command
from cogs._access.controls import BOARD_ACTIONS, has_turn, play_buttons
from cogs._access.table_items import TableButton, TableMenu
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import digits, one_of
from cogs._answering.items import CHOICES, LONGEST_ENTRY, entries
from cogs._answering.messages import NOBODY, Message
from cogs._answering.phone import BUTTON_ROW, COMMAND
from cogs._answering.presentation import accent, frame
from cogs._answering.visitor import Visitor
from cogs._pages import replay_sides, sandboxes
from cogs._pages.replay_sides import BOARD, HANDS
from cogs._pages.replay_words import StopWords
from cogs._pages.sandboxes import Beginning
from cogs._painting.painter import PAINTER
from cogs._words import labels
from rules.contract import RulesError

CHOICE, LOG, WHAT_IF, LINK = "choice", "log", "whatif", "link"
"""Verbs of the buttons that lead to the choice of another stop, to the log, to a sandbox, and to a
post that leads others to the stop."""
VERBS = (*Goal, CHOICE, LOG, WHAT_IF, LINK)
"""Verbs of all buttons; the others are goals."""
STOPS, SIDES = "m", "s"
"""Kinds of menus: of stops and of sides."""
SIGNS = {Goal.FIRST: "|◀", Goal.BACK: "◀", Goal.FORTH: "▶", Goal.LAST: "▶|"}
BACK = "‹"
NEAR = 2 / 3
"""Share of the menu's stops that are next to the one shown; the others are all over the game."""


@command("replay game")
async def opening_page(visitor: Visitor, table: Table) -> Panel:
    """Page that a replay opens with: the person's last turn; of a finished game, its beginning."""
    replay = await visitor.app.replays.opening(table.id, visitor.user)
    return await _page_with_next(visitor, replay, Unit.TURN)


async def page(
    visitor: Visitor,
    table: Table,
    ply: int,
    goal: Goal = Goal.AT,
    unit: Unit = Unit.TURN,
    side: str = BOARD,
) -> Panel:
    """Page of the stop that a person asks for from the one at a ply. Raises RulesError."""
    replay = await visitor.app.replays.stop(table.id, visitor.user, goal, unit=unit, ply=ply)
    note = ""
    if not replay.is_exact:
        note = visitor.text("replay.gone")
    elif goal is Goal.FORTH and replay.ply == ply:
        note = visitor.text("replay.newest")
    onward = Goal.BACK if goal is Goal.BACK else Goal.FORTH
    return await _page_with_next(visitor, replay, unit, side, note, onward)


async def _page_with_next(
    visitor: Visitor,
    replay: Replay,
    unit: Unit,
    side: str = BOARD,
    note: str = "",
    onward: Goal = Goal.FORTH,
) -> Panel:
    """Page of a stop; while the person looks at its board, the next one is drawn."""
    panel = await (await _stop(visitor, replay, unit, side)).panel(note)
    if side == BOARD:
        app, language = visitor.app, visitor.language
        app.background(draw_ahead(app.replays, visitor.user, replay, onward, unit, language))
    return panel


async def draw_ahead(
    replays: Replays, user: int, replay: Replay, goal: Goal, unit: Unit, language: str
) -> None:
    """Draw the board of the next stop while the reader looks at this one, if there is time."""
    with suppress(RulesError):
        stop = await replays.stop(replay.table.id, user, goal, unit=unit, ply=replay.ply)
        if stop.place != replay.place and stop.view is not None:
            wish, _ = replay_sides.board(stop, unit, language)
            await PAINTER.draw_ahead(wish)


async def choice_page(visitor: Visitor, table: Table, ply: int, unit: Unit, side: str) -> Panel:
    """Page to choose another stop, unit or side, or to leave the replay. Raises RulesError."""
    replay = await visitor.app.replays.stop(table.id, visitor.user, Goal.AT, unit=unit, ply=ply)
    plays = await has_turn(visitor, table)
    return (await _stop(visitor, replay, unit, side)).choice_panel(plays=plays)


async def _stop(visitor: Visitor, replay: Replay, unit: Unit, side: str = BOARD) -> StopPage:
    history = await visitor.app.reading.history(replay.table.id)
    words_of_stop = StopWords(visitor.app, replay, unit, history, visitor.language)
    return StopPage(visitor, words_of_stop, side)


class StopPage:
    """Pages about a stop, for one reader."""

    def __init__(self, visitor: Visitor, stop: StopWords, side: str) -> None:
        self.visitor, self.words, self.side, self.text = visitor, stop, side, visitor.text
        self.replay, self.unit = stop.replay, stop.unit

    async def panel(self, note: str = "") -> Panel:
        """Page of the stop: its turns in words, its picture, and a row of buttons."""
        if self.side not in replay_sides.of(self.replay):
            self.side, note = BOARD, note or self.text("replay.hand_closed")
        head, command = f"-# {note}" if note else "", self.visitor.names_command
        sides = replay_sides.Sides(self.visitor.app, self.replay, self.visitor.language)
        below = (*await sides.content(self.unit, self.side), [*self._buttons()])
        lines = self.words.turns_in_words((COMMAND if command else "", head, *below))
        seats = [turn.seat for turn in self.words.shown[-1:]]
        return frame(accent(seats), head, lines, *below)

    def choice_panel(self, *, plays: bool) -> Panel:
        """Page to choose another stop, unit or side, or to leave the replay."""
        replay, table = self.replay, self.replay.table
        title, place = labels.title(table, self.visitor.language), self.words.place_label
        heading = self.text("replay.heading", table=title, place=place(replay.place))
        units = timeline.units_for(replay.turns, replay.seat, len(table.seats))
        ways = [
            self._button(Goal.AT, BACK),
            self._button(LOG, self.text("board.page_log")),
            *play_buttons(table, self.visitor.language, has_turn=plays),
        ]
        if _offers_sandbox(replay):
            ways.append(self._button(WHAT_IF, self.text("sandbox.what_if")))
        link = ReplayButton.of(replay, LINK, self.unit, BOARD, self.text("replay.link"))
        buttons = [*map(self._unit_button, units)]
        menus = (self._stop_menu(), *self._side_menu())
        return frame(accent(()), heading, *menus, buttons, [*ways, link])

    # ---- the controls ------------------------------------------------------------------------

    def _button(self, verb: str, label: str, *, disabled: bool = False) -> ReplayButton:
        return ReplayButton.of(self.replay, verb, self.unit, self.side, label, disabled=disabled)

    def _unit_button(self, unit: Unit) -> ReplayButton:
        """Button that shows the stop by another unit, with its name in the terms of the game."""
        is_lap = unit is Unit.ROUND and not labels.facts(self.replay.table).rounds
        label = self.text("replay.unit_lap" if is_lap else f"replay.unit_{unit}")
        is_chosen = unit is self.unit
        verb = CHOICE if is_chosen else Goal.AT
        return ReplayButton.of(self.replay, verb, unit, self.side, label, disabled=is_chosen)

    def _buttons(self) -> Iterator[ReplayButton]:
        """Buttons to the other stops, and between them the place in the game."""
        replay = self.replay
        choices = timeline.stops(replay.turns, replay.seat, self.unit)
        is_first = replay.place <= choices[0]
        is_last = replay.table.status is Status.OVER and replay.place >= choices[-1]
        for goal in (Goal.FIRST, Goal.BACK):
            yield self._button(goal, SIGNS[goal], disabled=is_first)
        yield self._button(CHOICE, f"{self._numbers()} ▾")
        for goal in (Goal.FORTH, Goal.LAST):
            yield self._button(goal, SIGNS[goal], disabled=is_last)

    def _numbers(self) -> str:
        """Place in the game in figures: so short that the row of buttons stays a row on a phone."""
        if len(shown := self.words.shown) > 1:
            return f"{shown[0].number}–{shown[-1].number}"
        return f"{self.replay.place}/{len(self.replay.turns)}"

    def _stop_menu(self) -> ReplayMenu:
        """Menu of stops to jump to."""
        replay = self.replay
        choices = timeline.stops(replay.turns, replay.seat, self.unit)
        options = [*map(self._stop_option, landmarks(choices, replay.place, CHOICES))]
        title = self.text("replay.jump")
        return ReplayMenu.of(replay, STOPS, self.unit, self.side, title, options)

    def _stop_option(self, place: int) -> discord.SelectOption:
        """Entry of a stop: a turn in words, or a round by its number."""
        shown = timeline.turns_shown(self.replay.turns, self.unit, place)
        if not shown or self.unit is Unit.ROUND:
            value = f"{shown[-1].last if shown else 0}"
            return discord.SelectOption(label=self.words.place_label(place), value=value)
        [turn] = shown
        line = words.plain(self.words.lines_of(turn)[-1].brief)
        return discord.SelectOption(
            label=shorten(f"{turn.number} · {line}", LONGEST_ENTRY),
            value=f"{turn.last}",
            emoji=labels.mark_emoji(self.visitor.app, self.replay.table, turn.seat),
        )

    def _side_menu(self) -> Iterator[ReplayMenu]:
        """Menu of the sides of the stop, where there are several."""
        replay, language = self.replay, self.visitor.language
        sides = replay_sides.of(replay)
        if len(sides) > 1:
            names = {f"{SIDES}{each}": replay_sides.label(replay, each, language) for each in sides}
            options, title = entries(names, f"{SIDES}{self.side}"), self.text("replay.board")
            yield ReplayMenu.of(replay, SIDES, self.unit, self.side, title, options)


def landmarks(choices: Sequence[int], place: int, room: int) -> list[int]:
    """Some of many places, in order: most of them near the present one, the others spread out."""
    if len(choices) <= room:
        return list(choices)
    near = int(room * NEAR)
    here = sum(choice < place for choice in choices)
    begin = max(0, min(here - near // 2, len(choices) - near))
    window = range(begin, begin + near)
    others = [n for n in range(len(choices)) if n not in window]
    far = room - near
    spread = {others[n * (len(others) - 1) // max(far - 1, 1)] for n in range(far)}
    return [choices[n] for n in sorted({*window, *spread})]


Ply = Annotated[int, digits(9)]
Side = Annotated[str, rf"[{BOARD}{HANDS}\d]"]


class ReplayButton(TableButton, template="rp:{table_id}:{verb}:{ply}:{unit}:{side}"):
    """A button of a replay; most verbs are goals."""

    verb: Annotated[str, one_of(VERBS)]
    ply: Ply
    unit: Unit
    side: Side

    @classmethod
    def of(cls, replay: Replay, verb: str, unit: Unit, side: str, label: str, **look: Any) -> Self:
        return cls.named(label, replay.table, verb, replay.ply, unit, side, **look)

    async def press_at(self, visitor: Visitor, table: Table) -> Panel | None:
        """Show the stop, the choice of another, the log, or the question before a sandbox.

        Or post a link to the stop.
        """
        if self.verb == LINK:
            await _post_link(visitor, table, self)
            return None
        if self.verb == LOG:
            return await BOARD_ACTIONS["log"](visitor, table, self.ply)
        if self.verb == WHAT_IF:
            return await _what_if(visitor, table, self)
        if self.verb == CHOICE:
            return await choice_page(visitor, table, self.ply, self.unit, self.side)
        goal = Goal(self.verb)
        return await page(visitor, table, self.ply, goal, self.unit, self.side)


class ReplayMenu(TableMenu, template="r{kind}:{table_id}:{ply}:{unit}:{side}"):
    """Menu of stops or of sides; a value is the ply of another stop, or `s<side>`."""

    kind: Annotated[str, one_of((STOPS, SIDES))]
    ply: Ply
    unit: Unit
    side: Side

    @classmethod
    def of(
        cls,
        replay: Replay,
        kind: str,
        unit: Unit,
        side: str,
        title: str,
        options: Sequence[discord.SelectOption],
    ) -> Self:
        select = ui.Select[Any](placeholder=title, options=list(options))
        return cls(select, replay.table.id, kind, replay.ply, unit, side)

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        chosen = visitor.value
        ply = int(chosen) if chosen.isdecimal() else self.ply
        side = chosen.removeprefix(SIDES) if chosen.startswith(SIDES) else self.side
        return await page(visitor, table, ply, unit=self.unit, side=side)


# ---- a link --------------------------------------------------------------------------------------


async def _post_link(visitor: Visitor, table: Table, button: ReplayButton) -> None:
    """Post at the table, in its language, what a stop is, with a button that shows it to anybody.

    Raises RulesError in any other place.
    """
    if visitor.channel not in (table.home_id, table.channel_id):
        raise RulesError("panel.elsewhere", place=labels.place(table))
    app, unit, language = visitor.app, button.unit, table.language
    replay = await app.replays.stop(table.id, visitor.user, Goal.AT, unit=unit, ply=button.ply)
    history = await app.reading.history(table.id)
    heading = text("replay.linked", language, name=visitor.person.name)
    stop = StopWords(app, replay, unit, history, language)
    lines = stop.turns_in_words((heading, BUTTON_ROW))
    look = ReplayButton.of(replay, Goal.AT, unit, BOARD, text("replay.look", language))
    post = Message(f"{heading}\n{lines}", buttons=[look])
    await visitor.answer.post(**post.to_send, allowed_mentions=NOBODY)


# ---- a sandbox -----------------------------------------------------------------------------------


def _offers_sandbox(replay: Replay) -> bool:
    """Whether a sandbox can begin in place of the turns shown: the game is over and understood."""
    return replay.table.status is Status.OVER and replay.view is not None


async def _what_if(visitor: Visitor, table: Table, button: ReplayButton) -> Panel:
    """Question before a sandbox in place of the turns of a stop, with the way back to it."""
    ply, unit = button.ply, button.unit
    replay = await visitor.app.replays.stop(table.id, visitor.user, Goal.AT, unit=unit, ply=ply)
    if not _offers_sandbox(replay):
        raise RulesError("sandbox.not_over" if table.status is Status.LIVE else "panel.no_past")
    back = ReplayButton.of(replay, CHOICE, unit, button.side, BACK)
    beginning = _beginning_before(visitor, replay, unit)
    return sandboxes.question(visitor, table, beginning, back)


def _beginning_before(visitor: Visitor, replay: Replay, unit: Unit) -> Beginning:
    """Beginning of a sandbox before the turns of a stop, for the reader if one is theirs."""
    shown = timeline.turns_shown(replay.turns, unit, replay.place)
    if not shown:
        return Beginning(visitor.text("sandbox.deal"), 0, replay.seat)
    before = shown[0].number - 1
    ply = replay.turns[before - 1].last if before else 0
    seats = [turn.seat for turn in shown]
    seat = replay.seat if replay.seat in seats else seats[0]
    if len(shown) > 1:
        first, last = shown[0].number, shown[-1].number
        return Beginning(visitor.text("sandbox.turns", first=first, last=last), ply, seat)
    turn, name = (
        visitor.text("analysis.turn", number=before + 1),
        labels.names(replay.table)[seat],
    )
    return Beginning(visitor.text("sandbox.turn", turn=turn, name=name), ply, seat)
