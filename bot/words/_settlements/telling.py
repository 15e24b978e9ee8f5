"""The log of a turn: what its plies did in a line each, what followed from each below it.

Where a building stands is not said here: the notation beside the line does (`B22 C4`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from bot.words import Line, Move
from bot.words._settlements.terms import Speaker
from rules.contract import Event

Args = Mapping[str, Any]
Tell = Callable[[Speaker, Args, Sequence[str]], str]

MOVES = ("building_drawn", "building_parked", "building_built", "region_placed", "bonus_spent")
"""Events that are the move itself; a stop is told by the cards it brings, if any."""


def turn_lines(speaker: Speaker, plies: Sequence[Move], names: Sequence[str]) -> list[Line]:
    """A line for each ply; one for a building that is drawn and then parked or built."""
    lines: list[Line] = []
    for number, ply in enumerate(plies):
        line = ply_line(speaker, ply, names)
        if number and (both := _drawn_and(speaker, plies[number - 1], ply, names)):
            lines[-1] = Line(both, (*lines[-1].followed, *line.followed), 2)
        else:
            lines.append(line)
    return lines


def _drawn_and(speaker: Speaker, before: Move, ply: Move, names: Sequence[str]) -> str:
    """What was drawn, and what became of it at once; "" where nothing was drawn just before."""
    for drawn, then in product(before.events, ply.events):
        if drawn.name == "building_drawn" and then.name in DRAWN_AND:
            label = _drawn(speaker, drawn.args, names, DRAWN_AND[then.name])
            built = then.name == "building_built"
            return " · ".join((label, *(_cost(speaker, then.args) if built else ())))
    return ""


def ply_line(speaker: Speaker, ply: Move, names: Sequence[str]) -> Line:
    """The ply and what followed; who stopped for no cards or ended the turn, where it was that."""
    lines = told_events(speaker, ply.events, names)
    kinds = {event.name for event in ply.events}
    if kinds.isdisjoint((*MOVES, "cards_drawn")):
        code = "told_ended" if "turn_started" in kinds else "told_stopped"
        lines.insert(0, speaker.say(code, name=names[ply.seat]))
    return Line(lines[0], tuple(lines[1:]))


def told_events(speaker: Speaker, events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """The move first, then what followed; public events, or with the twins of one seat."""
    happened = _move_first(list(_once(events)))
    return [TOLD[event.name](speaker, event.args, names) for event in happened]


def _once(events: Sequence[Event]) -> Iterator[Event]:
    """The events without those that a private twin tells in full."""
    private = {(event.name, event.args["seat"]) for event in events if event.only is not None}
    for event in events:
        if event.only is not None or (event.name, event.args.get("seat")) not in private:
            yield event


def _move_first(events: list[Event]) -> list[Event]:
    """The move itself before what it caused; a new deck is shuffled before its cards are told."""
    for names in (MOVES, ("cards_drawn",)):
        for event in events:
            if event.name in names:
                return [event, *(other for other in events if other is not event)]
    return events


# ---- moves ---------------------------------------------------------------------------------------


def _drawn(
    speaker: Speaker, args: Args, names: Sequence[str], code: str = "told_building_drawn"
) -> str:
    return speaker.say(
        code,
        name=names[args["seat"]],
        building=speaker.building(args["building"]),
        stack=speaker.stack(args["stack"]),
        n=args["left"],
    )


def _parked(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    building = speaker.building(args["building"])
    return speaker.say("told_building_parked", name=names[args["seat"]], building=building)


def _built(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    number, name = args["building"], names[args["seat"]]
    built = speaker.say("told_building_built", name=name, building=speaker.building(number))
    return " · ".join((built, *_cost(speaker, args)))


DRAWN_AND: Mapping[str, str] = {
    "building_parked": "told_drawn_parked",
    "building_built": "told_drawn_built",
}
"""The sentence for a building that was drawn, by what became of it."""


def _cost(speaker: Speaker, args: Args) -> Iterator[str]:
    """Why a building was free or what was paid, and what it did to settlements."""
    yield from _paid(speaker, args)
    yield from _settled(speaker, args)


def _paid(speaker: Speaker, args: Args) -> Iterator[str]:
    if args["free"]:
        (before,) = speaker.kind(args["building"]).after
        yield speaker.say("told_free", before=speaker.building(before))
        return
    paid = speaker.cards(args["paid"])
    yield speaker.say("told_paid", cards=paid) if paid else speaker.say("told_paid_nothing")
    if used := speaker.cards(args["board_used"]):
        yield speaker.say("told_symbols", symbols=used)


def _settled(speaker: Speaker, args: Args) -> Iterator[str]:
    """A new settlement with its surcharge, or several joined into one."""
    if args["founded"]:
        surcharge = args["surcharge"]
        before = surcharge // speaker.rules.flags.surcharge_per_settlement
        founded = "told_founded" if before else "told_founded_first"
        yield speaker.say(founded, number=before + 1, n=surcharge)
    if args["joined"]:
        yield speaker.say("told_joined", n=args["joined"])


def _region_placed(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    return speaker.say("told_region_placed", name=names[args["seat"]])


def _bonus_spent(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    return speaker.say(f"told_bonus_{args['as']}", name=names[args["seat"]])


# ---- what follows --------------------------------------------------------------------------------


def _bonus_gained(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    project = speaker.project(args["project"])
    return speaker.say("told_bonus_gained", name=names[args["seat"]], project=project)


def _bonus_card_owed(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    project = speaker.project(args["project"])
    return speaker.say("told_bonus_card_owed", name=names[args["seat"]], project=project)


def _region_drawn(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    symbols = speaker.symbols(args["tile"])
    return speaker.say("told_region_drawn", name=names[args["seat"]], symbols=symbols)


def _no_region_left(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    return speaker.say("told_no_region_left", name=names[args["seat"]])


def _cards_drawn(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    """How many cards; to their owner, which."""
    line = speaker.say("told_cards_drawn", name=names[args["seat"]], n=args["count"])
    which = speaker.cards(args.get("cards", {}))
    return speaker.say("told_which", told=line, cards=which) if which else line


def _deck_reshuffled(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    return speaker.say("told_deck_reshuffled", n=args["count"])


def _turn_started(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    return speaker.say("told_turn_started", name=names[args["seat"]], number=args["number"])


def _game_over(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    why = [speaker.say(f"told_won_{reason}") for reason in args["reasons"]]
    return speaker.say("told_game_over", name=names[args["winner"]], reasons=why)


TOLD: Mapping[str, Tell] = {
    "building_drawn": _drawn,
    "building_parked": _parked,
    "building_built": _built,
    "region_placed": _region_placed,
    "bonus_spent": _bonus_spent,
    "bonus_gained": _bonus_gained,
    "bonus_card_owed": _bonus_card_owed,
    "region_drawn": _region_drawn,
    "no_region_left": _no_region_left,
    "cards_drawn": _cards_drawn,
    "deck_reshuffled": _deck_reshuffled,
    "turn_started": _turn_started,
    "game_over": _game_over,
}
