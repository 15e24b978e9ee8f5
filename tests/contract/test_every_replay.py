"""A replay keeps what is hidden from its reader, at every turn of every game, and finds its way.

A random game of each title and number of seats is replayed as it runs. At each stop the position is
dealt anew, so that the reader cannot tell it from the real one: all that is shown is then the same,
to the letter: words, descriptions of pictures, custom ids, and the subjects of the pictures.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import pytest

from bot.ai.pool import Brains
from bot.service import Services
from bot.service.replays import Reel
from bot.steps.moves import public
from bot.steps.timeline import Goal, Unit
from bot.store.store import Store
from bot.store.table_rows import append
from bot.table.changes import Ply
from bot.table.encoding import as_json
from bot.table.seating import Status
from cogs._answering.answer import Answer, PrivateMessages
from cogs._answering.visitor import Visitor
from cogs._pages import replay, replay_sides
from rules.contract import Seat
from rules.rng import Rng
from tests.bot.room import people, start_table
from tests.contract.playing import Setup, large_setups, playout
from tests.tier import of_tier

every_table = pytest.mark.parametrize("setup", large_setups(), ids=str)

STOPS = of_tier(1, 40)
"""So many turns of a game, beside its deal and its last turn, are looked at by each reader."""
AT = "2026-11-22T12:00:00+00:00"
SEED = 7


@pytest.fixture
async def services(tmp_path) -> AsyncIterator[Services]:
    store, brains = await Store.open(tmp_path / "games.sqlite3"), Brains()
    built = Services(store, brains, notify=lambda: None)
    yield built
    await built.stop_ai()
    await brains.close()
    await store.close()


@pytest.fixture
def wishes(monkeypatch) -> list[Any]:
    """Descriptions of the pictures that are asked for, in place of the pictures."""
    wishes = list[Any]()

    async def note(wish: Any, alt: str, *_: Any, **__: Any) -> str:
        wishes.append((wish, alt))
        return alt

    monkeypatch.setattr(replay_sides, "drawing_or_sentence", note)
    return wishes


def log_of(setup: Setup) -> tuple[list[Ply], Any]:
    """The log of a random game up to its last turn but one, and the position then."""
    game, state = setup.game, setup.new(SEED)
    plies, states = list[Ply](), [state.clone()]
    for number, (seat, action) in enumerate(playout(setup, SEED)[1], 1):
        notation = game.notation(state, seat, action)
        events = tuple(game.apply(state, seat, action))
        ends = not game.mid_turn(state)
        plies.append(public(Ply(number, seat, notation, events, AT, ai=False, ends_turn=ends)))
        states.append(state.clone())
    ends = [ply.ply for ply in plies[:-1] if ply.ends_turn]
    return plies[: ends[-1]], states[ends[-1]]


async def running(services: Services, setup: Setup) -> int:
    """A table where the random game runs."""
    terms = {"game": setup.game.facts.key, "options": dict(setup.options)}
    table = await start_table(services, setup.seats, **terms)
    plies, state = log_of(setup)

    def work(db: Any) -> None:
        values = (f"{SEED:032x}", as_json(dict(setup.options)), table.id)
        db.execute("UPDATE table_ SET seed = ?, options = ? WHERE id = ?", values)
        append(db, table.id, plies)
        stored = msgspec.json.encode(setup.game.state_to_json(state)).decode()
        update = "UPDATE snapshot SET ply = ?, state = ?, began = NULL WHERE table_id = ?"
        db.execute(update, (len(plies), stored, table.id))

    await services.tables._store.write(work)
    services.tables.forget(table.id)
    return table.id


async def end(services: Services, table_id: int) -> None:
    """Let the game be over."""
    update = "UPDATE table_ SET status = ? WHERE id = ?"
    values = (str(Status.OVER), table_id)
    await services.tables._store.write(lambda db: db.execute(update, values))
    services.tables.forget(table_id)


def reader(services: Services, seat: Seat | None) -> Visitor:
    """The person in a seat, or a spectator, who has typed the command."""
    app: Any = SimpleNamespace(
        replays=services.replays,
        reading=services.reading,
        emoji=lambda name: None,
        background=lambda work: work.close(),
    )
    click: Any = SimpleNamespace(
        id=1, message=None, type=discord.InteractionType.application_command, extras={}
    )
    language = "fr" if seat else "en"
    user = 999 if seat is None else people[seat].user_id
    answer = Answer(click, PrivateMessages(), language)
    return Visitor(click, app, user, language, answer)


async def everything(
    visitor: Visitor, table: Any, ply: int, wishes: list[Any], side: str
) -> tuple[Any, ...]:
    """All that a stop shows by each unit, and the page to choose another."""
    wishes.clear()
    pages = [
        (await replay.page(visitor, table, ply, unit=unit, side=side)).to_components()
        for unit in Unit
    ]
    choice = await replay.choice_page(visitor, table, ply, Unit.TURN, side)
    subjects = [(msgspec.json.encode(wish), alt) for wish, alt in wishes]
    return (*pages, choice.to_components(), subjects)


def redealing(seat: Seat | None, luck: Rng) -> Callable[..., Any]:
    """Past positions as they might have been for all that a seat knows."""
    real = Reel.position

    def position(self: Reel, live: Any, turns: Any, place: int) -> Any:
        return live.game.redeal(real(self, live, turns, place), seat, luck)

    return position


def spread(last_plies: list[int]) -> Iterator[int]:
    """The deal, the last turn, and some between them."""
    step = max(1, len(last_plies) // (STOPS + 1))
    yield from {0, *last_plies[step::step], last_plies[-1]}


@every_table
async def test_a_replay_shows_the_same_whatever_was_hidden_then(
    services, setup, wishes, monkeypatch
):
    table_id = await running(services, setup)
    table = await services.tables.get(table_id)
    turns = (await services.replays.opening(table_id, None)).turns
    for seat in setup.everybody():
        visitor = reader(services, seat)
        side = replay.BOARD if seat is None or not setup.game.facts.hands else str(seat)
        for ply in spread([turn.last for turn in turns]):
            for each in {side, replay.BOARD}:
                real = await everything(visitor, table, ply, wishes, each)
                with monkeypatch.context() as patch:
                    patch.setattr(Reel, "position", redealing(seat, Rng(1000 + ply)))
                    redealt = await everything(visitor, table, ply, wishes, each)
                assert redealt == real, (seat, ply, each)
                assert len(wishes) == len(Unit)


@every_table
async def test_while_a_game_runs_no_button_shows_the_hand_of_another(services, setup, wishes):
    """Nor does a forged one: it shows the board."""
    table_id = await running(services, setup)
    table = await services.tables.get(table_id)
    newest = (await services.replays.opening(table_id, None)).turns[-1].last
    for seat in setup.everybody():
        visitor = reader(services, seat)
        board = await everything(visitor, table, newest, wishes, replay.BOARD)
        for side in (replay.HANDS, *(str(n) for n in (*range(setup.seats), 8) if n != seat)):
            forged = await everything(visitor, table, newest, wishes, side)
            assert forged[-1] == board[-1], (seat, side)


@every_table
async def test_once_it_is_over_everybody_sees_all_hands_of_every_turn(
    services, setup, wishes, monkeypatch
):
    """Then another deal does show: so much for the tests above."""
    table_id = await running(services, setup)
    await end(services, table_id)
    table = await services.tables.get(table_id)
    turns = (await services.replays.opening(table_id, None)).turns
    visitor, plies = reader(services, None), [*spread([turn.last for turn in turns])]
    if not setup.game.facts.hands:
        assert (await services.replays.opening(table_id, None)).hands == {}
        return
    differences = 0
    for ply in plies:
        real = await everything(visitor, table, ply, wishes, replay.HANDS)
        assert {wish.picture for wish, _ in wishes} == {"hand"}
        with monkeypatch.context() as patch:
            patch.setattr(Reel, "position", redealing(None, Rng(1000 + ply)))
            redealt = await everything(visitor, table, ply, wishes, replay.HANDS)
        differences += real != redealt
    assert differences > 0


@every_table
async def test_a_replay_goes_through_every_turn_and_ends_where_the_game_is(services, setup):
    table_id = await running(services, setup)
    replays, plies, ply = services.replays, [], 0
    while (stop := await replays.stop(table_id, None, Goal.FORTH, ply=ply)).ply != ply:
        ply = stop.ply
        plies += [ply.ply for ply in stop.turns[stop.place - 1].plies]
    log = await services.reading.log(table_id, None)
    assert plies == [ply.ply for ply in log]
    assert stop.view == (await services.reading.look(table_id, None)).view
    back = len(stop.turns)
    while (stop := await replays.stop(table_id, None, Goal.BACK, ply=ply)).ply != ply:
        ply, back = stop.ply, back - 1
    assert (ply, back) == (0, 0)
    assert stop.view == setup.game.view(setup.new(SEED), None)
