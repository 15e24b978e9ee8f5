"""The commands of `/table` for requests, each of which leads to a question."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot import words
from bot.i18n import text
from bot.steps import takebacks
from bot.steps.visibility import standing
from bot.table import seating
from bot.table.changes import Ply
from bot.table.options import Page
from bot.table.seating import Status, Table
from cogs._requests import referees
from cogs._requests.kinds import LONGEST_PAUSE
from cogs._requests.requests import carry_out, question
from cogs._requests.terms_panel import panel
from cogs._shared import labels
from cogs._shared import presentation as present
from cogs._shared.answering import message
from cogs._shared.items import LONGEST_CHOICE, matching_choices
from cogs._shared.labels import Click
from cogs._shared.table_lookup import (
    about_a_table,
    command,
    table_of_command,
    table_of_suggestions,
)
from cogs._shared.translator import localized
from cogs._shared.visit import Visitor
from rules.contract import RulesError


async def _running_table(visitor: Visitor, number: int | None) -> Table:
    return await referees.require_running(visitor, await table_of_command(visitor, number))


async def _ask(visitor: Visitor, table: Table, verb: str, number: int | None = None) -> None:
    await visitor.respond(await question(visitor, table, verb, number))


async def _turn_choices(interaction: Click, typed: str) -> list[app_commands.Choice[int]]:
    """Autocomplete of the turns whose beginning the table may return to, the newest first."""
    visitor = Visitor.of(interaction)
    if (table := await table_of_suggestions(visitor)) is None:
        return []
    plies = standing(await visitor.app.reading.log(table.id, None))
    turns, choices, start = list(present.turns(plies)), dict[int, str](), 0
    for turn in turns:
        choices[start] = _turn_label(table, turn, visitor.language)
        start = turn[-1].ply
    return matching_choices(typed, dict(reversed(choices.items())))


def _turn_label(table: Table, turn: list[Ply], language: str) -> str:
    name = labels.names(table)[turn[0].seat]
    line = text("table.undo_before", language, name=name, move=turn[0].notation)
    return words.shorten(line, LONGEST_CHOICE)


async def _player_choices(interaction: Click, typed: str) -> list[app_commands.Choice[int]]:
    """Autocomplete of the other players' seats."""
    visitor = Visitor.of(interaction)
    if (table := await table_of_suggestions(visitor)) is None:
        return []
    choices = {
        seat: f"{labels.SEATS[seat]} · {name}"
        for seat, name in enumerate(labels.names(table))
        if table.seats[seat].user_id not in (None, visitor.user)
    }
    return matching_choices(typed, choices)


def _about_a_player(function: Any) -> Any:
    """Give a command its player: name, description and autocomplete in one place."""
    rename = app_commands.rename(player=localized("command.table_player.name"))
    describe = app_commands.describe(player=localized("command.table_player.description"))
    return app_commands.autocomplete(player=_player_choices)(rename(describe(function)))


class RequestCommands:
    """Commands of `/table` for requests."""

    @command("terms")
    @about_a_table
    async def terms(self, interaction: Click, number: int | None = None) -> None:
        """Change pace, late turns and reminders, if the others agree."""
        visitor = Visitor.of(interaction)
        table = await _running_table(visitor, number)
        await visitor.respond(panel(table, table.terms, Page.PACE, visitor.language))

    @command("undo")
    @about_a_table
    @app_commands.rename(to=localized("command.table_undo_to.name"))
    @app_commands.describe(to=localized("command.table_undo_to.description"))
    @app_commands.autocomplete(to=_turn_choices)
    async def undo(
        self, interaction: Click, to: int | None = None, number: int | None = None
    ) -> None:
        """Take back my last turn, or return to the beginning of another one."""
        visitor = Visitor.of(interaction)
        table = await table_of_command(visitor, number)
        takebacks.require_running(table)
        await referees.require(visitor, table)
        await _ask(visitor, table, "undo", to)

    @command("pause")
    @about_a_table
    @app_commands.rename(days=localized("command.table_pause_days.name"))
    @app_commands.describe(days=localized("command.table_pause_days.description"))
    async def pause(
        self,
        interaction: Click,
        days: app_commands.Range[int, 1, LONGEST_PAUSE] | None = None,
        number: int | None = None,
    ) -> None:
        """Pause a game, if the others agree."""
        visitor = Visitor.of(interaction)
        await _ask(visitor, await _running_table(visitor, number), "pause", days)

    @command("resume")
    @about_a_table
    async def resume(self, interaction: Click, number: int | None = None) -> None:
        """Resume a paused game, if the others agree."""
        visitor = Visitor.of(interaction)
        await _ask(visitor, await _running_table(visitor, number), "resume")

    @command("substitute")
    @about_a_table
    async def substitute(self, interaction: Click, number: int | None = None) -> None:
        """Offer my seat to somebody else, or let an AI play for me."""
        visitor = Visitor.of(interaction)
        table = await table_of_command(visitor, number)
        table.require(Status.LIVE)
        table.seat_of(visitor.user)
        await _ask(visitor, table, "offer")

    @command("back")
    @about_a_table
    async def back(self, interaction: Click, number: int | None = None) -> None:
        """Take my seat back from the AI that stands in for me."""
        visitor = Visitor.of(interaction)
        table = await table_of_command(visitor, number)
        outcome = await carry_out(visitor, table, "sit_again", None)
        await visitor.respond(message(outcome))

    @command("remove")
    @about_a_table
    @_about_a_player
    async def remove(self, interaction: Click, player: int, number: int | None = None) -> None:
        """Remove a player before the start; later, ask the others for a substitute."""
        visitor = Visitor.of(interaction)
        table = await table_of_command(visitor, number)
        if not 0 <= player < len(table.seats):
            raise RulesError("table.no_such_seat")
        if table.status is Status.LIVE:
            await referees.require(visitor, table)
        verb = "replace" if table.status is Status.LIVE else "remove"
        await _ask(visitor, table, verb, player)

    @command("host")
    @about_a_table
    @_about_a_player
    async def host(self, interaction: Click, player: int, number: int | None = None) -> None:
        """Make somebody else at the table its host."""
        visitor = Visitor.of(interaction)
        table = await table_of_command(visitor, number)
        heir = seating.heir(table, player, visitor.user)
        if visitor.app.people.preferences(heir).is_away(visitor.app.clock.now()):
            await _ask(visitor, table, "host", player)
            return
        await visitor.respond(message(await carry_out(visitor, table, "host", player)))
