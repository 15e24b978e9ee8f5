"""Choosing an action step by step: the next question, a preview, and the alternatives to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules._settlements import legal, links, prices, scoring, turn, view
from rules._settlements.actions import Action, Bonus, Build, Draw, End, Extend, Stop
from rules._settlements.notation import (
    building_token,
    centre_token,
    draw_token,
    notation,
    parse,
    payment_token,
    read_building,
    read_centre,
    read_first,
    read_hex,
    read_payment,
    read_rotation,
    rotation_token,
    unreadable,
)
from rules._settlements.prices import Spot
from rules._settlements.state import Player, State
from rules._settlements.view import (
    BuildPreview,
    LinePreview,
    PlainPreview,
    Preview,
    Prices,
    RegionPreview,
    StepPreview,
)
from rules.contract import Hex, IllegalMove
from rules.hexgrid import POINTY, cell_of, hex_of, nearest
from rules.notation import SEPARATOR
from rules.question import Beside, CellOf, OneOf, Option
from rules.unmet import Unmet

MOST_TOKENS = 3


def _raise(refusal: IllegalMove | None) -> None:
    if refusal is not None:
        raise refusal


# ---- the next question ------------------------------------------------------------------------


def ask(state: State, tokens: Sequence[str]) -> OneOf | None:
    """Next question of action, hex and payment; None when `tokens` are a whole legal action."""
    if not tokens:
        return _which_action(state)
    if len(tokens) > MOST_TOKENS:
        raise unreadable(state.rules, " ".join(tokens))
    first = read_first(state, tokens)
    if first == "X":
        return _which_region(state, tokens[1:])
    if first.startswith("B"):
        return _which_build(state, read_building(state, first), tokens[1:])
    if len(tokens) > 1:
        raise unreadable(state.rules, " ".join(tokens))
    _raise(legal.why_not(state, parse(state, state.turn.seat, first)))
    return None


def _which_action(state: State) -> OneOf:
    """Question for the action: draws, builds by number, the new region, then plain actions."""
    draws = [_draw_option(state, stack) for stack in legal.drawable(state)]
    builds = [_building_option(state, building) for building in legal.buildable(state)]
    plain = [_plain_option(state, action) for action in legal.plain_actions(state)]
    return OneOf(
        code=state.rules.code("ask_action"),
        options=(*draws, *filter(None, builds), *_extend_option(state), *plain),
        beside=Beside("hand", view.hand(state, state.turn.seat)),
    )


def _option(
    state: State,
    token: str,
    name: str,
    group: str,
    args: dict[str, Any],
    *,
    is_button: bool = False,
    plays: bool = False,
) -> Option:
    code = state.rules.code
    group = code(f"group_{group}") if group else ""
    return Option(token, code(f"option_{name}"), args, group, is_button=is_button, plays=plays)


def _draw_option(state: State, stack: int) -> Option:
    stack_size = len(state.players[state.turn.seat].stacks[stack])
    args = {"stack": stack + 1, "n": stack_size}
    return _option(state, draw_token(stack), "draw", "draw", args, is_button=True, plays=True)


def _building_option(state: State, building: int) -> Option | None:
    """Option of a building with its lowest price and free spots; None if it is too expensive."""
    costs = prices.costs(state, state.turn.seat, building)
    if not costs:
        return None
    free = [cell for cell, cards in costs.items() if not cards]
    player, after = state.players[state.turn.seat], state.rules.buildings[building].after
    args = {
        "building": building,
        "cards": min(costs.values()),
        "n": len(free),
        "spots": len(costs),
        "chain": any(prices.chain(player, after, cell) for cell in free),
    }
    return _option(state, building_token(building), "build", "build", args)


def _extend_option(state: State) -> list[Option]:
    tile = state.turn.extension
    if tile is None:
        return []
    return [_option(state, "X", "extend", "", {"tile": tile}, is_button=True)]


def _plain_option(state: State, action: Action) -> Option:
    """Option to park the revealed building, stop, end, or use a worker or an amphora."""
    name, args = _plain(state, action)
    return _option(state, notation(state, action), name, "", args, is_button=True, plays=True)


def _plain(state: State, action: Action) -> tuple[str, dict[str, Any]]:
    """Name and arguments of such an action."""
    if (revealed := state.turn.drawn) is not None:
        return "park", {"building": revealed.building}
    bonuses = state.players[state.turn.seat].bonus
    if isinstance(action, Stop):
        return "stop", {"n": _brings(state, action), "ends": not bonuses}
    return _kind(action), {"n": bonuses}


# ---- a building: hex, then payment ------------------------------------------------------------


def _which_build(state: State, building: int, tokens: Sequence[str]) -> OneOf | None:
    _raise(legal.why_not_building(state, building))
    if not tokens:
        return _which_hex(state, building)
    at = read_hex(state, tokens[0])
    _raise(legal.hex_refusal(state, at))
    if len(tokens) == 1:
        return _which_payment(state, building, at)
    _raise(legal.why_not(state, Build(building, at, read_payment(state, tokens[1]))))
    return None


def _which_hex(state: State, building: int) -> CellOf:
    """Question for the hex: free spots first, then the cheapest, then by name."""
    seat = state.turn.seat
    spots = prices.spots(state, seat, building)
    if not spots:
        raise legal.too_dear(state, building, state.free)
    picture = Prices(seat=seat, building=building, spots=spots)
    return CellOf(
        code=state.rules.code("ask_hex"),
        args={"building": building},
        options=tuple(_hex_option(state, building, spot) for spot in spots),
        beside=Beside("prices", picture, each="spots"),
        suggests=True,
        otherwise=state.rules.code("otherwise_hex"),
    )


def _hex_option(state: State, building: int, spot: Spot) -> Option:
    player, cell = state.players[state.turn.seat], cell_of(spot.hex)
    chain = prices.chain(player, state.rules.buildings[building].after, cell)
    cards = {"cards": spot.cards, "n": spot.cards}
    args = {"hex": spot.name, **cards, "chain": bool(chain)}
    return _option(state, spot.name, "hex", "paid" if spot.cards else "free", args)


def _which_payment(state: State, building: int, at: Hex) -> OneOf | None:
    """Question for the payment, cheapest first; None where nothing is due: the move is whole."""
    payments = legal.payments(state, building, cell_of(at))
    if not payments:
        raise legal.too_dear(state, building, [cell_of(at)])
    code, name = state.rules.code, state.land.names[cell_of(at)]
    options = tuple(_payment_option(state, pay) for pay in payments if pay)
    if not options:
        return None
    return OneOf(
        code=code("ask_payment"),
        args={"building": building, "hex": name},
        options=options,
        suggests=True,
        otherwise=code("otherwise_payment"),
    )


def _payment_option(state: State, pay: dict[str, int]) -> Option:
    args = {"pay": pay, "n": sum(pay.values())}
    return _option(state, payment_token(state.rules, pay), "payment", "", args)


# ---- a region: centre, then rotation ----------------------------------------------------------


def _which_region(state: State, tokens: Sequence[str]) -> OneOf | None:
    """Question for the place of a region; one is suggested, and the pad changes it."""
    centres = _centres(state)
    at = read_centre(state, tokens[0]) if tokens else centres[0]
    rot = read_rotation(state, tokens[1]) if len(tokens) > 1 else 0
    _raise(legal.why_not(state, Extend(at, rot)))
    code, args = state.rules.code, {"tile": state.turn.extension}
    if not tokens:
        options = tuple(_centre_option(state, at) for at in centres)
        return CellOf(code=code("ask_centre"), args=args, options=options, suggests=True)
    if len(tokens) > 1:
        return None
    rotations = tuple(_rotation_option(state, rot) for rot in range(6))
    return OneOf(code=code("ask_rotation"), args=args, options=rotations, suggests=True)


def _centres(state: State) -> list[Hex]:
    """Legal centres of a region, those of the perfect paving first (TG-13, TG-83)."""
    centres = state.land.centres
    return sorted(centres, key=lambda at: not centres[at])


def _centre_option(state: State, at: Hex) -> Option:
    group = "paved" if state.land.centres[at] else "unpaved"
    return _option(state, centre_token(at), "centre", group, {"q": at[0], "r": at[1]})


def _rotation_option(state: State, rot: int) -> Option:
    return _option(state, rotation_token(rot), "rotation", "", {"rot": rot, "degrees": 60 * rot})


# ---- the preview ------------------------------------------------------------------------------


def preview_line(state: State, line: Sequence[Action]) -> Preview:
    """Effects of legal actions, one after the other, as far as their player may know them."""
    if len(line) == 1:
        return preview(state, line[0])
    seat, after, is_open = state.turn.seat, state.clone(), True
    steps, board = list[StepPreview](), view.board(state)
    for action in line:
        steps.append(preview(after, action) if is_open else _unseen(after, action))
        events = turn.apply(after, action)
        if is_open:
            board = view.board(after)
        is_open &= not any(event.reveals for event in events)
    return LinePreview(
        seat=seat,
        notation=SEPARATOR.join(step.notation for step in steps),
        steps=tuple(steps),
        board=board,
        goal=_goal(state, board),
    )


def _unseen(state: State, action: Action) -> PlainPreview:
    """An action behind a reveal, without what would have come to light before it."""
    kind = _kind(action) if isinstance(action, End) else "unseen"
    return PlainPreview(seat=state.turn.seat, notation=notation(state, action), kind=kind)


def preview(state: State, action: Action) -> StepPreview:
    """Effects of a legal action, as far as its player may know them."""
    if isinstance(action, Build):
        return _build_preview(state, action)
    if isinstance(action, Extend):
        return _region_preview(state, action)
    revealed = state.turn.drawn
    return PlainPreview(
        seat=state.turn.seat,
        notation=notation(state, action),
        kind=_kind(action),
        stack=action.stack if isinstance(action, Draw) else None,
        building=revealed.building if revealed else None,
        cards=_brings(state, action),
    )


def _kind(action: Action) -> str:
    """Kind of an action: `draw`, `park`, `stop`, `end`, `bonus_action` or `bonus_card`."""
    if isinstance(action, Bonus):
        return f"bonus_{action.way}"
    return type(action).__name__.lower()


def _brings(state: State, action: Action) -> int:
    """Cards that an action would bring, limited to those that remain (TG-35, TG-79)."""
    if isinstance(action, Stop):
        return min(state.cards_due, state.cards_there)
    return min(1, state.cards_there) if action == Bonus("card") else 0


def _build_preview(state: State, action: Build) -> BuildPreview:
    seat, cell = state.turn.seat, cell_of(action.hex)
    rules, player = state.rules, state.players[seat]
    building = rules.buildings[action.building]
    after = state.clone()
    joined = after.place_building(seat, action.building, cell)
    player_after, paid = after.players[seat], rules.counts(action.pay)
    hand = [count - paid_count for count, paid_count in zip(player.hand, paid, strict=True)]
    return BuildPreview(
        seat=seat,
        notation=notation(state, action),
        building=action.building,
        hex=action.hex,
        price=prices.price(state, seat, action.building, cell),
        pay=action.pay,
        hand=rules.by_name(hand),
        chain=tuple(hex_of(near) for near in prices.chain(player, building.after, cell)),
        settlements=len(player.settlements),
        joined=joined if joined > 1 else 0,
        project=building.project
        if scoring.completes(after, player_after, building.project)
        else None,
        bonus_supply=state.bonus_supply,
        wins=scoring.reasons(after, player_after, cell),
        goal=_goal(state, view.board(after)),
        spots=prices.spots(state, seat, action.building),
        unmet=_unmet(after, player_after, building.project),
    )


def _goal(state: State, after: view.Board) -> view.Goal:
    """How far a move to another map leaves the players from a win."""
    return links.goal(view.board(state), after, state.turn.seat, len(state.players))


def _unmet(state: State, player: Player, project: int) -> tuple[Unmet, ...]:
    """Reason why a project that is complete earns no bonus (TG-70)."""
    if scoring.is_complete(state, player, project) and scoring.is_apart(state, player, project):
        return (Unmet(code=state.rules.code("unmet_apart"), args={"project": project}),)
    return ()


def _region_preview(state: State, action: Extend) -> RegionPreview:
    assert state.turn.extension is not None
    seat, after = state.turn.seat, state.clone()
    turn.apply(after, action)
    return RegionPreview(
        seat=seat,
        notation=notation(state, action),
        tile=state.turn.extension,
        at=action.at,
        rot=action.rot,
        spots=tuple(_centres(state)),
        goal=_goal(state, view.board(after)),
    )


# ---- other moves to preview --------------------------------------------------------------------


def elsewhere(state: State, action: Action) -> OneOf | None:
    """The other spots of the same building, or the other centres of the same region."""
    if isinstance(action, Build):
        return _spots(state, action)
    if isinstance(action, Extend):
        return _places(state, action)
    return None


def _spots(state: State, action: Build) -> OneOf:
    """The spots, each for the automatic payment; the spot of `action` keeps its payment."""
    spots = prices.spots(state, state.turn.seat, action.building)
    options = tuple(_spot(state, action, spot) for spot in spots)
    return OneOf(code=state.rules.code("ask_hex"), options=options)


def _spot(state: State, action: Build, spot: Spot) -> Option:
    is_same_spot = spot.hex == action.hex
    text = (
        notation(state, action)
        if is_same_spot
        else f"{building_token(action.building)} {spot.name}"
    )
    args, code = {"hex": spot.name, "cards": spot.cards, "n": spot.cards}, state.rules.code
    return Option(text, code("spot"), args, code("spots_paid" if spot.cards else "spots_free"))


def _places(state: State, action: Extend) -> OneOf:
    """The centres, numbered as in the picture, at the same rotation."""
    code = state.rules.code
    options = tuple(
        Option(
            notation(state, Extend(at, action.rot)),
            code("centre"),
            {"number": number, "at": centre_token(at)},
            code("centres"),
        )
        for number, at in enumerate(_centres(state), 1)
    )
    return OneOf(code=code("ask_centre"), options=options)


# ---- the pad ----------------------------------------------------------------------------------


def variations(state: State, action: Action) -> dict[str, Action]:
    """The nearest spot in each direction, and for a region the next rotations."""
    if isinstance(action, Build):
        return _other_hexes(state, action)
    if isinstance(action, Extend):
        return _other_places(state, action)
    return {}


def _other_hexes(state: State, action: Build) -> dict[str, Action]:
    """The same building on the nearest hexes, for the automatic payment."""
    seat, building = state.turn.seat, action.building
    moves: dict[str, Action] = {}
    cells = prices.costs(state, seat, building)
    for name, at in nearest(action.hex, map(hex_of, cells), POINTY).items():
        pay = legal.automatic(state, seat, building, cell_of(at))
        assert pay is not None
        moves[name] = Build(building, at, pay)
    return moves


def _other_places(state: State, action: Extend) -> dict[str, Action]:
    """The same region at the nearest centres, or turned in place."""
    moves: dict[str, Action] = {
        name: Extend(at, action.rot)
        for name, at in nearest(action.at, state.land.centres, POINTY).items()
    }
    for name, turns in (("cw", 1), ("ccw", -1)):
        moves[name] = Extend(action.at, (action.rot + turns) % 6)
    return moves
