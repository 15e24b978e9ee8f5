"""Breaking a running game off: the question to all who play, and what each of them answers."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, Self

import discord
from discord import ui

from bot.i18n import text
from bot.seating import Status, Table
from cogs import _labels
from cogs._access import table_in
from cogs._items import LastingItem
from cogs._labels import Click
from cogs._message import NOBODY
from cogs.errors import answering
from rules.contract import RulesError

STYLES = {"agree": discord.ButtonStyle.danger, "play_on": discord.ButtonStyle.secondary}


# ---- the question --------------------------------------------------------------------------------


def question(table: Table, agreed: Collection[int]) -> tuple[str, ui.View]:
    """The post that asks: about what, who has agreed, who has not answered; and two buttons."""
    asked = [person for person in table.humans() if person not in agreed]
    mentioned = [f"<@{person}>" for person in asked]
    language = table.language
    title, host = _labels.title(table, language), _labels.host(table)
    asking = text("table.end_question", language, host=host, names=mentioned, table=title)
    willing = [name for person, name in _people(table) if person in agreed]
    if willing:
        asking = f"{asking}\n{text('table.end_agreed', language, names=willing)}"
    view = ui.View(timeout=None)
    for verb in STYLES:
        view.add_item(EndButton.of(table, verb))
    return asking, view


def _people(table: Table) -> list[tuple[int | None, str]]:
    ids = [holder.user_id for holder in table.seats]
    return list(zip(ids, _labels.bold_names(table), strict=True))


# ---- the answers ---------------------------------------------------------------------------------


class EndButton(
    LastingItem[ui.Button[Any]],
    template=r"e:(?P<table>\d{1,18}):(?P<verb>agree|play_on):(?P<revision>\d{1,18})",
):
    """An answer to the question: `e:<table>:<verb>:<revision>`."""

    def __init__(self, item: ui.Button[Any], table_id: int, verb: str, revision: int) -> None:
        super().__init__(item)
        self.table_id, self.verb, self.revision = table_id, verb, revision

    @classmethod
    def of(cls, table: Table, verb: str) -> Self:
        """The button that answers with `verb`."""
        button = ui.Button[Any](
            label=text(f"table.{verb}_button", table.language),
            style=STYLES[verb],
            custom_id=f"e:{table.id}:{verb}:{table.revision}",
        )
        return cls(button, table.id, verb, table.revision)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Rebuild the pressed button; the store knows whether the question is still open."""
        table_id, revision = int(match["table"]), int(match["revision"])
        return cls(item, table_id, match["verb"], revision)  # type: ignore[arg-type]

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Note the answer, and show it to everybody in the question's place."""
        async with answering(interaction):
            table = await table_in(interaction, self.table_id)
            try:
                await ANSWERED[self.verb](interaction, table, self.revision)
            except RulesError as refusal:
                if refusal.code != "table.not_asked":
                    raise
                await _settle(interaction, text(refusal.code, table.language))


async def _agree(interaction: Click, table: Table, revision: int) -> None:
    tables = interaction.client.tables
    table = await tables.agree(table.id, interaction.user.id, revision)
    if table.status is Status.CANCELLED:
        await _settle(interaction, text("table.end_done", table.language))
        return
    asking, view = question(table, await tables.agreed(table))
    await interaction.response.edit_message(content=asking, view=view, allowed_mentions=NOBODY)


async def _play_on(interaction: Click, table: Table, revision: int) -> None:
    await interaction.client.tables.play_on(table.id, interaction.user.id, revision)
    name = _labels.bold_names(table)[table.seat_of(interaction.user.id)]
    await _settle(interaction, text("table.end_refused", table.language, name=name))


async def _settle(interaction: Click, outcome: str) -> None:
    """Leave a sentence where the question was."""
    await interaction.response.edit_message(content=outcome, view=None, allowed_mentions=NOBODY)


ANSWERED: Mapping[str, Callable[[Click, Table, int], Awaitable[None]]] = {
    "agree": _agree,
    "play_on": _play_on,
}
