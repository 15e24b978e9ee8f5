"""The position in words: the standing, the alt text of pictures, the whole board as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.i18n import text
from bot.words import SEATS
from bot.words.magna_grecia import private
from bot.words.magna_grecia.names import card_word, hex_word, place_word, spot_word
from rules.contract import Result, Seat
from rules.magna_grecia.land import CELLS, LABELS, SIDES
from rules.magna_grecia.pieces import ROUNDS
from rules.magna_grecia.view import View


def whole(view: View, names: Sequence[str], language: str) -> Iterator[str]:
    """The table in parts: the turn, players, places, roads, cards."""
    lines = [" ".join((f"{progress(view, language)}.", *turn_or_winner(view, names, language)))]
    if view.order:
        order = [names[seat] for seat in view.order]
        lines.append(text("magna_grecia.text_order", language, names=order))
        lines += (private.actions_of_card(view, language), *private.duties(view, language))
    yield "\n".join(lines)
    yield "\n".join(f"- {player(view, seat, names, language)}" for seat in seats(view))
    yield from filter(None, (places(view, names, language), roads(view, names, language)))
    yield cards(view, language)


def seats(view: View) -> range:
    """Every seat of the table."""
    return range(len(view.players))


def mark(colour: str, seat: Seat) -> str:
    """The icon of a seat in the colour that it plays."""
    return f"magna_{colour}_{SEATS[seat]}"


def round_line(view: View, language: str) -> str:
    """Number of oracles to be placed, or the round."""
    if view.phase == "oracles":
        return text("magna_grecia.oracles_left", language, n=view.oracles_left)
    return text("magna_grecia.round", language, round=view.round, rounds=ROUNDS)


def progress(view: View, language: str) -> str:
    """Number of oracles to be placed, or the round and its card."""
    has_card = view.card and view.phase != "oracles"
    card = [card_word(view.card or "", language)] if has_card else []
    return " · ".join((round_line(view, language), *card))


def turn_or_winner(view: View, names: Sequence[str], language: str) -> Iterator[str]:
    """Player whose turn it is, or the winner."""
    if view.to_move is not None:
        yield text("magna_grecia.alt_turn", language, name=names[view.to_move])
    if view.final is not None:
        winners = [names[seat] for seat in view.final.winners]
        yield text("magna_grecia.alt_won", language, names=winners)


def leader(view: View, names: Sequence[str], language: str) -> Iterator[str]:
    """Leaders if the game ended now, unless all players have the same points."""
    best = max(row.total for row in view.standing)
    leaders = [names[row.seat] for row in view.standing if row.total == best]
    if view.final is None and len(leaders) < len(view.standing):
        points = text("magna_grecia.points", language, n=best)
        yield text("magna_grecia.alt_leads", language, names=leaders, points=points)


def margin(result: Result, language: str) -> Iterator[str]:
    """The points of the winner and of the next player; at a tie, the deciding tiles.

    Empty where the game was not played out, or where the leading player had resigned.
    """
    rows = result.details.get("rows", ())
    standing = [(row["total"], row["reserve"], row["unplaced"]) for row in rows]
    if not standing or not result.winners:
        return
    won = standing[result.winners[0]]
    losers = [row for seat, row in enumerate(standing) if seat not in result.winners]
    if not losers:
        yield text("magna_grecia.won_alike", language, n=won[0])
        return
    best = max(losers)
    decided = next((key for key in range(3) if won[key] != best[key]), None)
    if decided is not None and won > best:
        args = {"n": won[decided], "others": best[decided], "points": won[0]}
        yield text(MARGINS[decided], language, **args)


MARGINS = ("magna_grecia.won_by_points", "magna_grecia.won_by_reserve", "magna_grecia.won_by_tiles")
"""Codes of the deciding figures: points, tiles in the reserve, tiles not placed."""


def player(view: View, seat: Seat, names: Sequence[str], language: str) -> str:
    """Facts about a player: points now and on the track, tiles, reserve, oracles."""
    row, seat_view = view.standing[seat], view.players[seat]
    return text(
        "magna_grecia.player",
        language,
        name=names[seat],
        color=text(f"magna_grecia.setting_colors_{seat_view.color}", language),
        points=text("magna_grecia.points", language, n=row.total),
        track=seat_view.score,
        markets=row.markets,
        oracles=row.oracles,
        roads=f"{seat_view.roads}+{seat_view.reserve_roads}",
        cities=f"{seat_view.cities}+{seat_view.reserve_cities}",
        left=seat_view.markets,
    )


def places(view: View, names: Sequence[str], language: str) -> str:
    """Every city and oracle, and every village with a road or a market, with its connections."""
    lines = [
        line for place in view.places if (line := _place(view, place, names, language)) is not None
    ]
    return "\n".join((text("magna_grecia.text_places", language), *lines)) if lines else ""


def _place(view: View, place: Any, names: Sequence[str], language: str) -> str | None:
    markets = [market for market in view.markets if market.hex in place.hexes]
    if place.id.startswith("village") and not place.count and not markets:
        return None
    lines = [_place_head(view, place, names, language)]
    if place.neighbours:
        cities = {city.id: city.hexes[0] for city in view.cities}
        near = [place_word(neighbour, language, cities) for neighbour in place.neighbours]
        lines.append(text("magna_grecia.text_near", language, n=place.count, places=near))
    costs = [cost.cost for cost in view.market_costs if cost.place == place.id]
    lines += (text("magna_grecia.text_cost", language, n=cost) for cost in costs)
    lines += [_market(market, names, language) for market in markets]
    return f"- {' · '.join(lines)}"


def _place_head(view: View, place: Any, names: Sequence[str], language: str) -> str:
    """A city with its owner and hexes, an oracle with its controller, or a village by its name."""
    for city in view.cities:
        if place.id == f"city:{city.id}":
            hexes = [hex_word(at, language) for at in city.hexes]
            called, name = spot_word(city.hexes[0], language), names[city.seat]
            args = {"city": called, "name": name, "hexes": hexes}
            return text("magna_grecia.text_city", language, **args)
    for oracle in view.oracles:
        if oracle.hex in place.hexes and oracle.seat is None:
            free = hex_word(oracle.hex, language)
            return text("magna_grecia.text_oracle_free", language, place=free)
        if oracle.hex in place.hexes and oracle.seat is not None:
            cities = {city.id: city.hexes[0] for city in view.cities}
            called = place_word(f"city:{oracle.city}", language, cities)
            args = {"place": hex_word(oracle.hex, language), "name": names[oracle.seat]}
            return text("magna_grecia.text_oracle", language, city=called, **args)
    if place.id.startswith("village"):
        return hex_word(place.hexes[0], language)
    return place_word(place.id, language)


def _market(market: Any, names: Sequence[str], language: str) -> str:
    state = "sold" if market.sold else "active" if market.active else "inactive"
    return text(
        f"magna_grecia.text_market_{state}", language, name=names[market.seat], n=market.value
    )


def roads(view: View, names: Sequence[str], language: str) -> str:
    """The road tiles of each player."""
    lines = []
    for seat in seats(view):
        tiles = [
            f"{LABELS[CELLS[road.hex]]} {'-'.join(SIDES[side] for side in road.ends)}"
            for road in view.roads
            if road.seat == seat
        ]
        if tiles:
            args = {"name": names[seat], "roads": ", ".join(tiles)}
            lines.append(f"- {text('magna_grecia.text_roads', language, **args)}")
    return "\n".join(lines)


def cards(view: View, language: str) -> str:
    """The next card, and the later ones, whose order is hidden."""
    lines = []
    if view.next_card is not None:
        card = card_word(view.next_card, language)
        lines.append(text("magna_grecia.text_next", language, card=card))
    unseen = ", ".join(view.unseen) or "–"
    lines.append(text("magna_grecia.text_unseen", language, n=len(view.unseen), cards=unseen))
    return "\n".join(lines)
