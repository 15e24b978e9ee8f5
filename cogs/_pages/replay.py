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
from bot.app import App
from bot.i18n import text
from bot.service.replays import Replays
from bot.steps import timeline
from bot.steps.timeline import Goal, Unit
from bot.store.history import Sitting
from bot.table.live import Replay
from bot.table.seating import Status, Table
from bot.words import shorten
from cogs._pages import replay_sides, replay_words, sandboxes
from cogs._pages.replay_sides import BOARD, HANDS
from cogs._pages.sandboxes import Beginning
from cogs._shared import labels
from cogs._shared.answer import Panel
from cogs._shared.commands import command
from cogs._shared.controls import BOARD_ACTIONS, has_turn, play_buttons
from cogs._shared.custom_ids import digits, one_of
from cogs._shared.items import CHOICES, LONGEST_CHOICE, LONGEST_LABEL, entries
from cogs._shared.messages import NOBODY, Message
from cogs._shared.painter import PAINTER
from cogs._shared.phone import BUTTON_ROW, COMMAND
from cogs._shared.presentation import accent, frame
from cogs._shared.table_items import TableButton, TableMenu
from cogs._shared.visitor import Visitor
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


async def opening_page(visitor: Visitor, table: Table) -> Panel:
    """Page that a replay opens with: the person's last turn; of a finished game, its beginning."""
    app, user = visitor.app, visitor.user
    replay = await app.replays.opening(table.id, user)
    panel = await _page(visitor, replay, Unit.TURN, BOARD)
    app.background(draw_ahead(app.replays, user, replay, Goal.FORTH, Unit.TURN, visitor.language))
    return panel


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
    panel = await _page(visitor, replay, unit, side, note)
    onward = Goal.BACK if goal is Goal.BACK else Goal.FORTH
    if side == BOARD:
        ahead = draw_ahead(
            visitor.app.replays, visitor.user, replay, onward, unit, visitor.language
        )
        visitor.app.background(ahead)
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


async def _page(visitor: Visitor, replay: Replay, unit: Unit, side: str, note: str = "") -> Panel:
    """Page of a stop: its turns in words, its picture, and a row of buttons."""
    app, language = visitor.app, visitor.language
    if side not in replay_sides.of(replay):
        side, note = BOARD, note or visitor.text("replay.hand_closed")
    history = await app.reading.history(replay.table.id)
    shown = timeline.turns_shown(replay.turns, unit, replay.place)
    head, command = f"-# {note}" if note else "", visitor.names_command
    content = await replay_sides.content(app, replay, unit, side, language)
    below = (*content, [*_buttons(replay, unit, side)])
    others = (COMMAND if command else "", head, *below)
    lines = replay_words.turns_in_words(app, replay, unit, history, language, others)
    return frame(accent([turn.seat for turn in shown[-1:]]), head, lines, *below)


async def choice_page(visitor: Visitor, table: Table, ply: int, unit: Unit, side: str) -> Panel:
    """Page to choose another stop, unit or side, or to leave the replay. Raises RulesError."""
    app, language = visitor.app, visitor.language
    replay = await app.replays.stop(table.id, visitor.user, Goal.AT, unit=unit, ply=ply)
    history = await app.reading.history(table.id)
    heading = visitor.text(
        "replay.heading",
        table=labels.title(table, language),
        place=replay_words.place_label(replay, unit, replay.place, language),
    )
    units = [
        ReplayButton.of(
            replay,
            CHOICE if each is unit else Goal.AT,
            each,
            side,
            _unit_label(table, each, language),
            disabled=each is unit,
        )
        for each in timeline.units_for(replay.turns, replay.seat, len(table.seats))
    ]
    ways = [
        ReplayButton.of(replay, Goal.AT, unit, side, BACK),
        ReplayButton.of(replay, LOG, unit, side, visitor.text("board.page_log")),
        *play_buttons(table, language, has_turn=await has_turn(visitor, table)),
    ]
    if _offers_sandbox(replay):
        label = visitor.text("sandbox.what_if")
        ways.append(ReplayButton.of(replay, WHAT_IF, unit, side, label))
    ways.append(ReplayButton.of(replay, LINK, unit, BOARD, visitor.text("replay.link")))
    menus = [
        _stop_menu(app, replay, unit, side, history, language),
        *_side_menu(replay, unit, side, language),
    ]
    return frame(accent(()), heading, *menus, units, ways)


def _unit_label(table: Table, unit: Unit, language: str) -> str:
    """Name of a unit in the terms of the game."""
    if unit is Unit.ROUND and not labels.facts(table).rounds:
        return text("replay.unit_lap", language)
    return text(f"replay.unit_{unit}", language)


# ---- the controls --------------------------------------------------------------------------------


def _buttons(replay: Replay, unit: Unit, side: str) -> Iterator[ReplayButton]:
    """Buttons to the other stops, and between them the place in the game, to choose another."""
    choices = timeline.stops(replay.turns, replay.seat, unit)
    is_over = replay.table.status is Status.OVER
    is_first = replay.place <= choices[0]
    is_last = is_over and replay.place >= choices[-1]

    def button(goal: Goal, *, disabled: bool) -> ReplayButton:
        return ReplayButton.of(replay, goal, unit, side, SIGNS[goal], disabled=disabled)

    yield button(Goal.FIRST, disabled=is_first)
    yield button(Goal.BACK, disabled=is_first)
    yield ReplayButton.of(replay, CHOICE, unit, side, f"{_numbers(replay, unit)} ▾")
    yield button(Goal.FORTH, disabled=is_last)
    yield button(Goal.LAST, disabled=is_last)


def _numbers(replay: Replay, unit: Unit) -> str:
    """Place in the game in figures: so short that the row of buttons stays a row on a phone."""
    shown = timeline.turns_shown(replay.turns, unit, replay.place)
    if len(shown) > 1:
        return f"{shown[0].number}–{shown[-1].number}"
    return f"{replay.place}/{len(replay.turns)}"


def _stop_menu(
    app: App,
    replay: Replay,
    unit: Unit,
    side: str,
    history: Sequence[Sitting],
    language: str,
) -> ReplayMenu:
    """Menu of stops to jump to."""
    choices = timeline.stops(replay.turns, replay.seat, unit)
    options = [
        _stop_option(app, replay, unit, place, history, language)
        for place in landmarks(choices, replay.place, CHOICES)
    ]
    return ReplayMenu.of(replay, STOPS, unit, side, text("replay.jump", language), options)


def _side_menu(replay: Replay, unit: Unit, side: str, language: str) -> Iterator[ReplayMenu]:
    """Menu of the sides of a stop, where there are several."""
    sides = replay_sides.of(replay)
    names = {f"{SIDES}{each}": replay_sides.label(replay, each, language) for each in sides}
    options = entries(names, f"{SIDES}{side}")
    if len(sides) > 1:
        title = text("replay.board", language)
        yield ReplayMenu.of(replay, SIDES, unit, side, title, options)


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


def _stop_option(
    app: App, replay: Replay, unit: Unit, place: int, history: Sequence[Sitting], language: str
) -> discord.SelectOption:
    """Entry of a stop: a turn in words, or a round by its number."""
    shown = timeline.turns_shown(replay.turns, unit, place)
    ply = shown[-1].last if shown else 0
    if not shown or unit is Unit.ROUND:
        return discord.SelectOption(
            label=replay_words.place_label(replay, unit, place, language), value=f"{ply}"
        )
    [turn] = shown
    line = words.plain(replay_words.turn_lines(replay.table, turn, history, language)[-1])
    return discord.SelectOption(
        label=shorten(f"{turn.number} · {line}", LONGEST_CHOICE),
        value=f"{ply}",
        emoji=labels.mark_emoji(app, replay.table, turn.seat),
    )


Ply = Annotated[int, digits(9)]
Side = Annotated[str, rf"[{BOARD}{HANDS}\d]"]


class ReplayButton(TableButton, template="rp:{table_id}:{verb}:{ply}:{unit}:{side}"):
    """A button of a replay; most verbs are goals."""

    verb: Annotated[str, one_of(VERBS)]
    ply: Ply
    unit: Unit
    side: Side

    @classmethod
    def of(
        cls, replay: Replay, verb: str, unit: Unit, side: str, label: str, *, disabled: bool = False
    ) -> Self:
        button = ui.Button[Any](label=shorten(label, LONGEST_LABEL), disabled=disabled)
        return cls(button, replay.table.id, verb, replay.ply, unit, side)

    @property
    def may_take_long(self) -> bool:
        return self.verb != LINK

    async def press_at(self, visitor: Visitor, table: Table) -> None:
        """Show the stop, the choice of another, the log, or the question before a sandbox.

        Or post a link to the stop.
        """
        if self.verb == LOG:
            await BOARD_ACTIONS["log"](visitor, table, self.ply)
        elif self.verb == LINK:
            await _post_link(visitor, table, self)
        elif self.verb == WHAT_IF:
            await visitor.show(await _what_if(visitor, table, self))
        elif self.verb == CHOICE:
            choice = await choice_page(visitor, table, self.ply, self.unit, self.side)
            await visitor.show(choice)
        else:
            goal = Goal(self.verb)
            await visitor.show(await page(visitor, table, self.ply, goal, self.unit, self.side))


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

    async def press_at(self, visitor: Visitor, table: Table) -> None:
        chosen = visitor.value
        ply = int(chosen) if chosen.isdecimal() else self.ply
        side = chosen.removeprefix(SIDES) if chosen.startswith(SIDES) else self.side
        await visitor.show(await page(visitor, table, ply, unit=self.unit, side=side))


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
    lines = replay_words.turns_in_words(app, replay, unit, history, language, (heading, BUTTON_ROW))
    look = ReplayButton.of(replay, Goal.AT, unit, BOARD, text("replay.look", language))
    post = Message(f"{heading}\n{lines}", buttons=[look])
    await visitor.interaction.response.send_message(**post.to_send, allowed_mentions=NOBODY)


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
    beginning = _beginning_before(replay, unit, visitor.language)
    return sandboxes.question(table, beginning, back, visitor.language)


def _beginning_before(replay: Replay, unit: Unit, language: str) -> Beginning:
    """Beginning of a sandbox before the turns of a stop, for the reader if one is theirs."""
    shown = timeline.turns_shown(replay.turns, unit, replay.place)
    if not shown:
        return Beginning(text("sandbox.deal", language), 0, replay.seat)
    before = shown[0].number - 1
    ply = replay.turns[before - 1].last if before else 0
    seats = [turn.seat for turn in shown]
    seat = replay.seat if replay.seat in seats else seats[0]
    if len(shown) > 1:
        first, last = shown[0].number, shown[-1].number
        return Beginning(text("sandbox.turns", language, first=first, last=last), ply, seat)
    turn, name = (
        text("analysis.turn", language, number=before + 1),
        labels.names(replay.table)[seat],
    )
    return Beginning(text("sandbox.turn", language, turn=turn, name=name), ply, seat)


# ---- the command ---------------------------------------------------------------------------------


@command("replay game")
async def replay(visitor: Visitor, table: Table) -> None:
    """Show a game once more, turn by turn."""
    await visitor.show(await opening_page(visitor, table))
