"""Akropolis in words: the log of a move, the board as text, the entries of menus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Any

from bot.table.changes import Ply
from bot.words import (
    BAD,
    BOTH,
    GOOD,
    LONGEST_ALT,
    SEATS,
    Label,
    Line,
    Seats,
    Words,
    clip,
    keep_together,
    row_of,
    with_number,
    with_sign,
)
from rules.akropolis.pieces import STARS, TILES, Colour, HexFace, Kind
from rules.akropolis.scoring import ArchitectScore
from rules.akropolis.view import (
    ArchitectView,
    Cell,
    CityScore,
    CityView,
    Preview,
    View,
    last_laid,
    surface,
)
from rules.consequence import Consequence
from rules.contract import Event, Hex, Result, Seat
from rules.question import Option
from rules.unmet import Unmet

CONSEQUENCES: Mapping[str, Collection[str]] = {
    **dict.fromkeys(("places", "to_cover", "stars", "counts"), BOTH),
    **dict.fromkeys(("height", "quarries", "joins"), GOOD),
    "snug": ("has",),
    "price": BAD,
}


class AkropolisWords(Words):
    """The words of Akropolis."""

    sections = ("goal", "turn", "building", "tiles", "scoring", "variants", "solo", "notation")
    consequences = CONSEQUENCES

    def ply_line(self, ply: Ply) -> Line:
        """The tile, its place and the stones, and the consequences."""
        events = {event.name: event.args for event in ply.events}
        followed = (_consequences(self, event) for event in ply.events)
        return Line(_first(self, events), tuple(chain.from_iterable(followed)))

    def brief(self, plies: Sequence[Ply], without: Seats = ()) -> str:
        """The place of the tile."""
        [placed] = (event.args for event in plies[0].events if event.name == "tile_placed")
        name, at = self.names[placed["seat"]], _at(placed["at"])
        return self.say("akropolis.brief_built", name=name, at=at)

    def standing(self, view: View) -> str:
        """The scores and the progress of the game, in two lines."""
        scores = [
            keep_together(self.icon(f"seat_{SEATS[seat]}"), with_number(name, city.score.total))
            for seat, (name, city) in enumerate(zip(self.names, view.cities, strict=False))
        ]
        if view.architect is not None:
            scores.append(keep_together(_architect(self), f"**{view.architect.score.total}**"))
        is_first = view.turn < len(view.cities)
        code = "akropolis.standing_start" if is_first else "akropolis.standing"
        line = self.say(code, scores=row_of(scores))
        return f"{line}\n-# {_progress(self, view)}"

    def alt(self, picture: str, view: View, seat: Seat | None = None) -> str:
        """Description of the table's picture, or of one city's, in at most 1,024 characters."""
        sentences = IN_SHORT[picture](self, view, seat or 0)
        return clip(" ".join(sentences), LONGEST_ALT)

    def board_text(self, view: View) -> str:
        """The whole table: the site with prices, every city hex by hex, points, unseen tiles."""
        situation = " ".join((f"{_progress(self, view)}.", *_turn_or_winner(self, view)))
        parts = [situation, *_settings(self, view), _site(self, view)]
        parts += (_city(self, view, seat, self.names[seat]) for seat in range(len(view.cities)))
        if view.architect is not None:
            parts.append(_architect_area(self, view))
        parts += [_unseen(self, view), self.say("akropolis.text_directions")]
        return "\n\n".join(parts)

    def option_label(self, option: Option, view: View) -> Label:
        """A tile by its hexes with its price, a spot with its points, or a rotation."""
        if option.code != "akropolis.option_tile":
            gain = option.args["gain"]
            brought = self.say("akropolis.change", n=abs(gain), change=with_sign(gain))
            return Label(self.say(option.code, **option.args | {"gain": brought}))
        place = option.args["place"]
        tile = view.line[place - 1]
        price = self.say("akropolis.stones", n=place - 1)
        free = self.say("akropolis.free")
        label = f"{_things(self, tile)} · {price if place > 1 else free}"
        return Label(label, icon=icon_of(tile))

    def preview_text(self, preview: Preview) -> str:
        """Tile and level, points and stones, and plazas that would be covered for good."""
        tile, level = _things(self, preview.tile), preview.level
        lines = [
            self.say("akropolis.candidate", tile=tile[:1].upper() + tile[1:], level=level),
            _gain(self, preview),
        ]
        if plazas := [_plaza_of(self, colour) for colour in preview.plazas_covered]:
            lines.append(self.say("akropolis.candidate_warning", plazas=plazas))
        if preview.unmet:
            reasons = " · ".join(_unmet(self, preview.unmet))
            lines.append(f"-# {self.say('akropolis.candidate_unmet', reasons=reasons)}")
        return "\n".join(lines)

    def sources(self, parts: Mapping[str, int]) -> str:
        """Changes by colour and of the stones, unless these are only paid, as the price says."""
        is_price = parts.keys() == {"stones"} and parts["stones"] < 0
        return "" if is_price else super().sources(parts)

    def preview_details(self, preview: Preview) -> str:
        """Place, and the stones spent, gained and left."""
        return _cost(self, preview)

    def preview_legend(self, preview: Preview) -> str:
        """Meaning of the numbers beside the ghost of a tile."""
        return self.say("akropolis.candidate_legend")

    def comparison(self, previews: Sequence[Preview]) -> list[str]:
        """Tile, place and level of each; also its rotation, where two would otherwise be equal."""
        lines = [_lies(self, preview) for preview in previews]
        return [
            line if lines.count(line) == 1 else _lies(self, preview, turned=True)
            for line, preview in zip(lines, previews, strict=True)
        ]

    def consequence_args(self, one: Consequence) -> dict[str, Any]:
        """A consequence with its districts by name."""
        n, args = abs(one.amount), dict(one.about)
        if one.code == "height":
            args["level"] = n + 1
        if (colour := args.get("colour")) is not None:
            district = self.say(f"akropolis.district_{colour}", n=n)
            args["districts"] = self.say(f"akropolis.part_{colour}").lower()
            args["things"] = district if n > 1 else keep_together(str(n), district)
        return args

    def worth(self, part: str, count: int) -> str:
        """Worth in points; "" for stones, which are counted already."""
        if part == "stones":
            return ""
        return self.say("akropolis.why_worth", n=abs(count), change=with_sign(count))

    def end_reason(self, result: Result) -> str:
        """The winner's points and the next player's; at a tie, the deciding stones (AK-80)."""
        return " ".join((*_margin(self, result), super().end_reason(result)))


WORDS = AkropolisWords


# ---- the end -------------------------------------------------------------------------------------


PLAYED_OUT = (
    "akropolis.end_stacks_empty",
    "akropolis.end_architect_beaten",
    "akropolis.end_architect_unbeaten",
)
Standing = tuple[int, int]
"""Points, and the stones that break a tie."""


def _margin(words: Words, result: Result) -> Iterator[str]:
    """Margin of the win or loss, in points or else in stones (AK-80, AK-99).

    Empty where the game was not played out, or where the leading player had resigned.
    """
    if result.reason not in PLAYED_OUT:
        return
    seats = [(score.total, score.parts["stones"]) for score in result.scores]
    if his := result.details.get("architect"):
        lower, upper = sorted((seats[0], (his["total"], his["stones"])))
        yield from _between(words, lower, upper)
    elif losers := [standing for seat, standing in enumerate(seats) if seat not in result.winners]:
        yield from _between(words, max(losers), seats[result.winners[0]])
    else:
        yield from _between(words, seats[0], seats[0])


def _between(words: Words, lower: Standing, upper: Standing) -> Iterator[str]:
    """The deciding comparison of two standings."""
    (points, stones), (fewer_points, fewer) = upper, lower
    if points > fewer_points:
        yield words.say("akropolis.won_by_points", n=points, others=fewer_points)
    elif points == fewer_points and stones > fewer:
        yield words.say("akropolis.won_by_stones", n=stones, others=fewer, points=points)
    elif upper == lower:
        yield words.say("akropolis.won_alike", n=points, stones=stones)


# ---- pieces --------------------------------------------------------------------------------------


def hex_word(words: Words, face: HexFace | Cell) -> str:
    """One hex: "quarry", "market", "temple plaza 2★"."""
    if face.kind == Kind.QUARRY:
        return words.say("akropolis.quarry")
    if face.kind == Kind.DISTRICT:
        return words.say(f"akropolis.district_{face.colour}")
    return _plaza(words, face.colour or "", face.stars)


def _plaza(words: Words, colour: str, stars: int) -> str:
    return words.say(f"akropolis.plaza_{colour}", stars=stars)


def _plaza_of(words: Words, colour: str) -> str:
    """Plaza of a colour, with the stars that each of them has."""
    return _plaza(words, colour, STARS[list(Colour).index(Colour(colour))])


def _tile(words: Words, tile: int) -> str:
    """The three hexes of a tile, in their order from the anchor."""
    return ", ".join(hex_word(words, face) for face in TILES[tile].hexes)


def _things(words: Words, tile: int) -> str:
    """Contents of a tile with equal hexes counted: "market, 2 quarries"."""
    faces = Counter((face.kind, face.colour or "", face.stars) for face in TILES[tile].hexes)
    return ", ".join(_hexes_of_sort(words, *face, n) for face, n in faces.items())


def _hexes_of_sort(words: Words, kind: str, colour: str, stars: int, n: int) -> str:
    """A number of hexes of one kind; no tile has the same plaza twice."""
    if kind == Kind.QUARRY:
        return words.say("akropolis.quarry", n=n)
    if kind == Kind.DISTRICT:
        return words.say(f"akropolis.district_{colour}", n=n)
    return _plaza(words, colour, stars)


def _tile_with_icon(words: Words, tile: int) -> str:
    """Contents of a tile, after its icon if any."""
    return keep_together(words.icon(icon_of(tile)), _things(words, tile))


def icon_of(tile: int) -> str:
    """The name of a tile's icon in `render`; plazas are written in upper case."""
    return f"t_{TILES[tile].code}"


def _at(cell: Hex) -> str:
    return f"{cell[0]},{cell[1]}"


# ---- the log of a move ---------------------------------------------------------------------------


def _first(words: Words, events: Mapping[str, Mapping[str, Any]]) -> str:
    """Player, tile and place, and the stones gained or spent."""
    placed = events["tile_placed"]
    level = placed["level"]
    sentence = words.say(
        "akropolis.told_built" if level == 1 else "akropolis.told_built_high",
        name=words.names[placed["seat"]],
        tile=_tile_with_icon(words, placed["tile"]),
        at=_at(placed["at"]),
        level=level,
    )
    stones = _amount(events, "stones_gained") - _amount(events, "stones_paid")
    if not stones:
        return sentence
    change = words.say("akropolis.told_stones", change=with_sign(stones), n=abs(stones))
    return f"{sentence} · {change}"


def _amount(events: Mapping[str, Mapping[str, Any]], name: str) -> int:
    amount: int = events.get(name, {}).get("amount", 0)
    return amount


def _consequences(words: Words, event: Event) -> Iterator[str]:
    """Consequences of a move. The announcement of the last round also covers the last stack."""
    tell = FOLLOWED.get(event.name)
    if tell is not None and event.args.get("stacks") != 0:
        yield tell(words, event.args)


def _plaza_covered(words: Words, args: Mapping[str, Any]) -> str:
    plaza = _plaza(words, args["colour"], args["stars"])
    return words.say("akropolis.told_plaza_covered", plaza=plaza)


def _architect_took(words: Words, args: Mapping[str, Any]) -> str:
    return words.say(
        "akropolis.told_architect_took",
        tile=_tile_with_icon(words, args["tile"]),
        n=args["price"],
        reason=words.say(f"akropolis.architect_{args['reason'].replace(' ', '_')}"),
    )


FOLLOWED: Mapping[str, Callable[[Words, Mapping[str, Any]], str]] = {
    "plaza_covered": _plaza_covered,
    "architect_took": _architect_took,
    "line_refilled": lambda words, args: words.say(
        "akropolis.told_line_refilled", n=args["stacks"]
    ),
    "last_round": lambda words, _: words.say("akropolis.told_last_round"),
}


# ---- the position --------------------------------------------------------------------------------


def _architect(words: Words) -> str:
    return words.say("akropolis.architect")


def _progress(words: Words, view: View) -> str:
    """Round and stacks: "Round 3 of 12 · 9 stacks left"."""
    stacks = words.say("akropolis.stacks_left", n=len(view.stack_sizes))
    line = words.say("akropolis.round", round=view.round, rounds=view.rounds)
    return f"{line} · {stacks}"


def _table_in_short(words: Words, view: View, _seat: Seat) -> Iterator[str]:
    """Summary of the table: the turn, the newest tile, the leader, then the other facts."""
    yield f"Akropolis. {_progress(words, view)}."
    if view.current is not None:
        yield words.say("akropolis.alt_turn", name=words.names[view.current])
    yield from _last_tile(words, view)
    yield from _leader(words, view)
    for name, city in _rivals(words, view):
        yield _in_short(words, name, city)
    if not view.over:
        offers = (f"T{place} {_tile(words, tile)}" for place, tile in enumerate(view.line, 1))
        yield words.say("akropolis.alt_site", tiles=" · ".join(offers))


def _city_from_near(words: Words, view: View, seat: Seat) -> Iterator[str]:
    city = view.cities[seat]
    yield f"Akropolis. {_in_short(words, words.names[seat], city)}"
    yield f"{_points_by_colour(words, city.score)}."


IN_SHORT: Mapping[str, Callable[[Words, View, Seat], Iterator[str]]] = {
    "table": _table_in_short,
    "seat": _city_from_near,
}
"""Descriptions of the public pictures, by name."""


def _last_tile(words: Words, view: View) -> Iterator[str]:
    """Newest tile, with its player and place."""
    if (newest := last_laid(view)) is not None:
        seat, index = newest
        laid = view.cities[seat].tiles[index]
        hexes = [hex_word(words, face) for face in TILES[laid.tile].hexes]
        place = {"at": _at(laid.at), "level": laid.level}
        yield words.say("akropolis.alt_last", name=words.names[seat], hexes=hexes, **place)


def _leader(words: Words, view: View) -> Iterator[str]:
    """Winner; before the end the leader, once a turn was played."""
    rivals = _rivals(words, view)
    best = max(city.score.total for _, city in rivals)
    ahead = [rival for rival in rivals if rival[1].score.total == best]
    if view.over:
        ahead = [rivals[seat] for seat in view.winners] or rivals[-1:]
    if view.turn:
        code = "akropolis.alt_won" if view.over else "akropolis.alt_leads"
        points = words.say("akropolis.points", n=ahead[0][1].score.total)
        yield words.say(code, names=[name for name, _ in ahead], points=points)


def _rivals(words: Words, view: View) -> list[tuple[str, CityView | ArchitectView]]:
    """The players with their cities, then the architect of a solo game."""
    rivals: list[tuple[str, CityView | ArchitectView]] = [
        *zip(words.names, view.cities, strict=False)
    ]
    if view.architect is not None:
        rivals.append((_architect(words), view.architect))
    return rivals


def _in_short(words: Words, name: str, city: CityView | ArchitectView) -> str:
    points = words.say("akropolis.points", n=city.score.total)
    stones = words.say("akropolis.stones", n=city.stones)
    return words.say("akropolis.alt_city", name=name, points=points, stones=stones)


def _turn_or_winner(words: Words, view: View) -> Iterator[str]:
    """Player whose turn it is, or the winner."""
    if view.current is not None:
        yield words.say("akropolis.alt_turn", name=words.names[view.current])
    if view.over:
        yield from _leader(words, view)


def _settings(words: Words, view: View) -> list[str]:
    """Options that change the game, in a paragraph; [] for the usual game."""
    parts = [*_long(words, view), *_variants(words, view)]
    return [" · ".join(parts)] if parts else []


def _long(words: Words, view: View) -> Iterator[str]:
    """The options of the long game and of the architect in a solo game."""
    if view.options.length == "long":
        yield words.say("akropolis.setting_length_long")
    if view.options.solo is not None:
        yield words.say(f"akropolis.setting_solo_{view.options.solo}")


def _variants(words: Words, view: View) -> Iterator[str]:
    """Colours that may score double, if any."""
    if chosen := view.options.variants:
        name = words.say("akropolis.setting_variants")
        labels = [words.say(f"akropolis.setting_variants_{colour}") for colour in chosen]
        yield words.say("lobby.several", name=name, chosen=labels)


def _site(words: Words, view: View) -> str:
    lines = [
        words.say("akropolis.text_offer", place=place, hexes=_tile(words, tile), n=place - 1)
        for place, tile in enumerate(view.line, 1)
    ]
    return "\n".join((words.say("akropolis.text_site"), *lines))


def _city(words: Words, view: View, seat: Seat, name: str) -> str:
    """A city by columns from west to east, each from north to south."""
    city = view.cities[seat]
    stones = words.say("akropolis.stones", n=city.stones)
    heading = words.say("akropolis.text_city", name=name, n=city.score.total, stones=stones)
    if seat == view.chief and view.architect is None:
        heading += f" · {words.say('akropolis.chief')}"
    cells = sorted(surface(city).items())
    columns = [
        _column(words, q, list(cells_of))
        for q, cells_of in groupby(cells, key=lambda cell: cell[0][0])
    ]
    return "\n".join((heading, _points_by_colour(words, city.score), *columns))


def _column(words: Words, q: int, cells: list[tuple[Hex, Cell]]) -> str:
    parts = []
    for (_, r), cell in cells:
        line = f"{q},{r} {hex_word(words, cell)}"
        higher = words.say("akropolis.text_level", cell=line, level=cell.level)
        parts.append(line if cell.level == 1 else higher)
    return f"- {' · '.join(parts)}"


def _points_by_colour(words: Words, score: CityScore | ArchitectScore) -> str:
    """Each colour as value × stars = points."""
    return " · ".join(
        f"{words.say(f'akropolis.part_{colour}')} {part.value} × {part.stars}★ = {part.points}"
        for colour, part in score.districts.items()
    )


def _architect_area(words: Words, view: View) -> str:
    assert view.architect is not None
    tiles = " · ".join(_tile(words, tile) for tile in view.architect.tiles) or "–"
    stones = words.say("akropolis.stones", n=view.architect.stones)
    total = view.architect.score.total
    name = _architect(words)
    heading = words.say("akropolis.text_city", name=name, n=total, stones=stones)
    return f"{heading}\n{_points_by_colour(words, view.architect.score)}\n{tiles}"


def _unseen(words: Words, view: View) -> str:
    tiles = " · ".join(_tile(words, tile) for tile in view.unseen) or "–"
    return words.say("akropolis.text_unseen", n=len(view.unseen), tiles=tiles)


# ---- choosing ------------------------------------------------------------------------------------


def _lies(words: Words, preview: Preview, *, turned: bool = False) -> str:
    """Position of a tile: "House, 2 quarries at 1,-2, level 1"."""
    tile = _things(words, preview.tile)
    args = {"tile": tile[:1].upper() + tile[1:], "at": _at(preview.at), "level": preview.level}
    if turned and preview.rot:
        args["degrees"] = 60 * preview.rot
        return words.say("akropolis.compared_turned", **args)
    return words.say("akropolis.compared", **args)


def _gain(words: Words, preview: Preview) -> str:
    """Points gained and stones paid."""
    before, after = preview.before.total, preview.city.score.total
    price = "akropolis.costs" if preview.price else "akropolis.free"
    return words.say(
        "akropolis.candidate_points",
        change=with_sign(after - before),
        n=after,
        price=words.say(price, n=preview.price),
    )


def _unmet(words: Words, reasons: Sequence[Unmet]) -> Iterator[str]:
    """Districts and plazas that count nothing yet, by the reason for it."""
    for code in dict.fromkeys(reason.code for reason in reasons):
        things = [_thing(words, reason) for reason in reasons if reason.code == code]
        args = {"things": things, "reason": words.say(code)}
        yield words.say("akropolis.candidate_unmet_things", **args)


def _thing(words: Words, reason: Unmet) -> str:
    colour = reason.args["colour"]
    if reason.code == "akropolis.unmet_plaza":
        return _plaza_of(words, colour)
    return words.say(f"akropolis.district_{colour}")


def _cost(words: Words, preview: Preview) -> str:
    """Place, and the stones spent, gained and left."""
    return words.say(
        "akropolis.candidate_stones",
        at=_at(preview.at),
        price=preview.price,
        gain=preview.gain,
        n=preview.city.stones,
    )
