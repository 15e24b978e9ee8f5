"""Two deals that a seat cannot tell apart, and lines of moves that would tell them apart."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from rules.contract import RulesError, play, read
from rules.rng import Rng

DEALS = 40
"""Deals among which the second one is chosen."""
RARE = 5
"""A line is left out that more of them refuse: it is refused whatever is hidden."""
TURNS = 300
"""Random turns in which lines are looked for."""
MOST, KEPT = 60, 3
"""Most lines that are tried in all deals, and that are kept."""
LONGEST = 12
"""Moves of the longest turn."""
WIDEST = 200
"""Legal moves of a position that are compared."""


class Twins(NamedTuple):
    """Two deals of a position that a seat cannot tell apart."""

    deals: tuple[Any, Any]
    lines: tuple[str, ...]
    """Lines of the seat that are legal in only one of them."""


def twins(game: Any, state: Any, seat: int | None) -> Twins:
    """The position, and the deal of it of which most lines are legal in only one of the two."""
    deals = [state, *(game.redeal(state, seat, Rng(luck)) for luck in range(1, DEALS))]
    legal = dict[str, list[bool]]()
    for line in islice(random_lines(game, deals, seat), MOST):
        legal[line] = [is_legal(game, deal, seat, line) for deal in deals]
    rare = {line: each for line, each in legal.items() if each.count(False) <= RARE}
    contrasts = [[line for line in rare if rare[line][0] != rare[line][n]] for n in range(DEALS)]
    best = max(range(1, DEALS), key=lambda n: len(contrasts[n]))
    lines = sorted(contrasts[best], key=lambda line: (rare[line].count(False), line))
    return Twins((state, deals[best]), tuple(lines[:KEPT]))


def position_of_turn(game: Any, state: Any, seat: int | None) -> Any:
    """The position from which a seat chooses its turn, now or in advance; None for neither."""
    if seat in game.to_act(state):
        return state
    return None if seat is None else game.turn_ahead(state, seat)


def random_lines(game: Any, deals: list[Any], seat: int | None) -> Iterator[str]:
    """Lines of a seat that go on after a reveal by a move that only one of two deals allows."""
    for number in range(TURNS):
        luck, other = Rng(number), deals[1 + number % (len(deals) - 1)]
        pair = [position_of_turn(game, deal, seat) for deal in (deals[0], other)]
        line, has_revealed = list[str](), False
        while None not in pair and len(line) < LONGEST and (not line or game.mid_turn(pair[0])):
            if has_revealed:
                here, there = (legal_moves(game, deal, seat) for deal in pair)
                yield from (";".join([*line, move]) for move in sorted(here ^ there)[:4])
            line.append(game.notation(pair[0], seat, game.sample(pair[0], seat, luck)))
            try:
                steps = [play(game, deal, seat, game.parse(deal, seat, line[-1])) for deal in pair]
            except RulesError:
                break
            pair = [after for after, _ in steps]
            has_revealed |= any(event.reveals for event in steps[0][1])


def legal_moves(game: Any, state: Any, seat: int | None) -> set[str]:
    """The first legal moves of a seat."""
    if seat not in game.to_act(state):
        return set()
    actions = islice(game.legal_actions(state, seat), WIDEST)
    return {game.notation(state, seat, action) for action in actions}


def is_legal(game: Any, state: Any, seat: int | None, line: str) -> bool:
    """Whether a line is legal in a position."""
    try:
        read(game, position_of_turn(game, state, seat), seat or 0, line.split(";"))
    except RulesError:
        return False
    return True
