"""`/table …`: the commands about a table, whatever its game."""

from __future__ import annotations

import json
from functools import partial

from discord import app_commands

from bot.connection.decorations import Upload
from bot.i18n import text
from bot.table.seating import Status, Table
from bot.words.careful import CarefulWords
from cogs import places
from cogs._access.access import is_seated, require_lobby
from cogs._access.commands import choices, command
from cogs._answering.answer import Panel
from cogs._answering.items import ACCENT
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._me.table_list import page
from cogs._pages import pages
from cogs._pages.page_file import send_page
from cogs._panel import hour
from cogs._posts.board_post import SEAL
from cogs._posts.scoreboard import turn_lines
from cogs._requests import requests
from cogs._words import clocks, labels

# ---- the pages ---------------------------------------------------------------------------------


@command("table status")
async def status_page(visitor: Visitor, table: Table) -> Panel:
    """Page about a table: its players, the turn, the scores, the command for the board."""
    heading = (
        f"## {labels.title(table, visitor.language)}\n"
        f"{labels.state(table, visitor.language)} · {labels.place(table)}\n"
        f"-# {labels.options_text(table, visitor.language)}"
    )
    if table.status is Status.LOBBY:
        return frame(ACCENT, heading, _players(visitor, table))
    look = await visitor.app.reading.look(table.id, None)
    turn = await turn_lines(visitor.app, look, visitor.language, "table.turn_since")
    time_left = clocks.deadline_lines(table, look.to_act, visitor.language)
    game_words = CarefulWords(
        table, visitor.language, labels.bold_names(table), labels.icons(visitor.app)
    )
    standing = game_words.standing(look.view)
    board = visitor.text("table.board_hint", board=visitor.app.slash(f"{table.game} board"))
    midway = labels.unfinished_turn_lines(table, look.midway, visitor.language)
    seal = visitor.text("table.seal", seal=table.commitment[:SEAL])
    players = _players(visitor, table)
    parts = (heading, players, standing, *turn, *time_left, *midway, board, seal)
    return frame(ACCENT, *parts)


def _players(visitor: Visitor, table: Table) -> str:
    lines = zip(labels.marked_names(visitor.app, table), table.seats, strict=True)
    return "\n".join(
        visitor.text("table.seat_resigned", seat=line) if occupant.resigned else line
        for line, occupant in lines
    )


# ---- the commands ------------------------------------------------------------------------------


@command("table list")
async def list_(visitor: Visitor) -> Panel:
    """Show the tables of this server that look for players, then the others."""
    return await page(visitor, 0)


@command("seat join")
async def join(visitor: Visitor, table: Table) -> None:
    """Take a seat at a table that has not begun."""
    await visitor.app.lobbies.join(table.id, visitor.person)
    await visitor.tell("table.joined", table)
    await hour.ask(visitor)


@command("seat leave")
async def leave(visitor: Visitor, table: Table) -> Panel | None:
    """Give my seat back before the game begins."""
    if table.status is Status.LIVE and is_seated(visitor, table):
        return requests.ways_out(visitor, table, visitor.user)
    require_lobby(visitor, table)
    if table.humans() == [visitor.user]:
        return await requests.closing_question(visitor, table)
    await visitor.app.lobbies.leave(table.id, visitor.user)
    await visitor.tell("table.left", table)
    return None


@command("table log")
async def log(visitor: Visitor, table: Table) -> Panel | None:
    """Show the turns in words, page by page."""
    return await pages.page(visitor, table, pages.LOG, 0)


@command("replay export")
@app_commands.choices(form=choices("command.replay_export_{}.name", ("record", "page")))
async def export(visitor: Visitor, table: Table, form: str = "record") -> None:
    """Send the game: a record that `python -m rules replay` understands, or a page."""
    if form == "page":
        await send_page(visitor, table)
        return
    await visitor.answer.acknowledge()
    record, language = await visitor.app.reading.record(table.id), visitor.language
    content = json.dumps(record, ensure_ascii=False, indent=1).encode()
    no_file = partial(text, "panel.no_file", language)
    file = Upload(content, f"{table.game}-{table.number}.json", no_file)
    code = "table.exported_so_far" if table.status is Status.LIVE else "table.exported"
    midway = await visitor.app.reading.turn_in_progress(table.id, None)
    lines = [
        visitor.text(code, table=table.number),
        *labels.unfinished_turn_lines(table, midway, language),
    ]
    await visitor.interaction.edit_original_response(content="\n".join(lines), attachments=[file])


@command("table move", may_take_long=False)
async def move(visitor: Visitor, table: Table) -> None:
    """Move a table to this channel."""
    await places.move(visitor, table)


@command("seat resign")
async def resign(visitor: Visitor, table: Table) -> Panel:
    """Leave a running game for good, after a question."""
    table.require(Status.LIVE)
    table.seat_of(visitor.user)
    return await requests.question(visitor, table, "resign")


@command("table cancel")
async def cancel(visitor: Visitor, table: Table) -> Panel:
    """Close a table for everybody, after a question; in a running game, all are asked."""
    table.require(Status.LOBBY, Status.LIVE)
    return await requests.question(visitor, table, "cancel")
