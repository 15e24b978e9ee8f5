"""From a code, its args and a language to a sentence, by the catalogues in data/locale."""

from __future__ import annotations

import gettext
import string
from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

LANGUAGES = ("en", "fr")
LIST_STYLES: dict[str, Literal["standard", "or"]] = {"and": "standard", "or": "or"}
LOCALE = Path(__file__).parents[1] / "data" / "locale"


class Words(string.Formatter):
    """`str.format` in a language: numbers and lists look as people write them there.

    `{seats:or}` joins a list by "or"; a format of Python (`{number:d}`) is obeyed: ids, codes.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        catalogue = _read(language)
        messages = [message for message in catalogue if message.id]
        self.codes = frozenset(_code(message.id) for message in messages)
        self.plurals = frozenset(_code(each.id) for each in messages if each.pluralizable)
        self._sentences = _compile(catalogue)

    def say(self, code: str, args: Mapping[str, Any]) -> str:
        """The sentence of `code`; the arg `n` chooses among plural forms. Raises KeyError."""
        return self.vformat(self.sentence(code, args.get("n", 1)), (), args)

    def sentence(self, code: str, n: int = 1) -> str:
        """The sentence before its args are filled in. Raises KeyError."""
        if code not in self.codes:
            raise KeyError(code)
        if code in self.plurals:
            return self._sentences.ngettext(code, code, n)
        return self._sentences.gettext(code)

    def format_field(self, value: Any, format_spec: str) -> str:
        """One arg as people write it in this language."""
        if isinstance(value, list | tuple):
            told = [self.format_field(one, "") for one in value]
            style = LIST_STYLES[format_spec or "and"]
            return format_list(told, style, self.language)
        if isinstance(value, int | float) and not format_spec:
            return format_decimal(value, locale=self.language)
        return str(super().format_field(value, format_spec))


def _read(language: str) -> Catalog:
    """All domains of a language in one catalogue; a code that comes twice is a mistake."""
    merged = Catalog(locale=language)
    for file in sorted((LOCALE / language / "LC_MESSAGES").glob("*.po")):
        with file.open("rb") as opened:
            domain = read_po(opened, locale=language)
        for message in domain:
            if message.id and message.id in merged:
                raise ValueError(f"{file.name}: {message.id} is already there")
            if message.id:
                merged[message.id] = message
    return merged


def _compile(catalogue: Catalog) -> gettext.GNUTranslations:
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _code(message_id: str | Sequence[str]) -> str:
    return message_id if isinstance(message_id, str) else message_id[0]


@cache
def words(language: str) -> Words:
    """The catalogue of a language, read once."""
    return Words(language)


def text(code: str, language: str, /, **args: Any) -> str:
    """The sentence of `code` in `language`. Raises KeyError for an unknown code."""
    return words(language).say(code, args)


def codes() -> set[str]:
    """Every code that has a text."""
    return set().union(*(words(language).codes for language in LANGUAGES))


def language_of(discord_locale: str | None, default: str = "en") -> str:
    """The language to answer somebody in, by the locale of their Discord ("fr", "en-GB", …)."""
    language = (discord_locale or "").partition("-")[0].lower()
    return language if language in LANGUAGES else default
