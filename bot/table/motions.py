"""Motions: a request of one person, those who are asked, and the number of votes it needs.

Silence is no: a motion that is not carried in time is forgotten. It is carried, or refused, as soon
as nothing that is still to be said can change it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta
from enum import StrEnum, auto

import msgspec

from bot.table.options import Votes
from bot.table.seating import Table

LASTS = timedelta(hours=48)
"""How long people may take to answer."""


class Kind(StrEnum):
    """Subject of a motion."""

    END = auto()
    """The game is broken off."""
    UNDO = auto()
    """The game goes on from where it was."""
    PAUSE = auto()
    RESUME = auto()
    REPLACE = auto()
    """An AI plays for somebody, and whoever wants may take their seat."""


class Outcome(StrEnum):
    """Outcome of a motion."""

    CARRIED = auto()
    REFUSED = auto()
    LAPSED = auto()
    """Nobody has answered, or too few."""
    OVERTAKEN = auto()
    """The table has gone on, so that it would be about something else now."""
    WITHDRAWN = auto()
    LEFT = auto()
    """Who has asked does not play any more."""
    ENDED = auto()
    """The game was over first."""


class MotionTarget(msgspec.Struct, frozen=True, omit_defaults=True):
    """Details of a motion's subject; its kind says which of them are set."""

    to: int = 0
    """The last ply that stays."""
    plies: int = 0
    """How many there were when it was asked."""
    point: bool = False
    """Whether somebody named the point of the log to go back to: that takes all to agree."""
    seat: int | None = None
    until: str | None = None
    """UTC, ISO 8601; None for a pause without an end."""


class Motion(msgspec.Struct, frozen=True, kw_only=True):
    """A question to several people, with their answers so far: None while they are silent."""

    id: int = 0
    table_id: int
    kind: Kind
    by_id: int | None
    rule: Votes
    matter: MotionTarget = MotionTarget()
    expires_at: str
    """UTC, ISO 8601."""
    votes: dict[int, bool | None]
    outcome: Outcome | None = None
    post: tuple[int, int] | None = None
    """The channel and the message that ask it; None until they are known."""

    def people_asked(self, table: Table) -> list[int]:
        """People who were asked and still play; nobody waits for a person who has left."""
        live = table.players()
        return [person for person in self.votes if person in live]

    def people_in_favour(self, table: Table) -> list[int]:
        """People asked who have said yes."""
        return [person for person in self.people_asked(table) if self.votes[person]]

    def people_silent(self, table: Table) -> list[int]:
        """People asked who have not answered."""
        return [person for person in self.people_asked(table) if self.votes[person] is None]

    def votes_needed(self, table: Table) -> int:
        """Number of people who have to say yes."""
        everybody = len(self.people_asked(table))
        return everybody if self.rule is Votes.ALL else min(everybody, everybody // 2 + 1)

    def decision(self, table: Table) -> Outcome | None:
        """Outcome that the missing votes can no longer change; None while they can."""
        agreed, needed = len(self.people_in_favour(table)), self.votes_needed(table)
        if agreed >= needed:
            return Outcome.CARRIED
        if agreed + len(self.people_silent(table)) < needed:
            return Outcome.REFUSED
        return None


def voters(
    table: Table, user_id: int | None, away: Collection[int] = (), *, about: int | None = None
) -> list[int]:
    """People to ask about a person's motion: the others who play, but for those who are away.

    Nor is the person asked whom it is `about`. Where all of them are away, they are asked all the
    same: nobody decides alone about others.
    """
    people = [person for person in table.players() if person not in (user_id, about)]
    return [person for person in people if person not in away] or people


def with_answer(motion: Motion, user_id: int, yes: bool) -> Motion:
    """The motion with the answer of somebody whom it asks."""
    votes: Mapping[int, bool | None] = {**motion.votes, user_id: yes}
    return msgspec.structs.replace(motion, votes=dict(votes))
