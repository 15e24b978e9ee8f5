"""Finished games of either game, replayed by the engine and by the reference; perft counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules import __main__ as command_line
from rules import codec, record
from rules.registry import get
from tests.settlements import reference


def in_folder(folder: Path) -> dict[str, record.Record]:
    """The records of a game, by name."""
    return {
        path.stem: record.from_json(json.loads(path.read_text(encoding="utf-8")))
        for path in sorted((folder / "records").glob("*.json"))
    }


def end_of(kept: record.Record) -> Any:
    """The details of the result to which the moves lead."""
    *_, (state, _) = record.replay(kept)
    ended = get(kept.game).result(state)
    return ended and codec.to_json(ended.details)


def first_difference(kept: record.Record) -> int | None:
    """The first move after which engine and reference disagree, counted from 1."""
    game = get(kept.game)
    before = game.state_to_json(state := record.begin(kept))
    for number, (ply, (after, _)) in enumerate(
        zip(kept.plies, record.replay(kept), strict=True), 1
    ):
        action = game.action_to_json(game.parse(state, ply.seat, ply.move))
        position, expected = game.state_to_json(after), reference.advance(before, action)
        if reference.unshuffled(position, before) != reference.unshuffled(expected, before):
            return number
        before, state = position, after.clone()
    return None


def perft(folder: Path) -> list[tuple[int, ...]]:
    """The lines of perft.txt: seats, seed, depth and count."""
    lines = (folder / "perft.txt").read_text(encoding="utf-8").splitlines()
    return [tuple(map(int, line.split())) for line in lines if line and line[0] != "#"]


def count(key: str, seats: int, seed: int, depth: int) -> int:
    """Number of sequences of legal actions from a new game."""
    game = get(key)
    return command_line.count(game, game.new(seats, seed), depth)
