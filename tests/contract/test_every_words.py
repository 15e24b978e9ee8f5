"""What every game says: nothing is missing, nothing is left over, everything finds room."""

import inspect
import re
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from bot import words
from bot.i18n import LANGUAGES, text
from bot.words import LONGEST_ALT, LONGEST_SUMMARY, Words, composed
from cogs._pages.pages import LONGEST_WHOLE
from cogs._posts.hands import LINES_OF_LETTER, letter_without_picture, short_description
from cogs._shared import answering
from cogs._shared.items import ROW
from cogs._shared.messages import LONGEST as LONGEST_MESSAGE
from render.contract import POSTER
from render.registry import renderer
from rules.contract import RulesError
from rules.levels import best
from rules.lookahead import Lookahead
from rules.registry import get, homes
from tests import spelling
from tests.cases import each_case
from tests.catalogues import texts
from tests.contract.wording import (
    Sentence,
    gained,
    heard,
    kinds,
    moments,
    on_panels,
    said,
    spread,
    various,
)
from tests.tier import games, of_tier

every_game = pytest.mark.parametrize(
    "key", [pytest.param(key, marks=pytest.mark.xdist_group(f"words-{key}")) for key in games()]
)
"""What a game says is found once: its tests share a process."""
every_language = each_case("language", LANGUAGES)

HEARD, TRIED, LOOKED_AT = of_tier((40, 60, 60), (1400, 1000, 400))
"""Moments, apart by as much: what is said is heard, moves are tried, all texts are looked at."""


# ---- every text is there, and no other -----------------------------------------------------------


@cache
def needed(key):
    """Every code that a game says, found without the catalogues: there it may be missing."""
    heard_of = (*said_along(words.of(key)), *refused_along(key))
    own = {code for code in heard_of if code.partition(".")[0] == key}
    made = {compose(key, *given) for compose, given in composed_for(key)}
    return own | made | spelt_out_in(key)


def parts_of_worth(key):
    """The parts by which the best player tells moves apart, where it looks ahead."""
    game = get(key)
    player = game.player(best(game.facts.players))
    return player.sight.names if isinstance(player, Lookahead) else ()


def composed_for(key):
    """What shared code composes, for all that the game has: the function, and what it is given."""
    facts = get(key).facts
    yield from ((composed.tagline, ()), (composed.coach, ()), (composed.command, ()))
    if (lesson := get(key).lesson) is not None:
        yield from ((composed.lesson, (step.name,)) for step in lesson.steps)
    for section in words.of(key).sections:
        yield from ((composed.section, (section,)), (composed.section_text, (section,)))
    for part in parts_of_worth(key):
        yield from ((composed.better, (part,)), (composed.worse, (part,)))
    if parts_of_worth(key):
        yield from ((composed.average_loss, ()), (composed.turn_loss, ()))
    for choice in facts.choices:
        yield from of_setting(choice)
    yield from ((composed.part, (part,)) for part in parts_of_scores(key))
    for picture in renderer(key).public:
        if f"board.picture_{picture}" not in texts("en"):
            yield composed.picture, (picture,)
    for picture in renderer(key).thing_pictures:
        names = composed.look_up, composed.thing_name
        told = composed.look_up_description, composed.thing_description
        yield from ((compose, (picture,)) for compose in (*names, *told))
    if POSTER in renderer(key).public:
        yield composed.poster, ()


def parts_of_scores(key):
    """What the score of a seat is ever made of."""
    every = spread(moments(key), TRIED)
    told = (score for moment in every for score in moment.game.scores(moment.after))
    return sorted({part for score in told for part in score.parts})


def of_setting(choice):
    """Its name and its values, in the lobby and among the options of `/<game> new`."""
    named = (composed.setting, composed.option_name, composed.option_description)
    yield from ((compose, (choice.key,)) for compose in named)
    values = [*choice.values, None] if choice.many else choice.values
    yield from ((composed.setting_value, (choice.key, value)) for value in values)
    if choice.many:
        yield composed.option_all, (choice.key,)


def spelt_out_in(key):
    """The codes that stand in the rules of the game, in its RULES.md and in its words."""
    rules = [path for home in homes(key) for path in sorted(home.glob("*.py"))]
    found = spelling.codes([*rules, *modules(words.of(key))])
    return {
        code for code in (*found, *spelling.codes_in_rules(key)) if code.partition(".")[0] == key
    }


def modules(spoken):
    """The files that the words of a game are written in."""
    written = [one for one in type(spoken).__mro__ if issubclass(one, Words) and one is not Words]
    for file in (Path(inspect.getfile(one)) for one in written):
        yield from file.parent.glob("*.py") if file.name == "__init__.py" else [file]


def said_along(spoken, along=None):
    """The codes that are said along whole games, or at some moments of them."""
    sentences, _ = heard_along(
        spoken,
        along or (*various(spoken.key), *some(spoken.key), *spread(moments(spoken.key), HEARD)),
    )
    return {sentence.code for sentence in sentences}


def heard_along(spoken, along):
    """The sentences that are said at these moments, and how many texts they make up."""
    with heard() as sentences:
        texts = looked_up(spoken)
        for moment in along:
            every = list(said(spoken, moment, "en"))
            assert {one.method for one in every if not one.text} == set()
            texts += len(every)
            beside = (*on_panels(moment), *at_the_end(spoken, moment))
            sentences.update(map(Sentence, beside))
    return sentences, texts


def looked_up(spoken):
    """How many texts are said of the things of a game; each has a name, and is told."""
    said_of = [
        text
        for picture, of in renderer(spoken.key).thing_pictures.items()
        for names in [spoken.things(picture, "en")]
        for thing in of.things
        for text in (names[thing], spoken.thing(picture, thing, "en"))
    ]
    assert all(said_of)
    return len(said_of)


def at_the_end(spoken, moment):
    """The codes of the end: its reason, by what it was won, the lines of a rank and of changes."""
    if (result := moment.game.result(moment.after)) is not None:
        assert spoken.end_reason(result, "en")
        yield from (result.reason, spoken.rank, spoken.changes)


def refused_along(key):
    """The codes of what is said when moves are tried at the wrong time."""
    codes = set[str]()
    with heard() as sentences:
        for refusal, move in refusals(key):
            answering.sentence(refusal, "en")
            codes.update(details(key, refusal, move))
    return codes | {sentence.code for sentence in sentences}


def refusals(key):
    """Why moves of all kinds are refused, at some moments of whole games; and the moves."""
    every = moments(key)
    tried = {one.kind: one.game.notation(one.state, one.seat, one.action) for one in every}
    for moment in spread(every, TRIED):
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
            yield composed.detail_name(key, detail, value)


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


# ---- every method is there -----------------------------------------------------------------------


@each_case("method", sorted(Words.__abstractmethods__))
def test_words_without_a_method_cannot_be_made(method):
    """Python says which one is missing."""
    others = dict.fromkeys(Words.__abstractmethods__ - {method}, lambda *asked: "")
    with pytest.raises(TypeError, match=rf"\b{method}\b"):
        type("Silent", (Words,), others)("silent")


NAMES_NO_TEXT = {"mark", "loss_amount"}
"""Methods that name an icon, or count: nothing is said by them."""
SAY_THE_SAME = {"comparison"}
"""Methods that may say what another one does, only more or less of it."""
FOREIGN_ERRORS = NAMES_NO_TEXT | SAY_THE_SAME


@every_game
def test_what_a_game_says_in_its_own_way_would_be_missed(key):
    """Whichever method of its own has a default: without it other texts would be said."""
    spoken = type(words.of(key))
    every = sorted(own_methods(spoken) - Words.__abstractmethods__ - FOREIGN_ERRORS)
    assert [superfluous(key, method) for method in every if not is_missed(key, method)] == []


def is_missed(key, method):
    """Whether other texts would be said without a method of a game's own."""
    spoken, default = type(words.of(key)), {method: inspect.getattr_static(Words, method)}
    return something_is_missed(type("Without", (spoken,), default)(key))


def superfluous(key, method):
    """What is wrong with a method that nobody would miss, and what to do."""
    some_of = "; ".join(sorted(map(str, sentences_of(key, method)))[:3]) or "nothing"
    return (
        f"{key}: without its own `{method}` the same sentences are said, with the same args "
        f"({some_of}). Delete it from the words of {key}; or if it is needed, keep a game in "
        f"tests/{key}/records in which it says something else than `Words.{method}`."
    )


def sentences_of(key, method):
    """The sentences that a game says by one of its methods, at some moments of its games."""
    spoken, sentences = type(words.of(key)), set()

    def listening(self, *given):
        with heard() as inside:
            answer = getattr(spoken, method)(self, *given)
        sentences.update(inside)
        return answer

    heard_along(type("Listening", (spoken,), {method: listening})(key), some(key))
    return sentences


def test_the_same_code_with_other_args_is_another_sentence():
    """Otherwise a method would be called superfluous that says the same of something else."""
    with heard() as one:
        text("lobby.hours", "en", n=30)
    with heard() as other:
        text("lobby.hours", "en", n=31)
    assert one != other
    assert {sentence.code for sentence in one} == {sentence.code for sentence in other}


@every_game
def test_a_method_that_says_the_same_code_of_something_else_is_missed(key):
    """A game whose log differs from that of a default in nothing but a number."""
    spoken = type(words.of(key))

    def default(self, change, total, language):
        return text("lobby.hours", language, n=change)

    def own(self, change, total, language):
        return text("lobby.hours", language, n=change + 1)

    plain, other = (type("Spoken", (spoken,), {"gain": of})(key) for of in (default, own))
    moment = next(moment for moment in moments(key) if any(gained(moment)))
    assert heard_along(plain, [moment]) != heard_along(other, [moment])


def test_a_superfluous_method_is_named_with_its_game_its_sentences_and_what_to_do():
    key = next(iter(games()))
    message = superfluous(key, "preview_text")
    told = rf"^{key}: .*`preview_text`.*\({key}\.\w+ \{{.*Delete it .*tests/{key}/"
    assert re.search(told, message)


def own_methods(spoken):
    """The public methods that a game writes itself."""
    written = [one for one in spoken.__mro__ if issubclass(one, Words) and one is not Words]
    return {name for one in written for name in vars(one) if name in dir(Words) and name[0] != "_"}


def something_is_missed(spoken):
    """Whether a text is missing, or is no longer said by anybody, or more or fewer are said."""
    try:
        return any(heard_along(spoken, [one]) != heard_at(one) for one in some(spoken.key))
    except (AssertionError, KeyError):
        return True


@cache
def heard_at(moment):
    """What the words of the game say at a moment."""
    return heard_along(words.of(moment.game.facts.key), [moment])


def some(key):
    """Moments spread over the games, a few of every kind of move, and every end."""
    every = moments(key)
    for kind in kinds(key):
        yield from islice((moment for moment in every if moment.kind == kind), 3)
    yield from (moment for moment in every if moment.game.result(moment.after))
    yield from spread(every, LOOKED_AT)


# ---- everything that happens is told -------------------------------------------------------------


@every_game
def test_every_kind_of_move_is_made_in_these_games(key):
    assert {moment.kind for moment in moments(key)} == kinds(key)


LONGEST = {
    "button": 80,
    "entry": 100,
    "detail": 100,
    "alt": LONGEST_ALT,
    "poster": LONGEST_ALT,
    "ply_line": 600,
    "gained": 40,
    "suffered": 500,
    "effects": LONGEST_SUMMARY,
    "summary": LONGEST_SUMMARY,
    "standing": 1000,
    "hand": 3000,
    "question": 300,
    "candidate": 300,
    "compared": 300,
    "details": 1500,
    "consequence": 110,
    "worth": 20,
    "counted": 60,
    "board_text": ROW * LONGEST_WHOLE,
}
"""Characters for which there is room: Discord's limits, or what a message holds beside the rest."""


@every_game
@every_language
def test_everything_is_told_in_words_that_find_room(key, language):
    """Every kind of move, with the longest names there may be; no blank is left unfilled."""
    spoken, faults = words.of(key), set()
    for moment in some(key):
        for one in said(spoken, moment, language, long_names(moment)):
            if not 0 < len(one.text) <= LONGEST[one.method] or re.search(r"[{}]", one.text):
                faults.add(one)
    assert faults == set()


MID_WORD = re.compile(r"\w…")
"""A text that is cut in the middle of a word."""


@every_game
@every_language
def test_no_text_is_cut_in_the_middle_of_a_word(key, language):
    spoken, faults = words.of(key), set()
    for moment in some(key):
        for one in said(spoken, moment, language, long_names(moment)):
            if MID_WORD.search(one.text) and not is_label(one.text, language):
                faults.add(one)
    assert faults == set()


def is_label(told, language):
    """Whether a text is one of the catalogue that ends with an ellipsis of its own."""
    return told in {text for forms in texts(language).values() for text in forms}


@every_game
@every_language
def test_a_hand_by_direct_message_has_whole_lines_only(key, language):
    """Of a hand that has no room, whole lines are left to the picture or to *Hand*."""
    spoken = words.of(key)
    for moment in some(key):
        if (held := moment.game.hand(moment.state, moment.seat)) is None:
            continue
        description = spoken.hand(moment.game.view(moment.state, moment.seat), held, language)
        lines = description.split("\n")
        short = short_description(description, language, LINES_OF_LETTER).split("\n")
        assert short == lines or short[:-1] == lines[: len(short) - 1]
        long = "\n".join([description] * 200)
        letter = letter_without_picture(("title",), long, language)
        _, *letter_lines, note = letter.split("\n")
        assert letter_lines == long.split("\n")[: len(letter_lines)]
        assert len(letter) <= LONGEST_MESSAGE
        assert (
            note == f"-# {text('board.hand_goes_on', language, hand=text('board.hand', language))}"
        )


def long_names(moment):
    """Names as long as Discord allows them."""
    return [name.ljust(32, "w") for name in moment.names]


ROOM = {
    composed.tagline: 300,
    composed.coach: 300,
    composed.lesson: 170,
    composed.command: 100,
    composed.option_name: 32,
    composed.option_description: 100,
    composed.option_all: 100,
    composed.setting: 100,
    composed.setting_value: 100,
    composed.picture: 70,
    composed.better: 60,
    composed.worse: 60,
    composed.average_loss: 60,
    composed.turn_loss: 40,
    composed.look_up: 32,
    composed.look_up_description: 100,
    composed.thing_name: 32,
    composed.thing_description: 100,
    composed.poster: 400,
    composed.part: 20,
    composed.section: 100,
    composed.section_text: 3900,
}
"""Characters for which there is room where shared code shows what it composes."""


@every_game
@every_language
def test_what_shared_code_composes_finds_room(key, language):
    room = {compose(key, *given): ROOM[compose] for compose, given in composed_for(key)}
    too_long = [code for code in room if max(map(len, texts(language)[code])) > room[code]]
    assert too_long == []


@every_game
@every_language
def test_titles_of_menus_find_room(key, language):
    """Discord has room for 150 characters; numbers may be filled in."""
    titles = {code for moment in some(key) for code in on_panels(moment)}
    assert titles
    assert [code for code in titles if max(map(len, texts(language)[code])) > 130] == []
