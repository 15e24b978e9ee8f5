"""A game as a record that can be kept, read and replayed: JSON, moves in notation.

    {"hexagora": 1, "game": "akropolis", "version": 1, "seats": 2, "options": {…},
     "seed": "1f…", "start": null, "plies": [{"seat": 0, "move": "T1 -1,2 r5"}], "result": {…}}

It begins with `seed`, the hexadecimal seed of the deal, or with `start`, the JSON of a position.
`result` is `Result.details`, or null while the game goes on. `commitment` is the public promise of
a deal: the SHA-256 of `seed` and `salt`. Where seats were drawn from the two, `drawn` holds the
player of each seat: 0 is the one who joined first. Other fields are ignored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from rules import codec, registry
from rules.contract import Event, Json, RulesError, Seat
from rules.log import make_move
from rules.seats import seat_draw

FORMAT = 1
Number = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
"""A version or a count: what is larger is no number that a record ever had."""


class BadRecord(RulesError):
    """The record cannot be read, or its moves cannot be played."""


class RecordedPly(msgspec.Struct, frozen=True):
    """One action: its seat and notation; or the mark of a seat that left (`rules.log`)."""

    seat: Seat
    move: str


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A game from its deal or from a position, to its end or to its present state."""

    hexagora: Number = FORMAT
    """Version of this format."""
    game: str
    version: Number
    """`Facts.version` of the rules by which it was played."""
    seats: Number
    options: dict[str, Any] = {}
    seed: str | None = None
    salt: str | None = None
    commitment: str | None = None
    """`commitment(seed, salt)`, as it was published before the first move."""
    drawn: tuple[int, ...] | None = None
    """`rules.seats.seat_draw(seed, salt, seats)`; None for the order of joining."""
    start: dict[str, Any] | None = None
    plies: tuple[RecordedPly, ...] = ()
    result: dict[str, Any] | None = None


def to_json(record: Record) -> Json:
    """The record as plain lists and dicts."""
    return codec.to_json(record)


def from_json(obj: Json) -> Record:
    """Record from its JSON. Raises BadRecord; `replay` checks whether it can be played."""
    record = codec.read(obj, Record, BadRecord, "common.bad_record")
    if record.hexagora != FORMAT:
        raise BadRecord("common.record_other_format", format=record.hexagora, known=FORMAT)
    return record


def commitment(seed: str, salt: str) -> str:
    """Public promise of a deal: SHA-256 of seed‖salt, all in hex. Raises ValueError.

    Both have the same length, or one pair could pass for another with a byte moved between them.
    """
    halves = bytes.fromhex(seed), bytes.fromhex(salt)
    if len(halves[0]) != len(halves[1]):
        raise ValueError("seed and salt differ in length")
    return hashlib.sha256(b"".join(halves)).hexdigest()


def keeps_promise(record: Record) -> bool:
    """Whether the deal is the one that `commitment` promised."""
    try:
        return record.commitment == commitment(record.seed or "", record.salt or "")
    except ValueError:
        return False


def keeps_draw(record: Record) -> bool:
    """Whether the seats are those that the seed and salt draw."""
    takers = record.drawn or ()
    try:
        draw = seat_draw(record.seed or "", record.salt or "", len(takers))
    except ValueError:
        return False
    return takers == draw and len(takers) == record.seats


def begin(record: Record) -> Any:
    """First position of a record. Raises BadRecord, BadOptions or BadPosition."""
    game = registry.get(record.game)
    version = game.facts.version
    if record.version != version:
        raise BadRecord(
            "common.record_other_version",
            game=game.facts.title,
            version=record.version,
            known=version,
        )
    if record.start is not None:
        return codec.position_from_outside(game, record.start)
    if record.seed is None:
        raise BadRecord("common.record_without_start")
    if record.commitment is not None and not keeps_promise(record):
        raise BadRecord("common.record_broken_promise")
    if record.drawn is not None and not keeps_draw(record):
        raise BadRecord("common.record_wrong_draw")
    return game.new(record.seats, _seed(record.seed), record.options)


def _seed(text: str) -> int:
    try:
        return int(text, 16)
    except ValueError:
        raise BadRecord("common.bad_record", path="seed", what="not hexadecimal") from None


def replay(record: Record) -> Iterator[tuple[Any, list[Event]]]:
    """Play every move, checked, then compare the result with the recorded one.

    Yields one state that changes: clone what is to be kept. Raises BadRecord with the number of
    the first move that cannot be played, from 1.
    """
    game, state = registry.get(record.game), begin(record)
    for number, ply in enumerate(record.plies, 1):
        try:
            events = make_move(game, state, ply.seat, ply.move)
        except RulesError as refusal:
            raise BadRecord(
                "common.record_bad_ply", ply=number, move=ply.move, reason=refusal.code
            ) from refusal
        yield state, events
    result = game.result(state)
    if record.result is not None and record.result != (result and codec.to_json(result.details)):
        raise BadRecord("common.record_wrong_result")
