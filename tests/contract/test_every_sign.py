"""Contract of icons: every text is complete in a font without emojis."""

import re
import unicodedata

from bot import words
from bot.i18n import LANGUAGES
from bot.table.names import bold
from cogs._posts.board_post import MEDALS, medal
from tests.cases import each_case
from tests.catalogues import texts
from tests.contract.playing import every_game
from tests.contract.wording import moments, options, public, spread
from tests.tier import of_tier

OFTEN, SOMETIMES = of_tier((80, 30), (1400, 300))
"""Moments of the games of each kind, apart by as much."""
every_language = each_case("language", LANGUAGES)

SIGNS = re.compile(
    r"<a?:\w+:\d+>|[\U0001F000-\U0001FAFF\u2600-\u27BF\u2B00-\u2BFF\u21A9\u21AA\uFE0F\u200D]"
)
"""Discord's own emojis, and all that a font without emojis and dingbats lacks."""


LOOSE_ICON = re.compile(r"<:\w+:\d+> ")


def bare(text):
    """A text without its icons."""
    return SIGNS.sub("", text)


def icon(name):
    """Every icon is there, as an emoji of the application."""
    return f"<:{name}:1234567890>"


def says_something(text):
    """Whether there is a letter or a number, or a blank for one, in a text."""
    return any(unicodedata.category(sign)[0] in "LN" for sign in text)


def test_the_signs_are_taken_off():
    assert bare("🥇 ✅ 🏆 ⚠️ ↩️ ⭐ 2★<:seat_a:12> 1").split() == ["2", "1"]


@every_language
def test_no_text_of_a_catalogue_is_signs_alone(language):
    forms = [(code, form) for code, forms in texts(language).items() for form in forms]
    with_signs = [(code, form) for code, form in forms if bare(form) != form]
    assert with_signs
    assert [code for code, form in with_signs if not says_something(bare(form))] == []


def log_lines(spoken, moment):
    """Lines of the turn up to a move, as everybody reads them."""
    return spoken.turn_lines([public(ply) for ply in (*moment.turn, moment)])


@every_game
@every_language
def test_a_turn_is_told_without_signs(key, language):
    """The line of every turn, told with icons: without them it has the mover and what was done."""
    for moment in spread(moments(key), OFTEN):
        spoken = words.of(key, language, moment.names, icon)
        mover = moment.names[moment.seat]
        for line in log_lines(spoken, moment):
            done = bare(line.done)
            assert mover in done
            assert says_something(done.replace(mover, "", 1))
            assert all(says_something(bare(text)) for text in line.followed)


@every_game
@every_language
def test_the_standing_is_told_without_signs_and_no_line_tears_an_icon_from_its_name(key, language):
    """Every player by name, with their score.

    At the end of a line a plain space would leave an icon or a number alone.
    """
    for moment in spread(moments(key), SOMETIMES):
        spoken = words.of(key, language, moment.names, icon)
        view = moment.game.view(moment.after, None)
        standing = spoken.standing(view)
        for name, score in zip(moment.names, moment.game.scores(moment.after), strict=True):
            assert f"{name}{words.NBSP}**" in standing
            assert name in bare(standing)
            assert str(score.total) in bare(standing)
        lines = log_lines(spoken, moment)
        for text in (standing, *(text for line in lines for text in (line.done, *line.followed))):
            assert LOOSE_ICON.findall(text) == []


@every_game
@every_language
def test_a_name_in_bold_stays_so(key, language):
    """A text of a move puts no stars around a name: four of them would be read."""
    for moment in spread(moments(key), SOMETIMES):
        spoken = words.of(key, language, list(map(bold, moment.names)))
        standing = spoken.standing(moment.game.view(moment.after, None))
        lines = log_lines(spoken, moment)
        for text in (standing, *(text for line in lines for text in (line.done, *line.followed))):
            assert "***" not in text


@every_game
@every_language
def test_every_answer_can_be_told_from_the_others_without_signs(key, language):
    spoken = words.of(key, language, "ABCDEF")
    for moment in spread(moments(key), SOMETIMES):
        view = moment.game.view(moment.state, moment.seat)
        for question in moment.questions:
            buttons = [option for option in options(question) if option.is_button]
            labels = [bare(spoken.option_label(option, view).text) for option in buttons]
            assert all(map(says_something, labels))
            assert len(set(labels)) == len(labels)


@each_case("rank", range(1, 7))
def test_a_rank_is_a_number_without_its_medal(rank):
    assert bare(medal(rank)).strip() == f"**{rank}.**"
    assert (medal(rank) != f"**{rank}.**") is (rank in MEDALS)
