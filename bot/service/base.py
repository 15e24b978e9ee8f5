"""The base of the services: what each of them works with."""

from __future__ import annotations

from datetime import datetime

from bot.service.commits import Commits


class Service:
    """Something that people may do: it has the tables, the people, and the saving of steps."""

    def __init__(self, commits: Commits) -> None:
        self._commits = commits
        self._tables, self._store, self._people = commits.tables, commits.store, commits.people

    @property
    def _now(self) -> datetime:
        return self._store.clock.now()
