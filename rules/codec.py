"""Conversion of JSON to structs, for every game: wrong types become a refusal with a sentence."""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeVar

import msgspec

from rules.contract import BadPosition, Game, Json, RulesError, State

T = TypeVar("T")
S = TypeVar("S", bound=State)

Count = Annotated[int, msgspec.Meta(ge=0)]
"""A number of pieces."""

_WRONG_TYPE = re.compile(r"Expected `(?P<expected>.+)`, got `(?P<got>.+)`$")
_WHERE = re.compile(r" - at (?:key in )?`\$\.?(?P<path>.*)`$")


def read(obj: Json, shape: type[T], refusal: type[RulesError], code: str) -> T:
    """`obj` as a `shape`. Raises `refusal` with the place and the kind of the fault.

    Its details: `path` ("cities[0].stones", "" for the whole), `expected` and `got` (names of
    types, "?" where the fault is not one of type), and `what`, msgspec's own words.
    """
    try:
        return msgspec.convert(obj, shape)
    except (msgspec.ValidationError, RecursionError, OverflowError, UnicodeError) as error:
        raise refusal(code, **_details(str(error))) from None


def position_from_outside(game: Game[S, Any, Any], obj: Json) -> S:
    """Position that may be anybody's. Raises BadPosition where it cannot be one of `game`."""
    try:
        state = game.state_from_json(obj)
        place = next(game.contradictions(state), None)
    except (LookupError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise impossible(str(error)) from error
    if place is not None:
        raise impossible(place)
    return state


def impossible(place: str) -> BadPosition:
    """Refusal of a position that contradicts itself or the rules at a place."""
    return BadPosition("common.bad_position", what="it contradicts the rules", path=place)


def _details(message: str) -> dict[str, Any]:
    where = _WHERE.search(message)
    what = message[: where.start()] if where else message
    types = _WRONG_TYPE.match(what)
    return {
        "path": where["path"] if where else "",
        "what": what,
        "expected": types["expected"] if types else "?",
        "got": types["got"] if types else "?",
    }


def to_json(value: Any) -> Json:
    """A struct as plain lists and dicts, as `json.loads` would give them."""
    return _plain(msgspec.to_builtins(value, str_keys=True))


def _plain(value: Any) -> Json:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
