"""The tests that are nearest to what has changed: `./test --changed` runs them.

A test depends on what it imports, directly or by detours. The nearest are chosen first, until the
time is used up; what is left out is printed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from fnmatch import fnmatch
from functools import cache
from itertools import count, product
from pathlib import Path

import grimp

HOME = Path(__file__).parent.parent
MAIN = ("origin/main", "main")
"""Where a change begins: the first of these branches that there is."""
ROOMS = ("rules", "render", "playground", "bot", "cogs", "bench", "tests")
SECONDS = 90.0
"""Processor time that a run may take: two processors need some two minutes, with lint, types."""
USUAL = 3.0
"""Seconds of a test file that was not yet measured on this machine."""
FAR = 9
"""Distance of a test whose fixtures, but not the test itself, depend on a change."""
OWNERS = {
    "*.md": ("tests/test_docs.py", "tests/test_readme.py", "tests/test_privacy.py"),
    "docs/*": ("tests/test_docs.py",),
    "tools/*": ("tests/test_docs.py", "tests/test_notice.py"),
    "*.lock": ("tests/test_locks.py", "tests/test_notice.py"),
    "pyproject.toml": ("tests/test_house.py", "tests/test_locks.py"),
    "NOTICE": ("tests/test_notice.py",),
    "Containerfile": ("tests/test_docs.py", "tests/bot/test_container.py"),
    "data/locale/*": ("tests/test_house.py", "tests/bot/test_i18n.py", "tests/bot/test_words_*.py"),
    "data/discord/*": ("tests/playground/*",),
    "bot/database/migrations/*": (
        "tests/bot/test_upgrade.py",
        "tests/bot/test_database.py",
        "tests/bot/test_query_plans.py",
        "tests/test_house.py",
        "tests/test_privacy.py",
    ),
    "playground/page/*": ("tests/playground/test_page.py", "tests/e2e/test_page.py"),
    "*/RULES*.md": ("tests/test_house.py", "tests/bot/test_rulebook.py"),
}
"""Test files of what is no Python module. What belongs to one game is tested in its own folder."""
GAME_ROOMS = ("rules/{}/*", "render/{}/*", "bot/words/{}*", "data/{}.json", "data/locale/*/{}.po")
"""Where a game is at home, or an engine that games share."""
LOADED = {
    "bot.app": "cogs",
    "rules.registry": "rules",
    "render.registry": "render",
    "bot.words": "bot.words",
}
"""Modules that load all public modules of a package by their names."""
OF_EVERY_GAME = "tests.contract."
"""Tests that go through games without importing any."""


def touched_files(base: str = "") -> list[str]:
    """Files that differ from the last common commit with the main branch, new ones included."""
    for branch in (base,) if base else MAIN:
        if start := git("merge-base", "HEAD", branch):
            untracked = git("ls-files", "--others", "--exclude-standard")
            return sorted({*git("diff", "--name-only", *start), *untracked})
    return []


def git(*command: str) -> list[str]:
    """Lines that git prints; none where it knows nothing of the question."""
    process = subprocess.run(
        ["git", *command], cwd=HOME, capture_output=True, text=True, check=False
    )
    return process.stdout.splitlines()


def changed_packages(files: Iterable[str]) -> set[str]:
    """Packages of games, and engines that they share, to which some of the files belong."""
    names = {path.parent.name for path in (HOME / "rules").glob("*/__init__.py")}
    rooms = [(name, room.format(name)) for name, room in product(names, GAME_ROOMS)]
    return {name for name, room in rooms if any(fnmatch(file, room) for file in files)}


def changed_games(files: Iterable[str]) -> set[str]:
    """Keys of the games to which some of the files belong."""
    from rules.registry import games, packages

    changed = changed_packages(files)
    return {key for key in games() if changed & {*packages(key)}}


def distances_of_tests(files: list[str]) -> dict[str, int]:
    """Test files that depend on some files, and by how many imports; 0 for a test of their own."""
    graph = import_graph()
    touched = {module_of(file) for file in files} & graph.modules
    conftests = {name for name in graph.modules if name.endswith(".conftest")}
    distances = dict(reach(graph, touched, shut=conftests))
    folders = {
        name.removesuffix("conftest") for name, _ in reach(graph, touched) if name in conftests
    }
    games = {f"tests.{package.lstrip('_')}." for package in changed_packages(files)}

    def distance(test: str) -> int | None:
        if any(is_owner(path_of(test), file) for file in files) or test.startswith(tuple(games)):
            return 0
        if games and test.startswith(OF_EVERY_GAME):
            return 1
        if any(is_of_room(path_of(test), file) for file in files):
            return 1
        return distances.get(test, FAR if test.startswith(tuple(folders)) else None)

    tests = {path_of(test): distance(test) for test in graph.modules if is_test(test)}
    return {test: far for test, far in tests.items() if far is not None}


@cache
def import_graph() -> grimp.ImportGraph:
    """Who imports whom, and who loads whom by name."""
    graph = grimp.build_graph(*ROOMS, cache_dir=None)
    for importer, package in LOADED.items():
        for module in graph.find_children(package):
            if not module.rpartition(".")[2].startswith("_"):
                graph.add_import(importer=importer, imported=module)
    return graph


def reach(
    graph: grimp.ImportGraph, start: set[str], shut: Set[str] = frozenset()
) -> Iterator[tuple[str, int]]:
    """Modules that import `start`, not by those that are `shut`, with the number of imports."""
    reached, newest = {*start}, {*start}
    for distance in count():
        yield from ((name, distance) for name in newest)
        importers = {
            name for near in newest for name in graph.find_modules_that_directly_import(near)
        }
        newest = importers - reached - shut
        reached |= newest
        if not newest:
            return


def is_owner(test: str, file: str) -> bool:
    """Whether a test is there for a file: by its name, or by the table."""
    owners = [
        owner for pattern, names in OWNERS.items() if fnmatch(file, pattern) for owner in names
    ]
    words = [Path(path).stem.removeprefix("test_").split("_") for path in (test, file)]
    return any(fnmatch(test, owner) for owner in owners) or any(
        are_alike(*pair) for pair in product(*words)
    )


def is_of_room(test: str, file: str) -> bool:
    """Whether a test is named after the folder of a file: test_panel and cogs/_panel."""
    room, name = Path(file).parent, Path(test).stem.removeprefix("test_")
    is_near = Path(test).parent.name == room.parent.name
    return is_near and any(are_alike(room.name.lstrip("_"), word) for word in name.split("_"))


def are_alike(word: str, other: str) -> bool:
    """Whether two words have the same stem: announcing, announcements."""
    size = max(4, min(len(word), len(other)) - 3)
    return word[:size] == other[:size]


def is_test(module: str) -> bool:
    return module.rpartition(".")[2].startswith("test_")


def module_of(file: str) -> str:
    """The module in a file, as `bot.steps` in bot/steps/__init__.py."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def path_of(module: str) -> str:
    return module.replace(".", "/") + ".py"


def seconds_of_files() -> Counter[str]:
    """Seconds of processor of each test file, as the last runs on this machine have measured it."""
    file = HOME / ".pytest_cache/v/processor"
    return Counter(json.loads(file.read_text()) if file.exists() else {})


def nearest(distances: dict[str, int], limit: float = SECONDS) -> list[str]:
    """The nearest tests that together take no longer; of those equally far the shortest first.

    They come in the order of their paths: pytest finds the fixtures of a folder only once.
    """
    seconds = seconds_of_files()
    used, files = 0.0, []
    for file in sorted(distances, key=lambda file: (distances[file], seconds[file] or USUAL)):
        used += seconds[file] or USUAL
        if used <= limit or not distances[file]:
            files.append(file)
    return sorted(files)


def main(arguments: list[str]) -> None:
    """Run pytest on what is nearest to the change; with --since=COMMIT to all that came after."""
    bases = [text.partition("=")[2] for text in arguments if text.startswith("--since=")]
    options = [text for text in arguments if not text.startswith("--since=")]
    files = touched_files(*bases)
    distances = distances_of_tests(files)
    chosen = nearest(distances)
    left_out = sorted({*distances} - {*chosen})
    print(f"{len(files)} files changed, {len(chosen)} test files are near. Farther, and not run:")
    print(*(f"  {test}" for test in left_out or ["none"]), sep="\n", flush=True)
    if chosen:
        os.environ["HEXAGORA_GAMES"] = " ".join(sorted(changed_games(files)))
        command = [sys.executable, "-m", "pytest", *options, *chosen]
        os.execv(sys.executable, command)


if __name__ == "__main__":
    main(sys.argv[1:])
