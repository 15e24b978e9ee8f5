"""`/table …`: all that concerns a table, whatever its game."""

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
from cogs._meant import about_a_table, command, meant
from cogs._motions import EndButton, MotionButton
from cogs._posts import SEAL
from cogs._reading import LINES, newest_first
from cogs._referees import RefereeCommands
from cogs._requests import RequestButton, RequestCommands
from cogs._sure import ActionButton, question
from cogs._translator import said
from cogs.errors import LastingItem
from rules.notation import SEPARATOR

NOON = time(12)
"""When a day is on the same date for most of those who read it."""
PAGE = 12
"""Turns on a page of the log at most; of long ones, as many as a phone has room for."""
HEAD = 3
"""Lines above them: whose log it is, which page, and the day."""


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
    clocks = _clocks.line(table, look.to_act, language)
    standing = CarefulWords(table).standing(
        look.view, _labels.bold_names(table), language, present.icons(app)
    )
    board = text("table.board_hint", language, board=app.slash(f"{table.game} board"))
    midway = _labels.midway(table, look.midway, language)
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
    acts = await app.tables.acts(table.id)
    midway = _labels.midway(table, await app.tables.midway(table.id, user), language)
    told: list[Told] = [*present.turns(plies), *acts]
    told.sort(key=happened)
    history = await app.tables.history(table.id)
    dated = [*_told(app, table, told, history, language)]
    pages = newest_first([line for _, line in dated], PAGE, LINES - HEAD)
    last = max(len(pages) - 1, 0)
    page = min(page, last)
    lines = _dated([dated[place] for place in pages[page]] if pages else ())
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
"""What takes a line of the log: a turn, or what is no move."""


def happened(one: Told) -> str:
    """When a line of the log happened; a turn, when it began."""
    return one.at if isinstance(one, Act) else one[0].at


def _told(
    app: App, table: Table, told: Sequence[Told], history: Sequence[Sitting], language: str
) -> Iterator[Dated]:
    """Each turn and act in words, with its day."""
    for one in told:
        day = datetime.fromisoformat(happened(one)).date()
        if isinstance(one, Act):
            yield day, act_line(one, language)
        else:
            yield day, _line(app, table, one, history, language)


Dated = tuple[date, str]
"""A line of the log, and the day on which it was written."""


def _dated(lines: Iterable[Dated]) -> Iterator[str]:
    """The lines of a page; above them the day, where another begins."""
    for day, some in groupby(lines, key=itemgetter(0)):
        yield f"-# {discord.utils.format_dt(datetime.combine(day, NOON, UTC), 'D')}"
        yield from (line for _, line in some)


def act_line(act: Act, language: str) -> str:
    """What has happened and is no move, in small print; people by the names of then."""
    somebody = text("table.somebody", language)
    by, about = (bold(plain(who.name or "") or somebody) for who in (act.by, act.about))
    args = {**act.args, "name": by, "about": about}
    if "kind" in args:
        args["what"] = text(f"table.what_{args['kind']}", language)
    return f"-# {text(f'table.act_{act.code}', language, **args)}"


def _who(table: Table, ply: Ply, history: Sequence[Sitting], language: str) -> str:
    """Name of who has made a move, in bold; of a late one, for whom an AI did."""
    now, then = _labels.names(table)[ply.seat], actor(history, ply, language)
    if ply.via is Via.LATE:
        return text("table.log_late", language, name=bold(then or now))
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


class LogButton(
    LastingItem[ui.Button[Any]], template=r"g:(?P<table_id>\d{1,18}):(?P<page>\d{1,4})"
):
    """Turns a page of the log: `g:<table>:<page>`."""

    def __init__(self, item: ui.Button[Any], table_id: int, page: int) -> None:
        super().__init__(item)
        self.table_id, self.page = table_id, page

    @classmethod
    def of(cls, table: Table, page: int, label: str) -> Self:
        """The button that leads to `page`."""
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
    group_name=said("command.table.name"),
    group_description=said("command.table.description"),
):
    """The same commands for every game."""

    @command("list")
    async def list_(self, interaction: Click) -> None:
        """Show the tables of this server that look for players, mine, and the others."""
        await interaction.response.send_message(view=await page(interaction, 0), ephemeral=True)

    @command("join")
    @about_a_table
    async def join(self, interaction: Click, number: int | None = None) -> None:
        """Take a seat at a table that has not begun."""
        table = await meant(interaction, number)
        await interaction.client.tables.join(table.id, _labels.person(interaction))
        await _answer(interaction, "table.joined", table)

    @command("leave")
    @about_a_table
    async def leave(self, interaction: Click, number: int | None = None) -> None:
        """Give my seat back before the game begins."""
        table = await meant(interaction, number)
        require_lobby(interaction, table)
        await interaction.client.tables.leave(table.id, interaction.user.id)
        await _answer(interaction, "table.left", table)

    @command("status")
    @about_a_table
    async def status(self, interaction: Click, number: int | None = None) -> None:
        """Show whose turn it is, since when, and the scores."""
        table = await meant(interaction, number)
        view = await status_page(interaction.client, table, reader(interaction))
        await interaction.response.send_message(view=view, ephemeral=True)

    @command("log")
    @about_a_table
    async def log(self, interaction: Click, number: int | None = None) -> None:
        """Show the moves in their notation, page by page."""
        table = await meant(interaction, number)
        view = await log_page(interaction, table, 0)
        await interaction.response.send_message(view=view, ephemeral=True)

    @command("export")
    @about_a_table
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

    @command("move")
    @about_a_table
    async def move(self, interaction: Click, number: int | None = None) -> None:
        """Go on with a table here."""
        await places.move(interaction, await meant(interaction, number))

    @command("resign")
    @about_a_table
    async def resign(self, interaction: Click, number: int | None = None) -> None:
        """Leave a running game for good, after a question."""
        table = await meant(interaction, number)
        table.require(Status.LIVE)
        table.seat_of(interaction.user.id)
        await _ask(interaction, table, "resign")

    @command("cancel")
    @about_a_table
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


async def setup(app: App) -> None:
    """Called by discord.py when the application loads its cogs."""
    app.add_dynamic_items(
        LogButton, AnalysisButton, ActionButton, EndButton, ListButton, MotionButton, RequestButton
    )
    await app.add_cog(TableCog())
