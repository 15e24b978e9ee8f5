"""Sentences in a language from a code and its args, by the catalogues in the locale folders."""

from __future__ import annotations

import gettext
import hashlib
import re
import string
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from babel import Locale
from babel.lists import format_list
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from rules import registry
from rules.assets import HOMES

LANGUAGES = ("en", "fr")
LIST_STYLES: dict[str, Literal["standard", "or"]] = {"and": "standard", "or": "or"}
ELIDED = ("de", "que")
"""French words that lose their vowel before another."""
_BRACE = re.compile("[{}]")
"""Part of a sentence that is not written as it stands."""
_NO_NOUN = "à|au|de|des|du|en|est|et|ou|par|sur"
_NOUN = re.compile(
    rf"(`[^`]*`)|(?:\{{(\w+)\}}|(?<![\w,.-])(\d+))(\**) (?=[^\W\d]|%)(?!(?:{_NO_NOUN})\b)"
)
"""A blank behind a placeholder or a number, before a noun; or code, as `T3 2,-1 r4`."""
_NUMBER = re.compile(r"[+−-]?\d[\d.,–\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]*")
NBSP = "\N{NO-BREAK SPACE}"
VOWELS = "aeiouyh"
"""Letters before which they lose it; an h counts as silent."""
LOCALES = [home / "locale" for home in HOMES]
"""Folders of the catalogues."""


class Sentences(string.Formatter):
    """`str.format` for one language: it writes numbers and lists as its readers do.

    `{seats:or}` joins a list with "or"; `{roads:road|roads}` is a number with the form of the word
    that goes with it, where a sentence has several numbers or a broken one; `{name:de}` gives
    "d’Inès" or "de Maud", and likewise `{name:que}`; a format of Python (`{number:d}`, for ids and
    codes) applies as usual. In French, no line breaks between a number and its noun.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        texts = catalogue(language)
        messages = list(filter(_has_code, texts))
        self.codes = frozenset(map(code_of, messages))
        self.plurals = frozenset(code_of(each) for each in messages if each.pluralizable)
        self._sentences = _compile(texts)

    def say(self, code: str, args: Mapping[str, Any]) -> str:
        """The sentence of `code`; the arg `n` selects the plural form. Raises KeyError."""
        sentence = with_nouns_kept(self.sentence(code, args.get("n", 1)), self.language)
        return self.vformat(sentence, (), args) if _BRACE.search(sentence) else sentence

    def sentence(self, code: str, n: int = 1) -> str:
        """The sentence before its args are filled in. Raises KeyError."""
        if code not in self.codes:
            raise KeyError(code)
        if code in self.plurals:
            return self._sentences.ngettext(code, code, n)
        return self._sentences.gettext(code)

    def format_field(self, value: Any, format_spec: str) -> str:
        """One arg as readers of this language write it."""
        if format_spec.endswith(" "):
            number = self.format_field(value, "")
            return number + (format_spec[:-1] + NBSP if _NUMBER.fullmatch(number) else format_spec)
        if isinstance(value, list | tuple):
            items = [self.format_field(item, "") for item in value]
            style = LIST_STYLES[format_spec or "and"]
            return format_list(items, style, self.language)
        if "|" in format_spec:
            return with_noun(value, format_spec, self.language)
        if format_spec in ELIDED:
            return with_elision(format_spec, str(value))
        if isinstance(value, int | float) and not format_spec:
            return written_number(value, self.language)
        return str(super().format_field(value, format_spec))


@cache
def with_nouns_kept(sentence: str, language: str) -> str:
    """A sentence in which a French number keeps its noun on its line.

    Whether a placeholder is a number, its value says: it takes the blank, as in `{n: }pierres`.
    """
    return _NOUN.sub(_with_noun_kept, sentence) if language == "fr" else sentence


def _with_noun_kept(match: re.Match[str]) -> str:
    code, name, number, bold = match.groups()
    return code or (f"{{{name}:{bold} }}" if name else f"{number}{bold}{NBSP}")


@lru_cache(maxsize=4096, typed=True)
def written_number(value: float, language: str) -> str:
    """A number as readers of a language write it."""
    return format_decimal(value, locale=language)


def with_noun(number: float, forms: str, language: str) -> str:
    """A number with its noun, of which `forms` has the singular and the plural: "0,6 point"."""
    one, more = forms.split("|")
    is_one = Locale.parse(language).plural_form(number) == "one"
    space = NBSP if language == "fr" else " "
    return f"{written_number(number, language)}{space}{one if is_one else more}"


def with_elision(word: str, name: str) -> str:
    """A French word and the name after it, which may be bold: "de Maud", "d’Inès"."""
    first = unicodedata.normalize("NFKD", name.lstrip("*_~"))[:1].casefold()
    return f"{word[:-1]}’{name}" if first and first in VOWELS else f"{word} {name}"


def catalogue(language: str) -> Catalog:
    """All texts of a language, by code.

    A domain with an underscore is the package that sister games share: each of them uses its texts,
    except where the game has its own.
    """
    own_texts, texts = all_messages(language), Catalog(locale=language)
    for code, message in own_texts.items():
        domain, _, name = code.partition(".")
        if not domain.startswith("_"):
            _add(texts, code, message)
            continue
        for game in registry.sisters(domain):
            if f"{game}.{name}" not in own_texts:
                _add(texts, f"{game}.{name}", message)
    return texts


def _add(texts: Catalog, code: str, message: Message) -> None:
    texts.add((code, code) if message.pluralizable else code, message.string)


def all_messages(language: str) -> dict[str, Message]:
    """The texts of all domains by code. Raises ValueError where a code occurs twice."""
    texts: dict[str, Message] = {}
    for file in catalogues(language):
        with file.open("rb") as opened:
            domain = read_po(opened, locale=language)
        for message in filter(_has_code, domain):
            if (code := code_of(message)) in texts:
                raise ValueError(f"{file.name}: {code} is already there")
            texts[code] = message
    return texts


def catalogues(language: str = "*") -> list[Path]:
    """The catalogue files of a language, or of all languages."""
    return sorted(file for home in LOCALES for file in home.glob(f"{language}/*/*.po"))


def _has_code(message: Message) -> bool:
    """Whether a message is a text, not the header that begins a file."""
    return bool(message.id)


def _compile(catalogue: Catalog) -> gettext.GNUTranslations:
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def code_of(message: Message) -> str:
    """The code of a text; a text with plural forms holds it twice."""
    return message.id if isinstance(message.id, str) else message.id[0]


@cache
def sentences(language: str) -> Sentences:
    """All sentences of a language, read once."""
    return Sentences(language)


def text(code: str, language: str, /, **args: Any) -> str:
    """The sentence of `code` in `language`. Raises KeyError for an unknown code."""
    return sentences(language).say(code, args)


@cache
def text_in(language: str) -> Callable[..., str]:
    """The function `text`, bound to a language."""
    return lambda code, /, **args: text(code, language, **args)


@cache
def fingerprint() -> str:
    """A hash over all catalogues, which changes with any text."""
    digest = hashlib.sha256()
    for file in catalogues():
        digest.update(file.read_bytes())
    return digest.hexdigest()


def codes() -> set[str]:
    """Every code that has a text."""
    return set().union(*(sentences(language).codes for language in LANGUAGES))


@cache
def language_of(discord_locale: str | None, default: str = "en") -> str:
    """The language for a person, by the locale of their Discord ("fr", "en-GB", …)."""
    language = (discord_locale or "").partition("-")[0].lower()
    return language if language in LANGUAGES else default
