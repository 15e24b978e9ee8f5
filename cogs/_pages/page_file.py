"""The file of `/replay export` that replays a finished game in a browser, without a network."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from functools import partial
from typing import TypeVar

from bot.connection.decorations import Upload
from bot.i18n import LANGUAGES, text
from bot.steps.film import Still
from bot.table.seating import Status, Table
from bot.words.careful import CarefulWords
from cogs._answering.edits import NO_HARM
from cogs._answering.films import PACE, Making, draw_frames, require_pause
from cogs._answering.presentation import about, picture_or_none
from cogs._answering.visitor import Visitor
from cogs._painting.wish import Wish
from cogs._words import labels
from cogs._words.turn_lines import TurnLines
from render.contract import PAGE
from render.film import MOST_FRAMES
from render.page import Page, Turn
from rules.contract import Result, RulesError

T = TypeVar("T")

LARGEST = 9_500_000
"""Bytes of the largest file: Discord takes 10 MiB. A larger one loses every second turn."""
CUT = "…"
"""Mark of a line in short that leaves something out."""
LONGEST_TURN = 20_000
"""Characters of a turn in words; a page has room."""
MARKUP = re.compile(r"(?<!\\)(?:\*\*|`|-# )")
ESCAPED = re.compile(r"\\([\\*_~`|>#-])")
"""A sign of Discord's markup that is meant as it stands."""
LABELS = ("first", "previous", "play", "pause", "next", "last", "slider", "turns", "words")
"""Labels of the page, besides its title and outcome."""


async def send_page(visitor: Visitor, table: Table) -> None:
    """Send the page to the person, and meanwhile show its progress."""
    if table.status is not Status.OVER:
        raise RulesError("page.not_over")
    require_pause(visitor, table, PAGE)
    await visitor.answer.acknowledge()
    stills, making = await visitor.app.replays.stills(table.id, MOST_FRAMES), Making()
    drawing = asyncio.create_task(_file(visitor, table, stills, making))
    visitor.app.background(_show_progress(visitor, table, making, drawing))


async def _show_progress(
    visitor: Visitor, table: Table, making: Making, drawing: asyncio.Task[bytes | None]
) -> None:
    """Edit the answer until the file is made, and add it."""
    language, bar = visitor.language, None
    title = labels.title(table, language)
    edit = visitor.interaction.edit_original_response
    try:
        while not drawing.done():
            if making.bar != bar:
                bar = making.bar
                await edit(content=visitor.text("page.progress", table=title, bar=bar))
            await asyncio.wait((drawing,), timeout=PACE)
        html = drawing.result()
        if html is None:
            code = "page.too_large" if making.too_large else "page.failed"
            await edit(content=visitor.text(code, table=title))
            return
        file = Upload(
            html, f"{table.game}-{table.number}.html", partial(text, "panel.no_file", language)
        )
        await edit(content=visitor.text("page.ready", table=title), attachments=[file])
    except NO_HARM:
        drawing.cancel()


async def _file(
    visitor: Visitor, table: Table, stills: Sequence[Still], making: Making
) -> bytes | None:
    """The file; None where it cannot be made, which is logged."""
    app = visitor.app
    look, log = await app.reading.look(table.id, None), await app.reading.log(table.id)
    frames: Sequence[bytes] = await draw_frames(app, table, stills, visitor.language, making)
    story = about(table, visitor.language, look.result, log)
    while frames:
        turns = await asyncio.to_thread(_turns, table, stills)
        page = Page(
            frames=tuple(frames),
            turns=tuple(turns),
            names=tuple(labels.picture_names(table)),
            days=tuple(day.isoformat() for day in (story.began, story.ended) if day),
            labels=_labels(table, look.result),
        )
        html = await picture_or_none(Wish(table.game, PAGE, stills[-1].view, shown=page))
        if html is None or len(html) <= LARGEST:
            return html
        stills, frames = _every_second(stills), _every_second(frames)
        making.too_large = not frames
    return None


def _every_second(parts: Sequence[T]) -> list[T]:
    """Every second part, and the last; [] where there are too few to leave any out."""
    return [*parts[:-1:2], parts[-1]] if len(parts) > 2 else []


def _turns(table: Table, stills: Sequence[Still]) -> list[Turn]:
    """The words beside each still, in every language."""
    return [
        Turn(
            number=still.turn,
            totals=still.totals,
            heading={language: _heading(still, stills[-1], language) for language in LANGUAGES},
            lines={language: _lines(table, still, language) for language in LANGUAGES},
            board={
                language: plain_text(
                    CarefulWords(table, language, labels.names(table)).board_text(still.view)
                )
                for language in LANGUAGES
            },
        )
        for still in stills
    ]


def _heading(still: Still, last: Still, language: str) -> str:
    code = "page.turn" if still.turn else "page.deal"
    return text(code, language, number=still.turn, turns=last.turn)


def _lines(table: Table, still: Still, language: str) -> list[str]:
    """The moves of the turn in words: in short, or in full where that would leave something out."""
    turn_lines = TurnLines(table, language)
    lines = "\n".join(line.full for line in turn_lines.short(still.plies))
    if CUT in lines:
        lines = turn_lines.text(still.plies, LONGEST_TURN)
    return [plain_text(line) for line in lines.split("\n") if line]


def plain_text(words: str) -> str:
    """Words without Discord's markup, and without the escapes of what only looks like it."""
    return ESCAPED.sub(r"\1", MARKUP.sub("", words))


def _outcome(table: Table, result: Result, language: str) -> str:
    reason = CarefulWords(table, language).end_reason(result)
    return plain_text(f"{labels.winners(table, result, language)} {reason}")


def _labels(table: Table, result: Result | None) -> dict[str, dict[str, str]]:
    """Labels of the page by language, who has won, and by how much."""
    return {
        language: {
            "title": labels.title(table, language),
            "outcome": _outcome(table, result, language) if result else "",
            **{name: text(f"page.{name}", language) for name in LABELS},
        }
        for language in LANGUAGES
    }
