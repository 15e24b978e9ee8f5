"""The position in words: the standing, the alt text of pictures, the whole board as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bot.words import LONGEST_ALT, SEATS, Words, clip, keep_together, row_of, with_number
from bot.words.magna_grecia import private
from bot.words.magna_grecia.names import card_word, hex_word, place_word, spot_word
from rules.contract import Result, Seat
from rules.magna_grecia.land import CELLS, LABELS, SIDES
from rules.magna_grecia.pieces import DEFAULT_COLOURS, ROUNDS
from rules.magna_grecia.view import View


def standing(words: Words, view: View) -> str:
    """Points of each player if the game ended now, and its progress, in two lines."""
    marks = [words.icon(_mark(player.color, player.seat)) for player in view.players]
    scores = [
        keep_together(marks[row.seat], with_number(words.names[row.seat], row.total))
        for row in view.standing
    ]
    line = words.say("magna_grecia.standing", scores=row_of(scores))
    return f"{line}\n-# {round_line(words, view)}"


def alt(words: Words, picture: str, view: View, seat: Seat | None = None) -> str:
    """Turn and leader; then each seat's possessions, in at most 1,024 characters."""
    parts = (
        f"Magna Grecia. {progress(words, view)}.",
        *turn_or_winner(words, view),
        *leader(words, view),
        *(player(words, view, who) for who in seats(view)),
    )
    return clip(" ".join(parts), LONGEST_ALT)


def board_text(words: Words, view: View) -> str:
    """The whole table: players, places with their contents, roads, cards."""
    return "\n\n".join(_whole(words, view))


def _whole(words: Words, view: View) -> Iterator[str]:
    """The table in parts: the turn, players, places, roads, cards."""
    lines = [" ".join((f"{progress(words, view)}.", *turn_or_winner(words, view)))]
    if view.order:
        order = [words.names[seat] for seat in view.order]
        lines.append(words.say("magna_grecia.text_order", names=order))
        lines += (private.actions_of_card(words, view), *private.duties(words, view))
    yield "\n".join(lines)
    yield "\n".join(f"- {player(words, view, seat)}" for seat in seats(view))
    yield from filter(None, (places(words, view), roads(words, view)))
    yield cards(words, view)


def seats(view: View) -> range:
    """Every seat of the table."""
    return range(len(view.players))


def mark(words: Words, options: Mapping[str, Any], seats: int, seat: Seat) -> str:
    """The icon of a seat in the colour that it plays."""
    colours = options.get("colors") or DEFAULT_COLOURS[max(2, seats)]
    return _mark(str(colours[seat]), seat)


def _mark(colour: str, seat: Seat) -> str:
    return f"magna_{colour}_{SEATS[seat]}"


def round_line(words: Words, view: View) -> str:
    """Number of oracles to be placed, or the round."""
    if view.phase == "oracles":
        return words.say("magna_grecia.oracles_left", n=view.oracles_left)
    return words.say("magna_grecia.round", round=view.round, rounds=ROUNDS)


def progress(words: Words, view: View) -> str:
    """Number of oracles to be placed, or the round and its card."""
    has_card = view.card and view.phase != "oracles"
    card = [card_word(words, view.card or "")] if has_card else []
    return " · ".join((round_line(words, view), *card))


def turn_or_winner(words: Words, view: View) -> Iterator[str]:
    """Player whose turn it is, or the winner."""
    if view.to_move is not None:
        yield words.say("magna_grecia.alt_turn", name=words.names[view.to_move])
    if view.final is not None:
        winners = [words.names[seat] for seat in view.final.winners]
        yield words.say("magna_grecia.alt_won", names=winners)


def leader(words: Words, view: View) -> Iterator[str]:
    """Leaders if the game ended now, unless all players have the same points."""
    best = max(row.total for row in view.standing)
    leaders = [words.names[row.seat] for row in view.standing if row.total == best]
    if view.final is None and len(leaders) < len(view.standing):
        points = words.say("magna_grecia.points", n=best)
        yield words.say("magna_grecia.alt_leads", names=leaders, points=points)


def margin(words: Words, result: Result) -> Iterator[str]:
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
        yield words.say("magna_grecia.won_alike", n=won[0])
        return
    best = max(losers)
    decided = next((key for key in range(3) if won[key] != best[key]), None)
    if decided is not None and won > best:
        args = {"n": won[decided], "others": best[decided], "points": won[0]}
        yield words.say(MARGINS[decided], **args)


MARGINS = ("magna_grecia.won_by_points", "magna_grecia.won_by_reserve", "magna_grecia.won_by_tiles")
"""Codes of the deciding figures: points, tiles in the reserve, tiles not placed."""


def player(words: Words, view: View, seat: Seat) -> str:
    """Facts about a player: points now and on the track, tiles, reserve, oracles."""
    row, seat_view = view.standing[seat], view.players[seat]
    return words.say(
        "magna_grecia.player",
        name=words.names[seat],
        color=words.say(f"magna_grecia.setting_colors_{seat_view.color}"),
        points=words.say("magna_grecia.points", n=row.total),
        track=seat_view.score,
        markets=row.markets,
        oracles=row.oracles,
        roads=f"{seat_view.roads}+{seat_view.reserve_roads}",
        cities=f"{seat_view.cities}+{seat_view.reserve_cities}",
        left=seat_view.markets,
    )


def places(words: Words, view: View) -> str:
    """Every city and oracle, and every village with a road or a market, with its connections."""
    lines = [line for place in view.places if (line := _place(words, view, place)) is not None]
    return "\n".join((words.say("magna_grecia.text_places"), *lines)) if lines else ""


def _place(words: Words, view: View, place: Any) -> str | None:
    markets = [market for market in view.markets if market.hex in place.hexes]
    if place.id.startswith("village") and not place.count and not markets:
        return None
    lines = [_place_head(words, view, place)]
    if place.neighbours:
        cities = {city.id: city.hexes[0] for city in view.cities}
        near = [place_word(words, neighbour, cities) for neighbour in place.neighbours]
        lines.append(words.say("magna_grecia.text_near", n=place.count, places=near))
    costs = [cost.cost for cost in view.market_costs if cost.place == place.id]
    lines += (words.say("magna_grecia.text_cost", n=cost) for cost in costs)
    lines += [_market(words, market) for market in markets]
    return f"- {' · '.join(lines)}"


def _place_head(words: Words, view: View, place: Any) -> str:
    """A city with its owner and hexes, an oracle with its controller, or a village by its name."""
    for city in view.cities:
        if place.id == f"city:{city.id}":
            hexes = [hex_word(words, at) for at in city.hexes]
            called, name = spot_word(words, city.hexes[0]), words.names[city.seat]
            args = {"city": called, "name": name, "hexes": hexes}
            return words.say("magna_grecia.text_city", **args)
    for oracle in view.oracles:
        if oracle.hex in place.hexes and oracle.seat is None:
            free = hex_word(words, oracle.hex)
            return words.say("magna_grecia.text_oracle_free", place=free)
        if oracle.hex in place.hexes and oracle.seat is not None:
            cities = {city.id: city.hexes[0] for city in view.cities}
            called = place_word(words, f"city:{oracle.city}", cities)
            args = {"place": hex_word(words, oracle.hex), "name": words.names[oracle.seat]}
            return words.say("magna_grecia.text_oracle", city=called, **args)
    if place.id.startswith("village"):
        return hex_word(words, place.hexes[0])
    return place_word(words, place.id)


def _market(words: Words, market: Any) -> str:
    state = "sold" if market.sold else "active" if market.active else "inactive"
    return words.say(
        f"magna_grecia.text_market_{state}", name=words.names[market.seat], n=market.value
    )


def roads(words: Words, view: View) -> str:
    """The road tiles of each player."""
    lines = []
    for seat in seats(view):
        tiles = [
            f"{LABELS[CELLS[road.hex]]} {'-'.join(SIDES[side] for side in road.ends)}"
            for road in view.roads
            if road.seat == seat
        ]
        if tiles:
            args = {"name": words.names[seat], "roads": ", ".join(tiles)}
            lines.append(f"- {words.say('magna_grecia.text_roads', **args)}")
    return "\n".join(lines)


def cards(words: Words, view: View) -> str:
    """The next card, and the later ones, whose order is hidden."""
    lines = []
    if view.next_card is not None:
        card = card_word(words, view.next_card)
        lines.append(words.say("magna_grecia.text_next", card=card))
    unseen = ", ".join(view.unseen) or "–"
    lines.append(words.say("magna_grecia.text_unseen", n=len(view.unseen), cards=unseen))
    return "\n".join(lines)
