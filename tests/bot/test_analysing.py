"""A game that is over, judged on request: beside everything else, once, and kept for good."""

import asyncio
import os
import re
import signal
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from bot.ai import review
from bot.ai.pool import Worker
from bot.ai.queue import Rank
from bot.ai.worker import Task, answer
from bot.store import verdicts
from bot.table.encoding import as_json
from bot.table.live import MovePreview
from bot.words import of
from rules import analysis, record
from rules.contract import RulesError
from rules.registry import get
from tests.bot.foresight import AKROPOLIS, Thrifty, foresight
from tests.bot.room import BASTIEN, MAUD, make_move, start_table
from tests.bot.test_forgetting import dump, naming
from tests.bot.test_reminding import posts_of_kind
from tests.patience import until
from tests.tier import deep

__all__ = ["foresight"]

LONG_TURNS = ("telegraph", "massalia")


@pytest.fixture
def tasks_judged(monkeypatch, foresight):
    """Tasks to be judged, each at once and in this process, by a player that is easy to follow.

    It waits while `gate` is not set.
    """
    tasks = Tasks()

    async def ask(self, task, budget):
        tasks.append(task)
        await tasks.gate.wait()
        return answer(task)

    monkeypatch.setattr(Worker, "ask", ask)
    return tasks


class Tasks(list):
    def __init__(self):
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()


async def abandoned_game(services, moves=4, **different):
    """A game of Maud and Bastien that Maud gives up after some moves."""
    table = await start_table(services, 2, **different)
    for number in range(moves):
        await make_move(services, table.id, pick=5 * number)
    await services.seats.resign(table.id, MAUD.user_id)
    return table.id


@pytest.fixture
async def table_id(services):
    """The number of such a game."""
    return await abandoned_game(services)


async def complete_analysis(services, table_id):
    """Analysis of a game once it is complete."""
    await services.analyses.analyse(table_id)
    await services.analyses.wait(table_id, 60.0)
    game_analysis = await services.analyses.analysis(table_id)
    assert (game_analysis.whole, game_analysis.going) == (True, False)
    return game_analysis


async def verdicts_of_the_rules(services, table_id):
    game_record = record.from_json(await services.reading.record(table_id))
    return [verdict for verdict in analysis.judge(game_record) if verdict is not None]


# ---- the verdicts --------------------------------------------------------------------------------


async def test_the_processes_judge_as_the_rules_do_though_one_is_killed(services, brains, table_id):
    await services.analyses.analyse(table_id)
    await until(lambda: has_progress(services, table_id))
    os.kill(brains.workers[0].process.pid, signal.SIGKILL)
    game_analysis = await complete_analysis(services, table_id)
    assert list(game_analysis.verdicts) == await verdicts_of_the_rules(services, table_id)
    assert (len(game_analysis.log), game_analysis.seen, game_analysis.turns) == (4, 4, (1, 1, 2, 2))
    assert [report.decisions for report in game_analysis.reports] == [2, 2]


@pytest.mark.parametrize(
    "game", ["akropolis", "magna_grecia", *(pytest.param(key, marks=deep) for key in LONG_TURNS)]
)
async def test_each_verdict_tells_its_moves_and_counts_turns_or_rounds_as_the_posts_do(
    services, tasks_judged, game
):
    table_id, rules = await abandoned_game(services, 9, game=game), get(game)
    game_analysis = await complete_analysis(services, table_id)
    assert list(game_analysis.verdicts) == await verdicts_of_the_rules(services, table_id)
    word = "Round" if rules.facts.rounds else "Turn"
    for verdict in game_analysis.verdicts:
        assert tuple(ply.notation for ply in game_analysis.plies_of(verdict)) == verdict.moves
        view = (await services.analyses.moment(table_id, verdict)).view
        standing_text = of(game, "en", ("Maud", "Bastien")).standing(view)
        number = game_analysis.period_of(verdict)
        period = f"{word} {number}" if number else "oracles? to place"
        assert re.search(rf"\b{period}\b", standing_text), standing_text
    last = max(1, *map(game_analysis.period_of, game_analysis.verdicts))
    assert {len(game_analysis.losses_of(seat)) for seat in (0, 1)} == {last}


async def test_verdicts_from_before_the_turn_was_noted_count_the_turns_of_a_seat(
    services, tasks_judged
):
    game_analysis = await complete_analysis(services, await abandoned_game(services))
    verdicts = tuple(replace(verdict, when=None) for verdict in game_analysis.verdicts)
    old = replace(game_analysis, verdicts=verdicts)
    assert [old.period_of(verdict) for verdict in old.verdicts] == [1, 1, 2, 2]


async def test_a_decision_is_shown_as_its_seat_saw_it(services, tasks_judged):
    table = await start_table(services, 2)
    first = await services.moves.suggest(table.id, MAUD.user_id, None, ())
    assert isinstance(first, MovePreview)
    await services.moves.play(table.id, MAUD.user_id, None, first.tokens)
    await make_move(services, table.id)
    await services.seats.resign(table.id, MAUD.user_id)
    game_analysis = await complete_analysis(services, table.id)
    moment = await services.analyses.moment(table.id, game_analysis.verdicts[0])
    assert (moment.view, moment.made) == (first.view, first.preview)
    assert as_json(moment.better)


class SeatPly(NamedTuple):
    """A ply, as far as it matters here."""

    seat: int
    ends_turn: bool = True
    notation: str = ""


def test_the_turns_of_a_seat_are_counted():
    turns = [(0, False), (0, True), (1, True), (0, True), (1, False), (1, True)]
    assert review.turns_of([SeatPly(*turn) for turn in turns]) == (1, 1, 1, 2, 2, 2)


def test_the_moves_of_a_seat_go_as_far_as_those_of_the_next():
    plies = [SeatPly(seat, notation=move) for seat, move in ((0, "a"), (0, "b"), (0, "leaves"))]
    plies.append(SeatPly(1, notation="c"))
    game = get("telegraph")
    assert review.coming(game, plies) == ("a", "b")
    assert review.coming(game, plies[2:]) == ()
    assert review.coming(AKROPOLIS, plies) == ("a",)


# ---- beside everything else, and once ------------------------------------------------------------


async def test_asked_again_and_again_it_is_thought_once(services, tasks_judged, table_id):
    tasks_judged.clear()
    await asyncio.gather(*(services.analyses.analyse(table_id) for _ in range(3)))
    game_analysis = await complete_analysis(services, table_id)
    assert [task.seed for task in tasks_judged] == [1, 2, 3, 4]
    assert await services.analyses.analyse(table_id) == game_analysis
    assert len(tasks_judged) == 4


async def test_an_ai_seat_that_has_to_move_goes_before_it(services, brains, tasks_judged, table_id):
    state = AKROPOLIS.state_to_json(AKROPOLIS.new(2, 2026, {}))
    tasks_judged.clear()
    async with brains._turnstile.through(Rank.PERSON, 99):
        await services.analyses.analyse(table_id)
        await until(lambda: waiting_ranks(brains) == [Rank.ANALYSIS])
        moving = asyncio.create_task(
            brains.choose(Task("akropolis", "easy", state, 0, 7, ()), table=98)
        )
        await until(lambda: Rank.SEAT in waiting_ranks(brains))
        assert not tasks_judged
    await moving
    await complete_analysis(services, table_id)
    assert [bool(task.made) for task in tasks_judged] == [False, True, True, True, True]


async def test_its_progress_can_be_seen_and_waited_for(services, tasks_judged, table_id):
    tasks_judged.gate.clear()
    game_analysis = await services.analyses.analyse(table_id)
    assert (game_analysis.seen, game_analysis.verdicts) == (0, ())
    assert (game_analysis.going, game_analysis.whole) == (True, False)
    await services.analyses.wait(table_id, 0.01)
    assert (await services.analyses.analysis(table_id)).going
    waiting = asyncio.create_task(services.analyses.wait(table_id, 60.0))
    tasks_judged.gate.set()
    await waiting
    assert (await services.analyses.analysis(table_id)).whole


# ---- interruptions -------------------------------------------------------------------------------


async def test_a_start_goes_on_where_the_last_one_stopped(
    services, store, anew, tasks_judged, table_id
):
    tasks_judged.clear()
    await services.analyses.analyse(table_id)
    await until(lambda: has_progress(services, table_id))
    await services.stop_ai()
    seeds = [task.seed for task in tasks_judged]
    next_services = anew()
    await next_services.startup.resume()
    game_analysis = await complete_analysis(next_services, table_id)
    assert list(game_analysis.verdicts) == await verdicts_of_the_rules(next_services, table_id)
    assert [task.seed for task in tasks_judged][: len(seeds)] == seeds
    assert sorted({task.seed for task in tasks_judged}) == [1, 2, 3, 4]
    tasks_judged.clear()
    await anew().startup.resume()
    assert not tasks_judged
    assert await store.read(verdicts.under_way) == []


async def has_progress(services, table_id):
    return (await services.analyses.analysis(table_id)).seen > 0


def waiting_ranks(brains):
    """Ranks of the tasks that wait for a process."""
    return [rank for rank, *_ in brains._turnstile._waiting]


def failing_at(ply, error):
    """The tasks for a process, but for one ply."""
    usual = Worker.ask

    async def ask(self, task, budget):
        if task.seed == ply:
            raise error
        return await usual(self, task, budget)

    return ask


async def test_without_an_answer_it_stops_until_somebody_asks_again(
    services, monkeypatch, tasks_judged, caplog, table_id
):
    with monkeypatch.context() as patched:
        patched.setattr(Worker, "ask", failing_at(3, BrokenPipeError()))
        await services.analyses.analyse(table_id)
        await services.analyses.wait(table_id, 60.0)
    game_analysis = await services.analyses.analysis(table_id)
    assert (game_analysis.seen, game_analysis.going, game_analysis.whole) == (2, False, False)
    assert "is judged when somebody asks again" in caplog.text
    assert (await complete_analysis(services, table_id)).seen == 4


async def test_a_decision_that_cannot_be_judged_is_left_out(
    services, monkeypatch, tasks_judged, caplog, table_id
):
    monkeypatch.setattr(Worker, "ask", failing_at(3, ValueError("! no idea")))
    game_analysis = await complete_analysis(services, table_id)
    assert [verdict.ply for verdict in game_analysis.verdicts] == [1, 2, 4]
    assert "Ply 3 at table 1 is not judged" in caplog.text


async def turning_posts(store):
    return [payload for payload, _ in await posts_of_kind(store, "turning")]


@pytest.fixture
async def close_game(services, monkeypatch):
    """A game that was given up after some moves, in which the least loss has cost a place."""
    monkeypatch.setattr(Thrifty, "behind", lambda sight, state, seat: 0.0)
    return await abandoned_game(services)


async def test_its_end_orders_that_the_last_post_tells_the_turning_point(
    services, store, tasks_judged, close_game
):
    game_analysis = await complete_analysis(services, close_game)
    turning = game_analysis.turning_point
    assert turning.loss == max(verdict.loss for verdict in game_analysis.verdicts) > 0
    [post] = await turning_posts(store)
    assert post.plies == (4, 4)
    await complete_analysis(services, close_game)
    assert await turning_posts(store) == [post]


async def test_the_order_is_saved_together_with_the_last_verdict(
    services, store, tasks_judged, monkeypatch, close_game
):

    def fail(*_):
        raise OSError("no room on the disk")

    with monkeypatch.context() as patched:
        patched.setattr(verdicts, "write_post", fail)
        await services.analyses.analyse(close_game)
        await services.analyses.wait(close_game, 60.0)
    so_far = await services.analyses.analysis(close_game)
    assert (so_far.whole, so_far.seen, so_far.going) == (False, 3, False)
    assert await turning_posts(store) == []
    assert (await complete_analysis(services, close_game)).whole
    assert len(await turning_posts(store)) == 1


async def test_a_game_in_which_no_better_move_would_have_won_has_no_turning_point(
    services, store, tasks_judged, table_id
):
    game_analysis = await complete_analysis(services, table_id)
    assert any(report.turning for report in game_analysis.reports)
    assert game_analysis.turning_point is None
    assert await turning_posts(store) == []


async def test_no_row_of_it_names_anybody(services, tasks_judged, file, table_id):
    await complete_analysis(services, table_id)
    assert len(dump(file)["verdict"]) == 4
    await services.privacy.forget(BASTIEN.user_id)
    assert {"analysis", "verdict"}.isdisjoint(naming(file, BASTIEN.name))
    assert {"seat", "person"}.isdisjoint(naming(file, BASTIEN.user_id))
    game_analysis = await services.analyses.analysis(table_id)
    assert game_analysis.table.seats[1].name == "Player 2"


# ---- games that are not judged -------------------------------------------------------------------


async def refusal_code(services, table_id):
    with pytest.raises(RulesError) as refusal:
        await services.analyses.analyse(table_id)
    return refusal.value.code


async def test_a_table_that_is_not_there_is_refused(services):
    assert await refusal_code(services, 99) == "table.not_found"


async def test_a_running_game_and_one_broken_off_are_not_judged(services, tasks_judged):
    table = await start_table(services, 2)
    await make_move(services, table.id)
    assert await refusal_code(services, table.id) == "analysis.running"
    assert not [task for task in tasks_judged if task.made]
    await services.votes.cancel(table.id, MAUD.user_id, moderator=True)
    assert await refusal_code(services, table.id) == "analysis.broken_off"


async def test_a_game_without_a_move_is_not_judged(services):
    assert await refusal_code(services, await abandoned_game(services, 0)) == "analysis.no_moves"


async def test_a_game_of_older_rules_is_not_judged(store, anew, table_id):
    await store.write(lambda db: db.execute("UPDATE table_ SET version = version - 1"))
    assert await refusal_code(anew(), table_id) == "analysis.other_rules"


async def test_a_game_without_a_judge_says_so(services, market):
    table_id = await abandoned_game(services, 1, game="market")
    assert await refusal_code(services, table_id) == "analysis.no_judge"
