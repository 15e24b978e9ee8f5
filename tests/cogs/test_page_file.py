"""The words beside the pictures of a page that replays a game."""

import json
from pathlib import Path

import pytest

from bot.i18n import LANGUAGES
from bot.steps import moves
from bot.steps.film import Still
from bot.steps.timeline import public_turns
from bot.steps.visibility import look_of
from bot.table.changes import Secret
from bot.table.live import LiveTable
from cogs._pages import page_file
from cogs._shared.turn_lines import TurnLines
from rules.record import begin, from_json
from rules.registry import get
from tests.cases import each_case
from tests.posting import AT, table_of

RECORD = Path(__file__).parents[1] / "massalia" / "records" / "by_attack.json"
PLIES = 600
"""The first third of that game, in which some turns are long."""


@pytest.fixture(scope="module")
def game():
    """The look that everybody has at a recorded game under way, and its log."""
    record, rules, log = from_json(json.loads(RECORD.read_text("utf-8"))), get("massalia"), []
    table, secret = table_of("massalia", 4, 4, "en"), Secret(f"{1:032x}", "")
    live = LiveTable(table, secret, begin(record), 0, None)
    for move in record.plies[:PLIES]:
        action = rules.parse(live.state, move.seat, move.move)
        after, ply = moves.apply_move(live, move.seat, action, at=AT, ai=False)
        live, change, _ = moves.commit_moves(live, after, (ply,))
        log += change.plies
    return look_of(live, None), log


@each_case("language", LANGUAGES)
def test_a_turn_that_is_too_long_for_a_post_is_told_in_full(game, language):
    look, log = game
    table, turns = look.table, public_turns(look.table, log)
    short_lines = {turn[0].ply: TurnLines(table, language).short(turn) for turn in turns}
    cut_turns = [turn for turn in turns if any("…" in line for line in short_lines[turn[0].ply])]
    assert 0 < len(cut_turns) < len(turns) / 2
    for number, turn in enumerate(turns, 1):
        lines = page_file._lines(table, Still(number, look.view, (), turn), language)
        assert lines
        assert not any("…" in line or "**" in line for line in lines)
        assert (turn in cut_turns) is (len(lines) > len(short_lines[turn[0].ply]))
