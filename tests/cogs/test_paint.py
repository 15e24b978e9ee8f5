"""The painter: one thread, equal wishes share a picture, and everybody gets a turn."""

import asyncio
import threading
from datetime import timedelta
from itertools import count

import pytest

from bot.figures import Figures
from cogs._answering import answer
from cogs._painting import painter
from cogs._painting import wish as wishes
from cogs._painting.painter import PLACE, Overtaken
from cogs._painting.wish import Wish
from cogs._posts import board_post
from playground.driver import labels, pictures, words
from render.cache import CACHE
from rules.registry import get
from tests.brushes import thread_painter
from tests.clock import StillClock
from tests.cogs.playing import custom_ids, open_candidate, open_private_panel
from tests.cogs.settling import quiet
from tests.patience import LONGEST, until

GAME = get("akropolis")


class Canvas:
    """Stands in for a renderer and counts what it is asked for; it draws while it is `free`."""

    def __init__(self):
        self.drawn, self.threads, self.fails = [], set(), 0
        self.free, self.begun = threading.Event(), threading.Event()
        self.numbers = count(99, -1)
        self.free.set()

    def draw(self, picture, view, **how):
        self.threads.add(threading.current_thread().name)
        self.begun.set()
        assert self.free.wait(LONGEST)
        self.drawn.append(how["seat"])
        if self.fails:
            self.fails -= 1
            raise ValueError("no paint")
        return str(how["seat"]).encode()

    def prewarm(self):
        self.drawn.append("prewarmed")

    async def busy(self, painter):
        """A picture under way, until `free` is set."""
        self.free.clear()
        self.begun.clear()
        under_way = asyncio.create_task(painter.draw(wish(next(self.numbers))))
        assert await asyncio.to_thread(self.begun.wait, LONGEST)
        self.drawn.clear()
        return under_way


@pytest.fixture
def canvas(monkeypatch):
    canvas = Canvas()
    monkeypatch.setattr(wishes, "renderer", lambda key: canvas)
    CACHE.forget(Wish)
    yield canvas
    canvas.free.set()
    CACHE.forget(Wish)


def wish(seat=None):
    return Wish("akropolis", "seat", GAME.view(GAME.new(2, 1), None), seat=seat)


async def request_picture(painter, seat, user, message=None):
    """The picture for a person, in a private message of theirs or in a new one."""
    PLACE.set((user, message or seat))
    return await painter.draw(wish(seat))


async def under_way(*calls):
    """Tasks that have got as far as they can, in this order."""
    tasks = [asyncio.create_task(call) for call in calls]
    await asyncio.sleep(0)
    return tasks


async def order_drawn(canvas, painter, *calls):
    """Pictures in the order in which they are drawn, when all are asked for during another one."""
    drawing = await canvas.busy(painter)
    tasks = await under_way(*calls)
    canvas.free.set()
    await asyncio.gather(drawing, *tasks)
    return canvas.drawn


async def test_equal_wishes_are_drawn_once_in_one_thread_beside_the_loop(canvas):
    painter = thread_painter()
    assert await asyncio.gather(*(painter.draw(wish(1)) for _ in range(5))) == [b"1"] * 5
    for seat in (0, 1, 0, 1):
        assert await painter.draw(wish(seat)) == str(seat).encode()
    assert canvas.drawn == [1, 0]
    assert len(canvas.threads) == 1
    assert threading.current_thread().name not in canvas.threads


async def test_a_picture_that_fails_harms_no_other_and_is_tried_again(canvas):
    painter, canvas.fails = thread_painter(), 1
    results = await asyncio.gather(*map(painter.draw, map(wish, range(3))), return_exceptions=True)
    assert isinstance(results[0], ValueError)
    assert results[1:] == [b"1", b"2"]
    assert await painter.draw(wish(0)) == b"0"


async def test_somebody_who_gives_a_picture_up_does_not_spoil_it_for_others(canvas):
    painter = thread_painter()
    first, second = (asyncio.ensure_future(painter.draw(wish(3))) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == b"3"


async def test_eighty_wishes_of_one_person_for_one_panel_are_one_picture(canvas):
    painter = thread_painter()
    drawing = await canvas.busy(painter)
    many = await under_way(*(request_picture(painter, seat, 7, 1000) for seat in range(80)))
    canvas.free.set()
    *overtaken, newest = await asyncio.gather(*many, return_exceptions=True)
    assert newest == b"79"
    assert all(isinstance(each, Overtaken) for each in overtaken)
    await drawing
    assert canvas.drawn == [99, 79]


@pytest.mark.parametrize(
    ("posts", "looks", "order"),
    [
        ([], "1:7 2:7 3:7 4:7 20:8 21:9", [1, 20, 21, 2, 3, 4]),
        ([10, 11, 12], "1:1 2:2 3:3", [1, 2, 3, 10, 11, 12]),
        ([10, 11, 12], "1:7 2:7 3:7 4:7 5:8", [1, 5, 10, 2, 11, 3, 12, 4]),
    ],
    ids=["people take turns", "each waits behind one post", "one each between two posts"],
)
async def test_nobody_waits_behind_many_posts_or_many_looks_of_others(canvas, posts, looks, order):
    """Pictures of posts, and those that people ask for, each with its person."""
    painter = thread_painter()
    pairs = [map(int, look.split(":")) for look in looks.split()]
    pictures = [request_picture(painter, seat, user) for seat, user in pairs]
    calls = (*map(painter.draw, map(wish, posts)), *pictures)
    assert await order_drawn(canvas, painter, *calls) == [99, *order]


async def test_whoever_asks_while_a_person_is_served_waits_behind_the_next_post(canvas):
    painter = thread_painter()
    canvas.free.clear()
    [serving] = await under_way(request_picture(painter, 1, 1))
    assert await asyncio.to_thread(canvas.begun.wait, LONGEST)
    posts = [painter.draw(wish(seat)) for seat in (10, 11)]
    tasks = await under_way(*posts, request_picture(painter, 2, 2))
    canvas.free.set()
    await asyncio.gather(serving, *tasks)
    assert canvas.drawn == [1, 10, 2, 11]


async def test_a_picture_that_follows_its_post_keeps_the_turn_of_the_post(canvas):
    """Else it would wait once more behind all newer posts."""
    painter = thread_painter()
    drawing = await canvas.busy(painter)
    tasks = await under_way(*(request_picture(painter, seat, None, -seat) for seat in (1, 2, 3)))
    tasks[0].cancel()
    await asyncio.wait(tasks[:1])
    tasks[0] = (await under_way(request_picture(painter, 1, None, -1)))[0]
    canvas.free.set()
    await asyncio.gather(drawing, *tasks)
    assert canvas.drawn == [99, 1, 2, 3]


async def test_a_panel_that_was_given_up_is_left_out(canvas):
    """It does not stand in the way of a newer wish for the same panel."""
    painter = thread_painter()
    drawing = await canvas.busy(painter)
    [given_up] = await under_way(request_picture(painter, 1, 7, 1000))
    given_up.cancel()
    await asyncio.wait([given_up])
    looks = await under_way(request_picture(painter, 2, 7, 1000), request_picture(painter, 3, 8))
    canvas.free.set()
    await asyncio.gather(drawing, *looks)
    assert canvas.drawn == [99, 2, 3]


async def test_sprites_are_drawn_when_no_picture_waits(canvas):
    painter = thread_painter()
    prewarming = painter.prewarm(["akropolis", "massalia"])
    pictures = painter.draw(wish(0)), request_picture(painter, 1, 7)
    order = await order_drawn(canvas, painter, prewarming, *pictures)
    assert order == [99, 1, 0, "prewarmed", "prewarmed"]


async def test_a_picture_is_drawn_ahead_only_while_no_other_is_to_be_drawn(canvas):
    """Then whoever asks for it has it at once."""
    painter = thread_painter()
    await painter.draw_ahead(wish(1))
    assert canvas.drawn == [1]
    assert await painter.draw(wish(1)) == b"1"
    assert canvas.drawn == [1]
    under_way = await canvas.busy(painter)
    await painter.draw_ahead(wish(2))
    canvas.free.set()
    await under_way
    assert 2 not in canvas.drawn
    await painter.close()


async def test_sprites_that_are_not_drawn_yet_when_the_bot_ends_are_left(canvas):
    painter = thread_painter()
    drawing = await canvas.busy(painter)
    [prewarming] = await under_way(painter.prewarm(["akropolis", "massalia"]))
    prewarming.cancel()
    await asyncio.wait([prewarming])
    canvas.free.set()
    await drawing
    await painter.draw(wish(0))
    assert canvas.drawn == [99, 0]


# ---- in a channel --------------------------------------------------------------------------------


async def test_many_presses_of_one_person_hold_up_no_post(house, monkeypatch):
    """Maud presses all over her pad while a picture is drawn; then a move is made."""
    thread = await house.table()
    panel = await open_candidate(house, house.maud, thread)
    free, drawing_began, requests, pictures_drawn = threading.Event(), threading.Event(), [], []
    draw, ask = Wish.draw, painter.PAINTER.draw

    def slowly(self):
        drawing_began.set()
        assert free.wait(LONGEST)
        pictures_drawn.append(self)
        return draw(self)

    async def count(wish):
        requests.append(wish)
        return await ask(wish)

    monkeypatch.setattr(Wish, "draw", slowly)
    monkeypatch.setattr(painter.PAINTER, "draw", count)
    monkeypatch.setattr(answer, "SOON", LONGEST)  # for else the controls are off
    pad = [each for each in custom_ids(panel) if ":go." in each and ":go.back:" not in each]
    presses = []
    for custom_id in pad:
        presses.append(asyncio.create_task(house.maud.click(panel, custom_id)))
        await until(lambda: len(requests) == len(presses))
        assert await asyncio.to_thread(drawing_began.wait, LONGEST)
    assert len(pad) > 3
    await house.move(house.maud)
    await house.maud.expect(lambda: len(requests) == len(pad) + 1)
    free.set()
    await asyncio.gather(*presses)
    await house.maud.expect(lambda: len(house.boards(thread)) == 2)
    await house.maud.expect(lambda: len(pictures_drawn) == 3)
    assert [each.picture for each in pictures_drawn] == ["candidate", "table", "candidate"]
    assert pictures_drawn[2] == requests[len(pad) - 1], "of the others only the newest is drawn"


@pytest.fixture
def slow_boards(monkeypatch):
    """Boards wait for a moment only; the pictures drawn, and an event that lets them be drawn."""
    free, drawn = threading.Event(), []
    draw = Wish.draw

    def slowly(wish):
        assert free.wait(LONGEST)
        drawn.append(wish)
        return draw(wish)

    def slow_down():
        monkeypatch.setattr(Wish, "draw", slowly)
        monkeypatch.setattr(board_post, "LATE", 0.05)
        return free, drawn

    yield slow_down
    free.set()


async def test_words_go_first_where_a_picture_is_late_and_it_follows(house, slow_boards):
    """The words call whoever is next and say so; the picture costs one edit of the same post."""
    thread = await house.table()
    free, _ = slow_boards()
    await house.move(house.maud)
    await house.maud.expect(lambda: len(house.boards(thread)) == 2)
    board = house.boards(thread)[-1]
    called, buttons = board["mentions"], labels(board)
    assert "L’image suit." in words(board)
    assert not pictures(board)
    assert [user["username"] for user in called] == ["bastien"]
    free.set()
    await house.maud.expect(lambda: pictures(house.boards(thread)[-1]))
    board = house.boards(thread)[-1]
    assert "L’image suit." not in words(board)
    assert (board["mentions"], labels(board)) == (called, buttons)
    edits = house.bodies_sent("PATCH", f"/messages/{board['id']}")
    assert len(edits) == 1
    assert "late_picture" in {trouble.kind for trouble in house.app.figures.report.troubles}
    assert (await house.app.tables.get(1)).trouble == ""


async def test_of_pictures_that_follow_only_that_of_the_newest_board_is_drawn(house, slow_boards):
    thread = await house.table()
    free, drawn = slow_boards()
    for number, person in enumerate((house.maud, house.bastien, house.ines), 2):
        await house.move(person)
        await house.maud.expect(lambda number=number: len(house.boards(thread)) == number)
    free.set()
    await house.maud.expect(lambda: pictures(house.boards(thread)[-1]))
    await quiet(house)
    assert [bool(pictures(board)) for board in house.boards(thread)] == [True, False, False, True]
    assert len(drawn) <= 2, "one under way, and the newest"


async def test_a_picture_is_counted_with_the_time_that_it_takes(canvas, tmp_path):
    """By the clock of the figures, in seconds."""
    painter, clock = thread_painter(), StillClock()
    painter.open(Figures(clock), tmp_path)
    slow = await canvas.busy(painter)
    clock.skip(timedelta(seconds=3))
    canvas.free.set()
    await slow
    assert painter.figures.hour.pictures == 1
    assert painter.figures.hour.slowest_picture == 3.0
    [trouble] = painter.figures.report.troubles
    assert (trouble.kind, trouble.worst) == ("slow_picture", 3.0)


async def test_a_broken_painter_has_one_traceback_in_the_log(house, monkeypatch, caplog):
    """However often a picture is tried: twice for a board alone."""
    monkeypatch.setattr(Wish, "draw", lambda wish: 1 / 0)
    thread = await house.table()
    for _ in range(2):
        await open_private_panel(house, house.maud, thread)
    await until(lambda: house.app.figures.hour.faults >= 2)
    tracebacks = [line for line in caplog.records if line.exc_info]
    assert [line.exc_info[0] for line in tracebacks] == [ZeroDivisionError]
