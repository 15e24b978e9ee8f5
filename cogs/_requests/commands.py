"""The commands of `/table` for requests, each of which leads to a question."""

from __future__ import annotations

from discord import app_commands

from bot import words
from bot.steps import takebacks
from bot.steps.visibility import standing
from bot.table import seating
from bot.table.changes import Ply
from bot.table.options import Page
from bot.table.seating import Status, Table
from cogs._access.commands import command
from cogs._access.table_lookup import table_of_suggestions
from cogs._answering.answer import Panel, message
from cogs._answering.items import LONGEST_CHOICE, matching_choices
from cogs._answering.visitor import Visitor
from cogs._requests import referees
from cogs._requests.kinds import LONGEST_PAUSE
from cogs._requests.requests import carry_out, question
from cogs._requests.terms_panel import panel
from cogs._words import labels, turn_lines
from rules.contract import RulesError


async def _turn_choices(visitor: Visitor, typed: str) -> list[app_commands.Choice[int]]:
    """Turns whose beginning the table may return to, the newest first."""
    if (table := await table_of_suggestions(visitor)) is None:
        return []
    plies = standing(await visitor.app.reading.log(table.id, None))
    turns, choices, start = list(turn_lines.turns(plies)), dict[int, str](), 0
    for turn in turns:
        choices[start] = _turn_label(visitor, table, turn)
        start = turn[-1].ply
    return matching_choices(typed, dict(reversed(choices.items())))


def _turn_label(visitor: Visitor, table: Table, turn: list[Ply]) -> str:
    name = labels.names(table)[turn[0].seat]
    line = visitor.text("table.undo_before", name=name, move=turn[0].notation)
    return words.shorten(line, LONGEST_CHOICE)


async def _player_choices(visitor: Visitor, typed: str) -> list[app_commands.Choice[int]]:
    """Seats of the other players."""
    if (table := await table_of_suggestions(visitor)) is None:
        return []
    choices = {
        seat: f"{labels.SEATS[seat]} · {name}"
        for seat, name in enumerate(labels.names(table))
        if table.seats[seat].user_id not in (None, visitor.user)
    }
    return matching_choices(typed, choices)


@command("table terms")
async def terms(visitor: Visitor, table: Table) -> Panel:
    """Change pace, late turns and reminders, if the others agree."""
    await referees.require_running(visitor, table)
    return panel(visitor, table, table.terms, Page.PACE)


@command("table undo", to=_turn_choices)
async def undo(visitor: Visitor, *, to: int | None = None, table: Table) -> Panel:
    """Take back my last turn, or return to the beginning of another one."""
    takebacks.require_running(table)
    await referees.require(visitor, table)
    return await question(visitor, table, "undo", to)


@command("table pause")
async def pause(
    visitor: Visitor,
    *,
    days: app_commands.Range[int, 1, LONGEST_PAUSE] | None = None,
    table: Table,
) -> Panel:
    """Pause a game, if the others agree."""
    await referees.require_running(visitor, table)
    return await question(visitor, table, "pause", days)


@command("table resume")
async def resume(visitor: Visitor, table: Table) -> Panel:
    """Resume a paused game, if the others agree."""
    await referees.require_running(visitor, table)
    return await question(visitor, table, "resume")


@command("seat substitute")
async def substitute(visitor: Visitor, table: Table) -> Panel:
    """Offer my seat to somebody else, or let an AI play for me."""
    table.require(Status.LIVE)
    table.seat_of(visitor.user)
    return await question(visitor, table, "offer")


@command("seat back")
async def back(visitor: Visitor, table: Table) -> Panel:
    """Take my seat back from the AI that stands in for me."""
    return message(await carry_out(visitor, table, "sit_again", None))


@command("seat remove", player=_player_choices)
async def remove(visitor: Visitor, player: int, table: Table) -> Panel:
    """Remove a player before the start; later, ask the others for a substitute."""
    if not 0 <= player < len(table.seats):
        raise RulesError("table.no_such_seat")
    if table.status is Status.LIVE:
        await referees.require(visitor, table)
    verb = "replace" if table.status is Status.LIVE else "remove"
    return await question(visitor, table, verb, player)


@command("table host", player=_player_choices)
async def host(visitor: Visitor, player: int, table: Table) -> Panel:
    """Make somebody else at the table its host."""
    heir = seating.heir(table, player, visitor.user)
    if visitor.app.people.preferences(heir).is_away(visitor.app.clock.now()):
        return await question(visitor, table, "host", player)
    return message(await carry_out(visitor, table, "host", player))
