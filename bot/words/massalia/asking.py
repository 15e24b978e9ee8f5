"""Private questions and answers, and previews of a step or a line of steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.words import Label, Words, clip
from bot.words.massalia import cards
from rules.massalia.pieces import BOX
from rules.massalia.previewing import Goal, Preview
from rules.massalia.together import Units, Unused
from rules.massalia.view import Hand, View
from rules.question import Option, Question

OF_CARDS = frozenset({"play", "activate", "combo", "buy", "card", "banish_hand", "banish_reserve"})
"""Options that name a card, by the last part of their code."""
THROWN = {
    "massalia.option_all_amber": "massalia.option_all_amber_lost",
    "massalia.option_all_hand": "massalia.option_all_hand_lost",
}
"""Codes of answers that waste amber."""
USES = ("play", "activate", "combo")
"""Steps of a line that are listed together, by the cards that they use."""
LISTED = frozenset({*USES, "buy", "draw_tile", "place", "end"})
"""Steps of a line that have no sentence of their own."""
LONGEST_LINE = 78
"""Most characters of a line about steps: two lines of a phone."""
LONGEST_DETAIL = 100
"""Most characters of the line below an answer."""
FEW = 3
"""Most unused things of a kind, and most cards on offer, that are described one by one."""


# ---- questions -----------------------------------------------------------------------------------


def question(words: Words, question: Question, view: View, held: Hand) -> str:
    """Question; for the choice of a step also the amber in the purse."""
    if question.code == "massalia.ask_step" and view.turn.amber:
        return words.say("massalia.ask_step_purse", n=view.turn.amber)
    return words.say(question.code, **values(words, question.args))


def question_details(words: Words, question: Question, view: View, held: Hand) -> str:
    """For the choice of a step the cards in hand; for a purchase the cards on offer.

    The effects of many cards are in the entries of their menu.
    """
    if question.code == "massalia.ask_step" and held.cards:
        names = cards.names_with_counts(words, held.cards)
        return words.say("massalia.ask_step_hand", cards=", ".join(names))
    if question.code == "massalia.ask_buy":
        offer = [option.args["card"] for option in question.options]
        lines = cards.row(words, offer) if len(offer) <= FEW else cards.costs(words, offer)
        return "\n".join(lines)
    return ""


# ---- answers -------------------------------------------------------------------------------------


def option_label(words: Words, option: Option, view: View) -> Label:
    """Label of an answer, with its effect or goal in the line below."""
    args = option.args
    code = THROWN.get(option.code, option.code) if args.get("lost") else option.code
    named = clip(words.say(code, **values(words, args)), cards.LONGEST_LABEL)
    if option.code == "massalia.option_draw_tile":
        button = words.say(f"massalia.button_draw_{args['terrain']}", n=args["n"])
        return Label(named, alone=True, button=button)
    if option.code.partition("option_")[2] in OF_CARDS:
        args = {**values(words, args), "card": cards.name(words, args["card"])}
        return Label(named, _does(words, option), alone=True, button=words.say(code, **args))
    return Label(named, detail=_towards(words, option), alone=True)


def _does(words: Words, option: Option) -> str:
    """Effects of a card, none of them cut, after the amber it wastes."""
    parts = cards.sentence_list(words, option.args["card"])
    if lost := option.args.get("lost"):
        parts.insert(0, words.say("massalia.throws_away", n=lost))
    return cards.whole_sentences(parts, LONGEST_DETAIL)


def values(words: Words, args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a question or an option as shown to people."""
    return {key: _value(words, key, value) for key, value in args.items()}


def _value(words: Words, key: str, value: Any) -> Any:
    if key == "card":
        return cards.name_with_code(words, value)
    if key == "tile":
        return cards.tile(words, value or None)
    if key == "cell":
        return cards.cell(words, value)
    if key == "terrain":
        return words.say(f"massalia.where_{value}") if value else ""
    if key == "seat":
        return words.names[value]
    return value


def _towards(words: Words, option: Option) -> str:
    """Resource cells that a cell counts for, with the marks the seat would have and needs."""
    args = option.args
    parts = zip(args.get("near", ()), args.get("marks", ()), args.get("needs", ()), strict=True)
    goals = [
        words.say("massalia.goal", place=cards.place(words, place), have=have, need=need)
        for place, have, need in parts
    ]
    return clip(", ".join(goals), LONGEST_DETAIL)


# ---- candidates ----------------------------------------------------------------------------------


def preview_text(words: Words, preview: Preview) -> str:
    """Action of a step, and what it would leave unused; or the steps of a line."""
    return "\n".join(_candidate(words, preview))


def preview_details(words: Words, preview: Preview) -> str:
    """Effects and history of a card that would be bought."""
    if preview.kind != "buy" or not preview.card:
        return ""
    parts = (cards.sentences(words, preview.card), cards.history(words, preview.card))
    return "\n".join(filter(None, parts))


def _candidate(words: Words, preview: Preview) -> Iterator[str]:
    """Action of a step, and what it would leave unused; or the steps of a line."""
    if preview.kind == "line":
        yield from filter(None, _line(words, preview.steps))
        return
    if preview.unused:
        yield words.say("massalia.candidate_end_early")
        yield from _losses(words, preview.unused)
        return
    yield _does_it(words, preview)
    if preview.acts and preview.tile:
        kind = BOX.tile[preview.tile].kind
        yield words.say(f"massalia.acts_{kind}", n=preview.n)
    if outlook := " ".join(_outlook(words, preview)):
        yield f"-# {outlook}"


def comparison(words: Words, previews: Sequence[Preview]) -> list[str]:
    """Each step or line of steps in one line."""
    return [_comparison_line(words, preview) for preview in previews]


def _comparison_line(words: Words, preview: Preview) -> str:
    """Step or line of steps in one line, to be compared with others: what it buys comes first."""
    if preview.kind != "line":
        return next(_candidate(words, preview))
    steps = [step for step in preview.steps if step.kind != "end"] or preview.steps
    return " ".join(reversed([*filter(None, _line(words, steps))]))


def _outlook(words: Words, preview: Preview) -> Iterator[str]:
    """Resource cells that a placement brings nearer or opens, and the height of its pile."""
    if preview.over == "own" and BOX.land.index.get(preview.cell or "") in BOX.land.resource:
        yield words.say("massalia.acts_not")
    near = [goal for goal in preview.goals if goal.have < goal.need]
    ready = [goal for goal in preview.goals if goal.have >= goal.need]
    for code, goals in (("massalia.candidate_goals", near), ("massalia.candidate_ready", ready)):
        if goals:
            yield words.say(code, goals=[_goal(words, goal) for goal in goals])
    yield from (words.say(reason.code) for reason in preview.unmet)
    if preview.height > 1:
        yield words.say("massalia.candidate_pile", n=preview.height)


def _goal(words: Words, goal: Goal) -> str:
    place = cards.place(words, goal.resource)
    return words.say("massalia.goal", place=place, have=goal.have, need=goal.need)


def _line(words: Words, steps: Sequence[Preview]) -> Iterator[str]:
    """Lines as they are done: cards used; other steps; tiles; purchases and the end; losses.

    Purchases and the end are never cut.
    """
    others = (_does_it(words, step) for step in steps if step.kind not in LISTED)
    for sentences in (_together(words, steps, *USES), others, _tiles(words, steps)):
        yield clip(" ".join(sentences), LONGEST_LINE)
    yield f"**{ending}**" if (ending := " ".join(_ending(words, steps))) else ""
    yield clip(" ".join(_losses(words, steps[-1].unused)), LONGEST_LINE)


def _ending(words: Words, steps: Sequence[Preview]) -> Iterator[str]:
    """The purchases of a line, and the end of the turn."""
    yield from _together(words, steps, "buy")
    if steps[-1].unused:
        yield words.say("massalia.candidate_end_early")
    elif steps[-1].kind == "end":
        yield words.say("massalia.candidate_end")


def _together(words: Words, steps: Sequence[Preview], *kinds: str) -> Iterator[str]:
    """A sentence for each kind of step, with its cards."""
    for kind in kinds:
        if used := [step.card for step in steps if step.kind == kind and step.card]:
            names = cards.names_with_counts(words, used)
            yield words.say(f"massalia.line_{kind}", cards=names)


def _tiles(words: Words, steps: Sequence[Preview]) -> Iterator[str]:
    """The cells where tiles are laid, and the last tile if it is only drawn."""
    laid = [step.cell for step in steps if step.kind == "place" and step.cell]
    if cells := [cards.cell(words, cell) for cell in laid]:
        yield words.say("massalia.line_place", n=len(cells), cells=", ".join(cells))
    if steps[-1].kind == "draw_tile":
        yield _does_it(words, steps[-1])


def _losses(words: Words, lost: Unused) -> Iterator[str]:
    """Unused things at the end of the turn, a line per kind, with the first of many."""
    for code, names in (
        ("massalia.unused_cards", lost.cards),
        ("massalia.unused_scouts", lost.scouts),
        ("massalia.unused_combos", lost.combos),
    ):
        if names:
            yield words.say(code, cards=_few(words, cards.names_with_counts(words, names)))
    if does := [_unit(words, unit) for unit in lost.units]:
        yield words.say("massalia.unused_units", does=_few(words, does))
    if lost.river:
        names_on_offer = dict.fromkeys(cards.name(words, card) for card in lost.river)
        river = _few(words, [*names_on_offer])
        yield words.say("massalia.unused_amber", n=lost.amber, cards=river)


def _unit(words: Words, unit: Units) -> str:
    """An unused effect: "2 tiles to place at sea"."""
    where = words.say(f"massalia.where_{unit.terrain}") if unit.terrain else ""
    return words.say(UNUSED[unit.do], n=unit.n, where=where)


UNUSED: Mapping[str, str] = {
    "place": "massalia.unused_place",
    "move": "massalia.unused_move",
    "flip": "massalia.unused_flip",
    "remove": "massalia.unused_remove",
    "banish": "massalia.unused_banish",
    "recover": "massalia.unused_recover",
    "destroy": "massalia.unused_destroy",
}
"""Codes of an unused effect, by its verb."""


def _few(words: Words, things: list[str]) -> list[str]:
    """Some things; of many, the first and the number of the others."""
    if len(things) <= FEW:
        return things
    more = len(things) - FEW + 1
    return [*things[: FEW - 1], words.say("massalia.others", n=more)]


def _does_it(words: Words, preview: Preview) -> str:
    """Sentence about a step; of a placement with the owner of the tile below.

    Every scout that can be activated has a bonus, which happens only under its condition.
    """
    more = preview.over if preview.kind == "place" else preview.gauge
    if preview.kind == "activate":
        more = "bonus" if preview.n else "bare"
    kind = "_".join(filter(None, (preview.kind, more)))
    return words.say(f"massalia.candidate_{kind}", **_sentence_args(words, preview))


def _sentence_args(words: Words, preview: Preview) -> dict[str, Any]:
    split = [
        words.say("massalia.candidate_attack_part", n=n, seat=words.names[seat])
        for seat, n in preview.split
        if n
    ]
    return {
        "card": cards.name_with_code(words, preview.card) if preview.card else "",
        "cell": cards.cell(words, preview.cell) if preview.cell else "",
        "to": preview.to or "",
        "tile": _tile_or_terrain(words, preview),
        "n": preview.n,
        "seat": words.names[preview.target or 0],
        "split": split,
        "cells": ", ".join(cards.cell(words, cell) for cell in preview.cells)
        or words.say("massalia.none"),
    }


def _tile_or_terrain(words: Words, preview: Preview) -> str:
    """The tile of a candidate; for a draw, the terrain where it may be laid."""
    if preview.kind == "draw_tile":
        return words.say(f"massalia.where_{preview.tile}")
    return cards.tile(words, preview.tile)
