"""The one thread that draws: off the event loop, a picture at a time, the newest remembered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor

import msgspec

from render.registry import renderer
from rules.contract import Seat

KEPT = 32
"""Pictures remembered: several people ask for the newest board of a table at once."""


class Wish(msgspec.Struct, frozen=True):
    """A picture, by what it shows: the arguments of `render.registry.Renderer.draw`."""

    game: str
    view: msgspec.Struct
    names: tuple[str, ...] = ()
    highlight: tuple[tuple[Seat, int], ...] | None = None
    focus: Seat | None = None
    ghost: msgspec.Struct | None = None

    def draw(self) -> bytes:
        """The PNG; some dozens of milliseconds of pure computing."""
        return renderer(self.game).draw(
            self.view,
            names=self.names,
            highlight=self.highlight,
            focus=self.focus,
            ghost=self.ghost,
        )


class Painter:
    """Draws in a thread of its own. Equal wishes share one picture."""

    def __init__(self, kept: int = KEPT) -> None:
        self._brush = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._pictures: OrderedDict[bytes, Future[bytes]] = OrderedDict()
        self._kept = kept

    async def draw(self, wish: Wish) -> bytes:
        """The PNG of `wish`. Raises what drawing raises."""
        picture = self._picture(msgspec.msgpack.encode(wish), wish)
        return await asyncio.shield(asyncio.wrap_future(picture))

    def _picture(self, key: bytes, wish: Wish) -> Future[bytes]:
        """The picture under way or made; one that failed is tried anew."""
        known = self._pictures.pop(key, None)
        if known is None or (known.done() and known.exception() is not None):
            known = self._brush.submit(wish.draw)
        self._pictures[key] = known
        while len(self._pictures) > self._kept:
            self._pictures.popitem(last=False)
        return known

    def prewarm(self, game: str) -> None:
        """Draw a game's sprites before anybody waits for them."""
        self._brush.submit(renderer(game).prewarm)


PAINTER = Painter()
"""One for the process, as `render` draws one picture at a time."""
