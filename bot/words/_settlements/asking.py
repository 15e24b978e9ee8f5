"""Questions of a panel with help to answer them, and the hand, for one seat only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.words._settlements.terms import Terms
from rules._settlements.land import hex_names
from rules._settlements.reach import Lack, lacks_of
from rules._settlements.view import Hand, View
from rules.question import Question

Args = Mapping[str, Any]
"""Arguments of a question."""

LACKS = 6
"""Most unaffordable buildings that are listed one by one."""


# ---- the question --------------------------------------------------------------------------------


def question(words: Terms, question: Question, view: View, held: Hand) -> str:
    """Question: which action, where, or how to pay."""
    ask = ASKED[question.code.partition(".")[2]]
    return "\n".join(ask(words, question.args, view, held))


def details(words: Terms, question: Question, view: View, held: Hand) -> str:
    """Further help with a question."""
    tell = DETAILED.get(question.code.partition(".")[2], _nothing)
    return "\n".join(tell(words, question.args, view, held))


def _which_action(words: Terms, args: Args, view: View, held: Hand) -> Iterator[str]:
    """Situation in the turn, with the actions left."""
    yield _situation(words, view, _lacking(view, held))


def _means(words: Terms, args: Args, view: View, held: Hand) -> Iterator[str]:
    """Cards in hand, and buildings out of reach."""
    lacks = _lacking(view, held)
    if view.turn.extension is not None:
        yield _hexes(words, view.turn.extension)
    yield _cards(words, held)
    if bonus := view.players[held.seat].bonus:
        yield words.phrase("asked_bonus", n=bonus, bonus=words.bonus(bonus))
    if lacks:
        yield f"-# {_lacks(words, view, lacks)}"


def _lacking(view: View, held: Hand) -> Sequence[Lack]:
    """Buildings that only lack cards."""
    return lacks_of(view, held.seat, held.cards, _buildable(view, held))


def _situation(words: Terms, view: View, lacks: Sequence[Lack]) -> str:
    """Situation in the seat's turn: "**2 of 3 builds left.**"."""
    turn, flags = view.turn, words.rules.flags
    if turn.drawn is not None:
        number = turn.drawn.building
        building, cost = words.building(number), words.cost(number)
        code = "asked_drawn_poor" if lacks else "asked_drawn"
        label = words.phrase(code, building=building, cost=cost)
        return f"{label} {_actions_left(words, view)}" if turn.left else label
    if turn.extension is not None:
        return words.phrase("asked_extension")
    if turn.phase == "cards":
        return words.phrase("asked_cards")
    if turn.mode is None:
        return words.phrase(
            "ask_action",
            draws=flags.draw_actions,
            builds=flags.build_actions,
            n=flags.cards_when_nothing_done,
        )
    return _actions_left(words, view)


def _actions_left(words: Terms, view: View) -> str:
    """Actions left, out of the turn's actions so far."""
    turn = view.turn
    rest_of_turn = turn.left or 0
    if not rest_of_turn:
        return words.phrase("asked_none_left")
    return words.phrase(f"asked_{turn.mode}", n=rest_of_turn, total=turn.done + rest_of_turn)


def _cards(words: Terms, held: Hand) -> str:
    """The hand in one line."""
    cards = words.cards(held.cards, ", ")
    if not cards:
        return words.phrase("asked_empty_hand")
    return words.phrase("asked_hand", n=sum(held.cards.values()), cards=cards)


def _lacks(words: Terms, view: View, lacks: Sequence[Lack]) -> str:
    """Buildings that the turn allows but the cards do not."""
    names = hex_names(view.board.tiles)
    parts = [_lack(words, lack, names[lack.hex]) for lack in lacks[:LACKS]]
    if more := len(lacks) - len(parts):
        parts.append(words.phrase("asked_more", n=more))
    return words.phrase("asked_lacking", buildings=" · ".join(parts))


def _buildable(view: View, held: Hand) -> list[int]:
    """The revealed building alone, or the reserve where the turn allows building from it."""
    turn = view.turn
    if turn.drawn is not None:
        return [turn.drawn.building]
    if turn.phase != "act" or turn.mode == "draw" or turn.extension is not None:
        return []
    return sorted(set(view.players[held.seat].reserve))


def _lack(words: Terms, lack: Lack, name: str) -> str:
    """A building with the cards it lacks, on the hex where it lacks fewest."""
    return words.phrase(
        "lack",
        building=words.building(lack.building),
        cards=words.price(lack.cards, lack.any),
        at=name,
    )


def _which_hex(words: Terms, args: Args, view: View, held: Hand) -> Iterator[str]:
    number = args["building"]
    building, cost = words.building(number), words.cost(number)
    yield words.phrase("ask_hex", building=building, cost=cost)


def _beside_what(words: Terms, args: Args, view: View, held: Hand) -> Iterator[str]:
    """Places that make the building free, and the hand."""
    yield _chain(words, view, held, args["building"])
    yield _cards(words, held)


def _chain(words: Terms, view: View, held: Hand, number: int) -> str:
    """Places of the buildings before it on the arrows, if any stand on the map."""
    after = words.kind(number).after
    if not after:
        return words.phrase("asked_base")
    names = hex_names(view.board.tiles)
    hexes = [
        names[built.hex]
        for built in view.board.buildings
        if built.seat == held.seat and built.building in after
    ]
    code = "asked_chain" if hexes else "asked_no_chain"
    return words.phrase(code, before=words.buildings(after), hexes=hexes)


def _which_centre(words: Terms, args: Args, view: View, held: Hand) -> Iterator[str]:
    yield f"{words.phrase('asked_extension')} {words.phrase('ask_centre')}"


def _which_rotation(words: Terms, args: Args, view: View, held: Hand) -> Iterator[str]:
    yield f"{words.phrase('asked_extension')} {words.phrase('ask_rotation')}"


def _which_region(words: Terms, args: Args, view: View, held: Hand) -> Iterator[str]:
    yield _hexes(words, args["tile"])


def _hexes(words: Terms, tile: int) -> str:
    return words.phrase("candidate_hexes", region=words.region(tile))


def _which_payment(words: Terms, args: Args, view: View, held: Hand) -> Iterator[str]:
    building = words.building(args["building"])
    yield words.phrase("ask_payment", building=building, at=args["hex"])
    yield _cards(words, held)
    letters = [
        words.with_icon(
            resource.key, f"`{resource.code}` {words.phrase(f'resource_{resource.key}')}"
        )
        for resource in words.rules.resources
    ]
    yield words.phrase("asked_letters", letters=" · ".join(letters))


ASKED: Mapping[str, Callable[[Terms, Args, View, Hand], Iterator[str]]] = {
    "ask_action": _which_action,
    "ask_hex": _which_hex,
    "ask_payment": _which_payment,
    "ask_centre": _which_centre,
    "ask_rotation": _which_rotation,
}
"""Texts of a question, by its code."""


def _nothing(words: Terms, args: Args, view: View, held: Hand) -> Iterator[str]:
    yield from ()


DETAILED: Mapping[str, Callable[[Terms, Args, View, Hand], Iterator[str]]] = {
    "ask_action": _means,
    "ask_hex": _beside_what,
    "ask_centre": _which_region,
    "ask_rotation": _which_region,
}
"""Further help with a question, by its code."""


# ---- the hand ------------------------------------------------------------------------------------


def hand(words: Terms, view: View, held: Hand) -> str:
    """The cards, the reserve and the workers of a seat, for its player only."""
    player = view.players[held.seat]
    lines = [
        _cards(words, held),
        words.phrase("text_reserve", buildings=words.buildings(player.reserve)),
    ]
    if player.bonus:
        lines.append(words.bonus(player.bonus))
    return "\n".join(lines)
