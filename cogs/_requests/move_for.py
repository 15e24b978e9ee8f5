"""A referee's page to move for a player: by a typed move, or by an AI.

Nothing of the position is shown, only whether the move was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from bot.table.live import Turn
from bot.table.seating import StaleClick, Status, Table
from cogs._access.access import require_home, table_here, table_in
from cogs._access.commands import command
from cogs._answering.answer import THINKING, WORKING, Panel
from cogs._answering.custom_ids import one_of
from cogs._answering.items import ACCENT, BLUE, GREY
from cogs._answering.lasting_items import LastingButton
from cogs._answering.presentation import frame
from cogs._answering.refusals import sentence
from cogs._answering.visitor import Visitor
from cogs._panel import form
from cogs._requests import referees
from cogs._words import labels
from rules.contract import RulesError
from rules.notation import SEPARATOR

STYLES = {
    "ai": BLUE,
    "type": GREY,
    "page": GREY,
}


class ProxyForm(form.MoveForm, template="m:{table_id}:{revision}:for"):
    """Form in which a referee types a player's move."""

    async def submit(self, visitor: Visitor, texts: Mapping[str, str]) -> Panel:
        """Make the move for the player to move, and say only that it was made.

        Where it is refused, show the page with the text once more.
        """
        table, move = await table_here(visitor, self.table_id), texts.get(form.TYPED, "")
        await _require_referee(visitor, table)
        try:
            turn = await visitor.app.proxies.play(
                table.id, visitor.person, self.revision, move.split()
            )
        except RulesError as refusal:
            notes = sentence(refusal, visitor.language), form.quotation(move)
            return await page(visitor, table, *notes)
        else:
            return _outcome(visitor, turn)


def _outcome(visitor: Visitor, turn: Turn) -> Panel:
    """The moves that were made, as they were written; of an unfinished turn, ways to go on."""
    table, moves = turn.table, f"{SEPARATOR} ".join(ply.notation for ply in turn.plies)
    name = labels.bold_names(table)[turn.seat]
    line = visitor.text("table.moved_for_done", name=name, moves=f"`{moves}`")
    if not turn.goes_on:
        return frame(ACCENT, line)
    more = visitor.text("table.move_for_goes_on")
    lines = filter(None, (line, labels.stopped_line(turn, visitor.language), more))
    return frame(ACCENT, "\n".join(lines), _buttons(visitor, table))


# ---- the page ------------------------------------------------------------------------------------


async def page(visitor: Visitor, table: Table, *notes: str) -> Panel:
    """The ways to move for the player to move. Raises RulesError where it is nobody."""
    table, seat = await visitor.app.proxies.seat_to_move(table.id, visitor.user)
    language, name = visitor.language, labels.bold_names(table)[seat]
    line = visitor.text("table.move_for", name=name, table=labels.title(table, language))
    rules = visitor.text("table.wish_rules")
    return frame(ACCENT, *notes, f"{line}\n{rules}", _buttons(visitor, table))


def _buttons(visitor: Visitor, table: Table) -> list[ProxyButton]:
    return [
        ProxyButton.of(table, table.revision, verb, visitor.language) for verb in ("ai", "type")
    ]


async def entry(visitor: Visitor, table: Table) -> list[ProxyButton]:
    """Button that opens the page, for a referee of a game that goes on."""
    goes_on = table.status is Status.LIVE and not table.rests
    if not goes_on or not await referees.is_referee(visitor, table):
        return []
    return [ProxyButton.of(table, table.revision, "page", visitor.language)]


async def _require_referee(visitor: Visitor, table: Table) -> None:
    """Refuse everybody but a referee who does not play there. Raises RulesError."""
    if not await referees.is_referee(visitor, table):
        raise RulesError("table.referees_only")


class ProxyButton(LastingButton, template="pm:{table_id}:{revision}:{verb}"):
    """Lets an AI move for a player, opens the form, or the page."""

    label = "table.move_for_{verb}"
    style = STYLES
    table_id: int
    revision: int
    verb: Annotated[str, one_of(STYLES)]

    @property
    def may_take_long(self) -> bool:
        return self.verb != "type"

    @property
    def doing(self) -> str:
        return THINKING if self.verb == "ai" else WORKING

    async def press(self, visitor: Visitor) -> Panel | None:
        """Show the page or the form, or have the AI move; of an older table, show the page again.

        A form must be the first response to a press.
        """
        if self.verb == "type":
            await self._open_form(visitor)
            return None
        table, note = await table_here(visitor, self.table_id), ""
        await _require_referee(visitor, table)
        if self.verb == "ai":
            proxies = visitor.app.proxies
            try:
                turn = await proxies.let_ai_play(table.id, visitor.person, self.revision)
            except StaleClick as stale:
                note = sentence(stale, visitor.language)
            else:
                return _outcome(visitor, turn)
        return await page(visitor, table, note)

    async def _open_form(self, visitor: Visitor) -> None:
        table = await table_in(visitor, self.table_id)
        await _require_referee(visitor, table)
        default = form.text_of_refusal(visitor.interaction.message)
        modal = ProxyForm.of(table, self.revision, visitor.language, default=default)
        await visitor.interaction.response.send_modal(modal)


@command("table move_for")
async def move_for(visitor: Visitor, table: Table) -> Panel:
    """Move for the player whose turn it is, as a referee."""
    await _require_referee(visitor, table)
    require_home(visitor, table)
    return await page(visitor, table)
