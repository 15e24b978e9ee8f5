"""The board in words tells all that a picture could show."""

from collections import Counter

from bot import words
from rules.assets import HOMES
from rules.registry import packages
from rules.rng import Rng
from tests.contract.leaves import differences
from tests.contract.playing import every_game
from tests.contract.wording import moments
from tests.tier import of_tier

TRIES = of_tier(15, 10**6)
"""Pairs of views that may differ in one value only, until it counts as left out."""


def values_in_words(key):
    """The values of a view that the board in words tells, and those that it does not."""
    in_text, tries = set(), Counter()
    for moment, later in pairs(key):
        view, later_view = (moment.game.view(each.state, None) for each in (moment, later))
        changes = [
            (path, make) for path, make in differences(view, later_view) if path not in in_text
        ]
        board = in_words(moment, view) if changes else ""
        for path, make in changes:
            if path not in in_text and tries[path] < TRIES:
                tries[path] += 1
                if in_words(moment, make()) != board:
                    in_text.add(path)
    return in_text, tries.keys() - in_text


def pairs(key):
    """Moments of one game in any order, one move apart, and a dozen."""
    numbers = [*range(0, len(moments(key)) - 12, 6)]
    Rng(1).shuffle(numbers)
    for number in numbers:
        moment = moments(key)[number]
        for later in (moments(key)[number + 1], moments(key)[number + 12]):
            if len(later.names) == len(moment.names):
                yield moment, later


def in_words(moment, view):
    """The board in words; what cannot be told, since it contradicts itself, is no part of it."""
    try:
        return words.of(moment.game.facts.key, "en", moment.names).board_text(view)
    except (LookupError, ValueError, AssertionError):
        return ""


def left_out(key):
    """Values that the tests of a game name as left out of its board in words, with the reason."""
    folders = (home.parent / "tests" for home in HOMES)
    files = (folder / name.removeprefix("_") for folder in folders for name in packages(key))
    for file in (file / "untold.txt" for file in files):
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            path, _, reason = line.partition("  ")
            assert reason.strip(), line
            yield path


@every_game
def test_the_board_in_words_tells_all_that_can_be_seen(key):
    """Two views that differ in one value are told apart, but for what is named as left out."""
    named, unnamed = values_in_words(key)
    assert named
    assert unnamed - set(left_out(key)) == set()
    assert named & set(left_out(key)) == set()
