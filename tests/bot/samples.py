"""A table, a secret and a store to begin with, and what is still to be delivered from it."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from bot.store import due_rows
from bot.store.store import Store
from bot.table import payloads
from bot.table.changes import Change, Secret
from bot.table.due import Due
from bot.table.post import Post
from bot.table.seating import Occupant, Table
from rules.record import commitment

SECRET = Secret(seed="00" * 15 + "2a", salt="ff" * 16)

LOBBY = Table(
    id=0,
    game="akropolis",
    guild_id=1,
    channel_id=10,
    in_thread=True,
    host_id=100,
    language="en",
    size=2,
    options={"length": "standard"},
    seats=(Occupant(100, "Maud"), Occupant(None, "Solon (AI)", "easy")),
    commitment=commitment(SECRET.seed, SECRET.salt),
    version=1,
    opened_at="2026-01-01T12:00:00.000+00:00",
)


async def new_table(store: Store, **different: Any) -> Table:
    """A lobby in the store, like LOBBY but for what is `different`."""
    return await store.open_table(Change(table=replace(LOBBY, **different)), SECRET)


async def step(store: Store, table: Table, *posts: Post, **different: Any) -> Table:
    """Save the table's next revision with these posts."""
    after = replace(table, revision=table.revision + 1, **different)
    await store.save(Change(table=after, seated=True, posts=posts))
    return after


def board(first: int, last: int | None = None, delay: float = 0.0) -> Post:
    """The post of some plies."""
    last = first if last is None else last
    return Post("board", payloads.Board(plies=(first, last), revision=last), delay)


async def schedule(store: Store, *dues: Due) -> None:
    """Save what becomes due, and wake whoever waits for it."""
    await store.write(due_rows.write, dues)
    store.newly_due.set()


async def waiting(store: Store) -> list[tuple[int, datetime]]:
    """The tables with something to deliver, and when its first row is due."""
    query = """
        SELECT table_id, min(due_at) FROM outbox WHERE refused IS NULL GROUP BY table_id
    """
    rows = await store.read(lambda db: db.execute(query).fetchall())
    return [(table_id, datetime.fromisoformat(due)) for table_id, due in rows]
