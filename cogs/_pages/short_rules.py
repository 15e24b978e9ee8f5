"""The rules of a game in short, a section a page."""

from __future__ import annotations

import re
from typing import Any

from discord import ui

from bot import words
from bot.i18n import text
from bot.table.seating import Table
from bot.words import composed
from cogs._access.access import table_in
from cogs._access.controls import has_turn
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import Name
from cogs._answering.items import Component, menu_of
from cogs._answering.lasting_items import LastingMenu
from cogs._answering.presentation import accent, frame
from cogs._answering.visitor import Visitor
from cogs._pages.pages import page_menu
from cogs._panel.lesson import StartButton
from rules import registry

CITATION = re.compile(r"\s\([A-Z]{2}-\d+(, [A-Z]{2}-\d+)*\)")
"""Numbers of the rules that a sentence of the rules in short says, which people do not read."""


async def page(visitor: Visitor, table: Table, _name: str, _number: int) -> Panel:
    """Page of *More* with the first section."""
    plays = await has_turn(visitor, table)
    return rules(table.game, "", visitor.language, table, plays=plays)


def rules(
    game: str, section: str, language: str, table: Table | None = None, *, plays: bool = False
) -> Panel:
    """Section of the short rules, and a menu of all sections. Raises UnknownGame.

    As a page of *More* it has the menu of the pages about the `table` as well.
    """
    title, sections = registry.get(game).facts.title, words.of(game, language).sections
    current = section if section in sections else sections[0]
    section_text = CITATION.sub("", text(composed.section_text(game, current), language))
    heading, _, body = section_text.partition("\n")
    titles = {name: text(composed.section(game, name), language) for name in sections}
    select = menu_of(titles, current, title=text("board.page_rules", language))
    menu = RulesMenu(select, game, table.id if table else None)
    menus = [page_menu(table, language, plays=plays)] if table else []
    above = _beside_first_steps(game, f"## {title}\n{heading}", language)
    return frame(accent(()), above, body, menu, *menus)


def _beside_first_steps(game: str, heading: str, language: str) -> Component:
    """Heading with the button for the first steps of a game beside it, if it has a lesson."""
    if registry.get(game).lesson is None:
        return heading
    return ui.Section[Any](heading, accessory=StartButton.of(game, language))


class RulesMenu(LastingMenu, template="r:{game}[:{table_id}]"):
    """Menu of the sections of the short rules."""

    game: Name
    table_id: int | None = None

    async def press(self, visitor: Visitor) -> None:
        section = visitor.value
        table = await table_in(visitor, self.table_id) if self.table_id else None
        plays = table is not None and await has_turn(visitor, table)
        await visitor.show(rules(self.game, section, visitor.language, table, plays=plays))
