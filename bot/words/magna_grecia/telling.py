"""Actions of a turn in one sentence, and their consequences, a line each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from bot.i18n import text
from bot.words import LONGEST_SUMMARY, Line, Move, clip, row_of, with_sign
from bot.words.magna_grecia.names import Args, At, Cities, place_word, spot_word
from rules.contract import Seat
from rules.magna_grecia import scoring

Fact = tuple[str, Args]
"""The name of an event, and its arguments."""


def facts(plies: Sequence[Move]) -> list[Fact]:
    """Facts of the events of some steps."""
    return [(event.name, event.args) for ply in plies for event in ply.events]


def line(plies: Sequence[Move], names: Sequence[str], language: str, nothing: str) -> Line:
    """Line about some steps of one seat; `nothing` where they contain no action."""
    seat, facts_told = plies[0].seat, facts(plies)
    sentence = list(deeds(facts_told, language)) or [nothing]
    first = text("magna_grecia.told", language, name=names[seat], done=sentence)
    return Line(first, tuple(consequences(facts_told, seat, names, language)), len(plies))


def summary(
    plies: Sequence[Move], names: Sequence[str], language: str, without: Collection[Seat]
) -> str:
    """A turn in one short line; oracles taken from the seats in `without` are left out."""
    seat, facts_told = plies[0].seat, facts(plies)
    taken = [
        text(
            "magna_grecia.told_took",
            language,
            place=spot_word(args["hex"], language),
            loser=names[loser],
        )
        for args, loser in oracles_taken(facts_told)
        if args["seat"] == seat != loser and loser not in without
    ]
    parts = [*taken, *deeds(facts_told, language)] or [text("magna_grecia.told_nothing", language)]
    line = text("magna_grecia.told", language, name=names[seat], done=parts)
    return clip(line, LONGEST_SUMMARY)


def effects(plies: Sequence[Move], seat: Seat, names: Sequence[str], language: str) -> str:
    """Oracles that a seat has lost, and the change of its points, by the turns of the others."""
    others = facts([ply for ply in plies if ply.seat != seat])
    parts = [
        text(
            "magna_grecia.effect_oracle",
            language,
            name=names[args["seat"]],
            place=spot_word(args["hex"], language),
        )
        for args, loser in oracles_taken(others)
        if loser == seat and args["seat"] != seat
    ]
    if change := scoring.changes(others).get(seat, 0):
        code = "magna_grecia.effect_gain" if change > 0 else "magna_grecia.effect_loss"
        parts.append(text(code, language, n=abs(change)))
    return clip(row_of(parts), LONGEST_SUMMARY)


# ---- actions -------------------------------------------------------------------------------------

TOLD, DEED = "told", "deed"
"""Two forms of an action: as a verb after a name, or as a noun."""


def deeds(told: Sequence[Fact], language: str, way: str = TOLD) -> Iterator[str]:
    """Actions, grouped by kind. A free market belongs to its city."""
    kinds: dict[str, list[Args]] = {}
    for name, args in told:
        if name in DONE and not args.get("free"):
            kinds.setdefault(name, []).append(args)
    for name, all_args in kinds.items():
        code, details = DONE[name]
        for args in details(all_args, language):
            yield text(f"magna_grecia.{way}_{code}", language, **args)


def _summary(every: Sequence[Args], language: str) -> Iterator[dict[str, Any]]:
    """Number and places of the actions of a kind."""
    places = [spot_word(args["hex"], language) for args in every]
    yield {"n": len(places), "places": places}


def _draw_args(every: Sequence[Args], language: str) -> Iterator[dict[str, Any]]:
    """Tiles of each draw."""
    for args in every:
        yield {"tiles": tiles(args, language)}


def tiles(counts: Args, language: str) -> str:
    """A number of tiles of each kind: "2 roads + 1 city"."""
    kinds = (("roads", "magna_grecia.road_tiles"), ("cities", "magna_grecia.city_tiles"))
    return " + ".join(text(code, language, n=counts[kind]) for kind, code in kinds if counts[kind])


def _building_args(every: Sequence[Args], language: str) -> Iterator[dict[str, Any]]:
    for args in every:
        yield {"place": spot_word(args["hex"], language), "n": args["cost"]}


def _sale_args(every: Sequence[Args], language: str) -> Iterator[dict[str, Any]]:
    for args in every:
        yield {"place": spot_word(args["hex"], language), "n": args["value"]}


DONE: Mapping[str, tuple[str, Callable[[Sequence[Args], str], Iterator[dict[str, Any]]]]] = {
    "oracle_placed": ("oracle", _summary),
    "road_placed": ("roads", _summary),
    "city_founded": ("founded", _summary),
    "city_expanded": ("expanded", _summary),
    "drew": ("drew", _draw_args),
    "market_placed": ("market", _building_args),
    "market_sold": ("sold", _sale_args),
}
"""Code and arguments of an action, by its event."""


# ---- consequences --------------------------------------------------------------------------------


def consequences(
    told: Sequence[Fact], seat: Seat, names: Sequence[str], language: str
) -> Iterator[str]:
    """New connections, merged cities, oracles, gains of the others, the next round."""
    if pairs := links(told, language):
        yield text("magna_grecia.told_connected", language, n=len(pairs), pairs=", ".join(pairs))
    for name, args in told:
        if name in FOLLOWED:
            yield FOLLOWED[name](args, told, names, language)
    if lines := [line for line in gains_of_others(told, names, language, seat) if line]:
        yield " · ".join(lines)
    for name, args in told:
        if name == "round_started":
            yield _round(args, names, language)


def aftermaths(told: Sequence[Fact]) -> Iterator[Args]:
    """Arguments of the events that report derived consequences."""
    return (args for name, args in told if name == "aftermath")


def cities_of(told: Sequence[Fact]) -> Cities:
    """Oldest hexes of the cities in the text, by id."""
    return dict(chain.from_iterable(args.get("cities", {}).items() for args in aftermaths(told)))


def oracles_taken(told: Sequence[Fact]) -> Iterator[tuple[Args, Seat]]:
    """Arguments of each event of an oracle taken from somebody, and the seat that lost it."""
    for name, args in told:
        if name == "oracle_turned" and args["from"] is not None:
            yield from ((args, loser) for loser in losers(told, args["hex"]))


def losers(told: Sequence[Fact], at: At) -> list[Seat]:
    """Seats that lost the oracle on a hex, in order."""
    lost = chain.from_iterable(args.get("lost", ()) for args in aftermaths(told))
    return [loss["seat"] for loss in lost if loss["hex"] == at]


def links(told: Sequence[Fact], language: str) -> list[str]:
    """Every new direct connection."""
    cities = cities_of(told)
    return [
        " – ".join(place_word(place, language, cities) for place in args["places"])
        for name, args in told
        if name == "connected"
    ]


def gains_of_others(
    told: Sequence[Fact], names: Sequence[str], language: str, seat: Seat
) -> Iterator[str]:
    """Gains and losses of the others, with the new worth of their markets."""
    values: dict[Seat, dict[str, int]] = defaultdict(dict)
    for args in aftermaths(told):
        for market in args.get("markets", ()):
            values[market["seat"]][spot_word(market["hex"], language)] = market["now"]
    for gainer, change in scoring.changes(told).items():
        if gainer == seat:
            continue
        markets = [
            text("magna_grecia.told_worth", language, place=place, n=value)
            for place, value in values[gainer].items()
        ]
        code = "magna_grecia.told_gained_by" if markets else "magna_grecia.told_gained"
        yield text(code, language, name=names[gainer], change=with_sign(change), markets=markets)


def _merger(args: Args, told: Sequence[Fact], _names: Sequence[str], language: str) -> str:
    called = cities_of(told)
    ids = (args["city"], *args["absorbed"])
    cities = [place_word(f"city:{number}", language, called) for number in ids]
    return text("magna_grecia.told_merged", language, cities=cities)


def _new_owner(args: Args, told: Sequence[Fact], names: Sequence[str], language: str) -> str:
    """New owner of an oracle, and the one before."""
    place, name = spot_word(args["hex"], language), names[args["seat"]]
    losses = losers(told, args["hex"])
    if args["from"] is None or not losses:
        return text("magna_grecia.told_won", language, place=place, name=name)
    if losses == [args["seat"]]:
        return text("magna_grecia.told_kept", language, place=place, name=name)
    return text(
        "magna_grecia.told_turned", language, place=place, name=name, loser=names[losses[0]]
    )


def _removal(args: Args, _told: Sequence[Fact], names: Sequence[str], language: str) -> str:
    place = spot_word(args["hex"], language)
    return text("magna_grecia.told_removed", language, place=place, name=names[args["seat"]])


def _round(args: Args, names: Sequence[str], language: str) -> str:
    order = [names[seat] for seat in args["order"]]
    return text("magna_grecia.told_round", language, round=args["round"], order=order)


FOLLOWED: Mapping[str, Callable[[Args, Sequence[Fact], Sequence[str], str], str]] = {
    "cities_merged": _merger,
    "oracle_turned": _new_owner,
    "market_removed": _removal,
}
