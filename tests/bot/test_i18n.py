"""Two languages: every code in both, the same blanks to fill in, numbers as people write them."""

import re
import string
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import (
    ELIDED,
    LANGUAGES,
    LOCALES,
    NBSP,
    Sentences,
    codes,
    language_of,
    sentences,
    text,
    with_nouns_kept,
)
from bot.i18n import all_messages as read
from rules import registry
from tests.cases import each_case

catalogue = cache(read)
"""The texts of a language as its files have them, read once."""
EN, FR = sentences("en"), sentences("fr")
NARROW = "\u202f"
UNELIDED = re.compile(r"\b(d|qu)e \{name\}", re.IGNORECASE)


def placeholders(sentence: str) -> set[tuple[str, str]]:
    """The names between braces and how they are written, but for what one language asks for."""
    fields = [(name, spec or "") for _, name, spec, _ in string.Formatter().parse(sentence) if name]
    return {(name, "" if spec in ELIDED or "|" in spec else spec) for name, spec in fields}


def forms(language: Sentences, code: str) -> list[str]:
    return [language.sentence(code, 1), language.sentence(code, 2)]


def test_both_languages_have_the_same_codes():
    assert EN.codes == FR.codes == codes()
    assert codes()


def offenders(breaks: Callable[[str], object]) -> list[str]:
    """Every code that breaks a rule of the catalogues."""
    return [code for code in sorted(codes()) if breaks(code)]


def test_every_code_has_a_text_in_both_languages():
    def silent(code: str) -> bool:
        return not all(form and form != code for form in (*forms(EN, code), *forms(FR, code)))

    assert offenders(silent) == []


def test_the_placeholders_are_the_same_in_both_languages():
    def placeholders_in(language: Sentences, code: str) -> set[tuple[str, str]]:
        return set().union(*map(placeholders, forms(language, code)))

    assert offenders(lambda code: placeholders_in(EN, code) != placeholders_in(FR, code)) == []


def test_a_code_is_plural_in_both_languages_or_in_neither():
    assert offenders(lambda code: (code in EN.plurals) != (code in FR.plurals)) == []


def test_french_words_before_a_name_give_way_to_its_vowel():
    """`{name:de}`, for "de Maud" and "d’Inès"."""
    assert offenders(lambda code: any(UNELIDED.search(form) for form in forms(FR, code))) == []


def test_french_typography():
    """A blank that does not break stands before ; : ! ? » and behind «; apostrophes are curly."""

    def misspelt(code: str) -> bool:
        bare = (re.sub(r"`[^`]*`|<[^>]*>|https?://\S+|:\w+:", "", form) for form in forms(FR, code))
        return any(re.search(r"\w[;!?»]|«\w| [:;!?»]|« |\w'\w", form) for form in bare)

    assert offenders(misspelt) == []


MISREAD = {
    "en": {
        r"\b[Tt]est call|\bcall(s|ed|ing)? (you|me|people|them|\w+body)\b": "by voice; ping",
        r"\bin advance\b|\bYou left\b": "nobody leaves; save for a turn",
        r"\bwait times?\b": "say until when",
        r"\b0 times\b": "say that it does not happen",
    },
    "fr": {
        r"\b(vous|me|les) appel|[Aa]ppel d’essai": "c’est par la voix ; notifier",
        r"\b(à l’|d’)avance\b": "garder pour un tour",
        r"\b[Vv]ous seule?\b": "vous êtes peut-être une femme ; personne d’autre",
        r"\b(touchez|pressez?|cliquez)\b": "appuyez sur",
        r"\b0 fois\b": "dire que cela n’a pas lieu",
    },
}
"""What people on Discord take for something else, and what is said instead."""
NOTHING_FOR_PLAYERS = r"\bsealed: |\bscellée?s? : |python -m|\bsha256sum\b"
CITED = r"\([A-Z]{2}-\d+"
"""The number of a rule, which only *Why?* shows; of the rules in short, the page leaves it out."""
FOR_HOSTS = ("doctor", "rehearsal", "setup", "store", "update", "figures")


@each_case("language", LANGUAGES)
def test_no_text_has_words_that_people_misread_or_need_not_know(language):
    def has_wrong_words(code: str) -> bool:
        domain, _, name = code.partition(".")
        patterns = [] if domain in FOR_HOSTS else [*MISREAD[language], NOTHING_FOR_PLAYERS]
        patterns += [] if name.startswith("section_") else [CITED]
        texts = [form.replace(NBSP, " ") for form in forms(sentences(language), code)]
        return any(re.search(pattern, each) for pattern in patterns for each in texts)

    assert offenders(has_wrong_words) == []


@each_case("language", LANGUAGES)
def test_a_number_never_stands_alone_between_two_dots(language):
    """Neither a noun nor a heading says what it counts: "City · 4"."""

    def has_bare_number(code: str) -> bool:
        lines = "\n".join(forms(sentences(language), code)).split("\n")
        return any("{n}" in line.replace("*", "").split(" · ") for line in lines if ":" not in line)

    assert offenders(has_bare_number) == []


def test_no_text_waits_to_be_looked_through():
    unsure = {
        code
        for each in LANGUAGES
        for code, translation in catalogue(each).items()
        if translation.fuzzy
    }
    assert unsure == set()


def test_a_catalogue_is_named_after_the_codes_in_it():
    for file in (file for home in LOCALES for file in home.glob("*/LC_MESSAGES/*.po")):
        codes = re.findall(r'^msgid "([^"]+)"', file.read_text("utf-8"), re.MULTILINE)
        assert {code.partition(".")[0] for code in codes} <= {file.stem}, file


# ---- texts that sister games share ---------------------------------------------------------------


def sisters_by_domain() -> dict[str, list[str]]:
    """The domains that sister games share, each with the games."""
    packages = {package for key in registry.games() for package in registry.packages(key)[1:]}
    return {package: registry.sisters(package) for package in sorted(packages)}


def test_a_game_says_the_text_of_its_family_or_its_own():
    """The family itself says nothing."""
    assert text("telegraph.turn", "en", number=3) == text("attika.turn", "en", number=3) == "Turn 3"
    assert "telegraph.turn" not in catalogue("en")
    assert text("telegraph.bonus", "en", n=1) == "1 worker"
    assert text("attika.bonus", "en", n=1) == "1 amphora"
    assert not [code for code in codes() if code.startswith("_")]


def test_a_text_that_sister_games_have_alike_stands_once():
    """In every language: a text that differs in one of them is each game's own."""
    twice = [
        (code, twin)
        for first, *sisters in sisters_by_domain().values()
        for code in sorted(catalogue("en"))
        if code.partition(".")[0] == first
        for twin in (f"{sister}.{code.partition('.')[2]}" for sister in sisters)
        if all(text_of(each, twin) == text_of(each, code) for each in LANGUAGES)
    ]
    assert twice == []


def text_of(language: str, code: str) -> object:
    """The text of a code as it is written, in whatever forms."""
    message = catalogue(language).get(code)
    return message and message.string


def test_a_shared_text_is_said_by_more_than_one_game():
    codes, lone = catalogue("en"), []
    for code in codes:
        domain, _, name = code.partition(".")
        sayers = [
            key for key in sisters_by_domain().get(domain, ()) if f"{key}.{name}" not in codes
        ]
        if domain.startswith("_") and len(sayers) < 2:
            lone.append(code)
    assert lone == []


def test_plurals_follow_each_language():
    assert text("table.not_enough", "en", n=1).startswith("One seat is still")
    assert text("table.not_enough", "en", n=3).startswith("3 seats are still")
    assert "personnes sont" in text("table.too_many_seated", "fr", n=2)
    assert EN.sentence("table.full", 0) == EN.sentence("table.full", 2)
    assert FR.sentence("table.full", 0) == FR.sentence("table.full", 1)


def test_numbers_and_lists_are_written_as_people_write_them():
    assert EN.format_field(12345, "") == "12,345"
    assert FR.format_field(12345, "") == f"12{NARROW}345"
    assert FR.format_field(1.5, "") == "1,5"
    assert EN.format_field(12345, "d") == "12345"
    assert EN.format_field(["A", "B", "C"], "") == "A, B, and C"
    assert FR.format_field(("A", "B", "C"), "or") == "A, B ou C"
    assert FR.format_field([1000, 2], "and") == f"1{NARROW}000 et 2"
    assert FR.format_field("A", "") == "A"


@each_case(
    ("sentence", "together"),
    [
        ("{n} pierres", "3_pierres"),
        ("**{n}** tuiles de **2** hexagones", "**3**_tuiles de **2**_hexagones"),
        (
            "{change} point, {big} % de {name} ou {both} ici, page {n} sur 2",
            "−1_point, 1~200_% de Inès ou 3 et 4 ici, page 3 sur 2",
        ),
        (
            "{name} joue `T3 2,-1 r4` au niveau 2 : B22 est là",
            "Inès joue `T3 2,-1 r4` au niveau 2 : B22 est là",
        ),
    ],
)
def test_no_line_breaks_between_a_french_number_and_its_noun(sentence, together):
    args = {"n": 3, "change": "−1", "big": 1200, "name": "Inès", "both": [3, 4]}
    kept = FR.vformat(with_nouns_kept(sentence, "fr"), (), args)
    assert kept == together.replace("_", NBSP).replace("~", NARROW)
    assert with_nouns_kept(sentence, "en") == sentence


@each_case(
    ("word", "name", "together"),
    [
        ("de", "**Inès**", "d’**Inès**"),
        ("de", "Éleusis", "d’Éleusis"),
        ("de", "Hipponion", "d’Hipponion"),
        ("de", "Maud", "de Maud"),
        ("que", "Ada", "qu’Ada"),
        ("que", "山田", "que 山田"),
    ],
)
def test_a_french_word_loses_its_vowel_before_another(word, name, together):
    assert Sentences("fr").format(f"{{name:{word}}}", name=name) == together


def test_an_unknown_code_and_a_missing_arg_are_mistakes():
    for code in ("table.no_such_sentence", "", "table.unknown_option"):
        with pytest.raises(KeyError):
            text(code, "en")


@given(st.text("{}%$\\:!a0 "))
def test_words_of_people_are_never_read_as_a_template(name):
    assert name in text("table.unknown_option", "fr", option=name)


@each_case(
    ("locale", "language"),
    [("fr", "fr"), ("fr-CA", "fr"), ("en-GB", "en"), ("de", "en"), (None, "en"), ("", "en")],
)
def test_people_are_answered_in_the_nearest_language(locale, language):
    assert language_of(locale) == language
    assert language_of("de", default="fr") == "fr"


def test_a_code_that_comes_twice_is_refused(tmp_path, monkeypatch):
    folder = tmp_path / "en" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    entry = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    entry += 'msgid "table.full"\nmsgstr "Full"\n'
    for name in ("table.po", "table2.po"):
        (folder / name).write_text(entry)
    monkeypatch.setattr("bot.i18n.LOCALES", [tmp_path])
    with pytest.raises(ValueError, match=r"table2\.po: table\.full is already there"):
        Sentences("en")
