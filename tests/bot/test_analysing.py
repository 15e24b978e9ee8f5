"""A game that is over, judged on request: beside everything else, once, and kept for good."""

import asyncio
import os
import re
import signal

import pytest
from msgspec.structs import replace

from bot.ai import review
from bot.ai.pool import Worker
from bot.ai.queue import Rank
from bot.ai.worker import answer
from bot.service import Services
from bot.store import outbox
from bot.store.store import Store
from bot.table.encoding import as_json
from bot.table.live import MovePreview
from bot.table.seating import Status
from bot.words import of
from rules import analysis, record
from rules.contract import RulesError
from rules.registry import get
from tests.bot.foresight import AKROPOLIS, foresight
from tests.bot.room import BASTIEN, MAUD, make_move, start_table
from tests.bot.test_forgetting import dump, naming
from tests.bot.test_reminding import posts_of_kind
from tests.patience import until

__all__ = ["foresight"]


@pytest.fixture
def tasks_judged(monkeypatch, foresight):
    """Tasks to be judged, each at once and in this process, by a player that is easy to follow.

    It waits while `held` is not set.
    """
    tasks = Asked()

    async def ask(self, task, budget):
        tasks.append(task)
        await tasks.held.wait()
        return answer(task)

    monkeypatch.setattr(Worker, "ask", ask)
    return tasks


class Asked(list):
    def __init__(self):
        super().__init__()
        self.held = asyncio.Event()
        self.held.set()


async def abandoned_game(services, moves=4, **different):
    """A game of Maud and Bastien that Maud gives up after some moves."""
    table = await start_table(services, 2, **different)
    for number in range(moves):
        await make_move(services, table.id, pick=5 * number)
    await services.seats.resign(table.id, MAUD.user_id)
    return table.id


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


# ---- what is thought -----------------------------------------------------------------------------


async def test_it_is_thought_in_the_processes_what_the_rules_think_of_the_record(services):
    table_id = await abandoned_game(services)
    game_analysis = await complete_analysis(services, table_id)
    assert list(game_analysis.verdicts) == await verdicts_of_the_rules(services, table_id)
    assert (len(game_analysis.log), game_analysis.seen, game_analysis.turns) == (4, 4, (1, 1, 2, 2))
    assert [report.decisions for report in game_analysis.reports] == [2, 2]


@pytest.mark.parametrize("game", ["akropolis", "telegraph", "magna_grecia", "massalia"])
async def test_it_counts_turns_or_rounds_as_the_posts_do(services, tasks_judged, game):
    table_id, rules = await abandoned_game(services, 9, game=game), get(game)
    game_analysis = await complete_analysis(services, table_id)
    word = "Round" if rules.facts.rounds else "Turn"
    for verdict in game_analysis.verdicts:
        view = (await services.analyses.moment(table_id, verdict)).view
        standing_text = of(game).standing(view, ("Maud", "Bastien"), "en")
        said = (
            f"{word} {game_analysis.period_of(verdict)}"
            if game_analysis.period_of(verdict)
            else "oracles? to place"
        )
        assert re.search(rf"\b{said}\b", standing_text), standing_text
    last = max(1, *map(game_analysis.period_of, game_analysis.verdicts))
    assert {len(game_analysis.losses_of(seat)) for seat in (0, 1)} == {last}


async def test_where_nobody_knows_it_counts_the_turns_of_a_seat(services, tasks_judged):
    """Verdicts from before the turn was noted are like that."""
    game_analysis = await complete_analysis(services, await abandoned_game(services))
    old = replace(
        game_analysis,
        verdicts=tuple(replace(verdict, when=None) for verdict in game_analysis.verdicts),
    )
    assert [old.period_of(verdict) for verdict in old.verdicts] == [1, 1, 2, 2]


@pytest.mark.parametrize("game", ["telegraph", "magna_grecia", "massalia"])
async def test_a_turn_of_several_moves_is_judged_as_far_as_it_could_be_foreseen(services, game):
    table_id = await abandoned_game(services, 9, game=game)
    game_analysis = await complete_analysis(services, table_id)
    assert list(game_analysis.verdicts) == await verdicts_of_the_rules(services, table_id)
    for verdict in game_analysis.verdicts:
        moment = await services.analyses.moment(table_id, verdict)
        assert moment.view is not None
        assert tuple(ply.notation for ply in game_analysis.plies_of(verdict)) == verdict.moves


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


def test_the_turns_of_a_seat_are_counted():
    class Ply:
        def __init__(self, seat, ends_turn):
            self.seat, self.ends_turn = seat, ends_turn

    plies = [Ply(0, False), Ply(0, True), Ply(1, True), Ply(0, True), Ply(1, False), Ply(1, True)]
    assert review.turns_of(plies) == (1, 1, 1, 2, 2, 2)


def test_what_a_seat_did_goes_as_far_as_its_own_moves():
    class Ply:
        def __init__(self, seat, notation):
            self.seat, self.notation = seat, notation

    plies = [Ply(0, "a"), Ply(0, "b"), Ply(0, "leaves"), Ply(1, "c")]
    game = get("telegraph")
    assert review.coming(game, plies) == ("a", "b")
    assert review.coming(game, plies[2:]) == ()
    assert review.coming(AKROPOLIS, plies) == ("a",)


# ---- beside everything else, and once ------------------------------------------------------------


async def test_asked_twice_it_is_thought_once(services, tasks_judged):
    table_id = await abandoned_game(services)
    tasks_judged.clear()
    await asyncio.gather(*(services.analyses.analyse(table_id) for _ in range(3)))
    await complete_analysis(services, table_id)
    assert len(tasks_judged) == 4
    assert [task.seed for task in tasks_judged] == [1, 2, 3, 4]


async def test_a_second_look_costs_nothing(services, tasks_judged):
    table_id = await abandoned_game(services)
    game_analysis = await complete_analysis(services, table_id)
    tasks_judged.clear()
    assert await services.analyses.analyse(table_id) == game_analysis
    assert not tasks_judged


async def test_an_ai_seat_that_has_to_move_goes_before_it(services, brains, tasks_judged):
    table_id = await abandoned_game(services)
    state = AKROPOLIS.state_to_json(AKROPOLIS.new(2, 2026, {}))
    tasks_judged.clear()
    async with brains._turnstile.through(Rank.PERSON, 99):
        await services.analyses.analyse(table_id)
        await asyncio.sleep(0.05)
        moving = asyncio.create_task(brains.choose("akropolis", "easy", state, 0, 7, table=98))
        await asyncio.sleep(0.05)
        assert not tasks_judged
    await moving
    await complete_analysis(services, table_id)
    assert [bool(task.made) for task in tasks_judged] == [False, True, True, True, True]


async def test_how_far_it_is_can_be_seen_meanwhile(services, tasks_judged):
    table_id = await abandoned_game(services)
    tasks_judged.held.clear()
    game_analysis = await services.analyses.analyse(table_id)
    assert (
        game_analysis.seen,
        game_analysis.going,
        game_analysis.whole,
        game_analysis.verdicts,
    ) == (0, True, False, ())
    waiting = asyncio.create_task(services.analyses.wait(table_id, 60.0))
    tasks_judged.held.set()
    await waiting
    assert (await services.analyses.analysis(table_id)).whole


async def test_to_wait_has_an_end_though_it_goes_on(services, tasks_judged):
    table_id = await abandoned_game(services)
    tasks_judged.held.clear()
    await services.analyses.analyse(table_id)
    await services.analyses.wait(table_id, 0.01)
    assert (await services.analyses.analysis(table_id)).going
    tasks_judged.held.set()


# ---- whatever happens ----------------------------------------------------------------------------


async def test_a_start_goes_on_where_the_last_one_stopped(services, store, anew, tasks_judged):
    table_id = await abandoned_game(services)
    tasks_judged.clear()
    await services.analyses.analyse(table_id)
    await until(lambda: has_progress(services, table_id, 1))
    await services.close()
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
    assert await store.analyses_under_way() == []


async def has_progress(services, table_id, least):
    return (await services.analyses.analysis(table_id)).seen >= least


async def test_a_killed_process_costs_nothing(services, brains):
    table_id = await abandoned_game(services)
    await services.analyses.analyse(table_id)
    await until(lambda: has_progress(services, table_id, 1))
    os.kill(brains.workers[0].process.pid, signal.SIGKILL)
    game_analysis = await complete_analysis(services, table_id)
    assert list(game_analysis.verdicts) == await verdicts_of_the_rules(services, table_id)


def failing_at(ply, error):
    """The tasks for a process, but for one ply."""
    usual = Worker.ask

    async def ask(self, task, budget):
        if task.seed == ply:
            raise error
        return await usual(self, task, budget)

    return ask


async def test_where_no_process_answers_it_stops_and_the_next_who_asks_has_it_go_on(
    services, monkeypatch, tasks_judged, caplog
):
    table_id = await abandoned_game(services)
    usual = Worker.ask
    monkeypatch.setattr(Worker, "ask", failing_at(3, BrokenPipeError()))
    await services.analyses.analyse(table_id)
    await services.analyses.wait(table_id, 60.0)
    game_analysis = await services.analyses.analysis(table_id)
    assert (game_analysis.seen, game_analysis.going, game_analysis.whole) == (2, False, False)
    assert "is judged when somebody asks again" in caplog.text
    monkeypatch.setattr(Worker, "ask", usual)
    assert (await complete_analysis(services, table_id)).seen == 4


async def test_a_decision_of_which_nothing_can_be_said_is_left_out(
    services, monkeypatch, tasks_judged, caplog
):
    table_id = await abandoned_game(services)
    monkeypatch.setattr(Worker, "ask", failing_at(3, ValueError("! no idea")))
    game_analysis = await complete_analysis(services, table_id)
    assert [verdict.ply for verdict in game_analysis.verdicts] == [1, 2, 4]
    assert "Ply 3 at table 1 is not judged" in caplog.text


async def turning_posts(store):
    return [payload for payload, _ in await posts_of_kind(store, "turning")]


async def nobody_has_won(services, store):
    """A game that was given up after some moves, in which each seat may have lost something."""
    table_id = await abandoned_game(services)
    update = "UPDATE result SET result = json_set(result, '$.winners', json('[]'))"
    await store.write(lambda db: db.execute(update))
    services.tables.forget(table_id)
    return table_id


async def test_its_end_orders_that_the_last_post_tells_the_turning_point(
    services, store, tasks_judged
):
    table_id = await nobody_has_won(services, store)
    whole = await complete_analysis(services, table_id)
    turning = whole.turning_point(())
    assert turning.loss == max(verdict.loss for verdict in whole.verdicts) > 0
    assert whole.turning_point((0, 1)) is None
    [post] = await turning_posts(store)
    assert post["plies"] == [4, 4]
    await complete_analysis(services, table_id)
    assert await turning_posts(store) == [post]


async def test_the_order_is_saved_together_with_the_last_verdict(
    services, store, tasks_judged, monkeypatch
):
    table_id = await nobody_has_won(services, store)

    def fail(*_):
        raise OSError("no room on the disk")

    with monkeypatch.context() as patched:
        patched.setattr(outbox, "write_post", fail)
        await services.analyses.analyse(table_id)
        await services.analyses.wait(table_id, 60.0)
    so_far = await services.analyses.analysis(table_id)
    assert (so_far.whole, so_far.seen, so_far.going) == (False, 3, False)
    assert await turning_posts(store) == []
    assert (await complete_analysis(services, table_id)).whole
    assert len(await turning_posts(store)) == 1


async def test_a_game_whose_losers_have_lost_nothing_has_no_turning_point(
    services, store, tasks_judged
):
    table_id = await abandoned_game(services, moves=2)
    whole = await complete_analysis(services, table_id)
    result = (await services.reading.look(table_id, None)).result
    assert whole.turning_point(result.winners) is None
    assert await turning_posts(store) == []


async def test_no_row_of_it_names_anybody(services, tasks_judged, file):
    table_id = await abandoned_game(services)
    await complete_analysis(services, table_id)
    assert len(dump(file)["verdict"]) == 4
    await services.privacy.forget(BASTIEN.user_id)
    assert {"analysis", "verdict"}.isdisjoint(naming(file, BASTIEN.name))
    assert {"seat", "person"}.isdisjoint(naming(file, BASTIEN.user_id))
    game_analysis = await services.analyses.analysis(table_id)
    assert game_analysis.table.seats[1].name == "Player 2"


# ---- which games ---------------------------------------------------------------------------------


async def refusal_code(services, table_id):
    with pytest.raises(RulesError) as refusal:
        await services.analyses.analyse(table_id)
    return refusal.value.code


async def test_while_a_game_runs_nothing_is_judged(services, tasks_judged):
    table = await start_table(services, 2)
    await make_move(services, table.id)
    assert await refusal_code(services, table.id) == "analysis.running"
    assert not [task for task in tasks_judged if task.made]


async def test_a_lobby_has_nothing_to_judge(services):
    table = await services.tables.get((await start_table(services, 2)).id)
    await services.votes.cancel(table.id, MAUD.user_id, moderator=True)
    assert (await services.tables.get(table.id)).status is Status.CANCELLED
    assert await refusal_code(services, table.id) == "analysis.broken_off"


async def test_nor_has_a_game_without_a_move(services):
    assert await refusal_code(services, await abandoned_game(services, 0)) == "analysis.no_moves"


async def test_a_game_of_older_rules_is_left_alone(services, store: Store, anew):
    table_id = await abandoned_game(services)
    await store.write(lambda db: db.execute("UPDATE table_ SET version = version - 1"))
    assert await refusal_code(anew(), table_id) == "analysis.other_rules"


async def test_a_game_without_a_judge_says_so(services: Services, market):
    table = await start_table(services, 2, game="market")
    await make_move(services, table.id)
    await services.seats.resign(table.id, MAUD.user_id)
    assert await refusal_code(services, table.id) == "analysis.no_judge"


async def test_nothing_is_judged_of_a_table_that_there_is_not(services: Services):
    assert await refusal_code(services, 99) == "table.not_found"
