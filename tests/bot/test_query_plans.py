"""No statement about one table's deliveries reads those of all others, however many wait."""

import ast
import re
import sqlite3
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import bot.store

OF_ALL_TABLES = {"URGENT", "NEXT", "overdue"}
"""Statements that look for the next delivery of any table, by its rank or its moment."""
OF_THE_HOST = {"refusals", "UNDELIVERED", "drop_stops"}
"""Statements of the host's commands, which run in processes of their own, and of a start."""
OF_A_PERSON = {"bot.store.erasure", "bot.store.person_file", "bot.store.sendings"}
"""Modules that look through all deliveries, once for a person who asks."""

STATEMENT = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE)\b.*\boutbox\b", re.DOTALL)
READ = re.compile(r"(SEARCH|SCAN) (outbox|opening|late|later|head|gone)\b")
OWN = re.compile(r"SEARCH \w+ USING (INDEX queue \(table_id=|INTEGER PRIMARY KEY)")
INDEXED = re.compile(r"\w+ outbox USING (COVERING )?INDEX (line|post_due)\b")


def texts(node: ast.AST, names: dict[str, Any]) -> Iterator[str]:
    """Texts in a part of a module, those with placeholders filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr) and "outbox" in ast.unparse(node):
        yield eval(compile(ast.Expression(node), "<text>", "eval"), names)
    elif not isinstance(node, ast.JoinedStr):
        for child in ast.iter_child_nodes(node):
            yield from texts(child, names)


def statements() -> Iterator[tuple[str, str, str]]:
    """Module, name of what holds it, and text of each statement on the outbox."""
    for file in sorted(Path(bot.store.__path__[0]).glob("*.py")):
        module = import_module(f"bot.store.{file.stem}")
        for holder in ast.parse(file.read_text("utf-8")).body:
            parts = holder.body if isinstance(holder, ast.ClassDef) else [holder]
            for part in parts:
                target = part.targets[0] if isinstance(part, ast.Assign) else part
                for text in filter(STATEMENT.match, texts(part, vars(module))):
                    yield module.__name__, getattr(target, "id", getattr(target, "name", "")), text


def plan(db: sqlite3.Connection, text: str) -> list[str]:
    """Steps of the plan of a statement that read deliveries."""
    named = dict.fromkeys(re.findall(r":([a-z_]+)", text))
    rows = db.execute(f"EXPLAIN QUERY PLAN {text}", named or [None] * text.count("?"))
    return [row["detail"] for row in rows if READ.match(row["detail"])]


async def test_a_statement_reads_what_is_of_its_table(store):
    names = set()
    for module, name, text in statements():
        steps = await store.read(lambda db, text=text: plan(db, text))
        names.add(name)
        if name in OF_ALL_TABLES:
            assert all(INDEXED.match(step) or OWN.match(step) for step in steps), (name, steps)
        elif name not in OF_THE_HOST and (module not in OF_A_PERSON or "WHERE id = ?" in text):
            assert all(map(OWN.match, steps)), (name, steps)
    assert names >= OF_ALL_TABLES | {"INSERT", "HURRY", "POSTPONE", "refuse", "call_off", "write"}
