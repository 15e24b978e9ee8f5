"""`/table …`: the commands about a table, whatever its game."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time
from itertools import groupby
from operator import itemgetter
from typing import Any, Self

import discord
from discord import ui
from discord.ext import commands

from bot.app import App
from bot.i18n import text
from bot.steps.moves import others
from bot.store.history import Sitting, actor
from bot.table.acts import Act
from bot.table.changes import Via
from bot.table.names import bold, plain
from bot.table.seating import Status, Table
from bot.tables import Ply
from bot.words.careful import CarefulWords
from cogs import _clocks, _labels, places
from cogs import _present as present
from cogs._access import may_moderate, require_lobby, table_in
from cogs._analysis import AnalysisButton, AnalysisCommands
from cogs._guests import GuestCommands
from cogs._items import ACCENT
from cogs._labels import Click, reader
from cogs._listing import ListButton, page
from cogs._meant import about_a_table, command, table_of_command
from cogs._motions import EndButton, MotionButton
from cogs._posts import SEAL
from cogs._reading import LINES, pages_newest_first
from cogs._referees import RefereeCommands
from cogs._requests import RequestButton, RequestCommands
from cogs._sure import ActionButton, question
from cogs._translator import localized
from cogs.errors import LastingItem
from rules.notation import SEPARATOR

NOON = time(12)
"""Time of day that falls on the same date for most readers."""
PAGE = 12
"""Most turns on a page of the log; of long ones, as many as a phone has room for."""
HEAD = 3
"""Lines of a page above the turns: the heading and the day."""


# ---- the pages ---------------------------------------------------------------------------------


def panel(*parts: str, rows: Sequence[ui.ActionRow[Any]] = ()) -> ui.LayoutView:
    """Private answer: paragraphs in a frame, and perhaps rows of buttons."""
    texts = [ui.TextDisplay[Any](part) for part in parts if part]
    frame = ui.Container[Any](*texts, accent_colour=ACCENT)
    for row in rows:
        frame.add_item(row)
    return ui.LayoutView(timeout=None).add_item(frame)


def relative_time(at: str) -> str:
    """Timestamp in Discord's markup, shown like "3 hours ago" in the reader's language."""
    return discord.utils.format_dt(datetime.fromisoformat(at), "R")


async def status_page(app: App, table: Table, language: str) -> ui.LayoutView:
    """Page about a table: its players, the turn, the scores, the command for the board."""
    heading = (
        f"## {_labels.title(table, language)}\n"
        f"{_labels.state(table, language)} · {_labels.place(table)}\n"
        f"-# {_labels.options_text(table, language)}"
    )
    if table.status is Status.LOBBY:
        return panel(heading, _players(app, table, language))
    look = await app.tables.look(table.id, None)
    turn = await _turn_lines(app, table, look.to_act, language)
    clocks = _clocks.deadline_lines(table, look.to_act, language)
    standing = CarefulWords(table).standing(
        look.view, _labels.bold_names(table), language, present.icons(app)
    )
    board = text("table.board_hint", language, board=app.slash(f"{table.game} board"))
    midway = _labels.unfinished_turn_lines(table, look.midway, language)
    seal = text("table.seal", language, seal=table.commitment[:SEAL])
    return panel(
        heading, _players(app, table, language), standing, *turn, *clocks, *midway, board, seal
    )


def _players(app: App, table: Table, language: str) -> str:
    lines = []
    for seat, holder in enumerate(table.seats):
        line = f"{_labels.mark(app, table, seat)} {_labels.bold_names(table)[seat]}"
        if holder.resigned:
            line = text("table.seat_resigned", language, seat=line)
        lines.append(line)
    return "\n".join(lines)


async def _turn_lines(
    app: App, table: Table, to_act: tuple[int, ...], language: str
) -> tuple[str, ...]:
    """Line about the players to act, and since when; () once the game is over."""
    if not to_act:
        return ()
    waiting = [_labels.bold_names(table)[seat] for seat in to_act]
    plies = await app.tables.log(table.id)
    if not plies:
        return (text("table.first_turn", language, names=waiting),)
    since_when = plies[-1].undone or plies[-1].at
    return (text("table.turn_since", language, names=waiting, since=relative_time(since_when)),)


async def log_page(
    interaction: Click,
    table: Table,
    page: int,
    turn: Callable[[Table, int, str], ui.Item[Any]] | None = None,
    *below: ui.ActionRow[Any],
) -> ui.LayoutView:
    """Page of the moves that the person may know, the newest page first.

    Page 0 is the newest. Buttons made by `turn` lead to the others; the rows `below` come last.
    """
    turn = turn or LogButton.of
    app, user, language = interaction.client, interaction.user.id, reader(interaction)
    plies = await app.tables.log(table.id, user)
    acts = await app.tables.acts(table.id)
    midway = _labels.unfinished_turn_lines(table, await app.tables.midway(table.id, user), language)
    entries: list[Told] = [*present.turns(plies), *acts]
    entries.sort(key=time_of_entry)
    history = await app.tables.history(table.id)
    dated_lines = [*_log_lines(app, table, entries, history, language)]
    pages = pages_newest_first([line for _, line in dated_lines], PAGE, LINES - HEAD)
    last = max(len(pages) - 1, 0)
    page = min(page, last)
    lines = _lines_with_days([dated_lines[place] for place in pages[page]] if pages else ())
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


Told = list[Ply] | Act
"""An entry of the log: a turn, or an act."""


def time_of_entry(entry: Told) -> str:
    """Time of an entry of the log; of a turn, its beginning."""
    return entry.at if isinstance(entry, Act) else entry[0].at


def _log_lines(
    app: App, table: Table, entries: Sequence[Told], history: Sequence[Sitting], language: str
) -> Iterator[Dated]:
    """Lines of the log, each with its day."""
    for entry in entries:
        day = datetime.fromisoformat(time_of_entry(entry)).date()
        if isinstance(entry, Act):
            yield day, act_line(entry, language)
        else:
            yield day, _turn_line(app, table, entry, history, language)


Dated = tuple[date, str]
"""Day and line of an entry of the log."""


def _lines_with_days(lines: Iterable[Dated]) -> Iterator[str]:
    """Lines of a page, with the day above its first line."""
    for day, group in groupby(lines, key=itemgetter(0)):
        yield f"-# {discord.utils.format_dt(datetime.combine(day, NOON, UTC), 'D')}"
        yield from (line for _, line in group)


def act_line(act: Act, language: str) -> str:
    """Line about an act, in small print, with the names that people had at the time."""
    unknown = text("table.somebody", language)
    actor_name, subject_name = (
        bold(plain(person.name or "") or unknown) for person in (act.by, act.about)
    )
    args = {**act.args, "name": actor_name, "about": subject_name}
    if "kind" in args:
        args["what"] = text(f"table.what_{args['kind']}", language)
    return f"-# {text(f'table.act_{act.code}', language, **args)}"


def _player_name(table: Table, ply: Ply, history: Sequence[Sitting], language: str) -> str:
    """Name of the player of a move, in bold; of a late one, a note that an AI has made it."""
    current, former = _labels.names(table)[ply.seat], actor(history, ply, language)
    if ply.via is Via.LATE:
        return text("table.log_late", language, name=bold(former or current))
    return bold(former or current)


def _turn_line(
    app: App, table: Table, turn: Sequence[Ply], history: Sequence[Sitting], language: str
) -> str:
    """Line about a turn: its player, the points gained, and the notation of its moves."""
    seat = turn[0].seat
    moves = f"`{SEPARATOR.join(ply.notation for ply in turn)}`"
    player = f"{_labels.mark(app, table, seat)} {_player_name(table, turn[-1], history, language)}"
    if turn[0].undone:
        return f"{player} {text('table.taken_back', language, move=moves)}"
    return " ".join(filter(None, (player, present.points_gained(table, turn, language), moves)))


class LogButton(
    LastingItem[ui.Button[Any]], template=r"g:(?P<table_id>\d{1,18}):(?P<page>\d{1,4})"
):
    """Shows another page of the log: `g:<table>:<page>`."""

    def __init__(self, item: ui.Button[Any], table_id: int, page: int) -> None:
        super().__init__(item)
        self.table_id, self.page = table_id, page

    @classmethod
    def of(cls, table: Table, page: int, label: str) -> Self:
        """Button to `page`."""
        button = ui.Button[Any](label=label, custom_id=f"g:{table.id}:{page}")
        return cls(button, table.id, page)

    async def press(self, interaction: Click) -> None:
        """Show the page in the same private message."""
        table = await table_in(interaction, self.table_id)
        view = await log_page(interaction, table, self.page)
        await interaction.response.edit_message(view=view)


# ---- the commands ------------------------------------------------------------------------------


class TableCog(
    AnalysisCommands,
    RequestCommands,
    GuestCommands,
    RefereeCommands,
    commands.GroupCog,
    group_name=localized("command.table.name"),
    group_description=localized("command.table.description"),
):
    """Commands of `/table`, the same for every game."""

    @command("list")
    async def list_(self, interaction: Click) -> None:
        """Show the tables of this server that look for players, mine, and the others."""
        await interaction.response.send_message(view=await page(interaction, 0), ephemeral=True)

    @command("join")
    @about_a_table
    async def join(self, interaction: Click, number: int | None = None) -> None:
        """Take a seat at a table that has not begun."""
        table = await table_of_command(interaction, number)
        await interaction.client.tables.join(table.id, _labels.person(interaction))
        await _answer(interaction, "table.joined", table)

    @command("leave")
    @about_a_table
    async def leave(self, interaction: Click, number: int | None = None) -> None:
        """Give my seat back before the game begins."""
        table = await table_of_command(interaction, number)
        require_lobby(interaction, table)
        await interaction.client.tables.leave(table.id, interaction.user.id)
        await _answer(interaction, "table.left", table)

    @command("status")
    @about_a_table
    async def status(self, interaction: Click, number: int | None = None) -> None:
        """Show whose turn it is, since when, and the scores."""
        table = await table_of_command(interaction, number)
        view = await status_page(interaction.client, table, reader(interaction))
        await interaction.response.send_message(view=view, ephemeral=True)

    @command("log")
    @about_a_table
    async def log(self, interaction: Click, number: int | None = None) -> None:
        """Show the moves in their notation, page by page."""
        table = await table_of_command(interaction, number)
        view = await log_page(interaction, table, 0)
        await interaction.response.send_message(view=view, ephemeral=True)

    @command("export")
    @about_a_table
    async def export(self, interaction: Click, number: int | None = None) -> None:
        """Send the record of the game as a file that `python -m rules replay` understands."""
        table = await table_of_command(interaction, number)
        record = await interaction.client.tables.record(table.id)
        content = json.dumps(record, ensure_ascii=False, indent=1).encode()
        file = discord.File(io.BytesIO(content), f"{table.game}-{table.number}.json")
        code = "table.exported_so_far" if table.status is Status.LIVE else "table.exported"
        midway = await interaction.client.tables.midway(table.id, None)
        language = reader(interaction)
        lines = [
            text(code, language, table=table.number),
            *_labels.unfinished_turn_lines(table, midway, language),
        ]
        await interaction.response.send_message("\n".join(lines), file=file, ephemeral=True)

    @command("move")
    @about_a_table
    async def move(self, interaction: Click, number: int | None = None) -> None:
        """Move a table to this channel."""
        await places.move(interaction, await table_of_command(interaction, number))

    @command("resign")
    @about_a_table
    async def resign(self, interaction: Click, number: int | None = None) -> None:
        """Leave a running game for good, after a question."""
        table = await table_of_command(interaction, number)
        table.require(Status.LIVE)
        table.seat_of(interaction.user.id)
        await _ask(interaction, table, "resign")

    @command("cancel")
    @about_a_table
    async def cancel(self, interaction: Click, number: int | None = None) -> None:
        """Close a table for everybody, after a question; in a running game, all are asked."""
        table = await table_of_command(interaction, number)
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
    confirmation = text(
        code, language, table=_labels.title(table, language), place=_labels.place(table)
    )
    await interaction.response.send_message(confirmation, ephemeral=True)


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    app.add_dynamic_items(
        LogButton, AnalysisButton, ActionButton, EndButton, ListButton, MotionButton, RequestButton
    )
    await app.add_cog(TableCog())
