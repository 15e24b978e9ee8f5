"""AI players in a process of their own: whatever happens to it, there is a move."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import msgspec
import pytest

from bot.ai import child
from bot.ai import pool as module
from bot.ai.pool import Brains, Budget, Worker
from bot.ai.queue import Rank
from bot.ai.worker import (
    GAVE_WAY,
    JudgementInterrupted,
    Judging,
    Task,
    answer,
    choice,
    fallback_move,
    gives_way,
    work,
)
from rules import analysis, record
from rules.akropolis.sight import EFFORTS
from rules.analysis import judge_of, verdict_of
from rules.registry import get
from tests.cases import each_case
from tests.patience import LONGEST, until
from tests.playground.conftest import CALM

AKROPOLIS = get("akropolis")
STATE = AKROPOLIS.new(2, 2026, {})
POSITION = AKROPOLIS.state_to_json(STATE)
EASY = choice(Task("akropolis", "easy", POSITION, 0, 7, ()))
"""The move that is made where a player has no answer."""
MAGNA_GRECIA = get("magna_grecia")
RECORD = Path(__file__).parents[1] / "magna_grecia/records/four_by_points.json"


LAUNCH = child.launch


@pytest.fixture
def new_processes(monkeypatch) -> None:
    """Each process of the test is new, and really ends."""
    monkeypatch.setattr(child, "launch", LAUNCH)


def legal(notation: str) -> bool:
    AKROPOLIS.check(STATE, 0, AKROPOLIS.parse(STATE, 0, notation))
    return True


def task(player="easy", seed=7, tokens=(), **answer) -> Task:
    return Task("akropolis", player, POSITION, 0, seed, tuple(tokens), **answer)


async def ask(brains: Brains, player="easy", tokens=(), *, line=False, **different) -> str:
    return await brains.choose(task(player, tokens=tokens, line=line), **different)


async def test_every_player_moves_and_the_same_luck_gives_the_same_move(brains):
    """A player that looks ahead may stop early on a busy machine, and then choose otherwise."""
    for player in AKROPOLIS.facts.players:
        first = await ask(brains, player, budget=Budget(LONGEST, LONGEST))
        assert legal(first)
        if player not in EFFORTS:
            assert await ask(brains, player, budget=Budget(LONGEST, LONGEST)) == first
    choosing = (brains.choose(task("random", 2**62 + n)) for n in range(8))
    assert len({*await asyncio.gather(*choosing)}) > 1


async def test_a_suggestion_begins_as_asked(brains):
    for tokens in (["T1"], ["T2"]):
        assert (await ask(brains, tokens=tokens)).split()[:1] == tokens
    anchor = (await ask(brains, tokens=["T1"])).split()[1]
    whole_move = await ask(brains, tokens=["T1", anchor])
    assert whole_move.split()[:2] == ["T1", anchor]
    assert await ask(brains, tokens=whole_move.split()) == whole_move


@pytest.mark.usefixtures("new_processes")
async def test_a_killed_process_is_replaced_until_an_easy_move_must_do(brains, monkeypatch):
    easy = await ask(brains)
    os.kill(brains.workers[0].process.pid, signal.SIGKILL)
    assert await ask(brains) == easy

    async def die(worker, task):
        worker.kill()
        return await child.line_of(worker)

    monkeypatch.setattr(module, "exchange", die)
    assert await ask(brains, "random") == easy


@pytest.mark.usefixtures("new_processes")
async def test_thinking_too_long_ends_in_an_easy_move_of_a_new_process(brains):
    easy = await ask(brains)
    hung = brains.workers[0].process
    os.kill(hung.pid, signal.SIGSTOP)
    assert await ask(brains, "random", budget=Budget(0.2)) == easy
    assert hung.returncode is not None
    assert await ask(brains, "random", budget=Budget(0.0)) == easy


@pytest.mark.usefixtures("new_processes")
async def test_a_process_that_cannot_start_ends_in_an_easy_move(brains, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    brains.prewarm()
    assert await ask(brains, "random") == EASY


async def test_an_unknown_player_is_replaced_by_the_easy_one(brains, caplog):
    assert await ask(brains, "deep-thought") == EASY
    assert "deep-thought" in caplog.text


def test_without_any_player_a_move_is_still_legal(monkeypatch):
    monkeypatch.setattr(type(AKROPOLIS), "player", lambda self, name, clock=None: None)
    assert legal(fallback_move(Task("akropolis", "strong", POSITION, 0, 7, ())))


async def test_the_loop_goes_on_while_a_process_hangs(brains):
    await ask(brains)
    process = brains.workers[0].process
    os.kill(process.pid, signal.SIGSTOP)
    asking = asyncio.create_task(ask(brains, budget=Budget(CALM.answer, CALM.answer)))
    for _ in range(1000):
        await asyncio.sleep(0)
    assert not asking.done()
    os.kill(process.pid, signal.SIGCONT)
    assert legal(await asking)


async def test_a_person_is_answered_before_waiting_seats_and_analyses(brains, monkeypatch):
    answered, doing = [], asyncio.Event()

    async def note(worker, task):
        await doing.wait()
        answered.append(task.seed)
        return "[]"

    monkeypatch.setattr(module, "exchange", note)
    ranks = (Rank.ANALYSIS, Rank.ANALYSIS, Rank.SEAT, Rank.PERSON)
    asking = [
        asyncio.create_task(brains.judge(task(seed=rank, why=True), rank=rank)) for rank in ranks
    ]
    await asyncio.sleep(0)
    doing.set()
    await asyncio.gather(*asking)
    assert answered == [Rank.ANALYSIS, Rank.PERSON, Rank.SEAT, Rank.ANALYSIS]


async def test_a_judgement_in_a_process_gives_way_to_a_question_and_is_made_anew(brains):
    """It is the same that it would have been."""
    state, seat, moves = long_judgement()
    await ask(brains)
    process, answered = brains.workers[0].process, []
    begun = busy_seconds(process) + 0.05
    position = MAGNA_GRECIA.state_to_json(state)
    judging = asyncio.create_task(
        brains.judge_made("magna_grecia", position, seat, 9, moves, table=1)
    )
    while busy_seconds(process) < begun:
        await asyncio.sleep(0.001)
    os.kill(process.pid, signal.SIGSTOP)  # so that it is not done before it is called away
    asking = asyncio.create_task(ask(brains, table=2))
    for task in (judging, asking):
        task.add_done_callback(answered.append)
    while brains._judging:
        await asyncio.sleep(0)
    os.kill(process.pid, signal.SIGCONT)
    assert legal(await asking)
    coming = [record.RecordedPly(seat, move) for move in moves]
    expected = verdict_of(MAGNA_GRECIA, judge_of(MAGNA_GRECIA), state, coming, 9)
    assert await judging == expected
    assert answered == [asking, judging]
    assert brains.workers[0].process is process


def busy_seconds(process):
    """Time that the processor has worked for a process; the judgement takes half a second of it."""
    stat = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8")
    fields = stat.rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def long_judgement():
    """A turn of Magna Grecia that takes a while to be judged: position, seat, moves."""
    game_record = record.from_json(json.loads(RECORD.read_text("utf-8")))
    for number, (state, _) in enumerate(record.replay(game_record), 1):
        if number >= 24 and not MAGNA_GRECIA.mid_turn(state):
            break
    ply = game_record.plies[number]
    return state, ply.seat, (ply.move,)


async def test_a_judgement_gives_way_a_few_times_and_then_no_more(brains, monkeypatch):
    """Or a busy house would never come to an end with it."""
    priorities = []

    async def called_away(self, task, budget):
        priorities.append(self in brains._judging)
        return module.GAVE_WAY if len(priorities) <= module.YIELDS else "null"

    monkeypatch.setattr(Worker, "ask", called_away)
    assert await brains.judge_made("akropolis", POSITION, 0, 1, ("T1",), table=1) is None
    assert priorities == [*[True] * module.YIELDS, False]


@pytest.mark.usefixtures("new_processes")
async def test_several_think_at_once_and_one_that_is_killed_harms_no_other():
    brains = Brains(2)
    first, second = await asyncio.gather(ask(brains), ask(brains))
    worker_process, other_process = (worker.process for worker in brains.workers)
    assert worker_process.pid != other_process.pid
    worker_process.kill()
    assert [await ask(brains), await ask(brains)] == [first, second]
    assert other_process.returncode is None
    await brains.close()
    assert other_process.returncode is not None


@pytest.mark.usefixtures("new_processes")
async def test_a_prewarmed_process_has_no_secret_of_the_host_and_ends_with_the_bot(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "a secret")
    brains = Brains()
    brains.prewarm()
    await asyncio.sleep(0)
    assert legal(await ask(brains, budget=Budget(1.0)))
    process = brains.workers[0].process
    variables = Path(f"/proc/{process.pid}/environ").read_bytes().split(b"\0")
    assert any(variable.startswith(b"PATH=") for variable in variables)
    assert not any(
        variable.startswith((b"DISCORD", b"HEXAGORA", b"HOME")) for variable in variables
    )
    for _ in range(2):
        await brains.close()
        assert process.returncode is not None


@pytest.mark.usefixtures("new_processes")
@pytest.mark.parametrize("patience", [0.0, None])
async def test_an_answer_is_no_sign_of_life_of_a_process_that_was_given_up(
    brains, monkeypatch, patience
):
    """It was too slow to start, or was cancelled while it started."""
    monkeypatch.setattr(child, "START_BUDGET", patience)
    brains.prewarm()
    if patience is None:
        await until(lambda: brains.workers[0].process)
        brains._prewarming.cancel()
    await asyncio.wait((brains._prewarming,))
    assert brains.workers[0].process is None
    monkeypatch.undo()
    assert legal(await ask(brains))


@pytest.mark.usefixtures("new_processes")
async def test_closing_does_not_wait_for_a_process_that_hangs(brains):
    brains.prewarm()
    await until(lambda: brains.workers[0].process)
    os.kill(brains.workers[0].process.pid, signal.SIGSTOP)
    asking = asyncio.create_task(ask(brains, budget=Budget(CALM.answer, CALM.answer)))
    await asyncio.sleep(0)
    async with asyncio.timeout(CALM.answer):
        await brains.close()
        assert legal(await asking)


async def test_a_question_that_is_given_up_leaves_no_answer_for_the_next_one(brains):
    await ask(brains)
    asking = asyncio.create_task(ask(brains, "random"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    assert await ask(brains) == EASY


# ---- in the process ------------------------------------------------------------------------------


def test_the_process_ends_with_its_input():
    process = subprocess.run(
        [sys.executable, "-m", "bot.ai.worker"], cwd=child.ROOT, input=b"", capture_output=True
    )
    assert (process.returncode, process.stdout, process.stderr) == (0, b"ready\n", b"")


def test_the_process_ends_silently_when_its_output_is_closed():
    """The bot may die while the process starts."""
    worker = subprocess.Popen(
        [sys.executable, "-m", "bot.ai.worker"],
        cwd=child.ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    worker.stdout.close()
    with worker.stdin, worker.stderr:
        assert (worker.stderr.read(), worker.wait(CALM.answer)) == (b"", 0)


@each_case(
    "request_line",
    [
        b"not json",
        b"{}",
        msgspec.json.encode(Task("chess", "easy", POSITION, 0, 7, ())),
        msgspec.json.encode(Task("akropolis", "easy", {"turn": "no"}, 0, 7, ())),
        msgspec.json.encode(Task("akropolis", "easy", POSITION, 0, 7, ("T9",))),
    ],
)
def test_nonsense_is_answered_by_one_line_that_says_why(request_line):
    answers = BytesIO()
    work([request_line], answers)
    ready, complaint, ending = answers.getvalue().split(b"\n")
    assert (ready, complaint[:1], ending) == (b"ready", b"!", b"")


def test_answers_come_in_the_order_of_the_questions():
    tasks = [Task("akropolis", "random", POSITION, 0, seed, ()) for seed in range(3)]
    answers = BytesIO()
    work([msgspec.json.encode(task) for task in tasks], answers)
    assert answers.getvalue().decode().split("\n")[1:-1] == [choice(task) for task in tasks]


def answer_amid(monkeypatch, meanwhile):
    """Answer of a process in which something happens while it judges a move."""
    monkeypatch.setattr(analysis, "verdict_of", lambda *_: meanwhile())
    return answer(Task("akropolis", "strong", POSITION, 0, 1, (), made=("T1",)))


def test_a_call_ends_a_judgement_and_no_other_work(monkeypatch):
    assert answer_amid(monkeypatch, lambda: gives_way(0, None)) == GAVE_WAY
    gives_way(0, None)
    assert answer_amid(monkeypatch, lambda: None) == "null"


def test_a_player_does_not_see_tiles_hidden_from_its_seat(monkeypatch):
    requests = []

    class Peeking:
        def choose(self, state, seat, rng):
            requests.append(state)
            return AKROPOLIS.sample(state, seat, rng)

    monkeypatch.setattr(type(AKROPOLIS), "player", lambda self, name, clock=None: Peeking())
    assert legal(choice(Task("akropolis", "peeking", POSITION, 0, 7, ())))
    [state] = requests
    assert state.stacks != STATE.stacks
    assert AKROPOLIS.view(state, 0) == AKROPOLIS.view(STATE, 0)


def test_two_calls_in_a_row_end_one_judgement(monkeypatch):
    """The second may come while the first is being heeded."""
    monkeypatch.setattr(Judging, "now", True)
    with pytest.raises(JudgementInterrupted):
        gives_way(0, None)
    gives_way(0, None)
