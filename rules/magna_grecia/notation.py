"""Actions as text: `R B8 NE-SW` is a straight road tile on hex B8, `C Sybaris` a city tile there.

RULES.md, "Actions and notation", describes it all.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from rules.contract import BadNotation, Hex
from rules.magna_grecia.actions import Action, City, Draw, End, Market, Oracle, Road, Sell
from rules.magna_grecia.land import CELLS, LABELS, SIDES, VILLAGES, Village
from rules.notation import LONGEST, normal_text

OnHex = Oracle | City | Market | Sell
_ON_HEX: dict[str, type[OnHex]] = {"O": Oracle, "C": City, "M": Market, "S": Sell}
_END = "end"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_LABEL = _pattern("(?P<row>[A-P]) ?(?P<column>[0-9]{1,2})")
_AT = _pattern("[(]? ?(?P<q>[-+]?[0-9]{1,3}) ?[,;] ?(?P<r>[-+]?[0-9]{1,3}) ?[)]?")
_SIDE = "[NS][EWO]|[EWO]"
"""A side by its English or French letters: W is written, O (ouest) is accepted."""
_ROAD = _pattern(f"R (?P<hex>.+) (?P<one>{_SIDE})(?: ?- ?| )(?P<other>{_SIDE})")
_DRAW = _pattern("D ?(?P<roads>[0-9]{1,2}) ?[+] ?(?P<cities>[0-9]{1,2})")
_PLAIN = _pattern("(?P<kind>[OCMS]) (?P<hex>.+)")


# ---- writing ----------------------------------------------------------------------------------


def notation(action: Action) -> str:
    """Canonical notation of an action; the sides of a road in the order E SE SW W NW NE."""
    return " ".join(tokens(action))


def tokens(action: Action) -> list[str]:
    """Tokens of the canonical notation of an action."""
    if isinstance(action, Road):
        return ["R", hex_token(action.hex), sides_token(action.ends)]
    if isinstance(action, Draw):
        return ["D", draw_token(action.roads, action.cities)]
    if isinstance(action, End):
        return [_END]
    letter = next(letter for letter, kind in _ON_HEX.items() if isinstance(action, kind))
    return [letter, hex_token(action.hex)]


def hex_token(at: Hex) -> str:
    """Label of a hex; its coordinates at sea."""
    cell = CELLS.get(at)
    return f"{at[0]},{at[1]}" if cell is None else LABELS[cell]


def sides_token(ends: Sequence[int]) -> str:
    """Token of the two sides that a road tile joins, ascending."""
    return "-".join(SIDES[side] for side in sorted(ends))


def draw_token(roads: int, cities: int) -> str:
    """Token of a draw: road tiles, then city tiles."""
    return f"{roads}+{cities}"


# ---- reading ----------------------------------------------------------------------------------


def parse(text: str) -> Action:
    """Read a move: any case, sides in either order, a village by the beginning of its name.

    Raises BadNotation; whether the move is legal is asked elsewhere.
    """
    move = normal_text(text)
    if move.casefold() == _END:
        return End()
    if match := _ROAD.fullmatch(move):
        first, second = sorted(_side(match[name]) for name in ("one", "other"))
        return Road(read_hex(match["hex"]), (first, second))
    if match := _DRAW.fullmatch(move):
        return Draw(int(match["roads"]), int(match["cities"]))
    if match := _PLAIN.fullmatch(move):
        return _ON_HEX[match["kind"].upper()](read_hex(match["hex"]))
    raise unreadable(text)


def _side(text: str) -> int:
    return SIDES.index(text.upper().replace("O", "W"))


def read_hex(text: str) -> Hex:
    """Hex of a label, of coordinates or of the beginning of a village's name.

    Raises BadNotation, also where several villages begin with the text.
    """
    typed = normal_text(text)
    if match := _LABEL.fullmatch(typed):
        r = ord(match["row"].upper()) - ord("A")
        return int(match["column"]) - 1 - r // 2, r
    if match := _AT.fullmatch(typed):
        return int(match["q"]), int(match["r"])
    return _village(text)


def _village(text: str) -> Hex:
    typed = _plain(normal_text(text))
    villages = [village for village in VILLAGES if typed in _names(village)] or [
        village
        for village in VILLAGES
        if typed and any(name.startswith(typed) for name in _names(village))
    ]
    if len(villages) != 1:
        raise BadNotation("magna_grecia.no_such_hex", text=text[:LONGEST], n=len(villages))
    return villages[0].q, villages[0].r


def _names(village: Village) -> tuple[str, str]:
    return _plain(village.name), _plain(village.name_fr)


def _plain(name: str) -> str:
    """Name without accents and in lower case."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def read_letter(token: str) -> str:
    """First token of a move: a letter, or `end`. Raises BadNotation."""
    typed = normal_text(token)
    if typed.casefold() == _END:
        return _END
    if typed.upper() in (*_ON_HEX, "R", "D"):
        return typed.upper()
    raise unreadable(token)


def unreadable(text: str) -> BadNotation:
    """Refusal of a text that is no move."""
    return BadNotation("magna_grecia.bad_notation", text=text[:LONGEST])
