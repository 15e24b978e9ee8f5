"""Motions: a request by one person, the people asked, and the number of votes needed.

Silence counts as no: a motion that is not carried in time lapses. It is carried, or refused, as
soon as the missing votes can no longer change the outcome.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from enum import StrEnum, auto

import msgspec

from bot.table.negotiation import NewTerms
from bot.table.options import VoteRule
from bot.table.seating import Table

LASTS = timedelta(hours=48)
"""Time that people have to answer."""


class Kind(StrEnum):
    """Subject of a motion."""

    END = auto()
    """Cancel the game."""
    UNDO = auto()
    """Take plies back and go on from there."""
    PAUSE = auto()
    RESUME = auto()
    REPLACE = auto()
    """Let an AI play for a person, and offer their seat."""
    TERMS = auto()
    """Play on by other terms."""


class Outcome(StrEnum):
    """Outcome of a motion."""

    CARRIED = auto()
    REFUSED = auto()
    LAPSED = auto()
    """Too few people have answered in time."""
    OVERTAKEN = auto()
    """The game has moved on, so that the motion is impossible or would mean something else."""
    WITHDRAWN = auto()
    LEFT = auto()
    """The proposer no longer plays."""
    ENDED = auto()
    """The game was over first."""


class MotionTarget(msgspec.Struct, frozen=True, omit_defaults=True):
    """Details of a motion's subject; its kind says which of them are set."""

    to: int = 0
    """The last ply that stays."""
    plies: int = 0
    """Number of plies when the motion was proposed."""
    point: bool = False
    """Whether a point of the log was named; else the last own turn is taken back."""
    seat: int | None = None
    until: str | None = None
    """UTC, ISO 8601; None for a pause without an end."""
    days: int | None = None
    """Days of a pause with an end, from the moment of the proposal."""
    terms: NewTerms | None = None


WHOLE_GAME = MotionTarget()
"""Target of a motion that needs no details."""


class Motion(msgspec.Struct, frozen=True, kw_only=True):
    """A motion with the answers so far; None while a person is silent."""

    id: int = 0
    table_id: int
    kind: Kind
    by_id: int | None
    rule: VoteRule
    target: MotionTarget = WHOLE_GAME
    expires_at: str
    """UTC, ISO 8601."""
    votes: dict[int, bool | None]
    outcome: Outcome | None = None
    post: tuple[int, int] | None = None
    """Channel and message of its post; None until they are known."""

    def people_asked(self, table: Table) -> list[int]:
        """People who were asked and still play; the vote does not wait for those who left."""
        live = table.players()
        return [person for person in self.votes if person in live]

    def people_in_favour(self, table: Table) -> list[int]:
        """People asked who agree."""
        return [person for person in self.people_asked(table) if self.votes[person]]

    def people_silent(self, table: Table) -> list[int]:
        """People asked who have not answered."""
        return [person for person in self.people_asked(table) if self.votes[person] is None]

    def votes_needed(self, table: Table) -> int:
        """Number of people who have to agree."""
        everybody = len(self.people_asked(table))
        return everybody if self.rule is VoteRule.ALL else min(everybody, everybody // 2 + 1)

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
    """People to ask about a person's motion: the other players, without those who are away.

    The person whom it is `about` is not asked either. Where all the others are away, they are asked
    nevertheless: no player decides alone about others.
    """
    people = [person for person in table.players() if person not in (user_id, about)]
    return [person for person in people if person not in away] or people
