"""Leagues as rows. Everything here runs on the database's thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby

import msgspec
from msgspec.structs import asdict, replace

from bot.leagues import standings
from bot.leagues.pairing import Seating
from bot.leagues.values import WIN, Board, Entrant, League, Stage
from bot.store import due_rows, person_rows, placings, table_rows
from bot.store.rows import insert as insert_row
from bot.store.rows import struct_from_row
from bot.table.changes import Change, Secret
from bot.table.due import Due
from bot.table.encoding import as_json, stamp
from bot.table.seating import Status

LEAGUE, ROUND, OVERDUE = KINDS = "league", "league_round", "league_overdue"
"""Kinds of the due rows of a league, whose id is their subject: something has happened, the end of
a round, and the end of all patience with the games that it waits for."""
PLACES = """
    SELECT seat, place, points, user_id,
        resigned OR user_id IS NOT NULL AND own * 2 < turns AS is_lost
    FROM placing WHERE table_id = ? ORDER BY seat
"""
"""Places of a game; one is lost to whoever has given it up, or let others make most turns."""


class Opening(msgspec.Struct, frozen=True):
    """A board to open: its entrants by seat, its table unless it is a bye, and its secret."""

    seating: Seating
    opened: Change | None
    secret: Secret


# ---- read ----------------------------------------------------------------------------------------


def read(db: sqlite3.Connection, league_id: int) -> League | None:
    """A league with its entrants and boards."""
    row = db.execute("SELECT * FROM league WHERE id = ?", (league_id,)).fetchone()
    return None if row is None else _league(db, row)


def read_all(
    db: sqlite3.Connection, guild_id: int, stages: Collection[Stage] = tuple(Stage)
) -> list[League]:
    """Leagues of a server in some stages, the newest first."""
    query = """
        SELECT * FROM league WHERE guild_id = ? AND stage IN (SELECT value FROM json_each(?))
        ORDER BY number DESC
    """
    rows = db.execute(query, (guild_id, as_json(list(stages)))).fetchall()
    return [_league(db, row) for row in rows]


def next_season(db: sqlite3.Connection, league_id: int) -> int | None:
    """The next season of a league, if there is one."""
    row = db.execute("SELECT id FROM league WHERE season_of = ?", (league_id,)).fetchone()
    return None if row is None else int(row["id"])


def to_show(db: sqlite3.Connection) -> list[int]:
    """Leagues whose posts do not show their newest revision; not before the first round."""
    query = """
        SELECT id FROM league INDEXED BY leagues_to_show
        WHERE shown < revision AND (stage <> 'running' OR round > 0) ORDER BY id
    """
    return [row["id"] for row in db.execute(query)]


def is_any_under_way(db: sqlite3.Connection) -> bool:
    """Whether any league is open or runs."""
    query = "SELECT EXISTS (SELECT 1 FROM league WHERE stage IN ('open', 'running'))"
    return bool(db.execute(query).fetchone()[0])


def unstarted_tables(db: sqlite3.Connection, league_id: int) -> list[int]:
    """Tables of a league that are seated but have not begun."""
    query = """
        SELECT DISTINCT table_id FROM league_seat JOIN table_ ON table_.id = table_id
        WHERE league_id = ? AND status = 'lobby' ORDER BY table_id
    """
    return [row["table_id"] for row in db.execute(query, (league_id,))]


def seats_to_give_up(db: sqlite3.Connection, league_id: int) -> list[tuple[int, int]]:
    """Running tables of a league where somebody plays who has left it: the table, the person."""
    query = """
        SELECT DISTINCT table_id, user_id
        FROM league_seat JOIN league_entrant AS entrant
            ON entrant.league_id = league_seat.league_id AND entrant.number = entrant
        JOIN table_ ON table_.id = table_id JOIN seat USING (table_id, user_id)
        WHERE league_seat.league_id = ? AND has_left AND status = 'live' AND NOT seat.resigned
        ORDER BY table_id
    """
    return [tuple(row) for row in db.execute(query, (league_id,))]


def _league(db: sqlite3.Connection, row: sqlite3.Row) -> League:
    return struct_from_row(
        row,
        League,
        "terms",
        entrants=_entrants(db, row["id"]),
        boards=_boards(db, row["id"]),
        apart=_apart(db, row["id"]),
    )


def _entrants(db: sqlite3.Connection, league_id: int) -> tuple[Entrant, ...]:
    query = "SELECT * FROM league_entrant WHERE league_id = ? ORDER BY number"
    return tuple(struct_from_row(row, Entrant) for row in db.execute(query, (league_id,)))


def _apart(db: sqlite3.Connection, league_id: int) -> frozenset[frozenset[int]]:
    query = """
        SELECT first.number AS one, second.number AS two
        FROM block JOIN league_entrant AS first USING (user_id)
        JOIN league_entrant AS second
            ON second.user_id = blocked_id AND second.league_id = first.league_id
        WHERE first.league_id = ?
    """
    return frozenset(frozenset(row) for row in db.execute(query, (league_id,)))


def _boards(db: sqlite3.Connection, league_id: int) -> tuple[Board, ...]:
    query = "SELECT * FROM league_seat WHERE league_id = ? ORDER BY round, board, seat"
    rows = db.execute(query, (league_id,)).fetchall()
    boards = groupby(rows, key=lambda row: (row["round"], row["board"]))
    return tuple(_board(db, list(seats)) for _, seats in boards)


def _board(db: sqlite3.Connection, seats: Sequence[sqlite3.Row]) -> Board:
    table_id = seats[0]["table_id"]
    query = f"{table_rows.TABLE} WHERE id = ?"
    row = db.execute(query, (table_id,)).fetchone() if table_id else None
    table = None if row is None else table_rows.table_of(row)
    return Board(
        round=seats[0]["round"],
        number=seats[0]["board"],
        entrants=tuple(row["entrant"] for row in seats),
        table_id=table_id,
        points=tuple(row["points"] for row in seats),
        scores=tuple(row["score"] for row in seats),
        link="" if table is None else table.link,
        home_id=None if table is None else table.home_id,
    )


# ---- opened and entered --------------------------------------------------------------------------


def insert(db: sqlite3.Connection, league: League) -> int:
    """Write a new league, without entrants, under the next number of its server; its id."""
    person_rows.know(db, *filter(None, [league.host_id]))
    query = "SELECT coalesce(max(number), 0) + 1 FROM league WHERE guild_id = ?"
    (number,) = db.execute(query, (league.guild_id,)).fetchone()
    columns = asdict(replace(league, number=number))
    for without_column in ("id", "entrants", "boards", "apart"):
        del columns[without_column]
    return insert_row(db, "league", **columns)


def add(
    db: sqlite3.Connection, league_id: int, user_id: int | None, name: str, ai: str | None = None
) -> None:
    """Add an entrant behind the others."""
    if user_id is not None:
        person_rows.know(db, user_id)
    insert = """
        INSERT INTO league_entrant (league_id, number, user_id, name, ai)
        SELECT :league, coalesce(max(number), -1) + 1, :user, :name, :ai
        FROM league_entrant WHERE league_id = :league
    """
    values = {"league": league_id, "user": user_id, "name": name, "ai": ai}
    db.execute(insert, values)
    note_change(db, league_id)


def remove(db: sqlite3.Connection, league_id: int, user_id: int) -> None:
    """Remove a person before the start."""
    delete = "DELETE FROM league_entrant WHERE league_id = ? AND user_id = ?"
    db.execute(delete, (league_id, user_id))
    note_change(db, league_id)


def withdraw(db: sqlite3.Connection, league_id: int, user_id: int) -> None:
    """Note that a person has left a running league."""
    update = "UPDATE league_entrant SET has_left = 1 WHERE league_id = ? AND user_id = ?"
    db.execute(update, (league_id, user_id))
    note_change(db, league_id)


def take_over(db: sqlite3.Connection, league_id: int, number: int, user_id: int, name: str) -> None:
    """Give the place of an entrant who has left to somebody else, with its points."""
    person_rows.know(db, user_id)
    update = """
        UPDATE league_entrant SET user_id = ?, name = ?, has_left = 0
        WHERE league_id = ? AND number = ?
    """
    db.execute(update, (user_id, name, league_id, number))
    note_change(db, league_id)


def blocks_between(db: sqlite3.Connection, user_id: int, others: Iterable[int]) -> bool:
    """Whether a person and one of the others block each other."""
    query = """
        SELECT EXISTS (
            SELECT 1 FROM block WHERE
                user_id = :user AND blocked_id IN (SELECT value FROM json_each(:others))
                OR blocked_id = :user AND user_id IN (SELECT value FROM json_each(:others))
        )
    """
    values = {"user": user_id, "others": as_json(list(others))}
    return bool(db.execute(query, values).fetchone()[0])


def begin(db: sqlite3.Connection, league: League, rounds: int, now: datetime) -> None:
    """Start a league: note the ratings of its entrants; its first round is due."""
    forget = "DELETE FROM league_entrant WHERE league_id = ? AND user_id IS NULL AND ai IS NULL"
    db.execute(forget, (league.id,))
    for entrant in league.active:
        player = entrant.user_id or entrant.ai or ""
        rating = placings.rating_of(db, league.guild_id, league.game, player)
        update = "UPDATE league_entrant SET rating = ? WHERE league_id = ? AND number = ?"
        db.execute(update, (rating.number if rating else 0, league.id, entrant.number))
    update = "UPDATE league SET stage = 'running', rounds = ? WHERE id = ?"
    db.execute(update, (rounds, league.id))
    note_change(db, league.id)
    call(db, league.id, now)


def note_change(db: sqlite3.Connection, league_id: int) -> None:
    """Note that the post of a league has to show something new."""
    db.execute("UPDATE league SET revision = revision + 1 WHERE id = ?", (league_id,))


def call(db: sqlite3.Connection, league_id: int, now: datetime) -> None:
    """Let a league look at once whether it goes on."""
    due_rows.write(db, [Due(kind=LEAGUE, at=now, subject=str(league_id))])


# ---- rounds --------------------------------------------------------------------------------------


def settle(db: sqlite3.Connection, league: League) -> None:
    """Write the points of the games that have ended since the last look."""
    for board in league.boards:
        if board.table_id is None or board.is_settled:
            continue
        query = "SELECT status FROM table_ WHERE id = ?"
        status = db.execute(query, (board.table_id,)).fetchone()["status"]
        if status in (Status.OVER, Status.CANCELLED):
            _settle_board(db, league, board)
            note_change(db, league.id)


def share_open_games(db: sqlite3.Connection, league_id: int) -> None:
    """Let the games that still go on count as shared; they may go on without the league."""
    update = "UPDATE league_seat SET points = ?, score = 0 WHERE league_id = ? AND points IS NULL"
    db.execute(update, (WIN // 2, league_id))
    note_change(db, league_id)


def _settle_board(db: sqlite3.Connection, league: League, board: Board) -> None:
    """Write the points of one game: by its places, or shared where it was broken off.

    A seat that somebody else has finished brings its entrant no points.
    """
    update = """
        UPDATE league_seat SET points = ?, score = ?
        WHERE league_id = ? AND round = ? AND board = ? AND seat = ?
    """
    key = (league.id, board.round, board.number)
    places = db.execute(PLACES, (board.table_id,)).fetchall()
    if not places:
        db.executemany(update, [(WIN // 2, 0, *key, seat) for seat in range(len(board.entrants))])
        return
    points = standings.points_of_places([row["place"] for row in places])
    entrants = {entrant.number: entrant for entrant in league.entrants}
    for row, number, earned in zip(places, board.entrants, points, strict=True):
        entrant = None if number is None else entrants[number]
        holds = entrant is None or (
            entrant.user_id == row["user_id"] and not row["is_lost"] and entrant.is_active
        )
        db.execute(update, (earned if holds else 0, row["points"], *key, row["seat"]))


def open_round(
    db: sqlite3.Connection,
    league: League,
    openings: Mapping[int, Opening],
    now: datetime,
) -> bool:
    """Open the boards of the next round, by their numbers; False where that was done already.

    A board without a change is a bye, which counts as a win.
    """
    number, ends = league.round + 1, now + timedelta(days=league.terms.days)
    update = """
        UPDATE league SET round = ?, round_ends = ?
        WHERE id = ? AND round = ? AND stage = 'running'
    """
    if not db.execute(update, (number, stamp(ends), league.id, league.round)).rowcount:
        return False
    for board, opening in openings.items():
        place = {"league_id": league.id, "round": number, "board": board}
        outcome: dict[str, int] = {"points": WIN, "score": 0}
        if opening.opened is not None:
            table = table_rows.open_table(db, opening.opened, opening.secret, now)
            outcome = {"table_id": table.id}
        for seat, entrant in enumerate(opening.seating):
            insert_row(db, "league_seat", **place, seat=seat, entrant=entrant, **outcome)
    moments = {ROUND: ends, OVERDUE: ends + timedelta(days=league.terms.days)}
    due_rows.write(
        db, [Due(kind=kind, at=at, subject=str(league.id)) for kind, at in moments.items()]
    )
    note_change(db, league.id)
    return True


def end(db: sqlite3.Connection, league_id: int, stage: Stage) -> None:
    """End a league; nothing of it is due any more."""
    update = "UPDATE league SET stage = ?, round_ends = NULL WHERE id = ?"
    db.execute(update, (str(stage), league_id))
    delete = "DELETE FROM due WHERE kind = ? AND subject = ?"
    db.executemany(delete, [(kind, str(league_id)) for kind in KINDS])
    note_change(db, league_id)


# ---- its post ------------------------------------------------------------------------------------


def note_post(
    db: sqlite3.Connection, league_id: int, message_id: int, post_round: int, revision: int
) -> None:
    """Note the post of a league, and what it shows."""
    update = "UPDATE league SET message_id = ?, post_round = ?, shown = ? WHERE id = ?"
    db.execute(update, (message_id, post_round, revision, league_id))
