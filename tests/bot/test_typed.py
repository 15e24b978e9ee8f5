"""A whole turn in one typed line: made and saved at once, or not at all."""

import signal
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from bot.service import Services
from bot.steps.lines import MoveRefused
from bot.steps.moves import reveals
from bot.store import table_rows
from bot.store.store import Store
from bot.table.live import QuestionPrompt
from bot.table.seating import StaleClick, Status
from rules import registry
from rules.rng import Rng
from tests.bot.room import BASTIEN, MAUD, acting, start_table
from tests.bot.test_tables import everything, refusal_of
from tests.bot.test_turns import ask, boards, market, outbox, pigeons, say, table, take_back
from tests.cases import each_case
from tests.tier import of_tier

__all__ = ["outbox", "pigeons", "table"]

pytestmark = pytest.mark.usefixtures("market")
ROOT = Path(__file__).parents[2]


async def moves(services: Services, number: int) -> list[str]:
    """Moves that stand, without their payments."""
    log = await services.tables._store.read(table_rows.read_plies, number)
    return [ply.notation[:4] for ply in log if not ply.undone]


# ---- made ----------------------------------------------------------------------------------------


async def test_a_whole_turn_is_one_save_and_one_post(services, store, outbox, pigeons, table):
    turn = await say(services, table.id, "L a1;L a2;E")
    await outbox.drain()
    assert [ply.notation[:4] for ply in turn.plies] == ["L a1", "L a2", "E"]
    assert (turn.goes_on, turn.to_act, turn.table.revision) == (False, (1,), table.revision + 1)
    log = await store.read(table_rows.read_plies, table.id)
    assert [ply.ends_turn for ply in log] == [False, False, True]
    assert boards(pigeons) == [([1, 3], [BASTIEN.user_id])]


async def test_private_events_of_a_line_are_read_by_its_player_alone(services, table):
    turn = await say(services, table.id, "L a1;T")
    assert [event.only for event in turn.last.events] == [None, 0]
    [_, ply] = await services.reading.log(table.id, MAUD.user_id)
    assert [event.only for event in ply.events] == [None]


@each_case(
    ("line", "made"),
    [
        ("L a1 ; L a2;", ["L a1", "L a2"]),
        (";L a1;;L a2", ["L a1", "L a2"]),
        ("L a1 {a good one; or not}; L a2 {so so}", ["L a1", "L a2"]),
        ("l a1;  l   a2", ["L a1", "L a2"]),
        ("L a1;", ["L a1"]),
        ("; L a1 ;; {and on}", ["L a1"]),
    ],
)
async def test_reading_is_forgiving(services, line, made):
    table = await market(services)
    assert (await say(services, table.id, line)).goes_on
    assert await moves(services, table.id) == made


async def test_a_turn_that_a_line_does_not_end_goes_on_and_is_taken_back_in_steps(
    services, anew, table
):
    before = await ask(services, table.id)
    await say(services, table.id, "L a1;L a2")
    assert (await services.reading.look(table.id, BASTIEN.user_id)).midway == 0
    for service in (services, anew()):
        assert (await ask(service, table.id)).retractable == 2
    await take_back(services, table.id, 1)
    assert await moves(services, table.id) == ["L a1"]
    await say(services, table.id, "L b1")
    back = await take_back(services, table.id)
    assert (back.view, back.hand) == (before.view, before.hand)


async def test_a_line_goes_on_with_a_turn_under_way(services, outbox, pigeons, table):
    await say(services, table.id, "L a1", "L a2;E")
    await outbox.drain()
    assert boards(pigeons) == [([1, 3], [BASTIEN.user_id])]


async def test_the_log_in_memory_is_the_one_of_the_file(services, store, table):
    await services.reading.log(table.id)
    await say(services, table.id, "L a1;L a2;E", "L b1;E")
    assert await services.reading.log(table.id) == await store.read(table_rows.read_plies, table.id)


# ---- refused whole -------------------------------------------------------------------------------


@each_case(
    ("line", "number", "move", "code"),
    [
        ("L a1;L a1", 2, "L a1", "market.taken"),
        ("L a1;L a2;L a2;E", 3, "L a2", "market.taken"),
        ("E;L a1", 1, "E", "market.not_begun"),
        ("L a1;dance", 2, "dance", "market.bad_notation"),
        ("L a1;L", 2, "L", "market.bad_notation"),
        ("L a1;E;L a2", 3, "L a2", "table.move_behind_end"),
        ("L a1;L a2;L a3;L a4", 4, "L a4", "table.move_behind_end"),
        ("O;L a1", 2, "L a1", "market.keep_it_first"),
    ],
)
async def test_the_first_move_that_cannot_be_made_is_named(
    services, store, table, line, number, move, code
):
    refusal = await refusal_of(store, say(services, table.id, line), MoveRefused)
    assert (refusal.number, refusal.move, refusal.reason.code) == (number, move, code)


async def test_a_line_about_a_table_that_has_moved_on_is_refused(services, store, table):
    await say(services, table.id, "L a1")
    doing = services.moves.play(table.id, MAUD.user_id, table.revision, ["L", "a2;E"])
    await refusal_of(store, doing, StaleClick)


async def test_a_line_that_cannot_be_saved_is_none(services, store, monkeypatch, table):

    async def broken(change):
        raise OSError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(store, "save", broken)
        with pytest.raises(OSError, match="disk full"):
            await say(services, table.id, "L a1;L a2")
    assert (await ask(services, table.id)).retractable == 0
    await say(services, table.id, "L a1;L a2")
    assert await moves(services, table.id) == ["L a1", "L a2"]


DIE = """
import asyncio, os, pathlib, signal, sys
from bot.ai.pool import Brains
from bot.service import Services
from bot.store import table_rows
from bot.store.store import Store
from rules import registry
from tests.bot.market import MARKET

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

async def main(file, where):
    registry.games()["market"] = MARKET
    store = await Store.open(pathlib.Path(file))
    services = Services(store, Brains(), notify=lambda: None)
    setattr(table_rows, where, die)
    await services.moves.play(1, 100, None, ["L a1;L a2;E"])

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.parametrize("where", of_tier(["write_post"], ["write_snapshot", "write_post"]))
async def test_a_process_killed_in_the_middle_of_a_line_has_saved_no_part_of_it(
    file, where, brains
):
    """Once its moves are written, and before the position or the post is."""
    store = await Store.open(file)
    table = await market(Services(store, brains, notify=lambda: None))
    before = await everything(store)
    await store.close()
    command = [sys.executable, "-c", DIE, str(file), where]
    dead = subprocess.run(command, cwd=ROOT, check=False, capture_output=True)
    assert dead.returncode == -signal.SIGKILL, dead.stderr
    store = await Store.open(file)
    assert await everything(store) == before
    services = Services(store, brains, notify=lambda: None)
    await say(services, table.id, "L a1;L a2;E")
    assert await moves(services, table.id) == ["L a1", "L a2", "E"]
    await store.close()


# ---- nothing comes to light ----------------------------------------------------------------------


@each_case("top", range(1, 10))
async def test_a_refusal_does_not_tell_what_would_have_been_drawn(services, store, top):
    """With the right card on top, the line would be legal: nobody learns whether it is."""
    table = await market(services)
    async with services.tables.hold(table.id) as live:
        live.state.deck[-1] = top
        card = next(card for card in range(1, 10) if card not in live.state.hands[0])
    refusal = await refusal_of(store, say(services, table.id, f"T;L a1 {card}"), MoveRefused)
    assert refusal.number == 2
    assert refusal.reason.code in ("table.move_unseen", "market.not_held")
    second_refusal = await refusal_of(store, say(services, table.id, f"T;L a1 {card}"), MoveRefused)
    assert str(second_refusal.reason) == str(refusal.reason)


async def test_a_mistake_that_no_draw_could_mend_is_named(services, store, table):
    refusal = await refusal_of(store, say(services, table.id, "T;L a1;L a1"), MoveRefused)
    assert (refusal.number, refusal.reason.code) == (3, "market.taken")


async def test_a_mistake_that_some_draws_could_mend_is_not_named(services, store, table):
    """Ones and twos are left to be drawn: the next card may be the one that is to be laid."""
    async with services.tables.hold(table.id) as live:
        hand = live.state.hands[0]
        live.state.deck[:] = [card for card in (1, 2) for _ in range(10)]
        live.state.hands[1] = [1, 2, 1]
        hand[:] = [5, 6, 7]
    refusal = await refusal_of(store, say(services, table.id, "T;L a1 1"), MoveRefused)
    assert (refusal.number, refusal.reason.code) == (2, "table.move_unseen")


async def test_moves_that_are_legal_after_any_draw_are_made(services, table):
    await say(services, table.id, "T;L a1;L a2")
    assert await moves(services, table.id) == ["T", "L a1", "L a2"]


@each_case("number", range(4))
async def test_a_line_is_refused_for_the_only_card_that_refuses_it(services, store, number):
    """It is one of those that may come next, of forty, whatever the luck of the table."""
    table = await market(services)
    async with services.tables.hold(table.id) as live:
        live.state.hands[:] = [[3, 4, 5], [7, 7, 7]]
        live.state.deck[:] = [7] * 39 + [1]
    for line in ("T;L a1 3;L a2 7", "T;L a1 7"):
        refusal = await refusal_of(store, say(services, table.id, line), MoveRefused)
        assert refusal.reason.code == "table.move_unseen"


async def test_a_line_stops_where_something_comes_to_light_that_nobody_thought_of(
    services, monkeypatch, table
):
    """A refusal would tell what is hidden; so what has told it is made."""
    monkeypatch.setattr("bot.steps.lines.possible_endings", lambda *_: [])
    turn = await say(services, table.id, "L a1;T;L a1 9;E")
    assert (turn.stopped, turn.goes_on) == ("L a1 9", True)
    assert await moves(services, table.id) == ["L a1", "T"]


async def test_a_line_is_previewed_on_a_lookalike(services, store, table):
    """Its last move lays the lowest card, which may be the one that is drawn."""
    previews = []
    for deck in ([1, 9], [9, 1]):
        async with services.tables.hold(table.id) as live:
            live.state.hands[0] = [3, 4, 5]
            live.state.deck[:] = deck
        previews.append(await services.moves.ask(table.id, MAUD.user_id, None, ["T;L a1"]))
    assert previews[0] == previews[1]


# ---- suggestions for its last move ---------------------------------------------------------------


async def options_after(services: Services, number: int, line: str, *tokens: str) -> list[str]:
    """Options that may follow behind these moves of a line."""
    user = await acting(services, number)
    prompt = await services.moves.ask_after(number, user, None, tokens, line=line)
    assert isinstance(prompt, QuestionPrompt)
    return [option.token for option in prompt.question.answers()]


async def test_the_options_are_those_after_the_moves_before(services, store, table):
    before = await everything(store)
    assert "a1" in await options_after(services, table.id, "", "L")
    assert "a1" not in await options_after(services, table.id, "L a1", "L")
    assert "E" not in await options_after(services, table.id, "")
    assert "E" in await options_after(services, table.id, "L a1;L b1")
    assert await everything(store) == before


@each_case("line", ["T", "L a1;O", "L a1;E", "L a1;L a1", "dance"])
async def test_no_options_follow_a_draw_or_a_move_that_cannot_be_made(services, store, table, line):
    await refusal_of(store, options_after(services, table.id, line))


# ---- whole games ---------------------------------------------------------------------------------


def turns(game, seed: int) -> list[list[str]]:
    """A random game for two, turn by turn."""
    state, luck = game.new(2, seed), Rng(seed)
    turn_moves: list[list[str]] = [[]]
    while acting := game.to_act(state):
        action = game.sample(state, acting[0], luck)
        turn_moves[-1].append(game.notation(state, acting[0], action))
        game.apply(state, acting[0], action)
        if not game.mid_turn(state):
            turn_moves.append([])
    return turn_moves[:-1]


async def condense(services: Services, number: int, turn: list[str]) -> bool:
    """Make a turn in one line, or move by move where it needs what it brings to light itself."""
    try:
        await say(services, number, ";".join(turn))
    except MoveRefused as refusal:
        before = refusal.number - 1
    else:
        return len(turn) > 1
    await say(services, number, *turn)
    log = await services.reading.log(number)
    assert any(map(reveals, log[-len(turn) :][:before]))
    return False


@pytest.mark.parametrize("key", of_tier(["telegraph"], ["akropolis", "attika", "telegraph"]))
async def test_a_game_in_lines_is_the_game_move_by_move(services, store, key):
    table = await start_table(services, 2, game=key)
    position = await store.read(table_rows.read_position, table.id)
    played = turns(registry.get(key), position.secret.number)
    lines = [await condense(services, table.id, turn) for turn in played]
    assert [ply.notation for ply in await services.reading.log(table.id)] == list(chain(*played))
    assert (await services.tables.get(table.id)).status is Status.OVER
    assert sum(lines) > 5 or key == "akropolis"
