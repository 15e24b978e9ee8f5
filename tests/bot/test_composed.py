"""Shared code composes what it asks of every catalogue in one place, which docs/words.md lists."""

import ast
import re
from pathlib import Path

from bot.words import composed
from rules.registry import games, packages
from tests.cases import each_case

HOME = Path(__file__).parents[2]
WORDS = HOME / "bot" / "words"
CODES = [code for code in vars(composed).values() if isinstance(code, composed.Code)]


def words_of_games():
    """Modules that belong to one game, or to sister games: there codes are composed freely."""
    names = {name for key in games() for name in packages(key)}
    return {
        path for name in names for path in (WORDS / f"{name}.py", *(WORDS / name).rglob("*.py"))
    }


def shared_code():
    """The files that know no game."""
    files = {path for room in ("bot", "cogs") for path in (HOME / room).rglob("*.py")}
    return sorted(files - words_of_games() - {HOME / "bot" / "i18n.py"})


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
    """In `bot/words/composed.py`, which docs/words.md explains and the contract tests ask."""
    assert composed_codes(path) == []


def test_the_check_finds_a_code_that_is_composed_elsewhere(tmp_path):
    module = tmp_path / "module.py"
    module.write_text('text(f"{facts.key}.tagline", f"{name}.tagline")', encoding="utf-8")
    assert len(composed_codes(module)) == 1


# ---- the list in docs/words.md -------------------------------------------------------------------


def test_the_page_about_words_lists_the_codes_that_shared_code_composes():
    page = (HOME / "docs/words.md").read_text(encoding="utf-8")
    _, _, table = page.partition("| code | what people read there |\n| --- | --- |\n")
    listed = re.findall(r"\| `(\S+)` \| \S.*\. \|\n", table.partition("\n\n")[0] + "\n")
    assert listed == [re.sub(r"\{(\w+)\}", r"<\1>", code) for code in CODES]


def test_a_code_is_composed_of_a_game_and_what_it_is_about():
    assert composed.setting_value("akropolis", "solo", None) == "akropolis.setting_solo_none"
    assert composed.menu("akropolis.ask_tile") == "akropolis.ask_tile_menu"
