"""Actions as text: `B22 C4 2a1m` is building 22 on hex C4 for two `a` and one `m`.

RULES.md, "Actions and notation", describes it all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules._settlements import legal
from rules._settlements.actions import Action, Bonus, Build, Draw, End, Extend, Park, Stop
from rules._settlements.pieces import Ruleset
from rules._settlements.state import State
from rules.contract import BadNotation, Hex, Seat
from rules.hexgrid import cell_of, hex_of
from rules.notation import LONGEST, normal_text

_NUMBER = r"[-+]?[0-9]{1,3}"
_AT = rf"\(? ?(?P<q>{_NUMBER}) ?[,;] ?(?P<r>{_NUMBER}) ?\)?"
_HEX = rf"@? ?(?:(?P<name>[A-V] ?[0-6])|{_AT})"
_PAY = r"(?P<pay>(?:[0-9]{1,2} ?[A-Z](?: ?[,+] ?| )?)+)"
_ROTATION = r"R ?(?P<rot>[0-9]{1,2})"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE | re.ASCII)


_DRAW = _pattern(r"D ?(?P<stack>[1-4])")
_BUILDING = _pattern(r"B ?(?P<building>[0-9]{1,2})")
_ON = _pattern(_HEX)
_PAID = _pattern(_PAY)
_CENTRE = _pattern(_AT)
_TURNED = _pattern(_ROTATION)
_BUILD = _pattern(rf"B ?(?P<building>[0-9]{{1,2}}) ?{_HEX}(?: ?{_PAY})?")
_EXTEND = _pattern(rf"X ?{_AT} ?{_ROTATION}")
_CARDS = _pattern(r"([0-9]{1,2}) ?([A-Z])")

_PLAIN: dict[str, Action] = {
    "P": Park(),
    "W+": Bonus("action"),
    "W*": Bonus("card"),
    "S": Stop(),
    "E": End(),
}


# ---- writing ----------------------------------------------------------------------------------


def notation(state: State, action: Action) -> str:
    """Canonical notation of an action; no third token where nothing is paid."""
    return " ".join(tokens(state, action))


def tokens(state: State, action: Action) -> list[str]:
    """Tokens of the canonical notation of an action."""
    if isinstance(action, Build):
        payment = [payment_token(state.rules, action.pay)] if action.pay else []
        return [building_token(action.building), hex_token(state, cell_of(action.hex)), *payment]
    if isinstance(action, Extend):
        return ["X", centre_token(action.at), rotation_token(action.rot)]
    if isinstance(action, Draw):
        return [draw_token(action.stack)]
    return [next(text for text, plain in _PLAIN.items() if plain == action)]


def draw_token(stack: int) -> str:
    """Token of a stack, counted from 1."""
    return f"D{stack + 1}"


def building_token(building: int) -> str:
    """Token of a building: its number."""
    return f"B{building}"


def hex_token(state: State, cell: int) -> str:
    """Token of a hex: its name, or its coordinates where no region lies."""
    return state.land.names.get(cell) or centre_token(hex_of(cell))


def payment_token(rules: Ruleset, pay: dict[str, int]) -> str:
    """Token of a payment: counts and letters, in the order of the resources."""
    counts = [(pay.get(resource.key, 0), resource.code) for resource in rules.resources]
    return "".join(f"{count}{code}" for count, code in counts if count)


def centre_token(at: Hex) -> str:
    """Token of a centre: its coordinates."""
    return f"{at[0]},{at[1]}"


def rotation_token(rot: int) -> str:
    """Token of a rotation, in steps of 60° clockwise."""
    return f"r{rot}"


# ---- reading ----------------------------------------------------------------------------------


def parse(state: State, seat: Seat, text: str) -> Action:
    """Read a move: any case, blanks or none, a hex by its name or its coordinates.

    A build without a payment means the automatic one (TG-67). Raises BadNotation.
    """
    move = normal_text(text)
    plain = _PLAIN.get(move) or _PLAIN.get(move.replace(" ", "").upper())
    if plain is not None:
        return plain
    if parts := _DRAW.fullmatch(move):
        return Draw(int(parts["stack"]) - 1)
    if parts := _EXTEND.fullmatch(move):
        return Extend((int(parts["q"]), int(parts["r"])), int(parts["rot"]))
    if parts := _BUILD.fullmatch(move):
        return _read_build(state, seat, parts)
    raise unreadable(state.rules, text)


def _read_build(state: State, seat: Seat, parts: re.Match[str]) -> Build:
    building, at = int(parts["building"]), _read_hex(state, parts)
    if parts["pay"] is not None:
        return Build(building, at, _read_pay(state.rules, parts["pay"]))
    if building not in state.rules.buildings or cell_of(at) not in state.free:
        return Build(building, at)
    return Build(building, at, legal.automatic(state, seat, building, cell_of(at)) or {})


def _read_hex(state: State, parts: re.Match[str]) -> Hex:
    """Hex of a name or of coordinates. Raises BadNotation for an unknown name."""
    if parts["name"] is None:
        return int(parts["q"]), int(parts["r"])
    name = parts["name"].replace(" ", "").upper()
    if name not in state.land.by_name:
        code = state.rules.code("not_a_terrain_hex")
        raise BadNotation(code, rule="TG-51", hex=name)
    return hex_of(state.land.by_name[name])


def _read_pay(rules: Ruleset, text: str) -> dict[str, int]:
    """Cards by resource. Raises BadNotation for an unknown letter."""
    pay = dict.fromkeys(rules.index, 0)
    for count, letter in _CARDS.findall(text):
        if letter.lower() not in rules.codes:
            raise unreadable(rules, text)
        pay[rules.codes[letter.lower()]] += int(count)
    return {resource: count for resource, count in pay.items() if count}


# ---- token by token ---------------------------------------------------------------------------


def read_first(state: State, tokens: Sequence[str]) -> str:
    """First part of a move: `X`, or a whole token like `D1`, `B22`, `W+`. Raises BadNotation."""
    first = normal_text(tokens[0]).replace(" ", "").upper()
    if first == "X" or first in _PLAIN or _DRAW.fullmatch(first) or _BUILDING.fullmatch(first):
        return first
    raise unreadable(state.rules, " ".join(tokens))


def read_building(state: State, token: str) -> int:
    """Number of a building like `B22`. Raises BadNotation."""
    return int(_token(state.rules, _BUILDING, token)["building"])


def read_hex(state: State, token: str) -> Hex:
    """Hex that a token like `C4` or `5,-3` names. Raises BadNotation."""
    return _read_hex(state, _token(state.rules, _ON, token))


def read_payment(state: State, token: str) -> dict[str, int]:
    """Cards of a payment like `2a1m`. Raises BadNotation."""
    return _read_pay(state.rules, _token(state.rules, _PAID, token)["pay"])


def read_centre(state: State, token: str) -> Hex:
    """Coordinates of a centre like `5,-3`. Raises BadNotation."""
    parts = _token(state.rules, _CENTRE, token)
    return int(parts["q"]), int(parts["r"])


def read_rotation(state: State, token: str) -> int:
    """Steps of a rotation like `r2`. Raises BadNotation."""
    return int(_token(state.rules, _TURNED, token)["rot"])


def _token(rules: Ruleset, pattern: re.Pattern[str], token: str) -> re.Match[str]:
    parts = pattern.fullmatch(normal_text(token))
    if parts is None:
        raise unreadable(rules, token)
    return parts


def unreadable(rules: Ruleset, text: str) -> BadNotation:
    """Refusal of a text that is no move."""
    return BadNotation(rules.code("bad_notation"), text=text[:LONGEST])
