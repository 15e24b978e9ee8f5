"""Queries for statistics: of a person, of a game on a server, of a server.

People who have opted out are named to themselves only. Everything here runs on the database's
thread, which also writes: each query reads the rows of one person or one server.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any

from bot.steps.ratings import BEGINNER, CAUTION, SCALE, rating_number
from bot.store.rows import struct_from_row
from bot.store.table_rows import TABLE, table_of
from bot.table.encoding import as_json
from bot.table.statistics import (
    Feat,
    GameLine,
    GameStatistics,
    PersonStatistics,
    Regular,
    Rival,
    Rung,
    ServerLine,
    ServerStatistics,
    average,
    typical,
)

RIVALS, REGULARS, RUNGS, FEATS = 4, 3, 6, 10
"""Most rows of each kind."""

LISTED = "(:reader = person.user_id OR NOT coalesce(habits ->> 'unlisted', 0))"
"""Whether the reader may read of a person."""
NAME = """coalesce((
    SELECT name FROM seat JOIN table_ AS place ON place.id = seat.table_id
    WHERE seat.user_id = person.user_id AND (:guild IS NULL OR place.guild_id = :guild)
    ORDER BY seat.table_id DESC LIMIT 1
), '')"""
"""The newest name of a person, on the server where there is one."""
EARLY = "coalesce(result ->> 'reason', '') LIKE 'table.%'"
"""Whether a game ended before its end, as people left it."""
HERE = """
    status = 'over' AND purpose = 'game'
    AND (:guild IS NULL OR guild_id = :guild) AND (:game IS NULL OR game = :game)
"""
ON_SERVER = """
    guild_id = :guild AND status = 'over' AND purpose = 'game' AND (:game IS NULL OR game = :game)
"""
PLACED = f"""
    FROM table_ CROSS JOIN result ON result.table_id = id
    CROSS JOIN placing ON placing.table_id = id CROSS JOIN person USING (user_id)
    WHERE {ON_SERVER} AND counts
"""
"""Games of one server with the people for whom they count.

They are read in this order: no statement reads other servers.
"""
NUMBER = f"({BEGINNER} + {SCALE} * (skill - {CAUTION} * doubt))"

OWN = f"""
    SELECT game, place, points, resigned, move_time, {EARLY} AS early, people
    FROM placing JOIN table_ ON id = placing.table_id JOIN result USING (table_id)
    WHERE user_id = :user AND {HERE} AND counts
"""
BY_OTHERS = f"""
    SELECT count(*) FROM placing JOIN table_ ON id = placing.table_id
    WHERE user_id = :user AND {HERE} AND own * 2 < turns
"""
"""Number of a person's games of which others made most turns."""
AGAINST = f"""
    SELECT person.user_id, {NAME} AS name, count(*) AS games,
        sum((mine.resigned, mine.place) < (theirs.resigned, theirs.place)) AS ahead,
        sum((mine.resigned, mine.place) > (theirs.resigned, theirs.place)) AS behind
    FROM placing AS mine
    JOIN table_ ON id = mine.table_id
    JOIN placing AS theirs ON theirs.table_id = id AND theirs.seat <> mine.seat
    JOIN person ON person.user_id = theirs.user_id
    WHERE mine.user_id = :user AND mine.counts AND theirs.counts AND {LISTED} AND {HERE}
    GROUP BY person.user_id ORDER BY games DESC, ahead + behind DESC, person.user_id
"""
GAMES = f"""
    SELECT game, people, {EARLY} AS early, length
    FROM table_ CROSS JOIN result ON table_id = id WHERE {ON_SERVER}
"""
MOVE_TIME = f"""
    SELECT move_time FROM (
        SELECT move_time, row_number() OVER (ORDER BY move_time) AS nth, count(*) OVER () AS times
        {PLACED} AND move_time NOTNULL AND {LISTED} AND people > 1
    ) WHERE nth = (times + 1) / 2
"""
"""The median, as `typical` computes it."""
LADDER = f"""
    SELECT person.user_id, {NAME} AS name, {NUMBER} AS number, games
    FROM rating JOIN person USING (user_id)
    WHERE guild_id = :guild AND game = :game AND {LISTED} ORDER BY number DESC, person.user_id
"""
AI_LADDER = f"""
    SELECT ai, skill, doubt FROM ai_rating WHERE guild_id = :guild AND game = :game
    ORDER BY {NUMBER} DESC, ai
"""
WINNING = f"""
    SELECT points FROM table_ CROSS JOIN result ON result.table_id = id
    CROSS JOIN placing ON placing.table_id = id
    WHERE {ON_SERVER} AND counts AND place = 1 AND NOT resigned AND NOT {EARLY} AND people > 1
"""
BEST = f"""
    SELECT id, {NAME} AS name, {{value}} AS value {PLACED}
        AND NOT resigned AND NOT {EARLY} AND people > 1 AND {LISTED} AND {{value}} > 0
    ORDER BY value DESC, result.at LIMIT {FEATS}
"""
MARGIN = """iif(place = 1, points - (
    SELECT max(points) FROM placing AS rival
    WHERE rival.table_id = placing.table_id AND rival.seat <> placing.seat
), 0)"""
LENGTHS = f"""
    SELECT id, '' AS name, length AS value FROM table_ CROSS JOIN result ON table_id = id
    WHERE {ON_SERVER} AND NOT {EARLY} AND people > 1 AND length > 0
    ORDER BY length {{order}}, id LIMIT {FEATS}
"""
YEAR_AGO = f"""
    SELECT id, {NAME} AS name, points AS value {PLACED}
        AND place = 1 AND NOT resigned AND NOT {EARLY} AND people > 1 AND {LISTED}
        AND result.at >= :day AND result.at < :next_day
    ORDER BY result.at, id LIMIT {FEATS}
"""
ACTIVE = f"""
    SELECT person.user_id, {NAME} AS name, count(*) AS games,
        sum(place = 1 AND NOT resigned) AS won
    {PLACED} AND people > 1 AND {LISTED}
    GROUP BY person.user_id ORDER BY games DESC, won DESC, person.user_id LIMIT {REGULARS}
"""
PLAYERS = f"SELECT count(DISTINCT user_id) {PLACED}"


# ---- a person ------------------------------------------------------------------------------------


def has_finished(db: sqlite3.Connection, user_id: int, game: str) -> bool:
    """Whether a person has a place in a finished game of these rules."""
    query = "SELECT 1 FROM placing JOIN table_ ON id = table_id WHERE user_id = ? AND game = ?"
    return db.execute(f"{query} LIMIT 1", (user_id, game)).fetchone() is not None


def is_listed(db: sqlite3.Connection, user_id: int) -> bool:
    """Whether a person lets others see their statistics."""
    query = f"SELECT {LISTED} FROM person WHERE user_id = :user"
    row = db.execute(query, {"user": user_id, "reader": None}).fetchone()
    return row is not None and bool(row[0])


def of_person(
    db: sqlite3.Connection, user_id: int, guild_id: int | None, game: str | None, reader: int
) -> PersonStatistics | None:
    """Statistics of a person on a server, or on all; None where the reader may see none."""
    if user_id != reader and not is_listed(db, user_id):
        return None
    values = {"user": user_id, "guild": guild_id, "game": game, "reader": reader}
    rows = db.execute(OWN, values).fetchall()
    by_others = db.execute(BY_OTHERS, values).fetchone()[0]
    if not rows and not by_others:
        return None
    shared, alone = _split(rows)
    places = Counter(row["place"] for row in shared)
    rivals = [struct_from_row(row, Rival) for row in db.execute(AGAINST, values)]
    return PersonStatistics(
        name=_name(db, values),
        places=tuple(places[place] for place in range(1, max(places, default=0) + 1)),
        resigned=sum(row["resigned"] for row in shared),
        by_others=by_others,
        alone=len(alone),
        alone_won=sum(_has_won(row) for row in alone),
        move_time=typical(row["move_time"] for row in shared or alone),
        games=tuple(_game_lines(db, shared, values)),
        rivals=tuple(rival for rival in rivals if rival.user_id != reader)[:RIVALS],
        reader=next((rival for rival in rivals if rival.user_id == reader), None),
        rank=_rank(db, values) if game and guild_id else None,
    )


def _split(rows: Iterable[sqlite3.Row]) -> tuple[list[sqlite3.Row], list[sqlite3.Row]]:
    """Games that count for several people, and those that do for one."""
    known = list(rows)
    return [row for row in known if row["people"] > 1], [row for row in known if row["people"] == 1]


def _has_won(row: sqlite3.Row) -> bool:
    return row["place"] == 1 and not row["resigned"]


def _game_lines(
    db: sqlite3.Connection, rows: Sequence[sqlite3.Row], values: dict[str, Any]
) -> Iterable[GameLine]:
    """Results by game, the game that was played most first."""
    ratings = _ratings(db, values)
    for game, games in Counter(row["game"] for row in rows).most_common():
        own = [row for row in rows if row["game"] == game]
        points = [row["points"] for row in own if not (row["early"] or row["resigned"])]
        won = sum(map(_has_won, own))
        best = max(points, default=None)
        yield GameLine(game, games, won, best, average(points), ratings.get(game))


def _ratings(db: sqlite3.Connection, values: dict[str, Any]) -> dict[str, int]:
    """Ratings of a person on the server, by game; none for all servers together."""
    query = "SELECT game, skill, doubt FROM rating WHERE user_id = :user AND guild_id = :guild"
    rows = db.execute(query, values)
    return {row["game"]: rating_number(row["skill"], row["doubt"]) for row in rows}


def _rank(db: sqlite3.Connection, values: dict[str, Any]) -> int | None:
    """Place of a person on the ladder of a game."""
    ladder = [row["user_id"] for row in db.execute(LADDER, values)]
    return ladder.index(values["user"]) + 1 if values["user"] in ladder else None


def _name(db: sqlite3.Connection, values: dict[str, Any]) -> str:
    query = f"SELECT {NAME} FROM person WHERE user_id = :user"
    return str(db.execute(query, values).fetchone()[0])


# ---- a game --------------------------------------------------------------------------------------


def of_game(db: sqlite3.Connection, guild_id: int, game: str, reader: int) -> GameStatistics:
    """Statistics of a game on a server."""
    values = {"guild": guild_id, "game": game, "reader": reader}
    shared, alone = _split(db.execute(GAMES, values))
    ladder = [_rung(row, rank) for rank, row in enumerate(db.execute(LADDER, values), 1)]
    return GameStatistics(
        games=len(shared),
        alone=len(alone),
        length=_length(shared),
        move_time=_move_time(db, values),
        winning=average(row["points"] for row in db.execute(WINNING, values)),
        ladder=_excerpt(ladder, reader),
        ai_players=tuple(
            (row["ai"], rating_number(row["skill"], row["doubt"]))
            for row in db.execute(AI_LADDER, values)
        ),
        points=_feats(db, BEST.format(value="points"), values),
        margins=_feats(db, BEST.format(value=MARGIN), values),
        longest=_feats(db, LENGTHS.format(order="DESC"), values),
        shortest=_feats(db, LENGTHS.format(order="ASC"), values),
    )


def _rung(row: sqlite3.Row, rank: int = 1) -> Rung:
    return struct_from_row(row, Rung, rank=rank, number=round(row["number"]))


def _length(rows: Iterable[sqlite3.Row]) -> int | None:
    """Typical length of games that were played to their end."""
    return typical(row["length"] for row in rows if not row["early"])


def _move_time(db: sqlite3.Connection, values: dict[str, Any]) -> int | None:
    row = db.execute(MOVE_TIME, values).fetchone()
    return None if row is None else row["move_time"]


def _feats(db: sqlite3.Connection, query: str, values: dict[str, Any]) -> tuple[Feat, ...]:
    """Records with their tables, the best first."""
    rows = db.execute(query, values).fetchall()
    of_tables = f"{TABLE} WHERE id IN (SELECT value FROM json_each(?))"
    ids = as_json([row["id"] for row in rows])
    tables = {row["id"]: table_of(row) for row in db.execute(of_tables, (ids,))}
    return tuple(Feat(tables[row["id"]], row["value"], row["name"]) for row in rows)


def _excerpt(ladder: Sequence[Rung], reader: int) -> tuple[Rung, ...]:
    """The best of a ladder; a reader who comes later takes the last line of it."""
    own = [rung for rung in ladder[RUNGS:] if rung.user_id == reader]
    return (*ladder[: RUNGS - len(own)], *own)


# ---- a server ------------------------------------------------------------------------------------


def of_server(
    db: sqlite3.Connection, guild_id: int, reader: int, year_ago: date
) -> ServerStatistics:
    """Statistics of a server, with the games that were won on a day a year ago."""
    values = {"guild": guild_id, "game": None, "reader": reader}
    day = {"day": str(year_ago), "next_day": str(year_ago + timedelta(days=1))}
    shared, alone = _split(db.execute(GAMES, values))
    return ServerStatistics(
        games=len(shared),
        alone=len(alone),
        people=db.execute(PLAYERS, values).fetchone()[0],
        length=_length(shared),
        move_time=_move_time(db, values),
        lines=tuple(_server_lines(db, shared, values)),
        regulars=tuple(struct_from_row(row, Regular) for row in db.execute(ACTIVE, values)),
        year_ago=_feats(db, YEAR_AGO, {**values, **day}),
    )


def _server_lines(
    db: sqlite3.Connection, rows: Sequence[sqlite3.Row], values: dict[str, Any]
) -> Iterable[ServerLine]:
    """Results by game, the game that was played most first."""
    for game, games in Counter(row["game"] for row in rows).most_common():
        leader = db.execute(f"{LADDER} LIMIT 1", values | {"game": game}).fetchone()
        length = _length(row for row in rows if row["game"] == game)
        yield ServerLine(game, games, length, leader and _rung(leader))
