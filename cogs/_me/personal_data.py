"""Data kept about a person: exported on request, or erased after a question."""

from __future__ import annotations

import gzip
from functools import partial
from typing import Annotated

from bot.app import App
from bot.connection.decorations import Upload
from bot.i18n import text
from cogs._access.commands import command
from cogs._answering.answer import Panel
from cogs._answering.custom_ids import one_of
from cogs._answering.items import ACCENT, GREY, RED
from cogs._answering.lasting_items import LastingButton
from cogs._answering.presentation import frame
from cogs._answering.visitor import Visitor
from cogs._painting.painter import PAINTER

PATHS = {"help": "help", "data": "me data"}
STYLES = {"erase": RED, "keep": GREY}


LARGEST = 8 * 2**20
"""Bytes of a file beyond which it is compressed."""


@command("me data")
async def data(visitor: Visitor) -> None:
    """Send me all data kept about me, as a file."""
    await visitor.answer.acknowledge()
    app = visitor.app
    content, name = await app.privacy.person_file(visitor.user), "hexagora.json"
    if len(content) > LARGEST:
        content, name = gzip.compress(content), f"{name}.gz"
    explanation = visitor.text("me.data", **_command_mentions(app))
    file = Upload(content, name, partial(text, "panel.no_file", visitor.language))
    await visitor.interaction.edit_original_response(content=explanation, attachments=[file])


def _command_mentions(app: App) -> dict[str, str]:
    return {name: app.slash(path) for name, path in PATHS.items()}


@command("me delete")
async def delete(visitor: Visitor) -> Panel:
    """Erase my data, after a question."""
    buttons = [EraseButton.of(verb, visitor.language) for verb in STYLES]
    question = visitor.text("me.erase_question", **_command_mentions(visitor.app))
    return frame(ACCENT, question, buttons)


class EraseButton(LastingButton, template="me:{verb}"):
    """An answer to the question."""

    label = "me.{verb}_button"
    style = STYLES
    verb: Annotated[str, one_of(STYLES)]

    async def press(self, visitor: Visitor) -> Panel:
        if self.verb == "erase":
            await visitor.app.privacy.forget(visitor.user)
            PAINTER.forget()
        return frame(ACCENT, visitor.text(f"me.{self.verb}_done"))
