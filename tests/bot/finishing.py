"""Games that come to an end as a test wants it, by the transaction that ends every game."""

from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.service import Services
from bot.store.store import Store
from bot.store.table_rows import append
from bot.table.changes import Change, Ply
from bot.table.encoding import stamp
from bot.table.seating import Status, Table
from rules.contract import Result, SeatScore
from tests.bot.room import lobby, people

END = "akropolis.end_stacks_empty"


def result_of(scores, reason=END):
    """The result of these points, seat by seat."""
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    seat_scores = tuple(SeatScore(score, {"points": score}) for score in scores)
    return Result(ranks, winners, seat_scores, reason)


async def finish(services: Services, store: Store, table_id: int, *scores: int, **result) -> Table:
    """End a running game with these points; who has resigned is behind all others."""
    live = await services.tables.load(table_id)
    resigned = [occupant.resigned for occupant in live.table.seats]
    end = result_of(scores, **result)
    keys = list(zip(resigned, end.ranks, strict=True))
    ranks = tuple(1 + sum(other < key for other in keys) for key in keys)
    table = replace(live.table, status=Status.OVER, revision=live.table.revision + 1)
    await store.save(Change(table=table, result=replace(end, ranks=ranks)))
    services.tables.forget(table_id)
    return table


async def begin(services: Services, *players, **different) -> Table:
    """A game of these people, in this order."""
    host, *others = players or people[:2]
    size = len(players or people[:2]) + len(different.get("ai", ()))
    table = await lobby(services, size, host=host, **different)
    for person in others:
        await services.lobbies.join(table.id, person)
    return await services.lobbies.start(table.id, host.user_id)


async def played(services: Services, store: Store, scores, **different) -> Table:
    """A finished game: `scores` has the points of each person."""
    table = await begin(services, *scores, **different)
    extra = different.get("ai", ())
    return await finish(services, store, table.id, *scores.values(), *(0 for _ in extra))


async def take_time(store: Store, table: Table, *turns) -> None:
    """Turns of a running game, each a seat and the hours that it takes."""
    row = await store.read(
        lambda db: db.execute(
            "SELECT min(at) AS at FROM seat_history WHERE table_id = ?", (table.id,)
        ).fetchone()
    )
    at, plies = datetime.fromisoformat(row["at"]), []
    for number, (seat, hours) in enumerate(turns, 1):
        at += timedelta(hours=hours)
        by = table.seats[seat].user_id
        plies.append(Ply(number, seat, "x", (), stamp(at), ai=by is None, by=by))
    await store.write(append, table.id, plies)
