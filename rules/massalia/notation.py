"""Actions as text: `p S07` plays a card, `t` draws a tile, `@E5` lays it there.

RULES.md, "Actions and notation", describes it all. A card without `#` is its lowest copy in the
zone concerned; an entry of the to-do list without a number is the first that fits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from rules.contract import BadNotation, Seat
from rules.massalia import legal
from rules.massalia.actions import (
    MOST,
    Action,
    Activate,
    Attack,
    Banish,
    Buy,
    Combo,
    Concede,
    Destroy,
    Drain,
    DrawTile,
    End,
    Fire,
    Flip,
    MoveTile,
    Place,
    Play,
    Recover,
    Remove,
)
from rules.massalia.pieces import copy_of, name_of
from rules.massalia.state import State, Todo
from rules.notation import LONGEST, normal_text

NOTHING = "-"


# ---- writing ----------------------------------------------------------------------------------


def notation(state: State, action: Action) -> str:
    """Canonical notation of an action."""
    return _WRITERS[type(action)](state, action)


def _write_draw(state: State, action: DrawTile) -> str:
    return f"t{_number(state, action.todo, legal.entries(state, 'place'))}"


def _write_move(state: State, action: MoveTile) -> str:
    number = _number(state, action.todo, fitting(state, "move", action.start))
    return f"m{number} {action.start}-{action.to}"


def _write_flip(state: State, action: Flip) -> str:
    return f"f{_number(state, action.todo, fitting(state, 'flip', action.cell))} {action.cell}"


def _write_remove(state: State, action: Remove) -> str:
    return f"x{_number(state, action.todo, fitting(state, 'remove', action.cell))} {action.cell}"


def fitting(state: State, do: str, label: str) -> list[Todo]:
    """Entries with this effect that reach a cell, the first of each terrain."""
    land, cell = state.box.land, state.box.land.index.get(label)
    entries = legal.entries(state, do)
    return [entry for entry in entries if cell is not None and land.fits(cell, entry.terrain)]


def _number(state: State, todo: int, entries: list[Todo]) -> str:
    """Number of an entry, if it is not the first that fits; else nothing."""
    own_entry = state.entry(todo)
    for place, entry in enumerate(entries):
        if own_entry is not None and entry.terrain == own_entry.terrain:
            return str(entry.id) if place else ""
    return str(todo)


def _write_destroy(state: State, action: Destroy) -> str:
    return f"k {action.seat}:{scout_token(state, action.seat, action.card)}"


def scout_token(state: State, seat: Seat, card: str) -> str:
    """Token of a scout in play: its copy is named only where another one has another life."""
    scouts = state.players[seat].scouts if seat < len(state.players) else []
    copies = sorted(
        (scout for scout in scouts if name_of(scout.card) == name_of(card)),
        key=lambda scout: copy_of(scout.card),
    )
    lives = {scout.card: scout.life for scout in copies}
    if card in lives and lives[card] == copies[0].life:
        return name_of(card)
    equal = [scout.card for scout in copies if scout.life == lives.get(card)]
    return equal[0] if equal else card


def split_token(seat: Seat, n: int) -> str:
    """Token of a share of an attack."""
    return f"{seat}:{n}"


_WRITERS: dict[type[Action], Callable[[State, Any], str]] = {
    Play: lambda _, action: f"p {name_of(action.card)}",
    Activate: lambda _, action: f"a {name_of(action.card)}",
    Combo: lambda _, action: f"c {name_of(action.card)}",
    Buy: lambda _, action: f"b {name_of(action.card)}",
    DrawTile: _write_draw,
    Place: lambda _, action: f"@{action.cell}",
    MoveTile: _write_move,
    Flip: _write_flip,
    Remove: _write_remove,
    Banish: lambda _, action: f"ban {action.source[0]}:{name_of(action.card)}",
    Recover: lambda _, action: f"rec {name_of(action.card)}",
    Destroy: _write_destroy,
    Attack: lambda _, action: f"hit {' '.join(split_token(*share) for share in action.split)}",
    Drain: lambda _, action: f"drain {action.seat}",
    Fire: lambda _, action: f"fire {','.join(action.cells) or NOTHING}",
    End: lambda *_: "end",
    Concede: lambda *_: "concede",
}


# ---- reading ----------------------------------------------------------------------------------


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE | re.ASCII)


CARD = "(?P<card>[A-Z]{1,3}[0-9]{0,2}(?:#[0-9]{1,3})?)"
CELL = "[A-Z][0-9]{1,2}"
_SHARE = "[0-9]:[0-9]{1,3}"


def parse(state: State, seat: Seat, text: str) -> Action:
    """Read a move in any case. Raises BadNotation; whether it is legal is asked elsewhere."""
    move = normal_text(text)
    for pattern, reader in _READERS:
        if match := pattern.fullmatch(move):
            return reader(state, seat, match)
    raise unreadable(text)


def unreadable(text: str) -> BadNotation:
    """Refusal of a text that is no move."""
    return BadNotation("massalia.bad_notation", text=text[:LONGEST])


def _card(match: re.Match[str], zone: Iterable[str]) -> str:
    """The named card, or its lowest copy in a zone."""
    name = match["card"].upper()
    if "#" in name:
        return name
    copies = [card for card in zone if name_of(card) == name]
    return min(copies, key=copy_of, default=f"{name}#1")


def _todo(state: State, match: re.Match[str], fitting_entries: list[Todo], do: str) -> int:
    """The given number, or the first entry that fits, or else the first of its kind."""
    if match["todo"]:
        return min(int(match["todo"]), MOST)
    return next((entry.id for entry in (*fitting_entries, *legal.entries(state, do))), 0)


def _read_play(state: State, seat: Seat, match: re.Match[str]) -> Action:
    return Play(_card(match, state.players[seat].hand))


def _read_activate(state: State, seat: Seat, match: re.Match[str]) -> Action:
    scouts = state.players[seat].scouts
    unused = [scout.card for scout in scouts if not scout.used]
    card = _card(match, unused)
    return Activate(card if card in unused else _card(match, [scout.card for scout in scouts]))


def _read_combo(state: State, _seat: Seat, match: re.Match[str]) -> Action:
    return Combo(_card(match, state.turn.combos))


def _read_buy(state: State, _seat: Seat, match: re.Match[str]) -> Action:
    return Buy(_card(match, legal.river_cards(state)))


def _read_draw(state: State, _seat: Seat, match: re.Match[str]) -> Action:
    return DrawTile(_todo(state, match, [], "place"))


def _read_place(_state: State, _seat: Seat, match: re.Match[str]) -> Action:
    return Place(match["cell"].upper())


def _read_move(state: State, _seat: Seat, match: re.Match[str]) -> Action:
    start, to = match["cell"].upper(), match["to"].upper()
    return MoveTile(_todo(state, match, fitting(state, "move", start), "move"), start, to)


def _read_flip(state: State, _seat: Seat, match: re.Match[str]) -> Action:
    cell = match["cell"].upper()
    return Flip(_todo(state, match, fitting(state, "flip", cell), "flip"), cell)


def _read_remove(state: State, _seat: Seat, match: re.Match[str]) -> Action:
    cell = match["cell"].upper()
    return Remove(_todo(state, match, fitting(state, "remove", cell), "remove"), cell)


def _read_banish(state: State, seat: Seat, match: re.Match[str]) -> Action:
    player = state.players[seat]
    if match["zone"].lower() == "h":
        return Banish(_todo(state, match, [], "banish"), _card(match, player.hand), "hand")
    return Banish(_todo(state, match, [], "banish"), _card(match, player.reserve), "reserve")


def _read_recover(state: State, seat: Seat, match: re.Match[str]) -> Action:
    return Recover(_todo(state, match, [], "recover"), _card(match, state.players[seat].reserve))


def _read_destroy(state: State, _seat: Seat, match: re.Match[str]) -> Action:
    owner = int(match["seat"])
    scouts = state.players[owner].scouts if owner < len(state.players) else []
    card = _card(match, [scout.card for scout in scouts])
    return Destroy(_todo(state, match, [], "destroy"), owner, card)


def _read_attack(_state: State, _seat: Seat, match: re.Match[str]) -> Action:
    shares = (share.split(":") for share in match["shares"].split())
    return Attack(tuple(sorted((int(seat), int(n)) for seat, n in shares)))


def _read_drain(_state: State, _seat: Seat, match: re.Match[str]) -> Action:
    return Drain(int(match["seat"]))


def _read_fire(state: State, _seat: Seat, match: re.Match[str]) -> Action:
    if match["cells"] == NOTHING:
        return Fire(())
    index = state.box.land.index
    cells = re.split("[ ,]+", match["cells"].upper())
    return Fire(tuple(sorted(cells, key=lambda label: (index.get(label, len(index)), label))))


_READERS: tuple[tuple[re.Pattern[str], Callable[[State, Seat, re.Match[str]], Action]], ...] = (
    (_pattern(f"p {CARD}"), _read_play),
    (_pattern(f"a {CARD}"), _read_activate),
    (_pattern(f"c {CARD}"), _read_combo),
    (_pattern(f"b {CARD}"), _read_buy),
    (_pattern("t ?(?P<todo>[0-9]{0,3})"), _read_draw),
    (_pattern(f"@ ?(?P<cell>{CELL})"), _read_place),
    (_pattern(f"m(?P<todo>[0-9]{{0,3}}) (?P<cell>{CELL})(?: ?- ?| )(?P<to>{CELL})"), _read_move),
    (_pattern(f"f(?P<todo>[0-9]{{0,3}}) (?P<cell>{CELL})"), _read_flip),
    (_pattern(f"x(?P<todo>[0-9]{{0,3}}) (?P<cell>{CELL})"), _read_remove),
    (_pattern(f"ban(?P<todo>[0-9]{{0,3}}) (?P<zone>[hr]):{CARD}"), _read_banish),
    (_pattern(f"rec(?P<todo>[0-9]{{0,3}}) {CARD}"), _read_recover),
    (_pattern(f"k(?P<todo>[0-9]{{0,3}}) (?P<seat>[0-9]):{CARD}"), _read_destroy),
    (_pattern(f"hit (?P<shares>{_SHARE}(?: {_SHARE})*)"), _read_attack),
    (_pattern("drain (?P<seat>[0-9])"), _read_drain),
    (_pattern(f"fire (?P<cells>-|{CELL}(?: ?[, ] ?{CELL})*)"), _read_fire),
    (_pattern("end"), lambda *_: End()),
    (_pattern("concede"), lambda *_: Concede()),
)
