"""`/table …`: all that concerns a table, whatever its game."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, time
from itertools import groupby
from typing import Any, Self

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot import words
from bot.app import App
from bot.history import Sitting, actor, sitting
from bot.i18n import text
from bot.looking import seat_or_none
from bot.names import bold
from bot.seating import Status, Table
from bot.steps import others
from bot.stored import Via
from bot.tables import Ply
from bot.words.careful import CarefulWords
from cogs import _labels, places
from cogs import _present as present
from cogs._access import may_moderate, require_lobby, table_called, table_in, visible
from cogs._ending import EndButton
from cogs._items import ACCENT, CHOICES, LONGEST_CHOICE, LastingItem, fitting
from cogs._labels import Click, reader
from cogs._sure import ActionButton, question
from cogs._translator import said
from cogs.errors import answering
from rules.contract import BadPosition, RulesError
from rules.notation import SEPARATOR

NOON = time(12)
"""When a day is on the same date for most of those who read it."""
PAGE = 12
"""Turns on a page of the log."""


# ---- which table -------------------------------------------------------------------------------


async def meant(interaction: Click, number: int | None) -> Table:
    """The table that was named, else the one played here, else the only one it can be."""
    tables, channel = interaction.client.tables, interaction.channel_id or 0
    if number is not None:
        return await table_called(interaction, number)
    if here := await tables.at(channel, interaction.user.id) or await tables.last_at(channel):
        return here
    guild = interaction.guild_id or 0
    mine = await tables.of_person(interaction.user.id, guild)
    for likely in (mine, await tables.opened_in(guild, channel)):
        if len(likely) == 1:
            return likely[0]
    raise RulesError("table.which")


async def _tables_of_server(interaction: Click) -> tuple[list[Table], list[Table]]:
    """The open tables where I play, and the others that I may see."""
    tables, guild = interaction.client.tables, interaction.guild_id or 0
    mine = await tables.of_person(interaction.user.id, guild)
    known = {table.id for table in mine}
    others = [table for table in await tables.in_guild(guild) if table.id not in known]
    return mine, visible(interaction, others)


def _label(table: Table, language: str) -> str:
    """A table as one line of an autocomplete."""
    names = ", ".join(_labels.names(table))
    line = f"{_labels.title(table, language)} · {_labels.state(table, language)} · {names}"
    return words.shortened(line, LONGEST_CHOICE)


async def _suggested(interaction: Click, current: str) -> list[app_commands.Choice[int]]:
    """My tables in this server, then the others, as far as they fit what is typed."""
    language = reader(interaction)
    mine, others = await _tables_of_server(interaction)
    return fitting(current, {table.number: _label(table, language) for table in (*mine, *others)})


def _about_a_table(function: Any) -> Any:
    """Give a command its optional table: name, description and autocomplete in one place."""
    named = app_commands.rename(number=said("command.table_number.name"))
    described = app_commands.describe(number=said("command.table_number.description"))
    return app_commands.autocomplete(number=_suggested)(named(described(function)))


def _command(name: str) -> Callable[[Any], Any]:
    """A sub-command of /table with its texts from the catalogues."""
    return app_commands.command(
        name=said(f"command.table_{name}.name"),
        description=said(f"command.table_{name}.description"),
    )


# ---- what is shown -----------------------------------------------------------------------------


def panel(*parts: str, rows: Sequence[ui.ActionRow[Any]] = ()) -> ui.LayoutView:
    """A private answer: paragraphs in a frame, and perhaps rows of buttons."""
    shown = [ui.TextDisplay[Any](part) for part in parts if part]
    frame = ui.Container[Any](*shown, accent_colour=ACCENT)
    for row in rows:
        frame.add_item(row)
    return ui.LayoutView(timeout=None).add_item(frame)


def since(at: str) -> str:
    """A moment as Discord shows it: "3 hours ago", in the reader's own time and language."""
    return discord.utils.format_dt(datetime.fromisoformat(at), "R")


async def status_page(app: App, table: Table, language: str) -> ui.LayoutView:
    """Who is at the table, whose turn it is and since when, the scores, where the board is."""
    heading = (
        f"## {_labels.title(table, language)}\n"
        f"{_labels.state(table, language)} · {_labels.place(table)}\n"
        f"-# {_labels.agreed(table, language)}"
    )
    if table.status is Status.LOBBY:
        return panel(heading, _players(app, table, language))
    look = await app.tables.look(table.id, None)
    turn = await _turn(app, table, look.to_act, language)
    standing = CarefulWords(table).standing(
        look.view, _labels.bold_names(table), language, present.icons(app)
    )
    board = text("table.board_hint", language, board=app.slash(f"{table.game} board"))
    midway = _labels.midway(table, look.midway, language)
    seal = text("table.seal", language, seal=table.commitment)
    return panel(heading, _players(app, table, language), standing, *turn, *midway, board, seal)


def _players(app: App, table: Table, language: str) -> str:
    lines = []
    for seat, holder in enumerate(table.seats):
        line = f"{_labels.mark(app, table, seat)} {_labels.bold_names(table)[seat]}"
        if holder.resigned:
            line = text("table.seat_resigned", language, seat=line)
        lines.append(line)
    return "\n".join(lines)


async def _turn(app: App, table: Table, to_act: tuple[int, ...], language: str) -> tuple[str, ...]:
    """Whose turn it is, and since when; nothing once the game is over."""
    if not to_act:
        return ()
    waited_for = [_labels.bold_names(table)[seat] for seat in to_act]
    plies = await app.tables.log(table.id)
    if not plies:
        return (text("table.first_turn", language, names=waited_for),)
    last = plies[-1].undone or plies[-1].at
    return (text("table.turn_since", language, names=waited_for, since=since(last)),)


async def log_page(
    interaction: Click,
    table: Table,
    page: int,
    turn: Callable[[Table, int, str], ui.Item[Any]] | None = None,
    *below: ui.ActionRow[Any],
) -> ui.LayoutView:
    """One page of the moves that I may know of, the newest page first; page 0 is the newest.

    Buttons that `turn` makes lead to the other pages; what comes `below` is the last.
    """
    turn = turn or LogButton.of
    app, user, language = interaction.client, interaction.user.id, reader(interaction)
    plies = await app.tables.log(table.id, user)
    midway = _labels.midway(table, await app.tables.midway(table.id, user), language)
    turns = list(present.turns(plies))
    last = max((len(turns) - 1) // PAGE, 0)
    page = min(page, last)
    end = len(turns) - page * PAGE
    history = await app.tables.history(table.id)
    lines = _lines(app, table, turns[max(end - PAGE, 0) : end], history, language)
    heading = text(
        "table.log_heading",
        language,
        table=_labels.title(table, language),
        page=last - page + 1,
        pages=last + 1,
    )
    row = ui.ActionRow[Any]()
    if page < last:
        row.add_item(turn(table, page + 1, text("table.log_older", language)))
    if page > 0:
        row.add_item(turn(table, page - 1, text("table.log_newer", language)))
    moves = "\n".join(lines) or text("table.log_empty", language)
    return panel(heading, moves, *midway, rows=[*([row] if row.children else ()), *below])


def _lines(
    app: App,
    table: Table,
    turns: Sequence[Sequence[Ply]],
    history: Sequence[Sitting],
    language: str,
) -> Iterator[str]:
    """A line for each turn; above them the day, where another begins."""
    for day, some in groupby(turns, key=lambda turn: datetime.fromisoformat(turn[0].at).date()):
        yield f"-# {discord.utils.format_dt(datetime.combine(day, NOON, UTC), 'D')}"
        yield from (_line(app, table, turn, history, language) for turn in some)


def _who(table: Table, ply: Ply, history: Sequence[Sitting], language: str) -> str:
    """Who has made a move; where it is another than plays the seat now, for whom."""
    now, then = _labels.names(table)[ply.seat], actor(history, ply, language)
    if ply.via is Via.LATE:
        return text("table.log_late", language, name=bold(then or now))
    if ply.via is Via.FOR_OTHER:
        owner = sitting(history, ply.seat, ply.ply)
        whom = (owner.name if owner else "") or now
        return text("table.log_for", language, name=bold(then or now), whom=bold(whom))
    return bold(then or now)


def _line(
    app: App, table: Table, turn: Sequence[Ply], history: Sequence[Sitting], language: str
) -> str:
    """Who has made a turn, what it has brought, and its moves as they are typed."""
    seat = turn[0].seat
    moves = f"`{SEPARATOR.join(ply.notation for ply in turn)}`"
    who = f"{_labels.mark(app, table, seat)} {_who(table, turn[-1], history, language)}"
    if turn[0].undone:
        return f"{who} {text('table.taken_back', language, move=moves)}"
    return " ".join(filter(None, (who, present.gained(table, turn, language), moves)))


class LogButton(LastingItem[ui.Button[Any]], template=r"g:(?P<table>\d{1,18}):(?P<page>\d{1,4})"):
    """Turns a page of the log: `g:<table>:<page>`."""

    def __init__(self, item: ui.Button[Any], number: int, page: int) -> None:
        super().__init__(item)
        self.number, self.page = number, page

    @classmethod
    def of(cls, table: Table, page: int, label: str) -> Self:
        """The button that leads to `page`."""
        button = ui.Button[Any](label=label, custom_id=f"g:{table.id}:{page}")
        return cls(button, table.id, page)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Rebuild the pressed button."""
        return cls(item, int(match["table"]), int(match["page"]))  # type: ignore[arg-type]

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Show the page in the same private message."""
        async with answering(interaction):
            table = await table_in(interaction, self.number)
            view = await log_page(interaction, table, self.page)
            await interaction.response.edit_message(view=view)


# ---- the commands ------------------------------------------------------------------------------


class TableCog(
    commands.GroupCog,
    group_name=said("command.table.name"),
    group_description=said("command.table.description"),
):
    """The same commands for every game."""

    @_command("list")
    async def list_(self, interaction: Click) -> None:
        """Show my tables in this server and the ones that look for players."""
        app, language = interaction.client, reader(interaction)
        mine, others = await _tables_of_server(interaction)
        parts = [
            await _listed(interaction, "table.list_mine", mine),
            await _listed(interaction, "table.list_others", others),
        ]
        hint = text("table.list_none", language, help=app.slash("help"))
        shown = panel(*parts) if any(parts) else panel(hint)
        await interaction.response.send_message(view=shown, ephemeral=True)

    @_command("join")
    @_about_a_table
    async def join(self, interaction: Click, number: int | None = None) -> None:
        """Take a seat at a table that has not begun."""
        table = await meant(interaction, number)
        await interaction.client.tables.join(table.id, _labels.person(interaction))
        await _answer(interaction, "table.joined", table)

    @_command("leave")
    @_about_a_table
    async def leave(self, interaction: Click, number: int | None = None) -> None:
        """Give my seat back before the game begins."""
        table = await meant(interaction, number)
        require_lobby(interaction, table)
        await interaction.client.tables.leave(table.id, interaction.user.id)
        await _answer(interaction, "table.left", table)

    @_command("status")
    @_about_a_table
    async def status(self, interaction: Click, number: int | None = None) -> None:
        """Show whose turn it is, since when, and the scores."""
        table = await meant(interaction, number)
        view = await status_page(interaction.client, table, reader(interaction))
        await interaction.response.send_message(view=view, ephemeral=True)

    @_command("log")
    @_about_a_table
    async def log(self, interaction: Click, number: int | None = None) -> None:
        """Show the moves in their notation, page by page."""
        table = await meant(interaction, number)
        view = await log_page(interaction, table, 0)
        await interaction.response.send_message(view=view, ephemeral=True)

    @_command("export")
    @_about_a_table
    async def export(self, interaction: Click, number: int | None = None) -> None:
        """Give the record of the game as a file that `python -m rules replay` understands."""
        table = await meant(interaction, number)
        record = await interaction.client.tables.record(table.id)
        written = json.dumps(record, ensure_ascii=False, indent=1).encode()
        file = discord.File(io.BytesIO(written), f"{table.game}-{table.number}.json")
        code = "table.exported_so_far" if table.status is Status.LIVE else "table.exported"
        midway = await interaction.client.tables.midway(table.id, None)
        language = reader(interaction)
        lines = [text(code, language, table=table.number), *_labels.midway(table, midway, language)]
        await interaction.response.send_message("\n".join(lines), file=file, ephemeral=True)

    @_command("move")
    @_about_a_table
    async def move(self, interaction: Click, number: int | None = None) -> None:
        """Go on with a table here."""
        await places.move(interaction, await meant(interaction, number))

    @_command("resign")
    @_about_a_table
    async def resign(self, interaction: Click, number: int | None = None) -> None:
        """Leave a running game for good, after a question."""
        table = await meant(interaction, number)
        table.require(Status.LIVE)
        table.seat_of(interaction.user.id)
        await _ask(interaction, table, "resign")

    @_command("cancel")
    @_about_a_table
    async def cancel(self, interaction: Click, number: int | None = None) -> None:
        """Close a table for everybody, after a question; in a running game, all are asked."""
        table = await meant(interaction, number)
        table.require(Status.LOBBY, Status.LIVE)
        user, verbs = interaction.user.id, ["cancel"]
        if not await may_moderate(interaction, table):
            table.require_host(user)
            verbs = ["ask"] if others(table, user) else verbs
        elif user == table.host_id and others(table, user):
            verbs = ["ask", "cancel"]
        await _ask(interaction, table, *verbs)


async def _ask(interaction: Click, table: Table, *verbs: str) -> None:
    view = question(table, interaction.user.id, verbs, reader(interaction))
    await interaction.response.send_message(view=view, ephemeral=True)


async def _answer(interaction: Click, code: str, table: Table) -> None:
    language = reader(interaction)
    done = text(code, language, table=_labels.title(table, language), place=_labels.place(table))
    await interaction.response.send_message(done, ephemeral=True)


async def _listed(interaction: Click, code: str, tables: list[Table]) -> str:
    """A heading and a line per table; nothing where there is none."""
    if not tables:
        return ""
    lines = [await _list_line(interaction, table) for table in tables[:CHOICES]]
    return "\n".join((text(code, reader(interaction)), *lines))


async def _list_line(interaction: Click, table: Table) -> str:
    language, shown = reader(interaction), _labels.state(table, reader(interaction))
    if table.status is Status.LIVE:
        with suppress(BadPosition):
            look = await interaction.client.tables.look(table.id, None)
            if seat_or_none(table, interaction.user.id) in look.to_act:
                shown = text("table.your_turn", language)
                return f"- {_labels.title(table, language)} · {_labels.place(table)} · {shown}"
            waited_for = [_labels.bold_names(table)[seat] for seat in look.to_act]
            code = "table.waits_for" if look.midway is None else "table.waits_midway"
            shown = text(code, language, names=waited_for)
    return f"- {_labels.title(table, language)} · {_labels.place(table)} · {shown}"


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    app.add_dynamic_items(LogButton, ActionButton, EndButton)
    await app.add_cog(TableCog())
