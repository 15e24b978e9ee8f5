"""The base classes of buttons and menus about a table."""

from __future__ import annotations

from abc import abstractmethod

from bot.table.seating import Table
from cogs._access.access import table_in
from cogs._answering.answer import Panel
from cogs._answering.lasting_items import LastingButton, LastingItem, LastingMenu
from cogs._answering.visitor import Visitor


class TableItem(LastingItem):
    """Base of the items about a table, which exists only for people who may see it."""

    table_id: int

    async def press(self, visitor: Visitor) -> Panel | None:
        """Act on the press if the person may see the table, and return what to show."""
        return await self.press_at(visitor, await table_in(visitor, self.table_id))

    @abstractmethod
    async def press_at(self, visitor: Visitor, table: Table) -> Panel | None:
        """Act on the press at the table, and return what to show. Raises RulesError."""


class TableButton(TableItem, LastingButton):
    """Base of the buttons about a table."""


class TableMenu(TableItem, LastingMenu):
    """Base of the menus about a table."""
