"""Frames of finished games, drawn one by one in the process for what can wait, and their progress.

A film and a page that replays the game are made of the same frames.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from weakref import WeakKeyDictionary

import msgspec

from bot.app import App
from bot.connection.decorations import is_too_large
from bot.service.delivery import OUTAGES, Later
from bot.steps.film import Still
from bot.table.seating import Table
from cogs._answering.presentation import about, news_of, picture_or_none, wish_at
from cogs._answering.visitor import Visitor
from render.contract import FRAME
from render.film import Caption
from rules.contract import RulesError

BAR = 12
"""Characters of a progress bar."""
PACE = 2.0
"""Seconds between two looks at the progress."""
PAUSE = 60.0
"""Seconds between two requests of a person for the frames of a table."""


class Making(msgspec.Struct, eq=False):
    """A film that is being made, or that could not be made."""

    frames: int = 0
    """Number of its frames; 0 until it is known."""
    drawn: int = 0
    ended: bool = False
    too_large: bool = False
    """Whether Discord takes no file of that size, so that another try is of no use."""

    @property
    def bar(self) -> str:
        """Bar of the progress, in code type."""
        full = BAR * self.drawn // self.frames if self.frames else 0
        return f"`{'█' * full}{'░' * (BAR - full)}`"


# ---- progress ------------------------------------------------------------------------------------

_MAKING: WeakKeyDictionary[App, dict[int, Making]] = WeakKeyDictionary()
"""Newest attempt at a film by table, until it is posted."""


def progress(app: App, table_id: int) -> Making | None:
    """Progress of the film of a table; None where none has begun, or it is posted."""
    return _MAKING.get(app, {}).get(table_id)


@contextmanager
def make(app: App, table_id: int) -> Iterator[Making]:
    """Note the progress of a film within the block, and whether it fails for good."""
    making = _MAKING.setdefault(app, {})[table_id] = Making()
    try:
        yield making
    except (Later, *OUTAGES):
        raise
    except Exception as error:
        making.ended = True
        making.too_large = is_too_large(error.__cause__)
        raise


def note_posted(app: App, table_id: int) -> None:
    """Forget the progress of a film that is posted."""
    _MAKING.get(app, {}).pop(table_id, None)


# ---- requests ------------------------------------------------------------------------------------

_ASKED: WeakKeyDictionary[App, dict[tuple[int, int, str], float]] = WeakKeyDictionary()
"""When each person has asked last for a table as a film or a page, by the monotonic clock."""


def require_pause(visitor: Visitor, table: Table, kind: str) -> None:
    """Refuse a request within a minute of the person's last one of that kind for a table."""
    asked, now = _ASKED.setdefault(visitor.app, {}), visitor.app.clock.monotonic()
    key = visitor.user, table.id, kind
    if (left := asked.get(key, now - PAUSE) + PAUSE - now) > 0:
        raise RulesError(f"{kind}.too_soon", n=ceil(left))
    for old in [old for old, at in asked.items() if now - at >= PAUSE]:
        del asked[old]
    asked[key] = now


# ---- frames --------------------------------------------------------------------------------------


async def draw_frames(
    app: App, table: Table, stills: Sequence[Still], language: str, making: Making
) -> list[bytes]:
    """Draw the frames of stills as PNG files; [] where one cannot be drawn, which is logged."""
    look, log = await app.reading.look(table.id, None), await app.reading.log(table.id)
    making.frames, last = len(stills), stills[-1]
    end = about(table, language, look.result, log)
    frames = list[bytes]()
    for still in stills:
        facts = end if still is last else about(table, language)
        shown, news = Caption(still.turn, last.turn, still.totals), news_of(still.plies)
        # everything stands where it stands in the last frame
        fields = {"news": news, "shown": shown, "stage": last.view}
        frame = await picture_or_none(wish_at(table, FRAME, still.view, facts, **fields))
        if frame is None:
            return []
        frames.append(frame)
        making.drawn = len(frames)
    return frames
