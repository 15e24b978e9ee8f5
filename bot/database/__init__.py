"""The SQLite file: opened or refused, locked, migrated, written, tidied, copied, restored.

Only `migrations/` and `bot.store` know the schema. Opening and restoring migrate or replace a file;
checks and copies only read it. Others know the driver by `Connection` and `DriverError` alone.
"""

from sqlite3 import Connection
from sqlite3 import Error as DriverError

from bot.database.connection import Database
from bot.database.copies import backup, newest_copy, roll, room
from bot.database.inspection import Health, examine, file_sizes
from bot.database.lock import is_taken, require_free, take
from bot.database.opening import (
    has_litestream,
    prepare,
    rehearsal,
    require_nothing_lost,
    transaction_beside,
)
from bot.database.refusal import BadStore
from bot.database.restoring import RESTORED_AT, restore
from bot.database.tidying import note_leftovers
from bot.database.trouble import disk_trouble, is_busy

__all__ = [
    "RESTORED_AT",
    "BadStore",
    "Connection",
    "Database",
    "DriverError",
    "Health",
    "backup",
    "disk_trouble",
    "examine",
    "file_sizes",
    "has_litestream",
    "is_busy",
    "is_taken",
    "newest_copy",
    "note_leftovers",
    "prepare",
    "rehearsal",
    "require_free",
    "require_nothing_lost",
    "restore",
    "roll",
    "room",
    "take",
    "transaction_beside",
]
