"""The words beside the pictures of a page that replays a game."""

import pytest
from discord.utils import escape_markdown

from bot.i18n import LANGUAGES
from bot.steps.film import Still
from bot.steps.timeline import public_turns
from cogs._pages import page_file
from cogs._words.turn_lines import TurnLines
from tests.bot.recorded import load
from tests.cases import each_case
from tests.posting import posts_of_game, table_of

PLIES = 600
"""The first third of the game, in which some turns are long."""


@pytest.fixture(scope="module")
def game():
    """The look that everybody has at a recorded game under way, and its log."""
    table, record = table_of("massalia", 4, 4, "en"), load("massalia", "by_attack")
    *_, last = posts_of_game(table, record, longest=PLIES)
    return last.look, last.log


@each_case("language", LANGUAGES)
def test_a_turn_that_is_too_long_for_a_post_is_told_in_full(game, language):
    look, log = game
    table, turns = look.table, public_turns(look.table, log)
    short_lines = {turn[0].ply: TurnLines(table, language).short(turn) for turn in turns}
    cut_turns = [
        turn for turn in turns if any("…" in line.full for line in short_lines[turn[0].ply])
    ]
    assert 0 < len(cut_turns) < len(turns) / 2
    for number, turn in enumerate(turns, 1):
        lines = page_file._lines(table, Still(number, look.view, (), turn), language)
        assert lines
        assert not any("…" in line or "**" in line for line in lines)
        assert (turn in cut_turns) is (len(lines) > len(short_lines[turn[0].ply]))


@each_case("name", ["Max_Power", "x*y*z", "`q`", "~~gone~~", "a|b", "\\o/", "Inès"])
def test_a_name_that_discord_needs_escaped_is_plain_on_the_page(name):
    bold = f"**{escape_markdown(name)}** plays `T3 -1,2`"
    assert page_file.plain_text(bold) == f"{name} plays T3 -1,2"
