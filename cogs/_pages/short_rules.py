"""The rules of a game in short, a section a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from discord import ui

from bot import words
from bot.i18n import text
from bot.table.seating import Table
from bot.words import composed
from cogs._access.access import table_in
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import Name
from cogs._answering.items import Component, menu_of
from cogs._answering.lasting_items import LastingMenu
from cogs._answering.presentation import accent, frame
from cogs._answering.visitor import Visitor
from cogs._pages.pages import page_of_more
from cogs._panel.lesson import StartButton
from rules import registry

CITATION = re.compile(r"\s\([A-Z]{2}-\d+(, [A-Z]{2}-\d+)*\)")
"""Numbers of the rules that a sentence of the rules in short says, which people do not read."""


async def page(visitor: Visitor, table: Table, _name: str, _number: int) -> Panel:
    """Page of *More* with the first section."""
    return await page_of_more(visitor, table, *_parts(table.game, "", visitor.language, table))


def rules(game: str, section: str, language: str) -> Panel:
    """Section of the short rules, and a menu of all sections. Raises UnknownGame."""
    return frame(accent(()), *_parts(game, section, language))


def _parts(
    game: str, section: str, language: str, table: Table | None = None
) -> Sequence[Component]:
    """A section and the menu of all of them, which leads to pages of *More* about a `table`."""
    title, sections = registry.get(game).facts.title, words.of(game, language).sections
    current = section if section in sections else sections[0]
    section_text = CITATION.sub("", text(composed.section_text(game, current), language))
    heading, _, body = section_text.partition("\n")
    titles = {name: text(composed.section(game, name), language) for name in sections}
    select = menu_of(titles, current, title=text("board.page_rules", language))
    menu = RulesMenu(select, game, table.id if table else None)
    return _beside_first_steps(game, f"## {title}\n{heading}", language), body, menu


def _beside_first_steps(game: str, heading: str, language: str) -> Component:
    """Heading with the button for the first steps of a game beside it, if it has a lesson."""
    if registry.get(game).lesson is None:
        return heading
    return ui.Section[Any](heading, accessory=StartButton.of(game, language))


class RulesMenu(LastingMenu, template="r:{game}[:{table_id}]"):
    """Menu of the sections of the short rules."""

    game: Name
    table_id: int | None = None

    async def press(self, visitor: Visitor) -> Panel:
        section, language = visitor.value, visitor.language
        if not self.table_id:
            return rules(self.game, section, language)
        table = await table_in(visitor, self.table_id)
        parts = _parts(self.game, section, language, table)
        return await page_of_more(visitor, table, *parts)
