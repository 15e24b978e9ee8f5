"""One door leads to every new table and thread, and one gate to everybody who is notified.

The settings of the server are asked at the door; the hours and absences of people at the gate.
"""

import ast
from pathlib import Path

from playground.people import BOT_ROLE_ID, GUILD_ID, LOUNGE_ID
from tests.cogs.playing import noted
from tests.cogs.test_lessons import newest_lesson
from tests.cogs.test_replay import over
from tests.cogs.test_sandbox import question

__all__ = ["over"]

COGS = Path(__file__).parents[2] / "cogs"
OPENING = {
    "lobbies": {"open", "rematch"},
    "lessons": {"open", "open_real_table"},
    "sandboxes": {"open_from_game", "open_from_record"},
}
"""Methods of the services that make a table."""
DOORS = {"require_opening"}


def functions():
    """Every function of cogs/, by its file and name."""
    for file in sorted(COGS.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{file.relative_to(COGS)}: {node.name}", node


def opens(node):
    """Whether a function calls one of the methods that make a table."""
    calls = [call.func for call in ast.walk(node) if isinstance(call, ast.Call)]
    return any(
        method.attr in OPENING.get(ast.unparse(method.value).rpartition(".")[2], ())
        for method in calls
        if isinstance(method, ast.Attribute)
    )


def called_names(node):
    """Names of the functions that a function calls."""
    calls = (call.func for call in ast.walk(node) if isinstance(call, ast.Call))
    return {call.id for call in calls if isinstance(call, ast.Name)}


def test_every_function_that_makes_a_table_asks_at_the_door():
    """By itself, or by a function of the same file that does."""
    known = dict(functions())
    at_door = {name for name, node in known.items() if called_names(node) & DOORS}
    callers = {name: node for name, node in known.items() if opens(node)}
    assert set(callers) == {
        "_lobby/opening.py: open_lobby",
        "_pages/sandboxes.py: import_",
        "_pages/sandboxes.py: press_at",
        "_panel/lesson.py: press",
        "_panel/lesson.py: _lesson_of",
        "clicks.py: _open_rematch",
    }
    passing_by = [
        name
        for name, node in callers.items()
        if not called_names(node) & DOORS
        and not {f"{name.partition(':')[0]}: {called}" for called in called_names(node)} & at_door
    ]
    assert passing_by == []


async def test_a_sandbox_opens_only_where_tables_may(house, over):
    panel = await question(house.maud, over)
    await house.app.servers.change(GUILD_ID, channels=(LOUNGE_ID,))
    note = await noted(house.maud, panel, house.maud.click(panel, "Je joue tout"))
    assert "on n’ouvre de tables que dans" in note
    assert await house.app.sandboxes.of(house.maud.id) == []


async def test_first_steps_are_taken_only_where_and_by_whom_tables_may_be_opened(house):
    threads = len(house.bastien.threads())
    rules = (await house.bastien.slash("akropolis rules")).message
    await house.app.servers.change(GUILD_ID, channels=(LOUNGE_ID,))
    note = await noted(house.bastien, rules, house.bastien.click(rules, "First steps"))
    assert "tables can only be opened in" in note
    await house.app.servers.change(GUILD_ID, channels=(), openers=BOT_ROLE_ID)
    note = await noted(house.bastien, rules, house.bastien.click(rules, "First steps"))
    assert "only people with the role" in note
    assert newest_lesson(house, house.bastien) is None
    assert len(house.bastien.threads()) == threads


# ---- the gate ------------------------------------------------------------------------------------


def sends_past_gate(call):
    """Whether a call sends a message that may notify somebody, other than through the sender."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in ("send", "send_message"):
        return False
    receiver = ast.unparse(call.func.value).rpartition(".")[2]
    wanted = next((word.value for word in call.keywords if word.arg == "allowed_mentions"), None)
    notifies = wanted is not None and ast.unparse(wanted) != "NOBODY"
    is_unknown = any(word.arg is None for word in call.keywords) and wanted is None
    return (notifies or is_unknown) and receiver not in ("sender", "notices", "self")


def test_every_message_that_names_people_passes_the_gate():
    """The application itself mentions nobody by default; only these may let it.

    The post of a league is no delivery of a table; it asks the same gate whom it may call.
    """
    calls = {
        name
        for name, node in functions()
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and sends_past_gate(call)
    }
    assert calls == {"_delivery/sender.py: _send_recorded", "_league/showing.py: show"}
    assert "people.may_be_called(" in (COGS / "_league/showing.py").read_text("utf-8")
    app = (COGS.parent / "bot" / "app.py").read_text("utf-8")
    assert "allowed_mentions=discord.AllowedMentions.none()" in app
