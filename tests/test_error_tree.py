"""The drawn trees of errors show every class of error there is, below the class it comes from."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping

import bot
import cogs
import render
import rules
from rules import contract
from tests.cases import each_case

INDENT = 4
"""Spaces before the roots of a tree, and more for each level."""
Tree = Mapping[str, str | None]
"""The name of each error, and of the one above it."""


def errors(*packages) -> Iterator[type[BaseException]]:
    """Every class of error that is written down in these packages."""
    names = {package.__name__ for package in packages}
    for package in packages:
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for value in vars(importlib.import_module(module.name)).values():
                is_error = isinstance(value, type) and issubclass(value, BaseException)
                if is_error and value.__module__.partition(".")[0] in names:
                    yield value


def is_ours(error: type) -> bool:
    return error.__module__.partition(".")[0] in ("rules", "render", "bot", "cogs")


def real_tree(*packages) -> Tree:
    """Each error of these packages and all of ours above it."""
    tree: dict[str, str | None] = {}
    for error in errors(*packages):
        line = [cls for cls in error.__mro__ if is_ours(cls)]
        above = [*(cls.__name__ for cls in line[1:]), None]
        tree.update(zip((cls.__name__ for cls in line), above, strict=True))
    return tree


def tree_in_docstring(docstring: str) -> Tree:
    """The tree in a docstring: its indented lines, which begin with the name of an error."""
    tree: dict[str, str | None] = {}
    line: list[str] = []
    for row in docstring.splitlines():
        depth = (len(row) - len(row.lstrip())) // INDENT
        if row.strip() and depth:
            del line[depth - 1 :]
            name = row.split()[0]
            assert name not in tree, f"{name} is drawn twice"
            tree[name] = line[-1] if line else None
            line.append(name)
    return tree


@each_case(
    ("docstring", "packages"),
    [(contract.__doc__, (rules, render)), (bot.__doc__, (bot, cogs))],
    ids=["rules.contract", "bot"],
)
def test_the_drawn_tree_of_errors_is_the_real_one(docstring, packages):
    assert tree_in_docstring(docstring) == real_tree(*packages)
