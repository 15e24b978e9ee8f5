"""The rules that *Why?* shows, in any language, from `rules/<game>/RULES.md`."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from bot.i18n import with_nouns_kept
from rules import registry

WRITTEN_IN = "en"
"""The language of RULES.md; other files name theirs, as in `RULES.fr.md`."""
RULE = re.compile(r"^- \*\*(?P<number>[A-Z]+-\d+)\*\* (?P<sentence>.+(?:\n  .+)*)$", re.MULTILINE)
"""A rule in these files: a list item that begins with its number, on one or more lines."""


@cache
def rules(game: str, language: str) -> dict[str, str]:
    """Every rule of `game` by its number, like "AK-21". Raises UnknownGame.

    Rules that sister games share are beside their engine; a game's own sentence overrides them.
    """
    sentences: dict[str, str] = {}
    for home in reversed(registry.homes(game)):
        sentences |= _read(home / _name(language))
    return {number: with_nouns_kept(each, language) for number, each in sentences.items()}


def _name(language: str) -> str:
    return "RULES.md" if language == WRITTEN_IN else f"RULES.{language}.md"


def _read(book: Path) -> dict[str, str]:
    """The rules of one file; {} where the file does not exist."""
    written = book.read_text(encoding="utf-8") if book.is_file() else ""
    return {
        rule["number"]: " ".join(rule["sentence"].split("\n  ")) for rule in RULE.finditer(written)
    }
