"""An ordinary message: text, a picture, buttons. Every message that mentions people is one.

A push notification shows the beginning of the text, with names in place of mentions; of a message
made of components it shows nothing. So the text begins with the people called and the reason.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.i18n import text
from cogs._answering.lasting_items import LastingItem
from cogs._words.small_print import readable

MENTION = re.compile(r"<@(\d+)>")
"""Mention of a person in a text."""
NOBODY = discord.AllowedMentions.none()
"""Mentions of a message that notifies nobody, whatever its text."""


class Message(NamedTuple):
    """Content of a message to be sent, or of an edit."""

    content: str
    files: Sequence[discord.File] = ()
    buttons: Sequence[LastingItem] = ()
    link: ui.Button[Any] | None = None
    """The last button, which links to a place."""

    @property
    def view(self) -> ui.View | None:
        """Buttons, five in a row; None for none, by which an edit removes them."""
        view = ui.View(timeout=None)
        for button in (*self.buttons, *([self.link] if self.link is not None else [])):
            view.add_item(button)
        return view if view.children else None

    @property
    def to_send(self) -> dict[str, Any]:
        """Arguments of the call that sends the message."""
        view = self.view
        buttons = {} if view is None else {"view": view}
        return readable({"content": self.content, "files": self.files, **buttons})

    @property
    def to_edit(self) -> dict[str, Any]:
        """Arguments of the call that edits another message into this one."""
        edit = {"content": self.content, "view": self.view, "attachments": self.files}
        return readable(edit)


def mentions_of(users: Iterable[int]) -> discord.AllowedMentions:
    """Mentions of a message that notifies these people and nobody else, whatever its text."""
    return discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(user) for user in users]
    )


def line_to(users: Iterable[int], line: str, language: str) -> str:
    """A line to these people, whom it mentions; the mere line where there are none."""
    names = [f"<@{user}>" for user in users]
    return text("table.notice_to", language, names=names, notice=line) if names else line


def people_mentioned(content: str) -> list[int]:
    """People whom a text mentions, each once."""
    return [int(user) for user in dict.fromkeys(MENTION.findall(content))]


def with_mentions(content: str, people: Collection[int], nobody: str) -> str:
    """Text that mentions these people only, and says `nobody` in place of anybody else."""
    return MENTION.sub(lambda mention: mention[0] if int(mention[1]) in people else nobody, content)
