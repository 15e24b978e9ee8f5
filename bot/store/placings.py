"""The ledger of results: how each seat of a game came out, and how that came about.

It says how many turns of the seat stand, and how many of them its person made themselves, neither
an AI nor a referee for them. A result counts as a person's where these are at least half, and where
anybody has moved before the game was given up. Places, ratings, records and usual times follow from
results that count. The ledger is written in the transaction that ends the game; everything here
runs on the database's thread.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping, Sequence

from bot.steps.ratings import NEW, Player, Rating, ratings_after
from bot.store.rows import struct_from_row
from bot.table.live import Share

log = logging.getLogger(__name__)

AT_ONCE = 4
"""Most games that one transaction rates."""

INSERT = """
    INSERT INTO placing (
        table_id, seat, user_id, ai, place, points, resigned, substitute, move_time, turns, own
    )
    WITH turns AS (
        SELECT seat, by_id, ai, via, unixepoch(at) - coalesce(
            lag(unixepoch(at)) OVER (ORDER BY ply),
            (SELECT min(unixepoch(at)) FROM seat_history WHERE table_id = :table)
        ) AS seconds
        FROM action WHERE table_id = :table AND ends_turn AND NOT EXISTS (
            SELECT 1 FROM undo
            WHERE undo.table_id = :table AND ply BETWEEN first_ply AND last_ply
        )
    ), in_order AS (
        SELECT seat, by_id, seconds,
            row_number() OVER (PARTITION BY seat, by_id ORDER BY seconds) AS nth,
            count(*) OVER (PARTITION BY seat, by_id) AS moves
        FROM turns WHERE NOT ai AND via IS NULL AND by_id IS NOT NULL
    )
    SELECT
        seat.table_id, seat.seat, user_id, iif(user_id IS NULL AND NOT resigned, ai, NULL),
        result.result ->> format('$.ranks[%d]', seat.seat),
        result.result ->> format('$.scores[%d].total', seat.seat),
        resigned,
        EXISTS (
            SELECT 1 FROM seat_history AS past
            WHERE past.table_id = seat.table_id AND past.seat = seat.seat
                AND past.user_id = seat.user_id AND how = 'substitute'
        ),
        max(seconds, 0),
        (SELECT count(*) FROM turns WHERE turns.seat = seat.seat),
        coalesce(moves, 0)
    FROM seat JOIN result USING (table_id)
    LEFT JOIN in_order ON in_order.seat = seat.seat AND by_id = user_id
        AND nth = (moves + 1) / 2
    WHERE seat.table_id = :table AND json_array_length(result.result, '$.ranks') > seat.seat
"""
COUNT = """
    UPDATE placing SET counts = 1
    WHERE table_id = :table AND user_id IS NOT NULL AND own * 2 >= turns AND (
        EXISTS (SELECT 1 FROM placing AS any WHERE any.table_id = :table AND any.turns)
        OR EXISTS (
            SELECT 1 FROM result
            WHERE table_id = :table AND coalesce(result ->> 'reason', '') NOT LIKE 'table.%'
        )
    )
"""
"""Which results count as a person's."""
SUMMARY = """
    UPDATE result SET
        people = (
            SELECT count(*) FROM placing
            WHERE table_id = :table AND ai IS NULL AND (counts OR user_id IS NULL)
        ),
        length = (
            SELECT unixepoch(result.at) - min(unixepoch(seat_history.at)) FROM seat_history
            WHERE table_id = :table
        )
    WHERE table_id = :table
"""
UNRATED = """
    SELECT result.table_id FROM result JOIN table_ ON id = result.table_id
    WHERE NOT rated AND guild_id = ? AND game = ? ORDER BY result.at, result.table_id LIMIT ?
"""
PLAYERS = """
    SELECT user_id, ai, place, resigned FROM placing
    WHERE table_id = ? AND NOT substitute AND (counts OR ai NOTNULL) ORDER BY seat
"""


SHARES = """
    SELECT seat, own, turns, counts AND NOT substitute AS rated FROM placing
    WHERE table_id = ? AND user_id IS NOT NULL AND (own < turns OR NOT counts) ORDER BY seat
"""


def shares(db: sqlite3.Connection, table_id: int) -> tuple[Share, ...]:
    """Shares of the people who did not make all turns of their seats, or whom no result rates."""
    return tuple(struct_from_row(row, Share) for row in db.execute(SHARES, (table_id,)))


def write(db: sqlite3.Connection, table_id: int) -> None:
    """Write how the seats of a game that is over came out, and rate their players."""
    for statement in (INSERT, COUNT, SUMMARY):
        db.execute(statement, {"table": table_id})
    row = db.execute("SELECT guild_id, game FROM table_ WHERE id = ?", (table_id,)).fetchone()
    rate_next(db, row["guild_id"], row["game"])


def rate_next(db: sqlite3.Connection, guild_id: int, game: str) -> int:
    """Rate the first games of a server that are not rated yet, in the order in which they ended.

    Returns their number, AT_ONCE at most.
    """
    rows = db.execute(UNRATED, (guild_id, game, AT_ONCE)).fetchall()
    for row in rows:
        _rate(db, row["table_id"], guild_id, game)
    return len(rows)


def unrated(db: sqlite3.Connection) -> list[tuple[int, str]]:
    """The (server, game) pairs with finished games that are not rated yet."""
    query = """
        SELECT DISTINCT guild_id, game FROM result JOIN table_ ON id = result.table_id
        WHERE NOT rated ORDER BY guild_id, game
    """
    return [(row["guild_id"], row["game"]) for row in db.execute(query)]


def _rate(db: sqlite3.Connection, table_id: int, guild_id: int, game: str) -> None:
    """Rate the players of one game and note that it is rated."""
    rows = db.execute(PLAYERS, (table_id,)).fetchall()
    players = [_player(db, row, guild_id, game) for row in rows]
    for player, rating in _new_ratings(table_id, players).items():
        _write_rating(db, (guild_id, game, player), rating)
    db.execute("UPDATE result SET rated = 1 WHERE table_id = ?", (table_id,))


def _new_ratings(table_id: int, players: Sequence[Player]) -> Mapping[int | str, Rating]:
    """Ratings that a game changes; none where they cannot be computed: the game must end."""
    try:
        return ratings_after(players)
    except (ArithmeticError, TypeError, ValueError):
        log.exception("Table %s is not rated", table_id)
        return {}


def _player(db: sqlite3.Connection, row: sqlite3.Row, guild_id: int, game: str) -> Player:
    """The player of a seat with their rating before the game."""
    name = row["user_id"] or row["ai"]
    rating = rating_of(db, guild_id, game, name) or NEW
    return Player(name, (row["resigned"], row["place"]), rating)


def rating_of(db: sqlite3.Connection, guild_id: int, game: str, player: int | str) -> Rating | None:
    """Rating of a person, or of an AI player by its level; None before the first game."""
    query = f"""
        SELECT skill, doubt FROM {_table_of(player)}
        WHERE guild_id = ? AND game = ? AND {_column_of(player)} = ?
    """
    row = db.execute(query, (guild_id, game, player)).fetchone()
    return None if row is None else struct_from_row(row, Rating)


def _write_rating(db: sqlite3.Connection, key: tuple[int, str, int | str], rating: Rating) -> None:
    """Write a rating over the earlier one, and count the game."""
    upsert = f"""
        INSERT INTO {_table_of(key[2])} (guild_id, game, {_column_of(key[2])}, skill, doubt, games)
        VALUES (?, ?, ?, ?, ?, 1)
        ON CONFLICT DO UPDATE SET
            skill = excluded.skill, doubt = excluded.doubt, games = games + 1
    """
    db.execute(upsert, (*key, rating.skill, rating.doubt))


def _table_of(player: int | str) -> str:
    return "rating" if isinstance(player, int) else "ai_rating"


def _column_of(player: int | str) -> str:
    return "user_id" if isinstance(player, int) else "ai"
