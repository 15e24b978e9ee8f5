"""Texts for a player in their turn: questions, answers, a preview."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice
from typing import Any

from bot.words import Label, Words, one_text, row_of, with_sign
from bot.words.magna_grecia import telling
from bot.words.magna_grecia.names import (
    Args,
    hex_word,
    place_word,
    spot_word,
)
from rules.contract import Hex
from rules.magna_grecia.land import BY_LABEL, HEXES
from rules.magna_grecia.notation import hex_token, sides_token
from rules.magna_grecia.pieces import CARDS, ORACLE_POINTS
from rules.magna_grecia.view import Preview, View
from rules.question import Option
from rules.unmet import Unmet

# ---- a question and its answers ------------------------------------------------------------------


def rest_of_turn(words: Words, view: View) -> Iterator[str]:
    """Actions that the card still allows with the tiles at hand, and the duties of the turn."""
    player = view.players[view.to_move or 0]
    at_hand = words.say(
        "magna_grecia.at_hand",
        roads=words.say("magna_grecia.road_tiles", n=player.roads),
        cities=words.say("magna_grecia.city_tiles", n=player.cities),
        points=words.say("magna_grecia.points", n=player.score),
    )
    yield f"-# {row_of((actions_of_card(words, view), at_hand))}"
    yield from duties(words, view)


def actions_of_card(words: Words, view: View) -> str:
    """Actions that the card still allows in this turn; before the first one, the whole card."""
    done, limits = view.turn, view.limits
    left = _actions(words, limits.roads, limits.cities, limits.draw)
    if done is None or not left:
        return words.say("magna_grecia.card_empty", card=view.card)
    card = CARDS[view.card or ""]
    if not (done.roads or done.cities):
        (roads, cities, draw), improved = zip(card.roads, card.cities, card.supply, strict=True)
        basic = {"roads": roads, "cities": cities, "draw": draw}
        alone = [*map(str, improved)]
        return words.say("magna_grecia.card_whole", card=view.card, **basic, alone=alone)
    if not limits.draw:
        return words.say("magna_grecia.card_left", card=view.card, actions=left)
    if done.roads >= card.roads[0] or done.cities >= card.cities[0]:
        return words.say("magna_grecia.card_left_either", card=view.card, actions=left)
    begun = left.pop(0 if done.roads else 1)
    return words.say("magna_grecia.card_left_beside", card=view.card, begun=begun, actions=left)


def _actions(words: Words, roads: int, cities: int, draw: int) -> list[str]:
    """Numbers of tiles to place and to draw, without those that are 0."""
    possible = (("road_tiles", roads), ("city_tiles", cities), ("card_draw", draw))
    return [words.say(f"magna_grecia.{name}", n=n) for name, n in possible if n]


def duties(words: Words, view: View) -> Iterator[str]:
    """Duties that city tiles impose in this turn."""
    if villages := [spot_word(words, at) for at in view.obligations.villages]:
        yield words.say("magna_grecia.must_cover", n=len(villages), villages=villages)
    if view.obligations.unjoined is not None:
        cities = {city.id: city.hexes[0] for city in view.cities}
        called = place_word(words, f"city:{view.obligations.unjoined}", cities)
        yield words.say("magna_grecia.must_join", city=called)


def option_label(words: Words, option: Option, view: View) -> Label:
    """A step, a hex with the village on it, a place with its cost and value."""
    args = {name: _readable_argument(words, name, value) for name, value in option.args.items()}
    label = words.say(option.code, **args, place=_spot(words, option.args))
    if owed := option.args.get("owed"):
        label = words.say("magna_grecia.option_owing", option=label, n=owed)
    return Label(label, alone=True)


_PLACES = ("beyond", "goals", "cities", "start")


def _readable_argument(words: Words, name: str, value: Any) -> Any:
    if name in _PLACES and isinstance(value, list):
        return [place_word(words, place) for place in value]
    return with_sign(value) if name == "gain" else value


def _spot(words: Words, args: Args) -> str:
    """The hex of an option with the village on it; a city by the village it was founded on."""
    if "city" in args:
        return hex_word(words, args["city"])
    return hex_word(words, HEXES[BY_LABEL[args["hex"]]]) if "hex" in args else ""


# ---- a candidate ---------------------------------------------------------------------------------


LONGEST_GLANCE, LONGEST_HEAD = 75, 115
"""Most characters of a candidate's consequences and of its actions that a phone shows beside its
picture.
"""


def preview_text(words: Words, preview: Preview) -> str:
    """Actions and gains of a previewed move, and the duties left after it."""
    return one_text(*_candidate(words, preview))


def _candidate(words: Words, preview: Preview) -> Iterator[str]:
    """Actions and gains of some steps, in two lines, and the options left unused."""
    deeds = _deeds(words, preview)
    count = _glance(deeds)
    head = _head(words, deeds[:count])
    more = ""
    if count < len(deeds):
        more = " " + words.say("magna_grecia.candidate_more", n=len(deeds) - count)
    yield f"**{head}**{more}"
    if consequences := " · ".join(_first_consequences(words, preview)):
        yield f"{consequences[:1].upper()}{consequences[1:]}"
    if preview.starts:
        yield from _oracle_lines(words, preview)
        return
    if preview.kind != "draw":
        yield _points(words, preview)
    view = preview.view_after
    if notes := [*(_unmet(words, reason) for reason in preview.unmet), *_notes(words, preview)]:
        yield " ".join(notes)
    yield from duties(words, view)
    if preview.useful_options:
        labels = (option_label(words, option, view).text for option in preview.useful_options)
        yield words.say("magna_grecia.candidate_undone", still=" · ".join(labels))


def _unmet(words: Words, reason: Unmet) -> str:
    """Reason why a market, a road or an oracle counts nothing yet."""
    args = dict(reason.args)
    place = spot_word(words, args["hex"]) if "hex" in args else ""
    if "seat" in args:
        args["seat"] = words.names[args["seat"]]
    return words.say(reason.code, **args, place=place)


def _notes(words: Words, preview: Preview) -> Iterator[str]:
    """Rules that decide on a sale, a draw, a city without a free market, and a larger city."""
    player = preview.view_after.players[preview.seat]
    by_event = dict[str, list[Args]]()
    for cause in preview.causes:
        by_event.setdefault(cause["event"], []).append(cause)
    if "market_sold" in by_event:
        yield words.say("magna_grecia.note_sold")
    if "drew" in by_event:
        supply = {"roads": player.roads, "cities": player.cities}
        yield words.say("magna_grecia.note_supply", **supply)
    gifts = [args["hex"] for args in by_event.get("market_placed", ()) if args["free"]]
    for args in by_event.get("city_founded", ()):
        if args["hex"] not in gifts and player.markets:
            yield words.say("magna_grecia.note_no_gift", place=spot_word(words, args["hex"]))
    before, after = preview.before[preview.seat], preview.after[preview.seat]
    is_bare = (before.markets, before.oracles) == (after.markets, after.oracles)
    if is_bare and preview.kind == "city" and "city_founded" not in by_event:
        yield words.say("magna_grecia.note_larger")


def _oracle_lines(words: Words, preview: Preview) -> Iterator[str]:
    """Meaning of the place of a new oracle: its worth, the ways to it, and what it bars."""
    yield words.say("magna_grecia.oracle_worth", n=ORACLE_POINTS)
    starts = [
        words.say("magna_grecia.oracle_start", place=spot_word(words, start.hex), n=start.distance)
        for start in preview.starts
    ]
    ways = words.say("magna_grecia.oracle_starts", places=starts)
    yield f"-# {ways} {words.say('magna_grecia.oracle_bars')}"


def preview_details(words: Words, preview: Preview) -> str:
    """Steps of a preview and their consequences, where these are long."""
    return "\n".join(_details(words, preview))


def _details(words: Words, preview: Preview) -> Iterator[str]:
    """Details for which the text has no room: every action, and the other consequences."""
    deeds = _deeds(words, preview)
    if _glance(deeds) < len(deeds):
        yield _head(words, deeds)
    count = len(_first_consequences(words, preview))
    yield from islice(_consequences(words, preview), count, None)


Where = Callable[[Hex, Sequence[int]], str]
"""Names a road by its hex and the sides that it joins."""


def comparison(words: Words, previews: Sequence[Preview]) -> list[str]:
    """Actions of each; also the position of its roads, where two would otherwise be equal.

    Lines may be long, as a comparison shows no picture beside them.
    """
    lines = [all_deeds(words, preview) for preview in previews]
    for where in (hex_of, way_of):
        lines = [
            line if lines.count(line) == 1 else all_deeds(words, preview, where)
            for line, preview in zip(lines, previews, strict=True)
        ]
    return lines


def all_deeds(words: Words, preview: Preview, where: Where | None = None) -> str:
    """Every action in a line, with the place of each road by `where`."""
    deeds = _deeds(words, preview)
    laid = [(step.hex, step.ends) for step in preview.steps if step.hex and step.ends]
    if where and (roads := sorted(where(*road) for road in laid)):
        usual = deeds.index(words.say("magna_grecia.deed_roads", n=len(roads)))
        deeds[usual] = words.say("magna_grecia.compared_roads", n=len(roads), places=roads)
    line = " · ".join(deeds)
    return f"{line[:1].upper()}{line[1:]}"


def hex_of(at: Hex, _ends: Sequence[int]) -> str:
    """A road by its hex, as the map names it."""
    return hex_token(at)


def way_of(at: Hex, ends: Sequence[int]) -> str:
    """A road by its hex and sides."""
    return f"{hex_token(at)} {sides_token(ends)}"


def _head(words: Words, deeds: Sequence[str]) -> str:
    head = words.say("magna_grecia.candidate", done=deeds)
    return f"{head[:1].upper()}{head[1:]}"


def _deeds(words: Words, preview: Preview) -> list[str]:
    deeds = list(telling.deeds(words, _facts(preview), telling.DEED))
    if preview.steps[-1].kind == "end":
        deeds.append(words.say("magna_grecia.candidate_end"))
    return deeds


def _glance(deeds: Sequence[str]) -> int:
    """Number of actions for which the heading has room, at least one."""
    lengths = accumulate(len(deed) + len(", ") for deed in deeds)
    return max(1, sum(length <= LONGEST_HEAD for length in lengths))


def _first_consequences(words: Words, preview: Preview) -> list[str]:
    """Consequences for which a phone has room beside the picture, the most important first."""
    consequences = list(_consequences(words, preview))
    lengths = accumulate(len(each.replace("**", "")) + len(" · ") for each in consequences)
    room = LONGEST_GLANCE + len(" · ")
    return consequences[: sum(length <= room for length in lengths)]


def _facts(preview: Preview) -> list[telling.Fact]:
    return [(cause["event"], cause) for cause in preview.causes]


def _points(words: Words, preview: Preview) -> str:
    """Change of the points, the new total, and how many are to spend, if not all of them."""
    before, after = preview.before[preview.seat], preview.after[preview.seat]
    kind = "purse" if after.before == after.total else "points"
    args: dict[str, Any] = {"n": after.total}
    if kind == "points":
        args["track"] = after.before
    if before.total == after.total:
        return words.say(f"magna_grecia.candidate_{kind}_same", **args)
    change = with_sign(after.total - before.total)
    return words.say(f"magna_grecia.candidate_{kind}", change=change, **args)


def _consequences(words: Words, preview: Preview) -> Iterator[str]:
    """Oracles won and lost, worth of new markets, gains of the others, and new connections."""
    facts = _facts(preview)
    for name, args in facts:
        if name == "oracle_turned":
            yield _oracle(words, preview, args)
    worths = {(each.seat, each.hex): each.value for each in preview.view_after.markets}
    for name, args in facts:
        if name == "market_placed" and (n := worths.get((preview.seat, tuple(args["hex"])))):
            place = spot_word(words, args["hex"])
            yield words.say("magna_grecia.candidate_market", place=place, n=n)
    yield from telling.gains_of_others(words, facts, preview.seat)
    if pairs := telling.links(words, facts):
        yield words.say("magna_grecia.told_connected", n=len(pairs), pairs=", ".join(pairs))


def _oracle(words: Words, preview: Preview, args: Args) -> str:
    place = spot_word(words, args["hex"])
    if args["seat"] != preview.seat:
        return words.say("magna_grecia.candidate_oracle_lost", place=place)
    return words.say("magna_grecia.candidate_oracle_won", place=place)
