"""Refusals of a database file, each as one sentence for the host."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bot.i18n import text


class BadStore(Exception):
    """Refusal of a database file, as one sentence for the host."""

    def __init__(self, code: str, language: str, **details: Any) -> None:
        super().__init__(text(f"store.{code}", language, **details))
        self.code = code


@contextmanager
def refusals(file: Path, language: str) -> Iterator[None]:
    """Turn errors of SQLite and the file system into BadStore."""
    try:
        yield
    except (sqlite3.OperationalError, OSError) as error:
        raise BadStore("cannot_open", language, file=str(file), reason=str(error)) from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise BadStore("damaged", language, file=str(file), reason=str(error)) from error
