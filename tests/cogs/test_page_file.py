"""The words beside the pictures of a page that replays a game."""

import pytest

from bot.i18n import LANGUAGES
from bot.steps.film import Still
from bot.steps.timeline import public_turns
from cogs._pages import page_file
from cogs._shared.presentation import short_turn_lines
from tests.posting import posts_of_game, table_of


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_that_is_too_long_for_a_post_is_told_in_full(language):
    *_, end = posts_of_game(table_of("massalia", 4, 4, language), "easy")
    table, turns = end.look.table, public_turns(end.look.table, end.log)
    short_lines = {turn[0].ply: short_turn_lines(None, table, turn, language) for turn in turns}
    cut_turns = [turn for turn in turns if any("…" in line for line in short_lines[turn[0].ply])]
    assert 0 < len(cut_turns) < len(turns) / 2
    for number, turn in enumerate(turns, 1):
        lines = page_file._lines(table, Still(number, end.look.view, (), turn), language)
        assert lines
        assert not any("…" in line or "**" in line for line in lines)
        assert (turn in cut_turns) is (len(lines) > len(short_lines[turn[0].ply]))
