"""The texts of the players, read straight from the catalogues."""

from functools import cache
from pathlib import Path
from string import Formatter

from babel.messages.pofile import read_po

LOCALES = Path(__file__).parent.parent / "data" / "locale"
LANGUAGES = ("en", "fr")


@cache
def texts(language: str) -> dict[str, tuple[str, ...]]:
    """Every code that has a text in `language`, with its forms: one, or one for each plural."""
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted((LOCALES / language / "LC_MESSAGES").glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=language):
                code = message.id[0] if message.pluralizable else message.id
                forms = message.string if message.pluralizable else (message.string,)
                if code and all(forms) and not message.fuzzy:
                    found[code] = tuple(forms)
    return found


def placeholders(text: str) -> set[str]:
    """The names between braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def has_text(code: str) -> bool:
    """Whether `code` has a text in every language."""
    return all(code in texts(language) for language in LANGUAGES)
