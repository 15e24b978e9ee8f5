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
from cogs._panel.lesson import StartButton, scenes
from render.contract import SCENES
from rules import registry

CITATION = re.compile(r"\s\([A-Z]{2}-\d+(, [A-Z]{2}-\d+)*\)")
"""Numbers of the rules that a sentence of the rules in short says, which people do not read."""


async def page(visitor: Visitor, table: Table, _name: str, _number: int) -> Panel:
    """Page of *More* with the first section."""
    return await page_of_more(visitor, table, *await _parts(visitor, table.game, "", table))


async def rules(visitor: Visitor, game: str, section: str) -> Panel:
    """Section of the short rules, and a menu of all sections. Raises UnknownGame."""
    return frame(accent(()), *await _parts(visitor, game, section))


async def _parts(
    visitor: Visitor, game: str, section: str, table: Table | None = None
) -> Sequence[Component]:
    """A section and the menu of all of them, which leads to pages of *More* about a `table`."""
    titles = _titles(game, visitor.language)
    current = section if section in titles else next(iter(titles))
    heading = f"## {registry.get(game).facts.title}\n### {titles[current]}"
    is_text = current != SCENES
    body = [_text(game, current, visitor)] if is_text else await scenes(visitor, game)
    select = menu_of(titles, current, title=visitor.text("board.page_rules"))
    menu = RulesMenu(select, game, table.id if table else None)
    return _beside_first_steps(game, heading, visitor.language), *body, menu


def _titles(game: str, language: str) -> dict[str, str]:
    """Titles of the sections by name: behind the goal, the small scenes of a game with lessons."""
    lesson, sections = registry.get(game).lesson, words.of(game, language).sections
    titles = {name: text(composed.section(game, name), language) for name in sections}
    if lesson is None:
        return titles
    (goal, title), *others = titles.items()
    return {goal: title, SCENES: text("lesson.scenes", language), **dict(others)}


def _text(game: str, section: str, visitor: Visitor) -> str:
    """Text of a section without its heading and the numbers of the rules."""
    section_text = visitor.text(composed.section_text(game, section))
    return CITATION.sub("", section_text).partition("\n")[2]


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
        table = await table_in(visitor, self.table_id) if self.table_id else None
        parts = await _parts(visitor, self.game, visitor.value, table)
        if table is None or visitor.value == SCENES:  # with no room for a second menu
            return frame(accent(()), *parts)
        return await page_of_more(visitor, table, *parts)
