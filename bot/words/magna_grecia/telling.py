"""Actions of a turn in one sentence, and their consequences, a line each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from bot.table.changes import Ply
from bot.words import LONGEST_SUMMARY, Line, Seats, Words, clip, row_of, with_sign
from bot.words.magna_grecia.names import Args, At, Cities, place_word, spot_word
from rules.contract import Seat
from rules.magna_grecia import scoring

Fact = tuple[str, Args]
"""The name of an event, and its arguments."""


def facts(plies: Sequence[Ply]) -> list[Fact]:
    """Facts of the events of some steps."""
    return [(event.name, event.args) for ply in plies for event in ply.events]


def ply_line(words: Words, ply: Ply) -> Line:
    """One step and its consequences."""
    return _line(words, [ply], words.say("magna_grecia.told_end"))


def turn_lines(words: Words, plies: Sequence[Ply]) -> list[Line]:
    """The steps of a turn in one line, and their consequences."""
    return [_line(words, plies, words.say("magna_grecia.told_nothing"))] if plies else []


def _line(words: Words, plies: Sequence[Ply], nothing: str) -> Line:
    """Line about some steps of one seat; `nothing` where they contain no action."""
    seat, facts_told = plies[0].seat, facts(plies)
    sentence = list(deeds(words, facts_told)) or [nothing]
    first = words.say("magna_grecia.told", name=words.names[seat], done=sentence)
    return Line(first, tuple(consequences(words, facts_told, seat)), len(plies))


def summary(words: Words, plies: Sequence[Ply], without: Seats = ()) -> str:
    """A turn in one short line; oracles won from the seats in `without` are left out."""
    seat, facts_told = plies[0].seat, facts(plies)
    won = [
        words.say("magna_grecia.told_gained_oracle", place=place)
        if loser is None
        else words.say("magna_grecia.told_took", place=place, loser=words.names[loser])
        for place, loser in _captures(words, facts_told, seat, without)
    ]
    parts = [*won, *deeds(words, facts_told)] or [words.say("magna_grecia.told_nothing")]
    line = words.say("magna_grecia.told", name=words.names[seat], done=parts)
    return clip(line, LONGEST_SUMMARY)


def brief(words: Words, plies: Sequence[Ply], without: Seats = ()) -> str:
    """The oracles that a turn wins, but from the seats in `without`, or else its first action."""
    seat, facts_told = plies[0].seat, facts(plies)
    places = [place for place, _ in _captures(words, facts_told, seat, without)]
    drawn = sum(args["roads"] + args["cities"] for name, args in facts_told if name == "drew")
    done = [
        *([words.say("magna_grecia.brief_took", n=len(places), places=places)] if places else ()),
        *deeds(words, [fact for fact in facts_told if fact[0] != "drew"]),
        *([words.say("magna_grecia.brief_drew", n=drawn)] if drawn else ()),
        words.say("magna_grecia.told_nothing"),
    ]
    return words.say("magna_grecia.told", name=words.names[seat], done=done[:1])


def _captures(
    words: Words, told: Sequence[Fact], seat: Seat, without: Seats
) -> Iterator[tuple[str, Seat | None]]:
    """Oracles that a seat has won, each from nobody or from a seat that is not in `without`."""
    free = [(args, None) for name, args in told if name == "oracle_turned" and args["from"] is None]
    for args, loser in (*free, *oracles_taken(told)):
        if args["seat"] == seat != loser and loser not in without:
            yield spot_word(words, args["hex"]), loser


def effects(words: Words, plies: Sequence[Ply], seat: Seat) -> str:
    """Oracles that a seat has lost, and the change of its points, by the turns of the others."""
    others = facts([ply for ply in plies if ply.seat != seat])
    parts = [
        words.say(
            "magna_grecia.effect_oracle",
            name=words.names[args["seat"]],
            place=spot_word(words, args["hex"]),
        )
        for args, loser in oracles_taken(others)
        if loser == seat and args["seat"] != seat
    ]
    if change := scoring.changes(others).get(seat, 0):
        code = "magna_grecia.effect_gain" if change > 0 else "magna_grecia.effect_loss"
        parts.append(words.say(code, n=abs(change)))
    return clip(row_of(parts), LONGEST_SUMMARY)


# ---- actions -------------------------------------------------------------------------------------

TOLD, DEED = "told", "deed"
"""Two forms of an action: as a verb after a name, or as a noun."""


def deeds(words: Words, told: Sequence[Fact], way: str = TOLD) -> Iterator[str]:
    """Actions, grouped by kind. A free market belongs to its city."""
    kinds: dict[str, list[Args]] = {}
    for name, args in told:
        if name in DONE and not args.get("free"):
            kinds.setdefault(name, []).append(args)
    for name, all_args in kinds.items():
        code, details = DONE[name]
        for args in details(words, all_args):
            yield words.say(f"magna_grecia.{way}_{code}", **args)


def _summary(words: Words, every: Sequence[Args]) -> Iterator[dict[str, Any]]:
    """Number and places of the actions of a kind."""
    places = [spot_word(words, args["hex"]) for args in every]
    yield {"n": len(places), "places": places}


def _draw_args(words: Words, every: Sequence[Args]) -> Iterator[dict[str, Any]]:
    for args in every:
        yield {"tiles": tiles(words, args)}


def tiles(words: Words, counts: Args) -> str:
    """A number of tiles of each kind: "2 roads + 1 city"."""
    kinds = (("roads", "magna_grecia.road_tiles"), ("cities", "magna_grecia.city_tiles"))
    return " + ".join(words.say(code, n=counts[kind]) for kind, code in kinds if counts[kind])


def _market_args(words: Words, every: Sequence[Args]) -> Iterator[dict[str, Any]]:
    """Place of each market, with what it costs or brings."""
    for args in every:
        yield {"place": spot_word(words, args["hex"]), "n": args.get("cost", args.get("value"))}


DONE: Mapping[str, tuple[str, Callable[[Words, Sequence[Args]], Iterator[dict[str, Any]]]]] = {
    "oracle_placed": ("oracle", _summary),
    "road_placed": ("roads", _summary),
    "city_founded": ("founded", _summary),
    "city_expanded": ("expanded", _summary),
    "drew": ("drew", _draw_args),
    "market_placed": ("market", _market_args),
    "market_sold": ("sold", _market_args),
}
"""Code and arguments of an action, by its event."""


# ---- consequences --------------------------------------------------------------------------------


def consequences(words: Words, told: Sequence[Fact], seat: Seat) -> Iterator[str]:
    """New connections, merged cities, oracles, gains of the others, the next round."""
    if pairs := links(words, told):
        yield words.say("magna_grecia.told_connected", n=len(pairs), pairs=", ".join(pairs))
    for name, args in told:
        if name in FOLLOWED:
            yield FOLLOWED[name](words, args, told)
    if lines := [line for line in gains_of_others(words, told, seat) if line]:
        yield " · ".join(lines)
    for name, args in told:
        if name == "round_started":
            yield _round(words, args)


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


def links(words: Words, told: Sequence[Fact]) -> list[str]:
    """Every new direct connection."""
    cities = cities_of(told)
    return [
        " – ".join(place_word(words, place, cities) for place in args["places"])
        for name, args in told
        if name == "connected"
    ]


def gains_of_others(words: Words, told: Sequence[Fact], seat: Seat) -> Iterator[str]:
    """Gains and losses of the others, with the new worth of their markets."""
    values: dict[Seat, dict[str, int]] = defaultdict(dict)
    for args in aftermaths(told):
        for market in args.get("markets", ()):
            values[market["seat"]][spot_word(words, market["hex"])] = market["now"]
    for gainer, change in scoring.changes(told).items():
        if gainer == seat:
            continue
        markets = [
            words.say("magna_grecia.told_worth", place=place, n=value)
            for place, value in values[gainer].items()
        ]
        code = "magna_grecia.told_gained_by" if markets else "magna_grecia.told_gained"
        points = {"n": abs(change), "change": with_sign(change)}
        yield words.say(code, name=words.names[gainer], markets=markets, **points)


def _merger(words: Words, args: Args, told: Sequence[Fact]) -> str:
    called = cities_of(told)
    ids = (args["city"], *args["absorbed"])
    cities = [place_word(words, f"city:{number}", called) for number in ids]
    return words.say("magna_grecia.told_merged", cities=cities)


def _new_owner(words: Words, args: Args, told: Sequence[Fact]) -> str:
    """New owner of an oracle, and the one before."""
    place, name = spot_word(words, args["hex"]), words.names[args["seat"]]
    losses = losers(told, args["hex"])
    if args["from"] is None or not losses:
        return words.say("magna_grecia.told_won", place=place, name=name)
    if losses == [args["seat"]]:
        return words.say("magna_grecia.told_kept", place=place, name=name)
    return words.say(
        "magna_grecia.told_turned", place=place, name=name, loser=words.names[losses[0]]
    )


def _removal(words: Words, args: Args, _told: Sequence[Fact]) -> str:
    place = spot_word(words, args["hex"])
    return words.say("magna_grecia.told_removed", place=place, name=words.names[args["seat"]])


def _round(words: Words, args: Args) -> str:
    order = [words.names[seat] for seat in args["order"]]
    return words.say("magna_grecia.told_round", round=args["round"], order=order)


FOLLOWED: Mapping[str, Callable[[Words, Args, Sequence[Fact]], str]] = {
    "cities_merged": _merger,
    "oracle_turned": _new_owner,
    "market_removed": _removal,
}
