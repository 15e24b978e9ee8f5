"""A person and their press, form or command: made once, and passed to whatever answers it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Self

import discord
import msgspec

from bot.app import App
from bot.i18n import language_of, text
from bot.table.names import plain
from bot.table.seating import Person, Table
from cogs._answering.answer import WORKING, Answer, Panel, PrivateMessages, message
from cogs._answering.edits import NO_HARM
from cogs._answering.items import values
from cogs._painting.painter import Overtaken
from cogs._words import labels
from cogs._words.labels import Click

FOLLOWED = 840.0
"""Seconds for which an answer updates itself: Discord takes edits of it for 15 minutes."""
VISITOR = "visitor"
"""Key of the visitor among the extras of an interaction."""


def reader(interaction: Click) -> str:
    """Language of the person who clicked or typed: their choice, else that of their Discord."""
    choice = interaction.client.people.preferences(interaction.user.id).language
    return choice or _discord_language(interaction)


def _discord_language(interaction: Click) -> str:
    return language_of(interaction.locale.value)


def person_of(user: discord.abc.User, language: str | None = None) -> Person:
    """Person with their name on the server, if it has visible characters."""
    return Person(user.id, plain(user.display_name) or user.name, language)


class Visitor(msgspec.Struct, frozen=True):
    """The person who clicked or typed, their language, and the answer that they get."""

    interaction: Click
    app: App
    user: int
    language: str
    answer: Answer

    @classmethod
    def of(cls, interaction: Click) -> Visitor:
        """Person of an interaction."""
        visitor: Visitor | None = interaction.extras.get(VISITOR)
        if visitor is None:
            app, language = interaction.client, reader(interaction)
            answer = Answer(interaction, PrivateMessages.of(app), language)
            visitor = cls(interaction, app, interaction.user.id, language, answer)
            interaction.extras[VISITOR] = visitor
        return visitor

    def text(self, code: str, /, **args: Any) -> str:
        """The sentence of `code` in their language."""
        return text(code, self.language, **args)

    def in_language_of_now(self) -> Self:
        """The same person, after a change of their language."""
        return msgspec.structs.replace(self, language=reader(self.interaction))

    @property
    def person(self) -> Person:
        """Person with their name and language."""
        return person_of(self.interaction.user, self.language)

    @property
    def discord_language(self) -> str:
        """Language of their Discord, which holds where they have chosen none."""
        return _discord_language(self.interaction)

    @property
    def guild(self) -> int:
        """Id of the server; 0 in direct messages."""
        return self.interaction.guild_id or 0

    @property
    def channel(self) -> int:
        """Id of the channel or thread."""
        return self.interaction.channel_id or 0

    @property
    def values(self) -> Sequence[str]:
        """Values chosen in a menu; none of a button with a forged custom id."""
        return values(self.interaction)

    @property
    def value(self) -> str:
        """Value chosen in a menu that takes one; "" of a button with a forged custom id."""
        return "".join(self.values)

    @property
    def names_command(self) -> bool:
        """Whether Discord names a command above the private answer, in a line of its own."""
        if (panel := self.answer.panel) is None:
            return self.interaction.type is discord.InteractionType.application_command
        origin = panel.interaction_metadata
        return origin is not None and origin.type is discord.InteractionType.application_command

    def at(self, table: Table, revision: int | None = None) -> Visit:
        """Visit of the person to a table, from a button shown at a revision of it."""
        person = (self.interaction, self.app, self.user, self.language, self.answer)
        return Visit(*person, table, revision)

    def defer(self, doing: str = WORKING, *, public: bool = False) -> None:
        """Let the answer take its time: unless it is ready soon, say what is being `doing`."""
        self.answer.defer(doing, public=public)

    async def show(self, panel: Panel | None) -> None:
        """Answer with a panel, if there is one, in the private message that was pressed or anew.

        A new one replaces the person's older private message about the table.
        """
        if panel is not None:
            await self.answer.show(panel)

    async def follow(self, look: Callable[[], Awaitable[tuple[Panel | None, bool]]]) -> None:
        """Update the answer as long as Discord takes that, and its message shows nothing else.

        A `look`, which takes its time, returns what to show now, if that is new, and whether it is
        the last.
        """
        clock, is_last = self.app.clock, False
        end = clock.monotonic() + FOLLOWED
        with suppress(*NO_HARM, Overtaken):
            while self.answer.is_current and not is_last and clock.monotonic() < end:
                panel, is_last = await look()
                if self.answer.is_current:
                    await self.show(panel)

    async def tell(self, code: str, table: Table | None = None, **args: Any) -> None:
        """Answer with a sentence, which may name a table and its place."""
        if table is not None:
            names = {"table": labels.title(table, self.language), "place": labels.place(table)}
            args = names | args
        await self.show(message(self.text(code, **args)))


class Visit(Visitor, frozen=True):
    """A person at a table."""

    table: Table
    revision: int | None
    """Revision of the table when the button was shown; None for a command."""

    @property
    def claim(self) -> tuple[int, int, int | None]:
        """Table, person and revision: the first arguments of the methods of `Moves`."""
        return self.table.id, self.user, self.revision
