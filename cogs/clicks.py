"""The path of the buttons of a board and of the panels of moves: claim → service → panel.

A custom id is a claim, not a fact: the table, its channel, the person's seat and the revision are
checked against the store before a move is shown or made, those of a form once it is submitted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from discord.ext import commands

from bot.app import App
from bot.i18n import codes, text
from bot.table.seating import StaleClick, Table
from cogs._pages import pages, replay
from cogs._pages.film import show_film
from cogs._panel import advance, form, lesson, moves, panel, recap
from cogs._posts import hands
from cogs._requests import requests
from cogs._shared import hour, labels
from cogs._shared.access import table_here, table_in
from cogs._shared.answering import message, sentence
from cogs._shared.controls import PanelButton, PanelMenu
from cogs._shared.private import Panel
from cogs._shared.server_rules import require_opening
from cogs._shared.visit import Visit, Visitor
from rules.contract import RulesError

# ---- buttons of a board post ---------------------------------------------------------------------


async def _open_panel(visitor: Visitor, table: Table) -> None:
    """Open the panel of the next move; say once if the player's direct messages are closed."""
    table = await lesson.wait_for_turn(visitor, table)
    visit, note = visitor.at(table), ""
    if await visit.app.seats.end_any_stand_in(table.id, visit.user):
        title = labels.title(table, visit.language)
        note = text("table.sit_again_done", visit.language, table=title)
    left = await visit.app.advance.left(table.id, visit.user)
    if left is not None and left.stage in advance.LINES:
        await advance.show_left(visit, left)
        return
    prompt = await visit.app.moves.ask(*visit.claim)
    note = "\n".join(filter(None, (note, advance.refusal_line(left, visit.language))))
    note = "\n".join(filter(None, (note, await hands.closed_messages_note(visitor, table))))
    await moves.open_panel(visit, prompt, note)


async def _open_rematch(visitor: Visitor, table: Table) -> None:
    """Join the lobby of a rematch, opening it first if need be; its post calls the others."""
    if not await visitor.app.lobbies.has_rematch(table.id):
        await require_opening(visitor)
    lobby = await visitor.app.lobbies.rematch(table.id, visitor.person)
    language = visitor.language
    title, place = labels.title(lobby, language), labels.place(lobby)
    notice = text("table.joined", language, table=title, place=place)
    await visitor.show((message(notice), []))
    await hour.ask(visitor)


BOARD_PAGES: Mapping[str, Callable[[Visitor, Table], Awaitable[Panel]]] = {
    "hand": hands.page,
    "recap": recap.recap,
    "more": pages.more,
    "replay": replay.opening_page,
}
BOARD_ACTIONS: Mapping[str, Callable[[Visitor, Table], Awaitable[None]]] = {
    "play": _open_panel,
    "rematch": _open_rematch,
    "film": show_film,
}
"""Verbs that do more than show a page."""


# ---- verbs of a panel ----------------------------------------------------------------------------


async def _show_rules(visit: Visit, tokens: Sequence[str]) -> None:
    """Show the rules in short in a message of their own: the panel stays."""
    view, _ = pages.rules(visit.table.game, "", visit.language)
    await visit.interaction.followup.send(view=view, ephemeral=True)


PANEL_ACTIONS: Mapping[str, Callable[..., Awaitable[None]]] = {
    "go": moves.show_prompt,
    "ok": moves.play,
    "form": moves.enter,
    "some": moves.choose,
    "ask": moves.ask_on,
    "more": moves.show_details,
    "help": moves.ask_details,
    "sug": moves.suggest,
    "why": moves.explain,
    "undo": moves.undo,
    "restart": moves.restart,
    "rules": _show_rules,
    "quiet": moves.silence_coach,
    "both": moves.play_and_follow,
    "forget": advance.cancel,
    "anew": moves.choose_anew,
}
"""Verbs of the panel. They get the tokens of a button, a menu or a form; `some` gets two lists."""
MOVE_VERBS = ("ok", "form", "both")
"""Verbs that make a move, so that a second click may come after the move is made."""
UNDO_VERBS = ("undo", "restart")
"""Verbs that take moves back; once others have moved, they ask those whom it concerns."""


async def _go_on(
    visitor: Visitor, table_id: int, revision: int, verb: str, *tokens: Sequence[str]
) -> None:
    """Carry out a verb of the panel; a stale click refreshes the panel."""
    visit = visitor.at(await table_here(visitor, table_id), revision)
    try:
        await PANEL_ACTIONS[verb](visit, *tokens)
    except StaleClick as stale:
        if verb in UNDO_VERBS and await visit.app.moves.has_finished_turn(table_id, visit.user):
            await _ask_to_go_back(visit)
        else:
            await moves.catch_up(visit, stale, tokens[0] if verb in MOVE_VERBS else ())


async def _ask_to_go_back(visit: Visit) -> None:
    """Show the question of `/table undo`: the moves that would go, and the people it asks."""
    try:
        view = await requests.question(visit, visit.table, "undo", None)
    except RulesError as error:
        await visit.show(panel.closing_panel(sentence(error, visit.language)))
    else:
        await visit.show((view, []))


# ---- the cog -------------------------------------------------------------------------------------


class Clicks(commands.Cog, name="Clicks"):
    """Carries out the clicks on boards and panels, and modals opened before a restart as well."""

    async def open(self, visitor: Visitor, table_id: int, verb: str, revision: int = 0) -> None:
        """Open what a button of a board post stands for.

        A board of a later revision was posted before the database was restored from a copy.
        """
        await visitor.defer()
        table = await table_here(visitor, table_id)
        if revision > table.revision:
            await visitor.app.places.post_restored(table.id)
        if verb in BOARD_PAGES:
            await visitor.show(await BOARD_PAGES[verb](visitor, table))
        else:
            await BOARD_ACTIONS[verb](visitor, table)

    async def press(self, visitor: Visitor, button: PanelButton) -> None:
        """Carry out the verb of a panel's button; a modal must be the first response to a click."""
        if button.verb in ("type", "again"):
            table, default = await table_in(visitor, button.table_id), button.tokens
            if button.verb == "again":
                default = form.text_of_refusal(visitor.interaction.message)
            example = await visitor.app.moves.example(table.id, visitor.user)
            modal = form.MoveForm.of(
                table, button.revision, visitor.language, default=default, example=example
            )
            await visitor.interaction.response.send_modal(modal)
            return
        await visitor.defer()
        tokens = button.tokens.split()
        await _go_on(visitor, button.table_id, button.revision, button.verb, tokens)

    async def submit(self, visitor: Visitor, table_id: int, revision: int, move: str) -> None:
        """Show the move of a submitted form as a preview, as far as it is legal.

        A line of several moves is made at once: there is no preview of more than one.
        """
        await visitor.defer()
        try:
            await _go_on(visitor, table_id, revision, "form", move.split())
        except RulesError as error:
            if error.code not in codes():
                raise
            table = await visitor.app.tables.get(table_id)
            view = form.refusal_with_text(error, table, move, visitor.language)
            await visitor.show((view, []))

    async def show_log(self, visitor: Visitor, table: Table, ply: int) -> None:
        """Show the page of the log that holds a ply in the deferred answer."""
        await visitor.show(await pages.log_at(visitor, table, ply))

    async def choose(self, visitor: Visitor, menu: PanelMenu, values: Sequence[str]) -> None:
        """Carry out the verb of a panel's menu, with its tokens and the chosen values."""
        await visitor.defer()
        prefix, suffix = menu.tokens.split(), " ".join(values).split()
        tokens = (prefix, values) if menu.verb == "some" else ([*prefix, *suffix],)
        await _go_on(visitor, menu.table_id, menu.revision, menu.verb, *tokens)


async def setup(app: App) -> None:
    """Register the buttons and menus of boards and panels, and the cog that handles them."""
    await app.add_cog(Clicks())
