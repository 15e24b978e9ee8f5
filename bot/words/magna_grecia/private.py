"""Texts for a player in their turn: questions, answers, a preview."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Any

from bot.i18n import text
from bot.words import Label, seat_placeholder, with_sign
from bot.words.magna_grecia import telling
from bot.words.magna_grecia.names import (
    Args,
    card_numbers,
    hex_word,
    place_word,
    spot_word,
)
from rules.contract import Hex
from rules.magna_grecia.land import BY_LABEL, HEXES
from rules.magna_grecia.notation import hex_token, sides_token
from rules.magna_grecia.pieces import ORACLE_POINTS
from rules.magna_grecia.view import Preview, View
from rules.question import Option

# ---- a question and its answers ------------------------------------------------------------------


def rest_of_turn(view: View, language: str) -> Iterator[str]:
    """Actions that the card still allows with the tiles at hand, and the duties of the turn."""
    player = view.players[view.to_move or 0]
    at_hand = text(
        "magna_grecia.at_hand",
        language,
        roads=text("magna_grecia.road_tiles", language, n=player.roads),
        cities=text("magna_grecia.city_tiles", language, n=player.cities),
        points=text("magna_grecia.points", language, n=player.score),
    )
    yield f"-# {actions_of_card(view, language)} · {at_hand}"
    yield from duties(view, language)


def actions_of_card(view: View, language: str) -> str:
    """Actions that the card still allows in this turn; before the first one, the whole card."""
    done = view.turn
    if done is not None and not (done.roads or done.cities or done.drawn or done.market):
        return text("magna_grecia.card_whole", language, **card_numbers(view.card or ""))
    return text(
        "magna_grecia.card_left",
        language,
        card=view.card,
        roads=view.limits.roads,
        cities=view.limits.cities,
        draw=view.limits.draw,
    )


def duties(view: View, language: str) -> Iterator[str]:
    """Duties that city tiles impose in this turn."""
    if villages := [spot_word(at, language) for at in view.obligations.villages]:
        yield text("magna_grecia.must_cover", language, n=len(villages), villages=villages)
    if view.obligations.unjoined is not None:
        cities = {city.id: city.hexes[0] for city in view.cities}
        called = place_word(f"city:{view.obligations.unjoined}", language, cities)
        yield text("magna_grecia.must_join", language, city=called)


def option_label(option: Option, language: str) -> Label:
    """A step, a hex with the village on it, a place with its cost and value."""
    args = {name: _readable_argument(name, value, language) for name, value in option.args.items()}
    label = text(option.code, language, **args, place=_spot(option.args, language))
    return Label(label, alone=True)


_PLACES = ("beyond", "goals", "cities", "start")


def _readable_argument(name: str, value: Any, language: str) -> Any:
    """An argument of an option as shown to people."""
    if name in _PLACES and isinstance(value, list):
        return [place_word(place, language) for place in value]
    return with_sign(value) if name == "gain" else value


def _spot(args: Args, language: str) -> str:
    """The hex of an option with the village on it; a city by the village it was founded on."""
    if "city" in args:
        return hex_word(args["city"], language)
    return hex_word(HEXES[BY_LABEL[args["hex"]]], language) if "hex" in args else ""


# ---- a candidate ---------------------------------------------------------------------------------


LONGEST_GLANCE, LONGEST_HEAD = 75, 115
"""Most characters of a candidate's consequences and of its actions that a phone shows beside its
picture.
"""


def candidate(preview: Preview, language: str) -> Iterator[str]:
    """Actions and gains of some steps, in two lines, and the options left unused."""
    deeds = _deeds(preview, language)
    count = _glance(deeds)
    head = _head(deeds[:count], language)
    more = ""
    if count < len(deeds):
        more = " " + text("magna_grecia.candidate_more", language, n=len(deeds) - count)
    yield f"**{head}**{more}"
    consequences = " · ".join(_consequences(preview, language))
    if consequences and _is_short(consequences):
        yield consequences
    if preview.starts:
        yield from _oracle_lines(preview, language)
        return
    yield _points(preview, language)
    yield from duties(preview.view_after, language)
    if preview.useful_options:
        still = " · ".join(option_label(option, language).text for option in preview.useful_options)
        yield text("magna_grecia.candidate_undone", language, still=still)


def _oracle_lines(preview: Preview, language: str) -> Iterator[str]:
    """Meaning of the place of a new oracle: its worth, the ways to it, and what it bars."""
    yield text("magna_grecia.oracle_worth", language, n=ORACLE_POINTS)
    starts = [
        text(
            "magna_grecia.oracle_start",
            language,
            place=spot_word(start.hex, language),
            n=start.distance,
        )
        for start in preview.starts
    ]
    yield f"-# {text('magna_grecia.oracle_starts', language, places=starts)}"
    yield f"-# {text('magna_grecia.oracle_bars', language)}"


def details(preview: Preview, language: str) -> Iterator[str]:
    """Details for which the two lines have no room: every action and its consequences."""
    deeds = _deeds(preview, language)
    if _glance(deeds) < len(deeds):
        yield _head(deeds, language)
    consequences = list(_consequences(preview, language))
    if not _is_short(" · ".join(consequences)):
        yield from consequences


Where = Callable[[Hex, Sequence[int]], str]
"""Names a road by its hex and the sides that it joins."""


def all_deeds(preview: Preview, language: str, where: Where | None = None) -> str:
    """Every action in a line, with the place of each road by `where`."""
    deeds = _deeds(preview, language)
    laid = [(step.hex, step.ends) for step in preview.steps if step.hex and step.ends]
    if where and (roads := sorted(where(*road) for road in laid)):
        usual = deeds.index(text("magna_grecia.deed_roads", language, n=len(roads)))
        deeds[usual] = text("magna_grecia.compared_roads", language, n=len(roads), places=roads)
    return _head(deeds, language)


def hex_of(at: Hex, _ends: Sequence[int]) -> str:
    """A road by its hex, as the map names it."""
    return hex_token(at)


def way_of(at: Hex, ends: Sequence[int]) -> str:
    """A road by its hex and sides."""
    return f"{hex_token(at)} {sides_token(ends)}"


def _head(deeds: Sequence[str], language: str) -> str:
    """Actions as a heading."""
    head = text("magna_grecia.candidate", language, done=deeds)
    return f"{head[:1].upper()}{head[1:]}"


def _deeds(preview: Preview, language: str) -> list[str]:
    """Actions, grouped by kind."""
    deeds = list(telling.deeds(_facts(preview), language, telling.DEED))
    if preview.steps[-1].kind == "end":
        deeds.append(text("magna_grecia.candidate_end", language))
    return deeds


def _glance(deeds: Sequence[str]) -> int:
    """Number of actions for which the heading has room, at least one."""
    lengths = accumulate(len(deed) + len(", ") for deed in deeds)
    return max(1, sum(length <= LONGEST_HEAD for length in lengths))


def _is_short(told: str) -> bool:
    return len(told.replace("**", "")) <= LONGEST_GLANCE


def _facts(preview: Preview) -> list[telling.Fact]:
    return [(cause["event"], cause) for cause in preview.causes]


def _points(preview: Preview, language: str) -> str:
    """Change of the points, the new total, and how many are to spend, if not all of them."""
    before, after = preview.before[preview.seat], preview.after[preview.seat]
    kind = "purse" if after.before == after.total else "points"
    args: dict[str, Any] = {"n": after.total}
    if kind == "points":
        args["track"] = after.before
    if before.total == after.total:
        return text(f"magna_grecia.candidate_{kind}_same", language, **args)
    change = with_sign(after.total - before.total)
    return text(f"magna_grecia.candidate_{kind}", language, change=change, **args)


def _consequences(preview: Preview, language: str) -> Iterator[str]:
    """New connections, oracles won and lost, and gains of the others."""
    facts = _facts(preview)
    if pairs := telling.links(facts, language):
        yield text("magna_grecia.told_connected", language, n=len(pairs), pairs=", ".join(pairs))
    for name, args in facts:
        if name == "oracle_turned":
            yield _oracle(preview, args, language)
    names = [seat_placeholder(seat) for seat in range(len(preview.view_after.players))]
    yield from telling.gains_of_others(facts, names, language, preview.seat)


def _oracle(preview: Preview, args: Args, language: str) -> str:
    place = spot_word(args["hex"], language)
    if args["seat"] != preview.seat:
        return text("magna_grecia.candidate_oracle_lost", language, place=place)
    return text("magna_grecia.candidate_oracle_won", language, place=place)
