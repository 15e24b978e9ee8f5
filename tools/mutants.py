"""Whether the tests notice a mistake: small changes of the code, and the tests that then fail.

`python -m tools.mutants --count 80` changes 80 places of the product, drawn by a seed, one at a
time in a copy of the tree; runs the tests nearest to each; and names the changes that no test saw.
`python -m tools.mutants bot/steps/undo.py --tests tests/bot/test_undo.py --all` names, for places
of one file, every test that sees the change: where several see the same, one of them is enough.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from tests.changed import HOME, distances_of_tests, nearest

ROOMS = ("bot", "cogs", "playground", "render", "rules")
OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
}  # fmt: skip
"""An operator, and the one that is put in its place."""
SECONDS = 60.0
"""Processor time of the tests that look for one change."""
LONGEST = 900.0
"""Seconds after which a change counts as seen: it made something wait for ever."""


class Mutant(NamedTuple):
    """One change of one file: the text between two offsets is replaced."""

    file: str
    line: int
    start: int
    end: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


def mutants_of(file: str) -> Iterator[Mutant]:
    """Every change of the functions of a file."""
    source = (HOME / file).read_text("utf-8")
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line.encode()))
    for node in chain.from_iterable(map(inner_nodes, functions(ast.parse(source)))):
        if text := changed_text(node):
            start = lines[node.lineno - 1] + node.col_offset
            end = lines[node.end_lineno - 1] + node.end_col_offset
            yield Mutant(file, node.lineno, start, end, text)


def functions(tree: ast.AST) -> Iterator[ast.AST]:
    """Functions that stand in no other one."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        else:
            yield from functions(node)


def inner_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Statements and expressions of a function, without annotations and the parts of f-strings."""
    for name, value in ast.iter_fields(function):
        if name not in ("args", "returns", "annotation", "decorator_list"):
            for node in value if isinstance(value, list) else [value]:
                if isinstance(node, ast.AST) and not isinstance(node, ast.JoinedStr):
                    yield node
                    yield from inner_nodes(node)


def changed_text(node: ast.AST) -> str:
    """Code in the place of a node; "" for one that is left as it is."""
    match node:
        case ast.Compare(ops=[operator]) | ast.BoolOp(op=operator) | ast.BinOp(op=operator):
            if (other := OTHER.get(type(operator))) is None:
                return ""
            copy = ast.parse(ast.unparse(node), mode="eval").body
            if isinstance(copy, ast.Compare):
                copy.ops = [other()]
            else:
                copy.op = other()
            return f"({ast.unparse(copy)})"
        case ast.Constant(value=bool(value)):
            return str(not value)
        case ast.Constant(value=int(value)):
            return str(value + 1)
        case ast.IfExp(test=test, body=body, orelse=other):
            return f"({ast.unparse(body)} if not ({ast.unparse(test)}) else {ast.unparse(other)})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return f"({ast.unparse(operand)})"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            return "return None"
        case ast.Expr(value=ast.Call() | ast.Await()):
            return "pass"
    return ""


def sample(files: list[str], count: int, seed: int) -> list[Mutant]:
    """Some changes: of each room equally many, if the files are of several."""
    rooms: dict[str, list[str]] = {}
    for file in sorted(files):
        rooms.setdefault(file.partition("/")[0], []).append(file)
    luck, mutants = random.Random(seed), list[Mutant]()
    for room in rooms.values():
        known = [*chain.from_iterable(map(mutants_of, room))]
        mutants += luck.sample(known, min(len(known), count // len(rooms)))
    return mutants


def failures(mutant: Mutant, tree: Path, tests: list[str], every: bool) -> list[str]:
    """Tests that fail on a change in a copy of the tree: all of them, or the first."""
    file = tree / mutant.file
    source = file.read_bytes()
    file.write_bytes(source[: mutant.start] + mutant.text.encode() + source[mutant.end :])
    try:
        process = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider"]
            + ([] if every else ["-x"])
            + tests,
            cwd=tree,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return ["(it waits for ever)"]
    finally:
        file.write_bytes(source)
    lines = process.stdout.splitlines()
    failed = [line.split(" ")[1] for line in lines if line.startswith(("FAILED ", "ERROR "))]
    is_over_budget = process.returncode == pytest.ExitCode.TESTS_FAILED and not failed
    return failed or (
        [] if process.returncode == 0 or is_over_budget else [f"(it ends: {lines[-1:]})"]
    )


def main() -> None:
    """Make the changes, and say what was seen."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", nargs="*", help="product files; all of them without any")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--tests", nargs="+", help="test files, instead of the nearest")
    parser.add_argument("--all", action="store_true", help="name every test that fails")
    parser.add_argument("--trees", type=int, default=1, help="changes tried at the same time")
    options = parser.parse_args()
    files = options.files or [
        str(file.relative_to(HOME)) for room in ROOMS for file in (HOME / room).rglob("*.py")
    ]
    mutants, free = sample(files, options.count, options.seed), list[Path]()

    def judge(mutant: Mutant) -> bool:
        tree = free.pop()
        tests = options.tests or nearest(distances_of_tests([mutant.file]), SECONDS)
        killers = failures(mutant, tree, tests, options.all)
        free.append(tree)
        shown = "\n    ".join(killers if options.all else killers[:1])
        print(f"{'seen    ' if killers else 'NOT SEEN'} {mutant}\n    {shown}", flush=True)
        return bool(killers)

    with TemporaryDirectory() as folder, ThreadPoolExecutor(options.trees) as pool:
        for number in range(options.trees):
            tree = Path(folder) / str(number)
            subprocess.run(["git", "worktree", "add", "-q", "--detach", tree], cwd=HOME, check=True)
            free.append(tree)
        seen = [*pool.map(judge, mutants)]
        for tree in free:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=HOME, check=True)
    print(f"{sum(seen)} of {len(seen)} changes were seen")


if __name__ == "__main__":
    main()
