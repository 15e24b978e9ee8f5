"""A move through the service against the plain work in it, all in one run.

Saving against the same statements in raw sqlite3, fifty tables at once against a commit for each
move, the lateness of the event loop under load, a replay against python-chess.
`python -m bench.service`
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time, thread_time

import chess
from msgspec.structs import replace

from bot.ai.pool import Brains
from bot.database.opening import configure
from bot.service import Services
from bot.service.loading import game_from_position
from bot.steps.moves import move
from bot.store import table_rows
from bot.store.store import Store
from bot.store.table_rows import save_change
from bot.table.changes import Change
from bot.table.seating import Person, Table
from rules.record import Record, RecordedPly, replay
from rules.registry import games, get
from rules.rng import Rng

AKROPOLIS = get("akropolis")
ROUNDS = 9
MOVES = 200
TABLES = 50
PLIES = 300
RUNNING = 1000
LOAD = 50
"""Moves per second: the most that Discord lets one bot show."""
Typed = tuple[int, str]
"""A person, and the notation of a move."""


@asynccontextmanager
async def service(home: Path) -> AsyncIterator[tuple[Store, Services]]:
    """A store on a fresh file, with the tables on it."""
    store, brains = await Store.open(home / f"{perf_counter()}.sqlite3"), Brains()
    services = Services(store, brains, notify=lambda: None)
    try:
        yield store, services
    finally:
        await services.stop_ai()
        await brains.close()
        await store.close()


async def new_table(services: Services, ai: tuple[str, ...] = (), game: str = "akropolis") -> Table:
    """A running table for two, or for one and an AI player."""
    table = await services.lobbies.open(
        game=game,
        guild_id=1,
        channel_id=1,
        host=Person(1, "A"),
        size=2,
        options={"length": "long"} if game == "akropolis" else {},
        language="en",
        in_thread=True,
        ai=ai,
    )
    if not ai:
        await services.lobbies.join(table.id, Person(2, "B"))
    return await services.lobbies.start(table.id, 1)


async def changes(store: Store, table: Table, luck: Rng) -> list[Change]:
    """Changes of all moves of a whole game."""
    position = await store.read(table_rows.read_position, table.id)
    assert position is not None
    live, game_changes = game_from_position(position), []
    while live.to_act:
        seat = live.to_act[0]
        action = live.game.sample(live.state, seat, luck)
        moment = datetime.now(UTC).isoformat(timespec="milliseconds")
        live, change, _ = move(live, seat, action, at=moment, ai=False)
        game_changes.append(change)
    return game_changes


# ---- one move ------------------------------------------------------------------------------------


async def saving(home: Path) -> tuple[float, float]:
    """Milliseconds to save a move through the store, and for its statements in raw sqlite3."""
    async with service(home) as (store, services):
        ours, raw = [], []
        for seed in range(ROUNDS):
            game_changes = await changes(store, table := await new_table(services), Rng(seed))
            ours.append(await each(game_changes, store.save))
            game_changes = await changes(store, table := await new_table(services), Rng(seed))
            with closing(raw_connection(store.file)) as connection:
                raw.append(await each(game_changes, plainly(connection)))
            assert len(await store.read(table_rows.read_plies, table.id)) == len(game_changes)
        return median(ours), median(raw)


async def each(changes: list[Change], save: Callable[[Change], Awaitable[None]]) -> float:
    """Mean milliseconds of saving one change, one after the other."""
    began = perf_counter()
    for change in changes:
        await save(change)
    return (perf_counter() - began) * 1000 / len(changes)


def raw_connection(file: Path) -> sqlite3.Connection:
    """Connection to the same file with the same settings, in this thread."""
    connection = sqlite3.connect(file, isolation_level=None)
    configure(connection)
    return connection


def plainly(connection: sqlite3.Connection) -> Callable[[Change], Awaitable[None]]:
    """Function that saves a change by the bare statements: no thread, no queue, no savepoint."""

    async def save(change: Change) -> None:
        connection.execute("BEGIN IMMEDIATE")
        save_change(connection, change, datetime.now(UTC))
        connection.execute("COMMIT")

    return save


async def whole_moves(home: Path) -> float:
    """Milliseconds for a move through the service: parsed, checked, carried out, saved, viewed."""
    async with service(home) as (_, services):
        rounds = []
        for seed in range(ROUNDS):
            table = await new_table(services)
            moves = deal(services, table, seed)
            began = perf_counter()
            await play_all(services, table.id, moves)
            rounds.append((perf_counter() - began) * 1000 / len(moves))
        return median(rounds)


def deal(services: Services, table: Table, seed: int) -> list[Typed]:
    """Give a table the deal of `seed`; return the moves of a random game that are legal there."""
    state = AKROPOLIS.new(2, seed, {"length": "long"})
    services.tables._live[table.id] = replace(services.tables._live[table.id], state=state)
    return [(table.seats[seat].user_id or 0, notation) for seat, notation in some_game(seed)]


def some_game(seed: int) -> list[tuple[int, str]]:
    """Moves of a random game of this deal: seat, notation."""
    state, luck, moves = AKROPOLIS.new(2, seed, {"length": "long"}), Rng(seed), []
    while seats := AKROPOLIS.to_act(state):
        action = AKROPOLIS.sample(state, seats[0], luck)
        moves.append((seats[0], AKROPOLIS.notation(state, seats[0], action)))
        AKROPOLIS.apply(state, seats[0], action)
    return moves


async def play_all(services: Services, number: int, moves: list[Typed]) -> None:
    """Play all moves of a game through the service."""
    for user, notation in moves:
        await services.moves.play(number, user, None, [notation])


# ---- many at once --------------------------------------------------------------------------------


async def crowd(home: Path) -> tuple[float, float]:
    """Moves saved per second for fifty tables at once: in groups, and with a commit for each."""
    async with service(home) as (store, services):
        grouped, single = [], []
        for seed in range(3):
            grouped.append(await rate(await crowd_of(store, services, seed), store.save))
            many = await crowd_of(store, services, seed)
            alone = asyncio.Lock()

            async def one_commit_each(change: Change, alone: asyncio.Lock = alone) -> None:
                async with alone:
                    await store.save(change)

            single.append(await rate(many, one_commit_each))
        return median(grouped), median(single)


async def crowd_of(store: Store, services: Services, seed: int) -> list[list[Change]]:
    """Changes of fifty games."""
    return [await changes(store, await new_table(services), Rng(seed)) for _ in range(TABLES)]


async def rate(games: list[list[Change]], save: Callable[[Change], Awaitable[None]]) -> float:
    """Moves per second when all games are saved side by side."""
    began = perf_counter()
    await asyncio.gather(*(each(game, save) for game in games))
    return sum(map(len, games)) / (perf_counter() - began)


# ---- the event loop ------------------------------------------------------------------------------


async def stalls(home: Path) -> tuple[float, float, float, float]:
    """p99 in ms of a 2 ms ticker's lateness: idle, and at 50 moves/s; ack p99; CPU ms/move."""
    async with service(home) as (_, services):
        running = [await new_table(services) for _ in range(10)]
        typed = {table.id: deal(services, table, seed) for seed, table in enumerate(running)}
        idle = await lateness(asyncio.sleep(3))
        acknowledged: list[float] = []
        cpu = thread_time()
        busy = await lateness(under_load(services, typed, acknowledged))
        cpu = (thread_time() - cpu) * 1000 / len(acknowledged)
        return p99(idle), p99(busy), p99(acknowledged), cpu


async def under_load(
    services: Services, games: Mapping[int, list[Typed]], acknowledged: list[float]
) -> None:
    """Play moves at many tables in turn, fifty a second."""
    for ply in range(20):
        for number, game in games.items():
            began = perf_counter()
            await play_all(services, number, game[ply : ply + 1])
            acknowledged.append((perf_counter() - began) * 1000)
            await asyncio.sleep(max(0.0, 1 / LOAD - (perf_counter() - began)))


async def lateness(work: Awaitable[None]) -> list[float]:
    """Lateness in ms of a ticker while `work` goes on."""
    late: list[float] = []

    async def tick() -> None:
        while True:
            began = perf_counter()
            await asyncio.sleep(0.002)
            late.append((perf_counter() - began - 0.002) * 1000)

    ticking = asyncio.create_task(tick())
    await work
    ticking.cancel()
    with suppress(asyncio.CancelledError):
        await ticking
    return late


def p99(values: list[float]) -> float:
    """Value that one in a hundred exceeds."""
    return quantiles(values, n=100)[-1]


# ---- replay --------------------------------------------------------------------------------------


async def replays(home: Path, game: str) -> tuple[float, float]:
    """CPU ms to replay 300 validated plies: from the store, and python-chess from SAN."""
    async with service(home) as (store, services):
        numbers, plies, seed = [], 0, 0
        while plies < PLIES:
            table = await new_table(services, game=game)
            for change in await changes(store, table, Rng(seed)):
                await store.save(change)
                plies += len(change.plies)
            numbers.append(table.id)
            seed += 1
        chess_rounds, ours, theirs = chess_games(), [], []
        for _ in range(ROUNDS):
            ours.append(await replay_stored(store, numbers))
            theirs.append(replay_chess(chess_rounds))
        return median(ours), median(theirs)


async def print_replays(home: Path) -> None:
    """Print the replay of each game beside python-chess."""
    print("replay of 300 stored plies, beside python-chess from SAN")
    for key in games():
        ours, theirs = await replays(home, key)
        print(f"  {key:32} {ours:8.2f} ms    ratio {ours / theirs:5.2f}")


async def replay_stored(store: Store, numbers: list[int]) -> float:
    """Milliseconds to read logs and replay them through the safe door, scaled to 300 plies."""
    began, plies = process_time(), 0
    for number in numbers:
        position = await store.read(table_rows.read_position, number)
        assert position is not None
        game_record = Record(
            game=position.table.game,
            version=position.table.version,
            seats=len(position.table.seats),
            options=position.table.options,
            seed=position.secret.seed,
            plies=tuple(
                RecordedPly(ply.seat, ply.notation)
                for ply in await store.read(table_rows.read_plies, number)
            ),
        )
        plies += sum(1 for _ in replay(game_record))
    return (process_time() - began) * 1000 * PLIES / plies


def chess_games() -> list[list[str]]:
    """Random games of chess in SAN, 300 plies in all."""
    luck = Random(2026)

    def game() -> Iterator[str]:
        board = chess.Board()
        for _ in range(100):
            move = luck.choice(list(board.legal_moves))
            yield board.san(move)
            board.push(move)

    return [list(game()) for _ in range(PLIES // 100)]


def replay_chess(games: list[list[str]]) -> float:
    """Milliseconds for all games."""
    began = process_time()
    for game in games:
        board = chess.Board()
        for san in game:
            board.push_san(san)
    return (process_time() - began) * 1000


# ---- a restart -----------------------------------------------------------------------------------


async def restart(home: Path) -> tuple[float, float]:
    """Seconds until a bot with 1,000 running tables can act, and until it has read them all."""
    async with service(home) as (store, services):
        file = store.file
        for _ in range(RUNNING):
            await new_table(services, ai=("easy",))
    began = perf_counter()
    store, brains = await Store.open(file), Brains()
    services = Services(store, brains, notify=lambda: None)
    await services.startup.resume()
    ready = perf_counter() - began
    while services.ai_seats._tasks:
        await asyncio.sleep(0.001)
    all_read = perf_counter() - began
    await services.stop_ai()
    await brains.close()
    await store.close()
    return ready, all_read


# ---- the table -----------------------------------------------------------------------------------


async def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        ours, raw = await saving(home)
        print(f"save one move, synchronous=FULL    {ours:8.3f} ms")
        print(f"  the statements in raw sqlite3    {raw:8.3f} ms    ratio {ours / raw:5.2f}")
        full = await whole_moves(home)
        print(f"a whole move through the service   {full:8.3f} ms    ratio {full / raw:5.2f}")
        grouped, single = await crowd(home)
        print(f"50 tables at once, group commit    {grouped:8.0f} /s")
        print(
            f"  with a commit for each           {single:8.0f} /s    ratio {grouped / single:5.2f}"
        )
        idle, busy, acknowledged, cpu = await stalls(home)
        print(f"loop stall p99 at 50 moves/s       {busy:8.2f} ms    idle {idle:5.2f}")
        print(f"  acknowledged p99                 {acknowledged:8.2f} ms")
        print(f"  CPU of the loop for a move       {cpu:8.2f} ms")
        ready, all_read = await restart(home)
        print(f"restart with 1,000 running tables  {ready:8.2f} s     all read {all_read:5.2f}")
        await print_replays(home)


if __name__ == "__main__":
    asyncio.run(main())
