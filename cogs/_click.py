"""The one path of every click, menu, modal and typed move: claim → `Tables` → what people see.

A custom id is a claim, not a fact: the table, its channel, the person's seat and the revision are
checked against the store every time, so a button of another age or table does nothing but answer.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import discord
from discord import ui
from discord.ext import commands

from bot.app import App
from bot.i18n import text
from bot.seating import StaleClick, Table
from cogs import _access, _hands, _labels, _moving, _pages
from cogs._items import FRESH, Pick, Press
from cogs._labels import Click, reader
from cogs._moving import show
from cogs._paint import asked_by
from cogs.errors import answering
from rules.contract import RulesError

BOARD = re.compile(r"b:(?P<table>\d{1,18}):(?P<verb>play|hand|recap|more)(:\d{1,18})?")
PANEL = re.compile(
    r"t:(?P<table>\d{1,18}):(?P<revision>\d{1,18})"
    r":(?P<verb>go|ok|ask|sug|type|undo|restart)(\.\w+)?:(?P<tokens>.*)"
)
MENU = re.compile(r"s:(?P<table>\d{1,18}):(?P<revision>\d{1,18}):\w+" + FRESH)
MODAL = re.compile(r"m:(?P<table>\d{1,18}):(?P<revision>\d{1,18})")
PAGE = re.compile(r"v:(?P<table>\d{1,18}):(?P<page>[a-z]+)(\.(?P<number>\d{1,3}))?")
RULES = re.compile(r"r:(?P<game>[a-z_]{1,32})" + FRESH)
TYPED = "move"
"""Custom id of the text field of the modal."""
LONGEST_MOVE = 60
FORGOTTEN = 600.0
"""Seconds that discord.py remembers a modal nobody sends; we answer later ones, too."""


# ---- claims --------------------------------------------------------------------------------------


def claimed(pattern: re.Pattern[str], custom_id: str) -> re.Match[str]:
    """What a custom id says. Raises RulesError for one that we never wrote."""
    claim = pattern.fullmatch(custom_id)
    if claim is None:
        raise RulesError("panel.unknown_button")
    return claim


async def table_here(interaction: Click, number: str) -> Table:
    """Table `number`, if it is played in this channel. Raises RulesError."""
    table = await _access.table_in(interaction, int(number))
    require_home(interaction, table)
    return table


def require_home(interaction: Click, table: Table) -> None:
    """Refuse to play a table from another channel than its own."""
    if interaction.channel_id != table.home_id:
        raise RulesError("panel.elsewhere", place=_labels.place(table))


# ---- what can be clicked -------------------------------------------------------------------------


async def defer(interaction: Click) -> None:
    """Promise to change the clicked message if it is private, else an answer that is."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def on_board(interaction: Click, custom_id: str, values: Sequence[str]) -> None:
    """A button of a board post opens something of the reader's own."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    claim = claimed(BOARD, custom_id)
    table = await table_here(interaction, claim["table"])
    await OPENED[claim["verb"]](interaction, table)


async def _open_panel(interaction: Click, table: Table) -> None:
    """The panel of the next move; who is waited for hears of closed doors, too."""
    prompt = await _moving.prompt_for(interaction, table, None, ())
    await _moving.show_panel(interaction, prompt, await _hands.closed_door(interaction, table))


async def _open_hand(interaction: Click, table: Table) -> None:
    await show(interaction, await _hands.page(interaction, table))


async def _open_recap(interaction: Click, table: Table) -> None:
    await show(interaction, await _pages.recap(interaction, table))


async def _open_more(interaction: Click, table: Table) -> None:
    await show(interaction, (_pages.more(table, reader(interaction)), []))


OPENED: Mapping[str, Callable[[Click, Table], Awaitable[None]]] = {
    "play": _open_panel,
    "hand": _open_hand,
    "recap": _open_recap,
    "more": _open_more,
}
"""What the buttons of a board post open."""


async def on_panel(interaction: Click, custom_id: str, values: Sequence[str]) -> None:
    """A button of the panel goes on from the tokens in its id."""
    claim = PANEL.fullmatch(custom_id)
    if claim is not None and claim["verb"] == "type":
        await interaction.response.send_modal(typing(claim, reader(interaction)))
        return
    await defer(interaction)
    claim = claimed(PANEL, custom_id)
    await _go_on(interaction, claim, claim["verb"], claim["tokens"])


async def on_menu(interaction: Click, custom_id: str, values: Sequence[str]) -> None:
    """A menu of the panel goes on from the tokens that were chosen."""
    await defer(interaction)
    await _go_on(interaction, claimed(MENU, custom_id), "go", " ".join(values))


async def on_modal(interaction: Click, custom_id: str, values: Sequence[str]) -> None:
    """What was typed becomes the candidate on the panel, or its first tokens do."""
    await defer(interaction)
    await _go_on(interaction, claimed(MODAL, custom_id), "go", " ".join(values))


async def _go_on(interaction: Click, claim: re.Match[str], verb: str, tokens: str) -> None:
    """Carry out a verb of the panel; a stale one refreshes it."""
    table = await table_here(interaction, claim["table"])
    revision, taken = int(claim["revision"]), tokens.split()
    try:
        await DONE[verb](interaction, table, revision, taken)
    except StaleClick as stale:
        await _moving.catch_up(interaction, table, stale, taken if verb == "ok" else ())


DONE: Mapping[str, Callable[[Click, Table, int, Sequence[str]], Awaitable[None]]] = {
    "go": _moving.show_prompt,
    "ok": _moving.play,
    "ask": _moving.ask_on,
    "sug": _moving.suggest,
    "undo": _moving.undo,
    "restart": _moving.restart,
}
"""What the verbs of the panel do with the tokens in their button."""


async def on_page(interaction: Click, custom_id: str, values: Sequence[str]) -> None:
    """A button of *More* turns to a page about the table, wherever it was asked for."""
    await defer(interaction)
    claim = claimed(PAGE, custom_id)
    table = await _access.table_in(interaction, int(claim["table"]))
    page, number = claim["page"], int(claim["number"] or 0)
    await show(interaction, await _pages.page(interaction, table, page, number))


async def on_rules(interaction: Click, custom_id: str, values: Sequence[str]) -> None:
    """The menu of the rules turns to a section."""
    await defer(interaction)
    game = claimed(RULES, custom_id)["game"]
    await show(interaction, _pages.rules(game, "".join(values), reader(interaction)))


USED: Mapping[str, Callable[[Click, str, Sequence[str]], Awaitable[None]]] = {
    "b": on_board,
    "t": on_panel,
    "s": on_menu,
    "m": on_modal,
    "v": on_page,
    "r": on_rules,
}
"""Who answers, by the first letter of the custom id."""


# ---- modals --------------------------------------------------------------------------------------


def typing(claim: re.Match[str], language: str) -> ui.Modal:
    """A form for a move in its notation, with what is chosen so far filled in."""
    modal = ui.Modal(
        title=text("panel.type_title", language),
        custom_id=f"m:{claim['table']}:{claim['revision']}",
        timeout=FORGOTTEN,
    )
    field = ui.TextInput[Any](
        custom_id=TYPED, default=claim["tokens"][:LONGEST_MOVE], max_length=LONGEST_MOVE
    )
    return modal.add_item(ui.Label(text=text("panel.type_label", language), component=field))


def typed(components: Sequence[Mapping[str, Any]]) -> str:
    """The text that was typed, wherever Discord nests the field."""
    for component in components:
        if "value" in component:
            return str(component["value"])
        inner = component.get("components") or [component.get("component") or {}]
        if found := typed(inner) if inner != [{}] else "":
            return found
    return ""


class Clicks(commands.Cog, name="Clicks"):
    """Receives what `cogs/_items.py` hands on, and modals, which else would outlive no restart."""

    async def used(self, interaction: Click, custom_id: str, values: Sequence[str]) -> None:
        """Carry out a click, or say why not."""
        asked_by(interaction)
        async with answering(interaction):
            await USED[custom_id[0]](interaction, custom_id, values)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Click) -> None:
        """A modal of ours was sent, perhaps one that the bot before the restart had opened."""
        sent: Any = interaction.data or {}
        if (
            interaction.type is discord.InteractionType.modal_submit
            and sent["custom_id"][:1] == "m"
        ):
            await self.used(interaction, sent["custom_id"], (typed(sent.get("components", ())),))


async def setup(app: App) -> None:
    """Take the clicks of every game."""
    app.add_dynamic_items(Press, Pick)
    await app.add_cog(Clicks())
