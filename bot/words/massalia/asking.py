"""Private questions and answers, and previews of a step or a line of steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.i18n import text
from bot.words import Label, keep_together, seat_placeholder, shorten
from bot.words.massalia import cards
from rules.massalia.pieces import BOX
from rules.massalia.previewing import Preview
from rules.massalia.together import Unused
from rules.question import Option

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
FEW = 3
"""Most unused things of a kind that are listed one by one."""


# ---- answers -------------------------------------------------------------------------------------


def label(option: Option, language: str) -> Label:
    """Label of an answer, with its effect or goal in the line below."""
    args = option.args
    code = THROWN.get(option.code, option.code) if args.get("lost") else option.code
    named = shorten(text(code, language, **values(args, language)), cards.LONGEST_LABEL)
    if option.code.partition("option_")[2] in OF_CARDS:
        return Label(named, detail=shorten(_does(option, language), 100), alone=True)
    return Label(named, detail=_towards(option, language), alone=True)


def _does(option: Option, language: str) -> str:
    """Effect of a card, after the amber it wastes."""
    says = cards.sentences(option.args["card"], language)
    if not (lost := option.args.get("lost")):
        return says
    return f"{text('massalia.throws_away', language, n=lost)} {says}"


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
    """Resource cells that a cell counts for, with the marks the seat has and needs."""
    args = option.args
    parts = zip(args.get("near", ()), args.get("marks", ()), args.get("needs", ()), strict=True)
    goals = [f"{cards.place(place, language)} {have}/{need}" for place, have, need in parts]
    return shorten(", ".join(goals), 100)


# ---- candidates ----------------------------------------------------------------------------------


def candidate(preview: Preview, language: str) -> Iterator[str]:
    """Action of a step, and what it would leave unused; or the steps of a line."""
    if preview.kind == "line":
        yield shorten(" ".join(_line(preview.steps, language)), LONGEST_CANDIDATE)
        return
    if preview.unused:
        yield text("massalia.candidate_end_early", language)
        yield from _losses(preview.unused, language)
        return
    yield _does_it(preview, language)
    if preview.acts and preview.tile:
        kind = BOX.tile[preview.tile].kind
        yield text(f"massalia.acts_{kind}", language, n=preview.n)
    if preview.over == "own":
        yield text("massalia.acts_not", language)
    if outlook := " ".join(_outlook(preview, language)):
        yield outlook


def _outlook(preview: Preview, language: str) -> Iterator[str]:
    """Whose tile a placement covers, and what it would count for."""
    if preview.kind == "place" and preview.target is not None:
        seat = seat_placeholder(preview.target)
        yield text("massalia.candidate_covers", language, seat=seat)
    goals = [
        text(
            "massalia.goal",
            language,
            have=goal.have,
            need=goal.need,
            place=cards.place(goal.resource, language),
        )
        for goal in preview.goals
    ]
    if goals:
        yield text("massalia.candidate_goals", language, goals=goals)


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
    """Sentence about a step."""
    kind = "_".join(filter(None, (preview.kind, preview.gauge)))
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
