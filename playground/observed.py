"""Answers and limits of Discord that its documentation leaves open, as assumed or as observed.

`./run rehearse` asks Discord and writes a file; a playground that is given it answers the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from playground.errors import KNOWN, ApiError

ASSUMED: Mapping[str, int] = {
    "locked_message": 160005,
    "locked_edit": 160005,
    "locked_rename": 160005,
    "locked_add": 160005,
    "locked_pin": 160005,
    "closed_edit": 50083,
    "closed_add": 50083,
    "closed_leave": 50083,
    "closed_pin": 50083,
    "closed_rename": 50083,
    "closed_and_locked_message": 50083,
    "closed_and_locked_delete": 50083,
    "add_who_cannot_see": 50001,
    "wrong_kind_of_thread": 50024,
    "message_in_forum": 50008,
}
"""The assumed code of each refusal, by the name of its situation."""
MISTAKES = frozenset({"wrong_kind_of_thread", "message_in_forum"})
"""Situations that a bot can foresee; the others come from what other people do."""
MOST_FILE_BYTES = 10 * 2**20
TAKEN = range(200, 300)
"""The statuses of requests that are carried out."""


class BadObservations(Exception):
    """A file that holds no observations."""


class Reply(msgspec.Struct, frozen=True):
    """Status, code and message of an answer."""

    status: int
    code: int = 0
    message: str = ""


class Limit(msgspec.Struct, frozen=True):
    """At most `limit` requests in `seconds`."""

    limit: int
    seconds: float


class Observations(msgspec.Struct, frozen=True):
    """What Discord was seen to do; everything that is missing is assumed."""

    answers: dict[str, Reply] = {}
    """By the names of `ASSUMED`."""
    limits: dict[str, Limit] = {}
    """By method and path: `POST /channels/{channel_id}/messages`."""
    old_edits: Limit | None = None
    """Limit on edits of messages that are more than an hour old, in one channel; None for none."""
    most_file_bytes: int = MOST_FILE_BYTES

    def answer(self, name: str) -> Reply:
        """The answer in a situation: as observed, or else as assumed; others are taken."""
        if name not in ASSUMED:
            return self.answers.get(name, Reply(TAKEN.start))
        status, sentence = KNOWN[ASSUMED[name]]
        return self.answers.get(name, Reply(status, ASSUMED[name], sentence))

    def refuse(self, name: str) -> None:
        """Refuse a situation as Discord does; does nothing where Discord accepts it."""
        reply = self.answer(name)
        if reply.status not in TAKEN:
            expected = name not in MISTAKES
            raise ApiError(reply.status, reply.code, reply.message, expected=expected)


def observations(file: Path | None) -> Observations:
    """The observations in a file of `./run rehearse`; none without a file.

    Raises BadObservations.
    """
    if file is None:
        return Observations()
    try:
        return msgspec.json.decode(file.read_bytes(), type=Observations)
    except (OSError, msgspec.DecodeError) as error:
        raise BadObservations(f"{file} holds no observations: {error}") from error
