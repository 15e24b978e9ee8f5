"""The board in words: it contains everything that a picture could show."""

import pytest

from bot import words
from rules.assets import HOMES
from rules.registry import games, packages
from tests.contract.leaves import mixed
from tests.contract.wording import moments


def told_and_untold(key):
    """Values of a view that the board in words contains, and values that it does not."""
    told, tried = set(), set()
    for moment, later in pairs(key):
        view, other = (moment.game.view(one.state, None) for one in (moment, later))
        board = in_words(moment, view)
        for path, changed in mixed(view, other):
            tried.add(path)
            if path not in told and in_words(moment, changed) != board:
                told.add(path)
    return told, tried - told


def pairs(key):
    """Moments of one game, one move apart, and a dozen."""
    every = moments(key)
    for number in range(0, len(every) - 12, 6):
        for later in (every[number + 1], every[number + 12]):
            if len(later.names) == len(every[number].names):
                yield every[number], later


def in_words(moment, view):
    """The board in words; what cannot be told, since it contradicts itself, is no part of it."""
    try:
        return words.of(moment.game.facts.key).board_text(view, moment.names, "en")
    except (LookupError, ValueError, AssertionError):
        return ""


def left_out(key):
    """Values that the tests of a game leave out of its board in words, each with the reason."""
    folders = (home.parent / "tests" for home in HOMES)
    files = (folder / name.removeprefix("_") for folder in folders for name in packages(key))
    for file in (file / "untold.txt" for file in files):
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            path, _, reason = line.partition("  ")
            assert reason.strip(), line
            yield path


@pytest.mark.parametrize("key", games())
def test_the_board_in_words_tells_all_that_can_be_seen(key):
    """Two views that differ in one value are told apart, but for what is named as left out."""
    told, untold = told_and_untold(key)
    assert told
    assert untold - set(left_out(key)) == set()
    assert told & set(left_out(key)) == set()
