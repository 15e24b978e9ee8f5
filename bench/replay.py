"""A press in a replay: the stop through the service, and its picture from the painter's process.

Long games of all titles are replayed side by side, more of them than are kept: mostly on and back
by a turn, at times far away. Between two presses the next picture is drawn ahead. Milliseconds of
this machine, with the share of the picture. `python -m bench.replay`
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

import msgspec

from bench.measured import SEED, defaults
from bench.service import service
from bot.service import Services
from bot.steps.moves import public
from bot.steps.timeline import Goal, Unit
from bot.store.store import Store
from bot.store.table_rows import append, write_snapshot
from bot.table.changes import Ply, Snapshot
from bot.table.live import Replay
from bot.table.seating import Person, Table
from bot.table.stored_states import text_of_state
from cogs._answering.presentation import about, public_picture
from cogs._pages.replay import draw_ahead
from cogs._painting.painter import PAINTER
from cogs._painting.wish import Wish
from render.contract import TABLE
from rules.registry import games, get
from rules.rng import Rng

PRESSES = 80
"""Presses at each table."""
READER = 999
"""A spectator."""
GOALS = (*[Goal.FORTH] * 12, *[Goal.BACK] * 4, Goal.FIRST, Goal.LAST, Goal.AT, Goal.AT)
"""Presses in the proportion in which they are made."""


def main() -> None:
    """Measure, and print a line for each game."""
    asyncio.run(measure())


async def measure() -> None:
    """Replay a game of each title in turn."""
    with tempfile.TemporaryDirectory() as home:
        async with service(Path(home)) as (store, services):
            tables = [await played(store, services, key) for key in games()]
            await PAINTER.prewarm(games())
            try:
                await report(services, tables)
            finally:
                await PAINTER.close()


async def report(services: Services, tables: list[Table]) -> None:
    """Print the milliseconds of the first press, of steps by a turn, and of leaps."""
    luck, pictures = Random(SEED), list[float]()
    stops, times = dict[int, Replay](), {table.id: Times() for table in tables}
    for table in tables:
        stops[table.id] = await press(
            services, table, Goal.LAST, 0, times[table.id].first, pictures
        )
    for _ in range(PRESSES):
        for table in tables:
            goal, stop, known = luck.choice(GOALS), stops[table.id], times[table.id]
            is_step = goal in (Goal.FORTH, Goal.BACK)
            ply = luck.choice(stop.turns).last if goal is Goal.AT else stop.ply
            kind = known.steps if is_step else known.leaps
            stop = await press(services, table, goal, ply, kind, pictures)
            stops[table.id] = stop
            onward = Goal.BACK if goal is Goal.BACK else Goal.FORTH
            await draw_ahead(services.replays, READER, stop, onward, Unit.TURN, "en")
    head = ("first", "steps: p50", "p95", "leaps: p50", "p95")
    print(f"{'ms':14} {'plies':>6} {'turns':>6}", *(f"{name:>11}" for name in head))
    for table in tables:
        known, turns = times[table.id], stops[table.id].turns
        steps, leaps = known.steps, known.leaps
        row = (known.first[0], median(steps), p95(steps), median(leaps), p95(leaps))
        print(
            f"{table.game:14} {turns[-1].last:6} {len(turns):6}", *(f"{cell:11.0f}" for cell in row)
        )
    steps = [took for known in times.values() for took in known.steps]
    presses = steps + [took for known in times.values() for took in known.leaps]
    print(f"a step: p50 {median(steps):.0f} ms, p95 {p95(steps):.0f} ms (goal: p95 < 300 ms)")
    print(f"share of the pictures in the time of all presses: {sum(pictures) / sum(presses):.2f}")


class Times(msgspec.Struct):
    """Milliseconds of presses at one table."""

    first: list[float] = msgspec.field(default_factory=list)
    steps: list[float] = msgspec.field(default_factory=list)
    leaps: list[float] = msgspec.field(default_factory=list)


async def press(
    services: Services,
    table: Table,
    goal: Goal,
    ply: int,
    times: list[float],
    pictures: list[float],
) -> Replay:
    """Show a stop, and note the milliseconds of the press and of its picture alone."""
    began = perf_counter()
    stop = await services.replays.stop(table.id, READER, goal, ply=ply)
    chosen = perf_counter()
    await PAINTER.draw(wish_of(stop))
    end = perf_counter()
    times.append((end - began) * 1000)
    pictures.append((end - chosen) * 1000)
    return stop


def p95(values: list[float]) -> float:
    """Value that one in twenty exceeds."""
    return quantiles(values, n=20)[-1]


def wish_of(stop: Replay) -> Wish:
    """Picture of a stop."""
    plies = stop.turns[stop.place - 1].plies if stop.place else ()
    facts = about(stop.table, "en")
    return public_picture(stop.table, TABLE, stop.view, plies, facts)[0]


# ---- the games -----------------------------------------------------------------------------------


async def played(store: Store, services: Services, key: str) -> Table:
    """A table of most seats where easy players have played to the end, or nearly so."""
    seats = max(get(key).facts.seats)
    table = await services.lobbies.open(
        game=key,
        guild_id=1,
        channel_id=len(key),
        host=Person(1, "A"),
        size=seats,
        options=defaults(key, seats),
        language="en",
        in_thread=True,
    )
    for user in range(2, seats + 1):
        await services.lobbies.join(table.id, Person(user, "BCD"[user - 2]))
    table = await services.lobbies.start(table.id, 1)
    async with services.tables.hold(table.id) as live:
        version, state = live.game.facts.version, live.deal()
    log = list(moves_from(key, state))
    ends = [ply.ply for ply in log if ply.ends_turn][:-1]
    text = text_of_state(get(key), state)
    snapshot = Snapshot(state=text, version=version, plies=ends[-1])

    def work(db: object) -> None:
        append(db, table.id, log[: ends[-1]])  # type: ignore[arg-type]
        write_snapshot(db, table.id, snapshot)  # type: ignore[arg-type]

    await store.write(work)
    services.tables.forget(table.id)
    return table


def moves_from(key: str, state: object) -> Iterator[Ply]:
    """Moves of easy players from a position, which changes, to the end."""
    game, luck, number = get(key), Rng(SEED), 0
    player, at = game.player("easy"), datetime.now(UTC).isoformat(timespec="milliseconds")
    while acting := game.to_act(state):
        number, seat = number + 1, acting[0]
        action = player.choose(state, seat, luck)
        notation = game.notation(state, seat, action)
        events = tuple(game.apply(state, seat, action))
        ends = not game.mid_turn(state)
        yield public(Ply(number, seat, notation, events, at, ai=True, ends_turn=ends))


if __name__ == "__main__":
    main()
