"""What panels, pages and posts are made of: pictures, frames, what was done turn by turn."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import chain, groupby
from typing import Any

import discord
from discord import ui

from bot.app import App
from bot.i18n import text
from bot.steps.visibility import standing
from bot.table.changes import Via
from bot.table.seating import Table
from bot.tables import Ply
from bot.words import Icon, no_icon
from bot.words.careful import CarefulWords
from cogs import _labels
from cogs._message import fitted, length
from cogs._paint import PAINTER, Overtaken, Wish
from render.contract import About
from render.registry import renderer
from render.theme import THEME
from rules.contract import Event, Result, Seat
from rules.log import LEAVES

log = logging.getLogger(__name__)

DRAWING = 30.0
"""Seconds that the picture of a post, or a form of it, may take to be made."""
READING = 5.0
"""Seconds that somebody waits for the picture of a panel; then they have its words without it."""
PICTURE = "board.png"
SHOWN_LINES = 16
"""Lines told in one board post; when AI seats run on for longer, only the newest are."""
LONGEST_TOLD = 2400
"""Characters that the moves may take of the 4,000 of a panel; the oldest are left out."""
MOST_GONE = 12
"""Moves that were taken back, in one line."""
LONGEST_EARLIER = 80
"""Characters of the line about moves that had no room."""


# ---- parts ---------------------------------------------------------------------------------------


def icons(app: App) -> Icon:
    """The application's own emojis as text."""
    return lambda name: str(app.emoji(name) or "")


def accent(seats: Sequence[int]) -> discord.Colour:
    """The colour of the first of `seats`; gold where there is none."""
    colour = THEME.seats[seats[0]].colour if seats else THEME.gold
    return discord.Colour.from_rgb(*colour)


def picture(png: bytes, alt: str, name: str = PICTURE) -> tuple[ui.MediaGallery[Any], discord.File]:
    """A picture as a component and as the upload it shows."""
    shown = discord.MediaGalleryItem(f"attachment://{name}", description=alt)
    return ui.MediaGallery(shown), discord.File(io.BytesIO(png), filename=name)


async def drawn(
    wish: Wish, alt: str, language: str, *, name: str = PICTURE, instead: str = ""
) -> tuple[ui.Item[Any], list[discord.File]]:
    """A picture for one reader, and its upload; a sentence where there is none in time.

    The words of a panel or a hand stand beside it: nobody needs it to play on. A picture that is
    late is kept once it is done: whoever opens the panel again then has it. Raises Overtaken.
    """
    try:
        async with asyncio.timeout(READING):
            png = await _png_or_none(wish)
        sorry = text("panel.no_picture", language)
    except TimeoutError:
        png, sorry = None, text("panel.late_picture", language)
    if png is None:
        return ui.TextDisplay("\n".join(filter(None, (instead, sorry)))), []
    shown, file = picture(png, alt, name)
    return shown, [file]


async def painted(wish: Wish) -> bytes | None:
    """A picture of a post, which can do without; None where there is none in time, as the log says.

    Raises Overtaken.
    """
    try:
        async with asyncio.timeout(DRAWING):
            return await _png_or_none(wish)
    except TimeoutError:
        log.warning("No picture of a table of %s in time: %s", wish.game, wish.picture)
        return None


async def _png_or_none(wish: Wish) -> bytes | None:
    """A picture; None where it cannot be drawn, as the log says. Raises Overtaken."""
    try:
        return await PAINTER.draw(wish)
    except Overtaken:
        raise
    except Exception as error:
        PAINTER.figures.fault(f"No picture of a table of {wish.game}: {wish.picture}", error)
        return None


def frame(colour: discord.Colour, *parts: str | ui.Item[Any]) -> ui.LayoutView:
    """One message: texts and other components in a frame of one colour."""
    items = (
        ui.TextDisplay(part) if isinstance(part, str) else part for part in parts if part != ""
    )
    container = ui.Container[ui.LayoutView](*items, accent_colour=colour)
    return ui.LayoutView(timeout=None).add_item(container)


# ---- what is on the board, and what was done there -----------------------------------------------


def public_picture(
    table: Table,
    name: str,
    view: Any,
    plies: Sequence[Ply],
    known: About,
    seat: Seat | None = None,
) -> tuple[Wish, str]:
    """A picture that anybody may see, with what the moves have changed lit; and its alt text."""
    called, spoken = _labels.names(table), CarefulWords(table)
    wish = Wish(
        table.game,
        name,
        view,
        names=tuple(_labels.picture_names(table)),
        news=news_of(plies),
        seat=seat,
        about=known,
    )
    if renderer(table.game).public[name].final:
        return wish, spoken.poster(view, called, known.ranking, known.plies, known.language)
    return wish, spoken.alt(name, view, called, known.language, seat)


def about(
    table: Table, language: str, result: Result | None = None, log: Sequence[Ply] = ()
) -> About:
    """What a picture is told of a table beside its position; its story once it has a `result`."""
    if result is None:
        return About(language, table.commitment)
    plies = standing(log)
    days = [_day(ply) for ply in (*plies[:1], *plies[-1:])]
    return About(
        language,
        table.commitment,
        ranking=by_rank(result),
        plies=len(plies),
        began=days[0] if days else None,
        ended=days[-1] if days else None,
    )


def by_rank(result: Result) -> tuple[tuple[Seat, ...], ...]:
    """The seats, best first; those that share a rank together, in the order of the seats."""
    return tuple(
        tuple(seat for seat, each in enumerate(result.ranks) if each == rank)
        for rank in sorted(set(result.ranks))
    )


def _day(ply: Ply) -> date:
    return datetime.fromisoformat(ply.at).date()


def news_of(plies: Sequence[Ply]) -> tuple[Event, ...]:
    """What moves have caused in public, those that stand."""
    return tuple(event for ply in plies if not ply.undone for event in ply.events)


def log_text(
    app: App | None,
    table: Table,
    plies: Sequence[Ply],
    language: str,
    called: Collection[int] = (),
    room: int = LONGEST_TOLD,
) -> str:
    """What was done, turn by turn, the newest last; above, how many moves had no room."""

    def fits(lines: Sequence[str]) -> bool:
        return length(lines) <= room - LONGEST_EARLIER

    lines, missing = newest(app, table, plies, language, fits, called)
    if missing:
        lines.insert(0, text("board.earlier", language, n=missing))
    return fitted(*lines, room=room)


def newest(
    app: App | None,
    table: Table,
    plies: Sequence[Ply],
    language: str,
    fits: Callable[[Sequence[str]], bool],
    called: Collection[int] = (),
) -> tuple[list[str], int]:
    """What was done, turn by turn, as much of the newest as fits; how many moves had no room.

    Each line says whose it is, and the last one of a turn what it has brought. Who is `called` is
    mentioned. Without the `app` there are no icons, as in a post: a push would show their names.
    """
    everybody = [named(table, seat, called) for seat in range(len(table.seats))]
    parts = gone_together(turns(plies))
    kept = [line for part in parts for line in _lines(app, table, part, everybody, language)]
    del kept[:-SHOWN_LINES]
    while len(kept) > 1 and not fits([line for line, _ in kept]):
        del kept[0]
    return [line for line, _ in kept], len(plies) - sum(count for _, count in kept)


def named(table: Table, seat: Seat, called: Collection[int]) -> str:
    """A mention if they are to be notified, else a name: others may see a number in a mention."""
    user = table.seats[seat].user_id
    return f"<@{user}>" if user in called else _labels.bold_names(table)[seat]


def turns(plies: Sequence[Ply]) -> Iterator[list[Ply]]:
    """The plies of each turn; what was taken back stands alone."""
    turn: list[Ply] = []
    for ply in plies:
        if turn and (turn[-1].ends_turn or turn[-1].undone or ply.undone or ply.notation == LEAVES):
            yield turn
            turn = []
        turn.append(ply)
    if turn:
        yield turn


def gone_together(parts: Iterable[list[Ply]]) -> Iterator[list[Ply]]:
    """Turns as they are; of what was taken back in one go, all moves of each seat together."""
    for gone, some in groupby(parts, key=lambda part: part[0].undone):
        if not gone:
            yield from some
            continue
        seats: dict[Seat, list[Ply]] = {}
        for ply in chain.from_iterable(some):
            seats.setdefault(ply.seat, []).append(ply)
        for own in seats.values():
            yield from (own[at : at + MOST_GONE] for at in range(0, len(own), MOST_GONE))


def _lines(
    app: App | None, table: Table, turn: Sequence[Ply], names: Sequence[str], language: str
) -> Iterator[tuple[str, int]]:
    """The lines of a turn, each whole with what followed in small, and how many moves it tells."""
    mark = f"{_labels.mark(app, table, turn[0].seat)} " if app else ""
    if turn[0].undone:
        seat, moves = f"{mark}{names[turn[0].seat]}", "` · `".join(ply.notation for ply in turn)
        yield text("board.taken_back", language, seat=seat, move=moves), len(turn)
        return
    icon = icons(app) if app else no_icon
    spoken = CarefulWords(table)
    if turn[0].notation == LEAVES:
        lines = [spoken.left_line(turn[0], names, language, icon)]
    else:
        lines = spoken.turn_lines(turn, names, language, icon)
    brought, late = gained(table, turn, language), _late(turn, names, language)
    for line in lines:
        is_last = line is lines[-1]
        done = " · ".join(filter(None, (line.done, brought if is_last else "")))
        followed = (*line.followed, *(late if is_last else ()))
        yield "\n".join((f"{mark}{done}", *(f"-# {one}" for one in followed))), line.plies


def _late(turn: Sequence[Ply], names: Sequence[str], language: str) -> list[str]:
    """Says that an AI has made a turn because its time was up."""
    if turn[-1].via is not Via.LATE:
        return []
    return [text("board.late_turn", language, name=names[turn[-1].seat])]


def gained(table: Table, turn: Sequence[Ply], language: str) -> str:
    """What a turn, or a part of it, has brought to whose it was; "" where that was not noted."""
    first, last = turn[0].points, turn[-1].points
    if first is None or last is None:
        return ""
    return CarefulWords(table).gained(last[1] - first[0], last[1], language)
