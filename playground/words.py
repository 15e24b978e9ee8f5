"""The page's words, from the catalogues, as JSON."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

CATALOGUES = Path(__file__).parents[1] / "data" / "locale"
LANGUAGES = ("en", "fr")


@cache
def words(language: str) -> dict[str, str | list[str]] | None:
    """Text, or its plural forms, by code; None for a language without a catalogue."""
    if language not in LANGUAGES:
        return None
    path = CATALOGUES / language / "LC_MESSAGES" / "playground.po"
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    return {_code(message.id): _text(message.string) for message in catalogue if message.id}


def sentence(code: str, language: str) -> str:
    """A text of the page that has no plural."""
    return str((words(language) or {})[code])


def _code(identifier: str | list[str] | tuple[str, ...]) -> str:
    return identifier if isinstance(identifier, str) else identifier[0]


def _text(text: str | list[str] | tuple[str, ...] | None) -> str | list[str]:
    return text if isinstance(text, str) else list(text or ())
