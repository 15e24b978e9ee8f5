"""A first lesson: how far it is, and what its turns have done. Pure functions of the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.table.changes import Change, Ply
from bot.table.live import LiveTable
from bot.table.seating import Purpose, Table
from rules import registry, tutor
from rules.contract import line_notations
from rules.lesson import LEARNER, Lesson, Step
from rules.notation import SEPARATOR
from rules.rng import Rng

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
    did: Step | None = None
    """The step that this turn did: its own, or else the first of the later ones."""
    skipped: tuple[Step, ...] = ()
    """Other steps after that one that are done already, and that are not asked any more."""
    following: tuple[Step, ...] = ()
    """Steps after the one that comes now that no turn has done yet, in order."""
    passed: tuple[Step, ...] = ()
    """Steps before the one that comes now that cannot be done in this turn."""
    is_begun: bool = False
    """Whether a turn is under way."""
    is_done: bool = False
    """Whether the turn under way has done its step."""
    can: bool = True
    """Whether the step that comes now can be done, as far as its seat may know."""

    @property
    def overtaken(self) -> tuple[Step, ...]:
        """The steps that the newest finished turn did beside its own, and that are not asked."""
        other = () if self.did in (None, self.last) else (self.did,)
        return (*other, *self.skipped)


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
    """Progress of a lesson by its log; None where the table gives none.

    Each turn leads to the next step, done or not. Steps that a turn has done before it was theirs
    are skipped; one that its turn has not done comes once more at the end, as long as there have
    been fewer turns than steps.
    """
    lesson = lesson_of(table)
    if lesson is None:
        return None
    waiting, done = lesson.steps, set[str]()
    last, did, skipped = None, None, tuple[Step, ...]()

    def is_over(step: Step) -> bool:
        return step.name in done

    for number, turn in enumerate(turns_of_learner(plies), 1):
        new = [step for step in waiting if not is_over(step) and is_done_by(turn, step)]
        done.update(step.name for step in new)
        last, did = next(iter(waiting), None), next(iter(new), None)
        later = waiting[1:] if last is None or is_over(last) else (*waiting[1:], last)
        waiting = tuple(dropwhile(is_over, later)) if number < len(lesson.steps) else ()
        skipped = tuple(step for step in takewhile(is_over, later) if step != did)
    return Progress(
        number=lesson.steps.index(waiting[0]) + 1 if waiting else len(lesson.steps) + 1,
        steps=len(lesson.steps),
        step=next(iter(waiting), None),
        last=last,
        did=did,
        skipped=skipped,
        following=tuple(step for step in waiting[1:] if not is_over(step)),
    )


def alternatives(table: Table, progress: Progress) -> Iterator[Progress]:
    """The progress, and as it is where each of the steps that follow is done in this turn."""
    yield progress
    lesson, passed = lesson_of(table), progress.step
    if lesson is None or passed is None:
        return
    for step in progress.following:
        number, before = lesson.steps.index(step) + 1, (*progress.passed, passed)
        progress, passed = replace(progress, number=number, step=step, passed=before), step
        yield progress


def is_done_by(plies: Sequence[Ply], step: Step) -> bool:
    """Whether some moves have done a step."""
    return tutor.is_done(step, LEARNER, [event for ply in plies for event in ply.events])


def with_turn(progress: Progress, live: LiveTable) -> Progress:
    """Progress with the turn under way, if there is one."""
    if progress.step is None or not live.turn:
        return progress
    is_done = is_done_by(live.turn.plies, progress.step)
    return replace(progress, is_begun=True, is_done=is_done)


def way(live: LiveTable, step: Step) -> str:
    """Turn that does a step, in notation, as far as nothing is revealed; "" where none is found.

    In a game that previews no lines it is the first move only.
    """
    line = known_part(live, tutor.way(live.game, live.state, LEARNER, step))
    if len(line) > 1 and live.game.preview_line(live.state, LEARNER, line) is None:
        line = line[:1]
    return SEPARATOR.join(line_notations(live.game, live.state, LEARNER, line))


def known_part(live: LiveTable, line: Sequence[Any]) -> Sequence[Any]:
    """The moves of a line up to the first one that reveals something."""
    state = live.game.redeal(live.state, LEARNER, Rng(0))
    for number, action in enumerate(line, 1):
        if any(event.reveals for event in live.game.apply(state, LEARNER, action)):
            return line[:number]
    return line


def quiet(change: Change, log: Sequence[Ply]) -> Change:
    """The change without the posts that a lesson does not need; its boards ring for nobody.

    The learner looks on while the AI seats answer. After the last step their closing words stand
    last: the answer to it shows with the learner's next turn. `log` is that before the change.
    """
    before = progress(change.table, log)
    has_ended = before is not None and before.step is None and before.last is not None
    is_answer_to_end = has_ended and all(ply.seat != LEARNER for ply in change.plies)
    unneeded = (*UNNEEDED, *(("board",) if is_answer_to_end else ()))
    posts = (post for post in change.posts if post.kind not in unneeded)
    return replace(change, posts=tuple(post.quiet_for(post.payload.users) for post in posts))
