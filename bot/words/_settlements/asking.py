"""Questions of a panel with help to answer them, and the hand, for one seat only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.words._settlements.terms import Speaker
from rules._settlements.land import hex_names
from rules._settlements.reach import Lack, lacks_of
from rules._settlements.view import Hand, View
from rules.question import Question

Args = Mapping[str, Any]
"""Arguments of a question."""

LACKS = 6
"""Most unaffordable buildings that are listed one by one."""


# ---- the question --------------------------------------------------------------------------------


def question(speaker: Speaker, question: Question, view: View, held: Hand) -> str:
    """Question: which action, where, or how to pay."""
    ask = ASKED[question.code.partition(".")[2]]
    return "\n".join(ask(speaker, question.args, view, held))


def details(speaker: Speaker, question: Question, view: View, held: Hand) -> str:
    """Further help with a question."""
    tell = DETAILED.get(question.code.partition(".")[2], _nothing)
    return "\n".join(tell(speaker, question.args, view, held))


def _which_action(speaker: Speaker, args: Args, view: View, held: Hand) -> Iterator[str]:
    """Situation in the turn, with the actions left."""
    yield _situation(speaker, view, _lacking(view, held))


def _means(speaker: Speaker, args: Args, view: View, held: Hand) -> Iterator[str]:
    """Cards in hand, and buildings out of reach."""
    lacks = _lacking(view, held)
    if view.turn.extension is not None:
        yield _hexes(speaker, view.turn.extension)
    yield _cards(speaker, held)
    if bonus := view.players[held.seat].bonus:
        yield speaker.say("asked_bonus", n=bonus, bonus=speaker.bonus(bonus))
    if lacks:
        yield f"-# {_lacks(speaker, view, lacks)}"


def _lacking(view: View, held: Hand) -> Sequence[Lack]:
    """Buildings that only lack cards."""
    return lacks_of(view, held.seat, held.cards, _buildable(view, held))


def _situation(speaker: Speaker, view: View, lacks: Sequence[Lack]) -> str:
    """Situation in the seat's turn: "**2 of 3 builds left.**"."""
    turn, flags = view.turn, speaker.rules.flags
    if turn.drawn is not None:
        number = turn.drawn.building
        building, cost = speaker.building(number), speaker.cost(number)
        code = "asked_drawn_poor" if lacks else "asked_drawn"
        label = speaker.say(code, building=building, cost=cost)
        return f"{label} {_actions_left(speaker, view)}" if turn.left else label
    if turn.extension is not None:
        return speaker.say("asked_extension")
    if turn.phase == "cards":
        return speaker.say("asked_cards")
    if turn.mode is None:
        return speaker.say(
            "ask_action",
            draws=flags.draw_actions,
            builds=flags.build_actions,
            n=flags.cards_when_nothing_done,
        )
    return _actions_left(speaker, view)


def _actions_left(speaker: Speaker, view: View) -> str:
    """Actions left, out of the turn's actions so far."""
    turn = view.turn
    rest_of_turn = turn.left or 0
    if not rest_of_turn:
        return speaker.say("asked_none_left")
    return speaker.say(f"asked_{turn.mode}", n=rest_of_turn, total=turn.done + rest_of_turn)


def _cards(speaker: Speaker, held: Hand) -> str:
    """The hand in one line."""
    cards = speaker.cards(held.cards, ", ")
    if not cards:
        return speaker.say("asked_empty_hand")
    return speaker.say("asked_hand", n=sum(held.cards.values()), cards=cards)


def _lacks(speaker: Speaker, view: View, lacks: Sequence[Lack]) -> str:
    """Buildings that the turn allows but the cards do not."""
    names = hex_names(view.board.tiles)
    parts = [_lack(speaker, lack, names[lack.hex]) for lack in lacks[:LACKS]]
    if more := len(lacks) - len(parts):
        parts.append(speaker.say("asked_more", n=more))
    return speaker.say("asked_lacking", buildings=" · ".join(parts))


def _buildable(view: View, held: Hand) -> list[int]:
    """The revealed building alone, or the reserve where the turn allows building from it."""
    turn = view.turn
    if turn.drawn is not None:
        return [turn.drawn.building]
    if turn.phase != "act" or turn.mode == "draw" or turn.extension is not None:
        return []
    return sorted(set(view.players[held.seat].reserve))


def _lack(speaker: Speaker, lack: Lack, name: str) -> str:
    """A building with the cards it lacks, on the hex where it lacks fewest."""
    return speaker.say(
        "lack",
        building=speaker.building(lack.building),
        cards=speaker.price(lack.cards, lack.any),
        at=name,
    )


def _which_hex(speaker: Speaker, args: Args, view: View, held: Hand) -> Iterator[str]:
    """The building and its cost."""
    number = args["building"]
    building, cost = speaker.building(number), speaker.cost(number)
    yield speaker.say("ask_hex", building=building, cost=cost)


def _beside_what(speaker: Speaker, args: Args, view: View, held: Hand) -> Iterator[str]:
    """Places that make the building free, and the hand."""
    yield _chain(speaker, view, held, args["building"])
    yield _cards(speaker, held)


def _chain(speaker: Speaker, view: View, held: Hand, number: int) -> str:
    """Places of the buildings before it on the arrows, if any stand on the map."""
    after = speaker.kind(number).after
    if not after:
        return speaker.say("asked_base")
    names = hex_names(view.board.tiles)
    hexes = [
        names[built.hex]
        for built in view.board.buildings
        if built.seat == held.seat and built.building in after
    ]
    code = "asked_chain" if hexes else "asked_no_chain"
    return speaker.say(code, before=speaker.buildings(after), hexes=hexes)


def _which_centre(speaker: Speaker, args: Args, view: View, held: Hand) -> Iterator[str]:
    """Request for the centre of the region."""
    yield f"{speaker.say('asked_extension')} {speaker.say('ask_centre')}"


def _which_rotation(speaker: Speaker, args: Args, view: View, held: Hand) -> Iterator[str]:
    yield f"{speaker.say('asked_extension')} {speaker.say('ask_rotation')}"


def _which_region(speaker: Speaker, args: Args, view: View, held: Hand) -> Iterator[str]:
    """The region to be placed."""
    yield _hexes(speaker, args["tile"])


def _hexes(speaker: Speaker, tile: int) -> str:
    return speaker.say("candidate_hexes", region=speaker.region(tile))


def _which_payment(speaker: Speaker, args: Args, view: View, held: Hand) -> Iterator[str]:
    building = speaker.building(args["building"])
    yield speaker.say("ask_payment", building=building, at=args["hex"])
    yield _cards(speaker, held)
    letters = [
        speaker.with_icon(
            resource.key, f"`{resource.code}` {speaker.say(f'resource_{resource.key}')}"
        )
        for resource in speaker.rules.resources
    ]
    yield speaker.say("asked_letters", letters=" · ".join(letters))


ASKED: Mapping[str, Callable[[Speaker, Args, View, Hand], Iterator[str]]] = {
    "ask_action": _which_action,
    "ask_hex": _which_hex,
    "ask_payment": _which_payment,
    "ask_centre": _which_centre,
    "ask_rotation": _which_rotation,
}
"""Texts of a question, by its code."""


def _nothing(speaker: Speaker, args: Args, view: View, held: Hand) -> Iterator[str]:
    yield from ()


DETAILED: Mapping[str, Callable[[Speaker, Args, View, Hand], Iterator[str]]] = {
    "ask_action": _means,
    "ask_hex": _beside_what,
    "ask_centre": _which_region,
    "ask_rotation": _which_region,
}
"""Further help with a question, by its code."""


# ---- the hand ------------------------------------------------------------------------------------


def hand(speaker: Speaker, view: View, held: Hand) -> str:
    """The cards, the reserve and the workers of a seat, for its player only."""
    player = view.players[held.seat]
    lines = [
        _cards(speaker, held),
        speaker.say("text_reserve", buildings=speaker.buildings(player.reserve)),
    ]
    if player.bonus:
        lines.append(speaker.bonus(player.bonus))
    return "\n".join(lines)
