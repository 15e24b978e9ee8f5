"""What a plain move costs: calls of the rules, statements, texts, requests. None may rise."""

import gc
from collections import Counter
from contextlib import ExitStack
from unittest import mock

from bot.database import Database
from bot.i18n import Sentences
from bot.steps import lines
from bot.table.live import LiveTable
from rules import registry
from tests.cogs import settling

CALLS = {"view": 2, "threats": 1, "scores": 2, "state_to_json": 1, "ask": 0}
"""Most calls of the rules by a move and its post: the player's view, and the public one."""
TRANSACTIONS = 6
"""The step · its post claimed, on its way, there and done · the board before claimed, done."""
TRIPS = 20
"""To the thread of the database, for a transaction or a query."""
STATEMENTS = 64
TEXTS = 60
"""Sentences of the catalogues: the words of the post, its alt text, its buttons."""
REQUESTS = 2
"""The post, and the buttons taken from the board before."""


class Costs(Counter):
    """Counts of what a typed move and its post cost."""

    def counting(self, owner, name, kind=None):
        """A patch under which calls of a method are counted."""
        method = getattr(owner, name)

        def call(*args, **options):
            self[kind or name] += 1
            return method(*args, **options)

        return mock.patch.object(owner, name, call)

    def note_statement(self, statement):
        self["statements"] += not statement.startswith(("SAVEPOINT", "RELEASE", "COMMIT"))
        self["transactions"] += statement.startswith("BEGIN")


async def cost(house, person):
    """Costs of a typed move and what follows from it."""
    game, app, costs = registry.get("akropolis"), house.app, Costs()
    prompt = await app.moves.suggest(1, person.id, None, ())
    await app.outbox.drain()
    requests = len(house.ground.requests)
    await app.store.read(lambda db: db.set_trace_callback(costs.note_statement))
    with ExitStack() as stack:
        for name in CALLS:
            stack.enter_context(costs.counting(game, name))
        stack.enter_context(costs.counting(Database, "read", "trips"))
        stack.enter_context(costs.counting(Sentences, "say", "texts"))
        await app.moves.play(1, person.id, None, prompt.tokens)
        await app.outbox.drain()
    await app.store.read(lambda db: db.set_trace_callback(None))
    costs["requests"] = len(house.ground.requests) - requests
    return costs


async def test_a_plain_move_costs_little(house):
    await house.table()
    await house.app.outbox.drain()
    await house.move(house.maud)
    costs = await cost(house, house.bastien)
    most = CALLS | {
        "transactions": TRANSACTIONS,
        "trips": TRIPS,
        "statements": STATEMENTS,
        "texts": TEXTS,
        "requests": REQUESTS,
    }
    assert costs <= Counter(most)


async def test_a_question_and_a_preview_deal_what_is_hidden_once_each(house):
    """One lookalike of the table serves all that they show."""
    await settling.table(house)
    game, costs = registry.get("telegraph"), Costs()
    live = await house.app.moves.load(1)
    with costs.counting(game, "redeal"):
        lines.prompt_at(live, 0, ())
        assert costs["redeal"] <= 1
        lines.candidate(live, 0, ["D2"])
        assert costs["redeal"] <= 2


def number_of_tables():
    """Number of tables with their positions in memory, those that wait for the collector included.

    Some belong to other tests of the process.
    """
    return sum(type(thing) is LiveTable for thing in gc.get_objects())


async def test_moves_leave_no_position_to_the_garbage_collector(house):
    """It runs rarely: positions that hold themselves would pile up until then."""
    await house.table()
    await house.app.outbox.drain()
    movers = (house.maud, house.bastien, house.ines, house.karim) * 2
    gc.collect()
    gc.disable()
    try:
        before = number_of_tables()
        for person in movers:
            await house.move(person)
            await house.app.outbox.drain()
        assert number_of_tables() - before < len(movers) / 2
    finally:
        gc.enable()
