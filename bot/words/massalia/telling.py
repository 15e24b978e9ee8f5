"""Events in few words: a turn in one line, and its consequences below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from bot.i18n import text
from bot.words import LONGEST_SUMMARY, Line, Move, clip, row_of
from bot.words.massalia import cards
from rules.contract import Event, Seat

Args = Mapping[str, Any]
Names = Sequence[str]
LONGEST_DONE = 500
"""Most characters of the actions of a turn."""
Teller = Callable[[Args, Names, str], str]


def line(plies: Sequence[Move], names: Names, language: str) -> Line:
    """Line about some steps of one seat, and their consequences."""
    events = [event for ply in plies for event in ply.events]
    deeds = list(_deeds(events, names, language))
    deeds += _drains(plies, names, language)
    deeds = deeds or [_nothing(events, language)]
    done_so = clip(" · ".join(deeds), LONGEST_DONE)
    sentence = text("massalia.told", language, name=names[plies[0].seat], done=done_so)
    fallen = {event.args["seat"] for event in events if event.name == "eliminated"}
    followed = [
        consequence
        for event in events
        if not (_is_let_go(event) and event.args["from"] in fallen)
        for consequence in _consequences(event, names, language)
    ]
    return Line(sentence, tuple(followed), len(plies))


def summary(plies: Sequence[Move], names: Names, language: str, without: Collection[Seat]) -> str:
    """A turn in one short line: harm to the seats not in `without`, then what was won and done."""
    events = [event for ply in plies for event in ply.events]
    seat = plies[0].seat
    parts = [
        *_hits(plies, names, language, without),
        *_drains(plies, names, language, without),
        *_cards(events, "bought", "massalia.told_bought", language),
        *_cells_won(events, seat, language),
        *_healing(events, language),
        *_wear(events, seat, language),
        *_counts(events, language),
    ]
    done = row_of(parts) or _nothing(events, language)
    return clip(text("massalia.told", language, name=names[seat], done=done), LONGEST_SUMMARY)


def _hits(
    plies: Sequence[Move], names: Names, language: str, without: Collection[Seat]
) -> Iterator[str]:
    """Life that each opponent has lost, and the players who are out."""
    events, losses = [event for ply in plies for event in ply.events], Counter[Seat]()
    for blow in (event.args for event in events if event.name == "blow"):
        losses[blow["target"]] += blow["life_lost"]
    for target, lost in losses.items():
        if target not in without:
            code = "massalia.brief_hit" if lost else "massalia.brief_attack"
            yield text(code, language, name=names[target], n=lost)
    for event in events:
        for target in event.puts_out:
            code = "massalia.brief_falls" if target == plies[0].seat else "massalia.brief_out"
            yield text(code, language, name=names[target])


def _drains(
    plies: Sequence[Move], names: Names, language: str, without: Collection[Seat] = ()
) -> Iterator[str]:
    """Points of water and fish taken from opponents (MA-36)."""
    for ply in plies:
        for args in (event.args for event in ply.events if event.name == "gauge"):
            if args["seat"] != ply.seat and args["seat"] not in without:
                yield text(DRAINED[args["gauge"]], language, name=names[args["seat"]])


DRAINED: Mapping[str, str] = {
    "water": "massalia.told_drained_water",
    "fish": "massalia.told_drained_fish",
}
"""Codes of a point taken from an opponent, by its gauge."""


def _cells_won(events: Sequence[Event], seat: Seat, language: str) -> Iterator[str]:
    """Resource cells that the seat holds at the end of the turn and did not hold before."""
    changes = [event.args for event in events if event.name == "hold"]
    before = {args["cell"]: args["from"] for args in reversed(changes)}
    after = {args["cell"]: args["to"] for args in changes}
    won = [cell for cell, holder in after.items() if holder == seat != before[cell]]
    if won:
        yield text(
            "massalia.brief_cells", language, cells=[cards.cell(cell, language) for cell in won]
        )


def _wear(events: Sequence[Event], seat: Seat, language: str) -> Iterator[str]:
    """Life that the player has lost to the siege, if any is left."""
    wear = [event.args for event in events if event.name == "fatigue"]
    if lost := sum(args["n"] for args in wear if args["seat"] == seat and args["life"]):
        yield text("massalia.brief_fatigue", language, n=lost)


def _counts(events: Sequence[Event], language: str) -> Iterator[str]:
    """Numbers of cards played, tiles laid and tiles removed."""
    counts = Counter(event.name for event in events)
    for name, code in COUNTED.items():
        if counts[name]:
            yield text(code, language, n=counts[name])


COUNTED: Mapping[str, str] = {
    "card_played": "massalia.brief_cards",
    "tile_placed": "massalia.brief_tiles",
    "tile_removed": "massalia.brief_removed",
}
"""Codes of the numbers in a summary, by the event that is counted."""


def _is_let_go(event: Event) -> bool:
    """Whether a cell loses its holder, which is not reported for an eliminated player."""
    return event.name == "hold" and event.args["to"] is None


def _nothing(events: Sequence[Event], language: str) -> str:
    """Text of a step without an action, such as a drawn tile or the end of a turn."""
    draws = [event.args for event in events if event.name == "tile_drawn"]
    if kinds := [args["tile"] for args in draws if "tile" in args]:
        return text("massalia.told_drew", language, tile=cards.tile(kinds[0], language))
    if draws:
        return text("massalia.told_draws", language)
    names = {event.name for event in events}
    if "attack" in names:
        return text("massalia.told_attacks", language)
    if "gauge" in names:
        return text("massalia.told_drains", language)
    if "fire" in names:
        return text("massalia.told_burnt_nothing", language)
    return text("massalia.told_end", language)


def _deeds(events: Sequence[Event], names: Names, language: str) -> Iterator[str]:
    """Cards grouped by use, then the actions on the board."""
    yield from _cards(events, "card_played", "massalia.told_played", language)
    yield from _cards(events, "scout_activated", "massalia.told_activated", language)
    yield from _cards(events, "combo", "massalia.told_combo", language)
    yield from _cards(events, "bought", "massalia.told_bought", language)
    for code, is_such in GROUPS.items():
        if all_args := [event.args for event in events if is_such(event)]:
            cells = [args.get("cell") or f"{args['from']}–{args['to']}" for args in all_args]
            yield text(code, language, n=len(all_args), cells=", ".join(_with_counts(cells)))
    for event in events:
        if (tell := DONE.get(event.name)) is not None and not _is_plain(event):
            yield tell(event.args, names, language)
    yield from _healing(events, language)


def _healing(events: Sequence[Event], language: str) -> Iterator[str]:
    """Life that the player has won back."""
    if healed := [event.args["n"] for event in events if event.name == "healed"]:
        yield text("massalia.told_healed", language, n=sum(healed))


def _with_counts(cells: Sequence[str]) -> list[str]:
    """Cells in order, each once, with the number of times where that is more than one."""
    return [f"{cell} ×{n}" if n > 1 else cell for cell, n in Counter(cells).items()]


def _cards(events: Sequence[Event], kind: str, code: str, language: str) -> Iterator[str]:
    if drawn_cards := [event.args["card"] for event in events if event.name == kind]:
        yield text(code, language, cards=cards.names_with_counts(drawn_cards, language))


def _is_plain(event: Event) -> bool:
    """Whether a laid tile has no effect."""
    return event.name == "tile_placed" and not event.args["acts"]


def _covers(event: Event) -> bool:
    """Whether a tile was laid on another player's, whose mark there no longer counts."""
    return bool(event.args["over"] == "enemy")


GROUPS: Mapping[str, Callable[[Event], bool]] = {
    "massalia.told_tiles": lambda event: _is_plain(event) and not _covers(event),
    "massalia.told_over": lambda event: _is_plain(event) and _covers(event),
    "massalia.told_moved": lambda event: event.name == "tile_moved",
    "massalia.told_up": lambda event: event.name == "tile_flipped" and event.args["up"],
    "massalia.told_down": lambda event: event.name == "tile_flipped" and not event.args["up"],
    "massalia.told_removed": lambda event: _is_gone(event, "remove"),
    "massalia.told_burnt": lambda event: _is_gone(event, "fire"),
}
"""Actions counted together: the code, and the test of an event."""


def _is_gone(event: Event, by: str) -> bool:
    return event.name == "tile_removed" and bool(event.args["by"] == by)


def _placement(args: Args, _names: Names, language: str) -> str:
    tile, cell = cards.tile(args["tile"], language), cards.cell(args["cell"], language)
    return text("massalia.told_placed", language, tile=tile, cell=cell)


def _banishment(args: Args, _names: Names, language: str) -> str:
    return text("massalia.told_banished", language, card=cards.name(args["card"], language))


def _recovery(args: Args, _names: Names, language: str) -> str:
    return text("massalia.told_recovered", language, card=cards.name(args["card"], language))


DONE: Mapping[str, Teller] = {
    "tile_placed": _placement,
    "banished": _banishment,
    "recovered": _recovery,
}


# ---- consequences --------------------------------------------------------------------------------


def _consequences(event: Event, names: Names, language: str) -> Iterator[str]:
    if (tell := FOLLOWED.get(event.name)) is not None and event.only is None:
        yield tell(event.args, names, language)


def _blow(args: Args, names: Names, language: str) -> str:
    """Effect of a blow: parried, on scouts, on life."""
    values = {"name": names[args["target"]], "n": args["n"], "life": args["life"]}
    if args["life_lost"]:
        parts = [text("massalia.blow", language, **values, lost=args["life_lost"])]
    else:
        parts = [text("massalia.blow_harmless", language, **values)]
    if args["parried"]:
        shields = cards.names_with_counts(args["shown"], language)
        parts.append(text("massalia.blow_parried", language, n=args["parried"], cards=shields))
    for hit in args["scouts"]:
        if not hit["left"]:
            continue  # a line of its own says that it is lost
        card = cards.name(hit["card"], language)
        parts.append(
            text("massalia.blow_scout", language, card=card, n=hit["lost"], left=hit["left"])
        )
    return " · ".join(parts)


def _destruction(args: Args, names: Names, language: str) -> str:
    values = {"name": names[args["seat"]], "card": cards.name(args["card"], language)}
    return text("massalia.told_scout_lost", language, **values)


def _gauge(args: Args, names: Names, language: str) -> str:
    """Change of a gauge by a point, or its reset at either end (MA-54, MA-55)."""
    before, after = args["from"], args["to"]
    code = f"massalia.told_{args['gauge']}"
    if abs(after - before) > 1:
        code += "_full" if before > after else "_empty"
    return text(code, language, name=names[args["seat"]], before=before, after=after)


def _burial(args: Args, names: Names, language: str) -> str:
    values = {"name": names[args["seat"]], "card": cards.name(args["card"], language)}
    return text("massalia.told_buried", language, **values)


def _revival(args: Args, names: Names, language: str) -> str:
    values = {"name": names[args["seat"]], "card": cards.name(args["card"], language)}
    return text("massalia.told_revived", language, **values)


def _hold(args: Args, names: Names, language: str) -> str:
    cell = cards.cell(args["cell"], language)
    if args["to"] is None:
        return text("massalia.told_lost", language, name=names[args["from"]], cell=cell)
    return text("massalia.told_holds", language, name=names[args["to"]], cell=cell)


def _morale(args: Args, names: Names, language: str) -> str:
    values = {"name": names[args["seat"]], "at": args["threshold"], "n": args["n"]}
    return text("massalia.told_morale", language, **values)


def _fatigue(args: Args, names: Names, language: str) -> str:
    values = {"name": names[args["seat"]], "n": args["n"], "life": args["life"]}
    return text("massalia.told_fatigue", language, **values)


def _elimination(args: Args, names: Names, language: str) -> str:
    return text("massalia.told_eliminated", language, name=names[args["seat"]])


FOLLOWED: Mapping[str, Teller] = {
    "blow": _blow,
    "scout_lost": _destruction,
    "gauge": _gauge,
    "card_buried": _burial,
    "card_revived": _revival,
    "hold": _hold,
    "morale_attack": _morale,
    "fatigue": _fatigue,
    "eliminated": _elimination,
}
