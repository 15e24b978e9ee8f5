"""Akropolis in words: the log of a move, the board as text, the entries of menus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Any

from bot.i18n import text
from bot.words import (
    LONGEST_ALT,
    Icon,
    Label,
    Line,
    Move,
    Words,
    clip,
    form,
    keep_together,
    no_icon,
    row_of,
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

SEATS = "abcd"


class AkropolisWords(Words):
    """The words of Akropolis."""

    sections = ("goal", "turn", "building", "tiles", "scoring", "variants", "solo", "notation")

    def ply_line(
        self, ply: Move, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> Line:
        """The tile, its place and the stones, and the consequences."""
        events = {event.name: event.args for event in ply.events}
        followed = (_consequences(event, names, language, icon) for event in ply.events)
        return Line(_first(events, names, language, icon), tuple(chain.from_iterable(followed)))

    def standing(
        self, view: View, names: Sequence[str], language: str, icon: Icon = no_icon
    ) -> str:
        """The scores and the progress of the game, in two lines."""
        scores = [
            keep_together(icon(f"seat_{SEATS[seat]}"), name, f"**{city.score.total}**")
            for seat, (name, city) in enumerate(zip(names, view.cities, strict=False))
        ]
        if view.architect is not None:
            scores.append(keep_together(_architect(language), f"**{view.architect.score.total}**"))
        line = text("akropolis.standing", language, scores=row_of(scores))
        return f"{line}\n-# {_progress(view, language)}"

    def alt(
        self,
        picture: str,
        view: View,
        names: Sequence[str],
        language: str,
        seat: Seat | None = None,
    ) -> str:
        """Description of the table's picture, or of one city's, in at most 1,024 characters."""
        sentences = IN_SHORT[picture](view, names, language, seat or 0)
        return clip(" ".join(sentences), LONGEST_ALT)

    def board_text(self, view: View, names: Sequence[str], language: str) -> str:
        """The whole table: the site with prices, every city hex by hex, points, unseen tiles."""
        situation = " ".join(
            (f"{_progress(view, language)}.", *_turn_or_winner(view, names, language))
        )
        parts = [situation, *_settings(view, language), _site(view, language)]
        parts += (_city(view, seat, names[seat], language) for seat in range(len(view.cities)))
        if view.architect is not None:
            parts.append(_architect_area(view, language))
        parts += [_unseen(view, language), text("akropolis.text_directions", language)]
        return "\n\n".join(parts)

    def option_label(self, option: Option, view: View, language: str) -> Label:
        """A tile by its hexes with its price, a spot with its points, or a rotation."""
        if option.code != "akropolis.option_tile":
            args = option.args | {"gain": with_sign(option.args.get("gain", 0))}
            return Label(text(option.code, language, **args))
        place = option.args["place"]
        tile = view.line[place - 1]
        price = text("akropolis.stones", language, n=place - 1)
        free = text("akropolis.free", language)
        label = f"{_things(tile, language)} · {price if place > 1 else free}"
        return Label(label, icon=icon_of(tile))

    def preview_text(self, preview: Preview, language: str) -> str:
        """Tile and level, points and stones, and plazas that would be covered for good."""
        tile, level = _tile(preview.tile, language), preview.level
        lines = [
            text("akropolis.candidate", language, tile=tile[:1].upper() + tile[1:], level=level),
            _gain(preview, language),
        ]
        for colour in preview.plazas_covered:
            plaza = _plaza(colour, STARS[list(Colour).index(Colour(colour))], language)
            lines.append(text("akropolis.candidate_warning", language, plaza=plaza))
        return "\n".join(lines)

    def preview_details(self, preview: Preview, language: str) -> str:
        """Place, stones spent and gained, and points by district."""
        return "\n".join(filter(None, (_cost(preview, language), _difference(preview, language))))

    def comparison(self, previews: Sequence[Preview], language: str) -> list[str]:
        """Tile, place and level of each; also its rotation, where two would otherwise be equal."""
        lines = [_lies(preview, language) for preview in previews]
        return [
            line if lines.count(line) == 1 else _lies(preview, language, turned=True)
            for line, preview in zip(lines, previews, strict=True)
        ]

    def consequence(self, one: Consequence, language: str) -> str:
        """Opened places, stones, stars, districts that score."""
        code = form(one, *POINTED[one.code])
        return _districts_named(one, code, language) if code else ""

    def worth(self, part: str, count: int, language: str) -> str:
        """Worth in points; "" for stones, which are counted already."""
        if part == "stones":
            return ""
        return text("akropolis.why_worth", language, n=abs(count), change=with_sign(count))

    def end_reason(self, result: Result, language: str) -> str:
        """The winner's points and the next player's; at a tie, the deciding stones (AK-80)."""
        return " ".join((*_margin(result, language), super().end_reason(result, language)))


WORDS = AkropolisWords("akropolis")


# ---- the end -------------------------------------------------------------------------------------


PLAYED_OUT = (
    "akropolis.end_stacks_empty",
    "akropolis.end_architect_beaten",
    "akropolis.end_architect_unbeaten",
)
Standing = tuple[int, int]
"""Points, and the stones that break a tie."""


def _margin(result: Result, language: str) -> Iterator[str]:
    """Margin of the win or loss, in points or else in stones (AK-80, AK-99).

    Empty where the game was not played out, or where the leading player had resigned.
    """
    if result.reason not in PLAYED_OUT:
        return
    seats = [(score.total, score.parts["stones"]) for score in result.scores]
    if his := result.details.get("architect"):
        lower, upper = sorted((seats[0], (his["total"], his["stones"])))
        yield from _between(lower, upper, language)
    elif losers := [standing for seat, standing in enumerate(seats) if seat not in result.winners]:
        yield from _between(max(losers), seats[result.winners[0]], language)
    else:
        yield from _between(seats[0], seats[0], language)


def _between(lower: Standing, upper: Standing, language: str) -> Iterator[str]:
    """The deciding comparison of two standings."""
    (points, stones), (fewer_points, fewer) = upper, lower
    if points > fewer_points:
        yield text("akropolis.won_by_points", language, n=points, others=fewer_points)
    elif points == fewer_points and stones > fewer:
        yield text("akropolis.won_by_stones", language, n=stones, others=fewer, points=points)
    elif upper == lower:
        yield text("akropolis.won_alike", language, n=points, stones=stones)


# ---- pieces --------------------------------------------------------------------------------------


def hex_word(face: HexFace | Cell, language: str) -> str:
    """One hex: "quarry", "market", "temple plaza 2★"."""
    if face.kind == Kind.QUARRY:
        return text("akropolis.quarry", language)
    if face.kind == Kind.DISTRICT:
        return text(f"akropolis.district_{face.colour}", language)
    return _plaza(face.colour or "", face.stars, language)


def _plaza(colour: str, stars: int, language: str) -> str:
    return text(f"akropolis.plaza_{colour}", language, stars=stars)


def _tile(tile: int, language: str) -> str:
    """The three hexes of a tile, in their order from the anchor."""
    return ", ".join(hex_word(face, language) for face in TILES[tile].hexes)


def _things(tile: int, language: str) -> str:
    """Contents of a tile with equal hexes counted: "market, 2 quarries"."""
    faces = Counter((face.kind, face.colour or "", face.stars) for face in TILES[tile].hexes)
    return ", ".join(_hexes_of_sort(*face, n, language) for face, n in faces.items())


def _hexes_of_sort(kind: str, colour: str, stars: int, n: int, language: str) -> str:
    """A number of hexes of one kind; no tile has the same plaza twice."""
    if kind == Kind.QUARRY:
        return text("akropolis.quarry", language, n=n)
    if kind == Kind.DISTRICT:
        return text(f"akropolis.district_{colour}", language, n=n)
    return _plaza(colour, stars, language)


def _tile_with_icon(tile: int, language: str, icon: Icon) -> str:
    """Contents of a tile, after its icon if any."""
    return keep_together(icon(icon_of(tile)), _things(tile, language))


def icon_of(tile: int) -> str:
    """The name of a tile's icon in `render`; plazas are written in upper case."""
    return f"t_{TILES[tile].code}"


def _at(cell: Hex) -> str:
    return f"{cell[0]},{cell[1]}"


# ---- the log of a move ---------------------------------------------------------------------------


def _first(
    events: Mapping[str, Mapping[str, Any]], names: Sequence[str], language: str, icon: Icon
) -> str:
    """Player, tile and place, and the stones gained or spent."""
    placed = events["tile_placed"]
    level = placed["level"]
    sentence = text(
        "akropolis.told_built" if level == 1 else "akropolis.told_built_high",
        language,
        name=names[placed["seat"]],
        tile=_tile_with_icon(placed["tile"], language, icon),
        at=_at(placed["at"]),
        level=level,
    )
    stones = _amount(events, "stones_gained") - _amount(events, "stones_paid")
    if not stones:
        return sentence
    change = text("akropolis.told_stones", language, change=with_sign(stones), n=abs(stones))
    return f"{sentence} · {change}"


def _amount(events: Mapping[str, Mapping[str, Any]], name: str) -> int:
    amount: int = events.get(name, {}).get("amount", 0)
    return amount


def _consequences(event: Event, names: Sequence[str], language: str, icon: Icon) -> Iterator[str]:
    """Consequences of a move. The announcement of the last round also covers the last stack."""
    tell = FOLLOWED.get(event.name)
    if tell is not None and event.args.get("stacks") != 0:
        yield tell(event.args, names, language, icon)


def _plaza_covered(args: Mapping[str, Any], names: Sequence[str], language: str, icon: Icon) -> str:
    plaza = _plaza(args["colour"], args["stars"], language)
    return text("akropolis.told_plaza_covered", language, plaza=plaza)


def _line_refilled(args: Mapping[str, Any], names: Sequence[str], language: str, icon: Icon) -> str:
    return text("akropolis.told_line_refilled", language, n=args["stacks"])


def _last_round(args: Mapping[str, Any], names: Sequence[str], language: str, icon: Icon) -> str:
    return text("akropolis.told_last_round", language)


def _architect_took(
    args: Mapping[str, Any], names: Sequence[str], language: str, icon: Icon
) -> str:
    return text(
        "akropolis.told_architect_took",
        language,
        tile=_tile_with_icon(args["tile"], language, icon),
        n=args["price"],
        reason=text(f"akropolis.architect_{args['reason'].replace(' ', '_')}", language),
    )


FOLLOWED: Mapping[str, Callable[[Mapping[str, Any], Sequence[str], str, Icon], str]] = {
    "plaza_covered": _plaza_covered,
    "architect_took": _architect_took,
    "line_refilled": _line_refilled,
    "last_round": _last_round,
}


# ---- the position --------------------------------------------------------------------------------


def _architect(language: str) -> str:
    return text("akropolis.architect", language)


def _progress(view: View, language: str) -> str:
    """Round and stacks: "Round 3 of 12 · 9 stacks left"."""
    stacks = text("akropolis.stacks_left", language, n=len(view.stack_sizes))
    line = text("akropolis.round", language, round=view.round, rounds=view.rounds)
    return f"{line} · {stacks}"


def _table_in_short(view: View, names: Sequence[str], language: str, _seat: Seat) -> Iterator[str]:
    """Summary of the table: the turn, the newest tile, the leader, then the other facts."""
    yield f"Akropolis. {_progress(view, language)}."
    if view.current is not None:
        yield text("akropolis.alt_turn", language, name=names[view.current])
    yield from _last_tile(view, names, language)
    yield from _leader(view, names, language)
    for name, city in _rivals(view, names, language):
        yield _in_short(name, city, language)
    if not view.over:
        offers = (f"T{place} {_tile(tile, language)}" for place, tile in enumerate(view.line, 1))
        yield text("akropolis.alt_site", language, tiles=" · ".join(offers))


def _city_from_near(view: View, names: Sequence[str], language: str, seat: Seat) -> Iterator[str]:
    city = view.cities[seat]
    yield f"Akropolis. {_in_short(names[seat], city, language)}"
    yield f"{_points_by_colour(city.score, language)}."


IN_SHORT: Mapping[str, Callable[[View, Sequence[str], str, Seat], Iterator[str]]] = {
    "table": _table_in_short,
    "seat": _city_from_near,
}
"""Descriptions of the public pictures, by name."""


def _last_tile(view: View, names: Sequence[str], language: str) -> Iterator[str]:
    """Newest tile, with its player and place."""
    if (newest := last_laid(view)) is not None:
        seat, index = newest
        laid = view.cities[seat].tiles[index]
        hexes = [hex_word(face, language) for face in TILES[laid.tile].hexes]
        place = {"at": _at(laid.at), "level": laid.level}
        yield text("akropolis.alt_last", language, name=names[seat], hexes=hexes, **place)


def _leader(view: View, names: Sequence[str], language: str) -> Iterator[str]:
    """Winner; before the end the leader, once a turn was played."""
    rivals = _rivals(view, names, language)
    best = max(city.score.total for _, city in rivals)
    ahead = [rival for rival in rivals if rival[1].score.total == best]
    if view.over:
        ahead = [rivals[seat] for seat in view.winners] or rivals[-1:]
    if view.turn:
        code = "akropolis.alt_won" if view.over else "akropolis.alt_leads"
        points = text("akropolis.points", language, n=ahead[0][1].score.total)
        yield text(code, language, names=[name for name, _ in ahead], points=points)


def _rivals(
    view: View, names: Sequence[str], language: str
) -> list[tuple[str, CityView | ArchitectView]]:
    """The players with their cities, then the architect of a solo game."""
    rivals: list[tuple[str, CityView | ArchitectView]] = [*zip(names, view.cities, strict=False)]
    if view.architect is not None:
        rivals.append((_architect(language), view.architect))
    return rivals


def _in_short(name: str, city: CityView | ArchitectView, language: str) -> str:
    points = text("akropolis.points", language, n=city.score.total)
    stones = text("akropolis.stones", language, n=city.stones)
    return text("akropolis.alt_city", language, name=name, points=points, stones=stones)


def _turn_or_winner(view: View, names: Sequence[str], language: str) -> Iterator[str]:
    """Player whose turn it is, or the winner."""
    if view.current is not None:
        yield text("akropolis.alt_turn", language, name=names[view.current])
    if view.over:
        yield from _leader(view, names, language)


def _settings(view: View, language: str) -> list[str]:
    """Options that change the game, in a paragraph; [] for the usual game."""
    parts = [*_long(view, language), *_variants(view, language)]
    return [" · ".join(parts)] if parts else []


def _long(view: View, language: str) -> Iterator[str]:
    """The options of the long game and of the architect in a solo game."""
    if view.options.length == "long":
        yield text("akropolis.setting_length_long", language)
    if view.options.solo is not None:
        yield text(f"akropolis.setting_solo_{view.options.solo}", language)


def _variants(view: View, language: str) -> Iterator[str]:
    """Colours that may score double, if any."""
    if chosen := view.options.variants:
        name = text("akropolis.setting_variants", language)
        labels = [text(f"akropolis.setting_variants_{colour}", language) for colour in chosen]
        yield text("lobby.several", language, name=name, chosen=labels)


def _site(view: View, language: str) -> str:
    lines = [
        text(
            "akropolis.text_offer",
            language,
            place=place,
            hexes=_tile(tile, language),
            n=place - 1,
        )
        for place, tile in enumerate(view.line, 1)
    ]
    return "\n".join((text("akropolis.text_site", language), *lines))


def _city(view: View, seat: Seat, name: str, language: str) -> str:
    """A city by columns from west to east, each from north to south."""
    city = view.cities[seat]
    stones = text("akropolis.stones", language, n=city.stones)
    heading = text("akropolis.text_city", language, name=name, n=city.score.total, stones=stones)
    if seat == view.chief and view.architect is None:
        heading += f" · {text('akropolis.chief', language)}"
    cells = sorted(surface(city).items())
    columns = [
        _column(q, list(cells_of), language)
        for q, cells_of in groupby(cells, key=lambda cell: cell[0][0])
    ]
    return "\n".join((heading, _points_by_colour(city.score, language), *columns))


def _column(q: int, cells: list[tuple[Hex, Cell]], language: str) -> str:
    parts = []
    for (_, r), cell in cells:
        line = f"{q},{r} {hex_word(cell, language)}"
        higher = text("akropolis.text_level", language, cell=line, level=cell.level)
        parts.append(line if cell.level == 1 else higher)
    return f"- {' · '.join(parts)}"


def _points_by_colour(score: CityScore | ArchitectScore, language: str) -> str:
    """Each colour as value × stars = points."""
    return " · ".join(
        f"{text(f'akropolis.part_{colour}', language)} {part.value} × {part.stars}★ = {part.points}"
        for colour, part in score.districts.items()
    )


def _architect_area(view: View, language: str) -> str:
    assert view.architect is not None
    tiles = " · ".join(_tile(tile, language) for tile in view.architect.tiles) or "–"
    stones = text("akropolis.stones", language, n=view.architect.stones)
    total = view.architect.score.total
    name = _architect(language)
    heading = text("akropolis.text_city", language, name=name, n=total, stones=stones)
    return f"{heading}\n{_points_by_colour(view.architect.score, language)}\n{tiles}"


def _unseen(view: View, language: str) -> str:
    tiles = " · ".join(_tile(tile, language) for tile in view.unseen) or "–"
    return text("akropolis.text_unseen", language, n=len(view.unseen), tiles=tiles)


# ---- choosing ------------------------------------------------------------------------------------


def _lies(preview: Preview, language: str, *, turned: bool = False) -> str:
    """Position of each hex: "House, barracks, quarry at 1,-2, level 1"."""
    tile = _tile(preview.tile, language)
    args = {"tile": tile[:1].upper() + tile[1:], "at": _at(preview.at), "level": preview.level}
    if turned and preview.rot:
        args["degrees"] = 60 * preview.rot
        return text("akropolis.compared_turned", language, **args)
    return text("akropolis.compared", language, **args)


def _gain(preview: Preview, language: str) -> str:
    """Points gained and stones paid."""
    before, after = preview.before.total, preview.city.score.total
    price = text("akropolis.stones", language, n=preview.price)
    return text(
        "akropolis.candidate_points",
        language,
        change=with_sign(after - before),
        n=after,
        price=price if preview.price else text("akropolis.free", language),
    )


def _cost(preview: Preview, language: str) -> str:
    """Place, and the stones spent, gained and left."""
    return text(
        "akropolis.candidate_stones",
        language,
        at=_at(preview.at),
        code=TILES[preview.tile].code,
        price=preview.price,
        gain=preview.gain,
        n=preview.city.stones,
    )


def _difference(preview: Preview, language: str) -> str:
    """Change of the points by colour and by stones, one point each; "" for no change."""
    before, after = preview.before, preview.city.score
    parts = [
        f"{text(f'akropolis.part_{colour}', language)} {with_sign(change)}"
        for colour, part in after.districts.items()
        if (change := part.points - before.districts[colour].points)
    ]
    if change := after.stones - before.stones:
        parts.append(f"{text('akropolis.part_stones', language)} {with_sign(change)}")
    if not parts:
        return ""
    totals = {"before": before.total, "after": after.total}
    return text("akropolis.candidate_changes", language, **totals, parts=", ".join(parts))


# ---- reasons -------------------------------------------------------------------------------------


POINTED: Mapping[str, tuple[str, ...]] = {
    "places": (
        "akropolis.why_places",
        "akropolis.why_places_none",
        "akropolis.why_places_closed",
        "akropolis.why_places_kept",
    ),
    "height": ("akropolis.why_height", "akropolis.why_height_none"),
    "to_cover": (
        "akropolis.why_to_cover",
        "akropolis.why_to_cover_none",
        "akropolis.why_to_cover_less",
        "akropolis.why_to_cover_kept",
    ),
    "snug": ("akropolis.why_snug",),
    "quarries": ("akropolis.why_quarries", "akropolis.why_quarries_none"),
    "price": ("", "", "akropolis.why_price", "akropolis.why_price_none"),
    "joins": ("akropolis.why_joins", "akropolis.why_joins_none"),
    "stars": (
        "akropolis.why_stars",
        "akropolis.why_stars_none",
        "akropolis.why_stars_covered",
        "akropolis.why_stars_kept",
    ),
    "counts": (
        "akropolis.why_counts",
        "akropolis.why_counts_none",
        "akropolis.why_counts_less",
        "akropolis.why_counts_kept",
    ),
}
"""Codes of each consequence, in the order of `form`."""


def _districts_named(one: Consequence, code: str, language: str) -> str:
    """Text of a consequence, with its districts by name."""
    n, args = abs(one.amount), dict(one.about)
    if one.code == "height":
        args["level"] = n + 1
    if (colour := args.get("colour")) is not None:
        district = text(f"akropolis.district_{colour}", language, n=n)
        args["districts"] = text(f"akropolis.part_{colour}", language).lower()
        args["things"] = district if n > 1 else f"{n} {district}"
    return text(code, language, n=n, **args)
