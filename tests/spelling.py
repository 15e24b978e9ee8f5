"""The message ids that are spelt out in the code of the house."""

import ast
import re
from functools import cache
from pathlib import Path

from rules.registry import games, homes, sisters

CODE = re.compile(r"[a-z][a-z_]*(\.[a-z][a-z_0-9]*)+")
MAKERS = ("code", "illegal", "phrase")
"""What makes the code of its game of a name, in a package that games share."""


@cache
def nodes(path: Path):
    """The whole syntax tree of a file, the module first."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def refusals(files):
    """Every refusal raised in these files, as (file, code, names of its arguments or None)."""
    for path in files:
        for node in nodes(path):
            if isinstance(node, ast.Call) and node.args:
                names = [keyword.arg for keyword in node.keywords]
                for code in codes_of(node, path):
                    yield path.name, code, None if None in names else set(names)


def codes_of(call, path):
    """The codes with which something is called: `Refusal("…")`, `illegal("…")`, `R(code("…"))`."""
    first = call.args[0]
    if is_code(first):
        return [first.value]
    if name_of_callee(call) == "illegal":
        return spelt_out(call, path)
    return spelt_out(first, path) if name_of_callee(first) == "code" else []


def name_of_callee(node):
    """The last name of what is called; "" for anything else."""
    func = getattr(node, "func", None)
    return getattr(func, "attr", None) or getattr(func, "id", "")


def spelt_out(call, path):
    """The names given to one of MAKERS as codes: one for each of the games that share the file."""
    first = call.args[0] if call.args else None
    names = [node.value for node in branches(first) if is_text(node)]
    return [f"{key}.{name}" for name in names for key in sisters(path.parent.name)]


def branches(node):
    """Possible values of an expression: both sides of `one if … else other`."""
    if isinstance(node, ast.IfExp):
        return [*branches(node.body), *branches(node.orelse)]
    return [node]


def is_text(node):
    """Whether it is a string."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_code(node):
    """Whether it is the message id of a refusal or of a game."""
    domains = {*games(), "common", "table"}
    return (
        is_text(node)
        and CODE.fullmatch(node.value) is not None
        and node.value.partition(".")[0] in domains
    )


def codes(files):
    """Every message id spelt out in these files; facts called Event have words of their own."""
    for path in files:
        tree = nodes(path)
        said = set(filter(is_code, tree)) - set(events(tree)) - set(parts(tree))
        yield from (node.value for node in said)
        for node in tree:
            if name_of_callee(node) in MAKERS:
                yield from spelt_out(node, path)


def events(tree):
    """The codes of events."""
    for node in tree:
        if isinstance(node, ast.Call) and "vent" in getattr(node.func, "id", "") and node.args:
            yield node.args[0]


def parts(tree):
    """The strings of which others are composed."""
    for node in tree:
        if isinstance(node, ast.JoinedStr):
            yield from node.values


def codes_in_rules(key):
    """The refusals that the rules of a game list, as codes."""
    for home in homes(key):
        book = (home / "RULES.md").read_text(encoding="utf-8")
        refused = book.partition("\nRefusals")[2].partition("\n\n")[0]
        for name in re.findall(r"`([a-z_.]+)`", refused):
            yield name if "." in name else f"{key}.{name}"


def spoken(files):
    """The message ids given to what says them at once: `text("…")`, `say("…")`, `raise R("…")`."""
    for path in files:
        tree = nodes(path)
        raised = [node.exc for node in tree if isinstance(node, ast.Raise)]
        said = [node for node in tree if name_of_callee(node) in ("text", "say")]
        for call in (*said, *raised):
            for first in branches(next(iter(getattr(call, "args", ())), None)):
                if is_text(first) and CODE.fullmatch(first.value):
                    yield first.value
