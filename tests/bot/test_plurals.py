"""A number and its noun agree, also where a sentence has several numbers, or a broken one."""

import re

from bot.i18n import text, with_noun
from bot.words import composed
from tests.cases import each_case
from tests.catalogues import LANGUAGES, texts

WITH_NOUN = re.compile(r"\{\w+:[^|}]+\|([^}]+)\}")
"""A number with the two forms of its noun; the second is the plural."""


@each_case("language", LANGUAGES)
def test_a_noun_that_agrees_in_one_text_agrees_in_all(language):
    """Numbers of which the text has both forms are `n`, its change and its total."""
    forms = [(code, form) for code, forms in texts(language).items() for form in forms]
    nouns = {noun for _, form in forms for noun in WITH_NOUN.findall(form)}
    assert len(nouns) >= 5
    bare = re.compile(rf"\{{(?!(?:n|change|total|name)\}})\w+\}}[ \xa0](?:{'|'.join(nouns)})\b")
    assert [code for code, form in forms if bare.search(form)] == []


@each_case(
    ("language", "number", "words"),
    [
        ("en", 1, "1 point"),
        ("en", 0.6, "0.6 points"),
        ("en", 0, "0 points"),
        ("en", 1200, "1,200 points"),
        ("fr", 1, "1\N{NO-BREAK SPACE}point"),
        ("fr", 0.6, "0,6\N{NO-BREAK SPACE}point"),
        ("fr", 1.5, "1,5\N{NO-BREAK SPACE}point"),
        ("fr", 2, "2\N{NO-BREAK SPACE}points"),
    ],
)
def test_a_noun_has_the_form_that_its_number_asks_for(language, number, words):
    assert with_noun(number, "point|points", language) == words


def test_one_point_lost_is_one_point():
    assert text(composed.average_loss("akropolis"), "en", amount=1.0).startswith("≈ 1 point a")
    assert "≈\N{NO-BREAK SPACE}0,6\N{NO-BREAK SPACE}point" in text(
        composed.turn_loss("akropolis"), "fr", amount=0.6
    )
