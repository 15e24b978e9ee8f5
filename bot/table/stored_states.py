"""States as text for the database: a checksum and JSON, which today's rules read."""

from __future__ import annotations

import re
from typing import Any
from zlib import crc32

import msgspec

from rules.codec import position_from_outside
from rules.contract import BadPosition, Json
from rules.registry import AnyGame

CHECKSUM = re.compile("[0-9a-f]{8}", re.ASCII)
"""The checksum in front of the JSON; texts of earlier versions have none."""


def text_of_state(game: AnyGame, state: Any) -> str:
    """A state as stored text."""
    json = msgspec.json.encode(game.state_to_json(state))
    return f"{crc32(json):08x}{json.decode()}"


def state_from_text(game: AnyGame, version: int, text: str) -> Any:
    """State from the text that a version of the rules wrote. Raises BadPosition.

    Our own text is trusted, which its checksum proves. A text without one, or by other rules, is
    checked like a position from outside.
    """
    checksum = CHECKSUM.match(text)
    json_text = text[checksum.end() :] if checksum else text
    if checksum and f"{crc32(json_text.encode()):08x}" != checksum[0]:
        raise unreadable("damaged")
    try:
        json = msgspec.json.decode(json_text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise unreadable(str(error)) from error
    if version != game.facts.version:
        json = upgraded_json(game, version, json)
    elif checksum:
        return game.state_from_json(json)
    return position_from_outside(game, json)


def upgraded_json(game: AnyGame, version: int, json: Json) -> Json:
    """JSON by older rules in the form of today's rules. Raises BadPosition."""
    if version > game.facts.version:
        raise unreadable(f"version {version}")
    try:
        return game.upgrade(version, json)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise unreadable(repr(error)) from error


def unreadable(what: str) -> BadPosition:
    """Refusal of a text that holds no state."""
    return BadPosition("common.bad_position", what=what, path="")
