"""Reliability of a person: games that they played to the end, counted for entry bars.

Only games of several people count, once they are over or the person is out of them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

import msgspec

from bot.table.options import Entry
from rules.contract import RulesError

COUNTED = """
    WITH played AS (
        SELECT table_id, count(DISTINCT user_id) AS people FROM seat_history
        WHERE how = 'joined'
            AND table_id IN (SELECT table_id FROM seat_history WHERE user_id = :user)
        GROUP BY table_id HAVING people > 1
    )
    SELECT
        coalesce(sum(status = 'over' AND EXISTS (
            SELECT 1 FROM seat
            WHERE table_id = table_.id AND user_id = :user AND ai IS NULL AND NOT resigned
        ) AND NOT EXISTS (
            SELECT 1 FROM placing WHERE table_id = table_.id AND user_id = :user AND NOT counts
        )), 0) AS kept,
        coalesce(sum(people > 2 AND EXISTS (
            SELECT 1 FROM seat_history
            WHERE table_id = table_.id AND user_id = :user AND how = 'resigned'
        ) OR EXISTS (
            SELECT 1 FROM act
            WHERE table_id = table_.id AND code = 'offered' AND about_id = :user AND NOT EXISTS (
                SELECT 1 FROM seat
                WHERE seat.table_id = table_.id AND user_id = :user AND ai IS NULL
            )
        )), 0) AS dropped
    FROM table_ JOIN played ON table_.id = played.table_id
"""
"""Kept: the person played to the end, and the result counts (`placings`).

Dropped: they resigned, or the others offered their seat.

A seat that its occupant offered, and a resignation in a game of two, count neither way.
"""


class Record(msgspec.Struct, frozen=True):
    """Games of a person by how they ended."""

    kept: int = 0
    dropped: int = 0

    @property
    def games(self) -> int:
        """Number of games that count."""
        return self.kept + self.dropped


class Bar(msgspec.Struct, frozen=True):
    """Conditions that a host sets for taking a seat."""

    percent: int
    """Least share of their games that they played to the end, in percent."""
    least: int = 0
    """Least number of games played to the end; 0 where newcomers are welcome."""


BARS: Mapping[Entry, Bar] = {
    Entry.STEADY: Bar(75),
    Entry.RELIABLE: Bar(90),
    Entry.PROVEN: Bar(90, least=3),
}


def read(db: sqlite3.Connection, user_id: int) -> Record:
    """Record of a person's games, on all servers."""
    row = db.execute(COUNTED, {"user": user_id}).fetchone()
    return Record(row["kept"], row["dropped"])


def require(entry: Entry, record: Record) -> None:
    """Refuse a seat to a person whose record is below the host's entry bar."""
    bar = BARS.get(entry)
    if bar is None:
        return
    if record.kept < bar.least:
        raise RulesError("table.too_new", least=bar.least, n=record.kept)
    if record.kept * 100 < bar.percent * record.games:
        raise RulesError("table.below_bar", percent=bar.percent, kept=record.kept, n=record.games)


def passes(entry: Entry, record: Record) -> bool:
    """Whether a record meets an entry bar."""
    try:
        require(entry, record)
    except RulesError:
        return False
    return True
