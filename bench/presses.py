"""Presses of a turn on the private panel: by hand, and by ★.

The turns are those of the recorded games of the tests. By hand, the recorded turn is made on the
shortest way through questions and previews; by ★, the suggested turn is made instead. *Play* and
*Confirm* count, and so does a choice in a menu. Nothing is typed. `python -m bench presses`
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from statistics import median

import msgspec
from msgspec.structs import replace

from bench.measured import records_of
from bot.ai.adviser import Adviser
from bot.ai.pool import Brains, task_at
from bot.ai.worker import choice
from bot.steps import lines, prompts
from bot.table.changes import Secret
from bot.table.live import LiveTable, Menu, MovePreview, Prompt, QuestionPrompt
from bot.table.seating import Occupant, Status, Table, stand_in
from cogs._answering.items import CHOICES
from cogs._panel.menus import best_cells, entries_of
from cogs._panel.shortcuts import shortcuts
from rules import record
from rules.contract import RulesError, Seat
from rules.log import LEAVES
from rules.notation import SEPARATOR, head_of, text_of
from rules.question import CellOf, Question
from rules.record import Record
from rules.registry import games

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
    """Number of moves of the turn that are made."""


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
    """Print the presses of a turn of each game: median, ninth decile and most."""
    print(f"{'presses of a turn':20} {'by hand':>26} {'by ★':>26}")
    brains = Brains()
    try:
        for key in games():
            turns = [turn for game_record in records(key) for turn in turns_of(game_record)]
            by_hand = [presses_by_hand(turn) for turn in sample(turns, BY_HAND)]
            by_star = [
                await presses_by_star(Adviser(brains), turn) for turn in sample(turns, BY_STAR)
            ]
            print(f"{key:20} {summary(by_hand):>26} {summary(by_star):>26}")
    finally:
        await brains.close()


def summary(presses: Sequence[int | None]) -> str:
    """Median, ninth decile and most of numbers of presses, and of turns that none led to."""
    numbers = sorted(number for number in presses if number is not None)
    if not numbers:
        return "none"
    missing = len(presses) - len(numbers)
    ninth = numbers[-(-len(numbers) * 9 // 10) - 1]
    figures = f"{median(numbers):g} (90 % ≤ {ninth}, most {numbers[-1]})"
    return figures + (f", {missing} not found" if missing else "")


def sample(turns: Sequence[RecordedTurn], most: int) -> Sequence[RecordedTurn]:
    """At most so many of the turns, evenly spread."""
    return turns[:: -(-len(turns) // most)]


# ---- recorded turns ------------------------------------------------------------------------------


def records(key: str) -> Iterator[Record]:
    """The recorded games of several seats."""
    return (each for each in records_of(key) if each.seats > 1)


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
    tables = [turn.live, *(live for live, _ in lines.walk(turn.live, turn.seat, turn.moves, at=AT))]
    order, visited = count(), set[Panel]()
    queue: list[tuple[int, int, Panel]] = [(1, next(order), Panel(()))]
    while queue and len(visited) < PANELS * len(turn.moves):
        total, _, panel = heappop(queue)
        if panel.moves == len(turn.moves):
            return total
        if panel in visited:
            continue
        visited.add(panel)
        coming = turn.moves[panel.moves :]
        with suppress(RulesError):
            prompt = prompt_of(tables[panel.moves], turn.seat, panel)
            for presses, onward in ways(prompt, coming):
                made = panel.moves + onward.moves
                heappush(queue, (total + presses, next(order), replace(onward, moves=made)))
    return None


def prompt_of(live: LiveTable, seat: Seat, panel: Panel) -> Prompt:
    """The prompt that a panel shows. Raises RulesError."""
    if panel.asks:
        return lines.prompt_of_last(live, seat, panel.tokens, prompts.prompt_after)
    prompt = lines.prompt_at(live, seat, panel.tokens)
    if answer := lines.prompt_of_only_choice(live, prompt):
        return replace(suggested(live, answer), instead=prompt)
    return suggested(live, prompt)


def suggested(live: LiveTable, prompt: Prompt) -> Prompt:
    """The preview of a suggested move, where the question of a prompt suggests one."""
    if isinstance(prompt, QuestionPrompt) and prompt.question.suggests:
        seat = prompt.seat
        position, head, begun = lines.last_move(live, seat, prompt.tokens)
        task = task_at(position, seat, stand_in(live.table.game), begun, line=True)
        return lines.candidate(live, seat, [*head_of(head), *choice(task).split()])
    return prompt


def ways(prompt: Prompt, coming: Sequence[str]) -> Iterator[Way]:
    """Ways from a prompt to other panels."""
    if isinstance(prompt, QuestionPrompt):
        yield from ways_from_question(prompt, coming)
    elif isinstance(prompt, MovePreview):
        yield from ways_from_preview(prompt, coming)
    for shortcut in shortcuts(prompt):
        if shortcut.makes and (move_count := number_of_moves(shortcut.line, coming)):
            yield 1, Panel((), moves=move_count)
        elif not shortcut.makes and leads_to(shortcut.line, coming):
            yield 1, Panel(tuple(shortcut.line.split()))


def ways_from_question(prompt: QuestionPrompt, coming: Sequence[str]) -> Iterator[Way]:
    """Ways from a question towards the next moves: its answer, or a line that is offered."""
    yield from answers(Menu(prompt.tokens, prompt.question), coming)


def answers(menu: Menu, coming: Sequence[str]) -> Iterator[Way]:
    """Ways that the answers and the lines of a question lead on towards the next moves."""
    entries, is_map = entries_of(menu.question), isinstance(menu.question, CellOf)
    far = entries[len(best_cells(entries)) :] if is_map and len(entries) > CHOICES else []
    for option in (*menu.question.answers(), *menu.question.lines):
        text = text_of((*menu.tokens, option.token))
        if option.plays and (move_count := number_of_moves(text, coming)):
            yield 1, Panel((), moves=move_count)
        elif not option.plays and leads_to(text, coming):
            yield 1 + (option in far), Panel(tuple(text.split()))


def leads_to(text: str, coming: Sequence[str]) -> bool:
    """Whether a line of which the last move is only begun may become the next moves."""
    *head, begun = text.split(SEPARATOR)
    return (
        list(coming[: len(head)]) == head
        and len(coming) > len(head)
        and joined(coming[len(head)]).startswith(joined(begun))
    )


def joined(move: str) -> str:
    """A move without what stands between its tokens."""
    return move.replace(" ", "").replace("-", "")


def ways_from_preview(prompt: MovePreview, coming: Sequence[str]) -> Iterator[Way]:
    """Ways from a preview: Confirm, the pad, menus of amounts, a step back, and the details."""
    if move_count := number_of_moves(SEPARATOR.join(prompt.moves), coming):
        yield 1, Panel((), moves=move_count)
    yield 1, Panel(tuple(prompt.moves_before.split()))
    for line in prompt.pad.values():
        yield 1, Panel(tuple(line.split()))
    for menu in prompt.menus:
        for option in menu.question.answers():
            yield 1, Panel((*menu.tokens, *option.token.split()))
    if len(prompt.moves) > 1 and not prompt.pad:
        yield 2, Panel(tuple(prompt.moves[0].split()))
    yield from ways_to_alternatives(prompt, coming)


def ways_to_alternatives(prompt: MovePreview, coming: Sequence[str]) -> Iterator[Way]:
    """Ways from a preview by the other answers beside it, and by the menus of its details."""
    if prompt.instead is not None:
        yield from answers(Menu((), prompt.instead.question), coming)
    for default in prompt.otherwise:
        yield 2, Panel(default.tokens, asks=True)
    questions: list[Question | None] = [prompt.first, prompt.elsewhere]
    for question in questions:
        if question is not None:
            for presses, panel in answers(Menu(prompt.head, question), coming):
                if not panel.moves:
                    yield presses + 1, panel


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
