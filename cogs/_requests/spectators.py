"""The private page of a spectator: when a table calls them, and who they say will win."""

from __future__ import annotations

from typing import Annotated

from discord import app_commands

from bot.table.seating import Status, Table
from bot.table.spectators import Calls, Spectator
from cogs._access.access import is_seated
from cogs._access.commands import choices, command
from cogs._access.table_items import TableButton, TableMenu
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import one_of
from cogs._answering.items import ACCENT, Component, menu_of
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._words import labels

OPEN, STOP = "open", "stop"
"""Verbs of the buttons that open the page, and end all calls."""
VERBS = (*Calls, STOP, OPEN)


def page(visitor: Visitor, spectator: Spectator) -> Panel:
    """Page with the calls that a spectator has chosen, and the question who wins."""
    table, calls = spectator.table, spectator.calls
    title = labels.title(table, visitor.language)
    code = f"watch.calls_{calls}" if calls else "watch.no_calls"
    buttons = [
        WatchButton.of(table, verb, visitor.language, disabled=verb == (calls or STOP))
        for verb in (*Calls, STOP)
    ]
    parts: list[Component] = [visitor.text(code, table=title), buttons]
    if table.status is Status.LIVE and len(table.seats) > 1:
        parts += _guess_parts(visitor, spectator)
    return frame(ACCENT, *parts)


def _guess_parts(visitor: Visitor, spectator: Spectator) -> list[Component]:
    """The question who wins with a menu of the seats; what the person has answered, once closed."""
    table, guessing = spectator.table, spectator.guessing
    name = None if spectator.guess is None else labels.bold_names(table)[spectator.guess]
    if not guessing.is_open:
        closed = visitor.text("watch.closed", last=guessing.last)
        return [visitor.text("watch.guess_stands", name=name) if name else closed]
    line = visitor.text("watch.question", turns=guessing.turns, last=guessing.last)
    names = {
        str(seat): f"{labels.SEATS[seat]} · {player}"
        for seat, player in enumerate(labels.names(table))
    }
    menu = menu_of(names, str(spectator.guess), title=visitor.text("watch.who_wins"))
    return [line, GuessMenu(menu, table.id)]


def entry_buttons(visitor: Visitor, table: Table) -> list[WatchButton]:
    """Button to the page, for a person without a seat at a table that goes on; else []."""
    if table.status not in (Status.LOBBY, Status.LIVE) or is_seated(visitor, table):
        return []
    return [WatchButton.of(table, OPEN, visitor.language)]


class WatchButton(TableButton, template="wa:{table_id}:{verb}"):
    """Opens the page of a spectator, or chooses their calls."""

    label = "watch.{verb}_button"
    verb: Annotated[str, one_of(VERBS)]

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        spectator = await _choose(visitor, table, self.verb)
        return page(visitor, spectator)


async def _choose(visitor: Visitor, table: Table, verb: str) -> Spectator:
    """Carry out a verb, and return what the person has chosen now."""
    service = visitor.app.spectators
    if verb == OPEN:
        return await service.state(table.id, visitor.user)
    calls = None if verb == STOP else Calls(verb)
    return await service.watch(table.id, visitor.user, calls)


class GuessMenu(TableMenu, template="wg:{table_id}"):
    """Menu of the seats that may win; a value is a seat."""

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        value = visitor.value
        seat = int(value) if value.isdecimal() and len(value) < 3 else -1
        spectator = await visitor.app.spectators.guess(table.id, visitor.user, seat)
        return page(visitor, spectator)


@command("table watch")
@app_commands.choices(calls=choices("command.table_watch_{}.name", (*map(str, Calls), STOP)))
async def watch(visitor: Visitor, table: Table, calls: str = OPEN) -> Panel:
    """Follow a table without a seat: be called at each round or at the end, guess who wins."""
    spectator = await _choose(visitor, table, calls)
    return page(visitor, spectator)
