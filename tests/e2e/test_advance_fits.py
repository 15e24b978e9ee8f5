"""A saved move fits a phone, from the question to what was saved."""

from typing import Any

import pytest

from bot.steps import advance, lines
from playground.driver import labels, words
from rules.registry import get
from rules.rng import Rng
from tests.cogs.playing import menus, message_after
from tests.e2e import fitting
from tests.e2e.phone import FITS
from tests.e2e.playing import ids, newest_board, put_position
from tests.tier import deep, game_of_most_text, games

pytestmark = FITS

READERS = ("maud", "bastien")
AHEAD = {"fr": "Coup gardé", "en": "Saved move"}
SAVED = {"fr": "Gardé pour votre tour", "en": "Saved for your turn"}
PART = {"fr": "Écrire la suite", "en": "Type the rest"}
DEEPEST = 12
CASES = [
    pytest.param(game, name, marks=[] if (game, name) == (cheapest, "maud") else deep)
    for cheapest in [min(games(), key=lambda key: key == game_of_most_text(games()))]
    for game in games()
    for name in READERS
]
"""Games and readers; an ordinary run has one game, by whose words are longer."""


def waiting_position(game: str, seat: int) -> Any:
    """A position late in a recorded game in which a seat waits, and may save a move."""
    rules = get(game)
    positions = [
        state
        for state in fitting.positions(game, 1 - seat, every=1)
        if not rules.mid_turn(state) and rules.turn_ahead(state, seat)
    ]
    return positions[2 * len(positions) // 3]


async def whole_turn(house: Any, user: int) -> str:
    """The shortest of some turns that somebody who waits may save, as it is typed."""
    async with house.app.tables.hold(1) as live:
        ahead, seat = advance.position(live, user, None)
    return min(filter(None, (turn_to_save(ahead, seat, Rng(n)) for n in range(100))), key=len)


def turn_to_save(ahead: Any, seat: int, luck: Rng) -> str:
    """A random turn of several moves; "" for one that is not whole whatever it reveals."""
    line, after = list[str](), ahead
    while not line or after.turn:
        action = after.game.sample(after.state, seat, luck)
        line.append(after.game.notation(after.state, seat, action))
        [(after, _)] = lines.walk(after, seat, line[-1:], at="")
    is_saved = len(line) > 1 and lines.is_whole_turn(ahead, seat, line)
    return ";".join(line) if is_saved else ""


def next_press(panel: dict[str, Any]) -> str:
    """The button that confirms a move, or leads on."""
    return next(press for verb in ("ok", "go") for press in ids(panel, f":{verb}:"))


@pytest.mark.parametrize(("game", "name"), CASES)
async def test_every_panel_of_a_saved_move_fits(house, phone_of, game, name):
    thread = await fitting.open_full_table(house, game, house.maud)
    await put_position(house, thread, waiting_position(game, READERS.index(name)))
    phone = await phone_of(name, game)
    board = newest_board(house, thread)
    panel = (await phone.person.click(board, ids(board, ":play")[0])).message
    await phone.measure("question", panel)
    assert AHEAD[phone.language] in words(panel)
    for step in range(1, DEEPEST):
        if ids(panel, ":q0") and not ids(panel, ":ok:"):
            entry = menus(panel)[0]["options"][0]["value"]
            panel = await phone.choose(f"step {step}", panel, ":q0", entry)
        else:
            panel = await phone.press(f"step {step}", panel, next_press(panel))
        if SAVED[phone.language] in words(panel) or PART[phone.language] in labels(panel):
            break
    if PART[phone.language] in labels(panel):
        form = (await phone.person.click(panel, ids(panel, ":type:")[0])).modal
        turn = {"move": await whole_turn(house, int(phone.person.id))}
        panel = await message_after(phone.person, panel, phone.person.submit(form, turn))
        await phone.measure("saved", panel)
    assert SAVED[phone.language] in words(panel)
    await phone.press("cancelled", panel, ":forget")
    phone.assert_fits(rows=True)
