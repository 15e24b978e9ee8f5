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
from cogs._answering.items import ROW
from cogs._answering.phone import BUTTON_ROW, POST
from cogs._answering.refusals import sentence
from cogs._pages.board import LONGEST_WHOLE
from cogs._posts.hands import letter_without_picture, short_description
from cogs._words.fitting import LONGEST as LONGEST_MESSAGE
from render.contract import POSTER
from render.registry import renderer
from rules.contract import RulesError
from rules.levels import best
from rules.lookahead import Lookahead
from rules.registry import get, homes
from tests import spelling
from tests.cases import each_case
from tests.catalogues import texts
from tests.contract.playing import every_large_table, playout
from tests.contract.wording import (
    NAMES,
    Sentence,
    along,
    captions,
    heard,
    kinds,
    moments,
    on_panels,
    said,
    spread,
    various,
)
from tests.tier import deep, games, of_tier

every_game = pytest.mark.parametrize(
    "key", [pytest.param(key, marks=pytest.mark.xdist_group(f"words-{key}")) for key in games()]
)
"""What a game says is found once: its tests share a process."""
every_language = each_case("language", LANGUAGES)

HEARD, TRIED, LOOKED_AT = of_tier((40, 60, 40), (1400, 1000, 400))
"""Moments, apart by as much: what is said is heard, moves are tried, all texts are looked at."""
HANDS = of_tier(8, 100)
"""Moments at which the hand of a seat is told by direct message."""
BESIDE_HAND = (300, BUTTON_ROW)
"""Pixels of the picture and of the button of such a message."""


# ---- every text is there, and no other -----------------------------------------------------------


@cache
def needed(key):
    """Every code that a game says, found without the catalogues: there it may be missing."""
    codes = (*said_along(words.of(key, "en")), *refused_along(key))
    composed_codes = {compose(key, *args) for compose, args in composed_for(key)}
    return set(of_game(key, codes)) | composed_codes | spelt_out_in(key)


def of_game(key, codes):
    """The codes that belong to a game."""
    return [code for code in codes if code.partition(".")[0] == key]


def parts_of_worth(key):
    """The parts by which the best player tells moves apart, where it looks ahead."""
    game = get(key)
    player = game.player(best(game.facts.players))
    return player.sight.names if isinstance(player, Lookahead) else ()


def composed_for(key):
    """Functions by which shared code composes codes, with their arguments for a game."""
    facts = get(key).facts
    yield from ((composed.tagline, ()), (composed.coach, ()), (composed.command, ()))
    if (lesson := get(key).lesson) is not None:
        yield from ((composed.lesson, (step.name,)) for step in lesson.steps)
        yield from ((composed.scene, (scene.name,)) for scene in lesson.scenes())
    for section in words.of(key, "en").sections:
        yield from ((composed.section, (section,)), (composed.section_text, (section,)))
    for part in parts_of_worth(key):
        yield from ((composed.better, (part,)), (composed.worse, (part,)))
    if parts_of_worth(key):
        yield from ((composed.average_loss, ()), (composed.turn_loss, ()))
    for kind, forms in words.of(key, "en").consequences.items():
        yield from ((composed.consequence, (kind, form)) for form in forms)
    if type(words.of(key, "en")).brief_threats is not words.Words.brief_threats:
        rules = [path for home in homes(key) for path in home.glob("*.py")]
        codes = (code.split(".") for code in spelling.codes(rules))
        yield from ((composed.brief_threat, (kind,)) for _, kind, *_ in codes if "threat_" in kind)
    yield from of_pictures(key)
    for choice in facts.choices:
        yield from of_setting(choice)
    yield from ((composed.part, (part,)) for part in parts_of_scores(key))


def of_pictures(key):
    """The names of its pictures, and the commands that look things up."""
    for picture in renderer(key).public:
        if f"board.picture_{picture}" not in texts("en"):
            yield composed.picture, (picture,)
    for picture in renderer(key).thing_pictures:
        yield composed.look_up, (picture,)
        yield composed.look_up_description, (picture,)
        yield composed.thing_name, (picture,)
        yield composed.thing_description, (picture,)
    if POSTER in renderer(key).public:
        yield composed.poster, ()


def parts_of_scores(key):
    """All parts that the score of a seat ever has, and all numbers with places behind them."""
    after_moves = spread(moments(key), TRIED)
    scores = (score for moment in after_moves for score in moment.game.scores(moment.after))
    start = moments(key)[0]
    numbers = start.game.score_places(start.game.view(start.state, None), 0)
    return sorted({part for score in scores for part in score.parts} | numbers.keys())


def of_setting(choice):
    """Its name and its values, in the lobby and among the options of `/<game> new`."""
    names = (composed.setting, composed.option_name, composed.option_description)
    yield from ((compose, (choice.key,)) for compose in names)
    values = [*choice.values, None] if choice.many else choice.values
    yield from ((composed.setting_value, (choice.key, value)) for value in values)
    if choice.many:
        yield composed.option_all, (choice.key,)


def spelt_out_in(key):
    """The codes that stand in the rules of the game, in its RULES.md and in its words."""
    rules = [path for home in homes(key) for path in sorted(home.glob("*.py"))]
    codes = spelling.codes([*rules, *modules(words.of(key, "en"))])
    return set(of_game(key, (*codes, *spelling.codes_in_rules(key))))


def modules(spoken):
    """The files that the words of a game are written in."""
    for file in map(Path, map(inspect.getfile, own_classes(type(spoken)))):
        yield from file.parent.glob("*.py") if file.name == "__init__.py" else [file]


def said_along(spoken):
    """The codes that are said along whole games."""
    key = spoken.key
    moves = (*various(key), *some(key), *spread(moments(key), HEARD))
    return {sentence.code for sentence in sentences_and_texts(spoken, moves)[0]}


def sentences_and_texts(spoken, moves):
    """The sentences that are said of these moves, and the number of texts they make up."""
    with heard() as sentences:
        count = count_of_things(spoken)
        for moment in moves:
            texts = list(said(spoken, moment, "en"))
            assert {text.method for text in texts if not text.text} == set()
            count += len(texts)
            beside = (*on_panels(moment), *at_the_end(spoken, moment))
            sentences.update(map(Sentence, beside))
    return sentences, count


def count_of_things(spoken):
    """Number of texts about the things of a game; each has a name and a description."""
    texts_of_things = [
        text
        for name, picture in renderer(spoken.key).thing_pictures.items()
        for names in [spoken.things(name)]
        for thing in picture.things
        for text in (names[thing], spoken.thing(name, thing))
    ]
    assert all(texts_of_things)
    return len(texts_of_things)


def at_the_end(spoken, moment):
    """The codes of the end: its reason, by what it was won, the lines of a rank and of changes."""
    if (result := moment.game.result(moment.after)) is not None:
        assert spoken.end_reason(result)
        yield from (result.reason, spoken.rank, spoken.measure, spoken.changes)


def refused_along(key):
    """The codes of what is said when moves are tried at the wrong time."""
    codes = set[str]()
    with heard() as sentences:
        for refusal, move in refusals(key):
            sentence(refusal, "en")
            codes.update(details(key, refusal, move))
    return codes | {sentence.code for sentence in sentences}


def refusals(key):
    """Refusals of moves of all kinds, at some moments of whole games; and the moves."""
    moves = {moment.kind: moment for moment in moments(key)}
    for moment in spread(moments(key), TRIED):
        for move in (each.notation for each in moves.values()):
            try:
                action = moment.game.parse(moment.state, moment.seat, move)
                moment.game.check(moment.state, moment.seat, action)
            except RulesError as refusal:
                yield refusal, move


def details(key, refusal, move):
    """Codes of details of a refusal: names of things that were not typed."""
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
    assert sorted(set(of_game(key, texts("en"))) - needed(key)) == []


# ---- every method is there -----------------------------------------------------------------------


NAMES_NO_TEXT = {"mark", "loss_amount"}
"""Methods that name an icon, or count: nothing is said by them."""
SAY_THE_SAME = {"comparison", "place_name"}
"""Methods that may say what another one does, only more or less of it: places have many names."""
FOREIGN_ERRORS = NAMES_NO_TEXT | SAY_THE_SAME


@deep
@every_game
def test_sentences_that_a_game_says_in_its_own_way_would_be_missed(key):
    """Whichever method of its own has a default: without it other texts would be said.

    A superfluous one is deleted, or needs a game on record in which it says something else.
    """
    spoken = type(words.of(key, "en"))
    methods = sorted(own_methods(spoken) - Words.__abstractmethods__ - FOREIGN_ERRORS)
    assert [method for method in methods if not is_missed(key, method)] == []


def is_missed(key, method):
    """Whether other texts would be said without a method of a game's own."""
    spoken, default = type(words.of(key, "en")), {method: inspect.getattr_static(Words, method)}
    return something_is_missed(type("Without", (spoken,), default)(key, "en"))


def own_methods(spoken):
    """The public methods that a game writes itself."""
    names = (name for each in own_classes(spoken) for name in vars(each))
    return {name for name in names if name in dir(Words) and name[0] != "_"}


def own_classes(spoken):
    """The classes of words that a game writes itself."""
    return [each for each in spoken.__mro__ if issubclass(each, Words) and each is not Words]


def something_is_missed(spoken):
    """Whether a text is missing, or is no longer said by anybody, or more or fewer are said."""
    try:
        moves = some(spoken.key)
        return any(sentences_and_texts(spoken, [each]) != heard_at(each) for each in moves)
    except (AssertionError, KeyError):
        return True


@cache
def heard_at(moment):
    """The sentences and texts of a moment in the words of its game."""
    return sentences_and_texts(words.of(moment.game.facts.key, "en"), [moment])


def some(key):
    """Moments spread over the games, a few of every kind of move, and every end."""
    for kind in kinds(key):
        yield from islice((moment for moment in moments(key) if moment.kind == kind), 3)
    yield from (moment for moment in moments(key) if moment.game.result(moment.after))
    yield from spread(moments(key), LOOKED_AT)


# ---- everything that happens is told -------------------------------------------------------------


LONGEST = {
    "button": 80,
    "entry": 2 * words.SHOWN,
    "detail": 100,
    "alt": LONGEST_ALT,
    "poster": LONGEST_ALT,
    "ply_line": 600,
    "gained": 40,
    "sources": 100,
    "threat": 200,
    "suffered": 500,
    "effects": LONGEST_SUMMARY,
    "summary": LONGEST_SUMMARY,
    "brief": LONGEST_SUMMARY,
    "standing": 1000,
    "hand": 3000,
    "question": 300,
    "candidate": 420,
    "compared": 420,
    "details": 1500,
    "consequence": 110,
    "worth": 20,
    "counted": 60,
    "amount": 20,
    "score": 50,
    "place": 30,
    "board_text": ROW * LONGEST_WHOLE,
}
"""Characters for which there is room: Discord's limits, or what a message holds beside the rest."""


ASKED = of_tier(400, 100_000)
"""Number of moves on whose way the buttons are looked at."""
MID_WORD = re.compile(r"\w…")
"""A text that is cut in the middle of a word."""


@every_game
@every_language
def test_everything_is_told_in_words_that_find_room(key, language):
    """Every kind of move, with the longest names there may be.

    No blank is left unfilled, no text is cut in the middle of a word, and no preview at all. Each
    number has its unit.
    """
    spoken = words.of(key, language)
    sentences = {
        sentence
        for moment in some(key)
        for sentence in said(spoken, moment, language, long_names(moment))
    }
    assert [each for each in sentences if not 0 < len(each.text) <= LONGEST[each.method]] == []
    assert [each for each in sentences if re.search(r"[{}]", each.text)] == []
    assert [each for each in sentences if each.method == "candidate" and "…" in each.text] == []
    assert [each for each in sentences if has_bare_number(each)] == []
    cut_texts = {each.text for each in sentences if MID_WORD.search(each.text)}
    labels = {form for forms in texts(language).values() for form in forms}
    assert cut_texts - labels == set()


@every_game
@every_language
def test_a_phone_shows_the_whole_label_of_every_button(key, language):
    """Of a longer one it cuts the end, which is the price or the verb."""
    spoken = words.of(key, language, NAMES)
    labels = {
        caption
        for moment in spread(moments(key), ASKED)
        for question in moment.questions
        for caption in captions(spoken, question, moment.game.view(moment.state, moment.seat))
    }
    assert [label for label in labels if len(label) > words.SHOWN] == []


@every_large_table
@each_case("language", of_tier(["fr"], LANGUAGES))
def test_the_lines_of_a_log_tell_every_ply_of_a_game(setup, language):
    names = [f"Player {n}" for n in range(setup.seats)]
    spoken = words.of(setup.game.facts.key, language, names)
    plies = [*along(setup.game, setup.new(), playout(setup)[1])]
    assert all(spoken.ply_line(ply).plies == 1 for ply in spread(plies, 50))
    lines = spoken.turn_lines(plies)
    assert sum(line.plies for line in lines) == len(plies)
    assert all(line.plies > 0 and line.done.strip() for line in lines)


@every_game
def test_a_number_is_told_from_the_name_before_it(key):
    names = [f"**Player {n}**" for n in range(1, 5)]
    moment = moments(key)[-1]
    standing = words.of(key, "en", names).standing(moment.game.view(moment.after, None))
    assert re.search(r"Player 1\W+\d", standing)
    assert not re.search(r"Player \d\s\d", words.plain(standing))


@every_game
@every_language
def test_a_hand_by_direct_message_has_whole_lines_only(key, language):
    """Of a hand that has no room, whole lines are left to the picture or to *Hand*."""
    spoken = words.of(key, language)
    note = "-# " + text("board.hand_goes_on", language, hand=text("board.hand", language))
    for moment in spread([*some(key)], HANDS):
        if (hand := moment.game.hand(moment.state, moment.seat)) is None:
            continue
        description = spoken.hand(moment.game.view(moment.state, moment.seat), hand)
        lines = description.split("\n")
        short = short_description(description, language, BESIDE_HAND, POST).split("\n")
        assert short == lines or short[:-1] == lines[: len(short) - 1]
        many_lines = lines * (1 + 2 * LONGEST_MESSAGE // len(description))
        letter = letter_without_picture(("title",), "\n".join(many_lines), language)
        _, *letter_lines, last_line = letter.split("\n")
        assert letter_lines == many_lines[: len(letter_lines)]
        assert len(letter) <= LONGEST_MESSAGE
        assert last_line == note


COORDINATES = re.compile(r"-?\d+,-?\d+")
NOUN = re.compile(r"[^\W\d_]|[★°]|<:\w+:\d*>")
"""What says what a number counts: a word, a sign or an icon."""


def has_bare_number(sentence):
    """Whether a part of a line is a number without a noun, and the line does not begin with one.

    A place is no number, nor is what an entry of a menu begins with, and a name no noun.
    """
    text = COORDINATES.sub("", re.sub(r"\w+w{20,}", "", sentence.text))
    for line in text.split("\n"):
        heading, colon, _ = line.partition(":")
        if colon and NOUN.search(heading):
            continue
        head, *parts = re.split(r"\W· |[,;] ", line)
        parts += [] if sentence.method == "entry" else [head]
        if any(re.search(r"\d", part) and not NOUN.search(part) for part in parts):
            return True
    return False


def long_names(moment):
    """Names as long as Discord allows them."""
    return [name.ljust(32, "w") for name in moment.names]


ROOM = {
    composed.tagline: 300,
    composed.coach: 300,
    composed.lesson: 170,
    composed.scene: 170,
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
    composed.consequence: 70,
    composed.part: 20,
    composed.section: 100,
    composed.section_text: 3900,
    composed.brief_threat: 60,
}
"""Characters for which there is room where shared code shows what it composes."""


@every_game
@every_language
def test_texts_that_shared_code_composes_find_room(key, language):
    room = {compose(key, *args): ROOM[compose] for compose, args in composed_for(key)}
    too_long = [code for code in room if max(map(len, texts(language)[code])) > room[code]]
    assert too_long == []


@every_game
@every_language
def test_titles_of_menus_find_room(key, language):
    """Discord has room for 150 characters; numbers may be filled in."""
    titles = {code for moment in some(key) for code in on_panels(moment)}
    assert titles
    assert [code for code in titles if max(map(len, texts(language)[code])) > 130] == []
