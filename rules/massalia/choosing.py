"""Choosing an action step by step: the kind of action, then its arguments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from rules.contract import BadNotation, IllegalMove, Seat
from rules.massalia import effects, holding, legal, listing, previewing, together
from rules.massalia.actions import (
    Action,
    Activate,
    Attack,
    Banish,
    Buy,
    Combo,
    Concede,
    Destroy,
    DrawTile,
    End,
    MoveTile,
    Place,
    Play,
)
from rules.massalia.notation import NOTHING, fitting, notation, parse, scout_token, unreadable
from rules.massalia.pieces import name_of
from rules.massalia.state import Blaze, State, Strike, Thirst
from rules.massalia.view import Cards, Spots
from rules.notation import SEPARATOR
from rules.question import Amounts, Beside, CellOf, OneOf, Option, Question, SomeOf

WHOLE = (Play, Activate, Combo, DrawTile, End)
"""Actions that are options by themselves; for all others the kind comes first."""
CARD_GROUPS = ("massalia.group_play", "massalia.group_scouts")
"""Menus of cards to play, and of scouts and combos."""
MOST_ELSEWHERE = 25
"""Most cells that are offered beside the previewed one."""
FEW_CARDS = 3
"""Most cards on offer that have buttons; of more one is chosen from a menu."""


BANISHED = {
    "hand": ("massalia.option_banish_hand", "massalia.group_banish_hand"),
    "reserve": ("massalia.option_banish_reserve", "massalia.group_banish_reserve"),
}
"""Text and group of a card to be banished, by its zone."""


def _code(name: str) -> str:
    return f"massalia.{name}"


def _option(token: str, name: str, args: dict[str, Any], group: str = "") -> Option:
    return Option(token, _code(f"option_{name}"), args, _code(f"group_{group}") if group else "")


# ---- the next question ------------------------------------------------------------------------


def ask(state: State, seat: Seat, tokens: Sequence[str]) -> Question | None:
    """Next question; None when `tokens` are a whole legal action."""
    if not tokens:
        return _next(state, seat)
    head = tokens[0].casefold()
    if head == "hit" and (shares := _shares_left(state, seat, tokens[1:])) is not None:
        return shares
    try:
        action = parse(state, seat, " ".join(tokens))
    except BadNotation:
        return _further(state, seat, head, tokens)
    if (refusal := legal.why_not(state, seat, action)) is not None:
        raise refusal
    return None


def _next(state: State, seat: Seat) -> Question:
    """Question for a pending answer, or else for any possible action."""
    if state.turn.tile is not None:
        return _which_cell(state, seat)
    if state.turn.queue:
        return OneOf(code=_code("ask_answer"), options=tuple(_waiting(state, seat)))
    options, lines = tuple(_steps(state, seat)), tuple(_lines(state, seat))
    hand = Cards(tuple(state.players[seat].hand))
    return OneOf(
        code=_code("ask_step"),
        options=options,
        lines=lines,
        beside=Beside("cards", hand) if hand.cards else None,
    )


def _waiting(state: State, seat: Seat) -> Iterable[Option]:
    """Answers to what waits: to strike one opponent with all points, or what is asked further."""
    head = state.turn.queue[0]
    if isinstance(head, Strike):
        for target in state.opponents(seat):
            args = {"seat": target, "n": head.n, "life": state.players[target].life}
            option = _option(f"hit {target}:{head.n}", "hit_one", args)
            yield replace(option, is_button=True, plays=True)
        yield replace(_option("hit", "hit", {"n": head.n}), is_button=True)
    else:
        token = "drain" if isinstance(head, Thirst) else "fire"
        yield _option(token, token, {})


def _lines(state: State, seat: Seat) -> Iterable[Option]:
    """Cards to play at once: those that bring amber alone, or the whole hand."""
    for name, moves in together.plays(state, seat):
        cards = [move.card for move in moves if isinstance(move, Play)]
        args = {
            "n": len(moves),
            "amber": together.amber_of(state, cards),
            "lost": together.amber_lost(state, cards),
        }
        token = SEPARATOR.join(notation(state, move) for move in moves)
        yield Option(token, _code(f"option_all_{name}"), args, is_button=True, plays=True)


def _steps(state: State, seat: Seat) -> Iterable[Option]:
    """Cards and the to-do list in menus; purchases, tiles and the end as buttons."""
    options: dict[str, Option] = {}
    for action in listing.legal_actions(state, seat):
        if isinstance(action, Concede):
            continue
        text = notation(state, action)
        token = text if isinstance(action, WHOLE) else text.partition(" ")[0]
        if token not in options:
            options[token] = _step(state, seat, token, action)
    return _in_order(list(options.values()))


def _in_order(options: Sequence[Option]) -> list[Option]:
    """Options with the cards in one menu, then the effects, and the tiles to draw at the end."""
    groups = {option.group for option in options if option.group in CARD_GROUPS}
    if len(groups) > 1:
        options = [
            replace(option, group=_code("group_use")) if option.group in groups else option
            for option in options
        ]
    order = [*CARD_GROUPS, _code("group_use"), _code("group_do"), ""]
    return sorted(options, key=lambda option: (*order, option.group).index(option.group))


def _step(state: State, seat: Seat, token: str, action: Action) -> Option:
    if isinstance(action, End):
        leftovers = together.leftovers(state, seat)
        is_done = not leftovers
        return Option(token, _code("option_end"), is_button=True, plays=is_done, finishes=is_done)
    if isinstance(action, Buy):
        return Option(token, _code("option_buy_one"), is_button=True)
    if isinstance(action, Play):
        loss = {"lost": together.amber_lost(state, [action.card])}
        return _card_option(token, "play", action.card, loss, plays=True)
    if isinstance(action, Activate):
        return _card_option(token, "activate", action.card, {}, "scouts", plays=True)
    if isinstance(action, Combo):
        condition = state.box.card[action.card].combo
        assert condition is not None
        n = effects.times(state, seat, action.card, condition)
        return _card_option(token, "combo", action.card, {"n": n}, "scouts", plays=True)
    entry = state.entry(getattr(action, "todo", 0))
    assert entry is not None
    args = {"n": together.units(state, entry.do, entry.terrain), "terrain": entry.terrain or ""}
    if isinstance(action, DrawTile):
        return Option(
            token,
            _code("option_draw_tile"),
            args,
            _code("group_draw_tile"),
            is_button=True,
            plays=True,
            advised="massalia.option_draw_tile_advised",
        )
    return Option(token, _code(f"option_{entry.do}"), args, _code("group_do"))


def _card_option(
    token: str, name: str, card: str, args: dict[str, Any], group: str = "", plays: bool = False
) -> Option:
    label_args = {"card": name_of(card), **args}
    return Option(
        token, _code(f"option_{name}"), label_args, _code(f"group_{group or name}"), plays=plays
    )


# ---- arguments of an action -------------------------------------------------------------------


def _further(state: State, seat: Seat, head: str, tokens: Sequence[str]) -> Question:
    """Question after the first token of an action. Raises BadNotation or IllegalMove."""
    if head in ("drain", "fire") and len(tokens) == 1:
        return _answer(state, seat, head)
    if head == "@" and len(tokens) == 1 and state.turn.tile is not None:
        return _which_cell(state, seat)
    if state.turn.tile is not None or state.turn.queue:
        raise _out_of_order(state, tokens)
    actions = [
        action
        for action in listing.legal_actions(state, seat)
        if not isinstance(action, Concede) and notation(state, action).split()[0] == head
    ]
    if not actions:
        raise unreadable(" ".join(tokens))
    if isinstance(actions[0], MoveTile):
        return _which_way(
            state, [action for action in actions if isinstance(action, MoveTile)], tokens
        )
    if len(tokens) > 1:
        raise unreadable(" ".join(tokens))
    return _which(state, seat, head, actions)


def _out_of_order(state: State, tokens: Sequence[str]) -> IllegalMove | BadNotation:
    first_tokens = ("p", "a", "c", "b", "ban", "rec", "k", "m", "f", "x")
    if tokens[0].casefold().rstrip("0123456789") not in first_tokens:
        return unreadable(" ".join(tokens))
    reason = "tile_waits" if state.turn.tile is not None else "choice_waits"
    return legal.illegal(reason, "MA-15")


def _which(state: State, seat: Seat, head: str, actions: Sequence[Action]) -> Question:
    """Question for a card, a tile or a scout."""
    if head[0] in "fx":
        tiles = (_tile_option(state, action) for action in actions)
        options = tuple(sorted(tiles, key=lambda option: not option.args["resource"]))
        code = _code(f"ask_{'flip' if head[0] == 'f' else 'remove'}")
        return CellOf(code=code, options=options, beside=_on_the_map(options))
    tokens = [notation(state, action).partition(" ")[2] for action in actions]
    pairs = zip(tokens, actions, strict=True)
    options = tuple(_thing(state, seat, token, action) for token, action in pairs)
    if isinstance(actions[0], Buy):
        return _which_purchase(options)
    return OneOf(code=_code(f"ask_{_ASKS[head.rstrip('0123456789')]}"), options=options)


def _which_purchase(options: Sequence[Option]) -> OneOf:
    """Question for a card of the river that there is enough amber for, beside all of these."""
    cards = Cards(tuple(option.args["card"] for option in options))
    buttons = [replace(option, is_button=len(options) <= FEW_CARDS) for option in options]
    return OneOf(
        code=_code("ask_buy"),
        options=tuple(buttons),
        beside=Beside("cards", cards, each="cards"),
    )


_ASKS: dict[str, str] = {
    "p": "play",
    "a": "activate",
    "c": "combo",
    "b": "buy",
    "ban": "banish",
    "rec": "recover",
    "k": "destroy",
}


def _thing(state: State, seat: Seat, token: str, action: Action) -> Option:
    if isinstance(action, Banish):
        label, group = BANISHED[action.source]
        return Option(token, label, {"card": name_of(action.card)}, group)
    if isinstance(action, Destroy):
        [life] = [
            scout.life for scout in state.players[action.seat].scouts if scout.card == action.card
        ]
        args = {"card": name_of(action.card), "seat": action.seat, "n": life}
        token = f"{action.seat}:{scout_token(state, action.seat, action.card)}"
        return _option(token, "scout", args)
    card: str = getattr(action, "card", "")
    if isinstance(action, Buy):
        return _option(token, "buy", {"card": name_of(card), "cost": state.box.card[card].cost})
    return _option(token, "card", {"card": name_of(card)})


def _tile_option(state: State, action: Action) -> Option:
    """Option of a cell with its tile: the owner, and the kind if it lies face up."""
    label: str = getattr(action, "cell", "")
    cell = state.box.land.index[label]
    tile = state.board[cell][-1]
    args = _cell_args(state, label) | {"seat": tile.owner, "tile": tile.kind if tile.up else ""}
    return _option(label, "tile", args, _group(state, cell))


def _cell_args(state: State, label: str) -> dict[str, Any]:
    land = state.box.land
    resource = land.resource.get(land.index[label])
    return {"cell": label, "resource": resource.id if resource else ""}


def _group(state: State, cell: int) -> str:
    """Menu of a cell: the resource cells first, then area by area."""
    land = state.box.land
    return "resources" if cell in land.resource else f"area_{land.area[cell]}"


def _which_cell(state: State, seat: Seat) -> CellOf:
    """Question for the cell of the drawn tile: resource cells first, with its effect there."""
    tile, land = state.turn.tile, state.box.land
    assert tile is not None
    cells = sorted(legal.place_cells(state, seat), key=lambda cell: cell not in land.resource)
    options = tuple(_place_option(state, seat, f"@{land.labels[cell]}", cell) for cell in cells)
    return CellOf(
        code=_code("ask_cell"),
        args={"tile": tile.kind},
        options=options,
        suggests=True,
        otherwise=_code("otherwise_cell"),
        beside=_on_the_map(options),
    )


def _on_the_map(options: Iterable[Option]) -> Beside:
    """The map with the cells of some options, each by its name."""
    cells = tuple(option.token.lstrip("@") for option in options)
    return Beside("spots", Spots(cells), each="cells")


def _place_option(state: State, seat: Seat, token: str, cell: int) -> Option:
    """Option of a cell, with the effect of the drawn tile there."""
    land, tile, top = state.box.land, state.turn.tile, state.top(cell)
    assert tile is not None
    args = _cell_args(state, land.labels[cell]) | {"tile": tile.kind}
    args["over"] = "" if top is None else "own" if top.owner == seat else "enemy"
    if cell not in land.resource:
        goals = list(previewing.goals(state, seat, cell))
        args["near"] = [goal.resource for goal in goals]
        args["marks"] = [goal.have for goal in goals]
        args["needs"] = [goal.need for goal in goals]
        return _option(token, "cell", args, _group(state, cell))
    args["morale"] = land.resource[cell].morale
    if args["over"] == "own":
        return _option(token, "cell_covered", args, _group(state, cell))
    kind, life = state.box.tile[tile.kind].kind, state.box.tile[tile.kind].life
    args |= {"life": life, "value": land.resource[cell].value}
    args["n"] = life * land.resource[cell].value
    return _option(token, f"cell_{kind}", args, _group(state, cell))


def _which_way(state: State, moves: Sequence[MoveTile], tokens: Sequence[str]) -> Question:
    """Question for a tile to move, then for its next cell."""
    if len(tokens) == 1:
        starts = {move.start: move for move in moves}
        options = tuple(_tile_option_at(state, label, move) for label, move in starts.items())
        return CellOf(code=_code("ask_move"), options=options, beside=_on_the_map(options))
    start = tokens[1].upper()
    ends = [move for move in moves if move.start == start]
    if len(tokens) > 2 or not ends:
        if start in state.box.land.index and not fitting(state, "move", start):
            raise legal.illegal("not_to_do", "MA-14", effect="move")
        raise unreadable(" ".join(tokens))
    options = tuple(
        Option(move.to, "massalia.option_to", _cell_args(state, move.to), "massalia.group_to")
        for move in ends
    )
    beside = _on_the_map(options)
    return OneOf(
        code="massalia.ask_to",
        args={"cell": start},
        options=options,
        beside=beside,
        suggests=True,
        otherwise="massalia.otherwise_cell",
    )


def _tile_option_at(state: State, label: str, _move: MoveTile) -> Option:
    cell = state.box.land.index[label]
    tile = state.board[cell][-1]
    args = _cell_args(state, label) | {"seat": tile.owner, "tile": tile.kind if tile.up else ""}
    return _option(label, "tile", args, _group(state, cell))


# ---- pending choices --------------------------------------------------------------------------


def _answer(state: State, seat: Seat, head: str) -> Question:
    """Question for an opponent to drain, or tiles to burn. Raises IllegalMove if nothing waits."""
    pending = state.turn.queue[0] if state.turn.queue else None
    if head == "drain" and isinstance(pending, Thirst):
        options = tuple(
            _option(str(opponent), f"drain_{pending.gauge}", _gauge_args(state, opponent, pending))
            for opponent in state.opponents(seat)
        )
        options = tuple(replace(option, is_button=True, plays=True) for option in options)
        return OneOf(code=_code(f"ask_{pending.gauge}"), options=options)
    if head == "fire" and isinstance(pending, Blaze):
        labels = state.box.land.labels
        cells = holding.burnable(state, seat, pending.cell)
        limit = min(len(cells), state.box.fire.max_tiles)
        options = tuple(_burnable(state, cell) for cell in cells)
        return SomeOf(
            code=_code("ask_fire"),
            args={"cell": labels[pending.cell], "n": limit},
            options=options,
            min_values=0,
            max_values=limit,
            nothing=NOTHING,
            suggests=True,
            beside=_on_the_map(options),
        )
    raise legal.illegal("choice_waits" if pending else "nothing_waits", "MA-15")


def _gauge_args(state: State, seat: Seat, pending: Thirst) -> dict[str, Any]:
    return {"seat": seat, "n": getattr(state.players[seat], pending.gauge)}


def _burnable(state: State, cell: int) -> Option:
    label, tile = state.box.land.labels[cell], state.board[cell][-1]
    args = _cell_args(state, label) | {"seat": tile.owner, "tile": tile.kind if tile.up else ""}
    return _option(label, "tile", args)


def _shares_left(state: State, seat: Seat, given: Sequence[str]) -> Amounts | None:
    """Question for the shares of an attack that are still missing; None when all are given.

    Raises BadNotation or IllegalMove.
    """
    head = state.turn.queue[0] if state.turn.queue else None
    if state.turn.tile is not None or not isinstance(head, Strike):
        name = "tile_waits" if state.turn.tile else "choice_waits" if head else "nothing_waits"
        raise legal.illegal(name, "MA-15")
    shares: tuple[tuple[int, int], ...] = ()
    if given:
        action = parse(state, seat, f"hit {' '.join(given)}")
        assert isinstance(action, Attack)
        shares = action.split
    remaining = head.n - sum(n for _, n in shares)
    opponents = [
        opponent
        for opponent in state.opponents(seat)
        if all(opponent > target for target, _ in shares)
    ]
    if remaining <= 0 or not opponents:
        return None
    parts = tuple(
        _option(str(opponent), "share", {"seat": opponent, "n": state.players[opponent].life})
        for opponent in opponents
    )
    return Amounts(
        code=_code("ask_hit"),
        args={"n": head.n},
        options=parts,
        limits=(remaining,) * len(parts),
        total=(remaining, remaining),
    )


# ---- other moves to preview --------------------------------------------------------------------


def _use(state: State, seat: Seat, cell: int) -> tuple[bool, int, int]:
    """How little a tile is of use: where it acts, then those that make many ready or count for."""
    top, goals = state.top(cell), list(previewing.goals(state, seat, cell))
    acts = cell in state.box.land.resource and (top is None or top.owner != seat)
    ready = sum(goal.have == goal.need for goal in goals)
    return not acts, -ready, -len(goals)


def elsewhere(state: State, seat: Seat, action: Action) -> OneOf | None:
    """Other cells for the drawn tile, the most useful first."""
    if not isinstance(action, Place) or state.turn.tile is None:
        return None
    land = state.box.land
    cells = sorted(legal.place_cells(state, seat), key=lambda cell: _use(state, seat, cell))
    options = tuple(
        _place_option(state, seat, f"@{land.labels[cell]}", cell) for cell in cells[:MOST_ELSEWHERE]
    )
    return CellOf(code=_code("ask_cell"), options=options) if options else None
