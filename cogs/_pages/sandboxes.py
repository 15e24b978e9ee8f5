"""Sandboxes: *What if* in the replay of a finished game, and `/replay import` of a record."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import discord
from discord import app_commands, ui

from bot.service.sandboxes import Spot
from bot.steps.sandboxes import BYTES, PLIES
from bot.table.names import bold
from bot.table.seating import Table, without_ai_mark
from cogs._access.commands import choices, command
from cogs._access.server_rules import require_opening
from cogs._access.table_items import TableButton
from cogs._access.table_lookup import table_with_home
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import digits, one_of
from cogs._answering.items import ACCENT, BLUE, GREEN
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._lobby.opening import THREADS_FROM, require_bot, require_permissions
from cogs._words import labels
from rules.contract import RulesError, Seat

ALONE, WITH_AI = "all", "ai"
"""Answers to who plays the other seats."""
STYLES = {
    ALONE: GREEN,
    WITH_AI: BLUE,
}


class Beginning(NamedTuple):
    """Where in a finished game a sandbox begins."""

    moment: str
    """The turn in place of which one plays, in words; or the deal."""
    ply: int
    """The last ply before it."""
    seat: Seat | None
    """Seat that its host plays beside AI players; None for the one they had."""


def question(visitor: Visitor, table: Table, beginning: Beginning, back: ui.Item[Any]) -> Panel:
    """Page that says what a sandbox is, and asks who plays the other seats."""
    title, seat = labels.title(table, visitor.language), beginning.seat
    lines = [visitor.text("sandbox.question", table=title, moment=beginning.moment)]
    is_alone = len(table.seats) == 1
    if seat is not None and not is_alone:
        name = bold(without_ai_mark(labels.names(table)[seat]))
        lines.append(visitor.text("sandbox.with_ai", name=name))
    verbs = (ALONE,) if is_alone else (ALONE, WITH_AI)
    names = {verb: "alone" if is_alone else verb for verb in verbs}
    buttons = [
        SandboxButton.named(
            visitor.text(f"sandbox.play_{name}"), table, verb, beginning.ply, beginning.seat
        )
        for verb, name in names.items()
    ]
    return frame(ACCENT, "\n".join(lines), [*buttons, back])


class SandboxButton(TableButton, template="wi:{table_id}:{verb}:{ply}[:{seat}]"):
    """Opens a sandbox after a ply of a finished game, for the host of a seat."""

    style = STYLES
    verb: Annotated[str, one_of(STYLES)]
    ply: Annotated[int, digits(9)]
    seat: Annotated[int, digits(1)] | None = None

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        app, with_ai = visitor.app, self.verb == WITH_AI
        sandbox = await app.sandboxes.open_from_game(
            table.id, self.ply, visitor.person, await spot(visitor), ai=with_ai, seat=self.seat
        )
        return await _opening_page(visitor, sandbox)


async def _opening_page(visitor: Visitor, sandbox: Table) -> Panel:
    """Page that leads to a new sandbox; where its thread is late, it names the channel."""
    sandbox = await table_with_home(visitor.app, sandbox.id)
    title = labels.title(sandbox, visitor.language)
    if sandbox.home_id is None:
        place = f"<#{sandbox.channel_id}>"
        return frame(ACCENT, visitor.text("sandbox.opening", table=title, place=place))
    link = ui.Button[Any](label=visitor.text("table.go_there"), url=sandbox.link)
    return frame(ACCENT, visitor.text("sandbox.opened", table=title), link)


async def spot(visitor: Visitor) -> Spot:
    """Where a sandbox opens: in a thread of the channel, or of the channel of the thread.

    Raises RulesError where the bot or the person may not.
    """
    require_bot(visitor)
    await require_opening(visitor)
    here = visitor.interaction.channel
    channel = here.parent if isinstance(here, discord.Thread) else here
    if channel is None or channel.type not in THREADS_FROM:
        raise RulesError("sandbox.no_threads")
    granted = visitor.interaction.app_permissions
    required = {"view_channel", "attach_files", "send_messages_in_threads"}
    if not granted.create_private_threads:
        required.add("create_public_threads")
    require_permissions(visitor, required)
    return Spot(visitor.guild, channel.id, visitor.language)


# ---- the command ---------------------------------------------------------------------------------


async def content_of(record: discord.Attachment) -> bytes:
    """Bytes of a file that a person has attached. Raises RulesError, and the error of an outage.

    Discord's files have no codes: a 403 or 404 is its refusal, as of a link that has expired.
    """
    if record.size > BYTES:
        raise RulesError("sandbox.file_too_large", most=BYTES >> 20)
    try:
        return await record.read()
    except (discord.NotFound, discord.Forbidden) as error:
        raise RulesError("sandbox.file_gone") from error


@command("replay import")
@app_commands.choices(others=choices("command.replay_import_{}.name", (ALONE, WITH_AI)))
async def import_(
    visitor: Visitor,
    record: discord.Attachment,
    ply: app_commands.Range[int, 0, PLIES] | None = None,
    others: str = ALONE,
) -> Panel:
    """Open a sandbox from the record of a game, after any of its moves."""
    place = await spot(visitor)
    content = await content_of(record)
    sandbox = await visitor.app.sandboxes.open_from_record(
        content, ply, visitor.person, place, ai=others == WITH_AI
    )
    return await _opening_page(visitor, sandbox)
