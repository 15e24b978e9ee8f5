"""Messages under way: each is written down before a delivery sends it to Discord.

Discord answers a nonce that it remembers with the message it has. Once it has forgotten the nonce,
a message is recognised by its mark. A database that was restored from a copy lacks the last notes:
there the messages behind the newest known one may be anything that was sent meanwhile.

Functions with a connection run on the database's thread.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Iterable
from datetime import datetime
from typing import Self

import msgspec
from msgspec.structs import replace

from bot.clock import creation_time
from bot.database import RESTORED_AT, meta
from bot.table.encoding import as_json
from bot.table.post import Delivery

ICON = re.compile(r"<a?:\w+:(\d+)>")
MOMENT = re.compile(r"<t:\d+(:\w)?>")


class Mark(msgspec.Struct, frozen=True):
    """Mark that identifies a message: its buttons, or else its files and its words."""

    buttons: tuple[str, ...]
    """Their custom ids."""
    files: tuple[str, ...]
    """The names of the attached files."""
    words: str
    """A digest of the text without its moments, so that no hand can be read here."""

    @classmethod
    def of(cls, words: str, buttons: Iterable[str], files: Iterable[str]) -> Self:
        """Mark of a message with these words, custom ids and file names."""
        plain = " ".join(MOMENT.sub("<t>", ICON.sub(r"\1", words)).split())
        digest = hashlib.sha256(plain.encode()).hexdigest()[:32]
        return cls(tuple(sorted(buttons)), tuple(sorted(files)), digest)

    def fits(self, other: Self) -> bool:
        """Whether another mark is of the same message, whose words may have changed since."""
        return self.buttons == other.buttons and (bool(self.buttons) or self == other)

    def says(self, other: Self) -> bool:
        """Whether another mark says the same, though its buttons may have been removed since."""
        return self == replace(other, buttons=other.buttons or self.buttons)


class Sending(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message that is being sent, or was."""

    place: int
    """The channel or thread."""
    marks: tuple[Mark, ...]
    """Its marks; the words may have differed with each attempt."""
    began: datetime | None = None
    """When it was sent under a nonce new to Discord; None where that was not noted."""
    behind: int = 0
    """The newest message of its table before it, with a smaller id; 0 where none is known."""
    message: int | None = None
    """Its id, once Discord has answered."""

    is_noted: bool = True
    """Whether it was noted before it was sent; otherwise it is a guess."""
    is_restored: bool = False
    """Whether it may have been sent at a time that a restored database does not know."""

    def with_marks(self, marks: Iterable[Mark]) -> Self:
        """Copy that has more possible marks."""
        return replace(self, marks=tuple(dict.fromkeys((*self.marks, *marks))))


def read(db: sqlite3.Connection, delivery_id: int, recipient: int) -> Sending | None:
    """The message that a delivery has begun to send to a recipient, if any."""
    return _read_all(db, delivery_id).get(str(recipient))


def newest_post(db: sqlite3.Connection, table_id: int) -> int:
    """The id of the newest message that a delivery of a table has sent; 0 where none was."""
    row = db.execute("SELECT newest_post FROM table_ WHERE id = ?", (table_id,)).fetchone()
    return int(row[0]) if row else 0


def restored_gap(db: sqlite3.Connection, table_id: int) -> int | None:
    """Newest known message of a table about which a restored database may know too little.

    None where the database was not restored, or the table has posted since.
    """
    restored, newest = meta.read(db, RESTORED_AT), newest_message(db, table_id)
    if restored is None or not newest:
        return None
    return newest if creation_time(newest) < datetime.fromisoformat(restored) else None


def newest_message(db: sqlite3.Connection, table_id: int) -> int:
    """The greatest id of a message, or a thread, that is known of a table; 0 where none is."""
    query = """
        SELECT max(newest_post, coalesce(lobby_message_id, 0), coalesce(board_message_id, 0),
            coalesce(home_id * (home_id <> channel_id), 0))
        FROM table_ WHERE id = ?
    """
    row = db.execute(query, (table_id,)).fetchone()
    return int(row[0]) if row else 0


def write(
    db: sqlite3.Connection, delivery: Delivery, recipient: int, sending: Sending | None
) -> None:
    """Note the message sent to a recipient, or None where Discord refused it.

    Nothing is noted for a delivery that has been called off.
    """
    noted = _read_all(db, delivery.id)
    noted.pop(str(recipient), None)
    if sending is not None:
        noted[str(recipient)] = sending
    update = "UPDATE outbox SET sendings = ? WHERE id = ?"
    db.execute(update, (as_json(noted), delivery.id))
    if sending is not None and sending.message is not None:
        update = "UPDATE table_ SET newest_post = max(newest_post, ?) WHERE id = ?"
        db.execute(update, (sending.message, delivery.table_id))


def forget(db: sqlite3.Connection, user_id: int) -> None:
    """Delete the notes of messages sent to a person."""
    update = "UPDATE outbox SET sendings = json_remove(sendings, ?)"
    db.execute(update, (f'$."{user_id}"',))


def _read_all(db: sqlite3.Connection, delivery_id: int) -> dict[str, Sending]:
    query = "SELECT sendings FROM outbox WHERE id = ?"
    row = db.execute(query, (delivery_id,)).fetchone()
    return msgspec.json.decode(row[0], type=dict[str, Sending]) if row else {}
