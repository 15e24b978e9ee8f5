"""An ordinary message: words, a picture, buttons. Whatever calls people is one.

A push on a phone shows the beginning of the words, names instead of mentions; of a message that is
made of components it shows nothing. So the words begin with who is called, and why.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.words import shortened
from cogs.errors import LastingItem

LONGEST = 2000
"""Characters of the words of a message."""
PUSHED = 150
"""Characters of the words that a push may show."""
ICON = re.compile(r"<a?:\w+:\d+>")
UNSEEN = re.compile(r"<[^>]+>|\*\*|`|^-# ", re.MULTILINE)
"""What a push leaves out, or shows as a name, which may be short."""
NOBODY = discord.AllowedMentions.none()
"""For what notifies nobody, whatever its words."""


class Message(NamedTuple):
    """What is sent, or put in the place of another."""

    content: str
    files: Sequence[discord.File] = ()
    buttons: Sequence[LastingItem[Any]] = ()
    link: ui.Button[Any] | None = None
    """The last button: it leads somewhere."""

    @property
    def view(self) -> ui.View | None:
        """The buttons, five in a row; None where there are none, as edits take them off by it."""
        if not self.buttons:
            return None
        view = ui.View(timeout=None)
        for button in (*self.buttons, self.link):
            if button is not None:
                view.add_item(button)
        return view

    @property
    def sent(self) -> dict[str, Any]:
        """The arguments of the call that sends it."""
        buttons = {"view": self.view} if self.buttons else {}
        return {"content": self.content, "files": self.files, **buttons}

    @property
    def put(self) -> dict[str, Any]:
        """The arguments of the call that puts it in the place of another."""
        return {"content": self.content, "view": self.view, "attachments": self.files}


def to(users: Iterable[int]) -> discord.AllowedMentions:
    """Lets a message notify these people and nobody else, whatever its words."""
    return discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(user) for user in users]
    )


def of_components(message: Message) -> ui.LayoutView:
    """The words for a post that is made of components, as all once were: that it stays."""
    return ui.LayoutView(timeout=None).add_item(ui.TextDisplay(message.content))


def attached(png: bytes, alt: str, name: str) -> discord.File:
    """A picture below the words."""
    return discord.File(io.BytesIO(png), filename=name, description=alt)


def spells_icons(words: str) -> bool:
    """Whether a push may reach as far as an icon, whose name it would spell out."""
    icon = ICON.search(words)
    return icon is not None and len(UNSEEN.sub("", words[: icon.start()])) < PUSHED


def fitted(*parts: str, room: int = LONGEST) -> str:
    """The parts that are not empty, each on lines of its own, as many whole lines as fit."""
    lines = "\n".join(filter(None, parts)).split("\n")
    while len(lines) > 1 and length(lines) > room:
        lines.pop()
    return shortened("\n".join(lines), room)


def length(lines: Iterable[str]) -> int:
    """Characters that so many lines take, each with its end."""
    return sum(len(line) + 1 for line in lines)
