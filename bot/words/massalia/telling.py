"""Events in few words: a turn in one line, and its consequences below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bot.table.changes import Ply
from bot.words import LONGEST_SUMMARY, Line, Seats, Words, clip, row_of
from bot.words.massalia import cards
from rules.contract import Event, Seat

Args = Mapping[str, Any]
LONGEST_DONE = 500
"""Most characters of the actions of a turn."""


def ply_line(words: Words, ply: Ply) -> Line:
    """One step and its consequences."""
    return _line(words, [ply])


def turn_lines(words: Words, plies: Sequence[Ply]) -> list[Line]:
    """The steps of a turn in one line, and their consequences."""
    return [_line(words, plies)] if plies else []


def _line(words: Words, plies: Sequence[Ply]) -> Line:
    """Line about some steps of one seat, and their consequences."""
    events = [event for ply in plies for event in ply.events]
    deeds = list(_deeds(words, events))
    deeds += _drains(words, plies)
    deeds = deeds or [_nothing(words, events)]
    done_so = clip(" · ".join(deeds), LONGEST_DONE)
    sentence = words.say("massalia.told", name=words.names[plies[0].seat], done=done_so)
    fallen = {event.args["seat"] for event in events if event.name == "eliminated"}
    followed = [
        consequence
        for event in _with_gauges_summed(events)
        if not (_is_let_go(event) and event.args["from"] in fallen)
        for consequence in _consequences(words, event)
    ]
    return Line(sentence, tuple(followed), len(plies))


def summary(words: Words, plies: Sequence[Ply], without: Seats = ()) -> str:
    """A turn in one short line: harm to the seats not in `without`, then what was won and done."""
    return clip(_told(words, plies, _parts(words, plies, without)), LONGEST_SUMMARY)


def brief(words: Words, plies: Sequence[Ply], without: Seats = ()) -> str:
    """The first part of the summary of a turn: the worst harm, or what was bought or won."""
    return _told(words, plies, _parts(words, plies, without)[:1])


def _told(words: Words, plies: Sequence[Ply], parts: Sequence[str]) -> str:
    """Parts of a turn below the name of its player."""
    events = [event for ply in plies for event in ply.events]
    done = row_of(parts) or _nothing(words, events)
    return words.say("massalia.told", name=words.names[plies[0].seat], done=done)


def _parts(words: Words, plies: Sequence[Ply], without: Seats) -> list[str]:
    """Parts of a turn, the most important first."""
    events = [event for ply in plies for event in ply.events]
    seat = plies[0].seat
    return [
        *_hits(words, plies, without),
        *_drains(words, plies, without),
        *_cards(words, events, "bought", "massalia.told_bought"),
        *_cells_won(words, events, seat),
        *_healing(words, events),
        *_wear(words, events, seat),
        *_counts(words, events),
    ]


def _hits(words: Words, plies: Sequence[Ply], without: Seats) -> Iterator[str]:
    """Life that each opponent has lost, and the players who are out."""
    events, losses = [event for ply in plies for event in ply.events], Counter[Seat]()
    for blow in (event.args for event in events if event.name == "blow"):
        losses[blow["target"]] += blow["life_lost"]
    for target, lost in losses.items():
        if target not in without:
            code = "massalia.brief_hit" if lost else "massalia.brief_attack"
            yield words.say(code, name=words.names[target], n=lost)
    for event in events:
        for target in event.puts_out:
            code = "massalia.brief_falls" if target == plies[0].seat else "massalia.brief_out"
            if event.args["by"] == "fatigue":
                code = "massalia.brief_worn"
            yield words.say(code, name=words.names[target])


def _drains(words: Words, plies: Sequence[Ply], without: Seats = ()) -> Iterator[str]:
    """Points of water and fish taken from opponents (MA-36)."""
    taken = Counter(
        (event.args["gauge"], event.args["seat"])
        for ply in plies
        for event in ply.events
        if event.name == "gauge" and event.args["seat"] not in (ply.seat, *without)
    )
    for (gauge, seat), n in taken.items():
        yield words.say(f"massalia.told_drained_{gauge}", name=words.names[seat], n=n)


def _cells_won(words: Words, events: Sequence[Event], seat: Seat) -> Iterator[str]:
    """Resource cells that the seat holds at the end of the turn and did not hold before."""
    changes = [event.args for event in events if event.name == "hold"]
    before = {args["cell"]: args["from"] for args in reversed(changes)}
    after = {args["cell"]: args["to"] for args in changes}
    won = [cell for cell, holder in after.items() if holder == seat != before[cell]]
    if won:
        yield words.say("massalia.brief_cells", cells=[cards.cell(words, cell) for cell in won])


def _wear(words: Words, events: Sequence[Event], seat: Seat) -> Iterator[str]:
    """Life that the player has lost to the siege, if any is left."""
    wear = [event.args for event in events if event.name == "fatigue"]
    if lost := sum(args["n"] for args in wear if args["seat"] == seat and args["life"]):
        yield words.say("massalia.brief_fatigue", n=lost)


def _counts(words: Words, events: Sequence[Event]) -> Iterator[str]:
    """Numbers of cards played, tiles laid and tiles removed."""
    counts = Counter(event.name for event in events)
    for name, code in COUNTED.items():
        if counts[name]:
            yield words.say(code, n=counts[name])


COUNTED: Mapping[str, str] = {
    "card_played": "massalia.brief_cards",
    "tile_placed": "massalia.brief_tiles",
    "tile_removed": "massalia.brief_removed",
}
"""Codes of the numbers in a summary, by the event that is counted."""


def _is_let_go(event: Event) -> bool:
    """Whether a cell loses its holder, which is not reported for an eliminated player."""
    return event.name == "hold" and event.args["to"] is None


def _nothing(words: Words, events: Sequence[Event]) -> str:
    """Text of a step without an action, such as a drawn tile or the end of a turn."""
    draws = [event.args for event in events if event.name == "tile_drawn"]
    if kinds := [args["tile"] for args in draws if "tile" in args]:
        return words.say("massalia.told_drew", tile=cards.tile(words, kinds[0]))
    if draws:
        return words.say("massalia.told_draws")
    names = {event.name for event in events}
    if "attack" in names:
        return words.say("massalia.told_attacks")
    if "gauge" in names:
        return words.say("massalia.told_drains")
    if "fire" in names:
        return words.say("massalia.told_burnt_nothing")
    gives_up = "eliminated" in names and "fatigue" not in names
    return words.say("massalia.brief_falls" if gives_up else "massalia.told_end")


def _deeds(words: Words, events: Sequence[Event]) -> Iterator[str]:
    """Cards grouped by use, then the actions on the board."""
    yield from _cards(words, events, "card_played", "massalia.told_played")
    yield from _cards(words, events, "scout_activated", "massalia.told_activated")
    yield from _cards(words, events, "combo", "massalia.told_combo")
    yield from _cards(words, events, "bought", "massalia.told_bought")
    for code, is_such in GROUPS.items():
        if all_args := [event.args for event in events if is_such(event)]:
            cells = [args.get("cell") or f"{args['from']}–{args['to']}" for args in all_args]
            yield words.say(code, n=len(all_args), cells=", ".join(_with_counts(cells)))
    for event in events:
        if event.name in DONE and not _is_plain(event):
            yield words.say(DONE[event.name], **_readable_args(words, event.args))
    yield from _healing(words, events)


def _healing(words: Words, events: Sequence[Event]) -> Iterator[str]:
    if healed := [event.args["n"] for event in events if event.name == "healed"]:
        yield words.say("massalia.told_healed", n=sum(healed))


def _with_counts(cells: Sequence[str]) -> list[str]:
    """Cells in order, each once, with the number of times where that is more than one."""
    return [f"{cell} ×{n}" if n > 1 else cell for cell, n in Counter(cells).items()]


def _cards(words: Words, events: Sequence[Event], kind: str, code: str) -> Iterator[str]:
    if drawn_cards := [event.args["card"] for event in events if event.name == kind]:
        yield words.say(code, cards=cards.names_with_counts(words, drawn_cards))


def _is_plain(event: Event) -> bool:
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


DONE: Mapping[str, str] = {
    "tile_placed": "massalia.told_placed",
    "banished": "massalia.told_banished",
    "recovered": "massalia.told_recovered",
}
"""Codes of actions that have a sentence of their own, by event."""


def _readable_args(words: Words, args: Args) -> dict[str, Any]:
    """Arguments of an event as shown to people; `name` is that of its seat."""
    shown = {key: SHOWN[key](words, arg) if key in SHOWN else arg for key, arg in args.items()}
    return shown | ({"name": words.names[args["seat"]]} if "seat" in args else {})


SHOWN: Mapping[str, Callable[[Words, Any], str]] = {
    "card": cards.name,
    "cell": cards.cell,
    "tile": cards.tile,
}


# ---- consequences --------------------------------------------------------------------------------


def _consequences(words: Words, event: Event) -> Iterator[str]:
    if event.only is not None:
        return
    if (tell := TELLERS.get(event.name)) is not None:
        yield tell(words, event.args)
    elif event.name in FOLLOWED:
        yield words.say(FOLLOWED[event.name], **_readable_args(words, event.args))


def _with_gauges_summed(events: Sequence[Event]) -> list[Event]:
    """Events, in which a gauge that changes point by point does so once.

    One that is set again at an end has an event of its own.
    """
    summed, latest = list[Event](), dict[tuple[Seat, str], int]()
    for event in events:
        if event.name == "gauge":
            args = event.args
            gauge, is_set = (args["seat"], args["gauge"]), abs(args["to"] - args["from"]) > 1
            if not is_set and gauge in latest:
                before = summed[latest[gauge]]
                summed[latest[gauge]] = replace(before, args=before.args | {"to": args["to"]})
                continue
            if is_set:
                latest.pop(gauge, None)
            else:
                latest[gauge] = len(summed)
            event = replace(event, args=args | {"is_set": is_set})
        summed.append(event)
    return summed


def _blow(words: Words, args: Args) -> str:
    """Effect of a blow: parried, on scouts, on life."""
    values = {"name": words.names[args["target"]], "n": args["n"], "life": args["life"]}
    if args["life_lost"]:
        parts = [words.say("massalia.blow", **values, lost=args["life_lost"])]
    else:
        parts = [words.say("massalia.blow_harmless", **values)]
    if args["parried"]:
        shields = cards.names_with_counts(words, args["shown"])
        parts.append(words.say("massalia.blow_parried", n=args["parried"], cards=shields))
    for hit in args["scouts"]:
        if not hit["left"]:
            continue  # a line of its own says that it is lost
        card = cards.name(words, hit["card"])
        parts.append(words.say("massalia.blow_scout", card=card, n=hit["lost"], left=hit["left"]))
    return " · ".join(parts)


def _gauge(words: Words, args: Args) -> str:
    """Change of a gauge, or its reset at either end (MA-54, MA-55)."""
    before, after = args["from"], args["to"]
    code = f"massalia.told_{args['gauge']}"
    if args["is_set"]:
        code += "_full" if before > after else "_empty"
    return words.say(code, name=words.names[args["seat"]], before=before, after=after)


def _hold(words: Words, args: Args) -> str:
    cell = cards.cell(words, args["cell"])
    if args["to"] is None:
        return words.say("massalia.told_lost", name=words.names[args["from"]], cell=cell)
    return words.say("massalia.told_holds", name=words.names[args["to"]], cell=cell)


TELLERS: Mapping[str, Callable[[Words, Args], str]] = {
    "blow": _blow,
    "gauge": _gauge,
    "hold": _hold,
}
"""Tellers of consequences in several words."""
FOLLOWED: Mapping[str, str] = {
    "scout_lost": "massalia.told_scout_lost",
    "card_buried": "massalia.told_buried",
    "card_revived": "massalia.told_revived",
    "morale_attack": "massalia.told_morale",
    "fatigue": "massalia.told_fatigue",
    "eliminated": "massalia.told_eliminated",
}
"""Codes of the other consequences, by event."""
