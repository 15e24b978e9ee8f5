"""What a panel has no room for: never its picture, nor the menu of what comes next."""

import pytest

from bench.presses import suggested
from bot.steps import lines
from bot.table.changes import Secret
from bot.table.live import LiveTable, MovePreview, QuestionPrompt
from cogs._access.controls import PanelMenu
from cogs._answering.visitor import Visitor
from cogs._panel.preview import PreviewPanel
from cogs._panel.question import QuestionPanel
from cogs._panel.shortcuts import SLOT, shortcuts
from tests.e2e import fitting
from tests.tier import of_tier

pytestmark = pytest.mark.usefixtures("icons_there")
TURNS = of_tier(4, 40)
"""So many positions of a recorded game, evenly spread, are looked at."""
GAMES = [
    pytest.param(key, marks=fitting.of_game(key)) for key in ("magna_grecia", "telegraph", "attika")
]
"""Games of turns of several moves; Massalia has a description of many cards instead."""


def prompts(live, tokens=(), deep=2):
    """The first panel of a move, and previews of its parts, each with those that go on from it."""
    prompt = suggested(live, lines.prompt_at(live, 0, tokens))
    yield prompt
    if not deep:
        return
    if isinstance(prompt, MovePreview):
        answers = [
            (menu.tokens, option) for menu in prompt.then for option in menu.question.options
        ]
    else:
        answers = [((), option) for option in prompt.question.options if option.is_button]
    for head, option in answers:
        if not option.plays:
            yield from prompts(live, (*head, *option.token.split()), deep - 1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["fr", "en"])
async def test_a_panel_keeps_its_picture_and_the_menu_of_what_comes_next(house, game, language):
    thread = await fitting.open_full_table(house, game, house.maud, most=fitting.EVERY_PLY)
    table = await house.app.reading.table_in(int(thread))
    positions = [*fitting.positions(game, 0, 1, fitting.EVERY_PLY)]
    reader = Visitor(None, house.app, house.maud.id, language, None)
    without = []
    for state in positions[:: max(1, len(positions) // TURNS)]:
        live = LiveTable(table, Secret("1" * 32, "2" * 32), state, 0, None)
        for prompt in prompts(live):
            is_question = isinstance(prompt, QuestionPrompt)
            panel = await (QuestionPanel if is_question else PreviewPanel)(reader, prompt).panel()
            menus = [item for item in panel.walk_children() if isinstance(item, PanelMenu)]
            if not panel.files and not (is_question and prompt.question.beside is None):
                without.append((prompt.tokens, "picture"))
            if shortcuts(prompt) and SLOT not in {menu.slot for menu in menus}:
                without.append((prompt.tokens, "menu"))
    assert without == []
