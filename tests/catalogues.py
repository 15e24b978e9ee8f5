"""The texts of the players, as the catalogues have them."""

from functools import cache
from string import Formatter

from bot.i18n import LANGUAGES, catalogue, code_of


@cache
def texts(language: str) -> dict[str, tuple[str, ...]]:
    """Every code that has a text in `language`, with its forms: one, or one for each plural."""
    texts_by_code: dict[str, tuple[str, ...]] = {}
    for message in catalogue(language):
        forms = message.string if message.pluralizable else (message.string,)
        if message.id and all(forms):
            texts_by_code[code_of(message)] = tuple(forms)
    return texts_by_code


def placeholders(text: str) -> set[str]:
    """The names between braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def plain(text: str) -> str:
    """A text with ordinary blanks."""
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def has_text(code: str) -> bool:
    """Whether `code` has a text in every language."""
    return all(code in texts(language) for language in LANGUAGES)
