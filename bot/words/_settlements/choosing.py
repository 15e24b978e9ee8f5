"""The entries of menus, and the costs, gains and effects of a candidate move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.words import SHOWN, Label, row_of
from bot.words._settlements.terms import Terms
from rules._settlements.pieces import BASE_STACK, Building
from rules._settlements.view import (
    BuildPreview,
    Goal,
    LinePreview,
    PlainPreview,
    Preview,
    Price,
    RegionPreview,
    Rival,
    StepPreview,
    View,
)
from rules.question import Option

# ---- answers to a question -----------------------------------------------------------------------


def option_label(words: Terms, option: Option, view: View) -> Label:
    """Label of one answer: its name, its cost or gain below, and its icon."""
    label = LABELS.get(option.code.partition(".")[2])
    if label is not None:
        return label(words, option)
    return Label(words.say(option.code, **option.args))


def _draw(words: Terms, option: Option) -> Label:
    """A stack with the number of buildings left in it."""
    number, remaining = option.args["stack"], option.args["n"]
    base = number - 1 == BASE_STACK
    label = words.phrase("option_draw_base" if base else "option_draw", number=number, n=remaining)
    button = words.phrase("button_draw_base" if base else "button_draw", number=number, n=remaining)
    return Label(label, button=button)


def _park(words: Terms, option: Option) -> Label:
    number = option.args["building"]
    label = words.phrase("option_park", building=words.building(number))
    return Label(label, icon=_icon(words, number), short=words.phrase("button_park"))


def _build(words: Terms, option: Option) -> Label:
    """A building with its cheapest price now; below, its cost and its number of spots."""
    number, args = option.args["building"], option.args
    price = words.phrase("from", n=args["cards"]) if args["cards"] else words.phrase("free")
    reason = words.phrase("free_by_chain") if args["chain"] else price
    detail = [words.phrase("costs", cost=words.cost(number))]
    if args["n"]:
        detail.append(words.phrase("free_spots", n=args["spots"], free=args["n"]))
    else:
        detail.append(words.phrase("spots", n=args["spots"]))
    name = words.building(number)
    label = words.phrase("option_build", building=name, price=reason)
    short = words.phrase("option_build", building=name, price=price)
    shortest = words.phrase("button_build", building=name, price=price)
    button = next((text for text in (label, short) if len(text) <= SHOWN), shortest)
    return Label(label, " · ".join(detail), _icon(words, number), alone=True, button=button)


def _icon(words: Terms, number: int) -> str:
    return f"{words.key}_p{words.kind(number).project}"


def _hex(words: Terms, option: Option) -> Label:
    """A hex with its price, or the reason why it is free."""
    args = option.args
    if args["chain"]:
        return Label(words.phrase("free_by_chain"))
    if not args["cards"]:
        return Label(words.phrase("free_by_symbols"))
    return Label(words.phrase("cards", n=args["cards"]))


def _spot(words: Terms, option: Option) -> Label:
    """Another hex for the same building, with its price."""
    cards = option.args["cards"]
    price = words.phrase("cards", n=cards) if cards else words.phrase("free")
    return Label(words.phrase("spot", hex=option.args["hex"], price=price))


def _payment(words: Terms, option: Option) -> Label:
    """The cards of a payment, with their number below."""
    pay = option.args["pay"]
    return Label(words.cards(pay), words.phrase("cards", n=sum(pay.values())))


def _stop(words: Terms, option: Option) -> Label:
    """A stop with the cards it brings: none where all is done; it ends no turn with a worker."""
    cards = option.args["n"]
    if not cards:
        return Label(words.phrase("option_stop_only", n=cards))
    code = "option_stop" if option.args["ends"] else "option_stop_first"
    return Label(words.phrase(code, n=cards), icon=f"{words.key}_cards")


def _bonus(words: Terms, option: Option) -> Label:
    label = words.say(option.code, **option.args)
    return Label(label, icon=f"{words.key}_bonus")


LABELS: Mapping[str, Callable[[Terms, Option], Label]] = {
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


LINES = 4
"""Most lines about several moves."""


def candidate(words: Terms, preview: Preview) -> str:
    """Previewed move with its price; below, its gains. Of several moves, a line for each."""
    if isinstance(preview, LinePreview):
        return "\n".join(_line(words, preview))
    if isinstance(preview, BuildPreview):
        return "\n".join(_building(words, preview))
    if isinstance(preview, RegionPreview):
        return "\n".join((_region(words, preview), *_goal(words, preview.goal)))
    return _plain(words, preview)


def comparison(words: Terms, previews: Sequence[Preview]) -> list[str]:
    """Each move, or several of a turn, in one line."""
    return [
        " · ".join(_move(words, step) for step in _told_steps(preview))
        if isinstance(preview, LinePreview)
        else candidate(words, preview).partition("\n")[0]
        for preview in previews
    ]


def details(words: Terms, preview: Preview) -> str:
    """Price of a building and the rest of the hand, or the position of a region; the legend."""
    if isinstance(preview, BuildPreview):
        return "\n".join((*_reckoning(words, preview), legend(words, preview)))
    if isinstance(preview, RegionPreview):
        region = words.region(preview.tile, preview.rot)
        return words.phrase("candidate_hexes", region=region)
    return "" if isinstance(preview, LinePreview) else words.phrase("candidate_board_legend")


def legend(words: Terms, preview: Preview) -> str:
    """Meaning of the numbers beside the ghost of a building."""
    return words.phrase("candidate_map_legend") if isinstance(preview, BuildPreview) else ""


def _line(words: Terms, line: LinePreview) -> Iterator[str]:
    """A line for each move, then one for what they bring; many moves are told in short."""
    builds = [step for step in line.steps if isinstance(step, BuildPreview)]
    gains = [" · ".join(gains)] if (gains := _brings(words, *builds)) else []
    if not any(build.wins for build in builds):
        gains += _goal(words, line.goal, has_built=bool(builds))
    most, steps = LINES - len(gains), _told_steps(line)
    if len(steps) <= most:
        moves = [_move(words, step) for step in steps]
    else:
        short = [_move_in_short(words, step) for step in steps]
        moves = [*short[: most - 1], " · ".join(short[most - 1 :])]
    yield from (*moves, *gains)


def _told_steps(line: LinePreview) -> list[StepPreview]:
    """The moves of a line without a stop that brings no card, where another move follows it."""
    *steps, last = line.steps
    return [*(step for step in steps if not _is_bare_stop(step)), last]


def _is_bare_stop(step: StepPreview) -> bool:
    return isinstance(step, PlainPreview) and step.kind == "stop" and not step.cards


def _move(words: Terms, step: StepPreview) -> str:
    """One of several moves; why a building is free has no room."""
    if isinstance(step, BuildPreview):
        return _head(words, step, free="free")
    return _region(words, step) if isinstance(step, RegionPreview) else _plain(words, step)


def _move_in_short(words: Terms, step: StepPreview) -> str:
    """One of several moves, without the price of a building."""
    if isinstance(step, BuildPreview):
        _, name, *_ = step.notation.split()
        return words.phrase("candidate_short", building=words.building(step.building), at=name)
    return _move(words, step)


def _head(words: Terms, preview: BuildPreview, free: str = "") -> str:
    _, name, *_ = preview.notation.split()
    reason = "free_by_chain" if preview.price.free else "free_by_symbols"
    price = words.cards(preview.pay) or words.phrase(free or reason)
    building = words.building(preview.building)
    return words.phrase("candidate", building=building, at=name, price=price)


def _building(words: Terms, preview: BuildPreview) -> Iterator[str]:
    yield _head(words, preview)
    yield from _brings(words, preview)
    if not preview.wins:
        yield from _goal(words, preview.goal, has_built=True)


def _reckoning(words: Terms, preview: BuildPreview) -> Iterator[str]:
    yield from _price(words, preview)
    yield from _payment_of(words, preview)
    yield _hand_after_payment(words, preview.hand)


def _hand_after_payment(words: Terms, hand: Mapping[str, int]) -> str:
    cards = words.cards(hand, ", ")
    if not cards:
        return words.phrase("candidate_left_nothing")
    return words.phrase("candidate_left", n=sum(hand.values()), cards=cards)


def _price(words: Terms, preview: BuildPreview) -> Iterator[str]:
    """Reason why it is free by chain; otherwise cost, symbols and surcharge."""
    kind, price = words.kind(preview.building), preview.price
    before = words.buildings(kind.after)
    if price.free:
        yield words.phrase("candidate_chain", before=before)
        return
    cost, symbols = words.cost(preview.building), words.cards(_helpful(kind, price))
    if price.due or price.any:
        form = "candidate_cost" if symbols else "no_symbol"
        due = words.price(price.due, price.any)
        yield words.phrase(form, cost=cost, symbols=symbols, due=due)
        why = "candidate_base" if kind.base else "candidate_no_chain"
        yield words.phrase(why, before=before)
    else:
        yield words.phrase("candidate_symbols_suffice", cost=cost, symbols=symbols)
    if price.surcharge:
        settlements = words.phrase("settlements", n=preview.settlements)
        yield words.phrase("candidate_surcharge", n=price.surcharge, settlements=settlements)
    elif price.new_settlement:
        yield words.phrase("candidate_first")


def _helpful(kind: Building, price: Price) -> dict[str, int]:
    """The symbols that lower the cost: all symbols where any cards pay (TG-55)."""
    if kind.any:
        return price.board
    return {key: min(n, kind.cost.get(key, 0)) for key, n in price.board.items()}


def _payment_of(words: Terms, preview: BuildPreview) -> Iterator[str]:
    """Payment with replaced cards, if any; otherwise the price line has named it."""
    pay, due = preview.pay, preview.price.due
    if replaced := sum(max(0, n - pay.get(key, 0)) for key, n in due.items()):
        paid = words.phrase("candidate_pay", cards=words.cards(pay))
        yield f"{paid} · {words.phrase('candidate_replaced', n=replaced)}"


def _brings(words: Terms, *builds: BuildPreview) -> list[str]:
    """How buildings win the game; of those that do not, their gains."""
    wins = [sentence for build in builds for sentence in _wins(words, build)]
    return wins or [*_gains(words, *builds)]


def _goal(words: Terms, goal: Goal, *, has_built: bool = False) -> Iterator[str]:
    """Distance from a win, where a move changes it, then that of the others."""
    before, link = goal.needed_before, words.phrase("goal_none") if has_built else ""
    if goal.cities is not None and (has_built or goal.needed != before):
        cities = "–".join(map(words.city, goal.cities))
        link = _distance(words, cities, goal.needed, before)
    total = words.rules.flags.buildings_to_win
    built = words.phrase("goal_built", n=goal.built, total=total) if has_built else ""
    rivals = (_rival(words, rival) for rival in goal.rivals)
    yield from filter(None, (row_of(filter(None, (link, built))), row_of(rivals)))


def _distance(words: Terms, name: str, n: int, before: int | None) -> str:
    """Number of buildings missing to a link, behind the number before where that was another."""
    code = "goal_link" if before in (None, n) else "goal_changed"
    return words.phrase(code, name=name, before=before, n=n)


def _rival(words: Terms, rival: Rival) -> str:
    """The same of another player, in short."""
    name, before, n = words.names[rival.seat], rival.needed_before, rival.needed
    if n is None:
        return words.phrase("goal_cut", name=name)
    if before is None:
        return words.phrase("goal_link", name=name, n=n)
    return words.phrase("goal_rival", name=name, before=before, n=n)


def _wins(words: Terms, preview: BuildPreview) -> Iterator[str]:
    """How a building wins the game; nothing for one that does not."""
    for reason in preview.wins:
        yield f"🏆 {words.phrase(f'candidate_wins_{reason}')}"


def _gains(words: Terms, *builds: BuildPreview) -> Iterator[str]:
    """Settlements joined, projects completed or why they are not rewarded, settlements begun."""
    projects: dict[str, list[str]] = {}
    for build in builds:
        if build.joined:
            yield words.phrase("candidate_joins", n=build.joined)
        for code, project in _completed(words, build):
            projects.setdefault(code, []).append(words.project(project))
    for code, names in projects.items():
        yield words.say(code, project=names, n=len(names))
    for build in builds:
        if more := build.price.surcharge:
            yield words.phrase("candidate_founds", n=more)


def _completed(words: Terms, build: BuildPreview) -> Iterator[tuple[str, int]]:
    """Projects that a building completes, each after the code of what that brings."""
    if build.project is not None:
        has_supply = build.bonus_supply > 0
        code = words.rules.code("candidate_project" if has_supply else "candidate_project_card")
        yield code, build.project
    yield from ((unmet.code, unmet.args["project"]) for unmet in build.unmet)


def _region(words: Terms, preview: RegionPreview) -> str:
    number = preview.spots.index(preview.at) + 1
    lines = [
        words.phrase("candidate_region"),
        words.phrase("candidate_place", number=number, n=len(preview.spots)),
    ]
    if preview.rot:
        lines.append(f"↻ {60 * preview.rot}°")
    return " · ".join(lines)


def _plain(words: Terms, preview: PlainPreview) -> str:
    stack, building = preview.stack, preview.building
    if preview.kind == "unseen":
        return f"`{preview.notation}`"
    if _is_bare_stop(preview):
        return f"**{words.phrase('option_stop_only', n=0)}**"
    return words.phrase(
        f"candidate_{preview.kind}",
        stack="" if stack is None else words.stack(stack),
        building="" if building is None else words.building(building),
        n=preview.cards,
    )
