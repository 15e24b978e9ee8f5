"""Tables as rows: how they are written and read. Everything here runs on the database's thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from bot.database.packing import pack
from bot.store import (
    due_rows,
    guests,
    history,
    left_move_rows,
    person_rows,
    placings,
    spectator_rows,
)
from bot.store.motion_rows import note_vote, settle, write_acts
from bot.store.outbox import call_off, linger, write_post
from bot.store.rows import as_column, insert, put, struct_from_row
from bot.store.stored_events import StoredEvents
from bot.table.changes import Change, Effects, Ply, Position, Secret, Snapshot, Undo, Via
from bot.table.encoding import as_json, stamp
from bot.table.pace import Time
from bot.table.post import Post
from bot.table.seating import Occupant, Person, Purpose, StaleClick, Status, Table
from rules.contract import Result, RulesError

TABLE = """
    SELECT table_.*, (
        SELECT json_group_array(json_object(
            'user_id', user_id, 'name', name, 'ai', ai,
            'resigned', resigned, 'offered', offered, 'time', json(time)
        ))
        FROM (SELECT * FROM seat WHERE seat.table_id = table_.id ORDER BY seat)
    ) AS seats
    FROM table_
"""
UPDATE = """
    UPDATE table_ SET {} revision = :revision, changed_at = :changed_at
    WHERE id = :id AND revision = :revision - 1
"""
SETTINGS = """
    status = :status, size = :size, drawn = :drawn, options = :options, terms = :terms,
    language = :language, version = :version, host_id = :host_id, paused = :paused,
    resumes_at = :resumes_at, asleep = :asleep,
"""
OPEN = "status IN ('lobby', 'live')"
AWAKE = f"{OPEN} AND NOT asleep"
"""The open tables that lists show."""
PUBLIC = f"{AWAKE} AND purpose <> 'sandbox'"
"""Those that the lists of a server show: only its host knows of a sandbox."""
POINTS = msgspec.json.Decoder(tuple[int, int])
LOBBIES = 10
"""Open lobbies that one person may have."""


# ---- written -------------------------------------------------------------------------------------


def open_table(db: sqlite3.Connection, opened: Change, secret: Secret, now: datetime) -> Table:
    """Write a new table and all that its opening brings; returns it with its id and number.

    `opened` is the change from nothing to the table. Raises RulesError where there is no room.
    """
    table = insert_table(db, opened.table, secret, stamp(now))
    note_hands(db, table, stamp(now))
    append(db, table.id, opened.plies)
    if opened.snapshot is not None:
        write_snapshot(db, table.id, opened.snapshot)
    if table.rematch_of is not None:
        guests.invite_again(db, table.id, table.rematch_of)
    write_beside(db, table.id, opened, now)
    return table


def insert_table(db: sqlite3.Connection, table: Table, secret: Secret, now: str) -> Table:
    """Write a new table and its first seats, under the next number of its server."""
    require_room(db, table)
    add_people(db, table)
    table = replace(table, number=next_number(db, table.guild_id))
    values = {**row_of(table), "seed": secret.seed, "salt": secret.salt, "changed_at": now}
    table = replace(table, id=insert(db, "table_", **values))
    write_seats(db, table)
    return table


def require_room(db: sqlite3.Connection, table: Table) -> None:
    """Refuse a second table in a channel, and a host who has LOBBIES open lobbies."""
    if not table.in_thread:
        require_free(db, table.channel_id)
    query = f"{TABLE} WHERE status = 'lobby' AND host_id = ?"
    lobbies = [table_of(row) for row in db.execute(query, (table.host_id,))]
    if len(lobbies) >= LOBBIES:
        raise refusal_of_more("table.too_many_lobbies", lobbies, table, most=LOBBIES)


def refusal_of_more(code: str, others: Iterable[Table], table: Table, **details: Any) -> RulesError:
    """Refusal of one more table, whose button closes the oldest of the same server, if any."""
    here = [other for other in others if other.guild_id == table.guild_id]
    oldest = min(here, key=lambda other: other.id, default=None)
    return RulesError(code, **details) if oldest is None else oldest.refusal(code, **details)


def require_free(db: sqlite3.Connection, channel_id: int, *, moving: int | None = None) -> None:
    """Refuse a channel that has a table, unless it is `moving` or sleeps outside its own thread."""
    taken = read_table_at(db, channel_id)
    if taken is None or taken.id == moving:
        return
    has_own_thread = taken.in_thread and taken.home_id != taken.channel_id
    if not taken.asleep or has_own_thread:
        raise RulesError("table.channel_taken", number=taken.number, link=taken.link)
    give_way(db, taken.id)


def give_way(db: sqlite3.Connection, table_id: int) -> None:
    """Free the channel of a sleeping table, which will go on in a thread of its own."""
    update = """
        UPDATE table_ SET in_thread = 1, home_id = NULL, thread_id = NULL, board_message_id = NULL
        WHERE id = ?
    """
    db.execute(update, (table_id,))


def next_number(db: sqlite3.Connection, guild_id: int) -> int:
    """Number of the next table of a server."""
    query = "SELECT coalesce(max(number), 0) + 1 FROM table_ WHERE guild_id = ?"
    number: int = db.execute(query, (guild_id,)).fetchone()[0]
    return number


def save_change(db: sqlite3.Connection, change: Change, now: datetime) -> None:
    """Write a change and its effects. Raises StaleClick where another process has saved before."""
    if change.seated:
        add_people(db, change.table)
    update_table(db, change, stamp(now))
    add_referees(db, change.plies)
    append(db, change.table.id, change.plies)
    if change.seated:
        reseat(db, change, now)
    if change.snapshot is not None:
        write_snapshot(db, change.table.id, change.snapshot)
    if change.undo is not None:
        take_back(db, change.table.id, change.undo)
    if change.table.status is Status.CANCELLED:
        call_off(db, change.table.id)
    over = change.table.status in (Status.OVER, Status.CANCELLED)
    if over:
        spectator_rows.clear_calls(db, change.table.id)
    write_beside(db, change.table.id, change, now, over=over)
    if change.end_of_absence is not None:
        person_rows.end_absence(db, change.end_of_absence)
    if change.lingers:
        linger(db, change.table.id, now, change.lingers)
    if change.result is not None:
        write_result(db, change.table, change.result, stamp(now))


def reseat(db: sqlite3.Connection, change: Change, now: datetime) -> None:
    """Write the seats of a table; who has got one no longer waits for such a table."""
    table = change.table
    query = "SELECT user_id FROM seat WHERE table_id = ?"
    seated = {row["user_id"] for row in db.execute(query, (table.id,))}
    person_rows.fulfil(db, table, set(table.humans()) - seated)
    for user in change.uninvited:
        guests.remove(db, table.id, user)
    note_hands(db, table, stamp(now))
    write_seats(db, table)


def write_result(db: sqlite3.Connection, table: Table, result: Result, now: str) -> None:
    """Write how a game ended; only a game that counts gets placings and ratings."""
    counts = table.purpose is Purpose.GAME
    insert(db, "result", table_id=table.id, result=result, at=now, rated=not counts)
    if counts:
        placings.write(db, table.id)


def write_beside(
    db: sqlite3.Connection, table_id: int, written: Effects, now: datetime, *, over: bool = False
) -> None:
    """Write posts, votes, clocks and acts, and add or settle dues. Raises NoLongerDue."""
    if written.done is not None:
        due_rows.finish(db, written.done)
    if over:
        due_rows.clear(db, table_id)
    for motion_id, outcome in written.settles:
        settle(db, motion_id, outcome, now)
    for vote in written.votes:
        note_vote(db, *vote, now)
    write_times(db, table_id, written.times)
    write_acts(db, table_id, written.acts, now)
    left_move_rows.write(db, table_id, written.left_moves)
    if over:
        left_move_rows.clear(db, table_id)
    due_rows.settle(db, written.settled, table_id)
    due_rows.write(db, written.due, table_id)
    for post in written.posts:
        write_post(db, table_id, post, now)


def update_table(db: sqlite3.Connection, change: Change, now: str) -> None:
    """Increment the revision; most plies change nothing else of a table, and no index."""
    table = change.table
    if change.plies and change.result is None:
        update = UPDATE.format("")
        values = {"id": table.id, "revision": table.revision, "changed_at": now}
    else:
        update = UPDATE.format(SETTINGS)
        values = {**row_of(table), "id": table.id, "changed_at": now}
    if db.execute(update, values).rowcount != 1:
        raise StaleClick("table.stale", revision=table.revision)


def add_people(db: sqlite3.Connection, table: Table) -> None:
    """Make sure that each person at the table has a row."""
    people = (occupant.user_id for occupant in table.seats)
    person_rows.know(db, table.host_id, *filter(None, people))


def add_referees(db: sqlite3.Connection, plies: Sequence[Ply]) -> None:
    """Make sure that each person who has moved for another one has a row."""
    people = {ply.by for ply in plies if ply.via is Via.FOR_OTHER and ply.by is not None}
    person_rows.know(db, *people)


def note_hands(db: sqlite3.Connection, table: Table, now: str) -> None:
    """Write the seats of a game whose player changes; at its start, all its players."""
    if table.status not in (Status.LIVE, Status.OVER):
        return
    query = "SELECT * FROM seat WHERE table_id = ? ORDER BY seat"
    had = [struct_from_row(row, Occupant, "time") for row in db.execute(query, (table.id,))]
    is_noted = "SELECT 1 FROM seat_history WHERE table_id = ?"
    before = had if db.execute(is_noted, (table.id,)).fetchone() else []
    add_people(db, table)
    history.note(db, table.id, before, table.seats, now)


def write_seats(db: sqlite3.Connection, table: Table) -> None:
    """Replace the seats of a table."""
    add_people(db, table)
    db.execute("DELETE FROM seat WHERE table_id = ?", (table.id,))
    for seat, occupant in enumerate(table.seats):
        insert(db, "seat", table_id=table.id, seat=seat, **asdict(occupant))


def write_times(
    db: sqlite3.Connection, table_id: int, times: Sequence[tuple[int, Time | None]]
) -> None:
    """Write the clocks of some seats."""
    update = "UPDATE seat SET time = ? WHERE table_id = ? AND seat = ?"
    rows = ((time and as_json(time), table_id, seat) for seat, time in times)
    db.executemany(update, rows)


def tables_to_rename(db: sqlite3.Connection, person: Person, guild_id: int) -> list[int]:
    """The open tables of a server where a person has a seat under another name."""
    query = f"""
        SELECT id FROM table_ JOIN seat ON table_id = id
        WHERE user_id = ? AND guild_id = ? AND {OPEN} AND name <> ? ORDER BY id
    """
    values = (person.user_id, guild_id, person.name)
    return [row["id"] for row in db.execute(query, values)]


def rename(db: sqlite3.Connection, person: Person, table_id: int) -> None:
    """Change a person's name at a table to their present one."""
    update = "UPDATE seat SET name = ? WHERE user_id = ? AND table_id = ?"
    db.execute(update, (person.name, person.user_id, table_id))


def append(db: sqlite3.Connection, table_id: int, plies: Sequence[Ply]) -> None:
    """Add actions to the log."""
    for ply in plies:
        insert(db, "action", table_id=table_id, **row_of_ply(ply))


def write_snapshot(db: sqlite3.Connection, table_id: int, snapshot: Snapshot) -> None:
    """Write the newest position of a table over the earlier one."""
    position = {"state": snapshot.state, "began": snapshot.began, "version": snapshot.version}
    put(db, "snapshot", table_id=table_id, ply=snapshot.plies, **position)


def take_back(db: sqlite3.Connection, table_id: int, undo: Undo) -> None:
    """Mark plies as undone, one row each: a ply between them may already be undone."""
    for ply in undo.plies:
        span = {"first_ply": ply, "last_ply": ply}
        insert(db, "undo", table_id=table_id, seat=undo.seat, at=undo.at, **span)


def set_stuck(
    db: sqlite3.Connection, table_id: int, stuck: bool, post: Post, now: datetime
) -> None:
    """Note whether a game is stuck; where that is a change, queue `post`."""
    update = "UPDATE table_ SET stuck = :stuck WHERE id = :id AND stuck <> :stuck"
    if db.execute(update, {"id": table_id, "stuck": stuck}).rowcount:
        write_post(db, table_id, post, now)


# ---- read ----------------------------------------------------------------------------------------


def read_plies(db: sqlite3.Connection, table_id: int, after: int = 0) -> list[Ply]:
    """The log of a table, or its part after a ply."""
    query = """
        SELECT
            ply, action.seat, notation, events, action.at, ai, ends_turn, undo.at, points, by_id,
            via, undo.seat
        FROM action LEFT JOIN undo
            ON undo.table_id = action.table_id AND ply BETWEEN first_ply AND last_ply
        WHERE action.table_id = ? AND ply > ? ORDER BY ply
    """
    return [ply_of(row) for row in db.execute(query, (table_id, after))]


def read_turn(db: sqlite3.Connection, table_id: int) -> tuple[Ply, ...]:
    """Plies of the turn under way that are not undone."""
    query = "SELECT ply FROM action WHERE table_id = ? AND ends_turn ORDER BY ply DESC LIMIT 1"
    last = db.execute(query, (table_id,)).fetchone()
    plies = read_plies(db, table_id, after=last["ply"] if last else 0)
    return tuple(ply for ply in plies if ply.undone is None)


def read_position(db: sqlite3.Connection, table_id: int) -> Position | None:
    """A table, its secret, its newest snapshot and its result."""
    query = f"""
        SELECT t.*, state, began, ply, snapshot.version AS written_by, result.result
        FROM ({TABLE} WHERE id = ?) AS t
        LEFT JOIN snapshot ON snapshot.table_id = t.id
        LEFT JOIN result ON result.table_id = t.id
    """
    row = db.execute(query, (table_id,)).fetchone()
    if row is None:
        return None
    snapshot = None
    if row["state"]:
        version, plies = row["written_by"], row["ply"]
        snapshot = Snapshot(state=row["state"], began=row["began"], version=version, plies=plies)
    return Position(
        table=table_of(row),
        secret=Secret(row["seed"], row["salt"]),
        snapshot=snapshot,
        result=msgspec.json.decode(row["result"], type=Result) if row["result"] else None,
        turn=read_turn(db, table_id) if row["began"] and row["status"] == "live" else (),
    )


def count_tables(db: sqlite3.Connection) -> dict[tuple[str, str], int]:
    """Number of tables by game and status."""
    query = "SELECT game, status, count(*) AS number FROM table_ GROUP BY game, status"
    return {(row["game"], row["status"]): row["number"] for row in db.execute(query)}


def read_table_at(
    db: sqlite3.Connection, channel_id: int, user_id: int | None = None
) -> Table | None:
    """The open table of a channel or thread, if any.

    Where Discord refused threads, a channel may have several: then the one where the person plays.
    """
    plays = "SELECT 1 FROM seat WHERE table_id = table_.id AND user_id = :user AND NOT resigned"
    query = f"""
        {TABLE} WHERE {OPEN} AND (home_id = :place OR channel_id = :place AND NOT in_thread)
        ORDER BY EXISTS ({plays}) DESC, id
    """
    row = db.execute(query, {"place": channel_id, "user": user_id}).fetchone()
    return None if row is None else table_of(row)


# ---- values --------------------------------------------------------------------------------------


def table_of(row: sqlite3.Row) -> Table:
    """A row of the query TABLE as a value."""
    return struct_from_row(row, Table, "options", "terms", "seats")


def row_of(table: Table) -> dict[str, Any]:
    """A table as the values of a row, without its id and its seats."""
    columns = asdict(table)
    del columns["id"], columns["seats"]
    return {name: as_column(value) for name, value in columns.items()}


def row_of_ply(ply: Ply) -> dict[str, Any]:
    """An action as the columns of the log, without its table."""
    columns = asdict(ply) | {"events": pack(as_json(tuple(ply.events))), "by_id": ply.by}
    for without_column in ("by", "undone", "undone_by"):
        del columns[without_column]
    return {name: as_column(value) for name, value in columns.items()}


def ply_of(row: sqlite3.Row) -> Ply:
    """A row of the log as a value."""
    ply, seat, notation, events, at, ai, ends_turn, undone, points, by, via, undone_by = row
    return Ply(
        ply,
        seat,
        notation,
        StoredEvents(events),
        at,
        bool(ai),
        bool(ends_turn),
        undone,
        POINTS.decode(points) if points else None,
        by,
        Via(via) if via else None,
        undone_by,
    )
