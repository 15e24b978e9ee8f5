"""Games on record, step by step: what an AI has played once need not be played again."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from bot.service import Services
from bot.store.store import Store
from bot.table.live import Turn
from rules import record
from rules.contract import Event
from rules.registry import get

TESTS = Path(__file__).parents[1]


class Step(NamedTuple):
    """A position, and the ply that led to it."""

    state: Any
    seat: int
    events: list[Event]
    notation: str = ""

    @property
    def public(self) -> Step:
        """The step with what everybody may know of it."""
        return self._replace(events=[event for event in self.events if event.only is None])


def load(key: str, name: str) -> record.Record:
    """The game `tests/<key>/records/<name>.json`."""
    file = TESTS / key / "records" / f"{name}.json"
    return record.from_json(json.loads(file.read_text(encoding="utf-8")))


@cache
def steps(key: str, name: str) -> list[Step]:
    """Every position of a recorded game, from the first one on."""
    game = load(key, name)
    played = [Step(record.begin(game).clone(), 0, [])]
    for ply, (state, events) in zip(game.plies, record.replay(game), strict=True):
        played.append(Step(state.clone(), ply.seat, events, ply.move))
    return played


async def play_last_move(services: Services, store: Store, number: int, name: str) -> Turn:
    """Make the last move of a recorded game at a table that has just begun the same game."""
    table = await services.tables.get(number)
    *_, before, last = steps(table.game, name)
    state = msgspec.json.encode(get(table.game).state_to_json(before.state)).decode()
    update = "UPDATE snapshot SET state = ?, began = NULL WHERE table_id = ?"
    await store.write(lambda db: db.execute(update, (state, number)))
    services.tables.forget(number)
    user = table.seats[last.seat].user_id
    turn = await services.moves.play(number, user, None, [last.notation])
    assert isinstance(turn, Turn)
    return turn
