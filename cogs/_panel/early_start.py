"""The private answer to *Start* with free seats: how to begin all the same, and the first move."""

from __future__ import annotations

from typing import Annotated

from bot.i18n import text
from bot.steps.prompts import NOT_YOUR_TURN
from bot.table.live import Prompt
from bot.table.seating import Status, Table, free_seats, name_of
from cogs._access.controls import BoardButton
from cogs._access.table_items import TableButton, TableMenu
from cogs._access.table_lookup import table_with_home
from cogs._answering.answer import Panel, message
from cogs._answering.custom_ids import digits, one_of
from cogs._answering.items import ACCENT, GREEN, menu_of
from cogs._answering.presentation import frame
from cogs._answering.refusals import sentence
from cogs._answering.visitor import Visit, Visitor
from cogs._panel import moves
from cogs._words import labels
from rules import levels
from rules.contract import IllegalMove, RulesError

PATIENCE = 4.0
"""Seconds that the first panel waits for the moves of AI seats before the host's first turn."""


def offers_early_start(visitor: Visitor, table: Table) -> bool:
    """Whether a press on *Start* is the host's at a table with free seats."""
    is_host = table.status is Status.LOBBY and visitor.user == table.host_id
    return is_host and free_seats(table) > 0


def panel(table: Table, language: str, level: str = levels.EASY) -> Panel:
    """Panel that says how many people are missing, and offers to begin without them."""
    free, taken, facts = free_seats(table), len(table.seats), labels.facts(table)
    summary = text("lobby.early_start", language, n=free, taken=taken, size=table.size)
    player = text(f"common.level_{level}", language)
    fill = FillButton.named(text("lobby.fill", language, level=player), table, level)
    menu = menu_of(labels.levels_of(facts, language), level)
    start = text("lobby.start_with", language, n=taken)
    smaller = [SmallerButton.named(start, table, taken)] if taken in facts.seats else []
    return frame(ACCENT, summary, fill, LevelMenu(menu, table.id), smaller)


# ---- the buttons ---------------------------------------------------------------------------------


class FillButton(TableButton, template="lw:{table_id}:{level}"):
    """Fills the free seats with AI players and starts."""

    style = GREEN
    level: Annotated[str, one_of(levels.LEVELS)]

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        return await _start(visitor, table, fill=self.level)


class SmallerButton(TableButton, template="ln:{table_id}:{size}"):
    """Starts with as many players as are there."""

    size: Annotated[int, digits(2)]

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        return await _start(visitor, table, size=self.size)


class LevelMenu(TableMenu, template="lv:{table_id}"):
    """Menu of the level of the AI players; a value is a level."""

    async def press_at(self, visitor: Visitor, table: Table) -> Panel:
        if table.status is not Status.LOBBY:
            return closing(visitor, table)
        table.require_host(visitor.user)
        level = visitor.value
        if level not in labels.facts(table).players:
            raise RulesError("lobby.bad_choice")
        return panel(table, visitor.language, level)


# ---- the start -----------------------------------------------------------------------------------


async def _start(
    visitor: Visitor, table: Table, *, size: int | None = None, fill: str | None = None
) -> Panel:
    """Start the table, and go on to the host's first move in the same private message."""
    if table.status is not Status.LOBBY:
        return closing(visitor, table)
    await visitor.app.lobbies.start(table.id, visitor.user, size=size, fill=fill)
    return await _first_page(visitor, table.id)


async def _first_page(visitor: Visitor, table_id: int) -> Panel:
    """The first question, once AI seats before this person have moved; else a Play button."""
    await visitor.app.ai_seats.wait(table_id, PATIENCE)
    table = await table_with_home(visitor.app, table_id)
    visit = visitor.at(table)
    note = visit.text("panel.begun", link=table.link)
    try:
        prompt = await _first_prompt(visit)
    except RulesError as refusal:
        lines = f"{note}\n{sentence(refusal, visit.language)}"
        play = BoardButton.of(table, "play", table.revision, visit.language)
        return message(lines, play)
    return await moves.opening_page(visit, prompt, note)


async def _first_prompt(visit: Visit) -> Prompt:
    """The first question of whoever begins. Raises RulesError for a person who has to wait."""
    prompt = await visit.app.moves.ask(visit.table.id, visit.user, None)
    if prompt.is_ahead:
        look = await visit.app.reading.look(visit.table.id, visit.user)
        awaited = [name_of(look.table, seat) for seat in look.to_act]
        raise IllegalMove(NOT_YOUR_TURN, names=awaited)
    return prompt


def closing(visitor: Visitor, table: Table) -> Panel:
    """The sentence that takes the place of a lobby's panel once the lobby is over."""
    place = labels.place(table)
    return message(visitor.text(f"lobby.headline_{table.status}", place=place))
