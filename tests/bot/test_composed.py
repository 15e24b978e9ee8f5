"""Shared code composes what it asks of every catalogue in one place, which docs/words.md lists."""

import ast
import inspect
import re
from pathlib import Path

from bot.words import composed
from rules.registry import games, packages
from tests.cases import each_case

HOME = Path(__file__).parents[2]
WORDS = HOME / "bot" / "words"
FUNCTIONS = [function for _, function in inspect.getmembers(composed, inspect.isfunction)]


def words_of_games():
    """Modules that belong to one game, or to sister games: there codes are composed freely."""
    names = {name for key in games() for name in packages(key)}
    return {
        path for name in names for path in (WORDS / f"{name}.py", *(WORDS / name).rglob("*.py"))
    }


def shared_code():
    """The files that know no game, but for the one that composes codes."""
    files = {path for room in ("bot", "cogs") for path in (HOME / room).rglob("*.py")}
    return sorted(files - words_of_games() - {Path(composed.__file__), HOME / "bot" / "i18n.py"})


def composes(node):
    """Whether an f-string begins with a game and a dot: `{facts.key}.tagline`."""
    if not isinstance(node, ast.JoinedStr) or len(node.values) < 2:
        return False
    first, second = node.values[:2]
    if not (isinstance(first, ast.FormattedValue) and isinstance(second, ast.Constant)):
        return False
    return re.search(r"\b(game|key)$", ast.unparse(first.value)) and second.value.startswith(".")


def composed_codes(path):
    """The codes of a game that a file composes."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [ast.unparse(node) for node in nodes if composes(node)]


@each_case("path", shared_code(), ids=lambda path: str(path.relative_to(HOME)))
def test_shared_code_composes_the_codes_of_games_in_one_place(path):
    """In `bot/words/composed.py`: there each says what it is for, and the contract tests ask it."""
    assert composed_codes(path) == []


def test_the_check_finds_the_codes_of_that_place():
    of_games = [
        function for function in FUNCTIONS if "game" in inspect.signature(function).parameters
    ]
    assert len(composed_codes(Path(composed.__file__))) == len(of_games) > 0


# ---- the list in docs/words.md -------------------------------------------------------------------


def row(function):
    """A code with its blanks named, and what people read there."""
    names = inspect.signature(function).parameters
    first_line, _, _ = inspect.getdoc(function).partition("\n")
    return f"| `{function(*(f'<{name}>' for name in names))}` | {first_line} |"


def test_the_page_about_words_lists_the_codes_that_shared_code_composes():
    in_order = sorted(FUNCTIONS, key=lambda function: function.__code__.co_firstlineno)
    table_text = "\n".join(
        ("| code | what people read there |", "| --- | --- |", *map(row, in_order))
    )
    assert table_text in (HOME / "docs/words.md").read_text(encoding="utf-8"), table_text
