"""People: the preferences of each person, in memory and in the store."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, Self

from msgspec.structs import replace

from bot.database import Connection
from bot.i18n import LANGUAGES
from bot.steps.announcements import notice
from bot.store import due_rows, person_rows
from bot.store.store import Read, Store, Write
from bot.table.changes import EndOfAbsence
from bot.table.due import Due
from bot.table.names import bold
from bot.table.post import Post
from bot.table.preferences import Blocked, Preferences
from bot.table.seating import Person, Table
from rules.contract import RulesError

USUAL = Preferences()
SEEN_FOR = timedelta(days=1)
"""Time after a press in a place for which its person is taken to see it."""
MOST_PLACES = 20_000
"""People and places remembered before those of more than a day ago are forgotten."""
BACK = "back"
"""Kind of the due row for a person's return from an absence."""
MOST_BLOCKED = 25
"""Number of people that one person may block: a menu has no room for more."""


class People:
    """Preferences of people, kept in memory because every click needs a language."""

    def __init__(self, store: Store, preferences: dict[int, Preferences]) -> None:
        self._store, self._habits = store, preferences
        self._pressed: dict[int, datetime] = {}
        """Last press of each person since the start."""
        self._places: dict[tuple[int, int], datetime] = {}
        """The same by the place where they pressed, which they see then."""
        store.next_call = self.next_call

    @classmethod
    async def open(cls, store: Store) -> Self:
        """Read the preferences of all people."""
        return cls(store, await store.read(person_rows.read_all_habits))

    def preferences(self, user_id: int) -> Preferences:
        """Preferences of a person, or the defaults."""
        return self._habits.get(user_id, USUAL)

    def note_press(self, user_id: int, place_id: int = 0) -> None:
        """Note that a person presses something now in a place, and so is awake and sees it."""
        now = self._store.clock.now()
        self._pressed[user_id] = self._places[user_id, place_id] = now
        if len(self._places) > MOST_PLACES:
            self._places = {key: at for key, at in self._places.items() if at > now - SEEN_FOR}

    def has_seen(self, user_id: int, place_ids: Collection[int]) -> bool:
        """Whether a person has pressed something in one of these places within a day."""
        since = self._store.clock.now() - SEEN_FOR
        presses = (self._places.get((user_id, place_id)) for place_id in place_ids)
        return any(at is not None and at > since for at in presses)

    def next_call(self, user_id: int, now: datetime) -> datetime:
        """First moment from now on at which a person may be notified."""
        return self.preferences(user_id).next_call(now, self._pressed.get(user_id))

    def may_be_called(self, user_id: int) -> bool:
        """Whether a person may be notified now."""
        now = self._store.clock.now()
        return self.next_call(user_id, now) <= now

    async def change(
        self, user_id: int, *, discord: str | None = None, **chosen: Any
    ) -> Preferences:
        """Change preferences; `discord` is the language of the person's Discord, if known."""
        return await self._keep(user_id, chosen, discord)

    async def begin_absence(self, user_id: int, until: datetime, now: datetime) -> bool:
        """Begin an absence, and tell each running table its end. False where nothing changed."""
        before = self.preferences(user_id)
        since = before.away_since if before.is_away(now) else now
        if until <= now:
            raise RulesError("me.no_date", typed=until.date().isoformat())
        absence = {"away_since": since, "away_until": until}
        if replace(before, **absence) == before:
            return False
        back = f"<t:{int(until.timestamp())}:D>"
        due = Due(kind=BACK, at=until, person_id=user_id)
        await self._keep(
            user_id,
            absence,
            told=lambda name: notice("table.away", name=bold(name), back=back),
            due=due,
        )
        return True

    async def end_absence(self, user_id: int, now: datetime) -> bool:
        """End an absence, and post that. False where the person was not away."""
        end = self.end_of_absence(user_id, now)
        if end is None:
            return False
        await self._keep(
            user_id,
            {"away_until": end.at},
            told=lambda name: notice("table.back", name=bold(name)),
            due=end.due,
        )
        return True

    def end_of_absence(self, user_id: int, now: datetime) -> EndOfAbsence | None:
        """The end of a person's absence, to be saved with what ends it; None if not away."""
        if not self.preferences(user_id).is_away(now):
            return None
        early = Due(kind=BACK, at=now, person_id=user_id, payload={"early": True})
        return EndOfAbsence(user_id, now, early)

    def note_end_of_absence(self, end: EndOfAbsence) -> None:
        """Keep in memory the end of an absence that was saved with a move."""
        self._habits[end.user_id] = replace(self.preferences(end.user_id), away_until=end.at)
        self._store.newly_due.set()

    async def _keep(
        self,
        user_id: int,
        chosen: Mapping[str, Any],
        discord: str | None = None,
        told: Callable[[str], Post] | None = None,
        due: Due | None = None,
    ) -> Preferences:
        """Change preferences, the notices at running tables and the due row in one transaction.

        The others are read in the same transaction: what a person changes at the same time stays.
        """
        if chosen.get("language") not in (None, *LANGUAGES):
            raise RulesError("table.unknown_language", languages=list(LANGUAGES))
        now = self._store.clock.now()

        def work(db: Connection) -> Preferences:
            preferences = person_rows.change_habits(db, user_id, chosen, discord)
            if told is not None:
                person_rows.tell_tables(db, user_id, told, now)
            if due is not None:
                due_rows.write(db, [due])
            return preferences

        preferences = self._habits[user_id] = await self._store.write(work)
        self._store.newly_due.set()
        return preferences

    def forget(self, user_id: int) -> None:
        """Drop a person who was erased from the store."""
        self._habits.pop(user_id, None)
        self._pressed.pop(user_id, None)
        self._places = {key: at for key, at in self._places.items() if key[0] != user_id}

    # ---- languages -------------------------------------------------------------------------------

    async def language_at(self, user_id: int, table: Table) -> str:
        """Return a person's language, or the table's while theirs is unknown."""
        return await self._store.read(person_rows.read_language, user_id) or table.language

    async def note_language(self, person: Person) -> None:
        """Note a person's language, for messages that do not answer a click."""
        user_id, language = person.user_id, person.language
        if language is None:
            return
        if await self._store.read(person_rows.has_other_language, user_id, language):
            await self._store.write(person_rows.note_language, user_id, language)

    # ---- blocked people --------------------------------------------------------------------------

    block_list = Read(person_rows.read_blocked)

    async def block(self, user_id: int, blocked: Blocked) -> None:
        """Keep two people from sitting down at one table until `unblock`."""
        if blocked.user_id == user_id:
            raise RulesError("me.block_oneself")

        def work(db: Connection) -> None:
            person_rows.block(db, user_id, blocked)
            if len(person_rows.read_blocked(db, user_id)) > MOST_BLOCKED:
                raise RulesError("me.blocked_many", n=MOST_BLOCKED)

        await self._store.write(work)

    unblock = Write(person_rows.unblock)
