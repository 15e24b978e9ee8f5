"""Private questions and answers, and previews of a step or a line of steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from bot.words import Label, Words, clip, one_text
from bot.words.massalia import board, cards
from rules.massalia.pieces import BOX, TileData
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
LAYS = ("place", "move", "flip")
"""Steps by which a tile comes to lie on a cell, or to lie face up."""
LONGEST_LINE = 300
"""Most characters of the text about a line, up to what its tiles bring nearer."""
LONGEST_DETAIL = 100
"""Most characters of the line below an answer."""
FEW = 3
"""Most unused things of a kind, and most cards on offer, that are described one by one."""
MANY = 4
"""Most cards used in a line that are named."""


# ---- questions -----------------------------------------------------------------------------------


def question(words: Words, question: Question, view: View, held: Hand) -> str:
    """Question; for the choice of a step also the amber in the purse, and whether it buys a card.

    For a choice that waits it says which, and what may block an attack.
    """
    if question.code == "massalia.ask_answer":
        waiting = view.turn.queue[0]
        sentence = words.say(question.code, what=board.pending(words, waiting))
        blocked = [words.say("massalia.ask_blocked")] if waiting.kind == "attack" else []
        return "\n".join((sentence, *blocked))
    if question.code == "massalia.ask_step" and (amber := view.turn.amber):
        lowest = min((BOX.card[card].cost for card in view.river if card), default=0)
        if lowest > amber:
            return words.say("massalia.ask_step_poor", n=amber, cost=lowest)
        return words.say("massalia.ask_step_purse", n=amber)
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
        words.say("massalia.goal", place=cards.place(words, place), have=min(have, need), need=need)
        for place, have, need in parts
    ]
    return clip(", ".join(goals), LONGEST_DETAIL)


# ---- candidates ----------------------------------------------------------------------------------


def preview_text(words: Words, preview: Preview) -> str:
    """Action of a step, and what it would leave unused; or the steps of a line."""
    return "\n".join(_candidate(words, preview))


def preview_details(words: Words, preview: Preview) -> str:
    """Use of a card that would be bought, its effects and history; or use of a tile."""
    parts = [preview_legend(words, preview)]
    if preview.kind == "buy" and preview.card:
        parts += [cards.sentences(words, preview.card), cards.history(words, preview.card)]
    return one_text(*parts)


def preview_legend(words: Words, preview: Preview) -> str:
    """When a bought card is played; the use of morale, and of a tile off the resource cells."""
    if preview.kind == "buy":
        return words.say("massalia.legend_buy")
    if preview.rise:
        blows = [
            words.say("massalia.legend_blow", at=threshold.at, n=threshold.attack)
            for threshold in BOX.morale_thresholds
        ]
        return words.say("massalia.legend_morale", blows=blows)
    if preview.kind == "place" and preview.tile and not _is_resource(preview.cell):
        tile = BOX.tile[preview.tile]
        return words.say(f"massalia.legend_{tile.kind}", n=tile.life or BOX.fire.max_tiles)
    return ""


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
    yield from _acts(words, preview)
    if preview.bag:
        yield f"-# {words.say('massalia.hand_bag', tiles=cards.tiles(words, preview.bag))}"
    if outlook := " ".join(_outlook(words, [preview])):
        yield f"-# {outlook}"


def comparison(words: Words, previews: Sequence[Preview]) -> list[str]:
    """Each step or line of steps in one line."""
    return [_comparison_line(words, preview) for preview in previews]


def _comparison_line(words: Words, preview: Preview) -> str:
    """Step or line of steps in one line, to be compared with others: what it buys comes first."""
    if preview.kind != "line":
        return next(_candidate(words, preview)).rstrip(".")
    steps = [step for step in preview.steps if step.kind != "end"] or preview.steps
    *deeds, ending = _deeds(words, steps)
    return " · ".join(deed.strip("*").rstrip(".") for deed in (ending, *deeds) if deed)


def _acts(words: Words, preview: Preview) -> Iterator[str]:
    """What a tile does where it is laid or turned up, as its kind is, and what its morale does."""
    effects = [_effect(words, preview, BOX.tile[preview.tile or ""])] if preview.acts else []
    if preview.rise:
        effects.append(words.say("massalia.acts_rise", n=preview.rise))
    if effects:
        yield " ".join(effects)
    if preview.loser is not None:
        cell, name = cards.cell(words, preview.cell or ""), words.names[preview.loser]
        yield f"{words.say('massalia.told_lost', name=name, cell=cell)}."
    for threshold in preview.thresholds:
        yield words.say("massalia.acts_morale", at=threshold.at, n=threshold.attack)


def _effect(words: Words, preview: Preview, tile: TileData) -> str:
    """What a tile does on a resource cell, and to whom where only one opponent is left."""
    if tile.kind == "life":
        resource = BOX.land.resource[BOX.land.index[preview.cell or ""]]
        args = {"n": preview.n, "life": tile.life, "value": resource.value}
        return words.say("massalia.acts_life", **args)
    if tile.kind == "fire":
        code = "massalia.acts_fire" if preview.burnable else "massalia.acts_fire_not"
        return words.say(code, n=min(preview.burnable, BOX.fire.max_tiles))
    if preview.struck is None:
        return words.say(f"massalia.acts_{tile.kind}")
    return words.say(f"massalia.candidate_drain_{tile.kind}", seat=words.names[preview.struck])


def _outlook(words: Words, steps: Sequence[Preview]) -> Iterator[str]:
    """Resource cells that tiles bring nearer or open, and the height of the highest pile."""
    laid = [step for step in steps if step.kind in LAYS]
    if any(step.over == "own" and _is_resource(step.cell) for step in laid):
        yield words.say("massalia.acts_not")
    goals = {goal.resource: goal for step in laid for goal in step.goals}.values()
    ready = [goal for goal in goals if goal.have >= goal.need]
    near = sorted(
        (goal for goal in goals if goal.have < goal.need), key=lambda goal: goal.need - goal.have
    )
    if ready:
        cells = _few(words, [cards.place(words, goal.resource) for goal in ready])
        yield words.say("massalia.candidate_ready", n=len(ready), cells=cells)
    if near:
        goals_text = _few(words, [_goal(words, goal) for goal in near])
        yield words.say("massalia.candidate_goals", goals=goals_text)
    unmet = (words.say(reason.code, **reason.args) for step in laid for reason in step.unmet)
    yield from dict.fromkeys(unmet)
    if (height := max((step.height for step in laid), default=0)) > 1:
        yield words.say("massalia.candidate_pile", n=height)


def _is_resource(cell: str | None) -> bool:
    """Whether a cell, by its label, is a resource cell."""
    return BOX.land.index.get(cell or "") in BOX.land.resource


def _goal(words: Words, goal: Goal) -> str:
    place = cards.place(words, goal.resource)
    return words.say("massalia.goal", place=place, have=goal.have, need=goal.need)


def _line(words: Words, steps: Sequence[Preview]) -> Iterator[str]:
    """Lines as they are done, then what the end would leave unused, and what tiles bring nearer."""
    deeds = [*_deeds(words, steps), " ".join(_losses(words, steps[-1].unused))]
    yield from deeds
    sentences = [*_outlook(words, steps)]
    lengths = accumulate(map(len, sentences), initial=len("\n".join(deeds)))
    count = sum(length <= LONGEST_LINE for length in lengths)
    if outlook := " ".join(sentences[: max(0, count - 1)]):
        yield f"-# {outlook}"


def _deeds(words: Words, steps: Sequence[Preview]) -> Iterator[str]:
    """Lines as they are done: cards used; other steps; tiles; a draw; purchases and the end."""
    others = (_does_it(words, step) for step in steps if step.kind not in LISTED)
    for sentences in (_together(words, steps, *USES), others, _tiles(words, steps)):
        yield " ".join(sentences)
    draws = steps[-1].kind == "draw_tile"
    tile = _tile_or_terrain(words, steps[-1])
    yield words.say("massalia.line_draw", tile=tile) if draws else ""
    yield f"**{ending}**" if (ending := " ".join(_ending(words, steps))) else ""


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
        if used := [step for step in steps if step.kind == kind and step.card]:
            names = cards.names_with_counts(words, [step.card or "" for step in used])
            args = {"cards": _few(words, names, MANY), "n": used[-1].n}
            yield words.say(f"massalia.line_{kind}", **args)


def _tiles(words: Words, steps: Sequence[Preview]) -> Iterator[str]:
    """Tiles that are laid: one that is drawn with what it does, the others by their cells."""
    laid = [step for step in steps if step.kind == "place"]
    for step in laid:
        if step.tile:
            yield _does_it(words, step)
            yield from _acts(words, step)
    if cells := [cards.cell(words, step.cell) for step in laid if step.cell and not step.tile]:
        yield words.say("massalia.line_place", n=len(cells), cells=", ".join(cells))


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


def _few(words: Words, things: list[str], most: int = FEW) -> list[str]:
    """Some things; of many, the first and the number of the others."""
    if len(things) <= most:
        return things
    more = len(things) - most + 1
    return [*things[: most - 1], words.say("massalia.others", n=more)]


def _does_it(words: Words, preview: Preview) -> str:
    """Sentence about a step; of a placement with the owner of the tile below.

    Every scout that can be activated has a bonus, which happens only under its condition.
    """
    more = preview.over if preview.kind == "place" else preview.gauge
    if preview.kind == "flip":
        more = "own" if preview.target == preview.seat else "enemy"
    if preview.kind == "activate":
        more = "bonus" if preview.n else "bare"
    kind = "_".join(filter(None, (preview.kind, more)))
    return words.say(f"massalia.candidate_{kind}", **_sentence_args(words, preview))


def _sentence_args(words: Words, preview: Preview) -> dict[str, Any]:
    split = [
        words.say("massalia.candidate_attack_part", n=n, seat=words.names[seat], life=life)
        for (seat, n), life in zip(preview.split, preview.lives, strict=True)
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
