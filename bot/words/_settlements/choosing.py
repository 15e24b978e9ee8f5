"""The entries of menus, and the costs, gains and effects of a candidate move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from bot.i18n import text
from bot.words import Label
from bot.words._settlements.terms import Speaker
from rules._settlements.pieces import BASE_STACK, Building
from rules._settlements.view import (
    BuildPreview,
    PlainPreview,
    Preview,
    Price,
    RegionPreview,
    View,
)
from rules.question import Option

# ---- answers to a question -----------------------------------------------------------------------


def option_label(speaker: Speaker, option: Option, view: View) -> Label:
    """Label of one answer: its name, its cost or gain below, and its icon."""
    label = LABELS.get(option.code.partition(".")[2])
    if label is not None:
        return label(speaker, option)
    return Label(text(option.code, speaker.language, **option.args))


def _draw(speaker: Speaker, option: Option) -> Label:
    """A stack with the number of buildings left in it."""
    number, remaining = option.args["stack"], option.args["n"]
    base = number - 1 == BASE_STACK
    label = speaker.say("option_draw_base" if base else "option_draw", number=number, n=remaining)
    button = speaker.say("button_draw_base" if base else "button_draw", number=number, n=remaining)
    return Label(label, button=button)


def _park(speaker: Speaker, option: Option) -> Label:
    number = option.args["building"]
    return Label(
        speaker.say("option_park", building=speaker.building(number)), icon=_icon(speaker, number)
    )


def _build(speaker: Speaker, option: Option) -> Label:
    """A building with its cheapest price now; below, its cost and its number of spots."""
    number, args = option.args["building"], option.args
    price = speaker.say("free") if not args["cards"] else speaker.say("from", n=args["cards"])
    detail = [speaker.say("costs", cost=speaker.cost(number))]
    if args["n"]:
        detail.append(speaker.say("free_spots", n=args["spots"], free=args["n"]))
    else:
        detail.append(speaker.say("spots", n=args["spots"]))
    label = speaker.say("option_build", building=speaker.building(number), price=price)
    return Label(label, " · ".join(detail), _icon(speaker, number), alone=True)


def _icon(speaker: Speaker, number: int) -> str:
    return f"{speaker.key}_p{speaker.kind(number).project}"


def _hex(speaker: Speaker, option: Option) -> Label:
    """A hex with its price, or the reason why it is free."""
    args = option.args
    if args["chain"]:
        return Label(speaker.say("free_by_chain"))
    if not args["cards"]:
        return Label(speaker.say("free_by_symbols"))
    return Label(speaker.say("cards", n=args["cards"]))


def _spot(speaker: Speaker, option: Option) -> Label:
    """Another hex for the same building, with its price."""
    cards = option.args["cards"]
    price = speaker.say("cards", n=cards) if cards else speaker.say("free")
    return Label(speaker.say("spot", hex=option.args["hex"], price=price))


def _payment(speaker: Speaker, option: Option) -> Label:
    """The cards of a payment, with their number below."""
    pay = option.args["pay"]
    return Label(speaker.cards(pay), speaker.say("cards", n=sum(pay.values())))


def _stop(speaker: Speaker, option: Option) -> Label:
    """A stop with the cards it brings: none when all actions are done and a worker is left."""
    cards = option.args["n"]
    if not cards:
        return Label(speaker.say("option_stop_only", n=cards))
    return Label(speaker.say("option_stop", n=cards), icon=f"{speaker.key}_cards")


def _bonus(speaker: Speaker, option: Option) -> Label:
    label = text(option.code, speaker.language, **option.args)
    return Label(label, icon=f"{speaker.key}_bonus")


LABELS: Mapping[str, Callable[[Speaker, Option], Label]] = {
    "option_draw": _draw,
    "option_park": _park,
    "option_build": _build,
    "option_hex": _hex,
    "option_payment": _payment,
    "spot": _spot,
    "option_stop": _stop,
    "option_bonus_action": _bonus,
    "option_bonus_card": _bonus,
}


# ---- a candidate ---------------------------------------------------------------------------------


def candidate(speaker: Speaker, preview: Preview) -> str:
    """Previewed move with its price; below, its gains."""
    if isinstance(preview, BuildPreview):
        return "\n".join(_building(speaker, preview))
    if isinstance(preview, RegionPreview):
        return _region(speaker, preview)
    return _plain(speaker, preview)


def details(speaker: Speaker, preview: Preview) -> str:
    """Calculation of a preview's price and the rest of the hand, or the position of a region."""
    if isinstance(preview, BuildPreview):
        return "\n".join(_reckoning(speaker, preview))
    if isinstance(preview, RegionPreview):
        region = speaker.region(preview.tile, preview.rot)
        return speaker.say("candidate_hexes", region=region)
    return ""


def _building(speaker: Speaker, preview: BuildPreview) -> Iterator[str]:
    _, name, *_ = preview.notation.split()
    price = speaker.cards(preview.pay) or speaker.say("free")
    building = speaker.building(preview.building)
    yield speaker.say("candidate", building=building, at=name, price=price)
    if more := [*_brings(speaker, preview)]:
        yield from more
    elif cards_kept := sum(preview.hand.values()):
        yield speaker.say("candidate_kept", n=cards_kept)
    else:
        yield speaker.say("candidate_left_nothing")


def _reckoning(speaker: Speaker, preview: BuildPreview) -> Iterator[str]:
    yield from _price(speaker, preview)
    yield from _payment_of(speaker, preview)
    if any(preview.hand.values()) or any(_brings(speaker, preview)):
        yield _hand_after_payment(speaker, preview.hand)


def _hand_after_payment(speaker: Speaker, hand: Mapping[str, int]) -> str:
    """The hand after paying."""
    cards = speaker.cards(hand, ", ")
    if not cards:
        return speaker.say("candidate_left_nothing")
    return speaker.say("candidate_left", n=sum(hand.values()), cards=cards)


def _price(speaker: Speaker, preview: BuildPreview) -> Iterator[str]:
    """Reason why it is free by chain; otherwise cost, symbols and surcharge."""
    kind, price = speaker.kind(preview.building), preview.price
    before = speaker.buildings(kind.after)
    if price.free:
        yield speaker.say("candidate_chain", before=before)
        return
    cost, symbols = speaker.cost(preview.building), speaker.cards(_helpful(kind, price))
    if price.due or price.any:
        form = "candidate_cost" if symbols else "no_symbol"
        due = speaker.price(price.due, price.any)
        yield speaker.say(form, cost=cost, symbols=symbols, due=due)
        why = "candidate_base" if kind.base else "candidate_no_chain"
        yield speaker.say(why, before=before)
    else:
        yield speaker.say("candidate_symbols_suffice", cost=cost, symbols=symbols)
    if price.surcharge:
        settlements = speaker.say("settlements", n=preview.settlements)
        yield speaker.say("candidate_surcharge", n=price.surcharge, settlements=settlements)
    elif price.new_settlement:
        yield speaker.say("candidate_first")


def _helpful(kind: Building, price: Price) -> dict[str, int]:
    """The symbols that lower the cost: all symbols where any cards pay (TG-55)."""
    if kind.any:
        return price.board
    return {key: min(n, kind.cost.get(key, 0)) for key, n in price.board.items()}


def _payment_of(speaker: Speaker, preview: BuildPreview) -> Iterator[str]:
    """Payment with replaced cards, if any; otherwise the price line has named it."""
    pay, due = preview.pay, preview.price.due
    if replaced := sum(max(0, n - pay.get(key, 0)) for key, n in due.items()):
        paid = speaker.say("candidate_pay", cards=speaker.cards(pay))
        yield f"{paid} · {speaker.say('candidate_replaced', n=replaced)}"


def _brings(speaker: Speaker, preview: BuildPreview) -> Iterator[str]:
    """Settlements joined, a project completed, the game won, a settlement begun."""
    if preview.joined:
        yield speaker.say("candidate_joins", n=preview.joined)
    if preview.project is not None:
        form = "candidate_project" if preview.bonus_supply else "candidate_project_card"
        yield speaker.say(form, project=speaker.project(preview.project))
    for reason in preview.wins:
        yield f"🏆 {speaker.say(f'candidate_wins_{reason}')}"
    if more := preview.price.surcharge:
        yield speaker.say("candidate_founds", n=more)


def _region(speaker: Speaker, preview: RegionPreview) -> str:
    number = preview.spots.index(preview.at) + 1
    lines = [
        speaker.say("candidate_region"),
        speaker.say("candidate_place", number=number, n=len(preview.spots)),
    ]
    if preview.rot:
        lines.append(f"↻ {60 * preview.rot}°")
    return " · ".join(lines)


def _plain(speaker: Speaker, preview: PlainPreview) -> str:
    stack, building = preview.stack, preview.building
    if preview.kind == "stop" and not preview.cards:
        return f"**{speaker.say('option_stop_only', n=0)}**"
    return speaker.say(
        f"candidate_{preview.kind}",
        stack="" if stack is None else speaker.stack(stack),
        building="" if building is None else speaker.building(building),
        n=preview.cards,
    )
