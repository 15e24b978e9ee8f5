"""Whether a line of moves is refused, and why, does not depend on what is hidden from its seat.

Random games are played. All along them lines are tried, which only one of two deals allows that
look the same to their seat: they are refused in both, or made in both up to a move that reveals.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from bot.steps import advance, lines
from bot.steps.moves import reveals
from bot.table.changes import Secret
from bot.table.live import LiveTable
from rules import registry
from rules.contract import RulesError
from tests.contract.playing import Setup, game_of, plain_setups, plies_along
from tests.contract.telling import DEALS, Twins, twins
from tests.posting import table_of
from tests.tier import game_of_most_text, games, of_tier

pytestmark = pytest.mark.two_deals

SETUPS = [setup for setup in plain_setups() if setup.seats in of_tier((2,), (2, 3, 4))]
every_table = pytest.mark.parametrize("setup", SETUPS, ids=str)
POSITIONS = of_tier(2, 40)
"""So many positions of a game, apart by as much, are looked at from the side of each seat."""


@cache
def positions(setup: Setup) -> list[tuple[int, Twins]]:
    """Seats at positions all along a game, with two deals that they cannot tell apart."""
    states = [state for state, *_ in plies_along(setup)]
    chosen = states[len(states) // POSITIONS // 2 :: max(1, len(states) // POSITIONS)]
    pairs = [(seat, twins(setup.game, state, seat)) for state in chosen for seat in seats(setup)]
    return [(seat, pair) for seat, pair in pairs if pair.lines]


def seats(setup: Setup) -> range:
    """Every seat of a setup."""
    return range(setup.seats)


def tables(setup: Setup, seat: int, pair: Twins) -> Iterator[LiveTable]:
    """A table with each of two deals, from which a seat chooses its turn."""
    for deal in pair.deals:
        table = table_of(game_of(setup), setup.seats, setup.seats, "en")
        live = LiveTable(table, Secret("1" * 32, "2" * 32), deal, 3, None)
        yield live if seat in live.to_act else advance.table_ahead(live, seat)


def outcome(live: LiveTable, seat: int, line: str) -> Any:
    """The refusal of a line, or its moves up to the first that reveals anything."""
    try:
        _, _, turn = lines.step(live, seat, line.split(";"), at="")
    except RulesError as refusal:
        return str(refusal)
    revealing = next(n for n, ply in enumerate(turn.plies) if reveals(ply))
    return [ply.notation for ply in turn.plies[: revealing + 1]]


def preview(live: LiveTable, seat: int, line: str) -> Any:
    """The preview of a line, or its refusal."""
    try:
        return lines.candidate(live, seat, line.split())
    except RulesError as refusal:
        return str(refusal)


@every_table
def test_a_line_has_the_same_outcome_in_two_deals_that_look_the_same(setup):
    for seat, pair in positions(setup):
        for line in pair.lines:
            here, there = tables(setup, seat, pair)
            assert outcome(here, seat, line) == outcome(there, seat, line), line
            assert preview(here, seat, line) == preview(there, seat, line), line


@every_table
def test_a_line_that_one_outcome_of_its_only_reveal_refuses_is_refused(setup):
    """Each outcome is tried, however rare it is."""
    for seat, pair in positions(setup):
        for line in pair.lines:
            live, _ = tables(setup, seat, pair)
            endings = lines.possible_endings(live, seat, line.split(";"))
            assert any(isinstance(ending, lines.MoveRefused) for ending in endings), line


def test_in_the_richest_game_lines_are_found_that_few_deals_refuse():
    """Otherwise nothing would be compared."""
    found = [pair for setup in SETUPS for _, pair in positions(setup)]
    assert found or game_of_most_text(registry.games()) not in games()
    for pair in found:
        assert len(pair.lines) < DEALS
        assert pair.deals[0] != pair.deals[1]
