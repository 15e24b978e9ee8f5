"""Harm that the others did to a seat since its turn, added up, for its player only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.table.changes import Ply
from bot.words import LONGEST_SUMMARY, Words, clip, row_of
from bot.words.massalia import cards
from rules.contract import Event, Seat

GONE, BURIED = "massalia.suffered_gone", "massalia.suffered_buried"
Fact = dict[str, Any]
LONGEST = 400
"""Most characters of the line."""


def harm(words: Words, plies: Sequence[Ply], seat: Seat) -> str:
    """Harm in one line; "" for none."""
    facts: dict[str, list[Fact]] = {}
    for event in (event for ply in plies if ply.seat != seat for event in ply.events):
        if event.only is None:
            facts.setdefault(event.name, []).append(event.args)
    what = [*_blows(words, _of(facts, "blow", "target", seat))]
    what += _card_losses(words, GONE, _of(facts, "scout_lost", "seat", seat))
    what += _gauges(words, _of(facts, "gauge", "seat", seat))
    what += _card_losses(words, BURIED, _of(facts, "card_buried", "seat", seat))
    what += _tiles(words, facts, seat)
    if _of(facts, "eliminated", "seat", seat):
        what.append(words.say("massalia.suffered_out"))
    line = clip(row_of(what), LONGEST)
    return words.say("massalia.suffered", what=line) if what else ""


def effects(words: Words, plies: Sequence[Ply], seat: Seat) -> str:
    """Life lost to each opponent and to the siege, and what is left; then all other losses.

    The siege wears a player down at the end of their own turn.
    """
    others = [ply for ply in plies if ply.seat != seat]
    events = [event for ply in others for event in ply.events if event.only is None]
    parts = [*_life_lost(words, plies, seat)]
    if scouts := [event.args["card"] for event in events if _is_about(event, "scout_lost", seat)]:
        lost = cards.names_with_counts(words, scouts)
        parts.append(words.say("massalia.effect_scouts", n=len(scouts), cards=lost))
    parts += _tiles_harmed(words, others, seat)
    parts += _gauges(words, [event.args for event in events if _is_about(event, "gauge", seat)])
    buried = [event.args for event in events if _is_about(event, "card_buried", seat)]
    return clip(row_of([*parts, *_card_losses(words, BURIED, buried)]), LONGEST_SUMMARY)


def _is_about(event: Event, name: str, seat: Seat) -> bool:
    return event.name == name and event.args["seat"] == seat


def _tiles_harmed(words: Words, plies: Sequence[Ply], seat: Seat) -> Iterator[str]:
    """Resource cells that each opponent has taken, then tiles removed, turned over and covered."""
    cells = _cells_lost(plies, seat)
    harmed: dict[tuple[Seat, str], list[str]] = {}
    for cell, by in cells.items():
        harmed.setdefault((by, "massalia.effect_cells"), []).append(cards.cell(words, cell))
    for ply in plies:
        for event in ply.events:
            if seat in event.calls and event.name in HARM and event.args["cell"] not in cells:
                group = harmed.setdefault((ply.seat, HARM[event.name]), [])
                group.append(cards.cell(words, event.args["cell"]))
    for (by, code), labels in harmed.items():
        yield words.say(code, name=words.names[by], n=len(labels), cells=labels)


def _cells_lost(plies: Sequence[Ply], seat: Seat) -> dict[str, Seat]:
    """Resource cells that a seat held and holds no more, with the opponent who has done it."""
    lost = dict[str, Seat]()
    for ply in plies:
        for args in (event.args for event in ply.events if event.name == "hold"):
            if args["from"] == seat:
                lost[args["cell"]] = ply.seat
            elif args["to"] == seat:
                lost.pop(args["cell"], None)
    return lost


HARM = {
    "tile_removed": "massalia.effect_removed",
    "tile_flipped": "massalia.effect_turned",
    "tile_placed": "massalia.effect_covered",
}
"""Codes of what an opponent does to the tiles of a seat, by event."""


def _life_lost(words: Words, plies: Sequence[Ply], seat: Seat) -> Iterator[str]:
    """Life that a seat has lost to each opponent and to the siege, and how much is left."""
    facts = [(ply.seat, event.name, event.args) for ply in plies for event in ply.events]
    blows = [
        (by, args)
        for by, name, args in facts
        if name == "blow" and args["target"] == seat and by != seat
    ]
    wear = [args for _, name, args in facts if name == "fatigue" and args["seat"] == seat]
    for attacker in dict.fromkeys(by for by, _ in blows):
        lost = sum(args["life_lost"] for by, args in blows if by == attacker)
        code = "massalia.effect_hit" if lost else "massalia.effect_parried"
        yield words.say(code, name=words.names[attacker], n=lost)
    if wear:
        yield words.say("massalia.effect_fatigue", n=sum(args["n"] for args in wear))
    lives = [args["life"] for _, args in blows if args["life_lost"]] + [a["life"] for a in wear]
    if lives and min(lives):
        yield words.say("massalia.effect_left", n=min(lives))


def _of(facts: dict[str, list[Fact]], name: str, whose: str, seat: Seat) -> list[Fact]:
    """The facts of a kind that concern the seat."""
    return [fact for fact in facts.get(name, ()) if fact[whose] == seat]


def _blows(words: Words, blows: Sequence[Fact]) -> Iterator[str]:
    """Blows: parried by shields, taken or survived by scouts, taken from life."""
    if parried := sum(blow["parried"] for blow in blows):
        shields = dict.fromkeys(card for blow in blows for card in blow["shown"])
        names = cards.names_with_counts(words, shields)
        yield words.say("massalia.suffered_parried", n=parried, cards=names)
    remaining = {hit["card"]: hit["left"] for blow in blows for hit in blow["scouts"]}
    for card, life in remaining.items():
        if life:
            name = cards.name(words, card)
            yield words.say("massalia.suffered_scout", card=name, n=life)
    if lost := sum(blow["life_lost"] for blow in blows):
        yield words.say("massalia.suffered_life", n=lost, life=blows[-1]["life"])


def _card_losses(words: Words, code: str, lost: Sequence[Fact]) -> Iterator[str]:
    return (words.say(code, card=cards.name(words, fact["card"])) for fact in lost)


def _gauges(words: Words, changes: Sequence[Fact]) -> Iterator[str]:
    """Points lost from each gauge, one at a time; losing the last one resets it (MA-54)."""
    for gauge in ("water", "fish"):
        steps = [(change["from"], change["to"]) for change in changes if change["gauge"] == gauge]
        if lost := sum(after == before - 1 or after > before + 1 for before, after in steps):
            yield words.say(f"massalia.suffered_{gauge}", n=lost)


def _tiles(words: Words, facts: dict[str, list[Fact]], seat: Seat) -> Iterator[str]:
    """Tiles removed or turned down, and resource cells no longer held."""
    if gone := _of(facts, "tile_removed", "owner", seat):
        where = ", ".join(fact["cell"] for fact in gone)
        yield words.say("massalia.suffered_tiles", n=len(gone), cells=where)
    turned = [fact for fact in _of(facts, "tile_flipped", "owner", seat) if not fact["up"]]
    if turned:
        where = ", ".join(fact["cell"] for fact in turned)
        yield words.say("massalia.suffered_down", n=len(turned), cells=where)
    tile_states = dict[str, bool]()
    for fact in facts.get("hold", ()):
        if seat in (fact["from"], fact["to"]):
            tile_states[fact["cell"]] = fact["to"] == seat
    if lost := [cards.cell(words, cell) for cell, still in tile_states.items() if not still]:
        yield words.say("massalia.suffered_cells", cells=", ".join(lost))
