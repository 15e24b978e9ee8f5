"""The queues of pictures: those for boards and panels, and those that can wait.

Each queue has a process that draws one picture at a time, so a poster holds up no board.

A person's next picture waits behind one post at most; between two posts each person has one, so
that posts go on however many people ask, and however often. Among themselves posts come in their
order, and people take turns, however many pictures each of them asks for. A picture is
dropped from the queue when the same person asks for a newer one in the same place, or when nobody
waits for it any more.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from bot.clock import Clock
from bot.figures import Figures
from cogs._painting.brush import (
    LONGEST,
    LONGEST_LARGE,
    LOW,
    QUICK,
    Brush,
    PainterGone,
)
from cogs._painting.wish import Wish
from render.cache import Key

Place = tuple[int | None, int]
"""Person who waits for a picture, None for a post; and the message that will show it."""

PLACE: ContextVar[Place | None] = ContextVar("place", default=None)
"""Place of all pictures that the current task asks for; None for those of posts."""

ENDS = "the bot ends"
"""Reason why nothing is drawn any more."""


class Overtaken(Exception):
    """The same person has asked for something newer in the same place, so this is dropped."""


class Order(msgspec.Struct, eq=False):
    """A picture that somebody waits for."""

    wish: Wish
    key: Key
    place: Place
    number: int
    picture: asyncio.Future[bytes]
    is_next: bool = False
    """Whether it has waited behind a post, so that no other one goes before it."""

    @property
    def person(self) -> int | None:
        """The person who waits; None for a post."""
        return self.place[0]


class Chore(msgspec.Struct, eq=False):
    """Work of a brush for which no picture waits."""

    work: Callable[[], Awaitable[Any]]
    result: asyncio.Future[Any]


class Queue:
    """Orders of one brush, which draws them one after the other; then its chores."""

    def __init__(self, brush: Brush, *, urgent: bool) -> None:
        self.brush = brush
        self.urgent = urgent
        """Whether a picture that takes long is a trouble."""
        self.orders: dict[Place, Order] = {}
        self.figures = Figures(Clock())
        """Counts of the pictures; replaced by those of the bot."""
        self._chores: deque[Chore] = deque()
        self._numbers = count()
        self._served: dict[int | None, int] = {}
        self._draws_post = False
        self._work: asyncio.Task[None] | None = None
        self._forgets = False
        """Whether everything drawn is to be forgotten before the next picture."""
        self._outdated = set[int]()
        """Numbers of orders after which everything drawn is to be forgotten once more."""
        self.is_closed = False

    def begin(self) -> None:
        """Draw until the queue is empty, if not yet under way. Raises PainterGone when closed."""
        if self.is_closed:
            raise PainterGone(ENDS)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._draw_all())

    def add(self, order: Order) -> None:
        """Let an order wait; a post that is being drawn counts as one that goes before it."""
        order.is_next = self._draws_post
        self.orders[order.place] = order

    async def do(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Return the result of a chore, done when no picture waits."""
        chore = Chore(work, asyncio.get_running_loop().create_future())
        self._chores.append(chore)
        self.begin()
        try:
            return await chore.result
        finally:
            if chore in self._chores:
                self._chores.remove(chore)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is to be drawn now."""
        return not self.orders and not self._chores and (self._work is None or self._work.done())

    async def draw_ahead(self, wish: Wish) -> None:
        """Draw a picture for the cache, before somebody asks for it."""
        await self.brush.start()
        await self.brush.draw(wish)

    def forget(self) -> None:
        """Forget everything drawn so far, and once more when what is ordered now is drawn."""
        if not self.is_closed:
            self._forgets = True
            self._outdated = {order.number for order in self.orders.values()}
            self.begin()

    async def _draw_all(self) -> None:
        """Draw, and do the chores, until nothing is left."""
        while self.orders or self._chores or self._forgets or self._outdated:
            if self._outdated.isdisjoint(order.number for order in self.orders.values()):
                self._forgets = self._forgets or bool(self._outdated)
                self._outdated.clear()
            if self._forgets:
                self._forgets = False
                await self._attempt(self.brush.forget())
            elif self.orders:
                await self._draw_next()
            else:
                chore = self._chores.popleft()
                settle(chore.result, await self._attempt(chore.work()))
        self._served.clear()
        self.brush.rest()

    async def _draw_next(self) -> None:
        order = self._next_order()
        self._served[order.person] = next(self._numbers)
        self._draws_post = order.person is None
        for waiting in self.orders.values():
            if self._draws_post or waiting.person == order.person:
                waiting.is_next = self._draws_post
        self._hand_out(order.key, await self._attempt(self._picture(order)))
        self._draws_post = False

    async def _picture(self, order: Order) -> bytes:
        """PNG of an order. Raises the errors of drawing, and PainterGone."""
        await self.brush.start()
        with self._measure():
            return await self.brush.draw(order.wish)

    async def _attempt(self, work: Awaitable[Any]) -> Any:
        """Return the result of some work, or the error; tell the host of a process that is gone."""
        result: Any = (await asyncio.gather(work, return_exceptions=True))[0]
        if isinstance(result, PainterGone):
            self.figures.painter_failure(str(result))
        return result

    @contextmanager
    def _measure(self) -> Iterator[None]:
        """Count a picture and the time that it takes."""
        clock = self.figures.clock
        began = clock.monotonic()
        yield
        self.figures.picture(clock.monotonic() - began if self.urgent else 0.0)

    def _next_order(self) -> Order:
        """The order to draw now, of those that wait."""
        posts = [order for order in self.orders.values() if order.person is None]
        people = [order for order in self.orders.values() if order.person is not None]
        next_ones = [order for order in people if order.is_next]
        return min(next_ones or posts or people, key=self._turn)

    def _turn(self, order: Order) -> tuple[int, int]:
        """Sort key: the person served the longest ago, then the oldest order."""
        served = -1 if order.person is None else self._served.get(order.person, -1)
        return served, order.number

    def _hand_out(self, key: Key, result: bytes | BaseException) -> None:
        """Give a picture, or the error, to everybody who waits for it."""
        for order in [order for order in self.orders.values() if order.key == key]:
            del self.orders[order.place]
            settle(order.picture, result)

    async def close(self) -> None:
        """Stop at once; whoever waits gets PainterGone."""
        self.is_closed = True
        work, self._work = self._work, None
        if work is not None and not work.done():
            work.cancel()
            await asyncio.wait((work,))
        for future in (
            *(order.picture for order in self.orders.values()),
            *(chore.result for chore in self._chores),
        ):
            settle(future, PainterGone(ENDS))
        self._chores.clear()
        await self.brush.close()


def settle(future: asyncio.Future[Any], result: Any) -> None:
    """Give a result, or an error, to whoever waits for it."""
    if future.done():
        return
    if isinstance(result, BaseException):
        future.set_exception(result)
    else:
        future.set_result(result)


class Painter:
    """Draws pictures beside the bot. Equal requests share one picture."""

    def __init__(self, quick: Brush | None = None, low: Brush | None = None) -> None:
        self.quick = Queue(quick or Brush(QUICK, LONGEST), urgent=True)
        """Boards and panels."""
        self.low = Queue(low or Brush(LOW, LONGEST_LARGE, rests=True), urgent=False)
        """What can wait."""
        self._numbers = count()
        self._given_up: dict[Place, int] = {}
        """Numbers of posts that went ahead without their pictures, whose turn stays theirs."""
        self.figures = self.quick.figures

    def open(self, figures: Figures, folder: Path) -> None:
        """Draw for a bot that starts, and count its pictures; keep maps on the disk of a folder."""
        self.figures = figures
        self.quick.brush.use_folder(folder)
        for queue in (self.quick, self.low):
            queue.figures, queue.is_closed = figures, False

    async def draw(self, wish: Wish) -> bytes:
        """PNG of `wish`. Raises the errors of drawing, PainterGone, and Overtaken."""
        queue = self.low if wish.is_large else self.quick
        with self._place_order(wish, queue) as order:
            queue.begin()
            return await order.picture

    @contextmanager
    def _place_order(self, wish: Wish, queue: Queue) -> Iterator[Order]:
        """Keep an order in its queue as long as somebody waits for it."""
        number = next(self._numbers)
        place = PLACE.get() or (None, number)
        number = self._given_up.pop(place, number)
        order = Order(wish, wish.key, place, number, asyncio.get_running_loop().create_future())
        for each in (self.quick, self.low):
            previous = each.orders.pop(place, None)
            if previous is not None:
                settle(previous.picture, Overtaken())
        queue.add(order)
        try:
            yield order
        finally:
            if queue.orders.get(place) is order:
                del queue.orders[place]
                if order.person is None and PLACE.get() is not None:
                    self._given_up[place] = number

    def is_awaited(self, place: Place) -> bool:
        """Whether a picture for a place is ordered and not drawn yet."""
        return place in self.quick.orders or place in self.low.orders

    async def draw_ahead(self, wish: Wish) -> None:
        """Draw a picture that somebody may want next, unless there is anything else to draw now."""
        if self.quick.is_idle:
            with suppress(PainterGone):
                await self.quick.do(partial(self.quick.draw_ahead, wish))

    async def prewarm(self, games: Iterable[str]) -> None:
        """Draw the sprites of one game after the other before anybody waits for them."""
        for game in games:
            try:
                await self.quick.do(partial(self.quick.brush.prewarm, game))
            except PainterGone:
                return

    def forget(self) -> None:
        """Forget everything drawn or ordered so far, since names of people are in it."""
        self.quick.forget()
        self.low.forget()

    async def icons(self) -> Mapping[str, bytes]:
        """Icons of the seats and of all games by name; {} where they cannot be drawn now."""
        try:
            drawn: Mapping[str, bytes] = await self.low.do(self.low.brush.icons)
        except PainterGone:
            return {}
        return drawn

    async def close(self) -> None:
        """End the processes, and draw nothing more."""
        await self.quick.close()
        await self.low.close()


PAINTER = Painter()
"""One for the bot."""
