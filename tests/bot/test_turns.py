"""Turns of several moves: their players' own until they end, one post each, taken back in steps."""

import asyncio
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.ai.pool import MOVE_BUDGET, TURN_BUDGET
from bot.ai.worker import choice
from bot.service import Services
from bot.service.delivery import Outbox
from bot.steps.announcements import AI_PATIENCE, AI_TURN_PATIENCE
from bot.store import table_rows
from bot.store.store import Store
from bot.table.live import Prompt, Turn
from bot.table.seating import NotSeated, StaleClick, Status, Table
from rules import record
from rules.contract import IllegalMove, RulesError
from tests.bot.market import MARKET, Act, Market
from tests.bot.room import BASTIEN, MAUD, STRANGER, acting, options_of, play_out, start_table
from tests.bot.samples import waiting
from tests.bot.test_ai_seats import settle
from tests.bot.test_outbox import Pigeons
from tests.bot.test_tables import everything, refusal_of
from tests.cases import each_case
from tests.clock import StillClock
from tests.patience import until

pytestmark = pytest.mark.usefixtures("market")


async def market(services: Services, size: int = 2, **different):
    return await start_table(services, size, game="market", **different)


async def say(services: Services, number: int, *moves: str) -> Turn | None:
    """Whoever must act makes these moves, and whoever is next the later ones."""
    turn = None
    for move in moves:
        user = await acting(services, number)
        turn = await services.moves.play(number, user, None, [move])
        assert isinstance(turn, Turn)
    return turn


async def ask(services: Services, number: int, typed: str = "", *, after: bool = False) -> Prompt:
    """Prompt for whoever must act, after what they typed."""
    user = await acting(services, number)
    ask = services.moves.ask_after if after else services.moves.ask
    prompt = await ask(number, user, None, [typed])
    assert isinstance(prompt, Prompt)
    return prompt


async def take_back(services: Services, number: int, count: int | None = None) -> Prompt:
    """Whoever must act takes back so many moves of the turn, or all that may be."""
    table = await services.tables.get(number)
    return await services.moves.take_back(
        number, await acting(services, number), table.revision, count
    )


async def due_in(store: Store) -> float:
    """Seconds until something goes out."""
    [(_, due)] = await waiting(store)
    return (due - store.clock.now()).total_seconds()


class Later:
    """A store's clock that stands still but for being put forward."""

    def __init__(self, store: Store) -> None:
        self._clock = store.clock = StillClock()

    def pass_by(self, seconds: float) -> None:
        self._clock.skip(timedelta(seconds=seconds))


@pytest.fixture
def later(store) -> Later:
    return Later(store)


@pytest.fixture
def pigeons() -> Pigeons:
    return Pigeons()


@pytest.fixture
def outbox(store, pigeons) -> Outbox:
    return Outbox(store, pigeons, rate=1e6)


@pytest.fixture
async def table(services, outbox) -> Table:
    """A game of Maud and Bastien at the market; that it has begun is posted."""
    started = await market(services)
    await outbox.drain()
    return started


def boards(pigeons: Pigeons) -> list[tuple[list[int], list[int]]]:
    """Posts at the table: the moves they told, and the users they called."""
    return [
        (list(delivery.payload.plies), delivery.payload.mention)
        for delivery in pigeons.shown
        if delivery.kind in ("board", "over")
    ]


# ---- one post for a turn -------------------------------------------------------------------------


async def test_a_turn_of_three_moves_is_one_post_that_calls_the_next_player(
    services, outbox, pigeons, table
):
    for move in ("L a1", "L a2", "L a3"):
        assert boards(pigeons) == []
        await say(services, table.id, move)
        await outbox.drain()
    assert boards(pigeons) == [([1, 3], [BASTIEN.user_id])]


async def test_a_turn_begun_while_discord_is_slow_waits_alone(services, outbox, pigeons, table):
    """Maud's turn is not posted yet when Bastien begins his: hers goes out, his waits."""
    await say(services, table.id, "L a1", "E", "L a2")
    await outbox.drain()
    assert boards(pigeons) == [([1, 2], [BASTIEN.user_id])]
    await say(services, table.id, "E")
    await outbox.drain()
    assert boards(pigeons)[1:] == [([3, 4], [MAUD.user_id])]


async def test_the_move_that_ends_the_game_in_mid_turn_is_posted_at_once(
    services, outbox, pigeons, table
):
    turns = await play_out(services, table.id)
    await outbox.drain()
    assert "over" in [delivery.kind for delivery in pigeons.shown]
    assert boards(pigeons)[-1][0][1] == len(turns)
    assert await waiting(outbox._store) == []


async def test_a_turn_and_the_log_say_where_it_ends(services, store, table):
    assert (await say(services, table.id, "L a1")).goes_on
    assert not (await say(services, table.id, "L a2", "L a3")).goes_on
    await say(services, table.id, "L a4", "E")
    ends = [False, False, True, False, True]
    assert [ply.ends_turn for ply in await services.reading.log(table.id)] == ends
    assert [ply.ends_turn for ply in await store.read(table_rows.read_plies, table.id)] == ends


# ---- AI seats ------------------------------------------------------------------------------------


@pytest.fixture
def thinking(monkeypatch, brains) -> asyncio.Event:
    """AI players that think here, where the game of these tests is known, when they are let."""
    begin = asyncio.Event()

    async def think(task, budget=None, **named):
        await begin.wait()
        return choice(task)

    monkeypatch.setattr(brains, "choose", think)
    begin.set()
    return begin


@pytest.mark.usefixtures("thinking")
@pytest.mark.parametrize("size", [2, 3])
async def test_a_turn_and_the_whole_answer_of_the_ai_seats_are_one_post(
    services, outbox, pigeons, size
):
    table = await market(services, size, ai=("easy",) * (size - 1))
    await outbox.drain()
    await say(services, table.id, "L a1", "E")
    await settle(services, table.id)
    await outbox.drain()
    count = len(await services.reading.log(table.id))
    assert count > 3
    assert boards(pigeons) == [([1, count], [MAUD.user_id])]


async def test_a_turn_is_shown_soon_where_the_ai_takes_its_time_and_its_turn_whole(
    services, outbox, pigeons, later, thinking
):
    thinking.clear()
    table = await market(services, 2, ai=("easy",))
    await outbox.drain()
    await say(services, table.id, "L a1", "E")
    later.pass_by(AI_PATIENCE + 0.1)
    await outbox.drain()
    thinking.set()
    await settle(services, table.id)
    await outbox.drain()
    count = len(await services.reading.log(table.id))
    assert boards(pigeons) == [([1, 2], []), ([3, count], [MAUD.user_id])]


async def test_a_post_that_waits_for_an_ai_waits_for_the_whole_of_its_turn(
    services, store, outbox, later, monkeypatch, brains
):
    chosen = iter(["L a2", "L a3"])

    async def think(*args, **named):
        for move in chosen:
            return move
        return await asyncio.sleep(3600)

    monkeypatch.setattr(brains, "choose", think)
    table = await market(services, 2, ai=("easy",))
    await outbox.drain()
    await say(services, table.id, "L a1", "E")
    await until(lambda: has_plies(services, table.id, 4))
    await outbox.drain()
    assert await due_in(store) == pytest.approx(AI_TURN_PATIENCE, abs=0.001)


async def has_plies(services: Services, number: int, plies: int) -> bool:
    return len(await services.tables._store.read(table_rows.read_plies, number)) >= plies


def test_a_post_waits_longer_than_an_ai_may_think_about_its_turn():
    assert AI_PATIENCE <= MOVE_BUDGET < TURN_BUDGET < AI_TURN_PATIENCE


class Doing:
    """A player that does one thing after the other, and never ends its turn."""

    def __init__(self, *kinds: str) -> None:
        self.kinds = kinds

    def choose(self, state, seat, rng):
        return Act(self.kinds[state.done % len(self.kinds)])


@pytest.mark.usefixtures("thinking", "endless_turns")
@pytest.mark.parametrize(
    ("player", "most", "moves"),
    [
        (Doing("T"), 8, ["T"] * 8 + ["E"]),
        (Doing("O", "K"), 7, ["O", "K"] * 4 + ["E"]),
    ],
    ids=["it can be ended", "something has to be done first"],
)
async def test_an_ai_that_never_ends_its_turn_is_made_to(
    services, monkeypatch, player, most, moves
):
    monkeypatch.setattr(Market, "facts", replace(MARKET.facts, longest_turn=most))
    monkeypatch.setattr(Market, "player", lambda self, name, clock=None: player)
    table = await market(services, 2, ai=("easy",))
    await say(services, table.id, "L a1", "E")
    await settle(services, table.id)
    log = await services.reading.log(table.id)
    assert [ply.notation for ply in log if ply.ai] == moves


@pytest.fixture
def slow_players(monkeypatch, brains) -> list[tuple[str, int]]:
    """AI players that take 5 seconds for each move, by the clock; who thought about which."""
    moves: list[tuple[str, int]] = []

    async def slowly(worker, task):
        moves.append((task.player, task.state["done"]))
        return choice(task)

    async def no_process():
        return None

    monkeypatch.setattr("bot.ai.pool.monotonic", lambda: 5.0 * len(moves))
    monkeypatch.setattr("bot.ai.pool.exchange", slowly)
    monkeypatch.setattr(brains.workers[0], "awake", no_process)
    return moves


@pytest.mark.usefixtures("endless_turns")
async def test_an_ai_thinks_about_a_turn_for_so_long_and_then_plays_easily(
    services, monkeypatch, slow_players
):
    """After its 20 seconds it is asked no more, but for the move that ends a long turn."""
    players = {"random": Doing("T"), "easy": Doing("O", "K")}
    monkeypatch.setattr(Market, "player", lambda self, name, clock=None: players[name])
    monkeypatch.setattr(Market, "facts", replace(MARKET.facts, longest_turn=8))
    table = await market(services, 2, ai=("random",))
    by = [("random", n) for n in range(4)] + [("easy", n) for n in range(4, 8)] + [("finisher", 8)]
    for turns in (1, 2):
        await say(services, table.id, f"L a{turns}", "E")
        await settle(services, table.id)
        assert slow_players == by * turns
    log = await services.reading.log(table.id)
    assert [ply.notation for ply in log if ply.ai] == [*"TTTTOKOK", "E"] * 2


@pytest.mark.usefixtures("thinking")
async def test_an_ai_goes_on_where_somebody_resigns_in_mid_turn(services, outbox, pigeons):
    table = await market(services, 3)
    await outbox.drain()
    await say(services, table.id, "L a1")
    await services.seats.resign(table.id, MAUD.user_id)
    await settle(services, table.id)
    await outbox.drain()
    deliveries = [delivery for delivery in pigeons.shown if delivery.kind in ("board", "notice")]
    last = len(await services.reading.log(table.id))
    assert [delivery.kind for delivery in deliveries] == ["notice", "board"]
    assert boards(pigeons) == [([1, last], [BASTIEN.user_id])]


async def test_a_game_left_in_mid_turn_is_over_at_once_and_tells_the_turn(
    services, outbox, pigeons
):
    table = await market(services, 2)
    await outbox.drain()
    await say(services, table.id, "L a1", "L b1", "L b2")
    await say(services, table.id, "L a2", "L a3")
    await take_back(services, table.id, 1)
    await outbox.drain()
    await services.seats.resign(table.id, MAUD.user_id)
    await outbox.drain()
    beside = ("hand", "lobby")
    kinds = [delivery.kind for delivery in pigeons.shown if delivery.kind not in beside]
    assert kinds[-3:] == ["notice", "over", "poster"]
    (over,) = (delivery.payload for delivery in pigeons.shown if delivery.kind == "over")
    assert (over.plies, over.untold) == ((4, 5), [5])
    log = await services.reading.log(table.id)
    assert [ply.notation[:4] for ply in log] == ["L a1", "L b1", "L b2", "L a2"]


# ---- restart my turn -----------------------------------------------------------------------------


async def test_a_turn_is_taken_back_again_and_again(services, store, table):
    """It stays in the log, and its numbers are gone."""
    before = await ask(services, table.id)
    assert before.retractable == 0
    for moves in (["L a1", "L a2"], ["L b1"]):
        await say(services, table.id, *moves)
        for prompt in (await ask(services, table.id), await ask(services, table.id, "L b4")):
            assert prompt.retractable == len(moves)
        back = await take_back(services, table.id)
        assert (back.view, back.hand, back.question) == (before.view, before.hand, before.question)
        assert back.retractable == 0
        assert (await services.tables.get(table.id)).revision == back.revision
    assert back.revision == before.revision + 5
    await say(services, table.id, "L b3", "E")
    stored_log = await store.read(table_rows.read_plies, table.id)
    for log in (await services.reading.log(table.id, MAUD.user_id), stored_log):
        assert [bool(ply.undone) for ply in log] == [True, True, True, False, False]
        assert [ply.ply for ply in log] == [1, 2, 3, 4, 5]


async def test_a_turn_that_has_not_begun_cannot_be_taken_back(services, store, table):
    for moves in ((), ("L a1", "E")):
        await say(services, table.id, *moves)
        refusal = await refusal_of(store, take_back(services, table.id), IllegalMove)
        assert refusal.code == "table.nothing_to_restart"


@each_case("revealing", ["T", "O"])
async def test_a_move_that_brought_something_to_light_stands(services, store, revealing):
    table = await market(services)
    await say(services, table.id, "L a1", revealing)
    assert (await ask(services, table.id)).retractable == 0
    for count in (None, 1, 2):
        refusal = await refusal_of(store, take_back(services, table.id, count), IllegalMove)
        assert refusal.code == "table.already_revealed"


@each_case("count", [None, 1])
async def test_moves_after_a_reveal_are_taken_back(services, store, count):
    table = await market(services)
    await say(services, table.id, "T")
    before = await ask(services, table.id)
    await say(services, table.id, "L a1")
    assert (await ask(services, table.id)).retractable == 1
    await refusal_of(store, take_back(services, table.id, 2), IllegalMove)
    after = await take_back(services, table.id, count)
    assert (after.view, after.hand, after.retractable) == (before.view, before.hand, 0)


@pytest.fixture
def endless_turns(monkeypatch) -> None:
    """A turn ends only by `E`."""
    monkeypatch.setattr("tests.bot.market.ACTIONS", 1000)


@pytest.fixture
def long_turns(monkeypatch) -> None:
    """A turn has room for five moves."""
    monkeypatch.setattr("tests.bot.market.ACTIONS", 5)


@pytest.mark.usefixtures("long_turns")
async def test_moves_are_taken_back_one_by_one_or_several_at_once(
    services, outbox, pigeons, anew, table
):
    looks = []
    for move in ("L a1", "L a2", "L a3"):
        looks.append(await ask(services, table.id))
        await say(services, table.id, move)
    back = await take_back(services, table.id, 1)
    assert (back.view, back.hand, back.retractable) == (looks[2].view, looks[2].hand, 2)
    await say(services, table.id, "L b1")
    back = await take_back(services, table.id, 2)
    assert (back.view, back.hand, back.retractable) == (looks[1].view, looks[1].hand, 1)
    assert (await ask(anew(), table.id)) == back
    await say(services, table.id, "L b3", "E")
    standing = [ply.ply for ply in await services.reading.log(table.id)]
    assert standing == [1, 5, 6]
    await outbox.drain()
    assert boards(pigeons) == [([1, 6], [BASTIEN.user_id])]
    [payload] = [delivery.payload for delivery in pigeons.shown if delivery.kind == "board"]
    assert payload.untold == [2, 3, 4]


async def test_only_who_must_act_takes_back_and_only_what_they_saw(services, store, table):
    await say(services, table.id, "L a1")
    for user, kind in ((BASTIEN.user_id, IllegalMove), (STRANGER, NotSeated)):
        await refusal_of(store, services.moves.take_back(table.id, user, table.revision + 1), kind)
    doing = services.moves.take_back(table.id, MAUD.user_id, table.revision)
    await refusal_of(store, doing, StaleClick)
    await services.moves.take_back(table.id, MAUD.user_id, None)


async def test_five_presses_at_once_take_back_once(services, table):
    await say(services, table.id, "L a1")
    revision = (await services.tables.get(table.id)).revision
    presses = (services.moves.take_back(table.id, MAUD.user_id, revision) for _ in range(5))
    outcomes = await asyncio.gather(*presses, return_exceptions=True)
    kinds = sorted(type(outcome).__name__ for outcome in outcomes)
    assert kinds == ["QuestionPrompt", *["StaleClick"] * 4]
    assert (await services.tables.get(table.id)).revision == revision + 1


async def test_a_game_with_turns_taken_back_is_exported_as_it_was_played(services, table):
    await say(services, table.id, "L a1", "L a2")
    await take_back(services, table.id)
    await say(services, table.id, "L b1", "E", "L b2")
    await take_back(services, table.id)
    await play_out(services, table.id)
    exported = await services.reading.record(table.id)
    *_, (state, _) = record.replay(record.from_json(exported))
    look = await services.reading.look(table.id, None)
    assert look.table.status is Status.OVER
    assert MARKET.view(state, None) == look.view
    played = [ply.notation for ply in await services.reading.log(table.id) if not ply.undone]
    assert [ply["move"] for ply in exported["plies"]] == played


async def test_the_recap_leaves_out_moves_that_were_taken_back(services, table):
    await say(services, table.id, "L a1", "E", "L a2")
    await take_back(services, table.id)
    await say(services, table.id, "L b1", "E")
    recap = await services.reading.recap(table.id, MAUD.user_id)
    assert [ply.notation[:4] for ply in recap.plies] == ["L b1", "E"]
    assert {"a1", "b1"} <= set(recap.after.laid)


async def test_in_mid_turn_the_recap_tells_the_moves_before_the_turn_alone(services, table):
    await say(services, table.id, "L a1", "E", "L b1", "E", "L a2")
    recap = await services.reading.recap(table.id, MAUD.user_id)
    assert [ply.notation[:4] for ply in recap.plies] == ["L b1", "E"]
    assert "a2" not in recap.after.laid
    assert (recap.midway, recap.to_act) == (None, (0,))


# ---- nobody else knows of it before it ends ------------------------------------------------------


async def everything_visible(services: Services, number: int, user: int | None):
    """All that somebody can ask the service about a table."""
    look, log = await services.reading.look(number, user), await services.reading.log(number, user)
    answers = [look.view, look.hand, look.to_act, log, await services.reading.record(number)]
    if user is None or user == STRANGER:
        return answers
    recap, letter = (
        await services.reading.recap(number, user),
        await services.reading.hand(number, look.seat),
    )
    return [*answers, recap.after, recap.plies, recap.gained, letter.view, letter.hand]


WATCHING = (BASTIEN.user_id, STRANGER, None)
"""Another player, a stranger, and everybody."""


@each_case("moves", [["L a3"], ["T"], ["O"], ["T", "L a3"]])
async def test_others_see_the_table_as_it_was_when_the_turn_began(services, moves, anew):
    table = await market(services)
    await say(services, table.id, "L a1", "E", "L b1", "E")
    before = {user: await everything_visible(services, table.id, user) for user in WATCHING}
    await say(services, table.id, *moves)
    for service in (services, anew()):
        for user in WATCHING:
            assert await everything_visible(service, table.id, user) == before[user]
            assert (await service.reading.look(table.id, user)).midway == 0
            assert await service.reading.turn_in_progress(table.id, user) == 0
        assert (await service.reading.recap(table.id, BASTIEN.user_id)).midway == 0


async def test_a_player_sees_each_step_of_a_turn_and_the_others_see_it_at_its_end(services, table):
    await say(services, table.id, "L a1", "L a2")
    await require_sight(services, table.id, MAUD.user_id, [1, 2])
    await say(services, table.id, "E")
    await require_sight(services, table.id, BASTIEN.user_id, [1, 2, 3])


async def require_sight(services: Services, number: int, user: int, plies: list[int]) -> None:
    """Require that somebody sees both stalls that were taken, and these plies."""
    look = await services.reading.look(number, user)
    assert set(look.view.laid) == {"a1", "a2"}
    assert (look.midway, await services.reading.turn_in_progress(number, user)) == (None, None)
    assert [ply.ply for ply in await services.reading.log(number, user)] == plies


async def test_the_message_with_a_hand_shows_it_as_it_was_when_the_turn_began(services, table):
    before = (await services.reading.hand(table.id, 0)).hand
    await say(services, table.id, "L a1")
    assert (await services.reading.hand(table.id, 0)).hand == before
    assert (await services.reading.look(table.id, MAUD.user_id)).hand != before


async def test_moves_taken_back_within_a_turn_are_known_to_their_player_alone_ever_after(
    services, table
):
    await say(services, table.id, "L a1")
    await take_back(services, table.id)
    await say(services, table.id, "L b1", "E")
    assert [ply.ply for ply in await services.reading.log(table.id, BASTIEN.user_id)] == [2, 3]
    assert [ply.ply for ply in await services.reading.log(table.id, MAUD.user_id)] == [1, 2, 3]
    await services.votes.cancel(table.id, MAUD.user_id, moderator=True)
    assert [ply.ply for ply in await services.reading.log(table.id)] == [2, 3]


async def test_a_game_broken_off_in_mid_turn_has_no_turn_under_way(services, anew, table):
    await say(services, table.id, "L a1")
    await services.votes.cancel(table.id, MAUD.user_id, moderator=True)
    for service in (services, anew()):
        assert [ply.ply for ply in await service.reading.log(table.id)] == [1]
        assert len((await service.reading.record(table.id))["plies"]) == 1
        assert await service.reading.turn_in_progress(table.id, None) is None
        async with service.tables.hold(table.id) as live:
            assert live.turn is None


# ---- posts leave out what was taken back ---------------------------------------------------------


async def test_moves_that_were_taken_back_are_in_no_post(services, outbox, pigeons, table):
    await say(services, table.id, "L a1", "L a2")
    await take_back(services, table.id)
    await outbox.drain()
    assert boards(pigeons) == []
    await say(services, table.id, "L b1", "E")
    await outbox.drain()
    assert boards(pigeons) == [([3, 4], [BASTIEN.user_id])]


async def test_two_turns_in_one_post_leave_out_the_moves_taken_back_in_either(
    services, outbox, pigeons, table
):
    for stall in "ab":
        await say(services, table.id, f"L {stall}1", f"L {stall}2")
        await take_back(services, table.id, 1)
        await say(services, table.id, "E")
    await outbox.drain()
    [payload] = [delivery.payload for delivery in pigeons.shown if delivery.kind == "board"]
    assert (payload.plies, payload.untold) == ((1, 6), [2, 5])


# ---- restarts of the process ---------------------------------------------------------------------


@each_case("moves", [["L a1"], ["L a1", "O"], ["T"], ["L a1", "L a2"]])
async def test_a_turn_goes_on_after_a_restart_in_its_middle(services, moves, anew):
    table = await market(services)
    await say(services, table.id, "L b1", "E", *moves)
    before = await ask(services, table.id)
    next_services = anew()
    assert await ask(next_services, table.id) == before


async def test_a_turn_is_taken_back_after_a_restart_of_the_process(services, anew, table):
    await say(services, table.id, "L a1", "E")
    before = await ask(services, table.id)
    for stall in ("b1", "b2"):
        next_services = anew()
        await say(next_services, table.id, f"L {stall}")
        next_services = anew()
        assert (await ask(next_services, table.id)).retractable == 1
        prompt = await take_back(next_services, table.id)
        assert (prompt.view, prompt.hand) == (before.view, before.hand)
    next_services = anew()
    assert (await ask(next_services, table.id)).view == before.view
    assert (await say(next_services, table.id, "L b3")).last.ply == 5


async def test_a_turn_stands_where_its_taking_back_cannot_be_saved(
    services, store, monkeypatch, table
):
    await say(services, table.id, "L a1")

    async def broken(change):
        raise OSError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(store, "save", broken)
        with pytest.raises(OSError, match="disk full"):
            await take_back(services, table.id)
    assert (await ask(services, table.id)).retractable == 1


# ---- questions -----------------------------------------------------------------------------------


async def test_a_token_cut_short_is_asked_about(services, table):
    """A letter, then a digit."""
    prompt = await ask(services, table.id, "L b")
    assert prompt.tokens == ("L",)
    assert [option.token for option in options_of(prompt)] == ["b1", "b2", "b3", "b4"]
    assert prompt.question.beside.shown == prompt.hand.__class__(0, prompt.hand.cards, 1)


async def test_a_stall_without_a_card_is_whole_unless_it_is_asked_about(services, table):
    prompt = await ask(services, table.id, "L b1")
    assert (options_of(prompt), len(prompt.tokens)) == ((), 3)
    assert prompt.tokens[2] == str(min(prompt.hand.cards))
    asked_for = await ask(services, table.id, "L b1", after=True)
    assert asked_for.tokens == ("L", "b1")
    assert [option.token for option in options_of(asked_for)] == [
        str(card) for card in sorted(set(asked_for.hand.cards))
    ]


async def test_a_whole_move_is_not_asked_about(services, table):
    assert options_of(await ask(services, table.id, "T", after=True)) == ()


@pytest.mark.parametrize("after", [False, True])
async def test_a_text_that_leads_nowhere_is_refused(services, store, after, table):
    await say(services, table.id, "L a1")
    for typed, code in (
        ("K", "market.nothing_shown"),
        ("L a2 99", "market.not_held"),
        ("L z", "market.bad_notation"),
        ("L a1", "market.taken"),
        ("dance", "market.bad_notation"),
    ):
        refusal = await refusal_of(store, ask(services, table.id, typed, after=after), RulesError)
        assert refusal.code == code


@pytest.mark.usefixtures("thinking")
async def test_a_suggestion_goes_on_from_a_token_cut_short(services, store, table):
    before = await everything(store)
    prompt = await services.moves.suggest(table.id, MAUD.user_id, None, ["L", "b"])
    assert (prompt.tokens[0], options_of(prompt)) == ("L", ())
    prompt = await services.moves.suggest(table.id, MAUD.user_id, None, [])
    assert prompt.tokens[0] == "L"
    assert await everything(store) == before
