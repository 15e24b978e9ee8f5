"""What every game says: nothing is missing, nothing is left over, everything finds room."""

import inspect
import re
from functools import cache
from pathlib import Path

import pytest

from bot import words
from bot.i18n import LANGUAGES
from bot.words import Words, composed
from cogs import errors
from render.registry import renderer
from rules.contract import RulesError
from rules.registry import games, get, homes
from tests import spelling
from tests.catalogues import texts
from tests.contract.wording import (
    heard,
    moments,
    on_panels,
    said,
)

every_game = pytest.mark.parametrize("key", games())
every_language = pytest.mark.parametrize("language", LANGUAGES)


# ---- every text is there, and no other -----------------------------------------------------------


@cache
def needed(key):
    """Every code that a game says, found without the catalogues: there it may be missing."""
    heard_of = (*said_along(words.of(key)), *refused_along(key))
    own = {code for code in heard_of if code.partition(".")[0] == key}
    return own | {*composed_for(key), *spelt_out_in(key)}


def composed_for(key):
    """What shared code composes, for all that the game has."""
    facts = get(key).facts
    yield from (composed.tagline(key), composed.command(key))
    yield from (composed.player(key, player) for player in facts.players)
    for section in words.of(key).sections:
        yield from (composed.section(key, section), composed.section_text(key, section))
    for choice in facts.choices:
        yield from of_setting(key, choice)
    for picture in renderer(key).public:
        if f"board.picture_{picture}" not in texts("en"):
            yield composed.picture(key, picture)


def of_setting(key, choice):
    """Its name and its values, in the lobby and among the options of `/<game> new`."""
    yield composed.setting(key, choice.key)
    yield composed.option_name(key, choice.key)
    yield composed.option_description(key, choice.key)
    values = [*choice.values, None] if choice.many else choice.values
    yield from (composed.setting_value(key, choice.key, value) for value in values)
    if choice.many:
        yield composed.option_all(key, choice.key)


def spelt_out_in(key):
    """The codes that stand in the rules of the game, in its RULES.md and in its words."""
    rules = [path for home in homes(key) for path in sorted(home.glob("*.py"))]
    found = spelling.codes([*rules, *modules(words.of(key))])
    return {code for code in (*found, *spelling.listed(key)) if code.partition(".")[0] == key}


def modules(spoken):
    """The files that the words of a game are written in."""
    written = [one for one in type(spoken).__mro__ if issubclass(one, Words) and one is not Words]
    for file in (Path(inspect.getfile(one)) for one in written):
        yield from file.parent.glob("*.py") if file.name == "__init__.py" else [file]


def said_along(spoken):
    """The codes that are said along whole games."""
    with heard() as codes:
        for moment in moments(spoken.key):
            assert {one.method for one in said(spoken, moment, "en") if not one.text} == set()
            codes.update(on_panels(moment))
            codes.update(at_the_end(spoken, moment))
    return codes


def at_the_end(spoken, moment):
    """The codes of the last post: why the game is over, and the line of a rank."""
    if (result := moment.game.result(moment.after)) is not None:
        yield from (result.reason, spoken.rank)


def refused_along(key):
    """The codes of what is said when moves are tried at the wrong time."""
    with heard() as codes:
        for refusal, move in refusals(key):
            errors.sentence(refusal, "en")
            codes.update(details(key, refusal, move))
    return codes


def refusals(key):
    """Why moves of all kinds are refused, at some moments of whole games; and the moves."""
    every = moments(key)
    tried = {one.kind: one.game.notation(one.state, one.seat, one.action) for one in every}
    for moment in every[::7]:
        for move in tried.values():
            try:
                action = moment.game.parse(moment.state, moment.seat, move)
                moment.game.check(moment.state, moment.seat, action)
            except RulesError as refusal:
                yield refusal, move


def details(key, refusal, move):
    """What the game calls the details of a refusal: names of things that nobody has typed."""
    for detail, value in refusal.details.items():
        if isinstance(value, str) and re.fullmatch(r"[a-z_]+", value) and value not in move:
            yield composed.named(key, detail, value)


def missing(key, there):
    """The codes that a game says for which no text is `there`."""
    return sorted(needed(key) - set(there))


@every_game
@every_language
def test_every_text_that_a_game_needs_is_there(key, language):
    assert missing(key, texts(language)) == []


@every_game
def test_no_text_of_a_game_is_left_over(key):
    own = {code for code in texts("en") if code.partition(".")[0] == key}
    assert sorted(own - needed(key)) == []


@every_game
@every_language
def test_a_text_that_is_taken_away_is_missed_by_its_code(key, language):
    own = [code for code in texts(language) if code.partition(".")[0] == key]
    assert own
    for code in own:
        assert missing(key, texts(language).keys() - {code}) == [code]
