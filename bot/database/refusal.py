"""Refusals of a database file, each as one sentence for the host."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bot.i18n import LANGUAGES, text


class BadStore(Exception):
    """Refusal of a database file."""

    def __init__(self, code: str, **details: Any) -> None:
        self.code, self.details = code, details
        super().__init__(self.sentence(LANGUAGES[0]))

    def sentence(self, language: str) -> str:
        """The reason, in one sentence for the host."""
        return text(f"store.{self.code}", language, **self.details)


@contextmanager
def refusals(file: Path) -> Iterator[None]:
    """Turn errors of SQLite and the file system into BadStore."""
    try:
        yield
    except (sqlite3.OperationalError, OSError) as error:
        raise BadStore("cannot_open", file=str(file), reason=str(error)) from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise BadStore("damaged", file=str(file), reason=str(error)) from error
