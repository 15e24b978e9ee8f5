"""The house keeps its plan: who imports whom, what every game brings, every word has its text."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import grimp
import pytest

from bot.words.rulebook import rules
from rules.assets import HOMES
from rules.registry import games, homes, packages, sisters
from tests.cases import each_case
from tests.catalogues import LANGUAGES, placeholders, texts
from tests.spelling import codes, codes_in_rules, is_text, nodes, refusals, spoken

HOME = Path(__file__).parent.parent
SQL = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH|PRAGMA|BEGIN)\s+[\w(]")
HOUSES = [data.parent for data in HOMES]
"""This house first, then the folders of games that live elsewhere and are built alike."""
ROOMS = ("rules", "render", "playground", "bot", "cogs")
NINE_FILES = (
    "__init__",
    "pieces",
    "state",
    "actions",
    "legal",
    "turn",
    "scoring",
    "view",
    "notation",
)
pytestmark = pytest.mark.xdist_group("sources")
"""One process reads them all."""
every_game = each_case("key", games())
every_language = each_case("language", LANGUAGES)


# ---- layers -----------------------------------------------------------------------------------


def test_imports_point_downward():
    """The contracts of import-linter in pyproject.toml."""
    lint = Path(sys.executable).parent / "lint-imports"
    process = subprocess.run(
        [lint, "--no-cache"], cwd=HOME, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stdout


@each_case("folder, most", [("bot", 16), ("cogs", 23)])
def test_a_room_is_seen_at_a_glance(folder, most):
    """Modules and packages side by side."""
    beside = [
        path
        for path in (HOME / folder).iterdir()
        if (path.suffix == ".py" and not path.name.startswith("__"))
        or (path / "__init__.py").exists()
    ]
    assert len(beside) <= most


def test_no_room_imports_the_door_that_leads_to_it():
    """import-linter finds the circles between rooms, this test those through an `__init__`.

    Both read imports inside functions and those for type checkers as well.
    """
    plan = grimp.build_graph(*ROOMS, cache_dir=None)
    circles = [
        (door, room)
        for door in plan.modules
        for room in plan.find_descendants(door) & plan.find_modules_that_directly_import(door)
        if plan.chain_exists(importer=door, imported=room)
    ]
    assert circles == []


def modules(folder):
    return sorted(path for house in HOUSES for path in (house / folder).rglob("*.py"))


def path_in_house(path):
    """A file by its path in its house."""
    houses = [house for house in HOUSES if path.is_relative_to(house)]
    return str(path.relative_to(houses[-1]))


def imports(path):
    """The top-level packages a file imports."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module.partition(".")[0]


@each_case("path", modules("rules"), ids=path_in_house)
def test_rules_import_the_standard_library_and_msgspec_only(path):
    """`rich` draws the progress bars of `python -m rules`, there and nowhere else."""
    allowed = {*sys.stdlib_module_names, "rules", "msgspec"}
    if path.name == "__main__.py":
        allowed.add("rich")
    assert set(imports(path)) - allowed == set()


@each_case("banned", ["random", "time", "datetime", "sqlite3", "asyncio", "pickle"])
def test_rules_know_no_clock_no_chance_and_no_store(banned):
    users = [path.name for path in modules("rules") if banned in set(imports(path))]
    assert [name for name in users if name != "__main__.py"] == []


def test_sql_is_met_in_few_places():
    """The store; the file that it is kept in; the playground's own file."""
    users = {path_in_house(path) for room in ROOMS for path in modules(room) if holds_sql(path)}
    allowed = ("bot/store/", "bot/database/", "bot/leagues/rows.py", "playground/vault.py")
    assert [user for user in sorted(users) if not user.startswith(allowed)] == []
    assert "bot/store/outbox.py" in users


def test_the_driver_of_the_database_is_met_where_sql_is():
    """Others name `Connection` and `DriverError` of bot.database, which another one could have."""
    paths = [path for room in ("bot", "cogs") for path in modules(room)]
    users = {path_in_house(path) for path in paths if {"sqlite3", "aiosqlite"} & {*imports(path)}}
    allowed = ("bot/store/", "bot/database/", "bot/leagues/rows.py", "playground/vault.py")
    assert [user for user in sorted(users) if not user.startswith(allowed)] == []
    assert "bot/store/outbox.py" in users


def holds_sql(path):
    """Whether a module has a statement of SQL, or runs one."""
    texts = (node.value for node in nodes(path) if isinstance(node, ast.Constant))
    calls = (node.attr for node in nodes(path) if isinstance(node, ast.Attribute))
    return any(isinstance(value, str) and SQL.match(value) for value in texts) or not {
        "execute",
        "executemany",
        "executescript",
    }.isdisjoint(calls)


def test_discord_is_met_in_few_places():
    """cogs/; the client with its addresses, its life, what it hears and logs; the check-ups."""
    users = {path_in_house(path) for path in modules("bot") if "discord" in imports(path)}
    names = ("answers", "budget", "decorations", "discord_internals", "gateway", "outages")
    connection = {f"connection/{name}" for name in names}
    rehearsal = {f"rehearsal/{name}" for name in ("places", "presses", "rehearsal")}
    host = {f"host/{name}" for name in {"account", "doctor", "permissions", "runner"} | rehearsal}
    assert users <= {f"bot/{name}.py" for name in {"app"} | connection | host}


def test_a_fault_is_told_to_the_figures_which_log_it_once():
    """Except where there are none: below them, in the playground."""
    rooms = ("bot/service", "bot/ai", "cogs")
    files = [file for room in rooms for file in (HOME / room).rglob("*.py")]
    assert [str(file) for file in files if "log.exception(" in file.read_text("utf-8")] == []


@each_case("folder", ROOMS)
def test_every_module_says_what_a_reader_finds_there(folder):
    silent = [
        path_in_house(path) for path in modules(folder) if not ast.get_docstring(nodes(path)[0])
    ]
    assert silent == []


# ---- what every game brings -------------------------------------------------------------------


@every_game
@each_case("name", NINE_FILES)
def test_a_game_has_its_nine_files(key, name):
    assert any((home / f"{name}.py").is_file() for home in homes(key))


@every_game
def test_a_package_that_games_share_is_marked_as_no_game(key):
    package, *shared = packages(key)
    assert package == key
    assert all(name.startswith("_") and len(sisters(name)) > 1 for name in shared)


@every_game
@each_case("home", ["rules/{}/RULES.md", "data/{}.json", "tests/{}"])
def test_a_game_has_its_homes(key, home):
    assert any((house / home.format(key)).exists() for house in HOUSES)


@every_game
def test_a_game_has_a_picture(key):
    from render.registry import renderer

    assert "table" in renderer(key).public


@every_game
def test_a_game_has_words(key):
    from bot.words import of

    assert callable(of(key, "en").ply_line)


@every_game
@every_language
def test_a_game_has_a_catalogue_in_every_language(key, language):
    assert any(code.startswith(f"{key}.") for code in texts(language))


def files_of_no_game(folder):
    """The files of a folder that belong to no single game."""
    game_names = set(games())
    return [
        path
        for path in modules(folder)
        if game_names.isdisjoint([path.stem, *Path(path_in_house(path)).parts])
    ]


def words_of(path):
    """The words in the texts and imports of a file; docstrings may name a game as an example."""
    docs = {node.value for node in nodes(path) if isinstance(node, ast.Expr)}
    for node in nodes(path):
        match node:
            case ast.Constant(value=str(text)) if node not in docs:
                yield from re.findall(r"\w+", text)
            case ast.ImportFrom(module=str(module)):
                yield from module.split(".")


@each_case("folder", [*ROOMS, "tests/contract"])
def test_shared_code_names_no_game(folder):
    """A new game adds files and edits none: each is found by its key."""
    knowing = {
        (path_in_house(path), game)
        for path in files_of_no_game(folder)
        for game in {*words_of(path)} & {*games()}
    }
    assert knowing == set()


@every_language
def test_texts_that_games_share_name_none_of_them(language):
    """Nor do those of the playground: its page finds the games by their commands."""
    naming = [
        code
        for code, forms in texts(language).items()
        if code.partition(".")[0] not in games()
        and any(key in form.lower() for key in games() for form in forms)
    ]
    assert naming == []


def test_the_house_is_no_package(tmp_path):
    """Pip says so instead of installing a program without its files."""
    pip = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps"]
    process = subprocess.run(
        [*pip, "--target", tmp_path, HOME], capture_output=True, text=True, check=False
    )
    assert process.returncode != 0
    assert "type ./run there" in process.stdout + process.stderr
    assert list(tmp_path.iterdir()) == []


# ---- every rule has its test ------------------------------------------------------------------


def rules_of(key):
    """The numbers of the rules of a game."""
    return set(rules(key, "en"))


def numbers_in_tests(key):
    """The numbers given to `@rule(...)` in the tests of a game and of what it shares."""
    folders = [house / "tests" / name.lstrip("_") for house in HOUSES for name in packages(key)]
    for folder in folders:
        for path in folder.glob("test_*.py"):
            for node in nodes(path):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "rule":
                    yield from (argument.value for argument in node.args)


@every_game
def test_every_rule_has_its_test(key):
    assert rules_of(key) - set(numbers_in_tests(key)) == set()


@every_game
def test_every_rule_that_a_test_cites_exists(key):
    assert set(numbers_in_tests(key)) - rules_of(key) == set()


@every_game
def test_every_rule_that_the_code_cites_exists(key):
    cited = set()
    for home in homes(key):
        for path in home.glob("*.py"):
            cited |= set(re.findall(r"\b[A-Z]{2}-\d+\b", path.read_text(encoding="utf-8")))
    assert cited - rules_of(key) == set()


@every_game
@every_language
def test_every_rule_is_written_in_every_language(key, language):
    assert rules(key, language).keys() == rules_of(key)


@every_game
@every_language
def test_why_can_show_every_rule(key, language):
    """Discord draws no tables, no pictures and no links to files beside a rule."""
    unfit = [
        sentence
        for sentence in rules(key, language).values()
        if len(sentence) > 3900 or re.search(r"^\s*\||\]\(|<\w+>|\*\*", sentence)
    ]
    assert unfit == []


@every_game
def test_every_number_in_a_rulebook_is_read(key):
    """None is missed for its form: a number in bold at the head of a line is a rule."""
    numbers = {
        number
        for home in homes(key)
        for book in home.glob("RULES*.md")
        for number in re.findall(r"\*\*([A-Z]+-\d+)\b", book.read_text(encoding="utf-8"))
    }
    assert numbers == rules_of(key)


def test_sister_games_number_their_rules_alike():
    for key in games():
        for package in packages(key)[1:]:
            assert {frozenset(rules_of(sister)) for sister in sisters(package)} == {
                frozenset(rules_of(key))
            }


# ---- every code has its text ------------------------------------------------------------------


@every_language
def test_every_code_in_the_rules_has_a_text(language):
    assert set(codes(modules("rules"))) - set(texts(language)) == set()


@cache
def codes_said():
    """The codes of texts that stand in the program."""
    return set(spoken(path for room in ROOMS for path in modules(room)))


@every_language
def test_every_code_that_is_said_has_a_text(language):
    said = codes_said()
    assert "board.next" in said
    assert said - set(texts(language)) == set()


@every_game
@every_language
def test_every_refusal_that_the_rules_name_has_a_text(key, language):
    assert set(codes_in_rules(key)) - set(texts(language)) == set()


@every_language
@each_case(("file", "code", "names"), list(refusals(modules("rules"))))
def test_every_placeholder_of_a_refusal_is_told(language, file, code, names):
    """A text says nothing that the code does not hand over."""
    if code in texts(language) and names is not None:
        for form in texts(language)[code]:
            assert placeholders(form) <= names, f"{code} in {file}"


def test_migrations_are_numbered_without_a_gap():
    """Two that were written side by side do not both count as the same step."""
    numbers = [
        int(file.name[:4]) for file in sorted((HOME / "bot/database/migrations").glob("*.sql"))
    ]
    assert numbers == list(range(1, len(numbers) + 1))


@every_language
def test_every_text_can_be_filled_in(language):
    """No lone braces, no numbered or nameless placeholders."""
    for code, forms in texts(language).items():
        for form in forms:
            assert all(name.isidentifier() for name in placeholders(form)), code


# ---- every text is said -----------------------------------------------------------------------

ON_THE_PAGE = re.compile(r"(playground\.\w+)(\$)?")
"""A code in the files of the playground's page, and whether more of it follows."""


TEMPLATE = re.compile(r"\{\w*\}")
"""A field in the template of a code, as buttons declare it for their labels."""


def sayings():
    """Text that is spelt out anywhere, in parts: None for one that is not known."""
    for room in ROOMS:
        for path in modules(room):
            for node in nodes(path):
                if is_text(node):
                    pieces = TEMPLATE.split(node.value)
                    yield [part for piece in pieces for part in (piece, None)][:-1]
                elif isinstance(node, ast.JoinedStr):
                    yield [part.value if is_text(part) else None for part in node.values]
    for path in (HOME / "playground/page").glob("*.*"):
        for code, open_end in ON_THE_PAGE.findall(path.read_text(encoding="utf-8")):
            yield [code, None] if open_end else [code]
    for _, _, names in refusals(modules("rules")):
        yield from ([f"{name}_", None] for name in names or ())


def pattern(parts):
    """The codes that these parts may make; "" where they say next to nothing."""
    alternatives = "".join(filter(None, parts))
    if not re.fullmatch(r"[\w.]*[a-z]{3}[\w.]*", alternatives):
        return ""
    return "".join(r"\w*" if part is None else re.escape(part) for part in parts)


def test_every_text_is_said_somewhere():
    """By its code, or by its name alone where sister games share what says it."""
    said = re.compile("|".join(set(map(pattern, sayings()))))
    unsaid = [
        code
        for code in texts("en")
        if not said.fullmatch(code) and not said.fullmatch(code.partition(".")[2])
    ]
    assert unsaid == []
