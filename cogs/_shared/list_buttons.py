"""The buttons that turn the pages of a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

from discord import ui

from bot.i18n import text
from cogs._shared.answering import LastingButton


class ListButton(LastingButton):
    """Base of the buttons to another page of a list."""

    page: int

    @classmethod
    def of(cls, page: int, name: str, language: str) -> Self:
        """Button to a page, which is `newer` or `older` than the current one."""
        label = text(f"me.games_{name}", language)
        return cls(ui.Button(label=label), page)

    @classmethod
    def page_row(cls, page: int, last: int, language: str) -> Iterator[ui.ActionRow[Any]]:
        """Row of the buttons to the pages before and behind one; none for a single page."""
        pages = (("newer", page - 1), ("older", page + 1))
        buttons = [cls.of(target, name, language) for name, target in pages if 0 <= target <= last]
        if buttons:
            yield ui.ActionRow[Any](*buttons)
