"""What a plain move costs, in calls of the rules and transactions: a feature may not raise it."""

import gc
from collections import Counter
from unittest import mock

from bot.table.live import LiveTable
from rules import registry

CALLS = {"view": 2, "threats": 1, "scores": 2, "state_to_json": 1, "ask": 0}
"""Most calls of the rules by a move and its post: the player's view, and the public one."""
TRANSACTIONS = 8
"""The step · its post claimed, on its way, there, noted, done · the board before claimed, done."""
REQUESTS = 2
"""The post, and the buttons taken from the board before."""


async def cost(house, person):
    """Calls of the rules, transactions and requests of a typed move and what follows from it."""
    game, app = registry.get("akropolis"), house.app
    prompt = await app.moves.suggest(1, person.id, None, ())
    await app.outbox.drain()
    calls, begun = Counter(), []

    def counted(name):
        method = getattr(game, name)

        def call(*args, **options):
            calls[name] += 1
            return method(*args, **options)

        return mock.patch.object(game, name, call)

    def note(statement):
        if statement.startswith("BEGIN"):
            begun.append(statement)

    requests = len(house.ground.requests)
    await app.store.read(lambda db: db.set_trace_callback(note))
    patches = [counted(name) for name in CALLS]
    try:
        for patch in patches:
            patch.start()
        await app.moves.play(1, person.id, None, prompt.tokens)
        await app.outbox.drain()
    finally:
        mock.patch.stopall()
        await app.store.read(lambda db: db.set_trace_callback(None))
    return calls, len(begun), len(house.ground.requests) - requests


async def test_a_plain_move_asks_the_rules_and_the_file_for_little(house):
    await house.table()
    await house.app.outbox.drain()
    await house.move(house.maud)
    calls, transactions, requests = await cost(house, house.bastien)
    assert calls <= Counter(CALLS)
    assert transactions <= TRANSACTIONS
    assert requests <= REQUESTS


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
