"""A referee's page to move for a player: by a typed move, by an AI, or in the panel of the move.

The panel is the player's own (`cogs/_panel`), without advice, and only where the player sees no
more than everybody does. Elsewhere nothing is shown but whether a typed move was made.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, Self

import discord
from discord import ui

from bot.i18n import text
from bot.service.proxies import Proxy
from bot.table.live import Turn
from bot.table.seating import StaleClick, Status, Table
from cogs._requests import referees
from cogs._shared import labels
from cogs._shared.access import is_seated, require_home, table_here
from cogs._shared.answering import LastingItem, sentence
from cogs._shared.controls import PanelButton
from cogs._shared.items import ACCENT
from cogs._shared.labels import Click
from cogs._shared.presentation import frame
from cogs._shared.private import Panel
from cogs._shared.table_lookup import about_a_table, command, table_of_command
from cogs._shared.visit import Visit, Visitor
from rules.contract import RulesError
from rules.notation import SEPARATOR

STYLES = {"ai": discord.ButtonStyle.primary, "page": discord.ButtonStyle.secondary}
OPEN_VERBS = ("go", "ok", "form", "some", "ask", "more", "help", "rules")
"""Verbs of a panel that a referee may use: no advice, and nothing is taken back."""
SHOWN_VERBS = (*OPEN_VERBS, "type", "again")

Verb = Callable[..., Awaitable[None]]


class ProxyVisit(Visit, frozen=True):
    """A referee at a table as the player `user`, for whom they move."""

    is_open: bool = False
    """Whether the referee may see what the player sees."""

    async def show(self, panel: Panel) -> discord.InteractionMessage:
        """Show a panel that says for whom the move is, without buttons that referees lack."""
        view, files = panel
        name = labels.bold_names(self.table)[self.table.seat_of(self.user)]
        note = text("table.moves_for", self.language, name=name)
        return await Visit.show(self, (view_for_referee(view, note), files))


def view_for_referee(view: ui.LayoutView, note: str) -> ui.LayoutView:
    """A panel with a note above it, and without the buttons that a referee may not use."""
    for container in view.children:
        if not isinstance(container, ui.Container):
            continue
        items = [*container.children]
        container.clear_items()
        container.add_item(ui.TextDisplay(f"-# {note}"))
        for item in items:
            if isinstance(item, ui.ActionRow):
                for button in [*item.children]:
                    if isinstance(button, PanelButton) and button.verb not in SHOWN_VERBS:
                        item.remove_item(button)
                if not item.children:
                    continue
            container.add_item(item)
    return view


# ---- clicks on the panel -------------------------------------------------------------------------


async def visit_of(visitor: Visitor, table: Table, revision: int | None) -> Visit:
    """Visit of a person to a table: of a referee, as the player for whom they move."""
    visit = visitor.at(table, revision)
    if is_seated(visitor, table) or not await referees.is_referee(visitor, table):
        return visit
    player = await visitor.app.proxies.player(table.id, visitor.user)
    return ProxyVisit(
        interaction=visit.interaction,
        app=visit.app,
        user=player.user_id,
        language=visit.language,
        table=table,
        revision=revision,
        referee=visitor.person,
        is_open=player.is_open,
    )


async def go_on(
    visit: ProxyVisit, verb: str, verbs: Mapping[str, Verb], *tokens: Sequence[str]
) -> None:
    """Carry out a verb of the panel for a referee, as far as they may."""
    if visit.is_open and verb in OPEN_VERBS:
        await verbs[verb](visit, *tokens)
    elif verb == "form":
        await _make_typed_move(visit, *tokens)
    elif verb == "go":
        player = await visit.app.proxies.player(visit.table.id, visit.interaction.user.id)
        await Visit.show(visit, (page(player, visit.language), []))
    else:
        raise RulesError("table.not_for_referees")


async def _make_typed_move(visit: ProxyVisit, tokens: Sequence[str]) -> None:
    """Make a typed move, and say only that it was made."""
    assert visit.referee is not None
    proxies, language = visit.app.proxies, visit.language
    try:
        turn = await proxies.play(visit.table.id, visit.referee, visit.revision, tokens)
    except StaleClick as stale:
        await Visit.show(visit, (frame(ACCENT, sentence(stale, language)), []))
        return
    await Visit.show(visit, (_outcome(turn, language), []))


def _outcome(turn: Turn, language: str) -> ui.LayoutView:
    """The moves that were made, as they were written; of an unfinished turn, ways to go on."""
    table, moves = turn.table, f"{SEPARATOR} ".join(ply.notation for ply in turn.plies)
    name = labels.bold_names(table)[turn.seat]
    line = text("table.moved_for_done", language, name=name, moves=f"`{moves}`")
    if not turn.goes_on:
        return frame(ACCENT, line)
    more = text("table.move_for_goes_on", language)
    buttons = ui.ActionRow[Any](*_buttons(table, language, is_open=False))
    return frame(ACCENT, f"{line}\n{more}", buttons)


# ---- the page ------------------------------------------------------------------------------------


def page(player: Proxy, language: str, note: str = "") -> ui.LayoutView:
    """The ways to move for a player."""
    table, is_open = player.table, player.is_open
    name, title = labels.bold_names(table)[player.seat], labels.title(table, language)
    lines = [text("table.move_for", language, name=name, table=title)]
    if not is_open:
        lines.append(text("table.move_for_hidden", language, name=name))
    lines.append(text("table.wish_rules", language))
    buttons = ui.ActionRow[Any](*_buttons(table, language, is_open=is_open))
    return frame(ACCENT, note, "\n".join(lines), buttons)


def _buttons(table: Table, language: str, *, is_open: bool) -> Iterator[LastingItem[Any]]:
    yield ProxyButton.of(table, "ai", language)
    if is_open:
        yield PanelButton.of(table, "go", "", text("table.move_for_choose", language))
    yield PanelButton.of(table, "type", "", text("table.move_for_type", language))


async def entry(visitor: Visitor, table: Table) -> list[ProxyButton]:
    """Button that opens the page, for a referee of a game that goes on."""
    goes_on = table.status is Status.LIVE and not table.rests
    if not goes_on or not await referees.is_referee(visitor, table):
        return []
    return [ProxyButton.of(table, "page", visitor.language)]


async def _require_referee(visitor: Visitor, table: Table) -> None:
    """Refuse everybody but a referee who does not play there. Raises RulesError."""
    if not await referees.is_referee(visitor, table):
        raise RulesError("table.referees_only")


class ProxyButton(
    LastingItem[ui.Button[Any]],
    template=r"pm:(?P<table_id>\d{1,18}):(?P<revision>\d{1,18}):(?P<verb>ai|page)",
):
    """Lets an AI move for a player, or shows the page: `pm:<table>:<revision>:<verb>`."""

    def __init__(self, item: ui.Button[Any], table_id: int, revision: int, verb: str) -> None:
        super().__init__(item)
        self.table_id, self.revision, self.verb = table_id, revision, verb

    @classmethod
    def of(cls, table: Table, verb: str, language: str) -> Self:
        """Button `verb` at the present revision of a table."""
        button = ui.Button[Any](
            label=text(f"table.move_for_{verb}", language),
            style=STYLES[verb],
            custom_id=f"pm:{table.id}:{table.revision}:{verb}",
        )
        return cls(button, table.id, table.revision, verb)

    async def press(self, visitor: Visitor) -> None:
        """Show the page, or have the AI move; if the table has changed since, show it again."""
        await visitor.defer()
        table, language = await table_here(visitor, self.table_id), visitor.language
        await _require_referee(visitor, table)
        note, proxies = "", visitor.app.proxies
        if self.verb == "ai":
            try:
                turn = await proxies.let_ai_play(table.id, visitor.person, self.revision)
            except StaleClick as stale:
                note = sentence(stale, language)
            else:
                await visitor.show((_outcome(turn, language), []))
                return
        player = await proxies.player(table.id, visitor.user)
        await visitor.show((page(player, language, note), []))


class MoveForCommands:
    """The command `/table move-for`."""

    @command("move_for")
    @about_a_table
    async def move_for(self, interaction: Click, number: int | None = None) -> None:
        """Move for the player whose turn it is, as a referee."""
        visitor = Visitor.of(interaction)
        table = await table_of_command(visitor, number)
        await _require_referee(visitor, table)
        require_home(visitor, table)
        player = await visitor.app.proxies.player(table.id, visitor.user)
        await visitor.respond(page(player, visitor.language))
