"""The log of a move: what it did in the first line, what followed in a line each.

Where a building stands is not said here: the notation beside the line does (`B22 C4`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.words import Move
from bot.words._settlements.terms import Speaker
from rules.contract import Event

Args = Mapping[str, Any]
Tell = Callable[[Speaker, Args, Sequence[str]], str]

MOVES = ("building_drawn", "building_parked", "building_built", "region_placed", "bonus_spent")
"""Events that are the move itself; a stop is told by the cards it brings, if any."""


def told(speaker: Speaker, move: Move, names: Sequence[str]) -> list[str]:
    """The lines of a move; before them, who stopped for no cards or ended the turn."""
    followed = lines(speaker, move.events, names)
    kinds = {_name(event) for event in move.events}
    if not kinds.isdisjoint((*MOVES, "cards_drawn")):
        return followed
    code = "told_ended" if "turn_started" in kinds else "told_stopped"
    return [speaker.say(code, name=names[move.seat]), *followed]


def lines(speaker: Speaker, events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """The move in one line, then what followed; public events, or with the twins of one seat."""
    happened = _move_first(list(_once(events)))
    return [TOLD[_name(event)](speaker, event.args, names) for event in happened]


def _name(event: Event) -> str:
    return event.code.partition(".")[2]


def _once(events: Sequence[Event]) -> Iterator[Event]:
    """The events without those that a private twin tells in full."""
    private = {(_name(event), event.args["seat"]) for event in events if event.only is not None}
    for event in events:
        if event.only is not None or (_name(event), event.args.get("seat")) not in private:
            yield event


def _move_first(events: list[Event]) -> list[Event]:
    """The move itself before what it caused; a new deck is shuffled before its cards are told."""
    for names in (MOVES, ("cards_drawn",)):
        for event in events:
            if _name(event) in names:
                return [event, *(other for other in events if other is not event)]
    return events


# ---- moves ---------------------------------------------------------------------------------------


def _drawn(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    return speaker.say(
        "told_building_drawn",
        name=names[args["seat"]],
        building=speaker.building(args["building"]),
        stack=speaker.stack(args["stack"]),
        n=args["left"],
    )


def _parked(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    building = speaker.building(args["building"])
    return speaker.say("told_building_parked", name=names[args["seat"]], building=building)


def _built(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    """What was built, why it was free or what was paid, and what it did to settlements."""
    number, name = args["building"], names[args["seat"]]
    built = speaker.say("told_building_built", name=name, building=speaker.building(number))
    return " · ".join((built, *_paid(speaker, args), *_settled(speaker, args)))


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
    told = speaker.say("told_cards_drawn", name=names[args["seat"]], n=args["count"])
    which = speaker.cards(args.get("cards", {}))
    return speaker.say("told_which", told=told, cards=which) if which else told


def _deck_reshuffled(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    return speaker.say("told_deck_reshuffled", n=args["count"])


def _turn_started(speaker: Speaker, args: Args, names: Sequence[str]) -> str:
    code = "told_turn_started" if args["number"] > 1 else "told_first_turn"
    return speaker.say(code, name=names[args["seat"]], number=args["number"])


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
