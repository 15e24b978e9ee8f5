"""Magna Grecia in words: the log of a turn, the board as text, the entries of menus."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.i18n import text
from bot.words import LONGEST_ALT, Icon, Label, Line, Move, Words, no_icon, shortened, signed
from rules.contract import Event, Hex, Seat
from rules.magna_grecia.land import BY_LABEL, CELLS, HEXES, LABELS, SIDES, VILLAGES
from rules.magna_grecia.pieces import CARDS, ROUNDS
from rules.magna_grecia.view import Preview, View
from rules.question import Option, Question

SEATS = "abcd"
Args = Mapping[str, Any]


class MagnaGreciaWords(Words):
    """The words of Magna Grecia."""

    sections = ("goal", "turn", "roads", "cities", "markets", "oracles", "end")

    def ply_line(
        self, ply: Move, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> Line:
        """One step, and what followed from it."""
        return _line([ply], names, language, text("magna_grecia.told_end", language))

    def turn_lines(
        self, plies: Sequence[Move], names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> list[Line]:
        """All steps of a turn in one line: who did what, and what followed from it."""
        nothing = text("magna_grecia.told_nothing", language)
        return [_line(plies, names, language, nothing)] if plies else []

    def standing(
        self, view: View, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> str:
        """What everybody would have now, and how far the game is, in two lines."""
        scores = [
            f"{icon(_mark(view, row.seat))} {names[row.seat]} **{row.total}**".strip()
            for row in view.standing
        ]
        return f"{' · '.join(scores)}\n-# {_progress(view, language)}"

    def alt(
        self,
        picture: str,
        view: View,
        names: Sequence[str],
        language: str,
        seat: Seat | None = None,
    ) -> str:
        """Whose turn it is and who leads; then what each seat has, in at most 1,024 characters."""
        told = [f"Magna Grecia. {_progress(view, language)}."]
        told += _now(view, names, language)
        told += (_player(view, who, names, language) for who in _seats(view))
        return shortened(" ".join(told), LONGEST_ALT)

    def board_text(self, view: View, names: Sequence[str], language: str) -> str:
        """The whole table: players, places with all that is in them, roads, cards."""
        now = " ".join((f"{_progress(view, language)}.", *_now(view, names, language)))
        if view.order:
            order = [names[seat] for seat in view.order]
            now = "\n".join((now, text("magna_grecia.text_order", language, names=order)))
            now = "\n".join((now, *_allowed(view, language)))
        players = "\n".join(f"- {_player(view, who, names, language)}" for who in _seats(view))
        parts = [now, players, _places(view, names, language), _roads(view, names, language)]
        return "\n\n".join((*filter(None, parts), _cards(view, language)))

    def question(
        self, question: Question, view: View, held: Any, language: str, icon: Icon = no_icon
    ) -> str:
        """What is asked; at the head of a step also what the card still allows."""
        asked = super().question(question, view, held, language, icon)
        if question.code != "magna_grecia.ask_step" or view.phase != "turns":
            return asked
        return "\n".join((asked, *_left(view, language)))

    def option_label(self, option: Option, view: View, language: str) -> Label:
        """A step, a hex with the village on it, a place with its cost and value."""
        cities = cities_of(view)
        args = {name: _named(name, arg, language, cities) for name, arg in option.args.items()}
        return Label(text(option.code, language, **args, place=_spot(option.args, language)))

    def candidate(self, preview: Preview, language: str) -> str:
        """What a step would cause and bring, and what would still have to be done."""
        before, after = preview.before[preview.seat], preview.after[preview.seat]
        told = [
            text(f"magna_grecia.candidate_{preview.kind}", language, at=_at(preview, language)),
            *_caused(preview, language),
            text(
                "magna_grecia.candidate_points",
                language,
                track=signed(after.before - before.before),
                change=signed(after.total - before.total),
                n=after.total,
            ),
        ]
        if preview.obligations.villages or preview.obligations.unjoined:
            told.append(text("magna_grecia.must_go_on", language))
        told += (text(UNDONE[name], language) for name in preview.undone)
        return "\n".join(told)


WORDS = MagnaGreciaWords("magna_grecia")


# ---- names ---------------------------------------------------------------------------------------

VILLAGE_NAMES = {village.id: {"en": village.name, "fr": village.name_fr} for village in VILLAGES}
VILLAGE_AT = {(village.q, village.r): village.id for village in VILLAGES}
HEX_OF = {village.id: (village.q, village.r) for village in VILLAGES}


def hex_word(at: Hex | Sequence[int], language: str) -> str:
    """A hex by its label, with its village where there is one: "D7 Aeclanum"."""
    q, r = at
    label, village = LABELS[CELLS[q, r]], VILLAGE_AT.get((q, r))
    return f"{label} {VILLAGE_NAMES[village][language]}" if village else label


Cities = Mapping[str, Sequence[int]]
"""The oldest hex of cities, by their ids: people call a city by it."""


def cities_of(view: View) -> Cities:
    """The oldest hex of every city on the map."""
    return {city.id: city.hexes[0] for city in view.cities}


def place_word(place: str, language: str, cities: Cities) -> str:
    """A place by its id, a hex by its label; "" is the sea. A city not in `cities` has no name."""
    kind, _, name = place.partition(":")
    if kind == "city":
        known = cities.get(name)
        return hex_word(known, language) if known else text("magna_grecia.place_city", language)
    if kind in ("village", "oracle"):
        told = hex_word(HEX_OF[name], language)
        return text(f"magna_grecia.place_{kind}", language, village=told)
    return place or text("magna_grecia.place_sea", language)


def _named(name: str, value: Any, language: str, cities: Cities) -> Any:
    """An argument of an option as people read it."""
    if name in ("beyond", "goals"):
        return [place_word(one, language, cities) for one in value]
    if name == "cities":
        return [place_word(f"city:{one}", language, cities) for one in value]
    return value


def _spot(args: Args, language: str) -> str:
    """The hex of an option, with the village on it, or that it was founded on."""
    return hex_word(HEXES[BY_LABEL[args["hex"]]], language) if "hex" in args else ""


# ---- the log of a turn ---------------------------------------------------------------------------


def _line(plies: Sequence[Move], names: Sequence[str], language: str, nothing: str) -> Line:
    """Some steps of one seat in one sentence; where nothing was done, `nothing`."""
    events = [event for ply in plies for event in ply.events]
    done = list(_done(events, language)) or [nothing]
    told = text("magna_grecia.told", language, name=names[plies[0].seat], done=done)
    linked = _links([(event.name, event.args) for event in events], language)
    followed = (*linked, *_followed(events, names, language))
    return Line(told, tuple(dict.fromkeys(followed)), len(plies))


def _done(events: Sequence[Event], language: str) -> Iterator[str]:
    """What was done, the same things together; the market of a new city is part of founding it."""
    some: dict[str, list[Args]] = {}
    for event in events:
        if event.name in DONE and not event.args.get("free"):
            some.setdefault(event.name, []).append(event.args)
    for name, args in some.items():
        yield from DONE[name](args, language)


def _each(code: str) -> Callable[[Sequence[Args], str], Iterator[str]]:
    """Tells of something that is done on hexes: the verb once, then where."""

    def tell(some: Sequence[Args], language: str) -> Iterator[str]:
        first, *others = (hex_word(args["hex"], language) for args in some)
        yield text(code, language, place=first)
        yield from others

    return tell


def _laid(some: Sequence[Args], language: str) -> Iterator[str]:
    hexes = ", ".join(hex_word(args["hex"], language) for args in some)
    yield text("magna_grecia.told_roads", language, n=len(some), hexes=hexes)


def _drew(some: Sequence[Args], language: str) -> Iterator[str]:
    for args in some:
        tiles = [
            text(f"magna_grecia.{code}", language, n=args[kind])
            for kind, code in (("roads", "road_tiles"), ("cities", "city_tiles"))
            if args[kind]
        ]
        yield text("magna_grecia.told_drew", language, tiles=" + ".join(tiles))


DONE: Mapping[str, Callable[[Sequence[Args], str], Iterator[str]]] = {
    "road_placed": _laid,
    "oracle_placed": _each("magna_grecia.told_oracle"),
    "city_founded": _each("magna_grecia.told_founded"),
    "city_expanded": _each("magna_grecia.told_expanded"),
    "drew": _drew,
    "market_placed": _each("magna_grecia.told_market"),
    "market_sold": _each("magna_grecia.told_sold"),
}


def _links(events: Sequence[tuple[str, Args]], language: str) -> Iterator[str]:
    """All new connections in one line. Only a city that was founded just now has its name here."""
    founded = {args["city"]: args["hex"] for name, args in events if name == "city_founded"}
    pairs = [
        " – ".join(place_word(place, language, founded) for place in args["places"])
        for name, args in events
        if name == "connected"
    ]
    if pairs:
        yield text("magna_grecia.told_connected", language, n=len(pairs), pairs=", ".join(pairs))


def _followed(events: Sequence[Event], names: Sequence[str], language: str) -> Iterator[str]:
    for event in events:
        if (tell := FOLLOWED.get(event.name)) is not None:
            yield tell(event.args, names, language)


def _merged(args: Args, _names: Sequence[str], language: str) -> str:
    return text("magna_grecia.told_merged", language, n=len(args["absorbed"]) + 1)


def _turned(args: Args, names: Sequence[str], language: str) -> str:
    place = hex_word(args["hex"], language)
    return text("magna_grecia.told_turned", language, place=place, name=names[args["seat"]])


def _removed(args: Args, names: Sequence[str], language: str) -> str:
    place = hex_word(args["hex"], language)
    return text("magna_grecia.told_removed", language, place=place, name=names[args["seat"]])


def _round(args: Args, names: Sequence[str], language: str) -> str:
    order = ", ".join(names[seat] for seat in args["order"])
    return text("magna_grecia.told_round", language, round=args["round"], order=order)


FOLLOWED: Mapping[str, Callable[[Args, Sequence[str], str], str]] = {
    "cities_merged": _merged,
    "oracle_turned": _turned,
    "market_removed": _removed,
    "round_started": _round,
}


# ---- a candidate ---------------------------------------------------------------------------------

UNDONE = {"draw": "magna_grecia.undone_draw", "market": "magna_grecia.undone_market"}
"""What may be left undone at the end of a turn, and how that is told."""
ORACLE_WON = "magna_grecia.candidate_oracle_won"
ORACLE_LOST = "magna_grecia.candidate_oracle_lost"


def _at(preview: Preview, language: str) -> str:
    """Where the step is taken; for a draw how much of what."""
    if preview.hex is not None:
        sides = "-".join(SIDES[side] for side in preview.ends or ())
        return f"{hex_word(preview.hex, language)} {sides}".strip()
    return preview.notation.partition(" ")[2]


def _caused(preview: Preview, language: str) -> Iterator[str]:
    """New connections and what becomes of the oracles."""
    yield from _links([(cause["event"], cause) for cause in preview.causes], language)
    for cause in preview.causes:
        if cause["event"] == "oracle_turned":
            place = hex_word(cause["hex"], language)
            own = cause["seat"] == preview.seat
            yield text(ORACLE_WON if own else ORACLE_LOST, language, place=place)


def _left(view: View, language: str) -> Iterator[str]:
    """What there is to place beside what the card still allows, and what is owed."""
    own = view.players[view.to_move or 0]
    limits, *owed = _allowed(view, language)
    yield f"-# {limits}"
    yield text(
        "magna_grecia.at_hand",
        language,
        roads=text("magna_grecia.road_tiles", language, n=own.roads),
        cities=text("magna_grecia.city_tiles", language, n=own.cities),
        points=text("magna_grecia.points", language, n=own.score),
    )
    yield from owed


def _allowed(view: View, language: str) -> Iterator[str]:
    """What the card still allows in this turn, and what has to be done first."""
    yield text(
        "magna_grecia.card_left",
        language,
        card=_card(view.card, language),
        roads=view.limits.roads,
        cities=view.limits.cities,
        draw=view.limits.draw,
    )
    if view.obligations.villages or view.obligations.unjoined:
        yield text("magna_grecia.must_go_on", language)


# ---- the position --------------------------------------------------------------------------------


def _seats(view: View) -> range:
    return range(len(view.players))


def _mark(view: View, seat: Seat) -> str:
    """The icon of a seat in the colour that it plays."""
    return f"magna_{view.players[seat].color}_{SEATS[seat]}"


def _progress(view: View, language: str) -> str:
    """How many oracles are to be placed, or the round and its card."""
    if view.phase == "oracles":
        return text("magna_grecia.oracles_left", language, n=view.oracles_left)
    told = text("magna_grecia.round", language, round=view.round, rounds=ROUNDS)
    card = [_card(view.card, language)] if view.card else []
    return " · ".join((told, *card))


def _card(card: str | None, language: str) -> str:
    """A card with its numbers, the improved ones in brackets."""
    if card is None:
        return ""
    told = CARDS[card]
    pairs = (told.roads, told.cities, told.supply)
    numbers = [f"{basic} ({improved})" for basic, improved in pairs]
    roads, cities, draw = numbers
    return text("magna_grecia.card", language, card=card, roads=roads, cities=cities, draw=draw)


def _now(view: View, names: Sequence[str], language: str) -> Iterator[str]:
    """Whose turn it is, or who has won."""
    if view.to_move is not None:
        yield text("magna_grecia.alt_turn", language, name=names[view.to_move])
    if view.final is not None:
        winners = [names[seat] for seat in view.final.winners]
        yield text("magna_grecia.alt_won", language, names=winners)


def _player(view: View, seat: Seat, names: Sequence[str], language: str) -> str:
    """What somebody has: points now and on the track, tiles at hand and in reserve, oracles."""
    row, own = view.standing[seat], view.players[seat]
    return text(
        "magna_grecia.player",
        language,
        name=names[seat],
        color=text(f"magna_grecia.setting_colors_{own.color}", language),
        points=text("magna_grecia.points", language, n=row.total),
        track=own.score,
        markets=row.markets,
        oracles=row.oracles,
        roads=f"{own.roads}+{own.reserve_roads}",
        cities=f"{own.cities}+{own.reserve_cities}",
        left=own.markets,
    )


def _places(view: View, names: Sequence[str], language: str) -> str:
    """Every city and oracle, and every village with a road or a market, with its connections."""
    lines = [
        line for place in view.places if (line := _place(view, place, names, language)) is not None
    ]
    return "\n".join((text("magna_grecia.text_places", language), *lines)) if lines else ""


def _place(view: View, place: Any, names: Sequence[str], language: str) -> str | None:
    markets = [market for market in view.markets if market.hex in place.hexes]
    if place.id.startswith("village") and not place.count and not markets:
        return None
    told = [_place_head(view, place, names, language)]
    if place.neighbours:
        near = [place_word(other, language, cities_of(view)) for other in place.neighbours]
        told.append(text("magna_grecia.text_near", language, n=place.count, places=near))
    costs = [cost.cost for cost in view.market_costs if cost.place == place.id]
    told += (text("magna_grecia.text_cost", language, n=cost) for cost in costs)
    told += [_market(market, names, language) for market in markets]
    return f"- {' · '.join(told)}"


def _place_head(view: View, place: Any, names: Sequence[str], language: str) -> str:
    """A city with its owner and hexes, an oracle with who controls it, a village by its name."""
    for city in view.cities:
        if place.id == f"city:{city.id}":
            hexes = [hex_word(at, language) for at in city.hexes]
            name = names[city.seat]
            return text("magna_grecia.text_city", language, city=city.id, name=name, hexes=hexes)
    for oracle in view.oracles:
        if oracle.hex in place.hexes and oracle.seat is not None:
            told = {"place": hex_word(oracle.hex, language), "name": names[oracle.seat]}
            return text("magna_grecia.text_oracle", language, city=oracle.city, **told)
    return place_word(place.id, language, {})


def _market(market: Any, names: Sequence[str], language: str) -> str:
    state = "sold" if market.sold else "active" if market.active else "inactive"
    return text(
        f"magna_grecia.text_market_{state}", language, name=names[market.seat], n=market.value
    )


def _roads(view: View, names: Sequence[str], language: str) -> str:
    """The road tiles of each player."""
    lines = []
    for seat in _seats(view):
        tiles = [
            f"{LABELS[CELLS[road.hex]]} {'-'.join(SIDES[side] for side in road.ends)}"
            for road in view.roads
            if road.seat == seat
        ]
        if tiles:
            told = {"name": names[seat], "roads": ", ".join(tiles)}
            lines.append(f"- {text('magna_grecia.text_roads', language, **told)}")
    return "\n".join(lines)


def _cards(view: View, language: str) -> str:
    """The next card, and those that are still to come in an order that nobody knows."""
    told = []
    if view.next_card is not None:
        card = _card(view.next_card, language)
        told.append(text("magna_grecia.text_next", language, card=card))
    unseen = ", ".join(view.unseen) or "–"
    told.append(text("magna_grecia.text_unseen", language, n=len(view.unseen), cards=unseen))
    return "\n".join(told)
