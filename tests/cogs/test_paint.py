"""The painter: one thread, equal wishes share a picture."""

import asyncio
import threading

import pytest

from cogs import _paint
from cogs._paint import Painter, Wish
from rules.registry import get

GAME = get("akropolis")


class Canvas:
    """Stands in for a renderer and counts what it is asked for."""

    def __init__(self):
        self.drawn, self.threads, self.fails = [], set(), 0

    def draw(self, view, **how):
        self.threads.add(threading.current_thread().name)
        self.drawn.append(how["focus"])
        if self.fails:
            self.fails -= 1
            raise ValueError("no paint")
        return str(how["focus"]).encode()

    def prewarm(self):
        self.drawn.append("prewarmed")


@pytest.fixture
def canvas(monkeypatch):
    canvas = Canvas()
    monkeypatch.setattr(_paint, "renderer", lambda key: canvas)
    return canvas


def wish(focus=None):
    return Wish("akropolis", GAME.view(GAME.new(2, 1), None), focus=focus)


async def test_equal_wishes_are_drawn_once(canvas):
    painter = Painter()
    assert await asyncio.gather(*(painter.draw(wish(1)) for _ in range(5))) == [b"1"] * 5
    assert canvas.drawn == [1]


async def test_all_is_drawn_in_one_thread_beside_the_loop(canvas):
    painter = Painter()
    await asyncio.gather(*(painter.draw(wish(focus)) for focus in range(4)))
    assert len(canvas.threads) == 1
    assert threading.current_thread().name not in canvas.threads


async def test_the_oldest_picture_is_forgotten_first(canvas):
    painter = Painter(kept=2)
    for focus in (0, 1, 0, 2, 0, 1):
        await painter.draw(wish(focus))
    assert canvas.drawn == [0, 1, 2, 1]


async def test_a_picture_that_failed_is_tried_again(canvas):
    painter, canvas.fails = Painter(), 1
    with pytest.raises(ValueError, match="no paint"):
        await painter.draw(wish(0))
    assert await painter.draw(wish(0)) == b"0"


async def test_somebody_who_no_longer_waits_does_not_spoil_it_for_others(canvas):
    painter = Painter()
    first, second = (asyncio.ensure_future(painter.draw(wish(3))) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == b"3"


async def test_sprites_are_drawn_before_the_first_picture(canvas):
    painter = Painter()
    painter.prewarm("akropolis")
    await painter.draw(wish(0))
    assert canvas.drawn == ["prewarmed", 0]
