"""Shortcuts of a panel: lines that go on with a turn, and make no more than they say."""

from collections.abc import Iterator

import pytest

from bot.steps import lines
from bot.steps.moves import reveals
from bot.table.changes import Secret
from bot.table.live import LiveTable, MovePreview, Prompt
from cogs._answering.items import CHOICES, LONGEST_CHOICE
from cogs._panel.shortcuts import shortcuts
from rules.rng import Rng
from tests.contract.playing import Setup, game_of, plain_setups, running
from tests.contract.telling import twins
from tests.posting import table_of
from tests.tier import of_tier

SETUPS = [
    setup
    for setup in plain_setups()
    if setup.seats in of_tier((2,), (2, 3, 4)) and setup.game.facts.longest_turn > 1
]
every_table = pytest.mark.parametrize("setup", SETUPS, ids=str)
POSITIONS = of_tier(12, 120)
"""So many positions of a game, apart by as much, are looked at."""
SHARE = 3
"""Each so manieth shortcut is followed."""


def table_at(setup: Setup, state: object) -> LiveTable:
    """A table for people in a position."""
    table = table_of(game_of(setup), setup.seats, setup.seats, "en")
    return LiveTable(table, Secret("1" * 32, "2" * 32), state, 3, None)


def tables(setup: Setup) -> Iterator[tuple[LiveTable, int]]:
    """Tables all along a game, each with a seat that has to act."""
    positions = running(setup)
    for state, seat in positions[:: max(1, len(positions) // POSITIONS)]:
        yield table_at(setup, state), seat


def panels(live: LiveTable, seat: int) -> Iterator[Prompt]:
    """The first panel of a move, and the preview of a move."""
    yield lines.prompt_at(live, seat, ())
    move = live.game.notation(live.state, seat, live.game.sample(live.state, seat, Rng(4)))
    yield lines.candidate(live, seat, move.split())


@every_table
def test_shortcuts_find_room_and_lead_on_without_more_than_they_say(setup):
    kinds = set[bool]()
    for live, seat in tables(setup):
        for prompt in panels(live, seat):
            every = shortcuts(prompt)
            assert len(every) == len({each.line for each in every}) <= CHOICES
            if isinstance(prompt, MovePreview) and prompt.elsewhere is not None:
                best = [p for p in prompt.elsewhere.options if p.token != prompt.moves[-1]][:1]
                assert {p.token for p in best} <= {(e.before or e.option).token for e in every}
            for shortcut in every[::SHARE]:
                tokens = shortcut.line.split()
                assert len(shortcut.line) <= LONGEST_CHOICE
                assert lines.needs_no_preview(live, seat, tokens) == shortcut.makes, shortcut
                kinds.add(shortcut.makes)
                if shortcut.makes:
                    line = lines.line_of(live, seat, tokens)
                    _, _, turn = lines.step(live, seat, line, at="")
                    assert not any(
                        map(reveals, turn.plies[: 1 - len(shortcut.option.parts or "1")])
                    )
                    assert [ply.notation for ply in turn.plies] == line
                else:
                    shown = lines.prompt_at(live, seat, tokens)
                    if isinstance(shown, MovePreview):
                        assert lines.prompt_at(live, seat, shown.moves_before.split())
    assert True in kinds


@every_table
def test_shortcuts_are_the_same_in_two_deals_that_look_the_same(setup):
    for live, seat in tables(setup):
        here, there = (table_at(setup, deal) for deal in twins(setup.game, live.state, seat).deals)
        for one, other in zip(panels(here, seat), panels(there, seat), strict=True):
            assert shortcuts(one) == shortcuts(other)
