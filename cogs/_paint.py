"""The one thread that draws, one picture at a time, off the event loop; and whose comes next.

The bot's own posts come first, since a table waits for them. Then people take turns, however many
pictures each of them asks for. A picture that a newer one of the same person in the same place will
cover, or that nobody waits for any more, is not drawn at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import blake2b
from itertools import count

import msgspec

from bot.clock import Clock
from bot.figures import Figures
from cogs._labels import Click
from render.cache import CACHE, Key
from render.contract import About
from render.registry import renderer
from rules.contract import Event, Seat

Place = tuple[int | None, int]
"""Who waits for a picture, None for a post; and which message will show it."""

_PLACE: ContextVar[Place | None] = ContextVar("place", default=None)


class Overtaken(Exception):
    """The same person has asked for something newer in the same place: nothing is to be shown."""


class Wish(msgspec.Struct, frozen=True):
    """A picture of a game, by what it shows: the arguments of `render.contract.Pictures.draw`."""

    game: str
    picture: str
    view: msgspec.Struct | None = None
    names: tuple[str, ...] = ()
    news: tuple[Event, ...] = ()
    seat: Seat | None = None
    shown: msgspec.Struct | None = None
    about: About = About()

    @property
    def key(self) -> Key:
        """What the picture is kept under."""
        return Wish, blake2b(msgspec.msgpack.encode(self), digest_size=16).digest()

    def draw(self) -> bytes:
        """The PNG; some dozens of milliseconds of pure computing."""
        return renderer(self.game).draw(
            self.picture,
            self.view,
            names=self.names,
            news=self.news,
            seat=self.seat,
            shown=self.shown,
            about=self.about,
        )


class Order(msgspec.Struct, eq=False):
    """A wish, while somebody waits for it."""

    wish: Wish
    key: Key
    place: Place
    number: int
    picture: asyncio.Future[bytes]

    def draw(self) -> bytes:
        """The picture as it is kept, or drawn now."""
        known: bytes | None = CACHE.get(self.key)
        if known is None:
            known = self.wish.draw()
            CACHE.store(self.key, known, packed=True)
        return known


def asked_by(interaction: Click) -> None:
    """From now on, what the present task wants drawn is for this person."""
    shown = interaction.message
    private = shown is not None and shown.flags.ephemeral
    place = shown.id if private and shown is not None else interaction.id
    _PLACE.set((interaction.user.id, place))


class Painter:
    """Draws in a thread of its own. Equal wishes share one picture."""

    def __init__(self) -> None:
        self._brush = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._numbers = count()
        self._orders: dict[Place, Order] = {}
        self._served: dict[int | None, int] = {}
        self._work: asyncio.Task[None] | None = None
        self.figures = Figures(Clock())
        """Counts of the pictures; those of the bot, once there is one."""

    async def draw(self, wish: Wish) -> bytes:
        """The PNG of `wish`. Raises what drawing raises, and Overtaken."""
        with self._ordered(wish) as order:
            if self._work is None or self._work.done():
                self._work = asyncio.create_task(self._draw_all())
            return await order.picture

    @contextmanager
    def _ordered(self, wish: Wish) -> Iterator[Order]:
        """The wish among the orders, as long as somebody waits for it."""
        number = next(self._numbers)
        place = _PLACE.get() or (None, number)
        order = Order(wish, wish.key, place, number, asyncio.get_running_loop().create_future())
        before = self._orders.pop(place, None)
        if before is not None and not before.picture.done():
            before.picture.set_exception(Overtaken())
        self._orders[place] = order
        try:
            yield order
        finally:
            if self._orders.get(place) is order:
                del self._orders[place]

    async def _draw_all(self) -> None:
        """Draw as long as anybody waits."""
        loop = asyncio.get_running_loop()
        while self._orders:
            order = min(self._orders.values(), key=self._turn)
            self._served[order.place[0]] = next(self._numbers)
            with self._measured():
                done = await asyncio.gather(
                    loop.run_in_executor(self._brush, order.draw), return_exceptions=True
                )
            self._hand_out(order.key, done[0])
        self._served.clear()

    @contextmanager
    def _measured(self) -> Iterator[None]:
        """Count a picture, with the time that it takes."""
        clock = self.figures.clock
        began = clock.monotonic()
        yield
        self.figures.picture(clock.monotonic() - began)

    def _turn(self, order: Order) -> tuple[bool, int, int]:
        """Posts first; then whoever was served the longest ago; then the oldest order."""
        person = order.place[0]
        return person is not None, person is not None and self._served.get(person, -1), order.number

    def _hand_out(self, key: Key, drawn: bytes | BaseException) -> None:
        """Give a picture to all who wait for it, or tell them why there is none."""
        for order in [order for order in self._orders.values() if order.key == key]:
            del self._orders[order.place]
            if order.picture.done():
                continue
            if isinstance(drawn, bytes):
                order.picture.set_result(drawn)
            else:
                order.picture.set_exception(drawn)

    def prewarm(self, game: str) -> None:
        """Draw a game's sprites before anybody waits for them."""
        self._brush.submit(renderer(game).prewarm)


PAINTER = Painter()
"""One for the process, as `render` draws one picture at a time."""
