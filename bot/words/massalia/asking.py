"""Private questions and answers, and previews of a step or a line of steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.i18n import text
from bot.words import Label, clip, keep_together, seat_placeholder
from bot.words.massalia import cards
from rules.massalia.pieces import BOX
from rules.massalia.previewing import Goal, Preview
from rules.massalia.together import Unused
from rules.massalia.view import Hand, View
from rules.question import Option, Question

OF_CARDS = frozenset({"play", "activate", "combo", "buy", "card", "banish_hand", "banish_reserve"})
"""Options that name a card, by the last part of their code."""
THROWN = {
    "massalia.option_all_amber": "massalia.option_all_amber_lost",
    "massalia.option_all_hand": "massalia.option_all_hand_lost",
}
"""Codes of answers that waste amber."""
TOGETHER = {
    "play": "massalia.line_play",
    "activate": "massalia.line_activate",
    "combo": "massalia.line_combo",
    "buy": "massalia.line_buy",
}
"""Codes of steps of a line that are listed together, by their cards."""
UNTOLD = frozenset({*TOGETHER, "draw_tile", "place", "end"})
LONGEST_CANDIDATE = 280
"""Most characters of the steps of a line."""
LONGEST_DETAIL = 100
"""Most characters of the line below an answer."""
FEW = 3
"""Most unused things of a kind, and most cards on offer, that are described one by one."""


# ---- questions -----------------------------------------------------------------------------------


def question(asked: Question, view: View, language: str) -> str:
    """Question; for the choice of a step also the amber in the purse."""
    if asked.code == "massalia.ask_step" and view.turn.amber:
        return text("massalia.ask_step_purse", language, n=view.turn.amber)
    return text(asked.code, language, **values(asked.args, language))


def details(asked: Question, held: Hand, language: str) -> str:
    """For the choice of a step the cards in hand; for a purchase the cards on offer.

    The effects of many cards are in the entries of their menu.
    """
    if asked.code == "massalia.ask_step" and held.cards:
        names = cards.names_with_counts(held.cards, language)
        return text("massalia.ask_step_hand", language, cards=", ".join(names))
    if asked.code == "massalia.ask_buy":
        offer = [option.args["card"] for option in asked.options]
        lines = cards.row(offer, language) if len(offer) <= FEW else cards.costs(offer, language)
        return "\n".join(lines)
    return ""


# ---- answers -------------------------------------------------------------------------------------


def label(option: Option, language: str) -> Label:
    """Label of an answer, with its effect or goal in the line below."""
    args = option.args
    code = THROWN.get(option.code, option.code) if args.get("lost") else option.code
    named = clip(text(code, language, **values(args, language)), cards.LONGEST_LABEL)
    if option.code == "massalia.option_draw_tile":
        button = text(f"massalia.button_draw_{args['terrain']}", language, n=args["n"])
        return Label(named, alone=True, button=button)
    if option.code.partition("option_")[2] in OF_CARDS:
        return Label(named, detail=_does(option, language), alone=True)
    return Label(named, detail=_towards(option, language), alone=True)


def _does(option: Option, language: str) -> str:
    """Effects of a card, none of them cut, after the amber it wastes."""
    parts = cards.sentence_list(option.args["card"], language)
    if lost := option.args.get("lost"):
        parts.insert(0, text("massalia.throws_away", language, n=lost))
    return cards.whole_sentences(parts, LONGEST_DETAIL)


def values(args: Mapping[str, Any], language: str) -> dict[str, Any]:
    """The arguments of a question or an option as shown to people."""
    return {key: _value(key, value, language) for key, value in args.items()}


def _value(key: str, value: Any, language: str) -> Any:
    if key == "card":
        return cards.name_with_code(value, language)
    if key == "tile":
        return cards.tile(value or None, language)
    if key == "cell":
        return cards.cell(value, language)
    if key == "terrain":
        return text(f"massalia.where_{value}", language) if value else ""
    if key == "seat":
        return seat_placeholder(value)
    return value


def _towards(option: Option, language: str) -> str:
    """Resource cells that a cell counts for, with the marks the seat would have and needs."""
    args = option.args
    parts = zip(args.get("near", ()), args.get("marks", ()), args.get("needs", ()), strict=True)
    goals = [
        text(
            "massalia.goal",
            language,
            place=cards.place(place, language),
            have=have,
            need=need,
        )
        for place, have, need in parts
    ]
    return clip(", ".join(goals), LONGEST_DETAIL)


# ---- candidates ----------------------------------------------------------------------------------


def candidate(preview: Preview, language: str) -> Iterator[str]:
    """Action of a step, and what it would leave unused; or the steps of a line."""
    if preview.kind == "line":
        yield clip(" ".join(_line(preview.steps, language)), LONGEST_CANDIDATE)
        return
    if preview.unused:
        yield text("massalia.candidate_end_early", language)
        yield from _losses(preview.unused, language)
        return
    yield _does_it(preview, language)
    if preview.acts and preview.tile:
        kind = BOX.tile[preview.tile].kind
        yield text(f"massalia.acts_{kind}", language, n=preview.n)
    yield from (f"-# {line}" for line in _outlook(preview, language))


def _outlook(preview: Preview, language: str) -> Iterator[str]:
    """Resource cells that a placement brings nearer or opens, and the height of its pile."""
    if preview.over == "own" and BOX.land.index.get(preview.cell or "") in BOX.land.resource:
        yield text("massalia.acts_not", language)
    near = [goal for goal in preview.goals if goal.have < goal.need]
    ready = [goal for goal in preview.goals if goal.have >= goal.need]
    for code, goals in (("massalia.candidate_goals", near), ("massalia.candidate_ready", ready)):
        if goals:
            yield text(code, language, goals=[_goal(goal, language) for goal in goals])
    if preview.height > 1:
        yield text("massalia.candidate_pile", language, n=preview.height)


def _goal(goal: Goal, language: str) -> str:
    """A resource cell, with the marked cells that the seat would have and those it needs."""
    place = cards.place(goal.resource, language)
    return text("massalia.goal", language, place=place, have=goal.have, need=goal.need)


def _line(steps: Sequence[Preview], language: str) -> Iterator[str]:
    """Cards by their use, then other steps, the cells of tiles, the end."""
    for kind, code in TOGETHER.items():
        if bought := [step.card for step in steps if step.kind == kind and step.card]:
            yield text(code, language, cards=cards.names_with_counts(bought, language))
    for step in steps:
        if step.kind not in UNTOLD:
            yield _does_it(step, language)
    laid = [step.cell for step in steps if step.kind == "place" and step.cell]
    if cells := [cards.cell(cell, language) for cell in laid]:
        yield text("massalia.line_place", language, n=len(cells), cells=", ".join(cells))
    if steps[-1].kind == "end":
        yield text("massalia.candidate_end", language)


def _losses(lost: Unused, language: str) -> Iterator[str]:
    """Unused things at the end of the turn, a line per kind, with the first of many."""
    for code, names in (
        ("massalia.unused_cards", lost.cards),
        ("massalia.unused_scouts", lost.scouts),
        ("massalia.unused_combos", lost.combos),
    ):
        if names:
            yield text(
                code, language, cards=_few(cards.names_with_counts(names, language), language)
            )
    if does := [cards.unit(unit.do, unit.terrain, unit.n, language) for unit in lost.units]:
        yield text("massalia.unused_units", language, does=_few(does, language))
    if lost.river:
        river = _few(cards.names_with_counts(lost.river, language), language)
        yield text("massalia.unused_amber", language, n=lost.amber, cards=river)


def _few(things: list[str], language: str) -> list[str]:
    """Some things; of many, the first and the number of the others."""
    if len(things) <= FEW:
        return things
    more = len(things) - FEW + 1
    return [*things[: FEW - 1], text("massalia.others", language, n=more)]


def _does_it(preview: Preview, language: str) -> str:
    """Sentence about a step; of a placement with the owner of the tile below."""
    more = preview.over if preview.kind == "place" else preview.gauge
    kind = "_".join(filter(None, (preview.kind, more)))
    return text(f"massalia.candidate_{kind}", language, **_sentence_args(preview, language))


def _sentence_args(preview: Preview, language: str) -> dict[str, Any]:
    """Arguments for the sentence of a preview."""
    split = [keep_together(seat_placeholder(seat), str(n)) for seat, n in preview.split]
    return {
        "card": cards.name_with_code(preview.card, language) if preview.card else "",
        "cell": cards.cell(preview.cell, language) if preview.cell else "",
        "to": preview.to or "",
        "tile": _tile_or_terrain(preview, language),
        "n": preview.n,
        "seat": seat_placeholder(preview.target or 0),
        "split": split,
        "cells": ", ".join(cards.cell(cell, language) for cell in preview.cells)
        or text("massalia.none", language),
    }


def _tile_or_terrain(preview: Preview, language: str) -> str:
    """The tile of a candidate; for a draw, the terrain where it may be laid."""
    if preview.kind == "draw_tile":
        return text(f"massalia.where_{preview.tile}", language)
    return cards.tile(preview.tile, language)
