"""Reasons why a database file is not used: always one sentence for the host."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bot.i18n import text


class BadStore(Exception):
    """A reason not to use a database file, as one sentence for the host."""

    def __init__(self, code: str, language: str, **details: Any) -> None:
        super().__init__(text(f"store.{code}", language, **details))
        self.code = code


@contextmanager
def refusals(file: Path, language: str) -> Iterator[None]:
    """Turn what SQLite and the file system say into one sentence for the host."""
    try:
        yield
    except (sqlite3.OperationalError, OSError) as error:
        raise BadStore("cannot_open", language, file=str(file), reason=str(error)) from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise BadStore("damaged", language, file=str(file), reason=str(error)) from error
