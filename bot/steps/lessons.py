"""A first lesson: how far it is, and what its turns have done. Pure functions of the log."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from bot.table.changes import Change, Ply
from bot.table.live import LiveTable
from bot.table.seating import Purpose, Table
from rules import registry, tutor
from rules.lesson import LEARNER, Lesson, Step

UNNEEDED = ("lobby", "hand")
"""Kinds of posts that a lesson goes without: its thread has no lobby, its panel shows the hand."""


class Progress(msgspec.Struct, frozen=True):
    """Where a lesson is: its newest finished turn, and the step that comes now."""

    number: int
    """Number of the step that comes now, from 1; one more than there are after the last."""
    steps: int
    """Number of steps."""
    step: Step | None
    """None once all are done."""
    last: Step | None = None
    """The step of the newest finished turn; None before it, and after the lesson."""
    did: bool = False
    """Whether that turn did what its step asked."""
    can: bool = True
    """Whether the step that comes now can be done, as far as its seat may know."""


def lesson_of(table: Table) -> Lesson | None:
    """The lesson that a table gives; None where it gives none."""
    if table.purpose is not Purpose.LESSON or table.game not in registry.games():
        return None
    return registry.get(table.game).lesson


def turns_of_learner(plies: Sequence[Ply]) -> list[list[Ply]]:
    """The finished turns of the person who learns that still stand, in order."""
    turns, turn = list[list[Ply]](), list[Ply]()
    for ply in plies:
        if ply.seat != LEARNER or ply.undone is not None:
            continue
        turn.append(ply)
        if ply.ends_turn:
            turns.append(turn)
            turn = []
    return turns


def progress(table: Table, plies: Sequence[Ply]) -> Progress | None:
    """Progress of a lesson by its log; None where the table gives none."""
    lesson = lesson_of(table)
    if lesson is None:
        return None
    steps, turns = lesson.steps, turns_of_learner(plies)
    made = len(turns)
    last = steps[made - 1] if 0 < made <= len(steps) else None
    events = [event for ply in turns[-1] for event in ply.events] if turns else []
    return Progress(
        number=min(made, len(steps)) + 1,
        steps=len(steps),
        step=steps[made] if made < len(steps) else None,
        last=last,
        did=last is not None and tutor.is_done(last, LEARNER, events),
    )


def is_done_by_now(live: LiveTable, step: Step) -> bool:
    """Whether the turn under way has already done a step."""
    plies = live.turn.plies if live.turn else ()
    return tutor.is_done(step, LEARNER, [event for ply in plies for event in ply.events])


def way(live: LiveTable, step: Step, tokens: Sequence[str] = ()) -> str:
    """First move of a turn that does a step, in notation; "" where none begins with `tokens`."""
    line = tutor.way(live.game, live.state, LEARNER, step)
    move = live.game.notation(live.state, LEARNER, line[0]) if line else ""
    return move if move.split()[: len(tokens)] == list(tokens) else ""


def quiet(change: Change, log: Sequence[Ply]) -> Change:
    """The change without the posts that a lesson does not need; its boards ring for nobody.

    The learner looks on while the AI seats answer. After the last step their closing words stand
    last: the answer to it shows with the learner's next turn. `log` is that before the change.
    """
    lesson, turns = lesson_of(change.table), len(turns_of_learner(log))
    is_answer_to_end = (
        lesson is not None
        and turns == len(lesson.steps)
        and all(ply.seat != LEARNER for ply in change.plies)
    )
    unneeded = (*UNNEEDED, *(("board",) if is_answer_to_end else ()))
    posts = (post for post in change.posts if post.kind not in unneeded)
    return replace(change, posts=tuple(post.quiet_for(post.payload.users) for post in posts))
