"""The log of a turn: its actions in one sentence, their consequences in small print below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from bot.table.changes import Ply
from bot.words import LONGEST_SUMMARY, WARNING, Line, Seats, Words, clip
from bot.words._settlements.terms import Terms
from rules.contract import Event, Threat

Args = Mapping[str, Any]


class Deed(msgspec.Struct, frozen=True):
    """A part of the sentence: the action, its building, its place and its number."""

    kind: str
    building: int = 0
    hex: str = ""
    n: int = 1
    cards: Mapping[str, int] = {}
    """The cards drawn, for their owner only."""


def turn_lines(words: Terms, plies: Sequence[Ply]) -> list[Line]:
    """One line for the whole turn, or for a part of it."""
    return [_line(words, plies)] if plies else []


def ply_line(words: Terms, ply: Ply) -> Line:
    """Line about one ply and its consequences."""
    return _line(words, [ply])


def summary(words: Terms, plies: Sequence[Ply], without: Seats = ()) -> str:
    """A turn in one short line: completed projects, then the actions."""
    parts = [*_completed(words, plies), *_parts(words, deeds(plies))]
    done = parts or [words.phrase("told_nothing")]
    return clip(words.phrase("told", name=words.names[plies[0].seat], done=done), LONGEST_SUMMARY)


def brief(words: Terms, plies: Sequence[Ply], without: Seats = ()) -> str:
    """A completed project; else the name of who has built, as the gain beside it says the rest.

    Who has not built takes or parks the most important of what they did.
    """
    numbers = Counter[str]()
    for deed in deeds(plies):
        numbers[deed.kind] += deed.n
    done = _completed(words, plies)
    if "built" not in numbers:
        done += [
            words.phrase(f"brief_{kind}" if kind in IN_HAND else f"told_{kind}", n=n)
            for kind, n in numbers.items()
        ] or [words.phrase("told_nothing")]
    name = words.names[plies[0].seat]
    return words.phrase("told", name=name, done=done[:1]) if done else name


def threats(words: Terms, threats: Sequence[Threat]) -> list[str]:
    """Lines about the seats that could win, of several with their last buildings a single one."""
    last = [threat for threat in threats if threat.code == words.rules.code("threat_last")]
    if len(last) < 2:
        return Words.threats(words, threats)
    names = [words.names[threat.seat] for threat in last]
    others = Words.threats(words, [threat for threat in threats if threat not in last])
    return [f"{WARNING} {words.phrase('threat_last_of_several', names=names)}", *others]


def _completed(words: Terms, plies: Sequence[Ply]) -> list[str]:
    """The part of the sentence about all projects completed; [] for none."""
    projects = [
        words.project(event.args["project"])
        for ply in plies
        for event in ply.events
        if event.name in COMPLETED
    ]
    return [words.phrase("told_completed", projects=projects)] if projects else []


def _line(words: Terms, plies: Sequence[Ply]) -> Line:
    """Line of a player's actions; without any, a stop for no cards or the end of the turn."""
    parts = list(_parts(words, deeds(plies))) or [words.phrase("told_nothing")]
    sentence = words.phrase("told", name=words.names[plies[0].seat], done=parts)
    followed = tuple(
        _consequence(words, event)
        for ply in plies
        for event in ply.events
        if event.name in FOLLOWED
    )
    return Line(sentence, followed, len(plies))


# ---- actions -------------------------------------------------------------------------------------


def deeds(plies: Sequence[Ply]) -> list[Deed]:
    """Actions in order; drawing a building and using it at once is one action."""
    found_deeds: list[Deed] = []
    for ply in plies:
        for event in _without_twins(ply.events):
            if (tell := DEEDS.get(event.name)) is None:
                continue
            deed = tell(event.args, ply.notation)
            if found_deeds and (both := DRAWN_AND.get((found_deeds[-1].kind, deed.kind))):
                deed = msgspec.structs.replace(deed, kind=both, building=found_deeds.pop().building)
            found_deeds.append(deed)
    return found_deeds


def _without_twins(events: Sequence[Event]) -> Iterator[Event]:
    """The events without public ones that have a private twin."""
    private = {(event.name, event.args["seat"]) for event in events if event.only is not None}
    for event in events:
        if event.only is not None or (event.name, event.args.get("seat")) not in private:
            yield event


def _building_deed(args: Args, notation: str) -> Deed:
    """A building by its number, on the hex that the notation names: `B22 C4`."""
    return Deed("built", args["building"], notation.split()[1])


DEEDS: Mapping[str, Callable[[Args, str], Deed]] = {
    "building_drawn": lambda args, _: Deed("drawn", args["building"]),
    "building_parked": lambda args, _: Deed("parked", args["building"]),
    "building_built": _building_deed,
    "region_placed": lambda args, _: Deed("region"),
    "bonus_spent": lambda args, _: Deed(f"bonus_{args['as']}"),
    "cards_drawn": lambda args, _: Deed("cards", n=args["count"], cards=args.get("cards", {})),
}
"""Actions of a player, by the event that reports them."""
DRAWN_AND: Mapping[tuple[str, str], str] = {
    ("drawn", "parked"): "parked",
    ("drawn", "built"): "built",
    ("bonus_card", "cards"): "bonus_card",
}
"""Kinds of a pair of actions: a drawn building and its use, or a worker and its card."""
IN_HAND = ("drawn", "parked")
OF_BUILDINGS = (*IN_HAND, "built")


def _parts(words: Terms, done: Sequence[Deed]) -> Iterator[str]:
    """The parts of the sentence: buildings of a kind share a verb, cards are counted together."""
    for kind, same in groupby(done, key=lambda deed: deed.kind):
        first, *further = same
        if kind in OF_BUILDINGS:
            yield words.phrase(f"told_{kind}", what=_building_and_place(words, first))
            yield from (_building_and_place(words, deed) for deed in further)
        else:
            yield _number_text(words, kind, (first, *further))


def _building_and_place(words: Terms, deed: Deed) -> str:
    """A building, with its place if it was built."""
    building = words.building(deed.building)
    return words.phrase("told_at", building=building, hex=deed.hex) if deed.hex else building


def _number_text(words: Terms, kind: str, some: Sequence[Deed]) -> str:
    """Number of cards, workers or regions, with the cards themselves for their owner."""
    label = words.phrase(f"told_{kind}", n=sum(deed.n for deed in some))
    cards: Counter[str] = sum((Counter(deed.cards) for deed in some), Counter())
    which = words.cards(cards)
    return words.phrase("told_which", told=label, cards=which) if which else label


# ---- consequences --------------------------------------------------------------------------------


def _consequence(words: Terms, event: Event) -> str:
    """One consequence; it names a project or a number where the event has one."""
    args: dict[str, Any] = {"n": event.args.get("count", 1)}
    if "project" in event.args:
        args["project"] = words.project(event.args["project"])
    return words.phrase(FOLLOWED[event.name], **args)


COMPLETED = ("bonus_gained", "bonus_card_owed")
"""Events of a completed project."""
FOLLOWED: Mapping[str, str] = {
    "bonus_gained": "told_bonus_gained",
    "bonus_card_owed": "told_bonus_card_owed",
    "region_drawn": "told_region_drawn",
    "no_region_left": "told_no_region_left",
    "deck_reshuffled": "told_deck_reshuffled",
}
"""Codes of consequences, by event. The post itself announces the next turn and the winner."""
