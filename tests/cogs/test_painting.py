"""The processes that draw: what they draw, and what the death of one costs."""

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
from functools import partial
from pathlib import Path
from threading import enumerate as threads_under_way

import pytest

from bot.ai import child
from bot.figures import CALM, Figures
from cogs._painting import brush as brushes
from cogs._painting import worker
from cogs._painting.brush import LOW, QUICK, Brush, NotDrawn, PainterGone
from cogs._painting.painter import PAINTER, Painter
from cogs._painting.wish import Wish, packed, unpacked
from playground.driver import pictures, words
from render.cache import CACHE
from render.contract import HAND, POSTER, TABLE
from rules.registry import games, get
from rules.rng import Rng
from tests.cases import each_case
from tests.clock import StillClock
from tests.cogs.playing import newest, open_private_panel, people_called
from tests.cogs.settling import quiet
from tests.patience import LONGEST, logged, until
from tests.playground.conftest import CALM as PATIENT
from tests.tier import games as games_of_the_day

AKROPOLIS = get("akropolis")


launch = child.launch
"""The function that starts processes in the product."""


def wish(picture=TABLE, **different):
    """A picture of Akropolis."""
    return Wish("akropolis", picture, AKROPOLIS.view(AKROPOLIS.new(2, 1), None), **different)


def wishes(key, plies=30):
    """The board, a preview and a hand of a game after some moves, with the events of the last."""
    game = games()[key]
    seats = next(each for each in game.facts.seats if each > 1)
    state, luck, news = game.new(seats, 5), Rng(5), []
    for _ in range(plies):
        [seat, *_] = game.to_act(state)
        news = game.apply(state, seat, game.sample(state, seat, luck))
    [seat, *_] = game.to_act(state)
    view, own_view = game.view(state, None), game.view(state, seat)
    names, news = ("Maud", "Bastien", "Inès", "Karim")[:seats], tuple(news)
    yield Wish(key, TABLE, view, names=names, news=news)
    preview = game.preview(state, seat, game.sample(state, seat, luck))
    for picture, subject in (("candidate", preview), (HAND, game.hand(state, seat))):
        if subject is not None:
            yield Wish(key, picture, own_view, names=names, shown=subject)


class HangsOnce(Brush):
    """Gives up on a process soon, but on the next one late."""

    def _note_death(self):
        self.longest = LONGEST
        super()._note_death()


@pytest.fixture
async def painter(tmp_path):
    """A painter that draws in processes."""
    painter = Painter(HangsOnce(QUICK, LONGEST), Brush(LOW, LONGEST, rests=True))
    painter.open(Figures(StillClock()), tmp_path)
    yield painter
    await painter.close()


async def running_process(brush):
    """The process that draws, which has started."""
    await brush.start()
    return brush.child.process


async def drawing_stopped(painter, request):
    """A picture under way in a process that has been stopped, and that process."""
    process = await running_process(painter.quick.brush)
    os.kill(process.pid, signal.SIGSTOP)
    drawing = asyncio.create_task(painter.draw(request))
    await until(lambda: process._asked)
    return drawing, process


def note_requests(brush):
    """The requests that a process gets from now on, as their first words."""
    requests, answer = [], brush._answer

    async def note(request):
        requests.append(request.split()[0])
        return await answer(request)

    brush._answer = note
    return requests


# ---- pictures ------------------------------------------------------------------------------------


@each_case("key", games())
async def test_a_wish_arrives_as_it_was_sent_and_a_process_draws_the_same_bytes(painter, key):
    """An ordinary run draws the games of the day."""
    requests = [*wishes(key)]
    assert [unpacked(packed(request)) for request in requests] == requests
    for request in requests[:2] if key in games_of_the_day() else ():
        assert await painter.draw(request) == request.draw()


@each_case("name", ["os:system", "rules.registry:get", "rules.contract:no_such"])
def test_a_wish_holds_structs_of_ours_alone(name):
    parcel = packed(wish()).replace(b"rules.akropolis.view:View", name.encode())
    assert name.encode() in parcel
    with pytest.raises(ValueError, match="no type of a wish"):
        unpacked(parcel)


async def test_an_error_of_drawing_is_told_with_its_place_and_costs_no_process(painter, caplog):
    with pytest.raises(NotDrawn, match="Traceback") as met:
        await painter.draw(wish("no_such_picture"))
    assert met.value.kind == "KeyError"
    process = painter.quick.brush.child.process
    painter.figures.fault("a test", met.value)
    assert "KeyError in contract.py:" in caplog.text
    assert await painter.draw(wish())
    assert painter.quick.brush.child.process is process


# ---- rank ----------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
async def test_maps_are_kept_in_a_file_without_a_name(painter, tmp_path):
    process = await running_process(painter.quick.brush)
    files = [str(file.readlink()) for file in Path(f"/proc/{process.pid}/fd").iterdir()]
    assert [file for file in files if file.startswith(str(tmp_path)) and "(deleted)" in file]
    assert list(tmp_path.iterdir()) == []


async def test_it_forgets_before_the_next_picture_and_draws_the_same_bytes(painter):
    first = await painter.draw(wish(seat=0))
    process = painter.quick.brush.child.process
    requests = note_requests(painter.quick.brush)
    drawing = asyncio.create_task(painter.draw(wish(seat=0)))
    painter.forget()
    assert await drawing == first
    assert requests == [b"forget", b"draw"]
    assert painter.quick.brush.child.process is process
    assert painter.low.brush.child.process is None, "it has drawn nothing, so it does not start"


async def test_it_forgets_once_more_after_the_pictures_that_were_ordered_before(painter):
    """They show names of the time when they were ordered."""
    await painter.draw(wish(seat=0))
    requests = note_requests(painter.quick.brush)
    waiting = [asyncio.create_task(painter.draw(wish(seat=seat))) for seat in (0, 1)]
    await asyncio.sleep(0)
    painter.forget()
    await asyncio.gather(*waiting)
    assert await painter.draw(wish(seat=0))
    assert requests.count(b"forget") == 2
    assert requests[-3:] == [b"draw", b"forget", b"draw"]


async def test_a_closed_painter_has_forgotten(painter):
    await painter.draw(wish(seat=0))
    await painter.close()
    painter.forget()
    assert painter.quick.brush.child.process is None


def test_forgetting_empties_the_cache():
    wish(seat=0).png()
    assert CACHE.bytes_used > 0
    worker.forget(b"")
    assert CACHE.bytes_used == 0


async def test_a_poster_holds_up_no_board(painter):
    """It has a process of its own, of a lower rank; here that one does not go on at all."""
    low = await running_process(painter.low.brush)
    os.kill(low.pid, signal.SIGSTOP)
    poster = asyncio.create_task(painter.draw(wish(POSTER)))
    assert await painter.draw(wish())
    assert not poster.done()
    niceness = os.getpriority(os.PRIO_PROCESS, low.pid)
    assert niceness > os.getpriority(os.PRIO_PROCESS, painter.quick.brush.child.process.pid)
    os.kill(low.pid, signal.SIGKILL)
    with pytest.raises(PainterGone):
        await poster


async def test_the_process_for_what_can_wait_ends_when_it_has_rested(painter, monkeypatch):
    """It needs memory; the next poster starts it again."""
    monkeypatch.setattr(brushes, "REST", 0.01)
    brush = painter.low.brush = Brush(LOW, LONGEST, rests=True)
    for _ in range(2):
        await painter.low.do(partial(brush.draw, wish()))
        await until(lambda: brush.child.process is None)
    assert painter.figures.troubles == {}


async def test_the_process_for_what_can_wait_ends_at_once_when_it_has_drawn_the_icons(painter):
    """They are drawn at each start, and nobody may want a poster for days."""
    brush = painter.low.brush = Brush(LOW, LONGEST, rests=True)
    icons = await painter.icons()
    assert {"seat_a", "seat_d"} < icons.keys()
    assert all(icon.startswith(b"\x89PNG") for icon in icons.values())
    await until(lambda: brush.child.process is None)
    await painter.low.do(partial(brush.draw, wish()))
    await until(lambda: painter.low.is_idle)
    assert brush.child.process is not None


def test_memory_is_given_back_when_no_request_comes_for_a_while(monkeypatch):
    """The next request comes only after that."""
    reader, writer = os.pipe()
    give_memory_back = worker.give_memory_back

    def give_back_and_ask():
        give_memory_back()
        os.write(writer, b"draw\n")

    monkeypatch.setattr(worker, "CALM", 0.01)
    monkeypatch.setattr(worker, "give_memory_back", give_back_and_ask)
    with os.fdopen(reader, "rb") as source:
        requests = worker.requests_until_the_end(source)
        assert [next(requests), next(requests)] == [b"draw", b"draw"]
        monkeypatch.setattr(worker.os, "_exit", lambda code: None)  # of the tests
        os.close(writer)
        for thread in threads_under_way():
            if thread.name == "requests":
                thread.join()


# ---- trouble -------------------------------------------------------------------------------------


@pytest.mark.parametrize("hangs", [False, True], ids=["killed", "hangs"])
async def test_a_lost_process_costs_the_picture_that_it_drew_and_no_other(painter, hangs):
    """One that hangs is killed."""
    if hangs:
        painter.quick.brush.longest = 0.2
    drawing, process = await drawing_stopped(painter, wish(seat=0))
    next_drawing = asyncio.create_task(painter.draw(wish(seat=1)))
    if not hangs:
        os.kill(process.pid, signal.SIGKILL)
    with pytest.raises(PainterGone, match="does not answer" if hangs else None):
        await drawing
    await until(lambda: process.returncode is not None)
    assert await next_drawing == wish(seat=1).draw()


async def test_an_idle_process_that_was_killed_costs_no_picture(painter):
    process = await running_process(painter.quick.brush)
    os.kill(process.pid, signal.SIGKILL)
    await until(lambda: process.returncode is not None)
    assert await painter.draw(wish())


async def test_the_host_hears_once_that_it_begins_and_once_that_it_ends(painter, caplog):
    caplog.set_level(logging.INFO, "bot.figures")
    for seat in (0, 1):
        painter.quick.brush._next_start = 0.0
        drawing, process = await drawing_stopped(painter, wish(seat=seat))
        os.kill(process.pid, signal.SIGKILL)
        with pytest.raises(PainterGone) as met:
            await drawing
        painter.figures.fault("the picture of a panel", met.value)
    painter.figures.clock.skip(CALM)
    await painter.figures.look()
    begins, ends = (record.getMessage() for record in logged(caplog))
    assert begins.startswith("Pictures cannot be drawn")
    assert ends.startswith("The process that draws works again. It had failed 2 times")
    assert painter.figures.hour.faults == 0


async def test_the_pauses_grow_while_it_dies_again_and_again(painter, monkeypatch):
    """Whoever wants a picture then is not kept waiting."""
    brush, moment, pauses = painter.quick.brush, 0.0, []
    monkeypatch.setattr(brushes, "monotonic", lambda: moment)
    with monkeypatch.context() as trouble:
        trouble.setattr(sys, "executable", "/no/such/python")
        trouble.setattr(child, "launch", launch)
        for _ in range(9):
            with pytest.raises(PainterGone, match="no/such/python"):
                await brush.start()
            pauses.append(brush._next_start - moment)
            if pauses[-1]:
                with pytest.raises(PainterGone, match="again and again"):
                    await brush.start()
            moment = brush._next_start
    assert pauses == [0, 1, 2, 4, 8, 16, 32, 60, 60]
    assert await painter.draw(wish())


async def test_it_knows_no_secret_and_no_file_of_the_bot(painter, monkeypatch, tmp_path):
    monkeypatch.setattr(child, "launch", launch)
    monkeypatch.setenv("DISCORD_TOKEN", "a secret")
    with (tmp_path / "games.sqlite3").open("w"), socket.create_server(("127.0.0.1", 0)):
        process = await running_process(painter.quick.brush)
        inherited = Path(f"/proc/{process.pid}/environ").read_bytes()
        files = {file.name: str(file.readlink()) for file in open_files(process.pid)}
    assert b"secret" not in inherited
    assert not any("games.sqlite3" in file for file in files.values())
    assert [number for number, file in files.items() if file.startswith("socket:")] in ([], ["0"])


def open_files(process):
    """The open files of a process, by number."""
    return Path(f"/proc/{process}/fd").iterdir()


PARENT = """
import asyncio
from cogs._painting.brush import QUICK, Brush

async def main():
    brush = Brush(QUICK, 600.0)
    await brush.start()
    print(brush.child.process.pid, flush=True)
    await asyncio.sleep(600.0)

asyncio.run(main())
"""


async def test_a_bot_that_is_killed_leaves_no_process_behind():
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, cwd=child.ROOT
    ) as parent:
        number = int(await asyncio.to_thread(parent.stdout.readline))
        assert is_alive(number)
        parent.kill()
    await until(lambda: not is_alive(number))


def is_alive(number):
    """Whether a process runs; one that has ended and is not yet fetched does not."""
    try:
        status = Path(f"/proc/{number}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


# ---- a process of its own ------------------------------------------------------------------------


ENDLESS = """
import sys, time
from cogs._painting import worker

worker.REQUESTS["draw"] = lambda argument: time.sleep(3600)
sys.argv = ["", "0"]
worker.main()
"""


def test_the_process_ends_with_its_input_in_the_middle_of_a_picture():
    process = subprocess.run(
        [sys.executable, "-c", ENDLESS], cwd=child.ROOT, input=b"draw {}\n", capture_output=True
    )
    assert (process.returncode, process.stdout, process.stderr) == (0, b"ready\n", b"")


def test_the_process_ends_without_a_word_when_its_answers_have_no_reader():
    with subprocess.Popen(
        [sys.executable, "-m", brushes.WORKER, "0"],
        cwd=child.ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        assert (process.stderr.read(), process.wait(PATIENT.answer)) == (b"", 0)


# ---- in a channel --------------------------------------------------------------------------------


@pytest.fixture
def processes(house, painter, monkeypatch):
    """The bot draws in processes."""
    for queue, real in ((PAINTER.quick, painter.quick), (PAINTER.low, painter.low)):
        monkeypatch.setattr(queue, "brush", real.brush)
    return PAINTER


async def next_board(house, thread):
    """The board after Maud's move, which calls Bastien."""
    await house.maud.expect(lambda: len(house.boards(thread)) == 2)
    board = newest(house, thread)
    assert people_called(board) == ["bastien"]
    assert len(await house.app.reading.log(1)) == 1
    return board


@pytest.mark.parametrize("hangs", [False, True], ids=["killed", "hangs"])
async def test_a_process_lost_in_the_middle_of_a_board_costs_no_move_and_no_call(
    house, processes, hangs
):
    thread = await house.table()
    await quiet(house)
    await house.maud.expect(lambda: processes.quick._work.done())  # all sprites are drawn
    brush = processes.quick.brush
    process = await running_process(brush)
    os.kill(process.pid, signal.SIGSTOP)
    brush.longest = 0.2 if hangs else LONGEST
    await house.move(house.maud)
    if not hangs:
        await house.maud.expect(lambda: processes.quick.orders)
        os.kill(process.pid, signal.SIGKILL)
    assert pictures(await next_board(house, thread))
    assert house.app.figures.hour.faults == 0
    troubles = house.app.figures.report.troubles
    assert [trouble.times for trouble in troubles if trouble.kind == "painter"] == [1]


async def test_boards_and_panels_are_words_where_no_process_starts(house, processes, monkeypatch):
    async def fail(*command):
        raise OSError("no more processes")

    monkeypatch.setattr(child, "launch", fail)
    thread = await house.table()
    panel = await open_private_panel(house, house.maud, thread)
    assert pictures(panel) == []
    await house.move(house.maud)
    board = await next_board(house, thread)
    assert pictures(board) == []
    assert "Bastien" in words(board)
    assert house.app.figures.hour.faults == 0
