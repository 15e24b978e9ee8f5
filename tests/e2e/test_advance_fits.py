"""A move in advance fits a phone, from the question to what was left."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground.driver import words
from rules.contract import play
from rules.registry import get
from tests.cogs.playing import menus
from tests.e2e import fitting
from tests.e2e.phone import FITS
from tests.e2e.playing import ids, newest_board, put_position
from tests.tier import deep, game_of_most_text, games

pytestmark = FITS

READERS = ("maud", "bastien")
AHEAD = {"fr": "À l’avance", "en": "In advance"}
LEFT = {"fr": "Vous avez laissé", "en": "You left"}
REVEALS = {"fr": "ce que ce coup révèle", "en": "what this move reveals"}
ENDS = ("end", "E", "S")
"""Moves that end a turn whatever they reveal."""
DEEPEST = 12
CASES = [
    pytest.param(game, name, marks=[] if (game, name) == (cheapest, "maud") else deep)
    for cheapest in [min(games(), key=lambda key: key == game_of_most_text(games()))]
    for game in games()
    for name in READERS
]
"""Games and readers; an ordinary run has one game, by whose words are longer."""


def waiting_position(game: str, seat: int) -> Any:
    """A position late in a recorded game in which a seat waits, and may leave a move."""
    rules = get(game)
    positions = [
        state
        for state in fitting.positions(game, 1 - seat, every=1)
        if not rules.mid_turn(state) and can_leave(rules, rules.turn_ahead(state, seat), seat)
    ]
    return positions[2 * len(positions) // 3]


def can_leave(rules: Any, ahead: Any, seat: int) -> bool:
    """Whether a press can leave a whole turn: some move is one, or reveals nothing."""
    if ahead is None:
        return False
    answers = [answer.token for answer in rules.ask(ahead, seat, ()).answers()]
    moves = [token for token in answers if rules.ask(ahead, seat, (token,)) is None]
    endings = [token for token in moves if token in ENDS]
    after = [play(rules, ahead, seat, rules.parse(ahead, seat, token))[0] for token in endings]
    return not endings or not all(map(rules.mid_turn, after))


def next_press(panel: dict[str, Any], language: str) -> str:
    """The button that confirms a move, or leads on; after a refusal, one that ends the turn.

    A move that reveals something is refused, as it leaves open what may follow.
    """
    endings = ENDS if REVEALS[language] in words(panel) else ("",)
    return next(
        press for verb in ("ok", "go") for end in endings for press in ids(panel, f":{verb}:{end}")
    )


@pytest.mark.parametrize(("game", "name"), CASES)
async def test_every_panel_of_a_move_in_advance_fits(house, phone_of, game, name):
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
            panel = await phone.press(f"step {step}", panel, next_press(panel, phone.language))
        if LEFT[phone.language] in words(panel):
            break
    assert LEFT[phone.language] in words(panel)
    await phone.press("cancelled", panel, ":forget")
    phone.assert_fits(rows=True)
