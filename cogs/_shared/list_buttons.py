"""The buttons that turn the pages of a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Self

from discord import ui

from bot.i18n import text
from cogs._shared.answering import NOTHING, LastingItem


class ListButton(LastingItem[ui.Button[Any]], template=NOTHING):
    """Base of the buttons to another page of a list: `<prefix>:<page>`."""

    prefix: ClassVar[str]

    def __init__(self, item: ui.Button[Any], page: int) -> None:
        super().__init__(item)
        self.page = page

    @classmethod
    def of(cls, page: int, name: str, language: str) -> Self:
        """Button to a page, which is `newer` or `older` than the current one."""
        label = text(f"me.games_{name}", language)
        return cls(ui.Button[Any](label=label, custom_id=f"{cls.prefix}:{page}"), page)

    @classmethod
    def page_row(cls, page: int, last: int, language: str) -> Iterator[ui.ActionRow[Any]]:
        """Row of the buttons to the pages before and behind one; none for a single page."""
        pages = (("newer", page - 1), ("older", page + 1))
        buttons = [cls.of(target, name, language) for name, target in pages if 0 <= target <= last]
        if buttons:
            yield ui.ActionRow[Any](*buttons)
