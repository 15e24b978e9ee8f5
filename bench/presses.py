"""Presses of a turn on the private panel: by hand, and by ★.

The turns are those of the recorded games of the tests. By hand, the recorded turn is made on the
shortest way through questions and previews; by ★, the suggested turn is made instead. *Play* and
*Confirm* count, and so does a choice in a menu. Nothing is typed. `python -m bench presses`
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from statistics import median

import msgspec

from bot.ai.adviser import Adviser
from bot.ai.pool import Brains, task_at
from bot.ai.worker import choice
from bot.steps import lines, prompts
from bot.table.changes import Secret
from bot.table.live import LiveTable, MovePreview, Prompt, QuestionPrompt
from bot.table.seating import Occupant, Status, Table, stand_in
from cogs._shared.items import CHOICES
from rules import record
from rules.contract import RulesError, Seat
from rules.log import LEAVES
from rules.notation import SEPARATOR
from rules.question import CellOf
from rules.record import Record
from rules.registry import games

TESTS = Path(__file__).parents[1] / "tests"
BY_HAND, BY_STAR = 40, 8
"""Turns of each game that are made by hand, and by ★, which thinks for seconds."""
PANELS = 400
"""Panels that are looked at on the way to a move, at most."""

AT = "2026-01-01T00:00:00+00:00"


class Panel(msgspec.Struct, frozen=True):
    """A panel that presses lead to."""

    tokens: tuple[str, ...]
    asks: bool = False
    """Whether it asks after the tokens, although they are a whole move."""
    moves: int = 0
    """Number of moves that the presses have made; 0 while they are on the way to the first."""


Way = tuple[int, Panel]
"""A number of presses, and the panel that they lead to."""


class RecordedTurn(msgspec.Struct, frozen=True):
    """A turn of a recorded game, and the table before it."""

    live: LiveTable
    seat: Seat
    moves: tuple[str, ...]


def main() -> None:
    """Measure every game, and print a line for each."""
    asyncio.run(measure())


async def measure() -> None:
    """Print the median and the most presses of a turn of each game."""
    print(f"{'presses of a turn':20} {'by hand':>18} {'by ★':>18}")
    brains = Brains()
    try:
        for key in games():
            turns = [turn for game_record in records(key) for turn in turns_of(game_record)]
            by_hand = [presses_by_hand(turn) for turn in sample(turns, BY_HAND)]
            by_star = [
                await presses_by_star(Adviser(brains), turn) for turn in sample(turns, BY_STAR)
            ]
            print(f"{key:20} {summary(by_hand):>18} {summary(by_star):>18}")
    finally:
        await brains.close()


def summary(presses: Sequence[int | None]) -> str:
    """Median and most of some numbers of presses, and how many turns no press led to."""
    numbers = sorted(number for number in presses if number is not None)
    if not numbers:
        return "none"
    missing = len(presses) - len(numbers)
    return f"{median(numbers):g} (most {numbers[-1]})" + (
        f", {missing} not found" if missing else ""
    )


def sample(turns: Sequence[RecordedTurn], most: int) -> Sequence[RecordedTurn]:
    """At most so many of the turns, evenly spread."""
    return turns[:: -(-len(turns) // most)]


# ---- recorded turns ------------------------------------------------------------------------------


def records(key: str) -> Iterator[Record]:
    """The recorded games of several seats."""
    for file in sorted((TESTS / key / "records").glob("*.json")):
        game_record = record.from_json(json.loads(file.read_text()))
        if game_record.seats > 1:
            yield game_record


def turns_of(game_record: Record) -> Iterator[RecordedTurn]:
    """The turns of a recorded game, until a seat leaves the table."""
    live = start = table_of(game_record)
    move_texts = list[str]()
    for next_ply in game_record.plies:
        if next_ply.move == LEAVES:
            return
        [(live, ply)] = lines.walk(live, next_ply.seat, [next_ply.move], at=AT)
        move_texts.append(ply.notation)
        if ply.ends_turn:
            yield RecordedTurn(start, next_ply.seat, tuple(move_texts))
            start, move_texts = live, []


def table_of(game_record: Record) -> LiveTable:
    """A table for people at the beginning of a recorded game."""
    table = Table(
        id=1,
        game=game_record.game,
        guild_id=1,
        channel_id=1,
        in_thread=True,
        host_id=0,
        language="en",
        status=Status.LIVE,
        size=game_record.seats,
        options=game_record.options,
        seats=tuple(Occupant(seat, f"P{seat}") for seat in range(game_record.seats)),
        commitment="",
        version=game_record.version,
        opened_at="",
    )
    secret = Secret("1" * 32, "2" * 32)
    return LiveTable(table, secret, record.begin(game_record), 0, None)


# ---- by hand -------------------------------------------------------------------------------------


def presses_by_hand(turn: RecordedTurn) -> int | None:
    """Fewest presses of *Play* and of a recorded turn; None where they cannot be found."""
    live, coming, total = turn.live, turn.moves, 1
    while coming:
        if (way := shortest_way(live, turn.seat, coming)) is None:
            return None
        presses, move_count = way
        *_, (live, _) = lines.walk(live, turn.seat, coming[:move_count], at=AT)
        coming, total = coming[move_count:], total + presses
    return total


def shortest_way(live: LiveTable, seat: Seat, coming: Sequence[str]) -> tuple[int, int] | None:
    """Fewest presses that make the next moves of a turn, and the number of these moves."""
    order, visited = count(), set[Panel]()
    queue: list[tuple[int, int, Panel]] = [(0, next(order), Panel(()))]
    while queue and len(visited) < PANELS:
        total, _, panel = heappop(queue)
        if panel.moves:
            return total, panel.moves
        if panel in visited:
            continue
        visited.add(panel)
        with suppress(RulesError):
            prompt = prompt_of(live, seat, panel)
            for presses, onward in ways(prompt, coming):
                heappush(queue, (total + presses, next(order), onward))
    return None


def prompt_of(live: LiveTable, seat: Seat, panel: Panel) -> Prompt:
    """The prompt that a panel shows. Raises RulesError."""
    if panel.asks:
        return prompts.prompt_after(live, seat, panel.tokens)
    prompt = lines.prompt_at(live, seat, panel.tokens)
    if isinstance(prompt, QuestionPrompt) and prompt.question.suggests:
        task = task_at(live, seat, stand_in(live.table.game), prompt.tokens, line=True)
        return lines.candidate(live, seat, choice(task).split())
    return prompt


def ways(prompt: Prompt, coming: Sequence[str]) -> Iterator[Way]:
    """Ways from a prompt to other panels."""
    if isinstance(prompt, QuestionPrompt):
        yield from ways_from_question(prompt, coming)
    elif isinstance(prompt, MovePreview):
        yield from ways_from_preview(prompt, coming)


def ways_from_question(prompt: QuestionPrompt, coming: Sequence[str]) -> Iterator[Way]:
    """Ways from a question towards the next move: its answer, or a line that is offered."""
    target, question = tuple(coming[0].split()), prompt.question
    menu = [option for option in question.options if not option.is_button]
    is_divided = isinstance(question, CellOf) and len(menu) > CHOICES
    for option in question.answers():
        tokens = (*prompt.tokens, *option.token.split())
        if option.plays and tokens == target:
            yield 1, Panel((), moves=1)
        elif target[: len(tokens)] == tokens:
            yield 1 + is_divided, Panel(tokens)
    for line in question.lines:
        if number_of_moves(line.token, coming):
            yield 1, Panel(tuple(line.token.split()))


def ways_from_preview(prompt: MovePreview, coming: Sequence[str]) -> Iterator[Way]:
    """Ways from a preview: Confirm, the pad, menus of amounts, a step back, and the details."""
    target = tuple(coming[0].split())
    if move_count := number_of_moves(SEPARATOR.join(prompt.moves), coming):
        yield 1, Panel((), moves=move_count)
    yield 1, Panel(())
    for line in prompt.pad.values():
        yield 1, Panel(tuple(line.split()))
    for menu in prompt.menus:
        for option in menu.question.answers():
            yield 1, Panel((*menu.tokens, *option.token.split()))
    if len(prompt.moves) > 1 and not prompt.pad:
        yield 2, Panel(tuple(prompt.moves[0].split()))
    for default in prompt.otherwise:
        yield 2, Panel(default.tokens, asks=True)
    for question in filter(None, (prompt.first, prompt.elsewhere)):
        for option in question.options:
            tokens = tuple(option.token.split())
            if target[: len(tokens)] == tokens:
                yield 2, Panel(tokens)


def number_of_moves(line: str, coming: Sequence[str]) -> int:
    """Number of the moves of a line, if the rest of the turn begins with them; else 0."""
    line_moves = [move.strip() for move in line.split(SEPARATOR)]
    return len(line_moves) if list(coming[: len(line_moves)]) == line_moves else 0


# ---- by ★ ----------------------------------------------------------------------------------------


async def presses_by_star(adviser: Adviser, turn: RecordedTurn) -> int:
    """Presses of *Play*, of ★, and of *Confirm* until a suggested turn is over."""
    live, goes_on, total = turn.live, True, 2
    while goes_on:
        if opinions := await adviser.advise(live, turn.seat, ()):
            line = opinions[0].move
        else:
            line = await adviser.suggest(live, turn.seat, ())
        line_moves = lines.line_of(live, turn.seat, line.split())
        live, _, turn_so_far = lines.step(live, turn.seat, line_moves, at=AT)
        goes_on = turn_so_far.goes_on
        total += 1 if opinions or not goes_on else 2
    return total


if __name__ == "__main__":
    main()
