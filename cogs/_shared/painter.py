"""The one thread that draws, one picture at a time, off the event loop; and its queue.

While both wait, two posts are drawn for each picture of a person: a post calls people, a panel has
its words and buttons without its picture. Shares, not deadlines: under a load that lasts, deadlines
would all be over, and either posts or people would wait without end. Among themselves posts come in
their order, and people take turns, however many pictures each of them asks for. A picture is
dropped from the queue when the same person asks for a newer one in the same place, or when nobody
waits for it any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import blake2b
from itertools import count

import msgspec

from bot.clock import Clock
from bot.figures import Figures
from cogs._shared.labels import Click
from render.cache import CACHE, Key
from render.contract import About
from render.registry import renderer
from rules.contract import Event, Seat

POSTS_TO_A_PERSON = 2
"""Posts that are drawn for each picture of a person, while both wait."""
Place = tuple[int | None, int]
"""Person who waits for a picture, None for a post; and the message that will show it."""

_PLACE: ContextVar[Place | None] = ContextVar("place", default=None)


class Overtaken(Exception):
    """The same person has asked for something newer in the same place, so this is dropped."""


class Wish(msgspec.Struct, frozen=True):
    """Description of a picture: the arguments of `render.contract.Pictures.draw`."""

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
        """Key of the picture in the cache."""
        return Wish, blake2b(msgspec.msgpack.encode(self), digest_size=16).digest()

    def draw(self) -> bytes:
        """Draw the PNG, which takes some dozens of milliseconds of pure computing."""
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
    """A picture that somebody waits for."""

    wish: Wish
    key: Key
    place: Place
    number: int
    picture: asyncio.Future[bytes]

    @property
    def person(self) -> int | None:
        """The person who waits; None for a post."""
        return self.place[0]

    def draw(self) -> bytes:
        """Picture from the cache, or drawn now."""
        png: bytes | None = CACHE.get(self.key)
        if png is None:
            png = self.wish.draw()
            CACHE.store(self.key, png, packed=True)
        return png


def draw_for(interaction: Click) -> None:
    """Attribute all pictures that the current task asks for to this person."""
    message = interaction.message
    private = message is not None and message.flags.ephemeral
    place = message.id if private and message is not None else interaction.id
    _PLACE.set((interaction.user.id, place))


class Painter:
    """Draws in a thread of its own. Equal requests share one picture."""

    def __init__(self) -> None:
        self._brush = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._numbers = count()
        self._orders: dict[Place, Order] = {}
        self._served: dict[int | None, int] = {}
        self._posts_in_a_row = 0
        """Posts drawn since the last picture of a person, while a person was waiting."""
        self._work: asyncio.Task[None] | None = None
        self.figures = Figures(Clock())
        """Counts of the pictures; replaced by those of the bot."""

    async def draw(self, wish: Wish) -> bytes:
        """PNG of `wish`. Raises the errors of drawing, and Overtaken."""
        with self._place_order(wish) as order:
            if self._work is None or self._work.done():
                self._work = asyncio.create_task(self._draw_all())
            return await order.picture

    @contextmanager
    def _place_order(self, wish: Wish) -> Iterator[Order]:
        """Keep an order in the queue as long as somebody waits for it."""
        number = next(self._numbers)
        place = _PLACE.get() or (None, number)
        order = Order(wish, wish.key, place, number, asyncio.get_running_loop().create_future())
        previous = self._orders.pop(place, None)
        if previous is not None and not previous.picture.done():
            previous.picture.set_exception(Overtaken())
        self._orders[place] = order
        try:
            yield order
        finally:
            if self._orders.get(place) is order:
                del self._orders[place]

    async def _draw_all(self) -> None:
        """Draw until the queue is empty."""
        loop = asyncio.get_running_loop()
        while self._orders:
            order = self._next_order()
            self._served[order.person] = next(self._numbers)
            with self._measure():
                results = await asyncio.gather(
                    loop.run_in_executor(self._brush, order.draw), return_exceptions=True
                )
            self._hand_out(order.key, results[0])
        self._served.clear()

    @contextmanager
    def _measure(self) -> Iterator[None]:
        """Count a picture and the time that it takes."""
        clock = self.figures.clock
        began = clock.monotonic()
        yield
        self.figures.picture(clock.monotonic() - began)

    def _next_order(self) -> Order:
        """The order to draw now, of those that wait."""
        posts = [order for order in self._orders.values() if order.person is None]
        people = [order for order in self._orders.values() if order.person is not None]
        if posts and not (people and self._posts_in_a_row >= POSTS_TO_A_PERSON):
            self._posts_in_a_row = self._posts_in_a_row + 1 if people else 0
            return min(posts, key=self._turn)
        self._posts_in_a_row = 0
        return min(people, key=self._turn)

    def _turn(self, order: Order) -> tuple[int, int]:
        """Sort key: the person served the longest ago, then the oldest order."""
        served = -1 if order.person is None else self._served.get(order.person, -1)
        return served, order.number

    def _hand_out(self, key: Key, result: bytes | BaseException) -> None:
        """Give a picture, or the error, to everybody who waits for it."""
        for order in [order for order in self._orders.values() if order.key == key]:
            del self._orders[order.place]
            if order.picture.done():
                continue
            if isinstance(result, bytes):
                order.picture.set_result(result)
            else:
                order.picture.set_exception(result)

    async def prewarm(self, games: Iterable[str]) -> None:
        """Draw the sprites of one game after the other before anybody waits for them."""
        loop = asyncio.get_running_loop()
        for game in games:
            await loop.run_in_executor(self._brush, renderer(game).prewarm)


PAINTER = Painter()
"""One for the process, as `render` draws one picture at a time."""
